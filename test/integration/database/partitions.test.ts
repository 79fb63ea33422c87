import { Client } from "pg";
import { beforeEach, expect, test } from "vitest";

import { listTableSizes } from "#db/database-health.ts";
import { firstIdAt } from "#db/ids.ts";
import { listNextEvents } from "#db/jobs/job-events.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { keepPartitions } from "#db/partitions/keep-partitions.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

const database = useDatabase();
const owner = useOrganization(database);
/** Loses its first partition. */
const aged = useDatabase();

const em = () => database.orm.em.fork();
/** Later than the first partition, which ends a month after the migrations ran. */
const now = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 4, 15));
const monthAt = (later: number) => new Date(Date.UTC(now.getUTCFullYear(), 4 + later, 10));
const nameAt = (later: number) =>
  `job_events_${monthAt(later).toISOString().slice(0, 7).replace("-", "_")}`;

beforeEach(async () => {
  await em().execute("delete from job_events");
  for (const name of await partitions()) {
    if (/_\d{4}_\d{2}$/.test(name)) await em().execute(`drop table ${name}`);
  }
});

async function partitions(): Promise<string[]> {
  const rows = await em().execute<{ name: string }[]>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'job_events'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}

const keep = async (eventDays = 0, at = now) => keepPartitions(em(), { now: at, eventDays });

/** Writes an event of a job that was accepted at this time. Returns the partition in which it is. */
async function addEvent(at: Date): Promise<string> {
  const [row] = await em().execute<{ name: string }[]>(
    `insert into job_events (job_id, sequence, organization_id, type, status, progress, created_at)
     values (?, 1, ?, 'job.queued', 'queued', 0, ?) returning tableoid::regclass::text as name`,
    [`${firstIdAt("job", at.getTime())}-7000-8000-000000000000`, owner.organizationId, at],
  );
  return row?.name ?? "";
}

test("events of new jobs are in the first partition, which was the table before", async () => {
  const jobId = await createQueuedJob(database.orm, owner);
  await beginJob(em(), jobId);

  const rows = await em().execute(
    `select distinct tableoid::regclass::text as name from job_events where job_id = ?`,
    [jobId],
  );

  expect(rows).toEqual([{ name: "job_events_first" }]);
  expect(await listNextEvents(em(), [{ jobId, ...owner, after: 0 }])).toHaveLength(2);
});

test("the current month and the next three have a partition, once", async () => {
  const made = [0, 1, 2, 3].map(nameAt);

  expect(await keep()).toEqual({ made, dropped: [], left: [] });
  expect(await keep()).toEqual({ made: [], dropped: [], left: [] });

  expect(await Promise.all([0, 1, 2, 3].map(async (later) => addEvent(monthAt(later))))).toEqual(
    made,
  );
  expect(await keep(0, monthAt(2))).toMatchObject({ made: [nameAt(4), nameAt(5)] });
});

test("two runs at once make each partition once; the one that loses is repeated", async () => {
  const runs = await Promise.allSettled([keep(), keep()]);

  expect(runs.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(await keep()).toEqual({ made: [], dropped: [], left: [] });
});

test("an event without a partition is kept, and its month stays in the default one", async () => {
  expect(await addEvent(monthAt(1))).toBe("job_events_default");

  expect(await keep()).toEqual({
    made: [nameAt(0), nameAt(2), nameAt(3)],
    dropped: [],
    left: [nameAt(1)],
  });

  expect(await addEvent(new Date(monthAt(1).getTime() + 1))).toBe("job_events_default");
  expect(await em().execute("select 1 from job_events")).toHaveLength(2);
});

test("a month is dropped when all of it is older than the days, and not while one of its jobs is open", async () => {
  const owned = await createOrganization(aged.orm);
  const jobId = await createQueuedJob(aged.orm, owned);
  const later = monthAt(5);
  const drop = async (eventDays: number) => {
    const { dropped } = await keepPartitions(aged.orm.em.fork(), { now: later, eventDays });
    return dropped;
  };
  await keepPartitions(aged.orm.em.fork(), { now, eventDays: 0 });

  expect(await drop(60)).toEqual([]);
  await endWithoutResult(aged.orm.em.fork(), { jobId, status: "canceled" });
  expect(await drop(0)).toEqual([]);
  expect(await drop(60)).toEqual(["job_events_first", ...[0, 1, 2].map(nameAt)]);

  expect(await listNextEvents(aged.orm.em.fork(), [{ jobId, ...owned, after: 0 }])).toEqual([]);
  expect(await drop(60)).toEqual([]);
});

test("requests wait for a change of partitions for half a second at most: it gives way to a long transaction", async () => {
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  await reader.query("begin");
  await reader.query("lock table job_events_default in access share mode");

  expect((await keep()).left).toEqual([0, 1, 2, 3].map(nameAt));

  await reader.query("commit");
  await reader.end();
  expect((await keep()).made).toEqual([0, 1, 2, 3].map(nameAt));
  await em().execute(`drop table ${nameAt(1)}`);
  expect((await keep()).made).toEqual([nameAt(1)]);
});

test("the events of a job are read from one partition", async () => {
  await keep();
  const plan = await em().execute<{ "QUERY PLAN": string }[]>(
    "explain select * from job_events where job_id = ? and sequence > 0 order by sequence limit 25",
    [firstIdAt("job", monthAt(1).getTime())],
  );

  const read = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect([...read.matchAll(/job_events_(?:first|default|\d{4}_\d{2})\b/g)].map(String)).toEqual(
    expect.arrayContaining([nameAt(1)]),
  );
  expect(read).not.toMatch(/job_events_(?:first|default)/);
});

test("the size of the table is that of its partitions", async () => {
  const sizes = await listTableSizes(em());

  expect(sizes.find(({ table }) => table === "job_events")?.bytes).toBeGreaterThan(0);
});
