import { activityInfo, cancellationSignal } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { PollAnswer, ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { noteStage } from "#db/jobs/job-steps.ts";
import { checkDeadline, noteOverdue } from "#db/jobs/submission-deadline.ts";
import { endSubmission, saveHandle, succeedSubmission } from "#db/jobs/submissions.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import { estimateGeneration } from "#domain/jobs/generation-progress.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { unansweredSecondsMax } from "#domain/jobs/submission.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { askSignal } from "./ask-signal.ts";
import { findHandle, sendToStop } from "./find-handle.ts";
import { loadGeneration, type GenerationContext } from "./generation-context.ts";
import { keepResult } from "./keep-result.ts";
import { createModelLatency } from "./model-latency.ts";
import { notReady } from "./not-ready.ts";
import { pollPace } from "./poll-pace.ts";
import { noteCall } from "./provider-gate.ts";
import { formerFailure } from "./settle-failure.ts";

const pollMs = 150;

/**
 * Asks a provider once. Returns when the result is available; "not yet" is a benign failure. The
 * deadline counts from the row, so an outage or another run does not move it, and the provider is
 * asked at least once after it: a result that is available then is delivered. Throws
 * `provider_timeout`.
 */
export function createPollProvider(dependencies: ActivityDependencies) {
  const medianSeconds = createModelLatency(dependencies.orm);
  return async function pollProvider(ref: GenerationRef): Promise<void> {
    const context = await loadGeneration(dependencies, ref);
    const { em, job, model, submission } = context;
    // Of a job that has ended, nothing is wanted any more.
    if (submission.state === "succeeded" || job.finishedAt) return;
    // An attempt that ended the submission died before it could report.
    if (submission.state === "failed") throw formerFailure(submission);
    const answer = await ask(context);
    switch (answer.state) {
      case "succeeded":
        return succeed(dependencies, context, answer);
      case "canceled":
        await endSubmission(em, { submissionId: submission.id, state: "canceled" });
        throw new AppError("provider_failed", {
          details: { reason: "The provider canceled the request." },
        });
      case "running": {
        if (answer.handle !== undefined) await saveHandle(em, submission.id, answer.handle);
        const { elapsedSeconds, isOverdue } = await checkDeadline(em, submission, model);
        if (isOverdue) {
          const handle = answer.handle ?? submission.handle ?? {};
          return endOverdue(dependencies, context, handle);
        }
        await noteStage(em, {
          jobId: ref.jobId,
          stage: "generating",
          ...estimateGeneration({
            elapsedSeconds,
            medianSeconds: await medianSeconds(submission),
            fraction: answer.fraction,
            etaSeconds: answer.etaSeconds,
          }),
        });
        throw notReady(submission.acceptedAt ?? new Date(), pollPace(context.service.slug, pollMs));
      }
    }
  };
}

async function ask(context: GenerationContext): Promise<PollAnswer> {
  const { adapter, em, submission } = context;
  if (adapter.poll === undefined || !submission.handle)
    throw new AppError("provider_response_invalid");
  try {
    return await adapter.poll(submission.handle, context.call(askSignal()));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A request that the platform aborted says nothing about the provider.
    if (cancellationSignal().aborted) throw error;
    const isFinal = !errorCatalog[error.code].retryable;
    if (isFinal) {
      const reason = error.details["reason"];
      await endSubmission(em, {
        submissionId: submission.id,
        state: "failed",
        code: error.code,
        detail: typeof reason === "string" ? reason : error.message,
      });
    }
    await noteCall(context, { code: error.code });
    if (!isFinal && (await isGivenUp(context))) {
      throw new AppError("provider_timeout", { cause: error });
    }
    throw error;
  }
}

async function isGivenUp({ em, model, submission }: GenerationContext): Promise<boolean> {
  const { isOverdue } = await checkDeadline(em, submission, model);
  return isOverdue && (await noteOverdue(em, submission)) > unansweredSecondsMax;
}

async function succeed(
  dependencies: ActivityDependencies,
  { em, submission }: GenerationContext,
  { result }: Extract<PollAnswer, { state: "succeeded" }>,
): Promise<void> {
  await succeedSubmission(em, submission.id, await keepResult(dependencies, submission, result));
}

/**
 * Stops a generation that has used up its time, unless it finishes at that moment. A provider that
 * fails to stop it now is asked again by `settleSubmissions`.
 */
async function endOverdue(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  handle: ProviderHandle,
): Promise<void> {
  const { adapter, em, submission } = context;
  const code = "provider_timeout";
  const running = { state: "running" } as const;
  const answer = await stop(adapter, handle, context.call(askSignal())).catch((error: unknown) => {
    if (!(error instanceof AppError) || cancellationSignal().aborted) throw error;
    return running;
  });
  if (answer?.state === "succeeded") return succeed(dependencies, context, answer);
  if (answer?.state !== "running" || adapter.cancel === undefined) {
    await endSubmission(em, { submissionId: submission.id, state: "failed", code });
  }
  await noteCall(context, { code });
  throw new AppError(code);
}

/** Asks a provider to stop, then what became of the generation. Undefined: it has no result. */
async function stop(
  adapter: ProviderAdapter,
  handle: ProviderHandle,
  call: ProviderCall,
): Promise<PollAnswer | undefined> {
  await adapter.cancel?.(handle, call);
  return adapter.poll?.(handle, call).catch((error: unknown) => {
    // A provider that answers an error for what it canceled has no result for us.
    if (error instanceof AppError && !errorCatalog[error.code].retryable) return undefined;
    throw error;
  });
}

/** How often a provider that was asked to stop is asked whether it has. */
const stopTriesMax = 12;
const stopMs = 500;

/**
 * Stops a generation at its provider as far as that can be done, then asks until its answer is known:
 * what was finished in the meantime counts as made. A provider that cannot be stopped, or does not
 * say so after a dozen tries, is not waited for.
 */
export function createCancelAtProvider(dependencies: ActivityDependencies) {
  return async function cancelAtProvider(
    ref: GenerationRef,
  ): Promise<{ outcome: "canceled" | "succeeded" }> {
    const context = await loadGeneration(dependencies, ref);
    const { adapter, em, submission } = context;
    if (submission.state === "succeeded") return { outcome: "succeeded" };
    const call = context.call(askSignal());
    const handle =
      (await findHandle(dependencies, context, call)) ??
      // The caller does not wait for a provider that does not answer: `settleSubmissions` goes on.
      (await sendToStop(dependencies, context, call).catch(() => null));
    if (handle === null) return { outcome: "canceled" };
    if (handle === "succeeded") return { outcome: "succeeded" };
    await saveHandle(em, submission.id, handle);
    const answer = await stop(adapter, handle, call);
    if (answer?.state === "running" && adapter.cancel && activityInfo().attempt < stopTriesMax) {
      throw notReady(submission.acceptedAt ?? new Date(), pollPace(context.service.slug, stopMs));
    }
    if (answer?.state === "succeeded") {
      await succeed(dependencies, context, answer);
      return { outcome: "succeeded" };
    }
    await endSubmission(em, { submissionId: submission.id, state: "canceled" });
    return { outcome: "canceled" };
  };
}
