import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

import type { ProviderSubmission } from "#db/entities/job.ts";
import { findJobState } from "#db/jobs.ts";
import { restKey } from "#db/our-keys.ts";
import {
  doubtSubmission,
  endSubmission,
  findSubmission,
  giveUpSubmission,
  returnSubmission,
} from "#db/submissions.ts";
import { AppError, errorCatalog, isErrorCode } from "#domain/errors.ts";
import type { GenerationRef, SubmitOutcome } from "#domain/generation-run.ts";
import { isFinal } from "#domain/job.ts";
import { restMsFor } from "#domain/our-keys.ts";
import { submitVerdict } from "#domain/submission.ts";

import type { ActivityDependencies } from "./dependencies.ts";
import type { GenerationContext } from "./generation-context.ts";
import { waitMs } from "./not-ready.ts";

/** When a provider says "later" without saying when. */
export const defaultRetryMs = 2_000;
const retryMsMax = 300_000;

/** How soon a request in doubt is sent again when the provider does not say. */
const doubtPace = { minMs: 500, maxMs: 30_000 };

/** An attempt that holds the fence. */
export interface SentAttempt {
  readonly token: string;
  /** Whether a former attempt of the same submission may have been taken by the provider. */
  readonly isRepeated: boolean;
}

/**
 * Decides what the failure of a paid request means for its submission. The answer to a repeated request
 * says nothing about the first one: whatever it is, the submission stays in doubt, and the rows refuse
 * to be returned or failed.
 */
export async function settleFailure(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  { token, failure }: SentAttempt & { failure: AppError },
): Promise<SubmitOutcome> {
  const { em, provider, submission } = context;
  const attempt = { submissionId: submission.id, token, code: failure.code };
  const verdict = submitVerdict(failure.code);
  const retryAfterMs = retryDelay(failure);
  if (verdict === "wait" && (await returnSubmission(em, attempt))) {
    return { state: "not_sent", code: failure.code, retryAfterMs: retryAfterMs ?? defaultRetryMs };
  }
  if (verdict === "final") {
    const detail = reasonOf(failure);
    if (await endSubmission(em, { ...attempt, state: "failed", detail })) throw failure;
  }
  if (failure.details["isLost"] === true && provider.idempotency !== "lookup") {
    // The result cannot be had by waiting, nor by sending again: it is counted as lost now.
    const lost = { token, detail: reasonOf(failure) };
    if (await giveUpSubmission(em, submission.id, lost)) throw new AppError("submission_unknown");
  }
  if (provider.idempotency === "key") {
    return waitInDoubt(dependencies, context, { token, code: failure.code, retryAfterMs });
  }
  if (verdict === "ambiguous") await endSubmission(em, { ...attempt, state: "unknown" });
  return lostAttempt(dependencies, submission);
}

/**
 * Lets Temporal run the step again after a while, without a worker's slot in between, to send the same
 * request under the same idempotency key. Returns `unknown` when that has been tried for long enough.
 */
export async function waitInDoubt(
  { limits }: ActivityDependencies,
  { em, submission }: GenerationContext,
  { token, code, retryAfterMs }: { token: string; code: string; retryAfterMs?: number | undefined },
): Promise<SubmitOutcome> {
  const attempt = { submissionId: submission.id, token, code };
  const doubtMs = await doubtSubmission(em, attempt);
  if (doubtMs !== null && doubtMs > limits.unknownSeconds * 1_000) {
    await endSubmission(em, { ...attempt, state: "unknown" });
    return { state: "unknown" };
  }
  throw outcomeInDoubt(Math.max(retryAfterMs ?? 0, waitMs(doubtMs ?? 0, doubtPace)));
}

/** A benign failure that Temporal retries after the time given. */
export function outcomeInDoubt(retryAfterMs: number): ApplicationFailure {
  const code = "provider_outcome_unknown";
  return ApplicationFailure.create({
    type: code,
    message: errorCatalog[code].message,
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: retryAfterMs,
  });
}

/**
 * One of several keys that was refused or limited rests. The request goes with another one at once,
 * where there is one, if certainly nothing was made: a repeated request must not change its key,
 * because another account does not know the first one.
 */
export async function restRefusedKey(
  { em, submission, ourKeys }: GenerationContext,
  { error, isRepeated }: SentAttempt & { error: unknown },
): Promise<AppError> {
  const failure =
    error instanceof AppError ? error : new AppError("provider_outcome_unknown", { cause: error });
  const { keyFingerprint, providerSlug } = submission;
  const ms = restMsFor(failure);
  if (ms === 0 || keyFingerprint == null || ourKeys.length < 2) return failure;
  const ours = { providerSlug, fingerprints: ourKeys };
  const canGoOn = await restKey(em.fork(), ours, { fingerprint: keyFingerprint, ms });
  if (isRepeated || !canGoOn) return failure;
  return new AppError("provider_overloaded", { details: { retryAfterSeconds: 0 }, cause: failure });
}

/** What an attempt found out that died before it could report. */
export function formerFailure({ errorCode, errorDetail }: ProviderSubmission): AppError {
  const code = errorCode != null && isErrorCode(errorCode) ? errorCode : "provider_failed";
  return new AppError(code, { details: errorDetail ? { reason: errorDetail } : {} });
}

/** Another attempt holds the fence, or died behind it: only asking the provider can tell. */
export async function lostAttempt(
  { orm }: ActivityDependencies,
  ref: GenerationRef,
): Promise<SubmitOutcome> {
  const em = orm.em.fork();
  const submission = await findSubmission(em, ref);
  if (submission.state === "accepted") return { state: "accepted" };
  if (submission.state === "succeeded") return { state: "succeeded" };
  if (submission.state === "failed" || submission.state === "canceled") {
    throw formerFailure(submission);
  }
  if (submission.state === "prepared") {
    const job = await findJobState(em, ref.jobId);
    if (job === null || isFinal(job.status) || job.status === "canceling") {
      return { state: "stopped" };
    }
    // The other attempt was refused and gave the fence back meanwhile.
    return { state: "not_sent", code: "provider_overloaded", retryAfterMs: defaultRetryMs };
  }
  await endSubmission(em, {
    submissionId: submission.id,
    state: "unknown",
    code: "provider_outcome_unknown",
  });
  return { state: "unknown" };
}

function retryDelay({ details }: AppError): number | undefined {
  const seconds = Number(details["retryAfterSeconds"] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, retryMsMax) : undefined;
}

function reasonOf({ details, message }: AppError): string {
  return typeof details["reason"] === "string" ? details["reason"] : message;
}
