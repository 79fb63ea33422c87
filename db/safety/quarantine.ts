import { Output } from "#db/entities/job.ts";
import { QuarantinedFile } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

/** A file of a job that a check has found. Files of reports: `quarantineReported`. */
export interface NewQuarantinedFile extends Pick<
  QuarantinedFile,
  "organizationId" | "storageKey" | "contentType" | "bytes" | "sha256" | "categories"
> {
  readonly jobId: string;
  readonly step: string;
  readonly ordinal: number;
}

/**
 * Registers a quarantined file, and withdraws the outputs that its job has so far: the job fails as a whole and costs
 * nothing. A repetition changes nothing.
 */
export async function quarantineFile(em: EntityManager, file: NewQuarantinedFile): Promise<void> {
  await em.transactional(async (tx) => {
    await tx
      .createQueryBuilder(QuarantinedFile)
      .insert({ ...file, id: createId("quarantinedFile"), createdAt: new Date() })
      .onConflict(["jobId", "step", "ordinal"])
      .ignore()
      .execute();
    const { jobId } = file;
    await tx.nativeUpdate(Output, { jobId, deletedAt: null }, { deletedAt: new Date() });
  });
}

/** Finds the quarantined file of a step, if an earlier attempt has found one. */
export async function findQuarantined(
  em: EntityManager,
  { jobId, step }: { readonly jobId: string; readonly step: string },
): Promise<QuarantinedFile | null> {
  return em.findOne(QuarantinedFile, { jobId, step, endedAt: null });
}

/**
 * Returns true when a file with one of these contents is in quarantine. A second upload, or a copy that an organization has kept
 * elsewhere, does not bring it back.
 */
export async function isQuarantined(
  em: EntityManager,
  {
    organizationId,
    hashes,
  }: { readonly organizationId: string; readonly hashes: readonly string[] },
): Promise<boolean> {
  if (hashes.length === 0) return false;
  const rows = { organizationId, sha256: { $in: [...hashes] }, endedAt: null };
  return (await em.count(QuarantinedFile, rows)) > 0;
}

export function quarantineRefusal(): AppError {
  return new AppError("content_blocked", {
    message: "The file is in quarantine and cannot be used.",
    details: { categories: ["quarantine"] },
  });
}
