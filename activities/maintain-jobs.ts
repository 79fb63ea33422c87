import { cancellationSignal, getClient } from "@temporalio/activity";

import { listUnpurgedJobs } from "#db/delete-job.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import { endSubmission, giveUpSubmission, listOrphans, saveHandle } from "#db/submissions.ts";
import { AppError, errorCatalog, type ErrorCode } from "#domain/errors.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";
import { ownKeyCodes } from "#domain/own-key.ts";
import { attemptSettledMs } from "#domain/submission.ts";
import { purgeJob } from "#process/purge-job.ts";
import { reconcileJobs } from "#process/reconcile-jobs.ts";

import { askSignal } from "./ask-signal.ts";
import type { ActivityDependencies } from "./dependencies.ts";
import { loadGeneration } from "./generation-context.ts";
import { msSinceSent } from "./reconcile-submission.ts";
import { recoverHandle } from "./recover-handle.ts";

/** Gives jobs whose run is gone a new one. The API does the same by a timer of its own. */
export function createReconcileJobs({ orm, logger, limits }: ActivityDependencies) {
  return async function runReconcileJobs(): Promise<MaintenanceTurn> {
    const { resumed, ended } = await reconcileJobs(
      { orm, logger, client: getClient(), staleSeconds: limits.reconcileSeconds },
      cancellationSignal(),
    );
    return { changed: resumed + ended, next: null };
  };
}

/** So few that even providers that do not answer leave time for all of them. */
const orphansMax = 5;
/** After this a provider that still refuses to be asked is not asked any more. */
const orphanMsMax = 24 * 3_600_000;

/**
 * Stops at the provider what it still does for jobs that have ended: a request whose answer came too
 * late, or was looked for in vain. What cannot be found is noted as given up.
 */
export function createSettleSubmissions(dependencies: ActivityDependencies) {
  return async function settleSubmissions(): Promise<MaintenanceTurn> {
    const { orm, logger } = dependencies;
    const orphans = await listOrphans(orm.em.fork(), orphansMax);
    let changed = 0;
    for (const orphan of orphans) {
      try {
        changed += (await settle(dependencies, orphan)) ? 1 : 0;
      } catch (error) {
        const { jobId, providerSlug } = orphan;
        const code = error instanceof AppError ? error.code : "internal";
        if (isEndOfOwnKey(code)) {
          await endSubmission(orm.em.fork(), { submissionId: orphan.id, state: "canceled", code });
          changed += 1;
          continue;
        }
        // One provider's trouble must not keep the others from being stopped; it comes up again.
        logger.warn({ jobId, provider: providerSlug, code }, "submission not settled");
      }
    }
    // A full batch that was settled is followed by the next; what was in trouble waits for its turn.
    return { changed, next: changed === orphansMax ? "more" : null };
  };
}

/** An own key that is refused stops nothing any more: what is still made is on its organization's bill. */
function isEndOfOwnKey(code: ErrorCode): boolean {
  return ownKeyCodes.some((known) => known === code) && !errorCatalog[code].retryable;
}

async function settle(
  dependencies: ActivityDependencies,
  orphan: ProviderSubmission,
): Promise<boolean> {
  const em = dependencies.orm.em.fork();
  if (msSinceSent(orphan) > orphanMsMax) {
    if (orphan.state === "accepted") {
      await endSubmission(em, { submissionId: orphan.id, state: "canceled" });
    } else {
      await giveUpSubmission(em, orphan.id);
    }
    return true;
  }
  const context = await loadGeneration(dependencies, orphan);
  const { adapter } = context;
  const call = context.call(askSignal());
  const handle =
    orphan.handle ??
    (await recoverHandle(dependencies, context, call))?.handle ??
    (await adapter.lookup?.(orphan.idempotencyKey, call)) ??
    null;
  if (handle === null) {
    if (msSinceSent(orphan) < attemptSettledMs) return false;
    await giveUpSubmission(em, orphan.id);
    return true;
  }
  await saveHandle(em, orphan.id, handle);
  await adapter.cancel?.(handle, call);
  const code = orphan.errorCode ?? undefined;
  await endSubmission(em, { submissionId: orphan.id, state: "canceled", code });
  return true;
}

const purgesMax = 100;
/** How long the request that deletes a job may take to purge its files itself. */
const purgeSeconds = 60;

/** Deletes the files of deleted jobs that a crash or an outage of storage has left. */
export function createPurgeJobs({
  orm,
  storage,
  logger,
}: Pick<ActivityDependencies, "orm" | "storage" | "logger">) {
  return async function purgeJobs(): Promise<MaintenanceTurn> {
    const unpurged = { limit: purgesMax, seconds: purgeSeconds };
    let changed = 0;
    for (const jobId of await listUnpurgedJobs(orm.em.fork(), unpurged)) {
      try {
        await purgeJob({ orm, storage }, jobId);
        changed += 1;
      } catch (error) {
        // One file's trouble must not keep the others; it comes up again.
        logger.warn({ jobId, error }, "files of a deleted job not purged");
      }
    }
    return { changed, next: changed === purgesMax ? "more" : null };
  };
}
