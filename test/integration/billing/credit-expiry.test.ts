import { describe, expect, test } from "vitest";

import { findCreditBalance, grantMonth, releaseCredits } from "#db/billing/credits.ts";
import { expireCredits, listExpiringCredits } from "#db/billing/expire-credits.ts";
import { Organization } from "#db/entities/account.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { captureCredits } from "#test/support/jobs/capture-credits.ts";
import { expectBalancedBooks } from "#test/support/jobs/credit-books.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();
const mainOf = (jobId: string) => ({ jobId, step: "main", generation: 1 });
const november = new Date("2030-11-10T00:00:00Z");
const decemberStart = new Date("2030-12-01T00:00:00Z");

async function balanceOf({ organizationId }: TestOrganization) {
  return findCreditBalance(em(), organizationId);
}

async function grant(
  { organizationId }: TestOrganization,
  amount: number,
  expiresAt: Date | null,
): Promise<void> {
  await em().execute(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, expires_at, reason)
     values (?, 'grant', ?, 'issued', 'available', ?, 'test')`,
    [organizationId, amount, expiresAt],
  );
}

/** Charges a job of this many credits. */
async function use(owner: TestOrganization, credits: number): Promise<void> {
  const jobId = await queueJob(database.orm, owner, credits);
  await captureCredits(em(), mainOf(jobId));
}

async function expire(now: Date): Promise<number> {
  let changed = 0;
  let after: string | null = null;
  do {
    const turn: { changed: number; next: string | null } = await expireCredits(em(), {
      now,
      after,
    });
    changed += turn.changed;
    after = turn.next;
  } while (after !== null);
  return changed;
}

async function expiredOf({ organizationId }: TestOrganization): Promise<number[]> {
  const entries = await em().find(
    CreditEntry,
    { organizationId, kind: "expire" },
    { orderBy: { id: "asc" } },
  );
  return entries.map((entry) => entry.amount);
}

test("the unused part of a month's grant expires once at the end of the month, even with concurrent workers", async () => {
  const owner = await createOrganization(database.orm, { credits: 0 });
  await em().nativeUpdate(
    Organization,
    { id: owner.organizationId },
    { plan: "pro", creditsPerMonth: 40 },
  );
  await em().transactional(async (tx) => grantMonth(tx, owner.organizationId, november));
  await use(owner, 15);

  await expire(new Date("2030-11-30T23:59:59.999Z"));
  expect(await balanceOf(owner)).toEqual({ available: 25, held: 0 });

  await Promise.all(Array.from({ length: 6 }, async () => expire(decemberStart)));

  expect(await balanceOf(owner)).toEqual({ available: 0, held: 0 });
  expect(await expiredOf(owner)).toEqual([25]);
  await expectBalancedBooks(database.orm, owner);
});

test("credits are used from the grant that expires soonest, whenever it was given", async () => {
  const owner = await createOrganization(database.orm, { credits: 0 });
  await grant(owner, 30, null);
  await use(owner, 10);
  await grant(owner, 20, new Date("2030-12-15T00:00:00Z"));
  await grant(owner, 20, decemberStart);
  await use(owner, 25);

  expect(await listExpiringCredits(em(), owner.organizationId)).toEqual([
    { credits: 15, expiresAt: new Date("2030-12-15T00:00:00Z") },
  ]);
  await expire(decemberStart);
  expect(await balanceOf(owner)).toEqual({ available: 35, held: 0 });
  await expire(new Date("2030-12-15T00:00:00Z"));

  expect(await balanceOf(owner)).toEqual({ available: 20, held: 0 });
  expect(await expiredOf(owner)).toEqual([15]);
  await expire(new Date("2090-01-01T00:00:00Z"));
  expect(await balanceOf(owner)).toEqual({ available: 20, held: 0 });
  await expectBalancedBooks(database.orm, owner);
});

describe("the hold of a running job", () => {
  test("does not expire, and is charged in full after the grant has expired", async () => {
    const owner = await createOrganization(database.orm, { credits: 0 });
    await grant(owner, 20, decemberStart);
    const jobId = await queueJob(database.orm, owner, 8);

    await expire(decemberStart);
    expect(await balanceOf(owner)).toEqual({ available: 0, held: 8 });
    await captureCredits(em(), mainOf(jobId));
    await expire(decemberStart);

    expect(await balanceOf(owner)).toEqual({ available: 0, held: 0 });
    expect(await expiredOf(owner)).toEqual([12]);
    await expectBalancedBooks(database.orm, owner);
  });

  test("expires when it is released after the grant's expiry; later grants stay", async () => {
    const owner = await createOrganization(database.orm, { credits: 0 });
    await grant(owner, 20, decemberStart);
    const jobId = await queueJob(database.orm, owner, 8);
    await expire(decemberStart);
    await grant(owner, 50, new Date("2031-01-01T00:00:00Z"));

    await releaseCredits(em(), jobId);
    expect(await balanceOf(owner)).toEqual({ available: 58, held: 0 });
    await expire(decemberStart);

    expect(await balanceOf(owner)).toEqual({ available: 50, held: 0 });
    expect(await expiredOf(owner)).toEqual([12, 8]);
    await expectBalancedBooks(database.orm, owner);
  });
});

test("several grants written by one statement are all counted", async () => {
  const { organizationId } = await createOrganization(database.orm, { credits: 0 });

  await em().execute(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, expires_at)
     select ?, 'grant', 5, 'issued', 'available', '2030-12-01T00:00:00Z' from generate_series(1, 3)`,
    [organizationId],
  );

  expect(await listExpiringCredits(em(), organizationId)).toEqual([
    { credits: 15, expiresAt: decemberStart },
  ]);
});

test("the database refuses to expire more than is left of a grant", async () => {
  const owner = await createOrganization(database.orm, { credits: 30 });
  await grant(owner, 20, decemberStart);
  await use(owner, 15);
  const [soonest] = await em().find(CreditEntry, {
    organizationId: owner.organizationId,
    amount: 20,
  });
  const insert = async (amount: number) =>
    em().execute(
      `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, grant_id)
       values (?, 'expire', ?, 'available', 'issued', ?)`,
      [owner.organizationId, amount, soonest?.id ?? ""],
    );

  await expect(insert(6)).rejects.toMatchObject({ code: "23514" });
  await insert(5);
  await expect(insert(1)).rejects.toThrow("nothing is left of the grant");
});

test("expiry reads an index however long the ledger is", async () => {
  const plan = await em().transactional(async (tx) => {
    await tx.execute("set local enable_seqscan = off");
    return tx.execute<{ "QUERY PLAN": string }[]>(
      `explain select distinct organization_id from open_grants
       where expires_at <= now() and organization_id > 'a' order by organization_id limit 200`,
    );
  });

  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan");
});
