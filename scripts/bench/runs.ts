import { setTimeout as delay } from "node:timers/promises";

import { Job } from "#db/entities/job.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { startFakeStudio } from "#test/support/servers/fake-studio.ts";

import { timeWork } from "./load.ts";
import { type PartReport, round } from "./report.ts";

/** Steps of a run, one after the other; two steps have a boundary between them. */
const stepCount = 6;
const warmUpRuns = 3;
/** Less than the runs in progress that the plan of the benchmark's organization allows. */
const acceptedCount = 60;
const waitSeconds = 60;

/**
 * Runs of a pipeline with a provider that finishes at once: the time between the end of a step's job and the start of
 * the next one's workflow, the acceptance of a run next to that of a single job, and the acceptance of single jobs next
 * to open runs and before the first pipeline.
 */
export async function runs({ count }: { count: number }): Promise<PartReport> {
  const studio = await startFakeStudio();
  const engine = await startTestEngine({ studioUrl: studio.url, production: true });
  try {
    await engine.startTemporal();
    await engine.startApi();
    const jobBefore = await measureJobs(engine);
    const worker = await engine.startWorker();
    await waitForJobs(engine);
    const pipelineId = await createPipeline(engine);
    for (let run = 0; run < warmUpRuns; run += 1) await measureRun(engine, pipelineId);
    const boundaries: number[] = [];
    const jobs: number[] = [];
    for (let run = 0; run < count; run += 1) {
      const measured = await measureRun(engine, pipelineId);
      boundaries.push(...measured.boundaries);
      jobs.push(...measured.jobs);
    }
    // Runs and jobs that are accepted from here on wait, so that they do not use the same cores.
    await worker.stop();
    const [ofRun, ofJob] = await measureAcceptance(engine, pipelineId);
    const boundaryAt = (share: number) => ({
      measured: at(boundaries, share),
      baseline: at(jobs, share),
      ratio: round(at(boundaries, share) / at(jobs, share)),
      against: "the job of a step",
    });
    return {
      rows: {
        "step boundary, p50 in ms": boundaryAt(0.5),
        "step boundary, p95 in ms": boundaryAt(0.95),
        "run accepted, p50 in ms": {
          measured: ofRun,
          baseline: ofJob,
          ratio: round(ofRun / ofJob),
          against: "POST /v1/generations",
        },
        "job accepted, p50 in ms": {
          measured: ofJob,
          baseline: jobBefore,
          ratio: round(ofJob / jobBefore),
          against: "before the first run",
        },
      },
      details: { boundaries, jobs },
    };
  } finally {
    await engine.close();
    await studio.close();
  }
}

async function post(
  engine: TestEngine,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await engine.call("POST", path, body, { prefer: `wait=${waitSeconds}` });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function createPipeline(engine: TestEngine): Promise<string> {
  const names = Array.from({ length: stepCount }, (_, index) => `step${index}`);
  const steps = names.map((name, index) => [
    name,
    {
      kind: "generate",
      capability: "text-to-image",
      model: "studio-image",
      prompt: "a red fox",
      ...(index === 0 ? {} : { after: [names[index - 1]] }),
    },
  ]);
  const definition = {
    schemaVersion: 1,
    steps: Object.fromEntries(steps) as object,
    outputs: { image: `{{ steps.${names.at(-1)}.output }}` },
  };
  const { pipelineId } = await post(engine, "/v1/pipelines", { name: "Benchmark", definition });
  return String(pipelineId);
}

/**
 * Milliseconds of a run: between the end of each step's job and the start of the next one's workflow, and from the
 * acceptance to the end of each job.
 */
async function measureRun(
  engine: TestEngine,
  pipelineId: string,
): Promise<{ boundaries: number[]; jobs: number[] }> {
  const { jobId, status } = await post(engine, `/v1/pipelines/${pipelineId}/runs`, {});
  if (status !== "completed") throw new Error(`a run of the benchmark is ${String(status)}`);
  const jobs = await engine.orm.em
    .fork()
    .find(Job, { runId: String(jobId) }, { orderBy: { runStep: "asc" } });
  const between = (from: Date | null | undefined, to: Date | null | undefined) =>
    (to?.getTime() ?? Number.NaN) - (from?.getTime() ?? Number.NaN);
  return {
    boundaries: jobs
      .slice(1)
      .map(({ startedAt }, index) => between(jobs[index]?.finishedAt, startedAt)),
    jobs: jobs.map(({ createdAt, finishedAt }) => between(createdAt, finishedAt)),
  };
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}

/** Medians of the acceptance of runs, and of jobs next to these open runs. */
async function measureAcceptance(
  engine: TestEngine,
  pipelineId: string,
): Promise<[number, number]> {
  const run = async () => measure(engine, `/v1/pipelines/${pipelineId}/runs`, {});
  const ofRun = Math.min(await run(), await run());
  return [ofRun, await measureJobs(engine)];
}

async function measureJobs(engine: TestEngine): Promise<number> {
  const order = { capability: "text-to-image", prompt: "a red fox", model: "studio-image" };
  const job = async () => measure(engine, "/v1/generations", order);
  // The first requests of a new process are slower.
  await job();
  return Math.min(await job(), await job());
}

/** Median of acceptances in milliseconds, one request at a time. */
async function measure(engine: TestEngine, path: string, body: object): Promise<number> {
  const { p50Ms } = await timeWork(acceptedCount / 2, 1, async () => {
    const response = await engine.call("POST", path, body);
    if (response.status !== 202) throw new Error(await response.text());
  });
  return p50Ms;
}

/** Waits until no job is open, so that the jobs of one measurement do not slow down the next. */
async function waitForJobs(engine: TestEngine): Promise<void> {
  const until = Date.now() + waitSeconds * 1_000;
  while ((await engine.orm.em.fork().count(Job, { finishedAt: null })) > 0) {
    if (Date.now() > until) throw new Error("the jobs of the benchmark do not end");
    await delay(100);
  }
}
