import type { EntityManager } from "./orm.ts";

export const statusDays = 30;

/** Observations of a component in one hour; bit n of each mask is minute n. */
export interface StatusHourSeen {
  readonly component: string;
  readonly hour: Date;
  readonly seen: bigint;
  /** Subset of `seen`. */
  readonly up: bigint;
}

/**
 * Adds the observations of one process. A minute counts as up when any process observed the component up;
 * repeated calls change nothing. Deletes hours older than `statusDays`.
 */
export async function addStatusHours(
  em: EntityManager,
  hours: readonly StatusHourSeen[],
): Promise<void> {
  const rows = hours.map(({ component, hour, seen, up }) => ({
    component,
    hour,
    seen: String(seen),
    up: String(up),
  }));
  await em.execute(
    `with forgotten as (
       delete from status_hours where hour < now() - make_interval(days => ${statusDays}))
     insert into status_hours as s (component, hour, seen, up)
     select component, hour, seen, up
     from jsonb_to_recordset(?::jsonb) as given (component text, hour timestamptz, seen bigint, up bigint)
     -- Sorted, so that two processes that write at once take the locks in the same order.
     order by component, hour
     on conflict (component, hour) do update set seen = s.seen | excluded.seen, up = s.up | excluded.up`,
    [JSON.stringify(rows)],
  );
}

/** Minutes in which a component was observed, and observed up. */
export interface SeenMinutes {
  readonly seen: number;
  readonly up: number;
  /** First observed minute. */
  readonly since: Date;
}

/** Returns observations by component; components without observations are absent. */
export async function findSeenMinutes(em: EntityManager): Promise<Map<string, SeenMinutes>> {
  const rows = await em.execute<
    { component: string; seen: number; up: number; hour: Date | string; first: string }[]
  >(
    `select component, sum(bit_count(seen::bit(64)))::int as seen, sum(bit_count(up::bit(64)))::int as up,
       min(hour) as hour, (array_agg(seen order by hour))[1]::text as first
     from status_hours where hour >= now() - make_interval(days => ${statusDays})
     group by component`,
  );
  return new Map(
    rows.map(({ component, seen, up, hour, first }) => {
      const since = new Date(new Date(hour).getTime() + lowestBit(BigInt(first)) * 60_000);
      return [component, { seen, up, since }];
    }),
  );
}

/** Requests of one process; `failed` is a subset. */
export interface RequestCounts {
  readonly requests: number;
  readonly failed: number;
}

/**
 * Adds the requests of one process. A second call counts them again, as after a commit whose confirmation was lost.
 * Deletes hours older than `statusDays`.
 */
export async function addRequests(
  em: EntityManager,
  { hour, requests, failed }: RequestCounts & { hour: Date },
): Promise<void> {
  await em.execute(
    `with forgotten as (
       delete from request_hours where hour < now() - make_interval(days => ${statusDays}))
     insert into request_hours as r (hour, requests, failed) values (?, ?, ?)
     on conflict (hour) do update
     set requests = r.requests + excluded.requests, failed = r.failed + excluded.failed`,
    [hour, requests, failed],
  );
}

/** Sums the requests of the last `statusDays`. */
export async function sumRequests(em: EntityManager): Promise<RequestCounts> {
  const [row] = await em.execute<RequestCounts[]>(
    `select coalesce(sum(requests), 0)::float8 as requests, coalesce(sum(failed), 0)::float8 as failed
     from request_hours where hour >= now() - make_interval(days => ${statusDays})`,
  );
  if (row === undefined) throw new Error("expected a sum");
  return row;
}

function lowestBit(mask: bigint): number {
  return (mask & -mask).toString(2).length - 1;
}
