import type { EntityManager } from "./orm.ts";

/** Tables that grow with the number of jobs. */
const growingTables = [
  "jobs",
  "job_events",
  "provider_submissions",
  "outputs",
  "credit_entries",
  "webhook_deliveries",
  "audit_log",
] as const;

const syncStandbys = `select count(*)::int as count from pg_stat_replication where sync_state in ('sync', 'quorum')`;

export interface DatabaseHealth {
  /** Age of the oldest open transaction: dead rows stay until it ends. */
  readonly oldestTransactionSeconds: number;
  /** Standbys that a commit waits for. Visible to roles with `pg_monitor` only. */
  readonly syncStandbys: number;
  /** WAL that the least advanced replication slot keeps on the disk. */
  readonly slotBytes: number;
  /** Time since the last segment was archived; 0 while nothing is archived because archiving is off. */
  readonly archiveSeconds: number;
}

/** Reads what the server reports about itself. Other sessions are visible to roles with `pg_monitor` only. */
export async function readDatabaseHealth(em: EntityManager): Promise<DatabaseHealth> {
  const [row] = await em.execute<DatabaseHealth[]>(
    `select
       (select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as "oldestTransactionSeconds",
       (${syncStandbys}) as "syncStandbys",
       (select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8
        from pg_replication_slots) as "slotBytes",
       (select case when current_setting('archive_mode') = 'off' then 0 else
          extract(epoch from now() - coalesce(last_archived_time, stats_reset, now()))::float8 end
        from pg_stat_archiver) as "archiveSeconds"`,
  );
  if (row === undefined) throw new Error("expected the health of the database");
  return row;
}

/** Counts the standbys that a commit waits for. Visible to roles with `pg_monitor` only. */
export async function countSyncStandbys(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(syncStandbys);
  return row?.count ?? 0;
}

/** Reads the sizes of growing tables with their indexes, in bytes. */
export async function listTableSizes(
  em: EntityManager,
): Promise<{ table: string; bytes: number }[]> {
  return em.execute(
    `select name as table, coalesce(
         (select sum(pg_total_relation_size(relid)) from pg_partition_tree(to_regclass(name))),
         pg_total_relation_size(to_regclass(name)))::float8 as bytes
     from unnest(array[${growingTables.map((name) => `'${name}'`).join(", ")}]) as name`,
  );
}
