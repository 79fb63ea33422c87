import * as fc from "fast-check";
import { expect, test } from "vitest";

import { postAdminGrant } from "#db/billing/admin-grants.ts";
import { findCreditBalance, releaseCredits } from "#db/billing/credits.ts";
import { expireCredits, listExpiringCredits } from "#db/billing/expire-credits.ts";
import { Job } from "#db/entities/job.ts";
import { beginJob, completeJob, endWithoutResult, planJob } from "#db/jobs/job-steps.ts";
import { createJob, requestCancel } from "#db/jobs/jobs.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { captureCredits } from "#test/support/jobs/capture-credits.ts";
import { expectBalancedBooks } from "#test/support/jobs/credit-books.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";
import { noteMadeFiles } from "#test/support/jobs/made-files.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();
const mainOf = (jobId: string) => ({ jobId, step: "main", generation: 1 });

/** A write of the engine or of an operator to one of a few jobs. */
type Action =
  | { readonly kind: "create"; readonly job: number; readonly credits: number }
  | { readonly kind: "createUnpriced"; readonly job: number }
  | { readonly kind: "plan"; readonly job: number; readonly credits: number }
  | {
      readonly kind:
        | "begin"
        | "complete"
        | "complete in part"
        | "fail"
        | "cancelEnd"
        | "requestCancel"
        | "capture"
        | "release";
      readonly job: number;
    }
  | {
      readonly kind: "grant";
      readonly credits: number;
      /** Days until the grant expires; null means never. */
      readonly days: number | null;
    }
  | { readonly kind: "correct"; readonly credits: number }
  /** Advances the clock by a day and expires due credits. */
  | { readonly kind: "expire" };

const jobCount = 4;
const jobIndex = fc.integer({ min: 0, max: jobCount - 1 });
const price = fc.integer({ min: 1, max: 12 });

const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("create"), job: jobIndex, credits: price }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("createUnpriced"), job: jobIndex }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("plan"), job: jobIndex, credits: price }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "begin",
        "begin",
        "complete",
        "complete in part",
        "fail",
        "cancelEnd",
        "requestCancel",
      ),
      job: jobIndex,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("capture", "release"), job: jobIndex }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("grant"),
      credits: price,
      days: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("correct"), credits: price }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("expire") }) },
) as fc.Arbitrary<Action>;

/** Groups run in sequence, the actions of a group concurrently. */
const histories = fc.array(fc.array(actions, { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 8,
});

test("the ledger stays balanced through any order of retries, cancellations, failures, grants, corrections and expiry", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const owner = await createOrganization(database.orm, { credits: 20 });
      const run = createRunner(owner);

      for (const group of history) {
        await Promise.all(group.map(async (action) => run(action)));
        await expectBalancedBooks(database.orm, owner);
      }
      await endAll(owner);
      await expireCredits(em(), { now: endOfTime, after: null });
      await expectBalancedBooks(database.orm, owner);

      expect((await findCreditBalance(em(), owner.organizationId)).held).toBe(0);
      expect(await listExpiringCredits(em(), owner.organizationId)).toEqual([]);
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 120_000);

const endOfTime = new Date("2900-01-01T00:00:00Z");
const dayMs = 86_400_000;

/** Creates a function that applies actions to the organization's jobs. Its clock starts today. */
function createRunner(owner: TestOrganization): (action: Action) => Promise<void> {
  const jobs = new Map<number, string>();
  let now = Date.now();
  return async (action) => {
    if (action.kind === "grant" || action.kind === "correct") {
      const grant = postAdminGrant(em(), toAdminGrant(owner, action, now));
      await orRefusal(grant, ["correction_too_large"]);
    } else if (action.kind === "expire") {
      now += dayMs;
      await expireCredits(em(), { now: new Date(now), after: null });
    } else {
      await runOnJob(owner, jobs, action);
    }
  };
}

type Posting = Extract<Action, { kind: "grant" | "correct" }>;
type JobAction = Exclude<Action, Posting | { kind: "expire" }>;

function toAdminGrant({ organizationId }: TestOrganization, action: Posting, now: number) {
  const isGrant = action.kind === "grant";
  const expiresAt = isGrant && action.days !== null ? new Date(now + action.days * dayMs) : null;
  const credits = isGrant ? action.credits : -action.credits;
  const actor = { organizationId, actorAccountId: "acc_operator" };
  return { organizationId, credits, reason: "test", expiresAt, idempotencyKey: null, actor };
}

async function runOnJob(
  owner: TestOrganization,
  jobs: Map<number, string>,
  action: JobAction,
): Promise<void> {
  const { organizationId } = owner;
  if (action.kind === "create" || action.kind === "createUnpriced") {
    const choice = action.kind === "create" ? { choice: priced(action.credits) } : {};
    // The same key again: a client that retries, possibly with other credits.
    const job = newJob(owner, { ...choice, idempotencyKey: `${organizationId}-${action.job}` });
    const created = await orRefusal(createJob(em(), job), [
      "insufficient_credits",
      "idempotency_mismatch",
    ]);
    if (created !== null) jobs.set(action.job, created.jobId);
    return;
  }
  const jobId = jobs.get(action.job);
  if (jobId === undefined) return;
  switch (action.kind) {
    case "begin":
      await beginJob(em(), jobId);
      return;
    case "plan": {
      const plan = planJob(em(), { jobId, step: "main", choice: priced(action.credits) });
      await orRefusal(plan, ["insufficient_credits"]);
      return;
    }
    case "complete in part":
      await noteMadeFiles(em(), mainOf(jobId), 1);
      await completeJob(em(), mainOf(jobId));
      return;
    case "complete":
      await completeJob(em(), mainOf(jobId));
      return;
    case "fail":
      await endWithoutResult(em(), { jobId, status: "failed" });
      return;
    case "cancelEnd":
      await endWithoutResult(em(), { jobId, status: "canceled" });
      return;
    case "requestCancel":
      await orRefusal(requestCancel(em(), { jobId, organizationId }), ["job_already_final"]);
      return;
    case "capture":
      await captureCredits(em(), mainOf(jobId));
      return;
    case "release":
      await releaseCredits(em(), jobId);
  }
}

/** The first result costs one credit, the second one the rest. */
function priced(credits: number) {
  return choiceOf(credits, [1, credits]);
}

async function orRefusal<T>(work: Promise<T>, codes: readonly string[]): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return null;
    throw error;
  }
}

/** Ends every open job, as the engine guarantees. */
async function endAll({ organizationId }: TestOrganization): Promise<void> {
  const jobs = await em().find(Job, { organizationId });
  const open = jobs.filter((job) => !isFinal(job.status));
  await Promise.all(
    open.map(async ({ id }) => endWithoutResult(em(), { jobId: id, status: "failed" })),
  );
}
