import type { Capability, InputKind } from "./capability.ts";
import { creditsFor, type Pricing } from "./credits.ts";
import { AppError } from "./errors.ts";
import type { GenerationParameters } from "./intent.ts";

export const optimizeGoals = ["quality", "cost", "latency"] as const;
export type OptimizeGoal = (typeof optimizeGoals)[number];

export interface RoutingPreferences {
  readonly optimizeFor?: OptimizeGoal;
  /** Provider slugs or model ids; when given, nothing else is chosen. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly failover?: boolean;
}

/** A model as the decision needs it: catalog row, provider state and measured health in one. */
export interface Candidate {
  readonly modelId: string;
  readonly modelName: string;
  readonly provider: string;
  readonly providerName: string;
  readonly capabilities: readonly Capability[];
  readonly pricing: Pricing;
  /** 1 draft, 2 good, 3 flagship: a stated judgement of the catalog. */
  readonly quality: number;
  readonly typicalSeconds: number;
  readonly status: "active" | "preview" | "deprecated" | "retired" | "disabled";
  readonly replacedBy: string | null;
  /** Null when the provider can be used now. */
  readonly unavailable: {
    readonly code: "provider_not_configured" | "provider_not_available" | "model_not_available";
    readonly setting?: string;
    readonly reason: string;
  } | null;
  /** The embedded provider is the last choice for quality and always there. */
  readonly embedded: boolean;
}

export interface RouteQuestion {
  readonly capability: Capability;
  readonly inputs: readonly InputKind[];
  readonly parameters: GenerationParameters;
  /** A model id or a name that a message used ("flux", "kling"). */
  readonly requestedModel?: string | undefined;
  readonly requestedProvider?: string | undefined;
  readonly preferences?: RoutingPreferences | undefined;
  readonly maxCredits?: number | undefined;
  /** Models that already failed this job. */
  readonly exclude?: readonly string[];
}

export interface RouteDecision {
  readonly candidate: Candidate;
  readonly credits: number;
  readonly strategy: "requested" | OptimizeGoal;
  readonly reason: string;
}

/**
 * Chooses the model. Throws `model_not_found`, `provider_not_found`, `provider_not_configured`,
 * `model_not_available`, `model_lacks_capability`, `no_model_available` or `price_over_limit`,
 * each with what would have worked.
 */
export function chooseModel(
  candidates: readonly Candidate[],
  question: RouteQuestion,
): RouteDecision {
  const named = namedCandidates(candidates, question);
  const capable = named.filter((candidate) => candidate.capabilities.includes(question.capability));
  const first = named[0];
  if (capable.length === 0 && first !== undefined && named.length < candidates.length) {
    throw new AppError("model_lacks_capability", {
      details: {
        requested: question.requestedModel ?? question.requestedProvider,
        capability: question.capability,
        modelsWithCapability: candidates
          .filter((candidate) => candidate.capabilities.includes(question.capability))
          .map((candidate) => candidate.modelId)
          .slice(0, 20),
      },
    });
  }
  const allowed = capable.filter((candidate) => isAllowed(candidate, question));
  const usable = allowed.filter(isUsable);
  if (usable.length === 0) throw whyNone(allowed, question);
  const { offers, refusal } = priceAll(usable, question);
  const wasNamed = isNamed(question);
  const goal = goalOf(question);
  const ranked = offers.toSorted((left, right) => compare(left, right, goal));
  const best = ranked[0];
  if (best === undefined) throw refusal();
  return {
    ...best,
    strategy: wasNamed ? "requested" : goal,
    reason: explain(best.candidate, ranked.length, question, wasNamed, goal, best.credits),
  };
}

/** A model that can be used now, and what it asks for the job. */
export interface Offer {
  readonly candidate: Candidate;
  readonly credits: number;
}

/**
 * Every model that would do, best first; none for more than `maxCredits`. Throws `model_not_found`
 * and `provider_not_found` for names that mean nothing.
 */
export function listOffers(
  candidates: readonly Candidate[],
  question: RouteQuestion,
): readonly Offer[] {
  const usable = namedCandidates(candidates, question).filter(
    (candidate) =>
      candidate.capabilities.includes(question.capability) &&
      isAllowed(candidate, question) &&
      isUsable(candidate),
  );
  const goal = goalOf(question);
  return priceAll(usable, question).offers.toSorted((left, right) => compare(left, right, goal));
}

/**
 * A refusal for its price, with the best of what comes nearest to the limit from below as
 * `details.nearest`. Any other error, and one that nothing comes near to, is given back as it is.
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

/** Whether it can be called now and is still sold. */
export function isUsable({ unavailable, status }: Candidate): boolean {
  return unavailable === null && isSold(status);
}

function isSold(status: Candidate["status"]): boolean {
  return status === "active" || status === "preview" || status === "deprecated";
}

/** Exact ids first; a family name ("flux", "kling") matches the ids and names that contain it. */
function namedCandidates(
  candidates: readonly Candidate[],
  { requestedModel, requestedProvider }: RouteQuestion,
): readonly Candidate[] {
  let chosen = candidates;
  if (requestedProvider !== undefined) {
    chosen = candidates.filter((candidate) => candidate.provider === requestedProvider);
    if (chosen.length === 0) {
      throw new AppError("provider_not_found", { details: { provider: requestedProvider } });
    }
  }
  if (requestedModel === undefined) return chosen;
  const exact = chosen.filter((candidate) => candidate.modelId === requestedModel);
  if (exact.length > 0) return exact;
  const word = requestedModel.toLowerCase();
  const family = chosen.filter((candidate) =>
    [candidate.modelId, candidate.modelName, candidate.provider, candidate.providerName].some(
      (name) => name.toLowerCase().includes(word),
    ),
  );
  if (family.length === 0) {
    throw new AppError("model_not_found", { details: { model: requestedModel } });
  }
  return family;
}

function isAllowed(candidate: Candidate, { preferences, exclude }: RouteQuestion): boolean {
  const names = [candidate.modelId, candidate.provider];
  if (exclude?.includes(candidate.modelId)) return false;
  if (preferences?.deny?.some((name) => names.includes(name))) return false;
  const allow = preferences?.allow;
  return allow === undefined || allow.length === 0 || allow.some((name) => names.includes(name));
}

/** A single candidate tells its own reason; several tell what to configure. */
function whyNone(allowed: readonly Candidate[], question: RouteQuestion): AppError {
  const only = allowed.length === 1 ? allowed[0] : undefined;
  if (only !== undefined) {
    if (only.status === "retired" || only.status === "disabled") {
      return new AppError("model_not_available", {
        message: `The model ${only.modelId} is ${only.status}.`,
        details: { model: only.modelId, status: only.status, replacedBy: only.replacedBy },
      });
    }
    if (only.unavailable !== null) {
      return new AppError(only.unavailable.code, {
        message: only.unavailable.reason,
        details: {
          model: only.modelId,
          provider: only.provider,
          setting: only.unavailable.setting,
        },
      });
    }
  }
  const settings = allowed.flatMap((candidate) => candidate.unavailable?.setting ?? []);
  const allMissKey =
    allowed.length > 0 &&
    allowed.every((candidate) => candidate.unavailable?.code === "provider_not_configured");
  return new AppError(
    isNamed(question) && allMissKey ? "provider_not_configured" : "no_model_available",
    {
      details: { capability: question.capability, settings: [...new Set(settings)].toSorted() },
    },
  );
}

/** Prices each; what costs too much drops out. The refusal tells the cheapest one's price, for when nothing is left. */
function priceAll(
  usable: readonly Candidate[],
  question: RouteQuestion,
): { offers: readonly Offer[]; refusal: () => Error } {
  const limit = question.maxCredits;
  const offers: Offer[] = [];
  let cheapest: Offer | undefined;
  let refusal: AppError | undefined;
  // By name, so that of two at one price the same one is told each time.
  for (const candidate of usable.toSorted(byModelId)) {
    try {
      const credits = creditsFor(candidate.pricing, question.parameters);
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
        ? (refusal ?? new Error("nothing was priced"))
        : overLimit(cheapest, question),
  };
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

function byModelId(left: Candidate, right: Candidate): number {
  return left.modelId < right.modelId ? -1 : 1;
}

function compare(left: Offer, right: Offer, goal: OptimizeGoal): number {
  const byQuality =
    Number(left.candidate.embedded) - Number(right.candidate.embedded) ||
    right.candidate.quality - left.candidate.quality;
  const byCost = left.credits - right.credits;
  const byTime = left.candidate.typicalSeconds - right.candidate.typicalSeconds;
  const byName = byModelId(left.candidate, right.candidate);
  // A model that is going away is only taken when nothing else is left.
  const byStatus = statusRank(left.candidate.status) - statusRank(right.candidate.status);
  switch (goal) {
    case "quality":
      return byStatus || byQuality || byCost || byTime || byName;
    case "cost":
      return byStatus || byCost || byQuality || byTime || byName;
    case "latency":
      return byStatus || byTime || byQuality || byCost || byName;
  }
}

function statusRank(status: Candidate["status"]): number {
  return status === "active" ? 0 : status === "preview" ? 1 : 2;
}

function explain(
  candidate: Candidate,
  alternatives: number,
  question: RouteQuestion,
  wasNamed: boolean,
  goal: OptimizeGoal,
  credits: number,
): string {
  const price = priceOf(credits);
  const name = `${candidate.modelName} of ${candidate.providerName}`;
  const notice =
    candidate.status === "deprecated"
      ? ` It will be retired${candidate.replacedBy ? `; ${candidate.replacedBy} replaces it` : ""}.`
      : "";
  if (wasNamed) {
    return `${name} was asked for (${question.requestedModel ?? question.requestedProvider ?? ""}); ${price}.${notice}`;
  }
  if (alternatives === 1) {
    return `${name} is the only usable model for ${question.capability} here; ${price}.${notice}`;
  }
  return `${name} is the best of ${alternatives} usable models for ${question.capability} by ${goal}; ${price}.${notice}`;
}

function priceOf(credits: number): string {
  return credits === 1 ? "1 credit" : `${credits} credits`;
}
