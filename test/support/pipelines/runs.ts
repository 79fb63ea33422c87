import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";
import { commitTurn, type RunEndRows } from "#db/pipelines/commit-turn.ts";
import { createRun } from "#db/pipelines/create-run.ts";
import type { StepRow } from "#domain/pipelines/runs/step-row.ts";
import type { Steps } from "#domain/pipelines/step.ts";
import type { Storage } from "#storage/storage.ts";
import type { TestOrganization } from "#test/support/accounts/organization.ts";
import { finishJob } from "#test/support/jobs/finished-jobs.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";

/** A run without steps, and without a reserve. */
export async function acceptRun(orm: MikroORM, owner: TestOrganization): Promise<string> {
  const { jobId } = await createJob(orm.em.fork(), newJob(owner, { source: "pipeline" }));
  await orm.em.fork().insert(PipelineRun, {
    jobId,
    inputs: {},
    answers: {},
    fresh: [],
    rootId: jobId,
    prices: { steps: {}, items: {} },
    maxCredits: 30,
    deadlineAt: new Date(Date.now() + 86_400_000),
  });
  return jobId;
}

/** A run of the first version of a pipeline of `createTestPipeline`, with a reserve of one credit. */
export async function queueRun(
  orm: MikroORM,
  owner: TestOrganization,
  {
    pipelineId,
    resumeOf,
    idempotencyKey,
  }: { pipelineId: string; resumeOf?: string; idempotencyKey?: string },
): Promise<string> {
  const { jobId } = await createRun(orm.em.fork(), {
    job: {
      ...newJob(owner, {
        source: "pipeline",
        metadata: { order: "17" },
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
      pipeline: { id: pipelineId, version: 1 },
    },
    inputs: { topic: "a fox" },
    answers: {},
    fresh: [],
    resumes: resumeOf === undefined ? null : { runId: resumeOf, rootId: resumeOf },
    taken: { steps: {}, rows: [] },
    prices: { steps: { image: { min: 1, max: 1 } }, items: {} },
    maxCredits: 1,
    timeoutSeconds: 3_600,
  });
  return jobId;
}

/** Steps of the definition of `createTestPipeline`. */
const image = {
  kind: "generate",
  capability: "text-to-image",
  prompt: "A photo of {{ inputs.topic }}",
} as const;
const imageSteps: Steps = { image };

/** Commits the next turn of a run, as a worker does. Returns the jobs that it starts. */
async function turn(
  orm: MikroORM,
  runId: string,
  change: Partial<Parameters<typeof commitTurn>[1]>,
): Promise<string[]> {
  const { status } = await orm.em.fork().findOneOrFail(Job, runId);
  const { reserveNumber } = await orm.em.fork().findOneOrFail(PipelineRun, runId);
  const jobIds = await commitTurn(orm.em.fork(), {
    runId,
    number: reserveNumber + 1,
    status,
    rows: [],
    starts: [],
    steps: imageSteps,
    reserve: 0,
    progress: 0,
    end: null,
    ...change,
  });
  if (jobIds === null) throw new Error("another turn was first");
  return jobIds;
}

/** The row of the only step. */
const imageRow = { key: "image", step: "image", attempt: 1, requestHash: "ab" } as const;

/** Starts the only step of a run of `queueRun`. Returns its job. */
export async function startImage(
  orm: MikroORM,
  owner: TestOrganization,
  runId: string,
): Promise<string> {
  await beginJob(orm.em.fork(), runId);
  const { pipelineId, pipelineVersion } = await orm.em.fork().findOneOrFail(Job, runId);
  const job = newJob(owner, {
    source: "pipeline",
    choice: choiceOf(1),
    pipeline: { id: pipelineId ?? "", version: pipelineVersion ?? 0 },
    run: { id: runId, step: "image", attempt: 1 },
  });
  const [jobId = ""] = await turn(orm, runId, {
    starts: [{ row: { ...imageRow, status: "running" }, job }],
  });
  return jobId;
}

/** Starts the only step of a run of `queueRun`, and completes its job with a file. */
export async function makeImage(
  orm: MikroORM,
  storage: Storage,
  owner: TestOrganization,
  runId: string,
): Promise<{ jobId: string; outputId: string }> {
  const jobId = await startImage(orm, owner, runId);
  const file = { jobId, bytes: Buffer.from("a picture"), contentType: "image/png" };
  return { jobId, ...(await finishJob(orm, storage, owner.organizationId, file)) };
}

/** Ends a run of `queueRun` with these rows of its step. */
export async function endRun(
  orm: MikroORM,
  runId: string,
  {
    rows = [],
    steps = imageSteps,
    progress = 0,
    ...end
  }: Partial<RunEndRows> &
    Pick<RunEndRows, "status"> & { rows?: StepRow[]; steps?: Steps; progress?: number },
): Promise<void> {
  await beginJob(orm.em.fork(), runId);
  await turn(orm, runId, {
    rows,
    steps,
    progress,
    end: { error: null, question: null, results: null, files: [], ...end },
  });
}

/** Completes a run of `queueRun` whose step has made a file, or reuses that of another run. */
export async function completeRun(
  orm: MikroORM,
  runId: string,
  {
    jobId,
    outputId,
    isReused = false,
    keep = "plan",
  }: { jobId: string; outputId: string; isReused?: boolean; keep?: "plan" | "day" },
): Promise<void> {
  const file = { outputId, contentType: "image/png" };
  await endRun(orm, runId, {
    status: "completed",
    steps: { image: { ...image, keep } },
    rows: [
      {
        ...imageRow,
        status: isReused ? "reused" : "completed",
        jobId,
        value: { output: file, outputs: [file], credits: 1 },
      },
    ],
    results: { image: file },
    files: [{ name: "image", outputIds: [outputId] }],
  });
}
