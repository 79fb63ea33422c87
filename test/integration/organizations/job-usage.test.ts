import { expect, test } from "vitest";

import { getJobUsage } from "#api/routes/app/get-job-usage.ts";
import type { JobStatus } from "#domain/jobs/job.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { captureCredits } from "#test/support/jobs/capture-credits.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

const database = useDatabase();
const api = useApi(database);
const day = "2026-03-02";

async function createPerson() {
  const owner = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, owner.accountId);
  return { ...owner, token };
}

/** A job of the day that was accepted at an hour (UTC) and ended after some seconds. */
async function createEndedJob(
  owner: { organizationId: string; accountId: string },
  { hour, seconds, status }: { hour: number; seconds: number; status: JobStatus },
): Promise<string> {
  const id = await createQueuedJob(database.orm, owner);
  const em = database.orm.em.fork();
  if (status === "completed") {
    await captureCredits(em, { jobId: id, step: "main", generation: 1 });
  }
  const createdAt = new Date(`${day}T${String(hour).padStart(2, "0")}:30:00Z`);
  // The period is found by the id, which contains the time.
  const milliseconds = createdAt.getTime().toString(16).padStart(12, "0");
  const dated = `job_${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}${id.slice(17)}`;
  await em.transactional(async (tx) => {
    await tx.execute(`set local session_replication_role = replica`);
    await tx.execute(`update credit_entries set job_id = ? where job_id = ?`, [dated, id]);
    await tx.execute(
      `update jobs set id = ?, created_at = ?, finished_at = ?, status = ? where id = ?`,
      [dated, createdAt, new Date(createdAt.getTime() + seconds * 1_000), status, id],
    );
  });
  return dated;
}

const nine = { name: `${day}T09:00Z`, thenName: "studio-image" };
const evening = { name: `${day}T21:00Z`, thenName: "studio-image" };
const times = (p50Seconds: number | null, p95Seconds: number | null) => ({
  p50Seconds,
  p95Seconds,
});
const none = { completed: 0, failed: 0, canceled: 0, needsInput: 0 };

test("job usage is summed by two dimensions with outcomes and times, for the caller's organization only", async () => {
  const person = await createPerson();
  await createEndedJob(person, { hour: 9, seconds: 10, status: "completed" });
  await createEndedJob(person, { hour: 9, seconds: 30, status: "completed" });
  await createEndedJob(person, { hour: 9, seconds: 500, status: "failed" });
  await createEndedJob(person, { hour: 21, seconds: 7, status: "canceled" });
  await createEndedJob(await createPerson(), { hour: 9, seconds: 1, status: "completed" });
  await createQueuedJob(database.orm, person);
  const read = async (query: string) => {
    const path = `/app/job-usage?from=${day}&to=${day}&${query}`;
    return expectDocumented(getJobUsage, await api.call(path, { token: person.token }));
  };

  expect(await read("by=hour&thenBy=model")).toEqual({
    from: day,
    to: day,
    by: "hour",
    thenBy: "model",
    isComplete: true,
    data: [
      { ...nine, jobs: 3, ...none, completed: 2, failed: 1, credits: 2, ...times(20, 29) },
      { ...evening, jobs: 1, ...none, canceled: 1, credits: 0, ...times(null, null) },
    ],
  });
  expect(await read("by=member")).toMatchObject({
    thenBy: null,
    data: [{ name: person.accountId, thenName: "", jobs: 4, credits: 2 }],
  });
});

test.each([
  ["by=hour&from=2026-03-01&to=2026-03-08", "query/from"],
  ["by=model&thenBy=hour&from=2026-03-01&to=2026-03-08", "query/from"],
  ["by=day&from=2026-01-01&to=2026-06-01", "query/from"],
  ["by=model&thenBy=model", "query/thenBy"],
])("%s is refused", async (query, pointer) => {
  const { token } = await createPerson();

  const response = await api.call(`/app/job-usage?${query}`, { token });

  expect(await response.json()).toMatchObject({
    status: 400,
    code: "parameters_invalid",
    errors: [{ pointer }],
  });
});

test("job usage of many jobs is read from the index", async () => {
  const { organizationId } = await createPerson();
  const em = database.orm.em.fork();
  const [plan] = await em.transactional(async (tx) => {
    // An empty table is always scanned.
    await tx.execute(`set local enable_seqscan = off`);
    return tx.execute<Record<string, unknown>[]>(
      `explain (format json) select created_at, finished_at, status, model_id, provider_slug, capability, api_key_id, account_id
       from jobs where organization_id = ? and id >= 'job_0' and finished_at is not null order by id desc limit 100`,
      [organizationId],
    );
  });

  expect(JSON.stringify(plan)).toMatch(/"Index Only Scan"[^}]+"jobs_usage_index"/);
});
