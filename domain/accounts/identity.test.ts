import { expect, test } from "vitest";

import { decideIdentity } from "./identity.ts";

const accountId = "acc_1";

test("links an identity to the account when both sides have verified the email address", () => {
  expect(decideIdentity({ accountId, emailVerified: true })).toEqual({ act: "link", accountId });
});

test("takes the email address from an account that never verified it, and does not link it", () => {
  expect(decideIdentity({ accountId, emailVerified: false })).toEqual({
    act: "displace",
    accountId,
  });
});

test("creates an account when no account has the email address", () => {
  expect(decideIdentity(null)).toEqual({ act: "create" });
});
