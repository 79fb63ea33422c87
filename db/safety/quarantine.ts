import { Output } from "#db/entities/job.ts";
import { QuarantinedFile } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";

/** A file that a check has found. Files of reports: `quarantineOutputs`. */
export type NewQuarantinedFile = Omit<
  QuarantinedFile,
  "id" | "createdAt" | "outputId" | "reportId" | "holdEndedAt" | "endedAt" | "outcome"
>;

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
