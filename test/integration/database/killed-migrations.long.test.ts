import { randomBytes } from "node:crypto";

import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { migrations } from "#db/migrations/index.ts";
import { connectDatabase } from "#db/orm.ts";
import { runMigrations, withMigrationLock } from "#db/setup/run-migrations.ts";
import { describeSchema } from "#test/support/describe-schema.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { type Migrator, startMigrator } from "#test/support/migrator.ts";

/** Migrated without an interruption. */
const database = useDatabase();

const name = `killed_${randomBytes(6).toString("hex")}`;
let url: string;
let admin: Client;
/** A transaction of a caller, next to the migrator. */
let caller: Client;

beforeAll(async () => {
  await database.orm.em.fork().getConnection().execute(`create database ${name}`);
  const address = new URL(database.url);
  address.pathname = name;
  url = address.href;
  admin = new Client({ connectionString: url });
  caller = new Client({ connectionString: url });
  await Promise.all([admin.connect(), caller.connect()]);
  const orm = await connectDatabase({ url, poolMax: 2 });
  const log = () => undefined;
  const list = migrations.filter((entry) => entry.name < "0049");
  await withMigrationLock(orm, log, async (client) =>
    runMigrations(orm, client, { phase: "before", log, list }),
  );
  await orm.close();
});

afterAll(async () => {
  await Promise.all([admin.end(), caller.end()]);
  await database.orm.em.fork().getConnection().execute(`drop database ${name} with (force)`);
});

test("a migrator killed in each kind of work leaves nothing that the next one does not complete", async () => {
  await killInTransaction();
  const next = await killInConcurrentBuild();
  await caller.query("commit");
  expect(await next.ended).toBe(0);
  await killInDefinitions();

  const final = startMigrator(url);
  expect(await final.ended).toBe(0);
  const complete = new Client({ connectionString: database.url });
  await complete.connect();
  expect(await describeSchema(admin)).toEqual(await describeSchema(complete));
  await complete.end();
  expect(await describeSchema(admin)).not.toContainEqual(expect.stringContaining("valid: f"));
}, 180_000);

/** 0049 has created its tables and waits for `jobs`. */
async function killInTransaction(): Promise<void> {
  await caller.query("begin; select count(*) from jobs");
  const migrator = startMigrator(url);
  await expect.poll(() => findQuery("wait_event_type = 'Lock'"), patience).toContain("alter table");

  await kill(migrator);
  await caller.query("commit");

  // The server notices the end of its client when it has the lock.
  await expect.poll(countMigrators, patience).toBe(0);
  const { rows } = await admin.query("select to_regclass('run_steps') as created");
  expect(rows).toEqual([{ created: null }]);
}

/** 0050 has built its first index and waits for a snapshot. Returns the next migrator. */
async function killInConcurrentBuild(): Promise<Migrator> {
  await caller.query("begin isolation level repeatable read; select 1");
  const migrator = startMigrator(url);
  await expect.poll(() => findBuild("phase = 'waiting for old snapshots'"), patience).toBe(1);

  await kill(migrator);
  const next = startMigrator(url);
  // The server goes on without its client, so the lock is still held.
  await expect.poll(() => next.output(), patience).toMatch(/waiting for it \(pid \d+ since/);
  expect(await findBuild("true")).toBe(1);
  const pid = Number(/\(pid (\d+) since/.exec(next.output())?.[1]);
  await admin.query("select pg_terminate_backend($1)", [pid]);
  return next;
}

/** `db/sql` waits for the table of a changed trigger. */
async function killInDefinitions(): Promise<void> {
  await admin.query("comment on trigger jobs_final on jobs is 'db/sql/jobs.sql 0'");
  await caller.query("begin; lock table jobs in row exclusive mode");
  const migrator = startMigrator(url);
  await expect.poll(() => findQuery("wait_event_type = 'Lock'"), patience).toContain("jobs_final");

  await kill(migrator);
  await caller.query("commit");
}

async function kill({ process: migrator, ended }: Migrator): Promise<void> {
  migrator.kill("SIGKILL");
  expect(await ended).toBeNull();
}

const patience = { timeout: 60_000, interval: 20 };
const migrators = "datname = current_database() and pid not in (select unnest($1::int[]))";

/** The statement of a migrator in this state; empty when there is none. */
async function findQuery(state: string): Promise<string> {
  const { rows } = await admin.query<{ query: string }>(
    `select query from pg_stat_activity where ${migrators} and ${state} limit 1`,
    [await ownPids()],
  );
  return rows[0]?.query ?? "";
}

async function countMigrators(): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where ${migrators}`,
    [await ownPids()],
  );
  return rows[0]?.count ?? -1;
}

async function findBuild(state: string): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int from pg_stat_progress_create_index
     where datname = current_database() and ${state}`,
  );
  return rows[0]?.count ?? -1;
}

/** Read once, because the caller may be in a transaction. */
async function ownPids(): Promise<number[]> {
  pids ??= await Promise.all(
    [admin, caller].map(async (client) => {
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      return rows[0]?.pid ?? 0;
    }),
  );
  return pids;
}
let pids: number[] | undefined;
