import type { RouteDecision } from "./routing.ts";

/** Model, provider and price frozen for a job. */
export interface JobChoice {
  readonly modelId: string;
  readonly providerSlug: string;
  /** Organization-provided key that the request uses and the price is based on; null for the platform key. */
  readonly providerKeyId: string | null;
  readonly credits: number;
  readonly routing: JobRouting;
}

/** The routing decision as the job's row keeps it. */
export interface JobRouting {
  readonly strategy: string;
  readonly reason: string;
  readonly assumptions: readonly string[];
  /** Frozen price of 1, 2, … results, up to the ordered number; absent when one result is ordered. */
  readonly creditsByCount?: readonly number[];
}

/** Converts a routing decision to the choice that is frozen for the job. */
export function toJobChoice({
  candidate,
  credits,
  creditsByCount,
  strategy,
  reason,
  assumptions,
}: Omit<RouteDecision, "notices">): JobChoice {
  return {
    modelId: candidate.modelId,
    providerSlug: candidate.provider,
    providerKeyId: candidate.providerKeyId,
    credits,
    routing: {
      strategy,
      reason,
      assumptions,
      ...(creditsByCount === undefined ? {} : { creditsByCount }),
    },
  };
}
