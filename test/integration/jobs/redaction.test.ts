import { expect, test } from "vitest";

import { getJob } from "#api/routes/jobs/get-job.ts";
import { listJobEvents } from "#api/routes/jobs/list-job-events.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { createPipelineRun } from "#api/routes/pipelines/create-pipeline-run.ts";
import { loadContext } from "#db/conversations/context.ts";
import { Organization } from "#db/entities/account.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { PipelineRun, RunStep } from "#db/entities/pipeline-run.ts";
import { QuarantinedFile } from "#db/entities/safety.ts";
import { JobShare } from "#db/entities/share.ts";
import { createId } from "#db/ids.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { redactJobs } from "#db/jobs/redact-jobs.ts";
import { createShare } from "#db/jobs/shares.ts";
import { plans } from "#domain/billing/plans.ts";
import { conversationIdOf } from "#domain/conversations/conversation-id.ts";
import { createEmbeddedParser } from "#intent/embedded-parser.ts";
import { readFollowUp } from "#intent/follow-up/read-follow-up.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { newPicture } from "#test/support/jobs/jobs.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { completeRun, makeImage, queueRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database);

const em = () => database.orm.em.fork();
const days = plans.enterprise.retentionDays;
const text = "zebra";

/** Redacts what is due, as the recurring task does. */
const redact = async (daysAfterFiles = 0) => redactJobs(em(), { daysAfterFiles });

/** Lets jobs have ended that long ago, and their files expire. */
async function age(jobIds: readonly string[], daysAgo = days + 1): Promise<void> {
  for (const id of jobIds) {
    await em().execute(
      "update jobs set finished_at = finished_at - make_interval(days => ?) where id = ?",
      [daysAgo, id],
    );
    await em().execute("update outputs set deleted_at = now() where job_id = ?", [id]);
  }
}

/** A job that has failed with a text of its caller or its provider in each column that can have one. */
async function failedJob(by: TestOrganization = owner): Promise<string> {
  const { jobId } = await createJob(em(), {
    ...newPicture(by, { message: text, prompt: text, webhookUrl: `https://example.org/${text}` }),
    metadata: { project: text },
  });
  await beginJob(em(), jobId);
  await em().nativeUpdate(Job, { id: jobId }, { title: text, labels: [text], starred: true });
  await em().nativeUpdate(
    ProviderSubmission,
    { jobId },
    {
      errorDetail: text,
      result: { files: [{ contentType: "image/png", source: { url: text } }] },
      uploads: { image: text },
    },
  );
  const error = { code: "provider_rejected", message: "No.", details: { reason: text } } as const;
  await endWithoutResult(em(), { jobId, status: "failed", error });
  return jobId;
}

/** Names the tables with a row of the job that contains the text. */
async function tablesWithText(jobId: string): Promise<string[]> {
  const tables = [
    ["jobs", "id"],
    ["job_events", "job_id"],
    ["provider_submissions", "job_id"],
    ["outputs", "job_id"],
    ["pipeline_runs", "job_id"],
    ["run_steps", "run_id"],
    ["webhook_events", "subject"],
  ] as const;
  const found: string[] = [];
  for (const [table, column] of tables) {
    const rows = await em().execute(
      `select 1 from ${table} t where ${column} = ? and t::text like '%${text}%'`,
      [jobId],
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

test("the text of a job goes when the days of the plan are over; status, model and price stay", async () => {
  const jobId = await failedJob();
  expect(await tablesWithText(jobId)).toEqual(["jobs", "job_events", "provider_submissions"]);
  await age([jobId]);

  expect(await redact()).toBe(1);

  expect(await tablesWithText(jobId)).toEqual([]);
  const response = await api.call(`/v1/jobs/${jobId}`, { key: owner.key });
  expect(await expectDocumented(getJob, response)).toMatchObject({
    status: "failed",
    request: { contentType: "image", capability: "text-to-image", inputs: [], parameters: {} },
    model: { id: "studio-image", provider: "studio" },
    error: { code: "provider_rejected" },
    billing: { estimatedCredits: 1, releasedCredits: 1 },
    metadata: {},
    redactedAt: expect.any(String),
  });
  const events = await api.call(`/v1/jobs/${jobId}/events`, { key: owner.key });
  expect(await expectDocumented(listJobEvents, events)).toMatchObject({
    data: [
      { type: "job.queued" },
      { type: "job.started" },
      { error: { code: expect.any(String) } },
    ],
  });
});

test("a repetition finds nothing to do", async () => {
  const jobId = await failedJob();
  await age([jobId]);
  await redact();
  const before = await em().findOneOrFail(Job, jobId);

  expect(await redact()).toBe(0);

  expect(await em().findOneOrFail(Job, jobId)).toEqual(before);
});

test("text stays as long as the organization's days, a kept file, an open job, or quarantine", async () => {
  const other = await createOrganization(database.orm);
  await em().nativeUpdate(Organization, { id: other.organizationId }, { retentionDays: days + 30 });
  const longer = await failedJob(other);
  const kept = await createQueuedJob(database.orm, owner);
  const file = { jobId: kept, bytes: Buffer.from("a file"), contentType: "image/png" };
  await finishJob(database.orm, api.storage, owner.organizationId, file);
  const open = await createQueuedJob(database.orm, owner);
  const evidence = await failedJob();
  await age([longer, evidence]);
  await em().execute("update jobs set finished_at = now() - interval '1 year' where id = ?", [
    kept,
  ]);
  await em().insert(QuarantinedFile, {
    id: createId("quarantinedFile"),
    organizationId: owner.organizationId,
    jobId: evidence,
    step: "main",
    ordinal: 0,
    storageKey: "quarantine/x",
    contentType: "image/png",
    bytes: 1,
    sha256: "0".repeat(64),
    categories: [],
  });

  expect(await redact()).toBe(0);

  for (const id of [longer, kept, open, evidence]) {
    expect((await em().findOneOrFail(Job, id)).request.prompt).toBeDefined();
  }
  await em().nativeUpdate(QuarantinedFile, { jobId: evidence }, { endedAt: new Date() });
  expect(await redact()).toBe(1);
});

test("a retry of a redacted job is refused; one that came before has the text", async () => {
  const jobId = await failedJob();
  await age([jobId]);
  const retry = async () =>
    api.call(`/v1/jobs/${jobId}/retry`, { method: "POST", key: owner.key, body: {} });

  const [redacted, ...responses] = await Promise.all([redact(), retry(), retry(), retry()]);
  const late = await retry();

  expect(redacted).toBe(1);
  expect(late.status).toBe(410);
  expect(await expectDocumented(retryJob, late)).toMatchObject({ code: "request_gone" });
  for (const response of responses) {
    if (response.status === 410) continue;
    const { jobId: next } = (await expectDocumented(retryJob, response)) as { jobId: string };
    expect((await em().findOneOrFail(Job, next)).request.prompt).toBe(text);
  }
});

test("concurrent turns and deletions redact each job once", async () => {
  const jobIds = await Promise.all(Array.from({ length: 6 }, async () => failedJob()));
  await age(jobIds);
  const [deleted = ""] = jobIds;
  const { organizationId, accountId } = owner;
  const actor = { accountId, organizationId };

  const [first, second] = await Promise.all([
    redact(),
    redact(),
    deleteJob(em(), { jobId: deleted, organizationId, actor }),
  ]);

  expect([5, 6]).toContain(first + second);
  const jobs = await em().find(Job, { id: { $in: jobIds } });
  expect(jobs.map(({ request }) => request.prompt)).toEqual(jobIds.map(() => undefined));
  expect(jobs.filter(({ deletedAt }) => deletedAt).map(({ id }) => id)).toEqual([deleted]);
});

test("a turn that is interrupted leaves all text, and the next turn removes it", async () => {
  const jobId = await failedJob();
  await age([jobId]);
  await em().execute(
    `create function interrupt() returns trigger language plpgsql as $$
     begin raise exception 'interrupted'; end $$`,
  );
  await em().execute(
    `create trigger interrupted before update of redacted_at on jobs for each row
     when (new.id = '${jobId}') execute function interrupt()`,
  );

  await expect(redact()).rejects.toThrow("interrupted");

  expect(await tablesWithText(jobId)).toEqual(["jobs", "job_events", "provider_submissions"]);
  await em().execute("drop trigger interrupted on jobs");
  expect(await redact()).toBe(1);
  expect(await tablesWithText(jobId)).toEqual([]);
});

test("an expired file can be made again until the text goes, then the question is for the file", async () => {
  const conversation = { source: "chat", conversation: "new" } as const;
  const { jobId } = await createJob(em(), {
    ...newPicture(owner, { message: text }),
    ...conversation,
  });
  const file = { jobId, bytes: Buffer.from("a file"), contentType: "image/png" };
  await finishJob(database.orm, api.storage, owner.organizationId, file);
  const { organizationId, accountId } = owner;
  const shared = { jobId, organizationId, accountId, actor: { accountId, organizationId } };
  await createShare(em(), { ...shared, showsPrompt: true, days: 365 });
  await age([jobId]);
  const ask = async () => {
    const conversationId = conversationIdOf(jobId);
    const context = await loadContext(em(), {
      id: createId("job"),
      conversationId,
      organizationId,
    });
    const message = { message: "upscale it", attachments: [] };
    return readFollowUp(message, context ?? [], createEmbeddedParser());
  };

  expect(await redact(7)).toBe(0);
  expect(await ask()).toMatchObject({
    question: { text: expect.stringContaining("1: make it again") },
  });
  expect(await redact()).toBe(1);

  expect(await em().count(JobShare, { jobId })).toBe(0);
  expect(await ask()).toMatchObject({
    outcome: "needs_input",
    question: {
      text: "The image is no longer stored. Send the file again, with this message.",
      options: [],
    },
  });
});

test("a run loses its values with its days and cannot be resumed; while a run resumes it, it keeps them", async () => {
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const runId = await queueRun(database.orm, owner, { pipelineId });
  const made = await makeImage(database.orm, api.storage, owner, runId);
  await completeRun(database.orm, runId, made);
  const later = await queueRun(database.orm, owner, { pipelineId, resumeOf: runId });
  await age([runId, made.jobId]);

  // The job of the step, whose file is gone.
  expect(await redact()).toBe(1);
  expect((await em().findOneOrFail(PipelineRun, runId)).inputs).toEqual({ topic: "a fox" });
  await completeRun(database.orm, later, { ...made, isReused: true });
  expect(await redact()).toBe(1);

  const run = await em().findOneOrFail(PipelineRun, runId);
  expect(run).toMatchObject({ inputs: {}, answers: {}, results: null });
  expect(await em().findOneOrFail(RunStep, { runId, key: "image" })).toMatchObject({
    status: "completed",
    requestHash: null,
  });
  const response = await api.call(`/v1/jobs/${runId}`, { key: owner.key });
  expect(await expectDocumented(getJob, response)).toMatchObject({
    run: { inputs: {}, outputs: {}, steps: [{ step: "image", status: "completed" }] },
  });
  const resumed = await api.call(`/v1/pipelines/${pipelineId}/runs`, {
    method: "POST",
    key: owner.key,
    body: { resumeFrom: runId },
  });
  expect(resumed.status).toBe(410);
  expect(await expectDocumented(createPipelineRun, resumed)).toMatchObject({
    code: "request_gone",
  });
});
