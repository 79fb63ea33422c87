import { LockMode } from "@mikro-orm/core";

import { BackfillProgress } from "#db/entities/backfill.ts";
import type { EntityManager } from "#db/orm.ts";

import { type Backfill, backfills } from "./backfills.ts";

/** A request that changes one of these rows waits until the turn ends. */
const rowsMax = 1_000;
/** Lag of a replica from which on backfills pause. */
const lagSecondsMax = 10;

/**
 * Changes the rows of one turn of the first incomplete backfill, and records the progress in the same commit. Concurrent
 * calls do not repeat a turn. Pauses (`isMore` is false) while the table is vacuumed or a replica lags: the next scheduled
 * run goes on. Both are visible to roles with `pg_monitor` only.
 */
export async function runBackfillTurn(
  em: EntityManager,
  list: readonly Backfill[] = backfills,
): Promise<{ changed: number; isMore: boolean }> {
  const open = await findOpenBackfill(em, list);
  if (open === undefined || (await isDatabaseBusy(em, open.table))) {
    return { changed: 0, isMore: false };
  }
  await em.execute("insert into backfills (name) values (?) on conflict do nothing", [open.name]);
  return em.transactional(async (tx) => {
    const progress = await tx.findOne(
      BackfillProgress,
      { name: open.name, doneAt: null },
      { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    // Another worker runs this turn.
    if (progress === null) return { changed: 0, isMore: false };
    const { changed, looked, last } = await changeRows(tx, open, progress.next ?? "");
    progress.changed += changed;
    progress.next = last ?? progress.next ?? null;
    if (looked < rowsMax) progress.doneAt = new Date();
    return { changed, isMore: true };
  });
}

/** Number of backfills that are not complete. */
export async function countOpenBackfills(em: EntityManager): Promise<number> {
  const done = await em.count(BackfillProgress, {
    name: { $in: backfills.map(({ name }) => name) },
    doneAt: { $ne: null },
  });
  return backfills.length - done;
}

async function findOpenBackfill(
  em: EntityManager,
  list: readonly Backfill[],
): Promise<Backfill | undefined> {
  const done = await em.find(BackfillProgress, { doneAt: { $ne: null } });
  const names = new Set(done.map(({ name }) => name));
  return list.find(({ name }) => !names.has(name));
}

async function isDatabaseBusy(em: EntityManager, table: string): Promise<boolean> {
  const [row] = await em.execute<{ busy: boolean }[]>(
    `select exists (select from pg_stat_progress_vacuum where relid = to_regclass(?))
       or exists (
         select from pg_stat_replication where replay_lag > make_interval(secs => ?)) as busy`,
    [table, lagSecondsMax],
  );
  return row?.busy === true;
}

async function changeRows(
  tx: EntityManager,
  { table, change }: Backfill,
  after: string,
): Promise<{ changed: number; looked: number; last: string | null }> {
  const [row] = await tx.execute<{ changed: number; looked: number; last: string | null }[]>(
    `with turn as (select id from ${table} where id > ? order by id limit ${rowsMax}),
       changed as (${change} returning 1)
     select (select count(*) from changed)::int as changed, count(*)::int as looked,
       max(id) as last
     from turn`,
    [after],
  );
  if (row === undefined) throw new Error("expected a count");
  return row;
}
