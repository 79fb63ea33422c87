import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { findCreditBalance, releaseCredits } from "#db/billing/credits.ts";
import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { commitTurn } from "#db/pipelines/commit-turn.ts";
import { listRunSteps } from "#db/pipelines/run-steps.ts";
import { decideRun } from "#domain/pipelines/runs/decide-run.ts";
import { remainingBound, type FrozenPrices } from "#domain/pipelines/runs/price-bound.ts";
import type { RunDecision } from "#domain/pipelines/runs/run-state.ts";
import type { StepRow } from "#domain/pipelines/runs/step-row.ts";
import type { Steps } from "#domain/pipelines/step.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { captureCredits } from "#test/support/jobs/capture-credits.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";
import { acceptRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

/** Three shots of at most 3 credits, of which each starts at 2, and a voice. */
const steps: Steps = {
  shots: {
    kind: "map",
    over: "{{ [1, 2, 3] }}",
    maxItems: 3,
    steps: { take: { kind: "generate", capability: "text-to-image", prompt: "a fox", retries: 1 } },
    value: "{{ 1 }}",
  },
  voice: { kind: "generate", capability: "text-to-speech", prompt: "a fox" },
};
const prices: FrozenPrices = {
  steps: { take: { min: 1, max: 3 }, voice: { min: 1, max: 3 } },
  items: { shots: 3 },
};

async function newRun(owner: TestOrganization): Promise<string> {
  const runId = await acceptRun(database.orm, owner);
  const reserve = remainingBound(steps, new Map(), prices).max;
  await commitTurn(em(), {
    runId,
    number: 1,
    status: "queued",
    rows: [],
    starts: [],
    steps,
    reserve,
    progress: 0,
    end: null,
  });
  return runId;
}

/** Decides the run's next turn and commits it, as a worker does. */
async function advance(
  owner: TestOrganization,
  runId: string,
): Promise<{ decision: RunDecision; committed: string[] | null }> {
  const { reserveNumber } = await em().findOneOrFail(PipelineRun, runId);
  const { status } = await em().findOneOrFail(Job, runId);
  const rows = await listRunSteps(em(), runId);
  const jobs = new Map((await em().find(Job, { runId })).map((job) => [job.id, job.status]));
  const decision = decideRun(
    {
      definition: { schemaVersion: 1, steps, outputs: {}, limits: { concurrency: 2 } },
      dependencies: {},
      inputs: {},
      rows,
      answers: {},
      fresh: [],
      stopped: null,
      hasLanguageModel: false,
      now: new Date(),
    },
    {
      evaluate: () => ({ outcome: "value", value: [1, 2, 3] }),
      sha256: (text) => createHash("sha256").update(text).digest("hex"),
      endOf: ({ jobId = "" }) => {
        const ended = jobs.get(jobId);
        if (ended === "completed") return { status: "completed", value: {} };
        return ended === "failed"
          ? { status: "failed", error: { code: "provider_timeout" } }
          : undefined;
      },
      reusable: () => undefined,
      refusal: () => undefined,
    },
  );
  const starts = decision.starts.map(({ key, step, attempt, requestHash }) => ({
    row: { key, step, status: "running", attempt, requestHash } satisfies StepRow,
    job: newJob(owner, {
      source: "pipeline",
      choice: choiceOf(2),
      pipeline: { id: "pip_1", version: 1 },
      run: { id: runId, step: key, attempt },
    }),
  }));
  const after = new Map(rows);
  for (const row of [...decision.rows, ...starts.map(({ row }) => row)]) after.set(row.key, row);
  const reserve = decision.end === null ? remainingBound(steps, after, prices).max : 0;
  const turn = {
    runId,
    number: reserveNumber + 1,
    status,
    rows: decision.rows,
    starts,
    steps,
    reserve,
    progress: 0,
    end: null,
  };
  return { decision, committed: await commitTurn(em(), turn) };
}

async function endJob(jobId: string, status: "completed" | "failed"): Promise<void> {
  await em().transactional(async (tx) => {
    await tx.execute(`update jobs set status = ?, finished_at = now() where id = ?`, [
      status,
      jobId,
    ]);
    if (status === "failed") await releaseCredits(tx, jobId);
    else await captureCredits(tx, { jobId, step: "main", generation: 1 });
  });
}

test("two workers that advance a run start each attempt once, and hold no more than its price", async () => {
  const owner = await createOrganization(database.orm, { credits: 12 });
  const runId = await newRun(owner);
  let hasFailed = false;
  let end: RunDecision["end"] = null;

  for (let turn = 0; end === null && turn < 20; turn += 1) {
    const results = await Promise.all([advance(owner, runId), advance(owner, runId)]);
    const committed = results.filter((result) => result.committed !== null);
    expect(committed.length).toBeGreaterThan(0);
    end = committed.at(-1)?.decision.end ?? null;
    const rows = await listRunSteps(em(), runId);
    const open = await em().find(Job, { runId, finishedAt: null });
    const reserve = end === null ? remainingBound(steps, rows, prices).max : 0;
    const balance = await findCreditBalance(em(), owner.organizationId);
    expect(open.length).toBeLessThanOrEqual(2);
    expect(balance.held).toBe(reserve + open.length * 2);
    const [first] = open;
    if (first !== undefined) await endJob(first.id, hasFailed ? "completed" : "failed");
    hasFailed = true;
  }

  expect(end).toMatchObject({ status: "completed" });
  const jobs = await em().find(Job, { runId });
  expect(jobs.map(({ runStep, runAttempt }) => `${runStep}#${runAttempt}`).toSorted()).toEqual([
    "shots[0].take#1",
    "shots[0].take#2",
    "shots[1].take#1",
    "shots[2].take#1",
    "voice#1",
  ]);
  expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 4, held: 0 });
});

test("a turn that was decided before a cancellation commits nothing", async () => {
  const owner = await createOrganization(database.orm, { credits: 12 });
  const runId = await newRun(owner);
  const turn = {
    runId,
    number: 2,
    rows: [{ key: "voice", step: "voice", status: "skipped", attempt: 1 }] satisfies StepRow[],
    starts: [],
    steps,
    reserve: 0,
    progress: 0,
    end: null,
  };

  expect(await commitTurn(em(), { ...turn, status: "processing" })).toBeNull();

  expect((await listRunSteps(em(), runId)).size).toBe(0);
  expect((await findCreditBalance(em(), owner.organizationId)).held).toBe(12);
  expect(await commitTurn(em(), { ...turn, status: "queued" })).toEqual([]);
  expect((await findCreditBalance(em(), owner.organizationId)).held).toBe(0);
});
