import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { migrateDatabase } from "#db/setup/migrate-database.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Definitions as PostgreSQL prints them, by kind and name. */
async function listDefinitions(): Promise<Record<string, string>> {
  const { rows } = await client.query<{ object: string; definition: string }>(
    `select 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass as object,
       pg_get_triggerdef(t.oid) as definition
     from pg_trigger t where not t.tgisinternal
     union all
     select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
     from pg_proc p where p.pronamespace = 'public'::regnamespace
       -- Functions of an extension are its own.
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by object desc`,
  );
  return Object.fromEntries(rows.map(({ object, definition }) => [object, definition]));
}

test("functions and triggers of a migrated database are those of db/sql: none missing, extra or different", async () => {
  const migrated = await listDefinitions();
  // Triggers first, because they depend on functions.
  for (const object of Object.keys(migrated)) await client.query(`drop ${object}`);
  expect(await listDefinitions()).toEqual({});

  const { definitions } = await migrateDatabase(database.orm);

  expect(await listDefinitions()).toEqual(migrated);
  expect(definitions).toBe(Object.keys(migrated).length);
});

test("a run changes only the definitions that differ, and locks no other table", async () => {
  const migrated = await listDefinitions();
  await client.query(`
    drop trigger jobs_final on jobs;
    comment on trigger jobs_batch_counted on jobs is 'db/sql/jobs.sql 0';
    drop function left_of_grants;
    create function left_of_grants(former_name text) returns text language sql as 'select former_name'`);
  await client.query("begin; lock table credit_entries in row exclusive mode");

  const { definitions } = await migrateDatabase(database.orm);

  await client.query("commit");
  expect(definitions).toBe(3);
  // The open transaction may have used the former function.
  expect(await listDefinitions()).toHaveProperty("function former_left_of_grants(text)");
  await migrateDatabase(database.orm);
  expect(await listDefinitions()).toEqual(migrated);
});

test("a statement that is running ends with the function that it began with, which is dropped afterwards", async () => {
  const migrated = await listDefinitions();
  const name = "function left_of_grants(text)";
  await client.query(`
    drop function left_of_grants;
    create function left_of_grants(former_name text) returns text language plpgsql
      as 'begin return former_name; end';
    select pg_advisory_lock(1)`);
  const other = new Client({ connectionString: database.url });
  await other.connect();
  // Opening a table makes the session learn what others have dropped.
  const running = other.query(
    "select pg_advisory_lock(1), pg_relation_size('jobs'), left_of_grants('unchanged') as value",
  );

  const run = migrateDatabase(database.orm);
  await expect.poll(async () => (await listDefinitions())[name]).toBe(migrated[name]);
  await client.query("select pg_advisory_unlock(1)");

  expect((await running).rows[0]).toMatchObject({ value: "unchanged" });
  await other.end();
  expect(await run).toMatchObject({ definitions: 1 });
  expect(await listDefinitions()).toEqual(migrated);
});

test("a run leaves the lock queue while another transaction writes to the table of a changed trigger", async () => {
  await client.query("comment on trigger jobs_final on jobs is 'db/sql/jobs.sql 0'");
  await client.query("begin; lock table jobs in row exclusive mode");
  const lines: string[] = [];

  const run = migrateDatabase(database.orm, { log: (line) => lines.push(line) });
  try {
    await expect
      .poll(() => lines, { timeout: 30_000 })
      .toContain("db/sql waits for another transaction (attempt 1 of 30)");
  } finally {
    await client.query("commit");
  }

  expect(await run).toMatchObject({ definitions: 1 });
});

test("a statement that fails undoes the whole run", async () => {
  const changed = "comment on trigger jobs_final on jobs is 'db/sql/jobs.sql 0'";
  await client.query(changed);
  // PostgreSQL replaces no procedure by a function.
  await client.query(`
    drop trigger jobs_deleted on jobs;
    drop function forget_job_events;
    create procedure forget_job_events() language sql as 'select 1'`);

  await expect(migrateDatabase(database.orm)).rejects.toThrow("cannot change routine kind");

  expect(await listDefinitions()).not.toHaveProperty("trigger jobs_deleted on jobs");
  await client.query("drop procedure forget_job_events");
  expect(await migrateDatabase(database.orm)).toMatchObject({ definitions: 3 });
});

test("a run of an earlier release keeps the functions and triggers of a later release", async () => {
  await client.query(`
    insert into schema_migrations (name) values ('9999-later-release');
    comment on trigger jobs_final on jobs is 'db/sql/jobs.sql 0'`);

  expect(await migrateDatabase(database.orm)).toMatchObject({ definitions: 0 });
});
