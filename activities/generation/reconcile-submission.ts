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
import { attemptSettledMs, lateAnswerSeconds } from "#domain/jobs/submission.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { askSignal } from "./ask-signal.ts";
import { loadGeneration, toAdapterRequest, type GenerationContext } from "./generation-context.ts";
import { notReady } from "./not-ready.ts";
import { recoverHandle } from "./recover-handle.ts";
import { formerFailure } from "./settle-failure.ts";

const askMs = { minMs: 500, maxMs: 30_000 };

/**
 * Finds out whether a provider took a request whose answer was lost: from the row, where a late answer
 * is recorded and an announced handle may be, from its webhooks, and from the provider where it can look
 * requests up. Not known yet is a benign failure. Throws `submission_unknown` when it cannot be known
 * any more, so that the caller is refunded; nothing is sent again then.
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
    const answer = await lookUp(context, isLate);
    if (answer !== null && answer.handle !== null) {
      await saveHandle(em, submission.id, answer.handle);
      return { state: "accepted" };
    }
    if (answer !== null && (await reopen(context))) return { state: "absent" };
    const isGivenUp = submission.finishedAt != null;
    if (!isGivenUp && !(isLate && (await isLateForGood(dependencies, context)))) {
      throw notReady(submission.sentAt ?? new Date(), askMs);
    }
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
 * Where the provider can neither be asked nor send word, only the attempt itself can still bring the
 * answer, and after a while it cannot either.
 */
function patienceMs(dependencies: ActivityDependencies, context: GenerationContext): number {
  const { adapter } = context;
  const patienceMs = dependencies.limits.unknownSeconds * 1_000;
  const request = toAdapterRequest(context, dependencies);
  const maySendWord =
    adapter.recover !== undefined &&
    request.callback !== undefined &&
    adapter.sendsWord?.(request, context.call(askSignal())) !== false;
  return adapter.lookup !== undefined || maySendWord
    ? patienceMs
    : Math.min(patienceMs, attemptSettledMs);
}

/** Null: the provider could not be asked. A handle of null: it does not know the request. */
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
    // A provider that is away is asked again, until time is up.
    const passes = error instanceof AppError && errorCatalog[error.code].retryable;
    if (passes && !isLate) throw error;
    return null;
  }
}

/**
 * Allows the request to be sent again when a provider with lookup does not know it. Safe because
 * nothing of the attempt can be under way any more, so the provider never received it.
 */
async function reopen({ em, provider, submission }: GenerationContext): Promise<boolean> {
  if (provider.idempotency !== "lookup" || !submission.attemptToken) return false;
  return reopenSubmission(em, {
    submissionId: submission.id,
    token: submission.attemptToken,
    code: "provider_outcome_unknown",
  });
}
