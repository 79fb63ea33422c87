import type { z } from "zod";

import type { batchSchema, batchViewSchema } from "#api/schemas/batch.ts";
import type { Batch } from "#db/entities/batch.ts";
import type { Job, Output } from "#db/entities/job.ts";
import { batchPercent, batchStatusOf } from "#domain/jobs/batch.ts";
import type { AddressSettings } from "#storage/file-address.ts";

import { presentError, presentOutput } from "./job.ts";
import { optional } from "./optional.ts";

export type PresentedBatch = z.input<typeof batchSchema>;
type PresentedItem = z.input<typeof batchViewSchema>["items"]["data"][number];

export function presentBatch(batch: Batch): PresentedBatch {
  const self = `/v1/batches/${batch.id}`;
  const { items, queued, processing, canceling, completed, failed, canceled } = batch;
  const { estimatedCredits, heldCredits, capturedCredits } = batch;
  return {
    batchId: batch.id,
    ...optional("name", batch.name),
    status: batchStatusOf(batch),
    progress: { percent: batchPercent(batch) },
    counts: { items, queued, processing, canceling, completed, failed, canceled },
    billing: {
      ...optional("budget", batch.budget),
      estimatedCredits,
      heldCredits,
      capturedCredits,
      releasedCredits: estimatedCredits - heldCredits - capturedCredits,
    },
    createdAt: batch.createdAt.toISOString(),
    ...optional("cancelRequestedAt", batch.cancelRequestedAt?.toISOString()),
    ...optional("finishedAt", batch.finishedAt?.toISOString()),
    metadata: batch.metadata,
    links: { self, jobs: `/v1/jobs?batch=${batch.id}`, cancel: `${self}/cancel` },
  };
}

/** Presents a job as an item of its batch; a deleted job keeps its status and error, but has no output. */
export function presentItem(
  job: Job,
  output: Output | undefined,
  settings: AddressSettings,
  now: Date,
): PresentedItem {
  const isDeleted = job.deletedAt != null;
  const hasOutput = output !== undefined && job.status === "completed" && !isDeleted;
  return {
    // A job of a batch has both values from the start.
    index: job.batchIndex ?? 0,
    credits: job.credits ?? 0,
    ...optional("clientItemId", job.batchItemId),
    jobId: job.id,
    status: job.status,
    ...(isDeleted ? { deleted: true } : {}),
    ...(hasOutput ? { output: presentOutput(output, settings, now) } : {}),
    ...optional("error", presentError(job)),
    ...optional("finishedAt", job.finishedAt?.toISOString()),
  };
}
