import { type RankedOffers, secondsOf } from "./rank-offers.ts";
import type { Candidate, Offer, OptimizeGoal, RouteQuestion } from "./routing.ts";

interface Explained {
  readonly ranked: RankedOffers;
  readonly question: RouteQuestion;
  readonly goal: OptimizeGoal;
  /** Candidates with the capability, limited to the requested names. */
  readonly capable: readonly Candidate[];
  /** The capable candidates that the request allows. */
  readonly allowed: readonly Candidate[];
  /** The allowed candidates that can be called now. */
  readonly usable: readonly Candidate[];
  /** The usable candidates that can fulfil the request. */
  readonly fitting: readonly Candidate[];
}

/** Explains to the caller why a model was chosen: the comparison, and the models that were left out. */
export function explainRoute(explained: Explained): string {
  const { ranked, question, goal } = explained;
  const [best] = ranked.offers;
  if (best === undefined) return "";
  const { candidate } = best;
  const name = `${candidate.modelName} of ${candidate.providerName}`;
  const requested = question.requestedModel ?? question.requestedProvider;
  if (requested !== undefined) {
    const others = ranked.offers.length - 1;
    const compared =
      candidate.offers === requested && others > 0 ? `, the best of ${others + 1} offers` : "";
    return `${name} was requested (${requested})${compared}; ${termsOf(best)}.`;
  }
  const { capability } = question;
  const count = ranked.offers.length;
  const praise =
    count === 1
      ? `is the only usable model for ${capability} here`
      : `is the best of ${count} usable models for ${capability} by ${goal}`;
  const isMeasured = candidate.measuredSeconds !== null;
  const facts = [
    termsOf(best),
    `quality ${candidate.quality} of 3`,
    `about ${secondsOf(candidate)} s${isMeasured ? " as measured" : ""}`,
  ].join(", ");
  return [`${name} ${praise}; ${facts}.`, shareText(ranked), leftOutText(explained)]
    .filter((text) => text !== "")
    .join(" ");
}

function shareText({ share }: RankedOffers): string {
  if (share === null) return "";
  return `${share.equals} providers are as good; this one gets ${share.percent} % of such jobs.`;
}

function leftOutText({ ranked, capable, allowed, usable, fitting }: Explained): string {
  const withCode = (code: string) =>
    allowed.filter(({ unavailable }) => unavailable?.code === code).length;
  const counts: readonly (readonly [number, string])[] = [
    [capable.length - allowed.length, "not allowed or already attempted"],
    [withCode("provider_not_configured"), "without a key"],
    [withCode("provider_not_available"), "failing or disabled"],
    [withCode("model_not_available"), "no longer offered"],
    [usable.length - fitting.length, "with other inputs or without support for a parameter"],
    [fitting.length - ranked.offers.length, "too expensive"],
  ];
  const told = counts.flatMap(([count, why]) => (count > 0 ? [`${count} ${why}`] : []));
  return told.length === 0 ? "" : `Left out: ${told.join(", ")}.`;
}

function termsOf({ candidate, credits }: Offer): string {
  const price = priceOf(credits);
  return candidate.providerKeyId === null ? price : `${price} with the organization-provided key`;
}

export function priceOf(credits: number): string {
  return credits === 1 ? "1 credit" : `${credits} credits`;
}
