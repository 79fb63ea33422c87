import { JobEvent } from "#db/entities/job-event.ts";
import type { EntityManager } from "#db/orm.ts";

import {
  type ChangeKey,
  type FeedPlace,
  parseSnapshot,
  type Snapshot,
  writeSnapshot,
} from "./feed-place.ts";

/** Changes of one read for one place; bounds what the stream of a reader buffers. */
const changesPerRead = 100;
/** A reader that is further behind reads its lists again. */
const changesBehindMax = 5_000;

/** Place of a reader; without one, the feed begins now. */
export interface FeedReader {
  readonly organizationId: string;
  readonly place: FeedPlace | null;
}

/** A job event, or the end of the delivery that the key names. */
export interface FeedChange {
  readonly key: ChangeKey;
  readonly event: JobEvent | null;
  readonly batchId: string | null;
}

export interface FeedPage {
  /** Snapshot in which this page was read. */
  readonly now: Snapshot;
  /** The next changes after the place, in the order of their keys, at most `changesPerRead`. */
  readonly changes: readonly FeedChange[];
  readonly hasMore: boolean;
  /** True if the place is too far behind, or of another database: the reader begins again. */
  readonly isLost: boolean;
  readonly credits: { readonly available: number; readonly held: number };
}

/**
 * Reads on from many places in one statement and one snapshot, so readers at different places of an organization are at
 * the same place afterwards. A change is new when its transaction was open at the place, or began later, and is visible
 * now: so a transaction that commits after a later one is not missed, and writers need no common counter.
 */
export async function readFeed(
  em: EntityManager,
  readers: readonly FeedReader[],
): Promise<FeedPage[]> {
  const given = readers.map(({ organizationId, place }, number) => ({
    number,
    organization_id: organizationId,
    ...(place === null ? {} : toColumns(place)),
  }));
  const rows = await em.execute<FeedRow[]>(feedSql, [JSON.stringify(given)]);
  const rowsOf = Map.groupBy(rows, (row) => row.number);
  return readers.map((_, number) => toPage(em, rowsOf.get(number) ?? []));
}

/** Returns the snapshot in which a stream without a place would begin. */
export async function findFeedPlace(em: EntityManager): Promise<FeedPlace> {
  const [row] = await em.execute<{ now: string }[]>(`select pg_current_snapshot()::text as now`);
  return { read: toSnapshot(row?.now), part: null };
}

/** Transactions that the reader has not read: ranges of an index, however long a transaction stays open. */
const unread = (column: string) => `
  ${column} < pg_snapshot_xmax(coalesce(given.up_to, pg_current_snapshot()))
  and pg_visible_in_snapshot(${column}, coalesce(given.up_to, pg_current_snapshot()))
  and (${column} >= given.next_id or ${column} = any (given.open_ids))`;

/** Limits of one row keep PostgreSQL, which expects many readers, from reading whole tables to join them. */
const feedSql = `
  select given.number, pg_current_snapshot()::text as now,
    given.next_id > pg_snapshot_xmax(pg_current_snapshot()) as is_foreign,
    coalesce(credits.available, 0) as available, coalesce(credits.held, 0) as held,
    page.subject, page.change_number, page.behind,
    (select j.batch_id from jobs j where j.id = event.job_id) as batch_id, event.*
  from jsonb_to_recordset(?::jsonb) as given (
    number int, organization_id text, next_id xid8, open_ids xid8[], up_to pg_snapshot,
    last_subject text, last_number int)
  left join lateral (
    select a.available, a.held from credit_accounts a
    where a.organization_id = given.organization_id
    limit 1) as credits on true
  left join lateral (
    select *, count(*) over () as behind
    from (
      (select e.job_id as subject, e.sequence as change_number
       from job_events e
       where e.organization_id = given.organization_id and e.transaction_id is not null
         and ${unread("e.transaction_id")}
       limit ${changesBehindMax + 1})
      union all
      (select d.id, 0
       from webhook_deliveries d
       where d.organization_id = given.organization_id and ${unread("d.ended_transaction_id")}
       limit ${changesBehindMax + 1})) as change
    where given.last_subject is null
      or (change.subject, change.change_number) > (given.last_subject, given.last_number)
    order by change.subject, change.change_number
    limit ${changesPerRead + 1}) as page on true
  left join lateral (
    select * from job_events e
    where e.job_id = page.subject and e.sequence = page.change_number
    limit 1) as event on true
  order by given.number, page.subject, page.change_number`;

interface FeedRow {
  number: number;
  now: string;
  is_foreign: boolean | null;
  available: number;
  held: number;
  subject: string | null;
  change_number: number | null;
  behind: string | null;
  batch_id: string | null;
  /** Null for a delivery. */
  job_id: string | null;
}

function toColumns({ read, part }: FeedPlace): object {
  return {
    next_id: String(read.next),
    open_ids: read.open.map(String),
    ...(part === null
      ? {}
      : {
          up_to: writeSnapshot(part.upTo),
          last_subject: part.last.subject,
          last_number: part.last.sequence,
        }),
  };
}

function toPage(em: EntityManager, rows: readonly FeedRow[]): FeedPage {
  const [first] = rows;
  const changes = rows.slice(0, changesPerRead).flatMap((row) => toChange(em, row) ?? []);
  return {
    now: toSnapshot(first?.now),
    changes,
    hasMore: rows.length > changesPerRead,
    isLost: first?.is_foreign === true || Number(first?.behind ?? 0) > changesBehindMax,
    credits: { available: first?.available ?? 0, held: first?.held ?? 0 },
  };
}

function toChange(em: EntityManager, row: FeedRow): FeedChange | null {
  if (row.subject === null) return null;
  return {
    key: { subject: row.subject, sequence: row.change_number ?? 0 },
    event: row.job_id === null ? null : em.map(JobEvent, row),
    batchId: row.batch_id,
  };
}

function toSnapshot(text = ""): Snapshot {
  const snapshot = parseSnapshot(text);
  if (snapshot === null) throw new Error(`expected a snapshot of PostgreSQL, received "${text}"`);
  return snapshot;
}
