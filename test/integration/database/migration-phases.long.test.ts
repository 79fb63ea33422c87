import { Migration } from "@mikro-orm/migrations";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { BackfillProgress } from "#db/entities/backfill.ts";
import { type MigrationEntry, migrations } from "#db/migrations/index.ts";
import { connectDatabase } from "#db/orm.ts";
import { listPendingMigrations } from "#db/pending-migrations.ts";
import { migrateDatabase } from "#db/setup/migrate-database.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { startMigrator } from "#test/support/migrator.ts";

let database: TestDatabase;
/** Sees the database as callers of the engine do. */
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table parts (id int primary key, former_name text)");
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

class AddColumn extends Migration {
  override up(): void {
    this.addSql("alter table parts add column name text");
  }
}

class DropFormerColumn extends Migration {
  override up(): void {
    this.addSql("alter table parts drop column former_name");
  }
}

class RequireName extends Migration {
  override up(): void {
    this.addSql("alter table parts alter column name set not null");
  }
}

/** Of a release that replaces a column. */
const list: readonly MigrationEntry[] = [
  ...migrations,
  { name: "9001-add-column", class: AddColumn },
  { name: "9002-drop-former-column", class: DropFormerColumn, phase: "after" },
  { name: "9003-require-name", class: RequireName, phase: "after", needs: "part-names" },
];

async function listColumns(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'parts'
     order by ordinal_position`,
  );
  return rows.map(({ name }) => name);
}

test("processes of the previous release keep the columns that they read until the phase after", async () => {
  const before = await migrateDatabase(database.orm, { phase: "before", list });

  expect(before).toMatchObject({ migrations: 1, left: 2 });
  expect(await listColumns()).toEqual(["id", "former_name", "name"]);
  // The new processes are ready to replace them.
  expect(await listPendingMigrations(database.orm, "before", list)).toEqual([]);
  expect(await migrateDatabase(database.orm, { phase: "before", list })).toMatchObject({
    migrations: 0,
    left: 2,
  });

  const after = await migrateDatabase(database.orm, { phase: "after", list });

  expect(after).toMatchObject({ migrations: 1, left: 1 });
  expect(await listColumns()).toEqual(["id", "name"]);
});

test("the phase after refuses to run before the phase before", async () => {
  await expect(migrateDatabase(database.orm, { phase: "after", list })).rejects.toThrow(
    "Migrations of the phase before are pending",
  );
  expect(await listColumns()).toEqual(["id", "former_name"]);
});

test("a migration waits for its backfill, and the migrations after it wait, too", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  expect(await migrateDatabase(database.orm, { list, log })).toMatchObject({ left: 1 });
  expect(lines).toContainEqual(
    expect.stringContaining("9003-require-name needs the backfill part-names"),
  );

  await database.orm.em.fork().insert(BackfillProgress, { name: "part-names", doneAt: new Date() });

  expect(await migrateDatabase(database.orm, { list })).toMatchObject({ migrations: 1, left: 0 });
});

test("the phase after waits for processes of an earlier release", async () => {
  await migrateDatabase(database.orm, { phase: "before", list });
  const former = new Client({
    connectionString: database.url,
    application_name: "gme-worker-responses/0110",
  });
  await former.connect();
  const current = await connectDatabase({ url: database.url, poolMax: 1, name: "gme-api" });
  await current.em.fork().execute("select 1");
  const lines: string[] = [];

  const run = migrateDatabase(database.orm, {
    phase: "after",
    list,
    log: (line) => lines.push(line),
  });
  try {
    await expect
      .poll(() => lines, { timeout: 30_000 })
      .toEqual(["waiting for processes of an earlier release to end: gme-worker-responses/0110"]);
    expect(await listColumns()).toContain("former_name");
  } finally {
    await former.end();
  }

  expect(await run).toMatchObject({ migrations: 1 });
  expect(await listColumns()).not.toContain("former_name");
  await current.close();
});

test("a start with both phases leaves the phase after to the last process of an earlier release", async () => {
  // The listener of an API of 2.0.1.
  const application_name = "gme-job-listener";
  const former = new Client({ connectionString: database.url, application_name });
  await former.connect();

  expect(await migrateDatabase(database.orm, { list })).toMatchObject({ migrations: 1, left: 2 });

  await former.end();
  expect(await migrateDatabase(database.orm, { list })).toMatchObject({ migrations: 1, left: 1 });
});

test("a change that holds its locks for too long is undone, and requests go on", async () => {
  class Slow extends Migration {
    override up(): void {
      this.addSql("lock table parts in access exclusive mode");
      this.addSql("select case when marked = 0 then pg_sleep(60) end from marks");
      this.addSql("alter table parts add column slow int");
    }
  }
  await client.query("create table marks (marked int); insert into marks values (0)");
  const lines: string[] = [];
  const run = migrateDatabase(database.orm, {
    list: [...migrations, { name: "9001-slow", class: Slow }],
    log: (line) => lines.push(line),
  });
  await expect
    .poll(() => lines, { timeout: 30_000 })
    .toContain(
      "9001-slow took too long while requests wait for it, and was undone (attempt 1 of 30)",
    );

  await client.query("select * from parts");
  await client.query("update marks set marked = 1");

  expect(await run).toMatchObject({ migrations: 1 });
  expect(await listColumns()).toContain("slow");
});

test("the command runs the phase before unless told otherwise, and names a phase that does not exist", async () => {
  const usual = startMigrator(database.url);
  expect(await usual.ended).toBe(0);
  expect(usual.output()).toContain("database ready: 0 migrations run");

  const after = startMigrator(database.url, ["--phase", "after"]);
  expect(await after.ended).toBe(0);
  expect(after.output()).toBe("roll-out finished: 0 migrations run\n");

  const wrong = startMigrator(database.url, ["--phase", "later"]);
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toBe("--phase is before, after or both, not later.\n");
});
