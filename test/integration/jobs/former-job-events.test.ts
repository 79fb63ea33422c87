import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createId } from "#db/ids.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { migrateDatabase } from "#db/setup/migrate-database.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();

let former: MikroORM;
const name = `former_${randomBytes(6).toString("hex")}`;

beforeAll(async () => {
  await database.orm.em.fork().getConnection().execute(`create database ${name}`);
  const url = new URL(database.url);
  url.pathname = name;
  former = await connectDatabase({ url: url.href, poolMax: 4 });
});

afterAll(async () => {
  await former.close();
  await database.orm.em.fork().getConnection().execute(`drop database ${name} with (force)`);
});

async function insertJob(organizationId: string, status: string): Promise<string> {
  const jobId = createId("job");
  const isFinal = status === "completed" || status === "failed";
  await former.em.fork().execute(
    `insert into jobs (id, organization_id, account_id, status, source, request, metadata, progress,
       error, created_at, finished_at)
     values (?, ?, 'account', ?, 'chat', '{"parseIntent":false,"inputs":[],"parameters":{}}', '{}', 40,
       ?, now() - interval '1 hour', ${isFinal ? "now()" : "null"})`,
    [
      jobId,
      organizationId,
      status,
      status === "failed" ? '{"code":"internal","message":"No."}' : null,
    ],
  );
  return jobId;
}

test("migrating adds the events that are certain to existing jobs, and later events follow without a gap", async () => {
  await former.migrator.up({ to: "0009-assets" });
  const em = former.em.fork();
  const organizationId = createId("organization");
  await em.execute(
    `insert into plans (slug, name, requests_per_hour, retention_days) values ('free', 'Free', 50, 7)`,
  );
  await em.execute(`insert into organizations (id, name) values (?, 'Former')`, [organizationId]);
  await em.execute(`insert into accounts (id, email) values ('account', 'former@example.org')`);
  const queued = await insertJob(organizationId, "queued");
  const failed = await insertJob(organizationId, "failed");
  const completed = await insertJob(organizationId, "completed");

  await migrateDatabase(former);
  await beginJob(former.em.fork(), queued);

  const events = await em.execute<{ job_id: string }[]>(
    `select job_id, sequence, type, status, progress, data from job_events order by job_id, sequence`,
  );
  const of = (jobId: string) => events.filter((event) => event.job_id === jobId);
  const first = { sequence: 1, type: "job.queued", status: "queued", progress: 0, data: null };
  expect(of(queued)).toMatchObject([first, { sequence: 2, type: "job.started" }]);
  expect(of(failed)).toMatchObject([
    first,
    { sequence: 2, type: "job.failed", data: { error: { code: "internal" } } },
  ]);
  expect(of(completed)).toMatchObject([first, { sequence: 2, type: "job.completed" }]);
});
