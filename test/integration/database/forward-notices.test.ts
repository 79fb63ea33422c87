import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { betweenChanges, jobEventChannel } from "#db/forward-notices.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

let listener: Client;
const payloads: string[] = [];

beforeAll(async () => {
  listener = new Client({ connectionString: database.url });
  listener.on("notification", ({ payload = "" }) => payloads.push(payload));
  await listener.connect();
  await listener.query(`listen ${jobEventChannel}`);
});

afterAll(async () => listener.end());

beforeEach(() => {
  payloads.length = 0;
});

const changes = () => payloads.flatMap((payload) => payload.split(betweenChanges));

test("a committed change of a job is announced with the ids of job and organization, once", async () => {
  const owner = await createOrganization(database.orm);
  const jobId = await createQueuedJob(database.orm, owner);

  await beginJob(em(), jobId);
  await endWithoutResult(em(), { jobId, status: "failed" });

  await expect
    .poll(changes)
    .toEqual([
      `${jobId} job.started ${owner.organizationId}`,
      `${jobId} job.failed ${owner.organizationId}`,
    ]);
});

test("a change that is rolled back, or whose statement fails, is not announced", async () => {
  const owner = await createOrganization(database.orm);
  const jobId = await createQueuedJob(database.orm, owner);

  await expect(
    em().transactional(async (tx) => {
      await beginJob(tx, jobId);
      throw new Error("the transaction fails");
    }),
  ).rejects.toThrow("the transaction fails");
  await expect(
    em().execute(
      `with begun as (update jobs set status = 'processing' where id = ? returning id)
       insert into outputs (id) select id from begun`,
      [jobId],
    ),
  ).rejects.toThrow("null value in column");
  await endWithoutResult(em(), { jobId, status: "canceled" });

  await expect.poll(changes).toEqual([`${jobId} job.canceled ${owner.organizationId}`]);
});

test("many changes at once share notifications, and none is missing", async () => {
  const owner = await createOrganization(database.orm);
  const jobIds = await Promise.all(
    Array.from({ length: 120 }, async () => createQueuedJob(database.orm, owner)),
  );

  await Promise.all(jobIds.map(async (jobId) => beginJob(em(), jobId)));

  const expected = jobIds.map((jobId) => `${jobId} job.started ${owner.organizationId}`);
  await expect.poll(() => changes().toSorted()).toEqual(expected.toSorted());
  expect(payloads.length).toBeLessThan(jobIds.length / 2);
});

test("no trigger of jobs notifies in the transaction of the change", async () => {
  const rows = await em().execute(
    `select proname from pg_proc where prosrc like '%pg_notify(''${jobEventChannel}''%'`,
  );

  expect(rows).toEqual([]);
});
