import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "pg";

import { migrations } from "#db/migrations/index.ts";

import { type Definition, readDefinitions } from "./read-definitions.ts";
import { inTransaction, type Log, sqlStateOf, untilLocked } from "./short-locks.ts";

/**
 * Errors that PostgreSQL reports for an object that it cannot replace: a function with other parameter names
 * (invalid_function_definition), a constraint trigger (duplicate_object).
 */
const irreplaceable = new Set(["42P13", "42710"]);

/**
 * Functions of earlier releases. They are dropped in the transaction that replaces their callers: a migration, which
 * runs before, would fail the statements of running processes until then.
 */
const removedFunctions = [
  "webhook_time(timestamptz)",
  "job_webhook_data(jobs)",
  "batch_webhook_data(batches)",
  "raise_webhook_event(text, text, text, jsonb, timestamptz, text)",
];

/** Start of the names of functions that others have replaced. */
const formerPrefix = "former_";
const formerUseMsMax = 5_000;

/**
 * Brings functions and triggers to the definitions of `db/sql`: in one transaction, only those whose statement has
 * changed, so that an unchanged trigger locks no table. Does nothing when a later release has migrated the
 * database, whose tables may need later triggers. Returns the number of changed definitions.
 */
export async function applyDefinitions(client: Client, log: Log): Promise<number> {
  if (await isMigratedFurther(client)) {
    log("a later release has migrated this database; its functions and triggers stay");
    return 0;
  }
  await dropFormerFunctions(client);
  const known = await readComments(client);
  const changed = (await readDefinitions()).filter(
    ({ kind, name, comment }) => known.get(`${kind} ${name}`) !== comment,
  );
  if (changed.length === 0) return 0;
  await untilLocked("db/sql", log, async () =>
    inTransaction(client, { statementTimeout: "0" }, async () => {
      for (const removed of removedFunctions) {
        await client.query(`drop function if exists ${removed}`);
      }
      for (const definition of changed) await applyDefinition(client, definition);
    }),
  );
  await dropFormerFunctions(client);
  log(`${changed.length} functions and triggers of db/sql have changed`);
  return changed.length;
}

async function applyDefinition(client: Client, definition: Definition): Promise<void> {
  const { kind, name, statement, comment } = definition;
  await client.query("savepoint before_definition");
  try {
    await client.query(statement);
  } catch (error) {
    if (!irreplaceable.has(sqlStateOf(error))) throw error;
    await client.query("rollback to before_definition");
    // A statement that is running finds a function by its object identifier, which a drop would end.
    await client.query(
      kind === "function"
        ? `alter function ${name} rename to ${formerPrefix}${name}`
        : `drop ${kind} ${name}`,
    );
    await client.query(statement);
  }
  await client.query(`comment on ${kind} ${name} is '${comment}'`);
}

/** Drops replaced functions when no statement can use them; a later run drops what a long transaction keeps. */
async function dropFormerFunctions(client: Client): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where pronamespace = current_schema()::regnamespace and starts_with(proname, $1)`,
    [formerPrefix],
  );
  if (rows.length === 0 || !(await waitForTransactions(client))) return;
  for (const { signature } of rows) await client.query(`drop function ${signature}`);
}

/** Waits for the transactions that have begun before now. Returns false if one goes on. */
async function waitForTransactions(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ now: string }>("select clock_timestamp()::text as now");
  const deadline = Date.now() + formerUseMsMax;
  while (Date.now() < deadline) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start < $1 limit 1`,
      [rows[0]?.now],
    );
    if (rowCount === 0) return true;
    await delay(100);
  }
  return false;
}

async function isMigratedFurther(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from schema_migrations where name <> all($1) limit 1",
    [migrations.map(({ name }) => name)],
  );
  return rows.length > 0;
}

/** Comments of all functions and triggers, by kind and name. */
async function readComments(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ object: string; comment: string }>(
    `select 'function ' || p.proname as object, d.description as comment
     from pg_proc p
     join pg_description d on d.objoid = p.oid and d.classoid = 'pg_proc'::regclass
     where p.pronamespace = current_schema()::regnamespace
     union all
     select 'trigger ' || t.tgname || ' on ' || c.relname, d.description
     from pg_trigger t
     join pg_class c on c.oid = t.tgrelid
     join pg_description d on d.objoid = t.oid and d.classoid = 'pg_trigger'::regclass
     where c.relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ object, comment }) => [object, comment]));
}
