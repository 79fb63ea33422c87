import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { findCreditBalance, releaseCredits } from "#db/billing/credits.ts";
import { Organization } from "#db/entities/account.ts";
import { IdempotencyReceipt, Job, OutboxMessage, ProviderSubmission } from "#db/entities/job.ts";
import { createJob, createJobs, requestCancel } from "#db/jobs/jobs.ts";
import { createReplayReader } from "#db/jobs/replays.ts";
import { plans } from "#domain/billing/plans.ts";
import type { AppError } from "#domain/errors.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { newJob, randomKey } from "#test/support/jobs/jobs.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { queueRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

async function organizationWith(credits: number): Promise<TestOrganization> {
  return createOrganization(database.orm, { credits });
}

/** Counts the organization's rows of each kind. */
async function countRows({ organizationId }: TestOrganization) {
  const jobs = await em().find(Job, { organizationId });
  const jobIds = jobs.map((job) => job.id);
  return {
    jobs: jobs.length,
    receipts: await em().count(IdempotencyReceipt, { organizationId }),
    outbox: await em().count(OutboxMessage, { subjectId: { $in: jobIds } }),
    submissions: await em().count(ProviderSubmission, { organizationId }),
  };
}

describe("accepting a job", () => {
  test("a job with a known price writes job, receipt, hold, submission and outbox row in one commit", async () => {
    const owner = await organizationWith(10);
    const idempotencyKey = randomKey();

    const { jobId, replayed } = await createJob(
      em(),
      newJob(owner, { credits: 4, idempotencyKey }),
    );

    expect(replayed).toBe(false);
    expect(await countRows(owner)).toEqual({ jobs: 1, receipts: 1, outbox: 1, submissions: 1 });
    expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 6, held: 4 });
    expect(await em().findOneOrFail(ProviderSubmission, { jobId })).toMatchObject({
      state: "prepared",
      idempotencyKey: `${jobId}:main:1`,
    });
    expect(await em().findOneOrFail(Job, jobId)).toMatchObject({
      status: "queued",
      credits: 4,
      modelId: "studio-image",
      routing: { strategy: "quality" },
    });
  });

  test("a job that cannot be paid leaves no job, no receipt and no outbox row", async () => {
    const owner = await organizationWith(3);

    const attempt = createJob(em(), newJob(owner, { credits: 4, idempotencyKey: randomKey() }));

    await expect(attempt).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await countRows(owner)).toEqual({ jobs: 0, receipts: 0, outbox: 0, submissions: 0 });
    expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 3, held: 0 });
  });

  test("an organization without a credit account is refused for insufficient credits, not with an internal error", async () => {
    const owner = await organizationWith(0);
    await em().execute(`delete from credit_accounts where organization_id = ?`, [
      owner.organizationId,
    ]);

    const attempt = createJob(em(), newJob(owner, { credits: 1 }));

    await expect(attempt).rejects.toMatchObject({ code: "insufficient_credits" });
  });

  test("several jobs of one commit are accepted all or none", async () => {
    const owner = await organizationWith(5);
    const jobs = [1, 2, 3].map(() => newJob(owner, { credits: 2, idempotencyKey: randomKey() }));

    await expect(createJobs(em(), jobs)).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await countRows(owner)).toEqual({ jobs: 0, receipts: 0, outbox: 0, submissions: 0 });

    expect(await createJobs(em(), jobs.slice(1))).toHaveLength(2);
    expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 1, held: 4 });
  });
});

describe("the limit of unfinished jobs", () => {
  const limit = plans.free.openJobsMax;

  /** An organization on the Free plan that has room for so many further jobs. */
  async function organizationWithRoom(room: number) {
    const owner = await organizationWith(10);
    const { organizationId } = owner;
    await em().nativeUpdate(Organization, organizationId, { plan: "free" });
    const jobs = Array.from({ length: limit - room }, () => newJob(owner));
    return { owner, created: await createJobs(em(), jobs) };
  }

  test("lets exactly as many concurrent requests through as the plan allows, and a job that ends makes room", async () => {
    const { owner, created } = await organizationWithRoom(3);
    const { organizationId } = owner;
    const create = async () => createJob(em(), newJob(owner, { credits: 1 }));

    const results = await Promise.allSettled(Array.from({ length: 8 }, create));

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const result of results) {
      if (result.status === "fulfilled") continue;
      expect(result.reason).toMatchObject({
        code: "job_limit_reached",
        details: { limit, retryAfterSeconds: 10 },
      });
    }
    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 7, held: 3 });
    await requestCancel(em(), { jobId: created[0]?.jobId ?? "", organizationId });
    await create();
    await expect(create()).rejects.toMatchObject({ code: "job_limit_reached" });
  });

  test("returns the first job of a repeated request, and limits neither steps of runs nor other organizations", async () => {
    const { owner } = await organizationWithRoom(1);
    const { pipelineId } = await createTestPipeline(database.orm, owner);
    const order = { pipelineId, idempotencyKey: randomKey() };
    const runId = await queueRun(database.orm, owner, order);

    expect(await queueRun(database.orm, owner, order)).toBe(runId);
    await createJob(em(), newJob(owner, { run: { id: runId, step: "main", attempt: 1 } }));
    await createJob(em(), newJob(await organizationWith(1)));
    await expect(createJob(em(), newJob(owner))).rejects.toMatchObject({
      code: "job_limit_reached",
    });
  });
});

describe("the limit of credits an hour", () => {
  async function organizationWithLimit(creditsPerHour: number) {
    const owner = await organizationWith(200);
    await em().nativeUpdate(Organization, owner.organizationId, { creditsPerHour });
    return owner;
  }

  test("lets concurrent holds through up to exactly the limit; a release or the next hour makes room", async () => {
    const owner = await organizationWithLimit(9);
    const { organizationId } = owner;
    const create = async () => createJob(em(), newJob(owner, { credits: 3 }));

    const results = await Promise.allSettled(Array.from({ length: 8 }, create));

    const created = results.flatMap((one) => (one.status === "fulfilled" ? one.value.jobId : []));
    expect(created).toHaveLength(3);
    for (const result of results) {
      if (result.status === "fulfilled") continue;
      const { code, details } = result.reason as AppError;
      expect([code, details["limit"]]).toEqual(["spend_limit_reached", 9]);
      expect(details["retryAfterSeconds"]).toBeGreaterThan(0);
      expect(details["retryAfterSeconds"]).toBeLessThanOrEqual(3_600);
    }
    expect(await countRows(owner)).toMatchObject({ jobs: 3, submissions: 3 });
    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 191, held: 9 });

    await releaseCredits(em(), created[0] ?? "");
    await create();
    await expect(create()).rejects.toMatchObject({ code: "spend_limit_reached" });
    await em().execute(
      "update credit_accounts set spent_hour = spent_hour - 1 where organization_id = ?",
      [organizationId],
    );
    await create();
  });

  test("refuses a hold of any size only when it does not fit, and no other organization", async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.integer({ min: 0, max: 100 }), async (prices, limit) => {
        const owner = await organizationWithLimit(limit);
        const other = await organizationWithLimit(30);
        const jobs = [
          ...prices.map((credits) => newJob(owner, { credits })),
          newJob(other, { credits: 30 }),
        ];
        const results = await Promise.allSettled(jobs.map(async (job) => createJob(em(), job)));

        const accepted = results.map(({ status }) => status === "fulfilled");
        expect(accepted.pop()).toBe(true);
        const held = prices.reduce(
          (sum, credits, at) => sum + (accepted[at] === true ? credits : 0),
          0,
        );
        expect(held).toBeLessThanOrEqual(limit);
        for (const [at, credits] of prices.entries()) {
          if (accepted[at] !== true) expect(held + credits).toBeGreaterThan(limit);
        }
        const { organizationId } = owner;
        expect(await findCreditBalance(em(), organizationId)).toMatchObject({ held });
      }),
      { numRuns: 15 },
    );
  });

  test("does not limit an organization that an operator has given a higher value than the plan", async () => {
    const owner = await organizationWith(10);
    const change = { plan: "free" as const, creditsPerHour: null };
    await em().nativeUpdate(Organization, owner.organizationId, change);
    await em().execute(
      `update credit_accounts set hour_spent = ?, spent_hour = floor(extract(epoch from now()) / 3600)
       where organization_id = ?`,
      [plans.free.creditsPerHour, owner.organizationId],
    );
    const create = async () => createJob(em(), newJob(owner, { credits: 1 }));
    await expect(create()).rejects.toMatchObject({
      code: "spend_limit_reached",
      details: { limit: plans.free.creditsPerHour },
    });

    await em().nativeUpdate(Organization, owner.organizationId, { creditsPerHour: 1_001 });

    await create();
    await expect(create()).rejects.toMatchObject({ details: { limit: 1_001 } });
  });
});

describe("an idempotency key", () => {
  test("with the same request returns the first job, even without credits left", async () => {
    const owner = await organizationWith(4);
    const job = newJob(owner, { credits: 4, idempotencyKey: randomKey() });
    const first = await createJob(em(), job);

    expect(await createJob(em(), job)).toEqual({ jobId: first.jobId, replayed: true });

    expect(await countRows(owner)).toEqual({ jobs: 1, receipts: 1, outbox: 1, submissions: 1 });
  });

  test("with another request is refused", async () => {
    const owner = await organizationWith(9);
    const idempotencyKey = randomKey();
    const job = newJob(owner, { idempotencyKey });
    await createJob(em(), job);
    const other = newJob(owner, {
      idempotencyKey,
      request: { ...job.request, message: "a blue fox" },
    });

    await expect(createJob(em(), other)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    await expect(
      createReplayReader(database.orm)({
        organizationId: owner.organizationId,
        ...other.idempotency!,
      }),
    ).rejects.toMatchObject({ code: "idempotency_mismatch" });
    expect(await countRows(owner)).toMatchObject({ jobs: 1 });
  });

  test("sent twenty times concurrently makes one job", async () => {
    const owner = await organizationWith(100);
    const job = newJob(owner, { credits: 5, idempotencyKey: randomKey() });

    const answers = await Promise.all(Array.from({ length: 20 }, async () => createJob(em(), job)));

    expect(new Set(answers.map((answer) => answer.jobId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(await countRows(owner)).toEqual({ jobs: 1, receipts: 1, outbox: 1, submissions: 1 });
    expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 95, held: 5 });
  });

  test("is independent for another organization or another endpoint", async () => {
    const owner = await organizationWith(9);
    const other = await organizationWith(9);
    const idempotencyKey = randomKey();
    const job = newJob(owner, { idempotencyKey });
    const elsewhere = {
      ...job,
      idempotency: { ...job.idempotency!, endpoint: "POST /v1/generations" },
    };

    const jobs = [job, newJob(other, { idempotencyKey }), elsewhere];
    const answers = await Promise.all(jobs.map(async (each) => createJob(em(), each)));

    expect(answers.map((answer) => answer.replayed)).toEqual([false, false, false]);
  });

  test("can be used once for a new request after it has expired", async () => {
    const owner = await organizationWith(9);
    const idempotencyKey = randomKey();
    const job = newJob(owner, { idempotencyKey });
    const first = await createJob(em(), job);
    await em().nativeUpdate(
      IdempotencyReceipt,
      { key: idempotencyKey },
      { expiresAt: new Date(Date.now() - 1_000) },
    );
    const next = newJob(owner, {
      idempotencyKey,
      request: { ...job.request, message: "a blue fox" },
    });

    const answers = await Promise.all([1, 2, 3].map(async () => createJob(em(), next)));

    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(answers[0]?.jobId).not.toBe(first.jobId);
    expect(await countRows(owner)).toMatchObject({ jobs: 2, receipts: 1 });
  });
});
