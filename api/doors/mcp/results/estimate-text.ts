import type { Priced, PricedRun, Unclear } from "#api/doors/mcp/estimate-order.ts";

import { questionText } from "./question-text.ts";

const alternativesMax = 5;

export function estimateText(estimate: Unclear | Priced | PricedRun): string {
  if (estimate.outcome === "needs_input") return questionText(estimate.question);
  const { availableCredits, warnings } = estimate;
  return [
    `${priceText(estimate)} ${availableCredits} credits are available.`,
    ...("alternatives" in estimate ? alternativesText(estimate) : []),
    ...warnings.map(({ message }) => message),
  ].join("\n");
}

export function priceText(estimate: Priced | PricedRun): string {
  const { minCredits, maxCredits } = estimate.price;
  const credits = minCredits === maxCredits ? `${maxCredits}` : `${minCredits} to ${maxCredits}`;
  const seconds = `about ${Math.ceil(estimate.expectedSeconds)} s`;
  if (!("model" in estimate)) {
    const { steps } = estimate;
    return `${credits} credits for a run of ${steps.length} kinds of paid steps, ${seconds}.`;
  }
  const { model, request } = estimate;
  return `${credits} credits with ${model.id} (${request.capability}), ${seconds}.`;
}

function alternativesText({ alternatives }: Priced): string[] {
  return alternatives
    .filter(({ available }) => available)
    .slice(0, alternativesMax)
    .map(({ model, credits }) => `Alternative: ${model.id}, ${credits} credits.`);
}

export function toEstimateSummary(estimate: Unclear | Priced | PricedRun): Record<string, unknown> {
  const { outcome, availableCredits, affordable, warnings } = estimate;
  const common = { outcome, availableCredits, affordable, warnings };
  if (estimate.outcome === "needs_input") return { ...common, question: estimate.question };
  const { price, expectedSeconds } = estimate;
  return {
    ...common,
    price,
    expectedSeconds,
    ...("model" in estimate ? { model: estimate.model, request: estimate.request } : {}),
  };
}
