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
  const usable = allowed.filter(
    (candidate) => candidate.unavailable === null && isSold(candidate.status),
  );
  if (usable.length === 0) throw whyNone(allowed, question);
  const priced = priceAll(usable, question);
  const wasNamed =
    question.requestedModel !== undefined || question.requestedProvider !== undefined;
  const goal = question.preferences?.optimizeFor ?? "quality";
  const ranked = priced.toSorted((left, right) => compare(left, right, goal));
  const best = ranked[0];
  if (best === undefined) throw new Error("a priced list was empty");
  return {
    ...best,
    strategy: wasNamed ? "requested" : goal,
    reason: explain(best.candidate, ranked.length, question, wasNamed, goal, best.credits),
  };
}

interface Priced {
  readonly candidate: Candidate;
  readonly credits: number;
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
  const named = question.requestedModel !== undefined || question.requestedProvider !== undefined;
  return new AppError(named && allMissKey ? "provider_not_configured" : "no_model_available", {
    details: { capability: question.capability, settings: [...new Set(settings)].toSorted() },
  });
}

/** Prices each; what costs too much drops out, and if nothing is left the cheapest one's error is told. */
function priceAll(usable: readonly Candidate[], question: RouteQuestion): Priced[] {
  const limit = question.maxCredits;
  const priced: Priced[] = [];
  let cheapest: Priced | undefined;
  let refusal: AppError | undefined;
  // By name, so that of two at one price the same one is told each time.
  for (const candidate of usable.toSorted(byModelId)) {
    try {
      const credits = creditsFor(candidate.pricing, question.parameters);
      if (cheapest === undefined || credits < cheapest.credits) cheapest = { credits, candidate };
      if (limit === undefined || credits <= limit) priced.push({ candidate, credits });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (refusal === undefined || priceIn(error) < priceIn(refusal)) refusal = error;
    }
  }
  if (priced.length > 0) return priced;
  if (cheapest === undefined) throw refusal ?? new Error("nothing was priced");
  throw new AppError("price_over_limit", {
    message: `The cheapest model for this costs ${cheapest.credits} credits; maxCredits is ${String(limit)}.`,
    details: { credits: cheapest.credits, maxCredits: limit, model: cheapest.candidate.modelId },
  });
}

function priceIn(refusal: AppError): number {
  return Number(refusal.details["credits"]);
}

function byModelId(left: Candidate, right: Candidate): number {
  return left.modelId < right.modelId ? -1 : 1;
}

function compare(left: Priced, right: Priced, goal: OptimizeGoal): number {
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
  const price = `${credits} credit${credits === 1 ? "" : "s"}`;
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
