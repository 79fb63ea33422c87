import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { JobEvent } from "#db/entities/job-event.ts";
import { Job } from "#db/entities/job.ts";
import { listJobEvents, listNextEvents } from "#db/jobs/job-events.ts";
import {
  requestClarification,
  beginJob,
  completeJob,
  endWithoutResult,
  noteStage,
  planJob,
  toJobError,
} from "#db/jobs/job-steps.ts";
import { createJobs, requestCancel } from "#db/jobs/jobs.ts";
import { findMedianSeconds } from "#db/providers/model-latency.ts";
import { jobStages } from "#domain/jobs/job.ts";
import { withRetries } from "#domain/requests/answerable-question.ts";
import type { Question } from "#domain/requests/intent.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { choiceOf, emptyIntent, newJob, queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const owner = useOrganization(database, { credits: 100_000 });

const em = () => database.orm.em.fork();
const mainOf = (jobId: string) => ({ jobId, step: "main", generation: 1 });

async function eventsOf(jobId: string): Promise<JobEvent[]> {
  return listJobEvents(em(), {
    jobId,
    organizationId: owner.organizationId,
    after: 0,
    limit: 1_000,
  });
}

async function typesOf(jobId: string): Promise<string[]> {
  return (await eventsOf(jobId)).map(({ type }) => type);
}

describe("the log of a job", () => {
  test("begins in the commit of acceptance, also for several jobs in one commit", async () => {
    const created = await createJobs(em(), [
      newJob(owner, { credits: 2 }),
      newJob(owner),
      newJob(owner, { credits: 3 }),
    ]);

    const jobIds = created.map((one) => one!.jobId);
    const logs = await Promise.all(jobIds.map(async (jobId) => eventsOf(jobId)));
    const first = { sequence: 1, type: "job.queued", status: "queued", progress: 0, data: null };
    expect(logs).toMatchObject([[first], [first], [first]]);
    const jobs = await em().find(Job, { id: { $in: jobIds } });
    for (const [event] of logs) {
      expect(event?.createdAt).toEqual(jobs.find(({ id }) => id === event?.jobId)?.createdAt);
    }
  });

  test("records each step of a completed job, the completion last", async () => {
    const jobId = await queueJob(database.orm, owner);
    await beginJob(em(), jobId);
    await noteStage(em(), { jobId, stage: "parsing" });
    await planJob(em(), { jobId, step: "main", choice: choiceOf(4) });
    await noteStage(em(), { jobId, stage: "submitting" });
    await noteStage(em(), { jobId, stage: "generating", fraction: 0.25, etaSeconds: 9 });
    await noteStage(em(), { jobId, stage: "storing" });
    await completeJob(em(), mainOf(jobId));

    expect(await eventsOf(jobId)).toMatchObject([
      { sequence: 1, type: "job.queued", status: "queued", progress: 0 },
      { sequence: 2, type: "job.started", status: "processing" },
      { sequence: 3, type: "job.stage", stage: "parsing", progress: 2 },
      { sequence: 4, type: "job.planned", data: { estimatedCredits: 4 } },
      { sequence: 5, type: "job.stage", stage: "submitting" },
      { sequence: 6, type: "job.stage", stage: "generating", progress: 30, etaSeconds: 9 },
      { sequence: 7, type: "job.stage", stage: "storing", progress: 90, etaSeconds: null },
      { sequence: 8, type: "job.completed", status: "completed", progress: 100, stage: null },
    ]);
  });

  test("records model and price when they are known: at the start, or at planning", async () => {
    const priced = await queueJob(database.orm, owner, 3);
    await beginJob(em(), priced);
    const unpriced = await queueJob(database.orm, owner);
    await beginJob(em(), unpriced);
    await planJob(em(), { jobId: unpriced, step: "main", choice: choiceOf(4) });

    const model = { id: "studio-image", provider: "studio" };
    expect((await eventsOf(priced)).at(-1)).toMatchObject({
      type: "job.started",
      data: { model, estimatedCredits: 3 },
    });
    expect(await eventsOf(unpriced)).toMatchObject([
      { type: "job.queued", data: null },
      { type: "job.started", data: null },
      { type: "job.planned", data: { model, estimatedCredits: 4 } },
    ]);
  });

  test("records the error of a failure and the question of a clarification, and nothing of the request", async () => {
    const failed = await queueJob(database.orm, owner, 1);
    await beginJob(em(), failed);
    const error = toJobError("content_refused", "No.", { reason: "a word" });
    await endWithoutResult(em(), { jobId: failed, status: "failed", error });
    const asked = await queueJob(database.orm, owner);
    await beginJob(em(), asked);
    const intent = { ...emptyIntent, subject: "a red fox" };
    const given: Question = {
      text: "Which one?",
      options: [{ label: "3D", capability: "text-to-3d" }],
    };
    const question = withRetries(given, { jobId: asked, intent });
    await requestClarification(em(), { jobId: asked, question, intent });

    expect((await eventsOf(failed)).at(-1)).toMatchObject({ type: "job.failed", data: { error } });
    expect((await eventsOf(asked)).at(-1)).toMatchObject({
      type: "job.needs_input",
      data: { question },
    });
    const text = JSON.stringify([...(await eventsOf(failed)), ...(await eventsOf(asked))]);
    expect(text).not.toContain("red fox");
  });

  test("records that a running job is canceling, and then that it was canceled", async () => {
    const { organizationId } = owner;
    const queued = await queueJob(database.orm, owner, 1);
    await requestCancel(em(), { jobId: queued, organizationId });
    const running = await queueJob(database.orm, owner, 1);
    await beginJob(em(), running);
    await requestCancel(em(), { jobId: running, organizationId });
    await requestCancel(em(), { jobId: running, organizationId });
    await endWithoutResult(em(), { jobId: running, status: "canceled" });

    expect(await typesOf(queued)).toEqual(["job.queued", "job.canceled"]);
    expect(await typesOf(running)).toEqual([
      "job.queued",
      "job.started",
      "job.canceling",
      "job.canceled",
    ]);
  });

  test("leaves out progress within a second of the previous event; the next event carries it", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    await beginJob(em(), jobId);
    for (const fraction of [0, 0.1, 0.2, 0.3, 0.4]) {
      await noteStage(em(), { jobId, stage: "generating", fraction });
    }
    await em().execute(
      `update job_events set created_at = created_at - interval '2 seconds' where job_id = ?`,
      [jobId],
    );
    for (const fraction of [0.5, 0.6]) {
      await noteStage(em(), { jobId, stage: "generating", fraction });
    }
    await noteStage(em(), { jobId, stage: "storing" });

    expect(await eventsOf(jobId)).toMatchObject([
      { type: "job.queued" },
      { type: "job.started" },
      { type: "job.stage", progress: 10 },
      { type: "job.progress", progress: 50 },
      { type: "job.stage", progress: 90 },
    ]);
  });

  test("clears the estimated time when it is no longer known", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    await beginJob(em(), jobId);
    await noteStage(em(), { jobId, stage: "generating", fraction: 0.5, etaSeconds: 3 });
    await em().execute(
      `update job_events set created_at = created_at - interval '2 seconds' where job_id = ?`,
      [jobId],
    );
    await noteStage(em(), { jobId, stage: "generating", fraction: 0.5 });
    await noteStage(em(), { jobId, stage: "generating", fraction: 0.5 });

    expect(await eventsOf(jobId)).toMatchObject([
      { type: "job.queued" },
      { type: "job.started" },
      { type: "job.stage", progress: 50, etaSeconds: 3 },
      { type: "job.progress", progress: 50, etaSeconds: null },
    ]);
  });

  test("is not written when the change is rolled back", async () => {
    const jobId = await queueJob(database.orm, owner, 1);

    const change = em().transactional(async (tx) => {
      await tx.execute(`update jobs set status = 'processing' where id = ?`, [jobId]);
      throw new Error("the process dies here");
    });

    await expect(change).rejects.toThrow("dies here");
    expect(await typesOf(jobId)).toEqual(["job.queued"]);
  });

  test("is deleted with its job", async () => {
    const jobId = await queueJob(database.orm, owner);

    await em().execute(`delete from jobs where id = ?`, [jobId]);

    expect(await eventsOf(jobId)).toEqual([]);
  });
});

describe("sequences", () => {
  const acts = ["begin", "stage", "plan", "cancel", "complete", "fail", "ask"] as const;

  async function act(name: (typeof acts)[number], jobId: string, number: number): Promise<void> {
    const { organizationId } = owner;
    const stage = jobStages[number % jobStages.length] ?? "parsing";
    switch (name) {
      case "begin":
        await beginJob(em(), jobId);
        return;
      case "stage":
        return noteStage(em(), { jobId, stage, fraction: (number % 10) / 10 });
      case "plan":
        return planJob(em(), { jobId, step: "main", choice: choiceOf(1) });
      case "cancel":
        return requestCancel(em(), { jobId, organizationId });
      case "complete":
        await completeJob(em(), mainOf(jobId));
        return;
      case "fail":
        await endWithoutResult(em(), { jobId, status: "failed" });
        return;
      case "ask":
        await requestClarification(em(), {
          jobId,
          question: { text: "?", options: [] },
          intent: emptyIntent,
        });
    }
  }

  test("have no gap and end with the job, for concurrent steps in any order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat({ max: 99 })), { maxLength: 12 }),
        async (steps) => {
          const jobId = await queueJob(database.orm, owner);

          await Promise.allSettled(steps.map(async ([name, number]) => act(name, jobId, number)));

          const events = await eventsOf(jobId);
          expect(events.map(({ sequence }) => sequence)).toEqual(
            events.map((_, index) => index + 1),
          );
          const job = await em().findOneOrFail(Job, jobId);
          expect(events.at(-1)?.status).toBe(job.status);
          const ends = events.filter(({ status }) => status === job.status && job.finishedAt);
          expect(ends).toHaveLength(job.finishedAt ? 1 : 0);
          const percents = events.map(({ progress }) => progress);
          expect(percents).toEqual(percents.toSorted((left, right) => left - right));
        },
      ),
      { numRuns: 40 },
    );
  });
});

test("the next events of many jobs come in one query, each after its own sequence", async () => {
  const { organizationId } = owner;
  const jobIds = await Promise.all(
    Array.from({ length: 30 }, async () => queueJob(database.orm, owner)),
  );
  await Promise.all(jobIds.map(async (jobId) => beginJob(em(), jobId)));
  const stranger = await createOrganization(database.orm);

  const events = await listNextEvents(em(), [
    ...jobIds.map((jobId, index) => ({ jobId, organizationId, after: index % 3 })),
    { jobId: jobIds[0] ?? "", organizationId: stranger.organizationId, after: 0 },
  ]);

  const found = jobIds.map((jobId) =>
    events.filter((event) => event.jobId === jobId).map(({ sequence }) => sequence),
  );
  expect(found).toEqual(jobIds.map((_, index) => [1, 2].filter((step) => step > index % 3)));
  expect(events[0]?.createdAt).toBeInstanceOf(Date);
});

describe("the typical duration of a model's generations", () => {
  async function addSubmissions(modelId: string, seconds: readonly number[]): Promise<void> {
    for (const taken of seconds) {
      const jobId = await queueJob(database.orm, owner, 1);
      await em().execute(
        `update provider_submissions set model_id = ?, state = 'succeeded', sent_at = now(),
           accepted_at = now(), finished_at = now() + make_interval(secs => ?) where job_id = ?`,
        [modelId, taken, jobId],
      );
    }
  }
  const providerSlug = "studio";

  test("is the median of the model's own successes", async () => {
    await addSubmissions("of-this-test", [1, 2, 3, 4, 100]);
    await addSubmissions("another-of-this-test", [50, 50, 50, 50, 50]);

    expect(await findMedianSeconds(em(), { providerSlug, modelId: "of-this-test" })).toBe(3);
  });

  test("is unknown with fewer than five successes", async () => {
    await addSubmissions("seldom-of-this-test", [1, 2, 3, 4]);

    expect(await findMedianSeconds(em(), { providerSlug, modelId: "seldom-of-this-test" })).toBe(
      null,
    );
  });
});
