import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { providers } from "#catalog/index.ts";
import { Model, Provider } from "#db/entities/catalog.ts";
import { migrateDatabase } from "#db/migrate-database.ts";
import { migrations } from "#db/migrations/index.ts";
import { connectDatabase } from "#db/orm.ts";
import { planSlugs } from "#domain/plans.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

/** What the entities do not know of: references, constraints, partial indexes, triggers, the limiter's table. */
const beyondEntities = [
  /^set names /,
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

test("every reference that rows are listed by leads an index", async () => {
  const unindexed = await database.orm.em.fork().execute<{ reference: string }[]>(
    `select c.conrelid::regclass || '.' || a.attname as reference
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and not exists (
       select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
     order by 1`,
  );

  // Nothing is listed by these; what they refer to is never deleted.
  expect(unindexed.map((row) => row.reference)).toEqual([
    "api_keys.account_id",
    "assets.account_id",
    "jobs.account_id",
    "organizations.plan",
  ]);
});

test("running again runs no migration and writes nothing", async () => {
  const before = await database.orm.em.fork().find(Model, {}, { orderBy: { id: "asc" } });

  expect(await migrateDatabase(database.orm)).toMatchObject({ migrations: 0 });

  expect(await database.orm.em.fork().find(Model, {}, { orderBy: { id: "asc" } })).toEqual(before);
});

test("four processes that migrate an empty database at once leave one complete one", async () => {
  const empty = await createEmptyDatabase();
  const entry = fileURLToPath(new URL("../../db/migrate.ts", import.meta.url));

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
    const models = providers.flatMap((provider) => provider.models);
    expect(await orm.em.fork().count(Provider, {})).toBe(providers.length);
    expect(await orm.em.fork().count(Model, {})).toBe(models.length);
    expect(await orm.em.fork().execute("select slug from plans order by slug")).toEqual(
      planSlugs.toSorted().map((slug) => ({ slug })),
    );
  } finally {
    await orm.close();
  }
});

test("a database that cannot be reached is one sentence and exit code 1", async () => {
  const entry = fileURLToPath(new URL("../../db/migrate.ts", import.meta.url));

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

async function createEmptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString("hex")}`;
  await database.orm.em.fork().getConnection().execute(`create database ${name}`);
  const url = new URL(database.url);
  url.pathname = name;
  return url.href;
}
