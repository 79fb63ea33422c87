import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Client } from "pg";
import { expect, inject, test } from "vitest";

import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { Model, Provider } from "#db/entities/catalog.ts";
import { migrations } from "#db/migrations/index.ts";
import { connectDatabase } from "#db/orm.ts";
import { migrateDatabase } from "#db/setup/migrate-database.ts";
import { runAlone } from "#db/setup/run-migrations.ts";
import { planSlugs } from "#domain/billing/plans.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { startMigrator } from "#test/support/migrator.ts";

const database = useDatabase();

/**
 * Schema that entities do not describe: partitions, references, constraints, partial indexes, triggers, the rate
 * limiter's table.
 */
const beyondEntities = [
  /^set names /,
  /^drop table if exists "job_events_(first|default|\d{4}_\d{2})"/,
  /^drop table if exists "rate_limits"/,
  /^alter table "\w+" drop constraint "\w+_fkey"$/,
  /^alter table "\w+" drop constraint "\w+(_check\d*|_not_negative)"$/,
  /^drop index /,
  /^drop trigger /,
  /^drop function /,
];

test("entities and migrated tables have the same columns, types, defaults and unique keys", async () => {
  const statements = (await database.orm.schema.getUpdateSchemaSQL())
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");

  const differences = statements.filter(
    (statement) => !beyondEntities.some((pattern) => pattern.test(statement)),
  );

  expect(differences).toEqual([]);
});

test("every reference used for listing rows is the first column of an index", async () => {
  const unindexed = await database.orm.em.fork().execute<{ reference: string }[]>(
    `select c.conrelid::regclass || '.' || a.attname as reference
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and not exists (
       select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
     order by 1`,
  );

  // No rows are listed by these references, and the referenced rows are never deleted.
  expect(unindexed.map((row) => row.reference)).toEqual([
    "api_keys.account_id",
    "assets.account_id",
    "jobs.account_id",
    "organizations.plan",
  ]);
});

test("a second run applies no migration and writes nothing", async () => {
  const before = await database.orm.em.fork().find(Model, {}, { orderBy: { id: "asc" } });

  expect(await migrateDatabase(database.orm)).toMatchObject({ migrations: 0, definitions: 0 });

  expect(await database.orm.em.fork().find(Model, {}, { orderBy: { id: "asc" } })).toEqual(before);
});

test("four processes that migrate an empty database concurrently leave one complete schema", async () => {
  const empty = await createEmptyDatabase();
  const entry = fileURLToPath(new URL("../../../db/setup/migrate.ts", import.meta.url));

  const runs = await Promise.all(
    [1, 2, 3, 4].map(async () =>
      promisify(execFile)(process.execPath, [entry], {
        env: { ...process.env, DATABASE_URL: empty },
        timeout: 60_000,
      }),
    ),
  );

  const counts = runs.map(({ stdout }) => Number(/ready: (\d+) migrations run/.exec(stdout)?.[1]));
  expect(counts.toSorted((left, right) => left - right)).toEqual([0, 0, 0, migrations.length]);
  const orm = await connectDatabase({ url: empty, poolMax: 1 });
  try {
    const models = providers.flatMap((provider: ProviderDefinition) => [
      ...provider.models,
      ...(provider.mediaModel === undefined ? [] : [provider.mediaModel]),
    ]);
    expect(await orm.em.fork().count(Provider, {})).toBe(providers.length);
    expect(await orm.em.fork().count(Model, {})).toBe(models.length);
    expect(await orm.em.fork().execute("select slug from plans order by slug")).toEqual(
      planSlugs.toSorted().map((slug) => ({ slug })),
    );
  } finally {
    await orm.close();
  }
});

test("a killed migrator leaves only complete migrations, and the next migrator applies the rest", async () => {
  const empty = await createEmptyDatabase();
  const orm = await connectDatabase({ url: empty, poolMax: 1 });
  const countRun = async () => {
    const [row] = await orm.em.fork().execute<{ count: number }[]>(
      `select case when to_regclass('schema_migrations') is null then 0
           else (xpath('//n/text()', query_to_xml('select count(*) as n from schema_migrations', false, true, '')))[1]::text::int
         end as count`,
    );
    return row?.count ?? 0;
  };
  try {
    for (const least of [1, 9]) {
      const migrator = startMigrator(empty);
      await expect.poll(countRun, { timeout: 40_000, interval: 5 }).toBeGreaterThanOrEqual(least);
      migrator.process.kill("SIGKILL");
      await migrator.ended;
    }
    expect(await countRun()).toBeLessThan(migrations.length);

    const last = startMigrator(empty);

    expect(await last.ended).toBe(0);
    expect(await countRun()).toBe(migrations.length);
    expect(await orm.schema.getUpdateSchemaSQL()).toBe(
      await database.orm.schema.getUpdateSchemaSQL(),
    );
  } finally {
    await orm.close();
  }
});

test("requests continue while a transaction reads a table that a migration alters", async () => {
  const em = database.orm.em.fork();
  const url = await copyDatabase();
  const [last] = migrations.filter(({ name }) => name === "0023-our-keys");
  const reader = new Client({ connectionString: url });
  const requests = new Client({ connectionString: url });
  await Promise.all([reader.connect(), requests.connect()]);
  await requests.query(`
    drop index provider_submissions_fingerprint_index;
    alter table provider_submissions drop column key_fingerprint;
    drop table provider_key_uses;
    delete from schema_migrations where name = '${last?.name}'`);
  await reader.query(
    "begin isolation level repeatable read; select count(*) from provider_submissions",
  );

  const migrator = startMigrator(url);
  try {
    await expect.poll(() => migrator.output(), { timeout: 40_000 }).toContain("attempt 2 of 30");
    // Each request would wait for the reader if the migration kept its place in the lock queue.
    const request = async () => {
      await requests.query("select id from provider_submissions limit 1");
      return migrator.output();
    };
    await expect.poll(request, { timeout: 40_000 }).toContain("attempt 4 of 30");
    expect(migrator.output()).not.toContain("has run");
  } finally {
    await reader.query("commit");
  }

  expect(await migrator.ended).toBe(0);
  expect(migrator.output()).toContain("0023-our-keys has run");
  await Promise.all([reader.end(), requests.end()]);
  await em.execute(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
});

test("an index left invalid by an interrupted build is built again", async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const build = "create unique index concurrently built_again_index on built_again (value)";
  await client.query("create table built_again (value int)");
  await client.query("insert into built_again values (1), (1)");
  await expect(client.query(build)).rejects.toThrow("could not create unique index");
  const isValid = async () =>
    (
      await client.query(
        "select indisvalid from pg_index where indexrelid = 'built_again_index'::regclass",
      )
    ).rows;
  expect(await isValid()).toEqual([{ indisvalid: false }]);

  await client.query("truncate built_again");
  await runAlone(client, build);
  await runAlone(client, build);

  expect(await isValid()).toEqual([{ indisvalid: true }]);
  await client.query("drop table built_again");
  await client.end();
});

test("the concurrent drop of an index waits for a transaction that reads its table", async () => {
  const [client, reader] = [0, 1].map(() => new Client({ connectionString: database.url }));
  if (client === undefined || reader === undefined) throw new Error("two clients were made");
  await Promise.all([client.connect(), reader.connect()]);
  await client.query("create table read_table (value int)");
  await client.query("create index read_table_index on read_table (value)");
  await reader.query("begin; select count(*) from read_table");

  const drop = runAlone(client, "drop index concurrently if exists read_table_index");
  try {
    // Longer than the lock timeout of all other statements.
    const waits = `select 1 from pg_stat_activity where datname = current_database()
      and query like 'drop index concurrently if%'
      and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '2.5 s'`;
    // Outside a transaction, which would read the same activity snapshot repeatedly.
    const isWaiting = async () => (await database.orm.em.fork().execute(waits)).length;
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(1);
  } finally {
    await reader.query("commit");
  }

  await drop;
  const { rows } = await client.query("select to_regclass('read_table_index') as index");
  expect(rows).toEqual([{ index: null }]);
  await client.query("drop table read_table");
  await Promise.all([client.end(), reader.end()]);
});

test("an unreachable database fails with one sentence and exit code 1", async () => {
  const entry = fileURLToPath(new URL("../../../db/setup/migrate.ts", import.meta.url));

  const failure = await promisify(execFile)(process.execPath, [entry], {
    env: { ...process.env, DATABASE_URL: "postgresql://gme:secret@127.0.0.1:1/gme" },
  }).then(
    () => null,
    (error: unknown) => error,
  );

  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database could not be migrated: .+\n$/),
  });
  expect(failure).not.toMatchObject({ stderr: expect.stringContaining("secret") });
});

test("row values quoted by PostgreSQL are not printed", async () => {
  const url = await copyDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create function refuse_plan() returns trigger language plpgsql as
      $$ begin raise exception 'a plan is refused' using detail = 'somebody@example.test'; end $$;
    create trigger refuse_plan before insert or update on plans
      for each row execute function refuse_plan()`);
  await client.end();

  const migrator = startMigrator(url);

  expect(await migrator.ended).toBe(1);
  expect(migrator.output()).toContain("The database could not be migrated");
  expect(migrator.output()).toContain("a plan is refused");
  expect(migrator.output()).not.toContain("example.test");
  await database.orm.em
    .fork()
    .execute(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
});

async function copyDatabase(): Promise<string> {
  const template = new URL(inject("templateDatabaseUrl")).pathname.slice(1);
  return createEmptyDatabase(`template ${template}`);
}

async function createEmptyDatabase(from = ""): Promise<string> {
  const name = `empty_${randomBytes(6).toString("hex")}`;
  await database.orm.em.fork().getConnection().execute(`create database ${name} ${from}`);
  const url = new URL(database.url);
  url.pathname = name;
  return url.href;
}
