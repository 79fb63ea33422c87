import { setTimeout as delay } from "node:timers/promises";

import type { Migration } from "@mikro-orm/migrations";
import { Client } from "pg";

import { connectionSettings } from "#db/connection-settings.ts";
import { migrations } from "#db/migrations/index.ts";
import type { MikroORM } from "#db/orm.ts";

import { inTransaction, lockTimeout, type Log, untilLocked } from "./short-locks.ts";

/** Arbitrary id of the advisory lock with which replicas that start together migrate one after the other. */
const migrationLock = 4_712_026;
const lockLookMs = 500;
const isConcurrent = /^\s*(?:create|drop)\s+(?:unique\s+)?index\s+concurrently\s/i;
const concurrentIndex =
  /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i;

/**
 * Runs the work while no other process migrates this database, on a separate connection. Polls for the lock:
 * waiting in PostgreSQL would hold a snapshot, and the concurrent build of an index waits for all snapshots.
 */
export async function withMigrationLock<Result>(
  orm: MikroORM,
  log: Log,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: orm.config.get("clientUrl"),
    // The connection is silent for as long as one statement takes.
    ...connectionSettings({ silenceMs: 0 }),
  });
  // A broken connection also fails the statement that uses it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (let isFirst = true; !(await tryLock(client)); isFirst = false) {
      if (isFirst) log("another process migrates this database; waiting for it");
      await delay(lockLookMs);
    }
    return await work(client);
  } finally {
    // The lock ends with the session.
    await client.end();
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_lock($1) as locked",
    [migrationLock],
  );
  return rows[0]?.locked === true;
}

/**
 * Runs pending migrations, each in its own transaction, so that a crash leaves only complete migrations.
 * Migrations with `isTransactional() === false` run statement by statement, and start over after a crash.
 * Returns the number of migrations run.
 */
export async function runMigrations(orm: MikroORM, client: Client, log: Log): Promise<number> {
  const pending = new Set((await orm.migrator.getPending()).map(({ name }) => name));
  const missing = migrations.filter(({ name }) => pending.has(name));
  for (const { name, class: MigrationClass } of missing) {
    const migration: Migration = new MigrationClass(orm.em.getDriver(), orm.config);
    await migration.up();
    const statements = migration.getQueries().map(String);
    if (migration.isTransactional()) {
      await untilLocked(name, log, async () =>
        inTransaction(client, async () => {
          for (const statement of statements) await client.query(statement);
          await noteMigration(client, name);
        }),
      );
    } else {
      for (const statement of statements) {
        await untilLocked(name, log, async () => runAlone(client, statement));
      }
      await noteMigration(client, name);
    }
    log(`${name} has run`);
  }
  return missing.length;
}

async function noteMigration(client: Client, name: string): Promise<void> {
  await client.query("insert into schema_migrations (name) values ($1)", [name]);
}

/**
 * Runs one statement outside a transaction. Concurrent builds and drops of an index have no lock timeout,
 * because they block no requests; an invalid index of an interrupted build is dropped first.
 */
export async function runAlone(client: Client, statement: string): Promise<void> {
  const index = concurrentIndex.exec(statement)?.[1];
  await client.query("set statement_timeout = 0");
  await client.query(`set lock_timeout = '${isConcurrent.test(statement) ? "0" : lockTimeout}'`);
  if (index === undefined) {
    await client.query(statement);
    return;
  }
  const before = await findIndex(client, index);
  if (before === "valid") return;
  if (before === "invalid") await client.query(`drop index concurrently ${index}`);
  await client.query(statement);
  if ((await findIndex(client, index)) !== "valid") throw new Error(`index ${index} is not valid`);
}

async function findIndex(client: Client, name: string): Promise<"valid" | "invalid" | "missing"> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    "select indisvalid from pg_index where indexrelid = to_regclass($1)",
    [name],
  );
  if (rows[0] === undefined) return "missing";
  return rows[0].indisvalid ? "valid" : "invalid";
}
