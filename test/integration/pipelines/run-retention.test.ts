import { createHash } from "node:crypto";

import { beforeEach, expect, test } from "vitest";

import { eraseRows, forgetFiles, listErasedFiles } from "#db/accounts/erase-account.ts";
import { Job, Output } from "#db/entities/job.ts";
import { PipelineRun, RunOutput, RunStep } from "#db/entities/pipeline-run.ts";
import { Pipeline, PipelineVersion } from "#db/entities/pipeline.ts";
import { expireOutputs } from "#db/jobs/stored-files.ts";
import { listFormerSteps } from "#db/pipelines/former-steps.ts";
import { plans } from "#domain/billing/plans.ts";
import { kindOf } from "#domain/pipelines/kinds/index.ts";
import { requestText } from "#domain/pipelines/runs/request-hash.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { completeRun, makeImage, queueRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();
const dayMs = 86_400_000;

let owner: TestOrganization;
let pipelineId: string;

beforeEach(async () => {
  owner = await createOrganization(database.orm, { credits: 20 });
  ({ pipelineId } = await createTestPipeline(database.orm, owner));
});

interface Made {
  readonly runId: string;
  readonly jobId: string;
  readonly outputId: string;
}

async function made(keep: "plan" | "day" = "plan"): Promise<Made> {
  const runId = await queueRun(database.orm, owner, { pipelineId });
  const file = await makeImage(database.orm, api.storage, owner, runId);
  await completeRun(database.orm, runId, { ...file, keep });
  return { runId, ...file };
}

/** A run that reuses the file of another run. */
async function reused({ runId: resumeOf, ...file }: Made): Promise<string> {
  const runId = await queueRun(database.orm, owner, { pipelineId, resumeOf });
  await completeRun(database.orm, runId, { ...file, isReused: true });
  return runId;
}

async function daysLeft({ outputId }: Made): Promise<number> {
  const { expiresAt } = await em().findOneOrFail(Output, outputId);
  return (expiresAt.getTime() - Date.now()) / dayMs;
}

async function expire({ outputId }: Made): Promise<boolean> {
  await em().execute("update outputs set expires_at = now() - interval '2 hours' where id = ?", [
    outputId,
  ]);
  await expireOutputs(em(), 1_000);
  return (await em().findOneOrFail(Output, outputId)).deletedAt !== null;
}

async function remove(jobId: string): Promise<{ status: number; code?: unknown }> {
  const response = await api.call(`/v1/jobs/${jobId}`, { method: "DELETE", key: owner.key });
  const { status } = response;
  if (status === 204) return { status };
  return { status, code: ((await response.json()) as { code: unknown }).code };
}

async function fileOf(runId: string, { outputId }: Made): Promise<number> {
  const path = `/v1/jobs/${runId}/outputs/${outputId}/content`;
  return (await api.call(path, { key: owner.key })).status;
}

test("files are kept for the days of the plan, and those of a step with keep: day for one", async () => {
  expect(await daysLeft(await made())).toBeCloseTo(plans.enterprise.retentionDays, 1);
  expect(await daysLeft(await made("day"))).toBeCloseTo(1, 1);
});

test("a reused file is kept as long as a new one", async () => {
  const former = await made();
  await em().execute("update outputs set expires_at = now() + interval '1 hour' where id = ?", [
    former.outputId,
  ]);

  await reused(former);

  expect(await daysLeft(former)).toBeCloseTo(plans.enterprise.retentionDays, 1);
});

test("a file expires only when no open run uses it", async () => {
  const runId = await queueRun(database.orm, owner, { pipelineId });
  const file = { runId, ...(await makeImage(database.orm, api.storage, owner, runId)) };

  expect(await expire(file)).toBe(false);
  await completeRun(database.orm, runId, file);
  expect(await expire(file)).toBe(true);
});

test("a step whose file has expired is not reused: a resume makes it again", async () => {
  const former = await made();
  const reusable = async () => [...(await listFormerSteps(em(), former.runId)).keys()];
  expect(await reusable()).toEqual(["image"]);

  await expire(former);

  expect(await reusable()).toEqual([]);
});

test("a file that two runs use is deleted with the last of them, and stays at its price", async () => {
  const former = await made();
  const later = await reused(former);
  const billing = async () => {
    const response = await api.call(`/v1/jobs/${later}`, { key: owner.key });
    return ((await response.json()) as { billing: unknown }).billing;
  };
  const before = await billing();

  expect(await remove(former.runId)).toEqual({ status: 204 });

  expect(await fileOf(former.runId, former)).toBe(404);
  expect(await fileOf(later, former)).toBe(200);
  expect(await billing()).toEqual(before);
  expect(before).toMatchObject({ capturedCredits: 0 });
  expect(await remove(later)).toEqual({ status: 204 });
  expect((await em().findOneOrFail(Job, former.jobId)).deletedAt).not.toBeNull();
  expect((await em().findOneOrFail(Output, former.outputId)).deletedAt).not.toBeNull();
});

test("a former run stays when the run that reuses its file is deleted first", async () => {
  const former = await made();
  const later = await reused(former);

  expect(await remove(later)).toEqual({ status: 204 });

  expect(await fileOf(former.runId, former)).toBe(200);
});

test("a run cannot be deleted while a run that resumes it is open", async () => {
  const former = await made();
  const later = await queueRun(database.orm, owner, { pipelineId, resumeOf: former.runId });

  expect(await remove(former.runId)).toEqual({ status: 409, code: "job_in_use" });

  await completeRun(database.orm, later, { ...former, isReused: true });
  expect(await remove(former.runId)).toEqual({ status: 204 });
});

test("a deleted run leaves no values, and an erased organization no rows of pipelines", async () => {
  const former = await made();
  const later = await reused(former);
  const { organizationId, accountId } = owner;

  await remove(former.runId);

  expect(await em().findOneOrFail(PipelineRun, former.runId)).toMatchObject({
    inputs: {},
    answers: {},
    results: null,
  });
  expect(await em().count(RunStep, { runId: former.runId })).toBe(0);
  expect(await em().count(RunOutput, { runId: former.runId })).toBe(0);
  expect(await em().count(RunOutput, { runId: later })).toBe(1);
  await forgetFiles(em(), await listErasedFiles(em(), organizationId));
  await eraseRows(em(), { accountId, organizationIds: [organizationId] });
  const ofRuns = { runId: { $in: [former.runId, later] } };
  expect(await em().count(PipelineRun, { jobId: ofRuns.runId })).toBe(0);
  expect(await em().count(RunStep, ofRuns)).toBe(0);
  expect(await em().count(RunOutput, ofRuns)).toBe(0);
  expect(await em().count(Pipeline, { organizationId })).toBe(0);
  expect(await em().count(PipelineVersion, { pipelineId })).toBe(0);
});

/** Gives the step of a run the hash of its request, so that a resume reuses its result. */
async function hashRequest(runId: string): Promise<void> {
  const step = {
    kind: "generate",
    capability: "text-to-image",
    prompt: "A photo of a fox",
  } as const;
  const hash = createHash("sha256").update(requestText(kindOf(step).version, step));
  await em().nativeUpdate(RunStep, { runId }, { requestHash: hash.digest("hex") });
}

test("a resume whose reused result expires after its estimate is not started at a higher price", async () => {
  const former = await made();
  await hashRequest(former.runId);
  const order = { version: 1, resumeFrom: former.runId };
  const estimate = async () => {
    const body = { pipelineId, ...order };
    const response = await api.call("/v1/estimates", { method: "POST", key: owner.key, body });
    return (await response.json()) as { estimateId: string; price: object; reused: string[] };
  };
  const start = async (estimateId: string) => {
    const path = `/v1/pipelines/${pipelineId}/runs`;
    const body = { ...order, estimateId };
    const response = await api.call(path, { method: "POST", key: owner.key, body });
    return { status: response.status, body: (await response.json()) as object };
  };
  const quoted = await estimate();
  expect(quoted).toMatchObject({ price: { maxCredits: 0 }, reused: ["image"] });
  expect((await start(quoted.estimateId)).status).toBe(202);

  await em().execute("update outputs set expires_at = now() - interval '2 hours' where id = ?", [
    former.outputId,
  ]);

  expect(await start(quoted.estimateId)).toMatchObject({
    status: 422,
    body: { code: "price_over_limit", details: { maxCredits: 0, credits: 1 } },
  });
  const again = await estimate();
  expect(again).toMatchObject({ price: { maxCredits: 1 }, reused: [] });
  expect((await start(again.estimateId)).status).toBe(202);
});
