import { setTimeout as delay } from "node:timers/promises";

import { beginJob, completeJob } from "#db/jobs/job-steps.ts";
import { createJob, mainStep } from "#db/jobs/jobs.ts";
import { createOutput } from "#db/jobs/outputs.ts";
import type { MikroORM } from "#db/orm.ts";
import { outputKey, type Storage } from "#storage/storage.ts";
import type { TestOrganization } from "#test/support/accounts/organization.ts";

import { newPicture } from "./jobs.ts";

/** Creates a job as acceptance leaves it: queued, priced, with its hold. No worker runs it in these tests. */
export async function createQueuedJob(
  orm: MikroORM,
  owner: Pick<TestOrganization, "organizationId" | "accountId">,
  metadata: Readonly<Record<string, string>> = {},
): Promise<string> {
  const job = { ...newPicture(owner, { parameters: { seed: 7 } }), metadata };
  return (await createJob(orm.em.fork(), job)).jobId;
}

interface FinishedFile {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Ends a queued job with its files, as the worker would. Returns the first one. */
export async function finishJob(
  orm: MikroORM,
  storage: Storage,
  organizationId: string,
  { jobId, others = [], ...first }: FinishedFile & { jobId: string; others?: FinishedFile[] },
): Promise<{ outputId: string }> {
  const em = orm.em.fork();
  await beginJob(em.fork(), jobId);
  for (const [ordinal, { bytes, contentType }] of [first, ...others].entries()) {
    const storageKey = outputKey(jobId, mainStep, 1, ordinal);
    const file = await storage.write(storageKey, toChunks(bytes), { bytesMax: bytes.length });
    await createOutput(em, {
      jobId,
      organizationId,
      step: mainStep,
      ordinal,
      storageKey,
      contentType,
      ...file,
      width: 1,
      height: 1,
    });
  }
  await completeJob(em.fork(), { jobId, step: mainStep, generation: 1 });
  const [row] = await em.execute<{ id: string }[]>(
    `select id from outputs where job_id = ? order by ordinal`,
    [jobId],
  );
  if (row === undefined) throw new Error("the output was not stored");
  return { outputId: row.id };
}

async function* toChunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Waits for a condition instead of a fixed time. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 45_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("the condition was not met in time");
    await delay(20);
  }
}
