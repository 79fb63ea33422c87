import { type Actor, recordAudit } from "#db/audit.ts";
import { Asset } from "#db/entities/asset.ts";
import { Job, Output } from "#db/entities/job.ts";
import { type AbuseReport, QuarantinedFile } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import { deletePreviews } from "#db/jobs/stored-files.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { listFilesOfJob } from "#db/pipelines/run-views.ts";
import { AppError } from "#domain/errors.ts";
import { quarantinedAssetKey, quarantinedOutputKey, type Storage } from "#storage/storage.ts";

interface Stores {
  readonly orm: MikroORM;
  readonly storage: Storage;
}

type ReportedFile = Output | Asset;

interface Quarantining {
  readonly file: ReportedFile;
  readonly reportId: string;
  readonly actor: Actor;
}

/**
 * Moves the files that a report names into quarantine and withdraws them. The copy exists before the row, and the row before
 * the deletion, so a crash at any point loses no file. Throws `output_expired` or `asset_expired` when no file is left.
 */
export async function quarantineReported(
  { orm, storage }: Stores,
  { report, actor }: { readonly report: AbuseReport; readonly actor: Actor },
): Promise<void> {
  const { id: reportId, assetId } = report;
  const files = await listReported(orm.em.fork(), report);
  let held = await orm.em.fork().count(QuarantinedFile, { reportId, endedAt: null });
  for (const file of files) {
    const isHeld = await quarantineReportedFile({ orm, storage }, { file, reportId, actor });
    if (isHeld) held += 1;
  }
  if (held === 0) throw new AppError(assetId == null ? "output_expired" : "asset_expired");
}

/**
 * The output or the asset that a report names, else all files of its job; those of a pipeline's run belong to the jobs of its
 * steps.
 */
async function listReported(
  em: EntityManager,
  { jobId, outputId, assetId }: AbuseReport,
): Promise<readonly ReportedFile[]> {
  if (outputId != null) return em.find(Output, { id: outputId, deletedAt: null });
  if (assetId != null) return em.find(Asset, { id: assetId, deletedAt: null });
  const job = jobId == null ? null : await em.findOne(Job, { id: jobId, deletedAt: null });
  return job === null ? [] : listFilesOfJob(em, job);
}

/** Returns false for a file that has been deleted concurrently. */
async function quarantineReportedFile(
  { orm, storage }: Stores,
  { file, reportId, actor }: Quarantining,
): Promise<boolean> {
  const { bytes, storageKey } = file;
  const kept =
    file instanceof Asset
      ? quarantinedAssetKey(file.id)
      : quarantinedOutputKey(file.jobId, file.id);
  if ((await storage.stat(storageKey)) === null) return false;
  await storage.write(kept, storage.read(storageKey), { bytesMax: bytes });
  await orm.em
    .fork()
    .transactional(async (tx) => withdraw(tx, { file, reportId, actor, storageKey: kept }));
  await deletePreviews(storage, storageKey);
  await storage.delete(storageKey);
  return true;
}

/** Registers the copy and withdraws the file. A file that returned and is reported again keeps its row. */
async function withdraw(
  tx: EntityManager,
  { file, reportId, actor, storageKey }: Quarantining & { readonly storageKey: string },
): Promise<void> {
  const { organizationId, contentType, bytes, sha256 } = file;
  const isAsset = file instanceof Asset;
  const origin = isAsset
    ? { assetId: file.id, outputId: null, jobId: null, step: null, ordinal: null }
    : {
        assetId: null,
        outputId: file.id,
        jobId: file.jobId,
        step: file.step,
        ordinal: file.ordinal,
      };
  await tx
    .createQueryBuilder(QuarantinedFile)
    .insert({
      id: createId("quarantinedFile"),
      organizationId,
      ...origin,
      contentType,
      bytes,
      sha256,
      storageKey,
      categories: ["report"],
      createdAt: new Date(),
      reportId,
      holdEndedAt: null,
      endedAt: null,
      outcome: null,
    })
    .onConflict(isAsset ? ["assetId"] : ["jobId", "step", "ordinal"])
    .merge(["storageKey", "createdAt", "reportId", "outputId", "holdEndedAt", "endedAt", "outcome"])
    .execute();
  const deletedAt = new Date();
  if (isAsset) await tx.nativeUpdate(Asset, { id: file.id }, { deletedAt });
  else await tx.nativeUpdate(Output, { id: file.id }, { deletedAt });
  const targetType = isAsset ? "asset" : "output";
  await recordAudit(tx, {
    ...actor,
    action: `${targetType}.quarantined`,
    targetType,
    targetId: file.id,
    after: { jobId: origin.jobId, reportId, sha256 },
  });
}
