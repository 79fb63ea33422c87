import type { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { presentPurse } from "#api/present/estimate.ts";
import type { runEstimateSchema } from "#api/schemas/run.ts";
import { findSpendingRoom } from "#db/billing/credit-summary.ts";
import { createRunEstimate } from "#db/pipelines/run-estimates.ts";
import { locateRunSteps } from "#domain/pipelines/locate-steps.ts";
import { countExecutions } from "#domain/pipelines/runs/count-executions.ts";
import { runSeconds } from "#domain/pipelines/runs/run-seconds.ts";

import { hashRun, planRun, type PlannedRun, type RunOrder } from "./plan-run.ts";

/**
 * Makes the decisions of `acceptRun` and starts nothing. Prices and models are stored, so that a run with the estimate
 * has exactly these.
 */
export async function estimateRun(
  { pipelineId, body }: RunOrder,
  { caller }: Pick<RouteInput<unknown, unknown, unknown>, "caller">,
  dependencies: RequestDependencies,
): Promise<z.input<typeof runEstimateSchema>> {
  const { em, now } = dependencies;
  const { organizationId, apiKeyId } = caller;
  const planned = await planRun({ pipelineId, body }, caller, dependencies);
  const { version, definition, checked, price, prices, outlook } = planned;
  const times = { seconds: outlook.seconds, items: prices.items };
  const { estimateId, expiresAt } = await createRunEstimate(em.fork(), {
    organizationId,
    pipelineId,
    version,
    requestHash: hashRun(body),
    prices,
    now: now(),
  });
  const room = await findSpendingRoom(em.fork(), { organizationId, apiKeyId, now: now() });
  const { warnings, ...purse } = presentPurse(room, price.max);
  return {
    outcome: "priced",
    estimateId,
    expiresAt: expiresAt.toISOString(),
    version,
    price: { minCredits: price.min, maxCredits: price.max },
    expectedSeconds: runSeconds(definition, checked.dependencies, times),
    ...purse,
    questions: questionsOf(planned, body),
    steps: paidSteps(planned),
    warnings: [...outlook.warnings, ...warnings.map((each) => ({ ...each, pointer: "" }))],
  };
}

/** Steps that ask a person and are still open. */
function questionsOf(
  { narrowed: { definition, skipped } }: PlannedRun,
  { answers = {} }: RunOrder["body"],
): { step: string; question: string }[] {
  return locateRunSteps(definition.steps).flatMap(({ name, step }) =>
    step.kind === "approve" && !Object.hasOwn(answers, name) && !skipped.includes(name)
      ? [{ step: name, question: step.question }]
      : [],
  );
}

function paidSteps({
  narrowed: { definition },
  prices: { steps, items },
  outlook: { models },
}: PlannedRun): z.input<typeof runEstimateSchema>["steps"] {
  const counts = countExecutions(definition.steps, items);
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
