import { type Actor, recordAudit } from "#db/audit.ts";
import { Job, Output } from "#db/entities/job.ts";
import { type AbuseReport, QuarantinedFile } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import { deletePreviews } from "#db/jobs/stored-files.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { listFilesOfJob } from "#db/pipelines/run-views.ts";
import { AppError } from "#domain/errors.ts";
import { quarantinedOutputKey, type Storage } from "#storage/storage.ts";

interface Stores {
  readonly orm: MikroORM;
  readonly storage: Storage;
}

/**
 * Moves the outputs that a report names into quarantine and withdraws them. The copy exists before the row, and the row before
 * the deletion, so a crash at any point loses no file. Throws `output_expired` when no file is left.
 */
export async function quarantineOutputs(
  { orm, storage }: Stores,
  { report, actor }: { readonly report: AbuseReport; readonly actor: Actor },
): Promise<void> {
  const { id: reportId } = report;
  const outputs = await listReported(orm.em.fork(), report);
  let held = await orm.em.fork().count(QuarantinedFile, { reportId, endedAt: null });
  for (const output of outputs) {
    const isHeld = await quarantineOutput({ orm, storage }, { output, reportId, actor });
    if (isHeld) held += 1;
  }
  if (held === 0) throw new AppError("output_expired");
}

/** The output that a report names, else all files of its job; those of a pipeline's run belong to the jobs of its steps. */
async function listReported(
  em: EntityManager,
  { jobId, outputId }: AbuseReport,
): Promise<readonly Output[]> {
  if (outputId != null) return em.find(Output, { id: outputId, deletedAt: null });
  const job = jobId == null ? null : await em.findOne(Job, { id: jobId, deletedAt: null });
  return job === null ? [] : listFilesOfJob(em, job);
}

/** Returns false for an output whose file has been deleted concurrently. */
async function quarantineOutput(
  { orm, storage }: Stores,
  {
    output,
    reportId,
    actor,
  }: { readonly output: Output; readonly reportId: string; readonly actor: Actor },
): Promise<boolean> {
  const { id: outputId, jobId, organizationId, step, ordinal, contentType, bytes, sha256 } = output;
  const kept = quarantinedOutputKey(jobId, outputId);
  if ((await storage.stat(output.storageKey)) === null) return false;
  await storage.write(kept, storage.read(output.storageKey), { bytesMax: bytes });
  await orm.em.fork().transactional(async (tx) => {
    await tx
      .createQueryBuilder(QuarantinedFile)
      .insert({
        id: createId("quarantinedFile"),
        organizationId,
        jobId,
        step,
        ordinal,
        contentType,
        bytes,
        sha256,
        storageKey: kept,
        categories: ["report"],
        createdAt: new Date(),
        outputId,
        reportId,
        holdEndedAt: null,
        endedAt: null,
        outcome: null,
      })
      .onConflict(["jobId", "step", "ordinal"])
      .merge([
        "storageKey",
        "createdAt",
        "reportId",
        "outputId",
        "holdEndedAt",
        "endedAt",
        "outcome",
      ])
      .execute();
    await tx.nativeUpdate(Output, { id: outputId }, { deletedAt: new Date() });
    await recordAudit(tx, {
      ...actor,
      action: "output.quarantined",
      targetType: "output",
      targetId: outputId,
      after: { jobId, reportId, sha256 },
    });
  });
  await deletePreviews(storage, output.storageKey);
  await storage.delete(output.storageKey);
  return true;
}
