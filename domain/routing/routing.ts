import { explainInputs } from "#domain/billing/input-prices.ts";
import type { PricedWork, Pricing } from "#domain/billing/pricing.ts";
import { explainFrames, explainSize } from "#domain/billing/quantities.ts";
import { AppError } from "#domain/errors.ts";
import { pricesByCount, priceWith } from "#domain/providers/organization-key.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest } from "#domain/requests/map-request.ts";

import { explainRoute, priceOf } from "./explain-route.ts";
import { deprecationNotice, isUsable, type ModelStatus } from "./lifecycle.ts";
import { byModelId, rankOffers } from "./rank-offers.ts";
import { unknownName, whyIncapable, whyNone } from "./refusals.ts";
import { fits, whyUnfit } from "./unfit-models.ts";

export const optimizeGoals = ["quality", "cost", "latency"] as const;
export type OptimizeGoal = (typeof optimizeGoals)[number];

export interface RoutingPreferences {
  readonly optimizeFor?: OptimizeGoal;
  /** Provider slugs, or ids of models or canonical models; when given, routing is limited to them. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly failover?: boolean;
}

/** A model as routing sees it: catalog row, provider state and measured health combined. */
export interface Candidate {
  readonly modelId: string;
  readonly modelName: string;
  /** Id of the canonical model that other hosts offer, too. Absent: the model has no other host. */
  readonly offers?: string;
  readonly provider: string;
  readonly providerName: string;
  readonly capabilities: readonly Capability[];
  readonly pricing: Pricing;
  /** 1 draft, 2 good, 3 flagship: the catalog's own judgement. */
  readonly quality: number;
  readonly typicalSeconds: number;
  /** Median duration of recent generations; null while too few are known. */
  readonly measuredSeconds: number | null;
  /** The current status. */
  readonly status: ModelStatus;
  readonly retiresOn: string | null;
  readonly replacedBy: string | null;
  /** The organization-provided key that the model would be called with; null: the platform key. */
  readonly providerKeyId: string | null;
  /** Null when the provider can be used now. */
  readonly unavailable: {
    readonly code: "provider_not_configured" | "provider_not_available" | "model_not_available";
    readonly setting?: string;
    readonly reason: string;
    readonly retryAfterSeconds?: number;
  } | null;
  /** True when the model failed recently and only gets trial calls: used when nothing else is left. */
  readonly onTrial: boolean;
  /** Share of jobs that the provider gets among equals; zero is a reserve. */
  readonly weight: number;
  /** The embedded provider is always available, and the last choice for quality. */
  readonly embedded: boolean;
}

export interface RouteQuestion {
  readonly capability: Capability;
  readonly inputs: readonly InputFacts[];
  readonly parameters: GenerationParameters;
  /** Parameters that a model must support exactly; the others may be approximated. */
  readonly explicit?: GenerationParameters;
  /** Id of a model or a canonical model, or a name from a message ("flux", "veo"). */
  readonly requestedModel?: string | undefined;
  readonly requestedProvider?: string | undefined;
  readonly preferences?: RoutingPreferences | undefined;
  readonly maxCredits?: number | undefined;
  /** Text prompt; its length determines the price of speech. */
  readonly prompt?: string;
  /** Models that already failed this job. */
  readonly exclude?: readonly string[];
  /** Selects among equals, 0 ≤ draw < 1; without it the choice is always the same. */
  readonly draw?: number;
}

export interface RouteDecision {
  readonly candidate: Candidate;
  readonly credits: number;
  /** Price of 1, 2, … results, up to the ordered number; absent when one result is ordered. */
  readonly creditsByCount?: readonly number[] | undefined;
  readonly strategy: "requested" | OptimizeGoal;
  readonly reason: string;
  /** Notices about the choice for the caller, such as the model's retirement. */
  readonly notices: readonly string[];
  /** Deviations from the request, where the model does not support it. */
  readonly assumptions: readonly string[];
}

/**
 * Chooses the model. Throws `model_not_found`, `provider_not_found`, `provider_not_configured`,
 * `provider_not_available`, `model_not_available`, `model_lacks_capability`, `no_model_available` or
 * `price_over_limit`, each with what would have worked. Throws `input_missing`, `parameter_not_supported` or
 * `request_invalid` when no model can fulfil the request, with all issues of the model with the fewest.
 */
export function chooseModel(
  candidates: readonly Candidate[],
  question: RouteQuestion,
): RouteDecision {
  const named = namedCandidates(candidates, question);
  const capable = named.filter((candidate) => candidate.capabilities.includes(question.capability));
  const first = named[0];
  if (capable.length === 0 && first !== undefined && named.length < candidates.length) {
    throw whyIncapable(candidates, question);
  }
  const allowed = capable.filter((candidate) => isAllowed(candidate, question));
  const usable = allowed.filter(isUsable);
  if (usable.length === 0) throw whyNone(allowed, { question, candidates });
  const fitting = usable.filter((candidate) => fits(candidate, question));
  if (fitting.length === 0) throw whyUnfit(usable, question);
  const { offers, refusal } = priceAll(fitting, question);
  const goal = goalOf(question);
  const ranked = rankOffers(offers, goal, question.draw ?? 0);
  const best = ranked.offers[0];
  if (best === undefined) throw refusal();
  const notice = deprecationNotice(best.candidate);
  return {
    ...best,
    creditsByCount: pricesByCount(best.candidate, question.parameters, workOf(question)),
    strategy: isNamed(question) ? "requested" : goal,
    reason: explainRoute({ ranked, question, goal, capable, allowed, usable, fitting }),
    notices: notice === null ? [] : [notice],
    assumptions: assumptionsOf(best.candidate, question),
  };
}

function assumptionsOf(
  { pricing }: Candidate,
  { capability, inputs, parameters }: RouteQuestion,
): readonly string[] {
  if (pricing.parameters === undefined) return [];
  const wish = { capability, inputs, parameters, priced: pricing, explicit: {} };
  return [
    ...mapRequest(pricing.parameters, wish).assumptions,
    ...explainSize(pricing, { parameters, inputs }),
    ...explainFrames(pricing, { inputs }),
    ...explainInputs(pricing.inputs, inputs),
  ];
}

/** A usable model with its price for the job. */
export interface Offer {
  readonly candidate: Candidate;
  readonly credits: number;
}

/**
 * Lists every model that can fulfil the request, best first, within `maxCredits`. Throws `model_not_found`
 * and `provider_not_found` for unknown names.
 */
export function listOffers(
  candidates: readonly Candidate[],
  question: RouteQuestion,
): readonly Offer[] {
  const usable = namedCandidates(candidates, question).filter(
    (candidate) =>
      candidate.capabilities.includes(question.capability) &&
      isAllowed(candidate, question) &&
      isUsable(candidate) &&
      fits(candidate, question),
  );
  return rankOffers(priceAll(usable, question).offers, goalOf(question), question.draw ?? 0).offers;
}

/**
 * Adds the best of the offers closest to the price limit to a price refusal, as `details.nearest`. Returns
 * any other error, and a refusal without such an offer, unchanged.
 */
export function nameNearestOffer(error: unknown, listOthers: () => readonly Offer[]): unknown {
  if (!(error instanceof AppError) || error.code !== "price_over_limit") return error;
  const others = listOthers();
  const credits = Math.max(...others.map((offer) => offer.credits));
  const nearest = others.find((offer) => offer.credits === credits);
  if (nearest === undefined) return error;
  const { modelId, provider } = nearest.candidate;
  return new AppError(error.code, {
    message: `${error.message} ${modelId} would do it for ${priceOf(credits)}.`,
    details: { ...error.details, nearest: { model: modelId, provider, credits } },
    issues: error.issues,
    cause: error.cause,
  });
}

function isNamed({ requestedModel, requestedProvider }: RouteQuestion): boolean {
  return requestedModel !== undefined || requestedProvider !== undefined;
}

function goalOf({ preferences }: RouteQuestion): OptimizeGoal {
  return preferences?.optimizeFor ?? "quality";
}

/**
 * Exact ids first: a canonical id matches all of its offers, the id of a row that row alone. A family name ("flux", "veo")
 * matches the ids and names that contain it.
 */
export function namedCandidates(
  candidates: readonly Candidate[],
  {
    requestedModel,
    requestedProvider,
  }: Pick<RouteQuestion, "requestedModel" | "requestedProvider">,
): readonly Candidate[] {
  let chosen = candidates;
  if (requestedProvider !== undefined) {
    chosen = candidates.filter((candidate) => candidate.provider === requestedProvider);
    if (chosen.length === 0) {
      const slugs = new Set(candidates.map(({ provider }) => provider));
      throw unknownName("provider", requestedProvider, { known: [...slugs], pointer: "/provider" });
    }
  }
  if (requestedModel === undefined) return chosen;
  const offers = chosen.filter((candidate) => candidate.offers === requestedModel);
  if (offers.length > 0) return withOneQuality(offers);
  const exact = chosen.filter((candidate) => candidate.modelId === requestedModel);
  if (exact.length > 0) return exact;
  const word = requestedModel.toLowerCase();
  const family = chosen.filter((candidate) =>
    [candidate.modelId, candidate.modelName, candidate.provider, candidate.providerName].some(
      (name) => name.toLowerCase().includes(word),
    ),
  );
  if (family.length === 0) {
    const ids = chosen.flatMap(({ modelId, offers: canonical }) =>
      [modelId, canonical ?? []].flat(),
    );
    throw unknownName("model", requestedModel, { known: [...new Set(ids)], pointer: "/model" });
  }
  return family;
}

/** Treats offers of one model as equally good, so that the price decides and not the judgement in their rows. */
function withOneQuality(offers: readonly Candidate[]): readonly Candidate[] {
  const quality = Math.max(...offers.map((offer) => offer.quality));
  return offers.map((offer) => (offer.quality === quality ? offer : { ...offer, quality }));
}

function isAllowed(candidate: Candidate, { preferences, exclude }: RouteQuestion): boolean {
  const names = [candidate.modelId, candidate.provider, candidate.offers];
  if (exclude?.includes(candidate.modelId)) return false;
  if (preferences?.deny?.some((name) => names.includes(name))) return false;
  const allow = preferences?.allow;
  return allow === undefined || allow.length === 0 || allow.some((name) => names.includes(name));
}

/**
 * Prices each model and drops those that cost too much. The refusal has the lowest price, for the case that
 * no offer is left.
 */
function priceAll(
  usable: readonly Candidate[],
  question: RouteQuestion,
): { offers: readonly Offer[]; refusal: () => Error } {
  const { maxCredits: limit } = question;
  const work = workOf(question);
  const offers: Offer[] = [];
  let cheapest: Offer | undefined;
  let refusal: AppError | undefined;
  // Ordered by name, so that a tie in price always reports the same model.
  for (const candidate of usable.toSorted(byModelId)) {
    try {
      const credits = priceWith(candidate, question.parameters, work);
      if (cheapest === undefined || credits < cheapest.credits) cheapest = { credits, candidate };
      if (limit === undefined || credits <= limit) offers.push({ candidate, credits });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (refusal === undefined || priceIn(error) < priceIn(refusal)) refusal = error;
    }
  }
  return {
    offers,
    refusal: () =>
      cheapest === undefined
        ? (refusal ?? new Error("expected a price"))
        : overLimit(cheapest, question),
  };
}

function workOf({ capability, inputs, prompt }: RouteQuestion): PricedWork {
  return { capability, inputs, ...(prompt === undefined ? {} : { characters: prompt.length }) };
}

function overLimit({ credits, candidate }: Offer, question: RouteQuestion): AppError {
  const { maxCredits } = question;
  const model = candidate.modelId;
  const name = isNamed(question) ? model : `The cheapest model for this, ${model},`;
  return new AppError("price_over_limit", {
    message: `${name} costs ${priceOf(credits)}; maxCredits is ${String(maxCredits)}.`,
    details: { credits, maxCredits, model },
  });
}

function priceIn(refusal: AppError): number {
  return Number(refusal.details["credits"]);
}
