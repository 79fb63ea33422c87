import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { endWithoutResult } from "#db/jobs/job-steps.ts";
import { createJobs } from "#db/jobs/jobs.ts";
import { claimStaleJobs, measurePromises } from "#db/jobs/reconcile.ts";
import type { EntityManager } from "#db/orm.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const owner = useOrganization(database);

const em = (): EntityManager => database.orm.em.fork();
const seconds = 120;

/** Creates jobs that were started, and last reconciled, an hour ago. */
async function createStaleJobs(count: number): Promise<string[]> {
  const jobs = await createJobs(
    em(),
    Array.from({ length: count }, () => newJob(owner)),
  );
  const ids = jobs.map((job) => job!.jobId).toSorted();
  await em().execute(`delete from outbox`);
  await em().nativeUpdate(
    Job,
    { id: { $in: ids } },
    { reconciledAt: new Date(Date.now() - 3_600_000) },
  );
  return ids;
}

/** Claims all due jobs as one reconciler does. */
async function goThrough(limit: number): Promise<string[][]> {
  const claims: string[][] = [];
  for (;;) {
    const after = claims.at(-1)?.at(-1) ?? "";
    const jobs = await claimStaleJobs(em(), { seconds, after, limit });
    claims.push(jobs.map(({ jobId }) => jobId));
    if (jobs.length < limit) return claims;
  }
}

test("two thousand open jobs are claimed in eleven statements, each job once, the oldest first", async () => {
  const ids = await createStaleJobs(2_000);
  expect(await measurePromises(em(), { reconcileSeconds: seconds })).toMatchObject({
    unwatched: 2_000,
  });

  const claims = await goThrough(200);

  expect(claims).toHaveLength(11);
  expect(claims.flat()).toEqual(ids);
  expect(await goThrough(200)).toEqual([[]]);
  expect(await measurePromises(em(), { reconcileSeconds: seconds })).toMatchObject({
    unwatched: 0,
  });
});

test("concurrent reconcilers share the jobs, without ended jobs and jobs that wait for the relay", async () => {
  const ids = await createStaleJobs(100);
  const [ended, queued] = ids;
  if (ended === undefined || queued === undefined) throw new Error("too few jobs");
  await endWithoutResult(em(), { jobId: ended, status: "canceled" });
  await em().execute(`insert into outbox (kind, subject_id) values ('start', ?)`, [queued]);

  const claims = await Promise.all([1, 2, 3].map(async () => goThrough(7)));

  const others = ids.filter((id) => id !== ended && id !== queued);
  // A reconciler skips jobs that another reconciler is claiming at that moment.
  const rest = await goThrough(200);
  expect([...claims.flat(2), ...rest.flat()].toSorted()).toEqual(others);
});
