import { beforeEach, expect, test } from "vitest";

import { endWithoutResult } from "#db/jobs/job-steps.ts";
import { claimStaleJobs, measurePromises, noteResume, noteStuck } from "#db/jobs/reconcile.ts";
import { stopJobs } from "#db/jobs/stop-jobs.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

let jobId: string;

beforeEach(async () => {
  jobId = await queueJob(database.orm, await createOrganization(database.orm));
});

async function note(isStuck: boolean): Promise<boolean> {
  return noteStuck(database.orm.em.fork(), { jobId, isStuck });
}

async function isMarked(): Promise<boolean> {
  const [job] = await database.orm.em
    .fork()
    .execute<{ marked: boolean }[]>(
      "select stuck_since is not null as marked from jobs where id = ?",
      [jobId],
    );
  return job?.marked === true;
}

test("a job is marked as stuck and counted once, and the next reconciler sees the mark", async () => {
  const em = database.orm.em.fork();
  const { stuck: before } = await measurePromises(em, { reconcileSeconds: 60 });

  const changes = [await note(true), await note(true)];
  const { stuck } = await measurePromises(em, { reconcileSeconds: 60 });
  await em.execute("delete from outbox where subject_id = ?", [jobId]);
  const stale = await claimStaleJobs(em, { seconds: 0, after: "", limit: 100 });

  expect(changes).toEqual([true, false]);
  expect(stuck).toBe(before + 1);
  expect(stale.find((job) => job.jobId === jobId)).toMatchObject({ isStuck: true });
});

test.each([
  ["its run proceeds", async () => note(false)],
  ["another run drives it", async () => noteResume(database.orm.em.fork(), { jobId, resumes: 1 })],
  ["it ends", async () => endWithoutResult(database.orm.em.fork(), { jobId, status: "failed" })],
  [
    "it is canceled before it began",
    async () => database.orm.em.fork().transactional(async (tx) => stopJobs(tx, { jobId })),
  ],
] as const)("a stuck job loses its mark when %s", async (_, change) => {
  await note(true);

  await change();

  expect(await isMarked()).toBe(false);
});

test("a job that has ended is not marked", async () => {
  await endWithoutResult(database.orm.em.fork(), { jobId, status: "failed" });

  expect(await note(true)).toBe(false);
  expect(await isMarked()).toBe(false);
});
