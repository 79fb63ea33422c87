import { setTimeout as delay } from "node:timers/promises";

import type { Migration } from "@mikro-orm/migrations";
import { Client } from "pg";

import { connectionSettings } from "#db/connection-settings.ts";
import {
  lastWithoutPhases,
  type MigrationEntry,
  type MigrationPhase,
  migrations,
} from "#db/migrations/index.ts";
import type { MikroORM } from "#db/orm.ts";
import { listPendingMigrations } from "#db/pending-migrations.ts";

import { inTransaction, lockTimeout, type Log, untilLocked } from "./short-locks.ts";

/** Arbitrary id of the advisory lock with which replicas that start together migrate one after the other. */
const migrationLock = 4_712_026;
const lockLookMs = 500;
const lockReportMs = 30_000;
/** Time for the lock and as much for the change: requests give up after 3 s behind a lock. */
const briefTimeout = "4s";
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
    let reportedAt = 0;
    while (!(await tryLock(client))) {
      if (Date.now() - reportedAt > lockReportMs) {
        reportedAt = Date.now();
        log(
          `another process migrates this database; waiting for it${await describeHolder(client)}`,
        );
      }
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

/** Names the session of the migrating process in `pg_stat_activity`. Empty when it has just ended. */
async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ holder: string }>(
    `select format(' (pid %s since %s)', a.pid, to_char(a.backend_start, 'YYYY-MM-DD HH24:MI:SSOF')) as holder
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.objid = $1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [migrationLock],
  );
  return rows[0]?.holder ?? "";
}

/**
 * Runs the pending migrations of one phase, each in its own transaction, so that a crash leaves only complete migrations.
 * Migrations with `isTransactional() === false` run statement by statement, and start over after a crash.
 * Stops before a migration whose backfill is
 * not complete. Returns the number of migrations run.
 */
export async function runMigrations(
  orm: MikroORM,
  client: Client,
  { phase, log, list = migrations }: { phase: MigrationPhase; log: Log; list?: typeof migrations },
): Promise<number> {
  const pending = await listPendingMigrations(orm, phase, list);
  let run = 0;
  for (const entry of pending) {
    if (entry.needs !== undefined && !(await isBackfillDone(client, entry.needs))) {
      log(
        `${entry.name} needs the backfill ${entry.needs}, which workers have not completed; run this again when gme_backfills_open is 0`,
      );
      break;
    }
    await runMigration(orm, client, { entry, log });
    log(`${entry.name} has run`);
    run += 1;
  }
  return run;
}

async function runMigration(
  orm: MikroORM,
  client: Client,
  { entry: { name, class: MigrationClass }, log }: { entry: MigrationEntry; log: Log },
): Promise<void> {
  const migration: Migration = new MigrationClass(orm.em.getDriver(), orm.config);
  await migration.up();
  const statements = migration.getQueries().map(String);
  if (!migration.isTransactional()) {
    for (const statement of statements) {
      await untilLocked(name, log, async () => runAlone(client, statement));
    }
    await noteMigration(client, name);
    return;
  }
  const statementTimeout = name > lastWithoutPhases ? briefTimeout : "0";
  await untilLocked(name, log, async () =>
    inTransaction(client, { statementTimeout }, async () => {
      for (const statement of statements) await client.query(statement);
      await noteMigration(client, name);
    }),
  );
}

async function isBackfillDone(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query(
    "select from backfills where name = $1 and done_at is not null",
    [name],
  );
  return rows.length === 1;
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
