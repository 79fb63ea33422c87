import type { EntityManager } from "#db/orm.ts";

/**
 * Session limits that PostgreSQL stores for this role in this database. They bound the locks of a lost
 * client; a connected client gives up sooner, by `connectDatabase`.
 */
const defaults = {
  /** Longer than the longest maintenance statement. */
  statement_timeout: "120s",
  /**
   * Shorter than the client's limit, so that a lock wait ends with a definite error: nothing was written.
   * Also shorter than the wait for a pooled connection: if all connections wait for one row, requests for
   * other rows still get a connection in time.
   */
  lock_timeout: "3s",
  idle_in_transaction_session_timeout: "60s",
  /** Cancels the statement of a client that has closed its connection. */
  client_connection_check_interval: "5s",
} as const;

/**
 * Sets the defaults that the role does not have in this database yet, which preserves an operator's values.
 */
export async function setSessionDefaults(em: EntityManager): Promise<void> {
  const rows = await em.execute<{ setting: string }[]>(
    `select split_part(unnest(setconfig), '=', 1) as setting from pg_db_role_setting
     where setdatabase = (select oid from pg_database where datname = current_database())
       and setrole = (select oid from pg_roles where rolname = current_user)`,
  );
  const known = new Set(rows.map(({ setting }) => setting));
  for (const [name, value] of Object.entries(defaults)) {
    if (known.has(name)) continue;
    // Some operating systems cannot detect a closed connection; their servers refuse
    // `client_connection_check_interval`.
    await em.execute(
      `do $$ begin
         execute format('alter role current_user in database %I set ${name} = ''${value}''', current_database());
       exception when invalid_parameter_value then null;
       end $$`,
    );
  }
}
