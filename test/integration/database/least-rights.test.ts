import { randomBytes } from "node:crypto";

import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createCompleteJob } from "#activities/generation/job-records.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { studio } from "#activities/providers/studio/studio.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { listBlocksOfFile } from "#scripts/docs/code-blocks.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useOrganization, useResource } from "#test/support/fixtures.ts";
import { startFakeStudio } from "#test/support/servers/fake-studio.ts";

/** The role without the right to change tables, as docs/operations.md makes it. */
const database = useDatabase();
const caller = useOrganization(database, { credits: 100 });
const folder = useFolder("gme-rights-");
const server = useResource(startFakeStudio);
// Roles belong to the whole server, which other tests use, too.
const suffix = randomBytes(4).toString("hex");
const role = `gme_app_${suffix}`;
const migrator = `gme_owner_${suffix}`;
const password = "a new secret";

let app: MikroORM;
let api: TestApi;

beforeAll(async () => {
  const url = new URL(database.url);
  const [block] = listBlocksOfFile("test/integration/database/least-rights.test.ts");
  const sql = block?.code
    .replaceAll("gme_app", role)
    .replaceAll("in database gme ", `in database ${url.pathname.slice(1)} `)
    .replace(/ to gme;/, ` to ${migrator};`);
  await database.orm.em
    .fork()
    .execute(`create role ${migrator} login password '${password}'; ${sql ?? ""}`);
  url.username = role;
  url.password = password;
  app = await connectDatabase({ url: url.href, poolMax: 5 });
  api = await startApi({ url: url.href, orm: app, drop: async () => undefined });
});

afterAll(async () => {
  await api.close();
  await app.close();
  await database.orm.em
    .fork()
    .execute(`drop owned by ${role}; drop role ${role}; drop role ${migrator}`);
});

test("a job is accepted, made, charged and deleted", async () => {
  const accepted = await api.call("/v1/generations", {
    method: "POST",
    key: caller.key,
    body: { model: "studio-image", capability: "text-to-image", prompt: "a red fox" },
  });
  expect(accepted.status).toBe(202);
  const { jobId } = (await accepted.json()) as { jobId: string };
  await beginJob(app.em.fork(), jobId);
  const step = stepsOf(
    { jobId, step: "main", generation: 1 },
    {
      database: { url: database.url, orm: app, drop: async () => undefined },
      folder,
      adapters: { studio },
      providerSettings: { STUDIO_URL: server.url },
    },
  );
  await step(createSubmitToProvider)();
  await step(createStoreOutput)();
  await step(createCompleteJob)();

  const job = await api.call(`/v1/jobs/${jobId}`, { key: caller.key });
  expect(await job.json()).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: expect.any(Number) as number },
  });
  const path = `/v1/jobs/${jobId}`;
  expect((await api.call(path, { method: "DELETE", key: caller.key })).status).toBe(204);
});

test.each([
  "delete from credit_entries",
  "update credit_entries set amount = 1",
  "delete from audit_log",
  "insert into schema_migrations (name) values ('9999-forged')",
  "truncate jobs",
  "drop table jobs",
  "alter table credit_entries disable trigger all",
  "create table own (id int)",
  "create or replace function refuse_ledger_change() returns trigger language plpgsql as 'begin return null; end'",
])("%s is refused", async (statement) => {
  await expect(app.em.fork().execute(statement)).rejects.toMatchObject({ code: "42501" });
});

test("a table of a later migration has the same rights", async () => {
  await database.orm.em.fork().execute("create table later (id int)");

  await app.em.fork().execute("insert into later values (1)");
  await expect(app.em.fork().execute("truncate later")).rejects.toMatchObject({ code: "42501" });
});

// A function that is replaced stays until the transactions before have ended.
test("the role of migrations sees the transactions of the other role", async () => {
  const url = new URL(database.url);
  url.username = migrator;
  url.password = password;
  const client = new Client({ connectionString: url.href });
  await client.connect();

  const seen = await app.em.fork().transactional(async (transaction) => {
    await transaction.execute("select 1");
    return client.query(
      "select from pg_stat_activity where usename = $1 and xact_start is not null",
      [role],
    );
  });
  await client.end();

  expect(seen.rowCount).toBe(1);
});
