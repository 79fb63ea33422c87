import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { beginJob, noteStage } from "#db/jobs/job-steps.ts";
import { claimStaleJobs } from "#db/jobs/reconcile.ts";
import {
  acceptSubmission,
  findSubmission,
  saveHandle,
  succeedSubmission,
  takeSubmission,
} from "#db/jobs/submissions.ts";
import type { EntityManager } from "#db/orm.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

interface Updates {
  readonly updates: number;
  /** Updates that wrote to no index. */
  readonly hot: number;
}

/** Counts the row updates of one transaction. */
async function countUpdates(
  table: string,
  work: (tx: EntityManager) => Promise<void>,
): Promise<Updates> {
  return database.orm.em.fork().transactional(async (tx) => {
    // These statistics belong to the session and include its earlier transactions.
    const read = async (): Promise<Updates> => {
      const [row] = await tx.execute<Updates[]>(
        `select n_tup_upd::int as updates, n_tup_hot_upd::int as hot
         from pg_stat_xact_user_tables where relname = ?`,
        [table],
      );
      if (row === undefined) throw new Error(`expected the figures of ${table}`);
      return row;
    };
    const before = await read();
    await work(tx);
    const after = await read();
    return { updates: after.updates - before.updates, hot: after.hot - before.hot };
  });
}

test("only the beginning and the end of a submission write to indexes", async () => {
  const jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);

  const counted = await countUpdates("provider_submissions", async (tx) => {
    const { id: submissionId } = await findSubmission(tx, { jobId, step: "main", generation: 1 });
    const token = (await takeSubmission(tx, submissionId, { takeOver: false }))?.token ?? "";
    const answer = { handle: { id: "a" }, providerRequestId: "req_1" };
    await acceptSubmission(tx, { submissionId, token, ...answer });
    await saveHandle(tx, submissionId, { id: "b" });
    await succeedSubmission(tx, submissionId, { files: [] });
  });

  expect(counted).toEqual({ updates: 4, hot: 2 });
});

test("neither a job's progress nor a reconciler's visit writes to an index", async () => {
  const jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);
  await beginJob(database.orm.em.fork(), jobId);
  await database.orm.em.fork().execute("delete from outbox");
  await database.orm.em.fork().nativeUpdate(Job, { id: jobId }, { reconciledAt: new Date(0) });

  const counted = await countUpdates("jobs", async (tx) => {
    await noteStage(tx, { jobId, stage: "submitting" });
    await noteStage(tx, { jobId, stage: "generating", fraction: 0.5, etaSeconds: 10 });
    const looked = await claimStaleJobs(tx, { seconds: 60, after: "", limit: 10 });
    expect(looked).toMatchObject([{ jobId }]);
  });

  expect(counted).toEqual({ updates: 3, hot: 3 });
});
