import type { EntityManager } from "#db/orm.ts";

/** Seconds for which the oldest audit entry has waited for the security journal; 0 when none waits. */
export async function measureWaitingSeconds(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ seconds: number }[]>(
    `select extract(epoch from now() - created_at)::float8 as seconds from audit_log
     where id = (select min(audit_id) from journal_waiting)`,
  );
  return Math.max(0, row?.seconds ?? 0);
}
