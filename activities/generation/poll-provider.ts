import { activityInfo, cancellationSignal } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { PollResult, ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { noteStage } from "#db/jobs/job-steps.ts";
import { checkDeadline, noteOverdue } from "#db/jobs/submission-deadline.ts";
import { endSubmission, saveHandle, succeedSubmission } from "#db/jobs/submissions.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import { estimateProgress } from "#domain/jobs/generation-progress.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { unansweredSecondsMax } from "#domain/jobs/time-limits.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { askSignal } from "./ask-signal.ts";
import { findHandle, sendToStop } from "./find-handle.ts";
import { loadGeneration, type GenerationContext } from "./generation-context.ts";
import { keepResult } from "./keep-result.ts";
import { createModelLatency } from "./model-latency.ts";
import { notReady } from "./not-ready.ts";
import { pollPace, quickestMs } from "./poll-pace.ts";
import { noteCall } from "./provider-gate.ts";
import { formerFailure } from "./settle-failure.ts";

/**
 * Polls a provider once. Returns when the result is available; throws a benign failure when it is not.
 * The deadline counts from the row's `accepted_at`, so an outage or a new run does not move it. The provider
 * is polled at least once after the deadline, and a result available then is delivered. Throws
 * `provider_timeout`.
 */
export function createPollProvider(dependencies: ActivityDependencies) {
  const medianSeconds = createModelLatency(dependencies.orm);
  return async function pollProvider(ref: GenerationRef): Promise<void> {
    const context = await loadGeneration(dependencies, ref);
    const { em, job, model, submission } = context;
    // A job that has ended needs no result.
    if (submission.state === "succeeded" || job.finishedAt) return;
    // An earlier attempt ended the submission and died before it could report.
    if (submission.state === "failed") throw formerFailure(submission);
    const response = await ask(context);
    switch (response.state) {
      case "succeeded":
        return succeed(dependencies, context, response);
      case "canceled":
        await endSubmission(em, { submissionId: submission.id, state: "canceled" });
        throw new AppError("provider_failed", {
          details: { reason: "The provider canceled the request." },
        });
      case "running": {
        if (response.handle !== undefined) await saveHandle(em, submission.id, response.handle);
        const { elapsedSeconds, isOverdue } = await checkDeadline(em, submission, model);
        if (isOverdue) {
          const handle = response.handle ?? submission.handle ?? {};
          return endOverdue(dependencies, context, handle);
        }
        await noteStage(em, {
          jobId: ref.jobId,
          stage: "generating",
          ...estimateProgress({
            elapsedSeconds,
            medianSeconds: await medianSeconds(submission),
            fraction: response.fraction,
            etaSeconds: response.etaSeconds,
          }),
        });
        throw notReady(
          submission.acceptedAt ?? new Date(),
          pollPace(context.service.slug, quickestMs.generating),
        );
      }
    }
  };
}

async function ask(context: GenerationContext): Promise<PollResult> {
  const { adapter, em, submission } = context;
  if (adapter.poll === undefined || !submission.handle)
    throw new AppError("provider_response_invalid");
  try {
    return await adapter.poll(submission.handle, context.call(askSignal()));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A request aborted by the platform says nothing about the provider.
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
  { result }: Extract<PollResult, { state: "succeeded" }>,
): Promise<void> {
  const kept = await keepResult(dependencies, submission, result);
  await succeedSubmission(em, submission.id, kept, result.costUsd);
}

/**
 * Stops a generation that has exceeded its deadline, unless it finishes at that moment. When the provider
 * fails to stop it now, `settleSubmissions` repeats the request.
 */
async function endOverdue(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  handle: ProviderHandle,
): Promise<void> {
  const { adapter, em, submission } = context;
  const code = "provider_timeout";
  const running = { state: "running" } as const;
  const response = await stop(adapter, handle, context.call(askSignal())).catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || cancellationSignal().aborted) throw error;
      return running;
    },
  );
  if (response?.state === "succeeded") return succeed(dependencies, context, response);
  if (response?.state !== "running" || adapter.cancel === undefined) {
    await endSubmission(em, { submissionId: submission.id, state: "failed", code });
  }
  await noteCall(context, { code });
  throw new AppError(code);
}

/** Asks a provider to cancel, then polls the generation. Returns undefined when it has no result. */
async function stop(
  adapter: ProviderAdapter,
  handle: ProviderHandle,
  call: ProviderCall,
): Promise<PollResult | undefined> {
  await adapter.cancel?.(handle, call);
  return adapter.poll?.(handle, call).catch((error: unknown) => {
    // A provider that responds to the poll of a canceled generation with an error has no result.
    if (error instanceof AppError && !errorCatalog[error.code].retryable) return undefined;
    throw error;
  });
}

/** Maximum attempts of `cancelAtProvider` while the provider still reports the generation as running. */
const stopAttemptsMax = 12;

/**
 * Cancels a generation at its provider where possible, then polls until its outcome is known. A generation
 * that finished before the cancellation counts as succeeded. Stops waiting for a provider that has no
 * cancellation or does not confirm it within 12 attempts.
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
      // The caller does not wait for an unresponsive provider: `settleSubmissions` continues.
      (await sendToStop(dependencies, context, call).catch(() => null));
    if (handle === null) return { outcome: "canceled" };
    if (handle === "succeeded") return { outcome: "succeeded" };
    await saveHandle(em, submission.id, handle);
    const response = await stop(adapter, handle, call);
    if (
      response?.state === "running" &&
      adapter.cancel &&
      activityInfo().attempt < stopAttemptsMax
    ) {
      throw notReady(
        submission.acceptedAt ?? new Date(),
        pollPace(context.service.slug, quickestMs.canceling),
      );
    }
    if (response?.state === "succeeded") {
      await succeed(dependencies, context, response);
      return { outcome: "succeeded" };
    }
    await endSubmission(em, { submissionId: submission.id, state: "canceled" });
    return { outcome: "canceled" };
  };
}
