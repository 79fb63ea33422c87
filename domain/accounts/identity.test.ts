import { expect, test } from "vitest";

import { decideIdentity } from "./identity.ts";

const accountId = "acc_1";

test("an identity joins the account whose address is proven on both sides", () => {
  expect(decideIdentity({ accountId, emailVerified: true })).toEqual({ act: "link", accountId });
});

test("an account that never proved its address is not joined, it loses the address", () => {
  expect(decideIdentity({ accountId, emailVerified: false })).toEqual({
    act: "displace",
    accountId,
  });
});

test("an address that nobody has gets an account", () => {
  expect(decideIdentity(null)).toEqual({ act: "create" });
});
