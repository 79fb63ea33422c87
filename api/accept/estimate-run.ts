import type { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { presentPurse } from "#api/present/estimate.ts";
import type { runEstimateSchema, runPreviewSchema } from "#api/schemas/run.ts";
import { findSpendingRoom } from "#db/billing/credit-summary.ts";
import { createRunEstimate } from "#db/pipelines/run-estimates.ts";
import { locateRunSteps } from "#domain/pipelines/locate-steps.ts";
import { countExecutions } from "#domain/pipelines/runs/count-executions.ts";
import type { PriceRange } from "#domain/pipelines/runs/price-bound.ts";
import { runSeconds } from "#domain/pipelines/runs/run-seconds.ts";
import { isItemKey, isSettled, type StepRow } from "#domain/pipelines/runs/step-row.ts";

import { hashRun, planRun, type PlannedRun, type RunOrder } from "./plan-run.ts";

/**
 * Makes the decisions of `acceptRun` and starts nothing. Prices and models are stored, so that a run with the estimate
 * has exactly these.
 */
export async function estimateRun(
  order: RunOrder,
  { caller }: Pick<RouteInput<unknown, unknown, unknown>, "caller">,
  dependencies: RequestDependencies,
): Promise<z.input<typeof runEstimateSchema>> {
  const { em, now } = dependencies;
  const planned = await planRun(order, caller, dependencies);
  const { estimateId, expiresAt } = await createRunEstimate(em.fork(), {
    organizationId: caller.organizationId,
    pipelineId: order.pipelineId,
    version: planned.version,
    requestHash: hashRun(order),
    prices: planned.prices,
    maxCredits: planned.price.max,
    now: now(),
  });
  const presented = await presentPlanned(planned, order, { caller, dependencies });
  return { ...presented, estimateId, expiresAt: expiresAt.toISOString() };
}

/** Estimates a run while its message is being written: nothing is stored. */
export async function previewRun(
  order: RunOrder,
  { caller }: Pick<RouteInput<unknown, unknown, unknown>, "caller">,
  dependencies: RequestDependencies,
): Promise<z.input<typeof runPreviewSchema>> {
  const screening = dependencies.screening.forPreviews;
  const planned = await planRun(order, caller, { ...dependencies, screening });
  return presentPlanned(planned, order, { caller, dependencies });
}

async function presentPlanned(
  planned: PlannedRun,
  { body }: RunOrder,
  {
    caller: { organizationId, apiKeyId },
    dependencies: {
      em,
      now,
      settings: { hasLanguageModel },
    },
  }: Pick<RouteInput<unknown, unknown, unknown>, "caller"> & { dependencies: RequestDependencies },
): Promise<z.input<typeof runPreviewSchema>> {
  const { version, definition, checked, price, prices, outlook, taken } = planned;
  const counts = remainingCounts(planned);
  const seconds = Object.fromEntries(
    Object.entries(outlook.seconds).filter(([name]) => counts[name]?.max !== 0),
  );
  const times = { seconds, items: prices.items };
  const room = await findSpendingRoom(em.fork(), { organizationId, apiKeyId, now: now() });
  const { warnings, ...purse } = presentPurse(room, price.max);
  return {
    outcome: "priced",
    version,
    price: { minCredits: price.min, maxCredits: price.max },
    expectedSeconds: runSeconds(definition, checked.dependencies, times),
    ...purse,
    reused: taken.flatMap(({ key, status }) => (status === "reused" ? [key] : [])),
    questions: questionsOf(planned, body, { counts, hasLanguageModel }),
    steps: paidSteps(planned, counts),
    warnings: [...outlook.warnings, ...warnings.map((each) => ({ ...each, pointer: "" }))],
  };
}

/** Steps that ask a person and are still open. */
function questionsOf(
  { narrowed: { definition, skipped } }: PlannedRun,
  { answers = {} }: RunOrder["body"],
  { counts, hasLanguageModel }: { counts: Counts; hasLanguageModel: boolean },
): { step: string; question: string }[] {
  return locateRunSteps(definition.steps).flatMap(({ name, step }) => {
    const isOpen =
      !Object.hasOwn(answers, name) && !skipped.includes(name) && counts[name]?.max !== 0;
    if (!isOpen) return [];
    if (step.kind === "approve") return [{ step: name, question: step.question }];
    return step.kind === "write" && !hasLanguageModel
      ? [{ step: name, question: step.instruction }]
      : [];
  });
}

type Counts = Readonly<Record<string, PriceRange>>;

/** Executions of each step, by name, without those that the runs before have settled. */
function remainingCounts({
  narrowed: { definition },
  prices: { items },
  taken,
}: PlannedRun): Counts {
  const settled = Map.groupBy(taken.filter(isSettledStep), ({ step }) => step);
  const counts = Object.entries(countExecutions(definition.steps, items));
  return Object.fromEntries(
    counts.map(([name, { min, max }]) => {
      const less = settled.get(name)?.length ?? 0;
      return [name, { min: Math.max(0, min - less), max: Math.max(0, max - less) }];
    }),
  );
}

/** An item of a map has the name of its map. */
function isSettledStep(row: StepRow): boolean {
  return isSettled(row) && !isItemKey(row.key);
}

function paidSteps(
  { narrowed: { definition }, prices: { steps }, outlook: { models } }: PlannedRun,
  counts: Counts,
): z.input<typeof runEstimateSchema>["steps"] {
  return locateRunSteps(definition.steps).flatMap(({ name, path }) => {
    const range = steps[name];
    const count = counts[name];
    if (range === undefined || count === undefined) return [];
    const model = models[name];
    return [
      {
        step: path,
        count,
        minCredits: range.min,
        maxCredits: range.max,
        ...(model === undefined ? {} : { model: { id: model.id, provider: model.provider } }),
      },
    ];
  });
}
