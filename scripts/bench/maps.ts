import { readFile } from "node:fs/promises";

import { createOrganization } from "#test/support/accounts/organization.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { startFakeStudio } from "#test/support/servers/fake-studio.ts";

import { type PartReport, round } from "./report.ts";

/** Polls of a generation, which takes about a second. */
const pollCount = 4;
/** The most that a definition allows. */
const concurrency = 50;
/** Other load on the machine varies, so each round measures both sides. */
const rounds = 3;
const aloneCount = 6;
const warmUpCount = 3;
const waitSeconds = 60;
const finalStatuses = ["completed", "failed", "canceled"];

/**
 * Runs that generate an image for each item of a map, up to `concurrency` at a time, and concurrently single jobs of another
 * organization, one after the other. The baseline is the same jobs before each run.
 */
export async function maps({ items }: { items: number }): Promise<PartReport> {
  const studio = await startFakeStudio();
  const engine = await startTestEngine({ studioUrl: studio.url, production: true });
  try {
    await engine.startTemporal();
    const [, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
    studio.behave(() => ({ kind: "polls", count: pollCount }));
    const { key: owner } = await createOrganization(engine.orm, { credits: 10 * rounds * items });
    const { key: other } = await createOrganization(engine.orm, { credits: 10 * rounds * items });
    const timeJob = async () => timeSingleJob(engine, other);
    for (let job = 0; job < warmUpCount; job += 1) await timeJob();
    const pipelineId = await createMap(engine, owner, items);
    const alone: number[] = [];
    const meanwhile: number[] = [];
    const megabytes: number[] = [];
    const itemsPerSecond: number[] = [];
    let turns = 0;
    for (let number = 0; number < rounds; number += 1) {
      for (let job = 0; job < aloneCount; job += 1) alone.push(await timeJob());
      const begun = performance.now();
      const runId = await startMap(engine, owner, pipelineId);
      let run = await find(engine, owner, runId);
      while (!finalStatuses.includes(String(run["status"]))) {
        meanwhile.push(await timeJob());
        megabytes.push(await residentMegabytes(worker));
        run = await find(engine, owner, runId);
      }
      if (run["status"] !== "completed")
        throw new Error(`the run is ${String(run["status"])}: ${JSON.stringify(run["error"])}`);
      itemsPerSecond.push(round((items * 1_000) / (performance.now() - begun)));
      turns += await countTurns(engine, runId);
    }
    // A worker fills its caches first.
    const early = at(megabytes.slice(0, Math.ceil(megabytes.length / 3)), 0.5);
    const late = at(megabytes.slice(-Math.ceil(megabytes.length / 3)), 0.5);
    const delay = (share: number) => ({
      measured: at(meanwhile, share),
      baseline: at(alone, share),
      ratio: round(at(meanwhile, share) / at(alone, share)),
      against: "without the run",
    });
    return {
      rows: {
        "another organization's job, p50 in ms": delay(0.5),
        "another organization's job, p95 in ms": delay(0.95),
        "turns of the runs": {
          measured: turns,
          baseline: rounds * items,
          ratio: round(turns / (rounds * items)),
          against: "items",
        },
        "worker's memory at the end in MB": {
          measured: late,
          baseline: early,
          ratio: round(late / early),
          against: "in the first third",
        },
      },
      details: { alone, meanwhile, megabytes, itemsPerSecond },
    };
  } finally {
    await engine.close();
    await studio.close();
  }
}

async function call(
  engine: TestEngine,
  key: string,
  [method, path, body]: readonly [string, string, object?],
): Promise<Record<string, unknown>> {
  const headers = { "x-api-key": key, prefer: `wait=${waitSeconds}` };
  const response = await engine.call(method, path, body, headers);
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function createMap(engine: TestEngine, key: string, items: number): Promise<string> {
  const definition = {
    schemaVersion: 1,
    steps: {
      shots: {
        kind: "map",
        over: `{{ range(${items}) }}`,
        maxItems: items,
        concurrency,
        steps: {
          take: {
            kind: "generate",
            capability: "text-to-image",
            model: "studio-image",
            prompt: "shot {{ item }}",
          },
        },
        value: "{{ steps.take.output }}",
      },
    },
    outputs: { count: "{{ size(steps.shots.items) }}" },
    limits: { concurrency },
  };
  const body = { name: "Benchmark", definition };
  const { pipelineId } = await call(engine, key, ["POST", "/v1/pipelines", body]);
  return String(pipelineId);
}

async function startMap(engine: TestEngine, key: string, pipelineId: string): Promise<string> {
  // No `Prefer: wait`, because jobs are timed from the first item on.
  const path = `/v1/pipelines/${pipelineId}/runs`;
  const response = await engine.call("POST", path, {}, { "x-api-key": key });
  const { jobId } = (await response.json()) as { jobId: string };
  return jobId;
}

async function find(
  engine: TestEngine,
  key: string,
  jobId: string,
): Promise<Record<string, unknown>> {
  const response = await engine.call("GET", `/v1/jobs/${jobId}`, undefined, { "x-api-key": key });
  return (await response.json()) as Record<string, unknown>;
}

async function timeSingleJob(engine: TestEngine, key: string): Promise<number> {
  const begun = performance.now();
  const order = { capability: "text-to-image", prompt: "a red fox", model: "studio-image" };
  const { status } = await call(engine, key, ["POST", "/v1/generations", order]);
  if (status !== "completed") throw new Error(`a job of the benchmark is ${String(status)}`);
  return Math.round(performance.now() - begun);
}

/** Decisions of the run, over all workflows of its chain. */
async function countTurns(engine: TestEngine, runId: string): Promise<number> {
  const client = await engine.connectTemporal();
  let turns = 0;
  let workflowRun: string | undefined;
  for (;;) {
    const handle = client.workflow.getHandle(`job/${runId}`, workflowRun);
    const { events } = await handle.fetchHistory();
    turns += (events ?? []).filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) =>
        scheduled?.activityType?.name === "advanceRun",
    ).length;
    const started = events?.[0]?.workflowExecutionStartedEventAttributes;
    if (!started?.continuedExecutionRunId) return turns;
    workflowRun = started.continuedExecutionRunId;
  }
}

async function residentMegabytes({ process: { identity } }: NodeProcess): Promise<number> {
  const status = await readFile(`/proc/${identity.pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) / 1_024);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
