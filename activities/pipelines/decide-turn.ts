import { createHash } from "node:crypto";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { NewJob } from "#db/jobs/jobs.ts";
import type { LoadedRun } from "#db/pipelines/load-run.ts";
import { findMediaModel, listCandidates } from "#db/providers/catalog.ts";
import { findOrganizationKeys } from "#db/providers/provider-keys.ts";
import { creditsMax } from "#domain/billing/credits.ts";
import { AppError } from "#domain/errors.ts";
import { decideRun } from "#domain/pipelines/runs/decide-run.ts";
import type { FrozenPrices } from "#domain/pipelines/runs/price-bound.ts";
import type {
  EvaluatedValue,
  RunDecision,
  RunSources,
  RunState,
  StepStart,
} from "#domain/pipelines/runs/run-state.ts";
import type { StepError } from "#domain/pipelines/runs/step-row.ts";
import { isStepWithinLimits } from "#domain/pipelines/value-limits.ts";
import type { Candidate } from "#domain/routing/routing.ts";
import { evaluateValues } from "#runtime/expressions/evaluate-values.ts";

import { planGenerate } from "./plan-generate.ts";
import { planTransform } from "./plan-transform.ts";
import { endOfJob } from "./step-values.ts";

type Dependencies = Pick<
  ActivityDependencies,
  "orm" | "expressions" | "providerSettings" | "writeText"
>;

/** Rounds of one decision. Each evaluates texts or refuses an attempt, of at most 1,000 executions of steps. */
const roundsMax = 10_000;

/** Refusals of jobs, by `attemptId`. */
export type Refusals = Map<string, StepError>;

export interface DecidedTurn {
  readonly decision: RunDecision;
  /** A task has no job. */
  readonly starts: readonly { readonly start: StepStart; readonly job: NewJob | null }[];
}

export function attemptId({ key, attempt }: Pick<StepStart, "key" | "attempt">): string {
  return `${key}#${attempt}`;
}

/**
 * Decides a run until all values are known and each step that starts has a model at a price that the run holds. A
 * refused attempt is decided again.
 */
export async function decideTurn(
  loaded: LoadedRun,
  refusals: Refusals,
  dependencies: Dependencies,
): Promise<DecidedTurn> {
  const values = new Map<string, EvaluatedValue>();
  const planned = new Map<string, NewJob | null>();
  const state = stateOf(loaded, dependencies);
  const sources = sourcesOf(loaded, { values, refusals });
  let models: Models | null = null;
  for (let round = 0; round < roundsMax; round += 1) {
    const decision = decideRun(state, sources);
    if (decision.missing.length > 0) {
      const { checked } = loaded.version;
      await evaluateValues(dependencies.expressions, {
        checked,
        missing: decision.missing,
        values,
      });
      continue;
    }
    const unplanned = decision.starts.filter((start) => !planned.has(attemptId(start)));
    if (unplanned.some(({ effect }) => effect === "job")) {
      models ??= await listModels(loaded, dependencies);
    }
    const refusedBefore = refusals.size;
    for (const start of unplanned) {
      const job =
        start.effect === "task"
          ? refuseLargeTask(start)
          : await planOrRefuse(loaded, { start, models: models ?? noModels, dependencies });
      if (job !== null && "code" in job) refusals.set(attemptId(start), job);
      else planned.set(attemptId(start), job);
    }
    if (refusals.size > refusedBefore) continue;
    const starts = decision.starts.flatMap((start) => {
      const job = planned.get(attemptId(start));
      return job === undefined ? [] : { start, job };
    });
    return { decision, starts };
  }
  throw new Error("the decision of a run does not end");
}

function refuseLargeTask({ request }: StepStart): StepError | null {
  return isStepWithinLimits(request) ? null : { code: "value_too_large" };
}

function stateOf(
  { job, run, version, rows, startDelays }: LoadedRun,
  { writeText }: Pick<Dependencies, "writeText">,
): RunState {
  const now = new Date();
  const isLate = run.deadlineAt <= now;
  return {
    definition: version.definition,
    dependencies: version.checked.dependencies,
    inputs: run.inputs,
    rows,
    answers: run.answers,
    fresh: run.fresh,
    stopped: job.status === "canceling" ? "canceled" : isLate ? "timed_out" : null,
    hasLanguageModel: writeText !== null,
    startDelays,
    now,
  };
}

function sourcesOf(
  { ended, calls, former }: LoadedRun,
  { values, refusals }: { values: ReadonlyMap<string, EvaluatedValue>; refusals: Refusals },
): RunSources {
  return {
    evaluate: ({ id }) => values.get(id),
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    endOf({ jobId, result }) {
      if (result?.status === "sent") return calls.get(result.eventId);
      if (jobId === undefined) return result;
      const found = ended.get(jobId);
      return found === undefined ? undefined : endOfJob(found);
    },
    reusable: (key, requestHash) => former.get(key)?.get(requestHash),
    refusal: (key, attempt) => refusals.get(attemptId({ key, attempt })),
  };
}

/** Models that the jobs of a turn can use. */
interface Models {
  readonly candidates: readonly Candidate[];
  readonly mediaModel: Candidate | null;
}

const noModels: Models = { candidates: [], mediaModel: null };

async function listModels(
  { job }: LoadedRun,
  { orm, providerSettings }: Dependencies,
): Promise<Models> {
  const em = orm.em.fork();
  const organizationKeys = await findOrganizationKeys(em, job.organizationId);
  return {
    candidates: await listCandidates(em, providerSettings, { organizationKeys }),
    mediaModel: await findMediaModel(em, providerSettings),
  };
}

/** A step whose job cannot be made fails with the reason; the run itself goes on. */
async function planOrRefuse(
  { job: run, run: { prices } }: LoadedRun,
  {
    start,
    models: { candidates, mediaModel },
    dependencies: { orm },
  }: { start: StepStart; models: Models; dependencies: Dependencies },
): Promise<NewJob | StepError> {
  const maxCredits = prices.steps[start.step]?.max ?? creditsMax;
  const plan = async (among: readonly Candidate[]) =>
    planGenerate(orm.em.fork(), { run, start, maxCredits, candidates: among });
  try {
    if (start.request["kind"] === "transform") return planTransform({ run, start, mediaModel });
    const held = heldModel(start, prices);
    if (held === undefined) return await plan(candidates);
    return await plan(candidates.filter(({ modelId }) => modelId === held)).catch(async () =>
      plan(candidates),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  }
}

/** Returns the model that was chosen for a step at acceptance. A fallback has none. */
function heldModel(
  { step, attempt, request }: StepStart,
  prices: FrozenPrices,
): string | undefined {
  const isFallback = attempt > 1 + Number(request["retries"] ?? 0);
  return isFallback ? undefined : prices.models?.[step];
}
