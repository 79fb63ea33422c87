import { describe, expect, test, vi } from "vitest";

import { findCreditBalance } from "#db/billing/credits.ts";
import { Job, OutboxMessage, ProviderSubmission } from "#db/entities/job.ts";
import { createId } from "#db/ids.ts";
import { createJobReader, listJobParts } from "#db/jobs/job-parts.ts";
import {
  requestClarification,
  beginJob,
  completeJob,
  endWithoutResult,
  noteStage,
  planJob,
  saveIntent,
} from "#db/jobs/job-steps.ts";
import { createJob, findJob, listJobs, requestCancel } from "#db/jobs/jobs.ts";
import { isFinal, jobStatuses, type JobStatus } from "#domain/jobs/job.ts";
import type { Intent } from "#domain/requests/intent.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { choiceOf, emptyIntent, newJob, queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();
const mainOf = (jobId: string) => ({ jobId, step: "main", generation: 1 });

async function organizationWith(credits: number): Promise<TestOrganization> {
  return createOrganization(database.orm, { credits });
}

const intent: Intent = {
  contentType: "image",
  capability: "text-to-image",
  subject: "a fox",
  parameters: {},
  confidence: 0.9,
  assumptions: [],
  alternatives: [],
  parser: "embedded",
};

/** A job of two credits, brought into a status by the engine's own steps. */
async function jobIn(status: JobStatus, owner: TestOrganization): Promise<string> {
  const jobId = await queueJob(database.orm, owner, status === "needs_input" ? undefined : 2);
  if (status === "queued") return jobId;
  await beginJob(em(), jobId);
  switch (status) {
    case "processing":
      break;
    case "canceling":
      await requestCancel(em(), { jobId, organizationId: owner.organizationId });
      break;
    case "completed":
      await completeJob(em(), mainOf(jobId));
      break;
    case "failed":
    case "canceled":
      await endWithoutResult(em(), { jobId, status });
      break;
    case "needs_input":
      await requestClarification(em(), {
        jobId,
        question: { text: "What?", options: [] },
        intent: emptyIntent,
      });
  }
  return jobId;
}

describe("a request to cancel", () => {
  test("ends a queued job immediately, releases its hold and starts nothing", async () => {
    const owner = await organizationWith(10);
    const jobId = await jobIn("queued", owner);

    await requestCancel(em(), { jobId, organizationId: owner.organizationId });

    expect(await em().findOneOrFail(Job, jobId)).toMatchObject({
      status: "canceled",
      finishedAt: expect.any(Date),
      cancelRequestedAt: expect.any(Date),
    });
    expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 10, held: 0 });
    expect(await em().count(OutboxMessage, { subjectId: jobId })).toBe(0);
    expect(await em().findOneOrFail(ProviderSubmission, { jobId })).toMatchObject({
      state: "canceled",
    });
  });

  test("of a running job keeps its hold until the outcome is known, and is dispatched once", async () => {
    const owner = await organizationWith(10);
    const jobId = await jobIn("processing", owner);

    await requestCancel(em(), { jobId, organizationId: owner.organizationId });
    await requestCancel(em(), { jobId, organizationId: owner.organizationId });

    expect(await em().findOneOrFail(Job, jobId)).toMatchObject({ status: "canceling" });
    expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 8, held: 2 });
    expect(await em().count(OutboxMessage, { subjectId: jobId, kind: "cancel" })).toBe(1);
  });

  test("of a canceled job changes nothing", async () => {
    const owner = await organizationWith(10);
    const jobId = await jobIn("canceled", owner);
    const before = await em().findOneOrFail(Job, jobId);

    await requestCancel(em(), { jobId, organizationId: owner.organizationId });

    expect(await em().findOneOrFail(Job, jobId)).toEqual(before);
  });

  test.each(["completed", "failed", "needs_input"] as const)(
    "of a job that is %s is refused",
    async (status) => {
      const owner = await organizationWith(10);
      const jobId = await jobIn(status, owner);

      await expect(
        requestCancel(em(), { jobId, organizationId: owner.organizationId }),
      ).rejects.toMatchObject({ code: "job_already_final", details: { status } });
    },
  );

  test("reads the row, not a stale copy in the entity manager", async () => {
    const owner = await organizationWith(10);
    const jobId = await jobIn("processing", owner);
    const stale = em();
    await stale.findOneOrFail(Job, jobId);
    await completeJob(em(), mainOf(jobId));

    await expect(
      requestCancel(stale, { jobId, organizationId: owner.organizationId }),
    ).rejects.toMatchObject({ code: "job_already_final" });
  });

  test("of another organization's job is refused, of an unknown job returns not found", async () => {
    const owner = await organizationWith(10);
    const { organizationId } = await organizationWith(10);
    const jobId = await jobIn("queued", owner);

    await expect(requestCancel(em(), { jobId, organizationId })).rejects.toMatchObject({
      code: "outside_organization",
    });
    await expect(
      requestCancel(em(), { jobId: createId("job"), organizationId }),
    ).rejects.toMatchObject({ code: "job_not_found" });
    expect(await em().findOneOrFail(Job, jobId)).toMatchObject({ status: "queued" });
  });
});

describe("the end of a job", () => {
  test("is unique when completion and cancellation race: charged and completed, or neither", async () => {
    const owner = await organizationWith(100);
    const jobIds = await Promise.all(
      Array.from({ length: 12 }, async () => jobIn("canceling", owner)),
    );

    const ends = await Promise.all(
      jobIds.map(async (jobId) =>
        Promise.all([
          completeJob(em(), mainOf(jobId)),
          endWithoutResult(em(), { jobId, status: "canceled" }),
        ]),
      ),
    );

    const jobs = await em().find(Job, { id: { $in: jobIds } });
    const partsOf = await listJobParts(em(), jobIds);
    for (const [first, second] of ends) expect(first).toBe(second);
    for (const job of jobs) {
      const completed = job.status === "completed";
      expect(partsOf(job.id).billing).toEqual({
        heldCredits: 0,
        capturedCredits: completed ? 2 : 0,
        releasedCredits: completed ? 0 : 2,
      });
    }
  });

  test.each(jobStatuses.filter(isFinal))("%s is never changed by a statement", async (status) => {
    const owner = await organizationWith(10);
    const jobId = await jobIn(status, owner);

    for (const other of jobStatuses.filter((each) => each !== status)) {
      await expect(
        em().execute(
          `update jobs set status = ?, finished_at = case when ? then now() end where id = ?`,
          [other, isFinal(other), jobId],
        ),
      ).rejects.toThrow(`is ${status} and stays so`);
    }
  });

  test.each(jobStatuses.filter(isFinal))(
    "%s is never changed by a step of a late workflow",
    async (status) => {
      const owner = await organizationWith(10);
      const jobId = await jobIn(status, owner);
      const before = await em().findOneOrFail(Job, jobId);

      await beginJob(em(), jobId);
      await completeJob(em(), mainOf(jobId));
      await endWithoutResult(em(), { jobId, status: "failed" });
      await planJob(em(), { jobId, step: "main", choice: choiceOf(2) });
      await noteStage(em(), { jobId, stage: "storing" });

      expect(await em().findOneOrFail(Job, jobId)).toEqual(before);
    },
  );

  test("requires a final status to be set together with its end time", async () => {
    const owner = await organizationWith(10);
    const jobId = await jobIn("processing", owner);

    await expect(
      em().execute(`update jobs set status = 'failed' where id = ?`, [jobId]),
    ).rejects.toThrow("jobs_check");
  });

  test("is a cancellation when clarification is requested after the cancellation", async () => {
    const owner = await organizationWith(10);
    const jobId = await queueJob(database.orm, owner);
    await beginJob(em(), jobId);
    await requestCancel(em(), { jobId, organizationId: owner.organizationId });

    const status = await requestClarification(em(), {
      jobId,
      question: { text: "What?", options: [] },
      intent: emptyIntent,
    });

    expect(status).toBe("canceled");
    expect(await em().findOneOrFail(Job, jobId)).toMatchObject({
      status: "canceled",
      finishedAt: expect.any(Date),
    });
  });
});

describe("a running job", () => {
  test("is begun once; a second run continues from its position", async () => {
    const owner = await organizationWith(10);
    const jobId = await queueJob(database.orm, owner);

    const positions = await Promise.all([1, 2, 3].map(async () => beginJob(em(), jobId)));

    expect(new Set(positions.map((position) => position?.status))).toEqual(new Set(["processing"]));
    expect(await em().findOneOrFail(Job, jobId)).toMatchObject({ revision: 2 });
    expect(positions[0]).toMatchObject({ needsIntent: true, needsPlan: true, needsInputs: false });
    expect(await beginJob(em(), createId("job"))).toBeNull();
  });

  test("keeps the first parsed intent of its message", async () => {
    const owner = await organizationWith(10);
    const jobId = await queueJob(database.orm, owner);
    const other: Intent = { ...intent, capability: "text-to-video", contentType: "video" };

    const kept = await Promise.all(
      [intent, other].map(async (each) => saveIntent(em(), { jobId, intent: each })),
    );

    expect(kept[0]).toEqual(kept[1]);
    expect(await em().findOneOrFail(Job, jobId)).toMatchObject({
      capability: kept[0]?.capability,
      contentType: kept[0]?.contentType,
    });
  });

  test("never shows less progress than before, nor a new revision without a change", async () => {
    const owner = await organizationWith(10);
    const jobId = await jobIn("processing", owner);

    await noteStage(em(), { jobId, stage: "generating", fraction: 0.5 });
    const shown = await em().findOneOrFail(Job, jobId);
    await noteStage(em(), { jobId, stage: "generating", fraction: 0.2 });

    expect(await em().findOneOrFail(Job, jobId)).toEqual(shown);
    expect(shown.progress).toBe(50);
  });
});

describe("reading jobs", () => {
  test("pages keep their position while jobs are added", async () => {
    const owner = await organizationWith(10);
    const { organizationId } = owner;
    const known: string[] = [];
    for (let count = 0; count < 7; count += 1) known.push(await queueJob(database.orm, owner));
    const seen: string[] = [];

    let beforeId: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const jobs = await listJobs(em(), { organizationId, filter: {}, limit: 3, beforeId });
      seen.push(...jobs.map((job) => job.id));
      beforeId = seen.at(-1);
      await queueJob(database.orm, owner);
    }

    expect(seen).toEqual(known.toReversed());
  });

  test("filters combine and never show another organization's jobs", async () => {
    const owner = await organizationWith(10);
    const other = await organizationWith(10);
    const metadata = { project: "fox", "a%b": "c_d" };
    const wanted = await createJob(em(), newJob(owner, { credits: 1, metadata }));
    await createJob(em(), newJob(owner, { credits: 1, metadata: { project: "wolf" } }));
    await createJob(em(), newJob(owner, { metadata }));
    await createJob(em(), newJob(other, { credits: 1, metadata }));

    const jobs = await listJobs(em(), {
      organizationId: owner.organizationId,
      filter: {
        metadata: { project: "fox" },
        modelId: "studio-image",
        status: "queued",
        createdAfter: new Date(Date.now() - 60_000),
        createdBefore: new Date(Date.now() + 60_000),
      },
      limit: 10,
    });

    expect(jobs.map((job) => job.id)).toEqual([wanted.jobId]);
  });

  test("a job created long ago is found by its creation time, without newer jobs", async () => {
    const owner = await organizationWith(10);
    const { jobId } = await createJob(em(), newJob(owner, { credits: 1 }));
    const [old] = await em().execute<{ id: string }[]>(
      `insert into jobs select (jsonb_populate_record(j, jsonb_build_object(
         'id', 'job_' || uuidv7(interval '-30 days'), 'created_at', j.created_at - interval '30 days'))).*
       from jobs j where id = ? returning id`,
      [jobId],
    );
    const day = new Date(Date.now() - 10 * 86_400_000);
    const found = async (filter: Parameters<typeof listJobs>[1]["filter"]) => {
      const { organizationId } = owner;
      return (await listJobs(em(), { organizationId, filter, limit: 10 })).map(({ id }) => id);
    };

    expect(await found({ createdBefore: day })).toEqual([old?.id]);
    expect(await found({ createdAfter: day })).toEqual([jobId]);
    expect(await found({ createdAfter: new Date(0), createdBefore: new Date() })).toEqual([
      jobId,
      old?.id,
    ]);
  });

  test("another organization's job is refused, an unknown job returns not found", async () => {
    const owner = await organizationWith(10);
    const { organizationId } = await organizationWith(10);
    const jobId = await queueJob(database.orm, owner);

    await expect(findJob(em(), { jobId, organizationId })).rejects.toMatchObject({
      code: "outside_organization",
    });
    await expect(findJob(em(), { jobId: createId("job"), organizationId })).rejects.toMatchObject({
      code: "job_not_found",
    });
  });
});

describe("reads of jobs at once", () => {
  test("share a statement with those that arrive while the one before runs", async () => {
    const owner = await organizationWith(80);
    const jobIds = await Promise.all(
      Array.from({ length: 40 }, async () => queueJob(database.orm, owner, 2)),
    );
    const pool = await em().getConnection().getNativeClient();
    const statements = vi.spyOn(pool, "query");
    const findJobView = createJobReader(database.orm);

    const { organizationId } = owner;
    const views = await Promise.all(
      jobIds.map(async (jobId) => findJobView({ jobId, organizationId })),
    );

    expect(views.map(({ job }) => job.id)).toEqual(jobIds);
    expect(views.map(({ billing }) => billing?.heldCredits)).toEqual(jobIds.map(() => 2));
    // The first read alone, then 32, then the other seven.
    expect(statements).toHaveBeenCalledTimes(3);
    statements.mockRestore();
  });

  test("each get their job or their error", async () => {
    const owner = await organizationWith(2);
    const other = await organizationWith(2);
    const { organizationId } = owner;
    const jobId = await queueJob(database.orm, owner, 2);
    const hidden = await queueJob(database.orm, other, 2);
    const missing = createId("job");
    const findJobView = createJobReader(database.orm);

    const found = await Promise.allSettled(
      [jobId, jobId, hidden, missing].map(async (id) => findJobView({ jobId: id, organizationId })),
    );

    expect(found).toMatchObject([
      { value: { job: { id: jobId } } },
      { value: { job: { id: jobId } } },
      { reason: { code: "outside_organization" } },
      { reason: { code: "job_not_found" } },
    ]);
  });
});
