import { withoutNames } from "./choose-for-message.ts";
import { isUsable } from "./lifecycle.ts";
import { secondsOf } from "./rank-offers.ts";
import {
  listOffers,
  type Candidate,
  type Offer,
  type RouteDecision,
  type RouteQuestion,
} from "./routing.ts";

/** Another model that can fulfil the request. */
export interface Alternative extends Offer {
  readonly expectedSeconds: number;
  readonly isUsable: boolean;
  /** The setting that enables the model. */
  readonly setting?: string;
}

export interface EstimateWarning {
  readonly code:
    | "model_deprecated"
    | "model_preview"
    | "model_on_trial"
    | "provider_not_configured";
  readonly message: string;
}

export interface GenerationEstimate {
  /** Charge when failover reaches the cheapest possible model: at most the price. */
  readonly minCredits: number;
  readonly expectedSeconds: number;
  /** True when the time was measured on this installation. */
  readonly isMeasured: boolean;
  readonly alternatives: readonly Alternative[];
  readonly warnings: readonly EstimateWarning[];
}

const alternativesMax = { usable: 3, all: 5 };

/**
 * Estimates a generation before the caller pays for it. `question` is the question of the decision, with the
 * names that were followed and the models that were excluded.
 */
export function estimateGeneration(
  candidates: readonly Candidate[],
  question: RouteQuestion,
  decision: RouteDecision,
): GenerationEstimate {
  const { candidate } = decision;
  const others = listOffers(withKeys(candidates), {
    ...withoutNames(question),
    maxCredits: undefined,
  }).filter((offer) => offer.candidate.modelId !== candidate.modelId);
  const usableIds = new Set(candidates.filter(isUsable).map(({ modelId }) => modelId));
  const usable = others.filter((offer) => usableIds.has(offer.candidate.modelId));
  const locked = others.filter((offer) => !usableIds.has(offer.candidate.modelId));
  const shown = usable.slice(0, alternativesMax.usable);
  return {
    minCredits: leastCharged(candidates, question, decision),
    expectedSeconds: secondsOf(candidate),
    isMeasured: candidate.measuredSeconds !== null,
    alternatives: [...shown, ...locked.slice(0, alternativesMax.all - shown.length)].map((offer) =>
      toAlternative(offer, candidates),
    ),
    warnings: [...warningsOf(decision), ...keyWarnings(candidate, locked, candidates)],
  };
}

/** Treats every provider without a key as configured. */
function withKeys(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((candidate) =>
    candidate.unavailable?.code === "provider_not_configured"
      ? { ...candidate, unavailable: null }
      : candidate,
  );
}

/**
 * Returns the lowest possible charge. After failover a job pays the price of the model that made it, never
 * more than was held.
 */
function leastCharged(
  candidates: readonly Candidate[],
  question: RouteQuestion,
  { credits }: RouteDecision,
): number {
  if (question.preferences?.failover === false) return credits;
  const takers = listOffers(candidates, { ...question, maxCredits: credits });
  return Math.min(credits, ...takers.map((offer) => offer.credits));
}

function toAlternative(offer: Offer, candidates: readonly Candidate[]): Alternative {
  const unavailable = candidates.find(
    ({ modelId }) => modelId === offer.candidate.modelId,
  )?.unavailable;
  const setting = unavailable?.setting;
  return {
    ...offer,
    expectedSeconds: secondsOf(offer.candidate),
    isUsable: unavailable == null,
    ...(setting === undefined ? {} : { setting }),
  };
}

function warningsOf({ candidate, notices }: RouteDecision): EstimateWarning[] {
  const { modelId, status, onTrial } = candidate;
  const warnings: EstimateWarning[] = notices.map((message) => ({
    code: "model_deprecated",
    message,
  }));
  if (status === "preview") {
    const message = `${modelId} is a preview: its provider may change or withdraw it at any time.`;
    warnings.push({ code: "model_preview", message });
  }
  if (onTrial) {
    const message = `${modelId} has failed recently and is receiving trial requests.`;
    warnings.push({ code: "model_on_trial", message });
  }
  return warnings;
}

/** Warns about better models that only lack a key. */
function keyWarnings(
  chosen: Candidate,
  locked: readonly Offer[],
  candidates: readonly Candidate[],
): EstimateWarning[] {
  const better = locked.filter(
    ({ candidate }) => chosen.embedded || candidate.quality > chosen.quality,
  );
  if (better.length === 0) return [];
  const settings = better.map((offer) => toAlternative(offer, candidates).setting ?? "");
  const names = [...new Set(settings)].toSorted().join(", ");
  const count = better.length === 1 ? "1 model" : `${better.length} models`;
  const message = `${count} of a higher quality require a key that is not set: ${names}.`;
  return [{ code: "provider_not_configured", message }];
}
