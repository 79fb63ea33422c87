import { type RankedOffers, secondsOf } from "./rank-offers.ts";
import type { Candidate, OptimizeGoal, RouteQuestion } from "./routing.ts";

interface Explained {
  readonly ranked: RankedOffers;
  readonly question: RouteQuestion;
  readonly goal: OptimizeGoal;
  /** Everything with the capability, as far as it was named. */
  readonly capable: readonly Candidate[];
  /** What of it the request allows. */
  readonly allowed: readonly Candidate[];
}

/** Why a model was chosen, in words for the caller: what it was compared by, and what was left out. */
export function explainRoute({ ranked, question, goal, capable, allowed }: Explained): string {
  const [best] = ranked.offers;
  if (best === undefined) return "";
  const { candidate, credits } = best;
  const name = `${candidate.modelName} of ${candidate.providerName}`;
  const requested = question.requestedModel ?? question.requestedProvider;
  if (requested !== undefined) return `${name} was asked for (${requested}); ${priceOf(credits)}.`;
  const { capability } = question;
  const count = ranked.offers.length;
  const praise =
    count === 1
      ? `is the only usable model for ${capability} here`
      : `is the best of ${count} usable models for ${capability} by ${goal}`;
  const isMeasured = candidate.measuredSeconds !== null;
  const facts = [
    priceOf(credits),
    `quality ${candidate.quality} of 3`,
    `about ${secondsOf(candidate)} s${isMeasured ? " as measured" : ""}`,
  ].join(", ");
  return [`${name} ${praise}; ${facts}.`, shareText(ranked), leftOutText(capable, allowed, count)]
    .filter((text) => text !== "")
    .join(" ");
}

function shareText({ share }: RankedOffers): string {
  if (share === null) return "";
  return `${share.equals} providers are as good; this one gets ${share.percent} % of such jobs.`;
}

function leftOutText(
  capable: readonly Candidate[],
  allowed: readonly Candidate[],
  offered: number,
): string {
  const withCode = (code: string) =>
    allowed.filter(({ unavailable }) => unavailable?.code === code).length;
  const unavailable = allowed.filter((candidate) => candidate.unavailable !== null).length;
  const counts: readonly (readonly [number, string])[] = [
    [capable.length - allowed.length, "not allowed or tried already"],
    [withCode("provider_not_configured"), "without a key"],
    [withCode("provider_not_available"), "failing or switched off"],
    [withCode("model_not_available"), "not offered any more"],
    [allowed.length - unavailable - offered, "too dear"],
  ];
  const told = counts.flatMap(([count, why]) => (count > 0 ? [`${count} ${why}`] : []));
  return told.length === 0 ? "" : `Left out: ${told.join(", ")}.`;
}

export function priceOf(credits: number): string {
  return credits === 1 ? "1 credit" : `${credits} credits`;
}
