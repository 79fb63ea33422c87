import { expect, test } from "vitest";

import { withBalances } from "./running-balance.ts";

type Account = "issued" | "available" | "held" | "spent";

const entry = (amount: number, from: Account, to: Account) => ({
  entryId: `${from}-${to}`,
  kind: "grant" as const,
  amount,
  from,
  to,
  jobId: null,
  period: null,
  reason: null,
  expiresAt: null,
  createdAt: "2026-11-23T12:00:00.000Z",
});

test("each entry of the ledger shows the available credits after it", () => {
  const page = withBalances(
    {
      data: [
        entry(2, "held", "available"),
        entry(3, "held", "spent"),
        entry(5, "available", "held"),
        entry(100, "issued", "available"),
      ],
      nextCursor: "older",
    },
    97,
  );

  expect(page.data.map(({ balance }) => balance)).toEqual([97, 95, 95, 100]);
  expect(page.earlier).toBe(0);
  expect(page.nextCursor).toBe("older");
});
