import { activityInfo, cancellationSignal } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

import { noteStage } from "#db/job-steps.ts";
import { endSubmission, saveHandle, succeedSubmission } from "#db/submissions.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/generation-run.ts";
import type { ProviderHandle } from "#domain/generation.ts";

import type { ActivityDependencies } from "./dependencies.ts";
import { loadGeneration, type GenerationContext } from "./generation-context.ts";
import { keepResult } from "./keep-result.ts";
import type { PollAnswer, ProviderCall } from "./providers/adapter.ts";

/**
 * Asks a provider once. Returns when the result is there; "not yet" is a benign failure that tells
 * Temporal when to ask again, so that no slot is held in between and no history grows.
 */
export function createPollProvider(dependencies: ActivityDependencies) {
  return async function pollProvider(ref: GenerationRef): Promise<void> {
    const context = await loadGeneration(dependencies, ref);
    const { em, submission } = context;
    if (submission.state === "succeeded") return;
    const answer = await ask(context);
    switch (answer.state) {
      case "succeeded":
        await succeedSubmission(
          em,
          submission.id,
          await keepResult(dependencies, submission, answer.result),
        );
        return;
      case "canceled":
        await endSubmission(em, { submissionId: submission.id, state: "canceled" });
        throw new AppError("provider_failed", {
          details: { reason: "The provider canceled the request." },
        });
      case "running":
        if (answer.handle !== undefined) await saveHandle(em, submission.id, answer.handle);
        await noteStage(em, {
          jobId: ref.jobId,
          stage: "generating",
          ...(answer.fraction === undefined ? {} : { fraction: answer.fraction }),
          ...(answer.etaSeconds === undefined ? {} : { etaSeconds: answer.etaSeconds }),
        });
        throw notReady(context);
    }
  };
}

async function ask(context: GenerationContext): Promise<PollAnswer> {
  const { adapter, em, submission } = context;
  if (adapter.poll === undefined || !submission.handle)
    throw new AppError("provider_response_invalid");
  try {
    return await adapter.poll(submission.handle, context.call(cancellationSignal()));
  } catch (error) {
    if (error instanceof AppError && !errorCatalog[error.code].retryable) {
      const reason = error.details["reason"];
      await endSubmission(em, {
        submissionId: submission.id,
        state: "failed",
        code: error.code,
        detail: typeof reason === "string" ? reason : error.message,
      });
    }
    throw error;
  }
}

/** Quick at first for quick providers, then slower: a share of the time that passed, within bounds. */
const pollShare = 0.15;
const pollMs = { min: 150, max: 5_000 };

function notReady({ submission }: GenerationContext): ApplicationFailure {
  const since = Date.now() - (submission.acceptedAt ?? new Date()).getTime();
  const nextRetryDelay = Math.round(Math.min(Math.max(since * pollShare, pollMs.min), pollMs.max));
  return ApplicationFailure.create({
    message: `not ready (asked ${activityInfo().attempt} times)`,
    type: "not_ready",
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay,
  });
}

/**
 * Stops a generation at its provider as far as that can be done, then asks once more: what was
 * finished in the meantime counts as made.
 */
export function createCancelAtProvider(dependencies: ActivityDependencies) {
  return async function cancelAtProvider(
    ref: GenerationRef,
  ): Promise<{ outcome: "canceled" | "succeeded" }> {
    const context = await loadGeneration(dependencies, ref);
    const { adapter, em, submission } = context;
    if (submission.state === "succeeded") return { outcome: "succeeded" };
    const call = context.call(cancellationSignal());
    const handle = await findHandle(context, call);
    if (handle === null) return { outcome: "canceled" };
    await adapter.cancel?.(handle, call);
    const answer = await adapter.poll?.(handle, call).catch((error: unknown) => {
      // A provider that answers an error for what it canceled has no result for us.
      if (error instanceof AppError && !errorCatalog[error.code].retryable) return undefined;
      throw error;
    });
    if (answer?.state === "succeeded") {
      await succeedSubmission(
        em,
        submission.id,
        await keepResult(dependencies, submission, answer.result),
      );
      return { outcome: "succeeded" };
    }
    await endSubmission(em, { submissionId: submission.id, state: "canceled" });
    return { outcome: "canceled" };
  };
}

/** The request may have been taken although its answer never came: a provider with lookup can tell. */
async function findHandle(
  { adapter, submission }: GenerationContext,
  call: ProviderCall,
): Promise<ProviderHandle | null> {
  if (submission.handle && submission.state === "accepted") return submission.handle;
  const isLost = submission.state === "sent" || submission.state === "unknown";
  if (!isLost || adapter.lookup === undefined) return null;
  return adapter.lookup(submission.idempotencyKey, call);
}
