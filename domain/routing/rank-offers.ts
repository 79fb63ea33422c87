import type { Candidate, Offer, OptimizeGoal } from "./routing.ts";

export interface RankedOffers {
  /** Best first. */
  readonly offers: readonly Offer[];
  /** Number of providers tied for the first place, and the chosen one's share of the jobs in percent. */
  readonly share: { readonly equals: number; readonly percent: number } | null;
}

/**
 * Orders offers by a goal. Among providers whose best offers are equal for the goal, including the price,
 * `draw` (0 ≤ draw < 1) selects one by the operators' weights. Remaining ties are ordered by name.
 */
export function rankOffers(
  offers: readonly Offer[],
  goal: OptimizeGoal,
  draw: number,
): RankedOffers {
  const ranked = offers.toSorted(
    (left, right) => compareFor(goal, left, right) || byModelId(left.candidate, right.candidate),
  );
  const [first] = ranked;
  if (first === undefined) return { offers: [], share: null };
  const equals = ranked.filter(
    (offer, index) =>
      compareFor(goal, first, offer) === 0 &&
      ranked.findIndex(({ candidate }) => candidate.provider === offer.candidate.provider) ===
        index,
  );
  const total = equals.reduce((sum, { candidate }) => sum + candidate.weight, 0);
  if (equals.length < 2 || total === 0) return { offers: ranked, share: null };
  let left = draw * total;
  const drawn =
    equals.find(({ candidate }) => {
      left -= candidate.weight;
      return left < 0;
    }) ?? first;
  return {
    offers: [drawn, ...ranked.filter((offer) => offer !== drawn)],
    share: {
      equals: equals.length,
      percent: Math.round((drawn.candidate.weight / total) * 100),
    },
  };
}

/** Returns zero for two equally good offers. */
function compareFor(goal: OptimizeGoal, left: Offer, right: Offer): number {
  const byQuality =
    Number(left.candidate.embedded) - Number(right.candidate.embedded) ||
    right.candidate.quality - left.candidate.quality;
  const byCost = left.credits - right.credits;
  const byReserve = reserveRank(left.candidate) - reserveRank(right.candidate);
  switch (goal) {
    case "quality":
      return byReserve || byQuality || byCost;
    case "cost":
      return byReserve || byCost || byQuality;
    case "latency":
      return byReserve || bySeconds(left, right) || byQuality || byCost;
  }
}

function bySeconds(left: Offer, right: Offer): number {
  return secondsOf(left.candidate) - secondsOf(right.candidate);
}

/** Measured time, else the catalog's typical time. */
export function secondsOf({ measuredSeconds, typicalSeconds }: Candidate): number {
  return measuredSeconds ?? typicalSeconds;
}

/**
 * Rank of a model that is only used when nothing better is left, whatever the goal: a higher rank comes
 * later.
 */
function reserveRank({ onTrial, weight, status }: Candidate): number {
  const byStatus = status === "active" ? 0 : status === "preview" ? 1 : 2;
  return (onTrial ? 8 : 0) + (weight === 0 ? 4 : 0) + byStatus;
}

export function byModelId(left: Candidate, right: Candidate): number {
  return left.modelId < right.modelId ? -1 : 1;
}
