import { AppError } from "#domain/errors.ts";

/** Event streams and waiting requests (`Prefer: wait`) that this process keeps open. */
export interface HeldConnections {
  /**
   * Reserves a connection for the organization and returns an idempotent function that releases it. Throws
   * `overloaded` when the process is full, and `streams_limited` when the organization or the person is at its
   * limit.
   */
  hold(organizationId: string, options?: HeldConnectionOptions): () => void;
  count(): number;
}

export interface HeldConnectionOptions {
  /** Id of the account or the API key that has its own limit as well. */
  readonly person?: string | null;
}

export interface HeldConnectionLimits {
  readonly eventStreamsMax: number;
  readonly eventStreamsOfOrganizationMax: number;
  readonly eventStreamsOfPersonMax: number;
}

/**
 * Fairness under load. Above `fromShare` of the process's limit, an organization may only hold
 * `organizationShare` of the limit, so that a few organizations cannot take all connections.
 */
const crowded = { fromShare: 0.8, organizationShare: 0.01 };

export function createHeldConnections({
  eventStreamsMax,
  eventStreamsOfOrganizationMax,
  eventStreamsOfPersonMax,
}: HeldConnectionLimits): HeldConnections {
  const organizations = createCounter();
  const persons = createCounter();
  let count = 0;

  function organizationMax(): number {
    if (count < eventStreamsMax * crowded.fromShare) return eventStreamsOfOrganizationMax;
    const share = Math.max(1, Math.floor(eventStreamsMax * crowded.organizationShare));
    return Math.min(eventStreamsOfOrganizationMax, share);
  }

  return {
    hold(organizationId, { person = null } = {}) {
      if (count >= eventStreamsMax) throw new AppError("overloaded");
      organizations.requireBelow(organizationId, organizationMax());
      if (person !== null) persons.requireBelow(person, eventStreamsOfPersonMax);
      const freeOrganization = organizations.add(organizationId);
      const freePerson = person === null ? () => undefined : persons.add(person);
      count += 1;
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        count -= 1;
        freeOrganization();
        freePerson();
      };
    },
    count: () => count,
  };
}

function createCounter() {
  const countOf = new Map<string, number>();
  return {
    requireBelow(id: string, limit: number): void {
      if ((countOf.get(id) ?? 0) < limit) return;
      throw new AppError("streams_limited", { details: { limit, retryAfterSeconds: 5 } });
    },
    add(id: string): () => void {
      countOf.set(id, (countOf.get(id) ?? 0) + 1);
      return () => {
        const left = (countOf.get(id) ?? 1) - 1;
        if (left === 0) countOf.delete(id);
        else countOf.set(id, left);
      };
    },
  };
}
