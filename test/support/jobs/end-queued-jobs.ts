import { setTimeout as delay } from "node:timers/promises";

import { Job } from "#db/entities/job.ts";
import { mainStep } from "#db/jobs/jobs.ts";
import { createOutput } from "#db/jobs/outputs.ts";
import type { MikroORM } from "#db/orm.ts";
import { outputKey, type Storage } from "#storage/storage.ts";

import { finishJob } from "./finished-jobs.ts";

export interface EndedFile {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface JobEnder {
  close(): Promise<void>;
}

/** Ends each queued job of an organization with files, as workers would, until it is closed. */
export function endQueuedJobs(
  orm: MikroORM,
  storage: Storage,
  organizationId: string,
  filesOf: (job: Job) => readonly [EndedFile, ...EndedFile[]] | null,
): JobEnder {
  const stop = new AbortController();
  const seen = new Set<string>();
  const ended = (async () => {
    while (!stop.signal.aborted) {
      await delay(50);
      const jobs = await orm.em.fork().find(Job, { organizationId, status: "queued" });
      for (const job of jobs) {
        const files = seen.has(job.id) ? null : filesOf(job);
        if (files === null) continue;
        seen.add(job.id);
        const [first, ...rest] = files;
        for (const [index, { bytes, contentType }] of rest.entries()) {
          const ordinal = index + 1;
          const storageKey = outputKey(job.id, mainStep, 1, ordinal);
          const file = await storage.write(storageKey, toChunks(bytes), { bytesMax: bytes.length });
          const about = { jobId: job.id, organizationId, step: mainStep, ordinal, storageKey };
          await createOutput(orm.em.fork(), { ...about, contentType, ...file });
        }
        await finishJob(orm, storage, organizationId, { jobId: job.id, ...first });
      }
    }
  })();
  return {
    close: async () => {
      stop.abort();
      await ended;
    },
  };
}

async function* toChunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}
