import type { ActivityDependencies } from "#activities/dependencies.ts";
import { noteOverdue } from "#db/jobs/submission-deadline.ts";
import {
  giveUpSubmission,
  measureMsSinceSent,
  reopenSubmission,
  saveHandle,
} from "#db/jobs/submissions.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import type { GenerationRef, ReconcileOutcome } from "#domain/jobs/generation-run.ts";
import { attemptSettledMs, lateAnswerSeconds } from "#domain/jobs/time-limits.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { askSignal } from "./ask-signal.ts";
import { loadGeneration, toAdapterRequest, type GenerationContext } from "./generation-context.ts";
import { notReady } from "./not-ready.ts";
import { doubtPace } from "./poll-pace.ts";
import { recoverHandle } from "./recover-handle.ts";
import { formerFailure } from "./settle-failure.ts";

/**
 * Determines whether a provider accepted a request whose response was lost. Sources: the row, which may have
 * a late response or an announced handle; the provider's webhooks; and a lookup, where the provider has one.
 * Throws a benign failure while the outcome is unknown. Throws `submission_unknown` when it can no longer be
 * determined; the caller is then refunded and nothing is sent again.
 */
export function createReconcileSubmission(dependencies: ActivityDependencies) {
  return async function reconcileSubmission(ref: GenerationRef): Promise<ReconcileOutcome> {
    const context = await loadGeneration(dependencies, ref);
    const { em, submission } = context;
    switch (submission.state) {
      case "accepted":
      case "succeeded":
        return { state: submission.state };
      case "prepared":
        return { state: "absent" };
      case "failed":
      case "canceled":
        throw formerFailure(submission);
      case "sent":
      case "unknown":
    }
    if (submission.handle != null) {
      await saveHandle(em, submission.id, submission.handle);
      return { state: "accepted" };
    }
    const told = await recoverHandle(dependencies, context, context.call(askSignal()));
    if (told !== null) {
      await saveHandle(em, submission.id, told.handle, told.requestId);
      return { state: "accepted" };
    }
    const sinceMs = await measureMsSinceSent(em, submission.id);
    const isLate = sinceMs > patienceMs(dependencies, context);
    const response = await lookUp(context, isLate);
    if (response !== null && response.handle !== null) {
      await saveHandle(em, submission.id, response.handle);
      return { state: "accepted" };
    }
    if (response !== null && (await reopen(context))) return { state: "absent" };
    const isGivenUp = submission.finishedAt != null;
    const isOver = isGivenUp || (isLate && (await isLateForGood(dependencies, context)));
    if (!isOver) throw notReady(submission.sentAt ?? new Date(), doubtPace);
    await giveUpSubmission(em, submission.id);
    throw new AppError("submission_unknown");
  };
}

async function isLateForGood(
  { limits }: ActivityDependencies,
  { em, submission }: GenerationContext,
): Promise<boolean> {
  const seconds = Math.min(lateAnswerSeconds, limits.unknownSeconds);
  return (await noteOverdue(em, submission)) > seconds;
}

/**
 * Returns how long to wait for the outcome. When the provider supports neither lookup nor webhooks, only the
 * attempt itself can deliver the response, and only until `attemptSettledMs`.
 */
function patienceMs(dependencies: ActivityDependencies, context: GenerationContext): number {
  const { adapter } = context;
  const patienceMs = dependencies.limits.unknownSeconds * 1_000;
  return adapter.lookup !== undefined || maySendWebhook(dependencies, context)
    ? patienceMs
    : Math.min(patienceMs, attemptSettledMs);
}

function maySendWebhook(dependencies: ActivityDependencies, context: GenerationContext): boolean {
  const { adapter } = context;
  if (adapter.recover === undefined) return false;
  const request = toAdapterRequest(context, dependencies);
  return (
    request.callback !== undefined &&
    adapter.sendsWord?.(request, context.call(askSignal())) !== false
  );
}

/**
 * Returns null when the provider could not be queried, and a null handle when it does not know the request.
 */
async function lookUp(
  context: GenerationContext,
  isLate: boolean,
): Promise<{ handle: ProviderHandle | null } | null> {
  const { adapter, submission } = context;
  if (adapter.lookup === undefined) return null;
  try {
    const call = context.call(askSignal());
    return { handle: await adapter.lookup(submission.idempotencyKey, call) };
  } catch (error) {
    // An unavailable provider is queried again until the time is up.
    const passes = error instanceof AppError && errorCatalog[error.code].retryable;
    if (passes && !isLate) throw error;
    return null;
  }
}

/**
 * Allows the request to be sent again when a provider with lookup does not know it. Safe because no part of
 * the attempt can still be under way, so the provider never received it.
 */
async function reopen({ em, provider, submission }: GenerationContext): Promise<boolean> {
  if (provider.idempotency !== "lookup" || !submission.attemptToken) return false;
  return reopenSubmission(em, {
    submissionId: submission.id,
    token: submission.attemptToken,
    code: "provider_outcome_unknown",
  });
}
