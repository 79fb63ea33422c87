import { AppError } from "#domain/errors.ts";

/** Event streams and waiting requests (`Prefer: wait`) that this process keeps open. */
export interface HeldConnections {
  /**
   * Reserves a connection for the organization and returns an idempotent function that releases it. Throws
   * `overloaded` when the process is full, and `streams_limited` when the organization is at its limit.
   */
  hold(organizationId: string): () => void;
  count(): number;
}

export interface HeldConnectionLimits {
  readonly eventStreamsMax: number;
  readonly eventStreamsOfOrganizationMax: number;
}

/**
 * Fairness under load. Above `fromShare` of the process's limit, an organization may only hold
 * `organizationShare` of the limit, so that a few organizations cannot take all connections.
 */
const crowded = { fromShare: 0.8, organizationShare: 0.01 };

export function createHeldConnections({
  eventStreamsMax,
  eventStreamsOfOrganizationMax,
}: HeldConnectionLimits): HeldConnections {
  const countOf = new Map<string, number>();
  let count = 0;

  function organizationMax(): number {
    if (count < eventStreamsMax * crowded.fromShare) return eventStreamsOfOrganizationMax;
    const share = Math.max(1, Math.floor(eventStreamsMax * crowded.organizationShare));
    return Math.min(eventStreamsOfOrganizationMax, share);
  }

  function free(organizationId: string): void {
    const left = (countOf.get(organizationId) ?? 1) - 1;
    if (left === 0) countOf.delete(organizationId);
    else countOf.set(organizationId, left);
    count -= 1;
  }

  return {
    hold(organizationId) {
      if (count >= eventStreamsMax) throw new AppError("overloaded");
      const held = countOf.get(organizationId) ?? 0;
      const limit = organizationMax();
      if (held >= limit) {
        throw new AppError("streams_limited", { details: { limit, retryAfterSeconds: 5 } });
      }
      countOf.set(organizationId, held + 1);
      count += 1;
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        free(organizationId);
      };
    },
    count: () => count,
  };
}
