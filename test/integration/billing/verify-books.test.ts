import { Registry } from "prom-client";
import { expect, test } from "vitest";

import { registerCreditMetrics } from "#api/metrics/credit-metrics.ts";
import { verifyBooks } from "#db/billing/verify-books.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import { BookFinding, EngineGauge } from "#db/entities/status.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const em = () => database.orm.em.fork();

async function verifyAll(): Promise<void> {
  let after: string | null = null;
  do ({ next: after } = await verifyBooks(em(), { after }));
  while (after !== null);
}

async function measure(name: string): Promise<string | undefined> {
  const registry = new Registry();
  registerCreditMetrics(registry, database.orm);
  return new RegExp(`^${name} (\\S+)$`, "m").exec(await registry.metrics())?.[1];
}

test("a balance that differs from the ledger is counted until the books are right again", async () => {
  const { organizationId } = await createOrganization(database.orm, { credits: 20 });
  expect(await measure("gme_books_verified_seconds")).toBe("+Inf");
  const change = async (available: number) =>
    em().nativeUpdate(CreditAccount, { organizationId }, { available });
  await verifyAll();
  expect(await measure("gme_books_wrong")).toBe("0");
  expect(Number(await measure("gme_books_verified_seconds"))).toBeLessThan(600);

  await change(21);
  await verifyAll();
  await verifyAll();

  const rules = (await em().find(BookFinding, { organizationId })).map(({ rule }) => rule);
  expect(rules.toSorted()).toEqual([
    "a balance differs from the ledger",
    "what is left of grants differs from the balance",
  ]);
  expect(await measure("gme_books_wrong")).toBe("2");
  await change(20);
  await verifyAll();
  expect(await measure("gme_books_wrong")).toBe("0");
});

test("all organizations are checked, in turns", async () => {
  const organizations = await Promise.all(
    Array.from({ length: 60 }, async () => createOrganization(database.orm, { credits: 5 })),
  );
  const ids = organizations.map(({ organizationId }) => organizationId).toSorted();
  for (const organizationId of [ids[0], ids.at(-1)]) {
    await em().nativeUpdate(CreditAccount, { organizationId: organizationId! }, { available: 4 });
  }

  expect((await verifyBooks(em(), { after: null })).next).not.toBeNull();
  await em().nativeDelete(EngineGauge, {});
  await verifyAll();

  const found = await em().find(BookFinding, {}, { orderBy: { organizationId: "asc" } });
  expect([...new Set(found.map(({ organizationId }) => organizationId))]).toEqual([
    ids[0],
    ids.at(-1),
  ]);
  expect(await em().count(EngineGauge, {})).toBe(1);
});
