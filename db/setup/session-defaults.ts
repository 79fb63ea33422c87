import type { EntityManager } from "#db/orm.ts";

/**
 * Limits that PostgreSQL keeps for each session of this role in this database. They bound what a
 * client that is gone may hold; a client that is there gives up sooner, by `connectDatabase`.
 */
const defaults = {
  /** Above the longest statement of maintenance. */
  statement_timeout: "120s",
  /**
   * Below the client's limit, so that a wait for a lock ends with a certain answer: nothing was written.
   * Below the wait for a connection of a pool, too: if all its connections wait for one row, those who
   * need another row get theirs in time.
   */
  lock_timeout: "3s",
  idle_in_transaction_session_timeout: "60s",
  /** Cancels the statement of a client that has closed its connection. */
  client_connection_check_interval: "5s",
} as const;

/** Sets those that the role does not have in this database yet: an operator's own values stay. */
export async function setSessionDefaults(em: EntityManager): Promise<void> {
  const rows = await em.execute<{ setting: string }[]>(
    `select split_part(unnest(setconfig), '=', 1) as setting from pg_db_role_setting
     where setdatabase = (select oid from pg_database where datname = current_database())
       and setrole = (select oid from pg_roles where rolname = current_user)`,
  );
  const known = new Set(rows.map(({ setting }) => setting));
  for (const [name, value] of Object.entries(defaults)) {
    if (known.has(name)) continue;
    // Servers on systems that cannot tell when a client is gone refuse the last one.
    await em.execute(
      `do $$ begin
         execute format('alter role current_user in database %I set ${name} = ''${value}''', current_database());
       exception when invalid_parameter_value then null;
       end $$`,
    );
  }
}
