import { LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { Asset } from "#db/entities/asset.ts";
import { Job, Output } from "#db/entities/job.ts";
import { QuarantinedFile } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import { restoredAssetKey, restoredKey, type Storage } from "#storage/storage.ts";

/** States of a file: under legal hold, released from it, and no longer in quarantine. */
export const quarantineStatuses = ["held", "unheld", "ended"] as const;
export type QuarantineStatus = (typeof quarantineStatuses)[number];

export const quarantineActions = ["hold", "end_hold", "restore", "delete"] as const;
export type QuarantineAction = (typeof quarantineActions)[number];

const ofStatus = {
  held: { endedAt: null, holdEndedAt: null },
  unheld: { endedAt: null, holdEndedAt: { $ne: null } },
  ended: { endedAt: { $ne: null } },
};

export function quarantineStatusOf({ endedAt, holdEndedAt }: QuarantinedFile): QuarantineStatus {
  if (endedAt) return "ended";
  return holdEndedAt ? "unheld" : "held";
}

/** Lists files, newest first. */
export async function listQuarantinedFiles(
  em: EntityManager,
  {
    filter: { status },
    limit,
    beforeId,
  }: {
    filter: { readonly status?: QuarantineStatus | undefined };
    limit: number;
    beforeId: string | undefined;
  },
): Promise<QuarantinedFile[]> {
  return em.find(
    QuarantinedFile,
    {
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
      ...(status === undefined ? {} : ofStatus[status]),
    },
    { orderBy: { id: "desc" }, limit, refresh: true },
  );
}

/**
 * Holds a file, ends its hold, returns it to its job, or deletes it. A held file can be neither returned nor deleted. Repetitions
 * change nothing. Throws `quarantined_file_not_found`, `legal_hold`, and `quarantine_ended` for a file that has left quarantine, or
 * that has neither an output of a kept job nor an asset to return to.
 */
export async function decideQuarantinedFile(
  { orm, storage }: { readonly orm: MikroORM; readonly storage: Storage },
  {
    fileId,
    action,
    reason,
    actor,
  }: {
    readonly fileId: string;
    readonly action: QuarantineAction;
    readonly reason: string;
    readonly actor: Actor;
  },
): Promise<QuarantinedFile> {
  return orm.em.fork().transactional(async (tx) => {
    const file = await tx.findOne(QuarantinedFile, fileId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    if (file === null) throw new AppError("quarantined_file_not_found", { details: { fileId } });
    const before = quarantineStatusOf(file);
    if (before === "ended") throw new AppError("quarantine_ended");
    if (before === "held" && (action === "restore" || action === "delete")) {
      throw new AppError("legal_hold");
    }
    const now = new Date();
    if (action === "restore") await restore(tx, storage, file);
    // The row is locked and the hold has ended, so a crash after the deletion leaves a row whose deletion is repeated.
    if (action === "delete") await storage.delete(file.storageKey);
    if (action === "hold") file.holdEndedAt = null;
    if (action === "end_hold") file.holdEndedAt ??= now;
    if (action === "restore" || action === "delete") {
      file.endedAt = now;
      file.outcome = action === "restore" ? "restored" : "deleted";
    }
    await tx.flush();
    await recordAudit(tx, {
      ...actor,
      action: `quarantine.${action}`,
      targetType: "quarantined_file",
      targetId: fileId,
      before: { status: before },
      after: { status: quarantineStatusOf(file), reason },
    });
    return file;
  });
}

/** Returns a reported file to its output or asset, whose time in quarantine does not count as retention. */
async function restore(tx: EntityManager, storage: Storage, file: QuarantinedFile): Promise<void> {
  const { storageKey, bytes, createdAt } = file;
  const origin = (await findOutputOf(tx, file)) ?? (await findAssetOf(tx, file));
  if (origin === null) throw new AppError("quarantine_ended");
  const restorationId = createId("quarantinedFile");
  const key =
    origin instanceof Asset
      ? restoredAssetKey(restorationId)
      : restoredKey(origin.jobId, restorationId);
  await storage.write(key, storage.read(storageKey), { bytesMax: bytes });
  const heldMs = Date.now() - createdAt.getTime();
  origin.storageKey = key;
  origin.deletedAt = null;
  origin.purgedAt = null;
  origin.expiresAt = new Date(origin.expiresAt.getTime() + heldMs);
  await tx.flush();
  await storage.delete(storageKey);
}

async function findOutputOf(
  tx: EntityManager,
  { outputId, jobId }: QuarantinedFile,
): Promise<Output | null> {
  if (outputId == null || jobId == null) return null;
  const jobs = await tx.count(Job, { id: jobId, deletedAt: null });
  return jobs === 0 ? null : tx.findOne(Output, { id: outputId });
}

/** Null also when the owner has deleted the asset in the meantime, or its organization was erased. */
async function findAssetOf(tx: EntityManager, { assetId }: QuarantinedFile): Promise<Asset | null> {
  if (assetId == null) return null;
  const asset = await tx.findOne(Asset, assetId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const wasKept = asset?.deletedAt != null && asset.expiresAt > asset.deletedAt;
  return wasKept ? asset : null;
}
