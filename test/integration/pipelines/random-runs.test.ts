import type { Client } from "@temporalio/client";
import fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";

import { createAdvanceRun } from "#activities/pipelines/advance-run.ts";
import { takeOverSteps } from "#api/accept/take-over-steps.ts";
import { Job } from "#db/entities/job.ts";
import { RunStep } from "#db/entities/pipeline-run.ts";
import {
  beginJob,
  completeJob,
  endWithoutResult,
  noteStage,
  toJobError,
} from "#db/jobs/job-steps.ts";
import { mainStep, requestCancel } from "#db/jobs/jobs.ts";
import { createOutput } from "#db/jobs/outputs.ts";
import { createRun } from "#db/pipelines/create-run.ts";
import { listFormerSteps } from "#db/pipelines/former-steps.ts";
import { createPipeline, updatePipeline } from "#db/pipelines/pipelines.ts";
import { listRunViews } from "#db/pipelines/run-views.ts";
import {
  remainingBound,
  type FrozenPrices,
  type PriceRange,
} from "#domain/pipelines/runs/price-bound.ts";
import { isSettled, type StepValue } from "#domain/pipelines/runs/step-row.ts";
import type { CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import { findLedgerViolations } from "#test/support/jobs/ledger.ts";
import {
  build,
  countedItems,
  evaluateToy,
  predict,
  sha256,
  shapesOf,
  stepPrices,
  worldOf,
  type Pipeline,
  type World,
} from "#test/support/pipelines/random-pipelines.ts";
import { findRunViolations } from "#test/support/pipelines/run-violations.ts";

// Random definitions are run by the turns of the product over the rows of a database, without Temporal: turns come late,
// repeatedly and concurrently, and jobs end in any order. The oracle of the unit tests predicts each run's end.

const database = useDatabase();
const em = () => database.orm.em.fork();

/** Duration of the property. `PIPELINE_SECONDS=600` searches for longer. */
const seconds = Number(process.env["PIPELINE_SECONDS"] ?? 8);
const actionsMax = 1_000;
/** Runs of a line: a first one and those that resume it. */
const lineMax = 3;

/** Temporal is unavailable, so nothing but the rows can carry a run on. */
const client = {} as Client;
const logger = pino({ level: "silent" });

/** Decides in which order turns and ends of jobs come. */
type Dice = (sides: number) => number;

function turnsIn(world: World) {
  return createAdvanceRun({
    orm: database.orm,
    client,
    logger,
    expressions: { evaluate: async (texts) => texts.map((text) => evaluateToy(world, text)) },
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9" },
    writeText: null,
  });
}

function toVersion({ steps, dependencies }: Pipeline, concurrency: number): CheckedVersion {
  const outputs = { all: `{{ v0 ${Object.keys(steps).join(" ")} ? value 0 }}` };
  const types = { inputs: {}, outputs: {}, steps: {}, items: {}, places: {} };
  return {
    definition: { schemaVersion: 1, steps, outputs, limits: { concurrency } },
    checked: { ...types, dependencies, instances: 1 },
  };
}

/** Ends the job of a step as its workflow would. */
async function endJob({ id, organizationId, status }: Job, isMade: boolean): Promise<void> {
  await beginJob(em(), id);
  if (!isMade) {
    const isStopped = status === "canceling";
    await endWithoutResult(em(), {
      jobId: id,
      status: isStopped ? "canceled" : "failed",
      ...(isStopped ? {} : { error: toJobError("provider_timeout", "No response.") }),
    });
    return;
  }
  const { request } = await em().findOneOrFail(Job, id);
  await createOutput(em(), {
    jobId: id,
    organizationId,
    step: mainStep,
    ordinal: 0,
    storageKey: `${id}/0`,
    contentType: "image/png",
    bytes: 1,
    sha256: sha256(request.prompt ?? ""),
  });
  await completeJob(em(), { jobId: id, step: mainStep, generation: 1 });
}

/** Credits that a run holds and has captured. */
async function committedCredits(runId: string): Promise<number> {
  const [row] = await em().execute<{ credits: number }[]>(
    `select sum(case kind when 'hold' then amount when 'release' then -amount else 0 end)::int as credits
     from credit_entries where job_id in (select id from jobs where id = ? or run_id = ?)`,
    [runId, runId],
  );
  return row?.credits ?? 0;
}

/** Drives a run to its end, and returns the jobs of its steps. */
async function drive(
  runId: string,
  {
    world,
    roll,
    cancelsAt,
    price,
  }: { world: World; roll: Dice; cancelsAt: number; price: PriceRange },
): Promise<{ readonly job: Job; readonly jobs: readonly Job[] }> {
  const advance = turnsIn(world);
  const turn = async () => {
    await runActivity(async () => advance({ jobId: runId }));
    expect(await committedCredits(runId)).toBeLessThanOrEqual(price.max);
  };
  let shown = 0;
  const expectProgress = async ({ progress }: Job) => {
    const view = (await listRunViews(em(), [runId], { inFull: true })).get(runId);
    const percent = Math.max(progress, view?.percent ?? 0);
    expect(percent).toBeGreaterThanOrEqual(shown);
    shown = percent;
  };
  for (let action = 0; action < actionsMax; action += 1) {
    const job = await em().findOneOrFail(Job, runId);
    const jobs = await em().find(Job, { runId }, { orderBy: { id: "asc" } });
    await expectProgress(job);
    if (job.finishedAt != null) return { job, jobs };
    expect(shown).toBeLessThan(100);
    if (action === cancelsAt) {
      const { organizationId } = job;
      await Promise.allSettled([requestCancel(em(), { jobId: runId, organizationId }), turn()]);
      continue;
    }
    const open = jobs.filter(({ finishedAt }) => finishedAt == null);
    const ending = open[roll(Math.max(1, open.length))];
    const end = async () => {
      if (ending === undefined) return;
      const { runStep, runAttempt } = ending;
      await endJob(ending, world.succeeds(runStep ?? "", runAttempt ?? 1));
    };
    const work = async () => {
      if (ending === undefined) return;
      const stage = "generating";
      await noteStage(em(), { jobId: ending.id, stage, fraction: roll(10) / 10 });
    };
    const choice = ending === undefined ? roll(2) : roll(7);
    // Most ends of jobs are signaled to no turn.
    if (choice === 0) await turn();
    else if (choice === 1) await Promise.all([turn(), turn(), end()]);
    else if (choice === 2) await Promise.all([end(), turn()]);
    else if (choice === 3) await work();
    else await end();
  }
  throw new Error("The run does not end.");
}

/** Starts a run, or resumes `former`, and returns its price. */
async function startRun(
  owner: TestOrganization,
  {
    pipelineId,
    version,
    pipeline,
    world,
    former,
    answers,
  }: {
    pipelineId: string;
    version: number;
    pipeline: Pipeline;
    world: World;
    former: { readonly runId: string; readonly rootId: string } | null;
    answers: Readonly<Record<string, StepValue>>;
  },
): Promise<{ readonly runId: string; readonly price: PriceRange }> {
  const items = countedItems(pipeline, world);
  const prices: FrozenPrices = { steps: stepPrices(pipeline), items };
  const { steps } = pipeline;
  const taken =
    former === null
      ? []
      : await takeOverSteps(
          {
            version: toVersion(pipeline, 1),
            former: await listFormerSteps(em(), former.runId),
            inputs: {},
            answers,
            fresh: [],
          },
          { evaluate: async (texts) => texts.map((text) => evaluateToy(world, text)) },
        );
  const price = remainingBound(steps, new Map(taken.map((row) => [row.key, row])), prices);
  const { jobId } = await createRun(em(), {
    job: { ...newJob(owner, { source: "pipeline" }), pipeline: { id: pipelineId, version } },
    inputs: {},
    answers,
    fresh: [],
    resumes: former,
    taken: { steps, rows: taken.filter(isSettled) },
    prices,
    maxCredits: price.max,
    timeoutSeconds: 3_600,
  });
  return { runId: jobId, price };
}

test(
  "any run over rows ends as predicted, within its price, its progress never falls, and a line of resumes pays for no request twice",
  { timeout: 60_000 + seconds * 5_000 },
  async () => {
    const property = fc.asyncProperty(
      shapesOf(2, {
        leaves: ["generate", "generate", "generate", "approve", "value"],
        scopes: ["map", "switch"],
      }),
      fc.integer(),
      fc.record({
        concurrency: fc.integer({ min: 1, max: 4 }),
        edit: fc.nat(5),
        cancelsAt: fc.constantFrom(Infinity, Infinity, 2, 5),
      }),
      fc.infiniteStream(fc.nat(1_000)),
      async (shapes, seed, { concurrency, edit, cancelsAt }, dice) => {
        const roll: Dice = (sides) => (dice.next().value ?? 0) % sides;
        const owner = await createOrganization(database.orm, { credits: 100_000 });
        const { organizationId, accountId } = owner;
        const actor = { organizationId, actorAccountId: accountId };
        const created = await createPipeline(em(), {
          organizationId,
          createdBy: accountId,
          name: "Random",
          description: null,
          version: toVersion(build(shapes, new Map()), concurrency),
          actor,
        });
        const pipelineId = created.pipeline.id;
        let { version } = created.version;
        let former = null as { runId: string; rootId: string } | null;
        let answers: Record<string, StepValue> = {};
        const made = new Set<string>();
        for (let resume = 0; resume < lineMax; resume += 1) {
          // The last run of a line has another version, in which the text of one step is different.
          const isEdited = resume === lineMax - 1;
          const pipeline = build(shapes, new Map(isEdited ? [[`s${edit}`, 1]] : []));
          if (isEdited) {
            const change = { version: toVersion(pipeline, concurrency) };
            const updated = await updatePipeline(em(), {
              pipelineId,
              organizationId,
              change,
              actor,
            });
            version = updated.version.version;
          }
          const world = worldOf(seed, resume);
          const run = { pipelineId, version, pipeline, world, former, answers };
          const { runId, price } = await startRun(owner, run);
          const stopsAt = resume === 0 ? cancelsAt : Infinity;
          const { job, jobs } = await drive(runId, { world, roll, cancelsAt: stopsAt, price });

          const paid = jobs.filter(({ status }) => status === "completed");
          const charged = paid.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
          expect(charged).toBeLessThanOrEqual(price.max);
          const prediction = predict(pipeline.steps, {
            world,
            made: (key, text) => made.has(`${key} ${text}`),
            answers,
          });
          const { failed, asked } = prediction;
          if (stopsAt === Infinity && !(failed && asked)) {
            expect(job.status).toBe(failed ? "failed" : asked ? "needs_input" : "completed");
          }
          for (const { runStep, request } of paid) made.add(`${runStep} ${request.prompt}`);
          if (job.status === "completed") break;
          const questions = await em().find(RunStep, { runId, status: "asked" });
          for (const { key } of questions) answers = { ...answers, [key]: { choice: "yes" } };
          former = { runId, rootId: former?.rootId ?? runId };
        }
      },
    );
    const stopsAt = Date.now() + seconds * 1_000;
    do await fc.assert(property, { numRuns: 1, endOnFailure: true });
    while (Date.now() < stopsAt);

    expect(await findRunViolations(database.orm)).toEqual([]);
    expect(await findLedgerViolations(database.orm)).toEqual([]);
  },
);
