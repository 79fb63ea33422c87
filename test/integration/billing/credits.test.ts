import { describe, expect, test } from "vitest";

import {
  findCreditBalance,
  grantMonthlyCredits,
  holdCredits,
  releaseCredits,
} from "#db/billing/credits.ts";
import { Account, Membership, Organization } from "#db/entities/account.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import { Job } from "#db/entities/job.ts";
import { listJobParts } from "#db/jobs/job-parts.ts";
import { beginJob, completeJob, endWithoutResult, planJob } from "#db/jobs/job-steps.ts";
import type { PlanSlug } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { captureCredits } from "#test/support/jobs/capture-credits.ts";
import { expectBalancedBooks } from "#test/support/jobs/credit-books.ts";
import { choiceOf, queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();
const mainOf = (jobId: string) => ({ jobId, step: "main", generation: 1 });

async function organizationWith(credits: number): Promise<TestOrganization> {
  return createOrganization(database.orm, { credits });
}

async function balanceOf({ organizationId }: TestOrganization) {
  return findCreditBalance(em(), organizationId);
}

/** Ignores only the shortage of credits that a test provokes. */
async function orShortage<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === "insufficient_credits") return null;
    throw error;
  }
}

describe("races for the last credits", () => {
  test.each([
    [
      "jobs with a known price",
      async (owner: TestOrganization) => queueJob(database.orm, owner, 3),
    ],
    [
      "jobs that are priced later",
      async (owner: TestOrganization) => {
        const jobId = await queueJob(database.orm, owner);
        await beginJob(em(), jobId);
        await planJob(em(), { jobId, step: "main", choice: choiceOf(3) });
        return jobId;
      },
    ],
  ])("of twenty %s, exactly the affordable number holds its credits", async (_, hold) => {
    const owner = await organizationWith(20);

    const attempts = Array.from({ length: 20 }, async () => orShortage(hold(owner)));
    const held = (await Promise.all(attempts)).filter((jobId) => jobId !== null);

    expect(held).toHaveLength(6);
    expect(await balanceOf(owner)).toEqual({ available: 2, held: 18 });
    await expectBalancedBooks(database.orm, owner);
  });

  test("of fifty concurrent reservations for the last credit, one succeeds", async () => {
    const owner = await organizationWith(1);

    const attempts = Array.from({ length: 50 }, async () =>
      orShortage(queueJob(database.orm, owner, 1)),
    );
    const held = (await Promise.all(attempts)).filter((jobId) => jobId !== null);

    expect(held).toHaveLength(1);
    expect(await balanceOf(owner)).toEqual({ available: 0, held: 1 });
    await expectBalancedBooks(database.orm, owner);
  });

  test("a job that could not be paid has no price, and can be planned again after a grant", async () => {
    const owner = await organizationWith(1);
    const jobId = await queueJob(database.orm, owner);
    await beginJob(em(), jobId);

    await expect(planJob(em(), { jobId, step: "main", choice: choiceOf(3) })).rejects.toMatchObject(
      { code: "insufficient_credits" },
    );
    expect(await em().findOneOrFail(Job, jobId)).toMatchObject({ credits: null, modelId: null });

    await grant(owner, 2);
    await planJob(em(), { jobId, step: "main", choice: choiceOf(3) });
    expect(await balanceOf(owner)).toEqual({ available: 0, held: 3 });
  });
});

describe("a repeated write", () => {
  test("holds once, at the first price", async () => {
    const owner = await organizationWith(20);
    const jobId = await queueJob(database.orm, owner);
    await beginJob(em(), jobId);

    await Promise.all(
      [3, 4, 5].map(async (credits) =>
        planJob(em(), { jobId, step: "main", choice: choiceOf(credits) }),
      ),
    );

    const { credits } = await em().findOneOrFail(Job, jobId);
    expect(await balanceOf(owner)).toEqual({ available: 20 - (credits ?? 0), held: credits });
    await holdCredits(em(), mainOf(jobId), { organizationId: owner.organizationId, amount: 9 });
    expect(await balanceOf(owner)).toEqual({ available: 20 - (credits ?? 0), held: credits });
  });

  test("charges once", async () => {
    const owner = await organizationWith(20);
    const jobId = await queueJob(database.orm, owner, 5);
    await beginJob(em(), jobId);

    await Promise.all([1, 2, 3].map(async () => completeJob(em(), mainOf(jobId))));
    await captureCredits(em(), mainOf(jobId));
    await releaseCredits(em(), jobId);

    expect(await balanceOf(owner)).toEqual({ available: 15, held: 0 });
  });

  test("releases once", async () => {
    const owner = await organizationWith(20);
    const jobId = await queueJob(database.orm, owner, 5);

    await Promise.all(
      [1, 2, 3].map(async () => endWithoutResult(em(), { jobId, status: "failed" })),
    );
    await releaseCredits(em(), jobId);
    await captureCredits(em(), mainOf(jobId));

    expect(await balanceOf(owner)).toEqual({ available: 20, held: 0 });
  });

  test("captures or releases, never both, when both run concurrently", async () => {
    const owner = await organizationWith(100);
    const jobIds = await Promise.all(
      Array.from({ length: 10 }, async () => queueJob(database.orm, owner, 5)),
    );

    await Promise.all(
      jobIds.flatMap((jobId) => [captureCredits(em(), mainOf(jobId)), releaseCredits(em(), jobId)]),
    );

    const partsOf = await listJobParts(em(), jobIds);
    for (const jobId of jobIds) {
      const { billing } = partsOf(jobId);
      expect([0, 5]).toContain(billing?.capturedCredits);
      expect(billing).toEqual({
        heldCredits: 0,
        capturedCredits: billing?.capturedCredits,
        releasedCredits: 5 - (billing?.capturedCredits ?? 0),
      });
    }
    await expectBalancedBooks(database.orm, owner);
  });

  test("settles nothing that was never held", async () => {
    const owner = await organizationWith(20);
    const jobId = await queueJob(database.orm, owner);

    await captureCredits(em(), mainOf(jobId));
    await releaseCredits(em(), jobId);

    expect(await balanceOf(owner)).toEqual({ available: 20, held: 0 });
    expect((await listJobParts(em(), [jobId]))(jobId).billing).toBeUndefined();
  });
});

describe("the ledger", () => {
  test.each([
    ["changed", "update credit_entries set amount = 1 where organization_id = ?"],
    ["deleted", "delete from credit_entries where organization_id = ?"],
    ["truncated", "truncate credit_entries"],
  ])("cannot be %s", async (_, statement) => {
    const owner = await organizationWith(7);

    await expect(
      em().execute(statement, statement.includes("?") ? [owner.organizationId] : []),
    ).rejects.toThrow("the ledger is append-only");
    expect(await em().count(CreditEntry, { organizationId: owner.organizationId })).toBe(1);
  });

  test.each([
    ["a release of more than was held", "release", 6, "held", "available"],
    ["a capture of less than was held", "capture", 4, "held", "spent"],
    ["a hold that comes from nowhere", "hold", 1, "issued", "held"],
    ["a negative amount", "release", -5, "held", "available"],
  ])("accepts no %s", async (_, kind, amount, from, to) => {
    const owner = await organizationWith(20);
    const jobId = await queueJob(database.orm, owner, 5);

    await expect(
      em().execute(
        `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation)
         values (?, ?, ?, ?, ?, ?, 'main', 1)`,
        [owner.organizationId, kind, amount, from, to, jobId],
      ),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
    expect(await balanceOf(owner)).toEqual({ available: 15, held: 5 });
  });

  test("settles no hold of another organization", async () => {
    const owner = await organizationWith(20);
    const thief = await organizationWith(20);
    const jobId = await queueJob(database.orm, owner, 5);

    await expect(
      em().execute(
        `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation)
         values (?, 'release', 5, 'held', 'available', ?, 'main', 1)`,
        [thief.organizationId, jobId],
      ),
    ).rejects.toThrow("without a hold of the same amount");
  });

  test("a job's billing is read from an index however long the ledger is", async () => {
    const plan = await em().transactional(async (tx) => {
      await tx.execute("set local enable_seqscan = off");
      return tx.execute<{ "QUERY PLAN": string }[]>(
        `explain select job_id from credit_entries where kind = 'hold' and job_id in ('a', 'b')
         union all select job_id from credit_entries
         where kind in ('capture', 'release') and job_id in ('a', 'b')`,
      );
    });

    const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(text).toContain("credit_entries_hold_once");
    expect(text).toContain("credit_entries_settled_once");
  });
});

describe("the monthly grant", () => {
  async function ungranted(
    creditsPerMonth: number | null,
    plan: PlanSlug = "pro",
  ): Promise<string> {
    const { organizationId: id } = await createOrganization(database.orm, { credits: 0 });
    await em().nativeUpdate(Organization, { id }, { plan, creditsPerMonth });
    return id;
  }

  /** Grants in batches until none is left, as the schedule's workflow does. */
  async function grantAll(now: Date): Promise<number> {
    let granted = 0;
    let after: string | null = null;
    do {
      const turn: MaintenanceTurn = await grantMonthlyCredits(em(), { now, after });
      granted += turn.changed;
      after = turn.next;
    } while (after !== null);
    return granted;
  }

  test("is given once a month, even by concurrent workers", async () => {
    const id = await ungranted(null);

    const granted = await Promise.all(
      Array.from({ length: 8 }, async () => grantAll(new Date("2031-05-31T23:59:59Z"))),
    );
    await grantAll(new Date("2031-05-01T00:00:00Z"));

    expect(await findCreditBalance(em(), id)).toEqual({ available: 500, held: 0 });
    const entries = await em().count(CreditEntry, { period: "2031-05" });
    expect(granted.reduce((sum, count) => sum + count, 0)).toBe(entries);
  });

  test("reaches more organizations than one batch holds, even with concurrent workers", async () => {
    const { accountId } = await createOrganization(database.orm);
    await em().execute(
      `with founded as (
         insert into organizations (id, name, plan)
         select 'org_many_turns_' || lpad(i::text, 4, '0'), 'Test', 'pro' from generate_series(1, 210) i
         returning id)
       insert into memberships (organization_id, account_id, role) select id, ?, 'owner' from founded`,
      [accountId],
    );

    await Promise.all([1, 2, 3].map(async () => grantAll(new Date("2035-05-02T00:00:00Z"))));

    const [row] = await em().execute<{ entries: number; organizations: number }[]>(
      `select count(*)::int as entries, count(distinct organization_id)::int as organizations
       from credit_entries where period = '2035-05' and organization_id like 'org_many_turns_%'`,
    );
    expect(row).toEqual({ entries: 210, organizations: 210 });
  });

  test("is given again in the next month", async () => {
    const id = await ungranted(40);

    await grantAll(new Date("2032-01-10T00:00:00Z"));
    await grantAll(new Date("2032-02-10T00:00:00Z"));

    expect(await findCreditBalance(em(), id)).toEqual({ available: 80, held: 0 });
  });

  test("waits until an owner has verified their email address", async () => {
    const id = await ungranted(40);
    const owner = { id: (await em().findOneOrFail(Membership, { organizationId: id })).accountId };
    await em().nativeUpdate(Account, owner, { emailVerifiedAt: null });

    await grantAll(new Date("2034-01-10T00:00:00Z"));
    expect(await findCreditBalance(em(), id)).toEqual({ available: 0, held: 0 });

    await em().nativeUpdate(Account, owner, { emailVerifiedAt: new Date() });
    await grantAll(new Date("2034-01-10T00:00:00Z"));
    expect(await findCreditBalance(em(), id)).toEqual({ available: 40, held: 0 });
  });

  test("skips suspended organizations and plans without an agreed grant", async () => {
    const suspended = await ungranted(40);
    const team = await ungranted(null, "team");
    await em().nativeUpdate(Organization, { id: suspended }, { status: "suspended" });

    await grantAll(new Date("2033-01-10T00:00:00Z"));

    expect(await findCreditBalance(em(), suspended)).toEqual({ available: 0, held: 0 });
    expect(await findCreditBalance(em(), team)).toEqual({ available: 0, held: 0 });
  });
});

async function grant({ organizationId }: TestOrganization, amount: number): Promise<void> {
  await em().execute(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, reason)
     values (?, 'grant', ?, 'issued', 'available', 'test')`,
    [organizationId, amount],
  );
}
