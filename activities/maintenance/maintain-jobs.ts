import { cancellationSignal, heartbeat } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { askSignal } from "#activities/generation/ask-signal.ts";
import { findHandle, sendToStop } from "#activities/generation/find-handle.ts";
import { loadGeneration } from "#activities/generation/generation-context.ts";
import { deleteMessages, listDeletedConversations } from "#db/conversations/delete-messages.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import { listUnpurgedJobs } from "#db/jobs/delete-job.ts";
import { purgeJob } from "#db/jobs/purge-job.ts";
import { redactedJobsMax, redactJobs } from "#db/jobs/redact-jobs.ts";
import {
  claimOrphans,
  endSubmission,
  giveUpSubmission,
  measureMsSinceSent,
  saveHandle,
} from "#db/jobs/submissions.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError, errorCatalog, type ErrorCode } from "#domain/errors.ts";
import { attemptSettledMs } from "#domain/jobs/time-limits.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";
import { organizationKeyCodes } from "#domain/providers/organization-key.ts";
import { reconcileJobs } from "#temporal/reconcile-jobs.ts";

/** Starts a new run for jobs without one. The API also does so on a timer. */
export function createReconcileJobs({ orm, client, logger, limits }: ActivityDependencies) {
  return async function runReconcileJobs(): Promise<MaintenanceTurn> {
    const { resumed, ended } = await reconcileJobs(
      {
        orm,
        client,
        logger,
        staleSeconds: limits.reconcileSeconds,
        beat: () => heartbeat(),
      },
      cancellationSignal(),
    );
    return { changed: resumed + ended, next: null };
  };
}

/** Providers are called concurrently, each for a few submissions: one that does not respond delays no other. */
const orphansMax = 100;
const orphansPerProviderMax = 5;
/** Limit for one submission. All submissions of a provider together stay below the activity's timeout. */
const settleMsMax = 20_000;
/** Age after which a submission is given up although its provider still fails. */
const orphanMsMax = 24 * 3_600_000;

/**
 * Cancels generations that providers still run for ended jobs: requests whose response came too late or was
 * never found. A submission that cannot be found is recorded as given up.
 */
export function createSettleSubmissions(dependencies: ActivityDependencies) {
  return async function settleSubmissions(): Promise<MaintenanceTurn> {
    const orphans = await claimOrphans(dependencies.orm.em.fork(), {
      limit: orphansMax,
      limitPerProvider: orphansPerProviderMax,
    });
    const byProvider = Map.groupBy(
      orphans,
      ({ providerSlug, providerKeyId }) => `${providerSlug} ${providerKeyId ?? ""}`,
    );
    const counts = await Promise.all(
      [...byProvider.values()].map(async (some) => settleAll(dependencies, some)),
    );
    const changed = counts.reduce((sum, count) => sum + count, 0);
    // A provider with a full batch may have more. Submissions that failed wait for the next run.
    return { changed, next: counts.includes(orphansPerProviderMax) ? "more" : null };
  };
}

/** Settles submissions of one provider in sequence. Returns how many were settled. */
async function settleAll(
  dependencies: ActivityDependencies,
  orphans: readonly ProviderSubmission[],
): Promise<number> {
  let changed = 0;
  for (const orphan of orphans) {
    try {
      changed += (await settle(dependencies, orphan)) ? 1 : 0;
    } catch (error) {
      const { jobId, providerSlug } = orphan;
      const code = error instanceof AppError ? error.code : "internal";
      if (isEndOfOrganizationKey(code)) {
        await letGo(dependencies.orm.em.fork(), orphan, code);
        changed += 1;
        continue;
      }
      // Retried after the other submissions of its provider.
      dependencies.logger.warn({ jobId, provider: providerSlug, code }, "submission not settled");
    }
  }
  return changed;
}

/**
 * A refused organization-provided key can no longer cancel anything, and the organization pays for what is
 * still made.
 */
function isEndOfOrganizationKey(code: ErrorCode): boolean {
  return organizationKeyCodes.some((known) => known === code) && !errorCatalog[code].retryable;
}

async function settle(
  dependencies: ActivityDependencies,
  orphan: ProviderSubmission,
): Promise<boolean> {
  const em = dependencies.orm.em.fork();
  const sinceMs = await measureMsSinceSent(em, orphan.id);
  if (sinceMs > orphanMsMax) {
    await letGo(em, orphan);
    return true;
  }
  const context = await loadGeneration(dependencies, orphan);
  const { adapter } = context;
  const call = context.call(askSignal(settleMsMax));
  const handle =
    (await findHandle(dependencies, context, call)) ??
    (await sendToStop(dependencies, context, call));
  if (handle === "succeeded") return true;
  if (handle === null) {
    if (sinceMs < attemptSettledMs) return false;
    await giveUpSubmission(em, orphan.id);
    return true;
  }
  await saveHandle(em, orphan.id, handle);
  await adapter.cancel?.(handle, call);
  const code = orphan.errorCode ?? undefined;
  await endSubmission(em, { submissionId: orphan.id, state: "canceled", code });
  return true;
}

/** Ends a submission that cannot be canceled; as given up when the provider may not have accepted it. */
async function letGo(
  em: EntityManager,
  { id: submissionId, state }: ProviderSubmission,
  code?: ErrorCode,
): Promise<void> {
  if (state === "accepted") await endSubmission(em, { submissionId, state: "canceled", code });
  else await giveUpSubmission(em, submissionId);
}

/** Removes the text of jobs whose days are over. */
export function createRedactJobs({ orm, limits }: Pick<ActivityDependencies, "orm" | "limits">) {
  return async function runRedactJobs(): Promise<MaintenanceTurn> {
    const daysAfterFiles = limits.requestDaysAfterFiles;
    const changed = await redactJobs(orm.em.fork(), { daysAfterFiles });
    return { changed, next: changed === redactedJobsMax ? "more" : null };
  };
}

const purgesMax = 100;
/** Time for the request that deletes a job to purge its files itself. */
const purgeSeconds = 60;

/** Conversations per run whose remaining jobs are deleted. */
const conversationsMax = 100;

/**
 * Deletes the jobs of deleted conversations that have ended since, and files of deleted jobs that remain after a crash
 * or an outage of storage.
 */
export function createPurgeJobs({
  orm,
  storage,
  logger,
}: Pick<ActivityDependencies, "orm" | "storage" | "logger">) {
  return async function purgeJobs(): Promise<MaintenanceTurn> {
    const unpurged = { limit: purgesMax, seconds: purgeSeconds };
    let changed = await deleteConversationJobs(orm.em.fork());
    for (const jobId of await listUnpurgedJobs(orm.em.fork(), unpurged)) {
      try {
        await purgeJob({ orm, storage }, jobId);
        changed += 1;
      } catch (error) {
        // One failure must not block the other jobs. The job is retried in the next run.
        logger.warn({ jobId, error }, "files of a deleted job not purged");
      }
    }
    return { changed, next: changed >= purgesMax ? "more" : null };
  };
}

async function deleteConversationJobs(em: EntityManager): Promise<number> {
  let deleted = 0;
  for (const conversation of await listDeletedConversations(em, { limit: conversationsMax })) {
    const { id: conversationId, organizationId } = conversation;
    const actor = { organizationId };
    deleted += await deleteMessages(em.fork(), { conversationId, actor });
    heartbeat();
  }
  return deleted;
}
