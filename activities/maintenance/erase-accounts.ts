import type { ActivityDependencies } from "#activities/dependencies.ts";
import {
  beginErasure,
  eraseRows,
  findAccountToErase,
  finishErasure,
  forgetFiles,
  listErasedFiles,
  listErasedOrganizations,
  cancelOrganizationJobs,
} from "#db/accounts/erase-account.ts";
import { deleteWithPreviews } from "#db/jobs/stored-files.ts";
import type { EntityManager } from "#db/orm.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";
import type { Storage } from "#storage/storage.ts";

/**
 * Erases one batch of one account. The remaining rows determine the next step, so a run that died continues
 * where it stopped. An account whose jobs are still running is left to the next run.
 */
export function createEraseAccounts({
  orm,
  storage,
}: Pick<ActivityDependencies, "orm" | "storage">) {
  return async function runEraseAccounts({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    const em = orm.em.fork();
    const now = new Date();
    const place = after ?? "";
    const accountId = await findAccountToErase(em, { after: place, now });
    if (accountId === null) return { changed: 0, next: null };
    await beginErasure(em.fork(), accountId, now);
    const state = await eraseSome(orm.em.fork(), { storage, accountId, now });
    return { changed: state === "waiting" ? 0 : 1, next: state === "more" ? place : accountId };
  };
}

async function eraseSome(
  em: EntityManager,
  { storage, accountId, now }: { storage: Storage; accountId: string; now: Date },
): Promise<"more" | "waiting" | "done"> {
  const organizationIds = await listErasedOrganizations(em, accountId);
  for (const organizationId of organizationIds) {
    const jobs = await cancelOrganizationJobs(em, organizationId);
    if (jobs !== "done") return jobs;
    const files = await listErasedFiles(em, organizationId);
    if (files.jobIds.length + files.assetIds.length === 0) continue;
    // Files before rows: a file without a row is never found again.
    for (const key of files.storageKeys) await deleteWithPreviews(storage, key);
    await forgetFiles(em, files);
    return "more";
  }
  if (!(await eraseRows(em, { accountId, organizationIds }))) return "more";
  await finishErasure(em, { accountId, organizationIds, now });
  return "done";
}
