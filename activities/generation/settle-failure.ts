import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import { findJobState } from "#db/jobs/jobs.ts";
import {
  doubtSubmission,
  endSubmission,
  findSubmission,
  giveUpSubmission,
  returnSubmission,
} from "#db/jobs/submissions.ts";
import type { EntityManager } from "#db/orm.ts";
import { coolDownKey } from "#db/providers/platform-keys.ts";
import { AppError, errorCatalog, isErrorCode } from "#domain/errors.ts";
import type { GenerationRef, SubmitOutcome } from "#domain/jobs/generation-run.ts";
import { isFinal } from "#domain/jobs/job.ts";
import { submitVerdict } from "#domain/jobs/submission.ts";
import { coolDownMsFor } from "#domain/providers/platform-keys.ts";

import type { GenerationContext } from "./generation-context.ts";
import { doubtPace, waitMs } from "./poll-pace.ts";
import { recordRefusal } from "./record-response.ts";
import { isUnsent } from "./unsent.ts";

/** Delay before the next attempt where the provider gives none. */
export const defaultRetryMs = 2_000;
const retryMsMax = 300_000;

/** Attempt that holds the fence. */
export interface SentAttempt {
  readonly token: string;
  readonly sentMs: number;
  /** True when the provider may have accepted a former attempt of the same submission. */
  readonly isRepeated: boolean;
}

/**
 * Decides what the failure of a paid request means for its submission. The response to a repeated
 * request says nothing about the first request: the submission stays in doubt whatever the response is,
 * and its row cannot be returned or failed.
 */
export async function settleFailure(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  { token, sentMs, failure }: SentAttempt & { failure: AppError },
): Promise<SubmitOutcome> {
  const { em, provider, submission } = context;
  const attempt = { submissionId: submission.id, token, code: failure.code };
  const verdict = submitVerdict(failure.code);
  const retryAfterMs = retryDelay(failure);
  const record = async (write: (fork: EntityManager) => Promise<boolean>) =>
    recordRefusal(dependencies, { sentMs }, write);
  const makeReady = async () => record(async (fork) => returnSubmission(fork, attempt));
  if (isUnsent(failure)) {
    // Temporal retries the activity, as after any other outage of the platform. A request in doubt stays in
    // doubt.
    await makeReady();
    throw failure;
  }
  if (verdict === "wait" && (await makeReady())) {
    return { state: "not_sent", code: failure.code, retryAfterMs: retryAfterMs ?? defaultRetryMs };
  }
  if (verdict === "final") {
    const ended = { ...attempt, state: "failed", detail: reasonOf(failure) } as const;
    if (await record(async (fork) => endSubmission(fork, ended))) throw failure;
  }
  if (failure.details["isLost"] === true && provider.idempotency !== "lookup") {
    // Neither waiting nor another request can recover the result, so it is counted as lost now.
    const lost = { token, detail: reasonOf(failure) };
    if (await record(async (fork) => giveUpSubmission(fork, submission.id, lost))) {
      throw new AppError("submission_unknown");
    }
  }
  if (provider.idempotency === "key") {
    const doubt = await noteDoubt(dependencies, context, attempt);
    if (!doubt.isOver) throw retryInDoubt(doubt, retryAfterMs);
    await endSubmission(em, { ...attempt, state: "unknown" });
    return { state: "unknown" };
  }
  if (verdict === "ambiguous") {
    await record(async (fork) => endSubmission(fork, { ...attempt, state: "unknown" }));
  }
  return lostAttempt(dependencies, submission);
}

/**
 * Attempts to send a request that are made before it is given up, whatever the time. An outage of the engine
 * thus cannot use up the time in which the provider would have responded.
 */
const attemptsMin = 8;

interface Doubt {
  readonly ms: number;
  /** Longer than `SUBMISSION_UNKNOWN_SECONDS`. */
  readonly isLate: boolean;
  /** Late, and after enough attempts to give the request up. */
  readonly isOver: boolean;
}

/** Puts a submission in doubt, unless it already is. */
export async function noteDoubt(
  { limits }: ActivityDependencies,
  { em, submission }: GenerationContext,
  { token, code }: { token: string; code: string },
): Promise<Doubt> {
  const doubt = await doubtSubmission(em, { submissionId: submission.id, token, code });
  const { ms, attempts } = doubt ?? { ms: 0, attempts: 0 };
  const isLate = ms > limits.unknownSeconds * 1_000;
  return { ms, isLate, isOver: isLate && attempts >= attemptsMin };
}

/**
 * Creates a failure on which Temporal retries the step after a delay that occupies no worker slot. The retry
 * sends the same request under the same idempotency key.
 */
export function retryInDoubt({ ms }: Doubt, retryAfterMs = 0): ApplicationFailure {
  return outcomeInDoubt(Math.max(retryAfterMs, waitMs(ms, doubtPace)));
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
 * Starts the cool-down of a platform key that the provider refused or limited. If another key is available,
 * the request is sent with that key at once. A repeated request keeps its key, because the account of another
 * key does not know the first request.
 */
export async function coolDownRefusedKey(
  dependencies: Pick<ActivityDependencies, "responsesOrm">,
  { submission, platformKeys }: GenerationContext,
  { error, isRepeated, sentMs }: SentAttempt & { error: unknown },
): Promise<AppError> {
  const failure =
    error instanceof AppError ? error : new AppError("provider_outcome_unknown", { cause: error });
  const { keyFingerprint, providerSlug } = submission;
  const ms = coolDownMsFor(failure);
  if (ms === 0 || keyFingerprint == null || platformKeys.length < 2) return failure;
  const ours = { providerSlug, fingerprints: platformKeys };
  const rest = { fingerprint: keyFingerprint, ms };
  const canGoOn = await recordRefusal(dependencies, { sentMs }, async (em) =>
    coolDownKey(em, ours, rest),
  );
  if (isRepeated || !canGoOn) return failure;
  return new AppError("provider_overloaded", { details: { retryAfterSeconds: 0 }, cause: failure });
}

/** Returns the failure that an attempt recorded before its worker died. */
export function formerFailure({ errorCode, errorDetail }: ProviderSubmission): AppError {
  const code = errorCode != null && isErrorCode(errorCode) ? errorCode : "provider_failed";
  return new AppError(code, { details: errorDetail ? { reason: errorDetail } : {} });
}

/**
 * Returns the outcome for an attempt that did not get the fence, by the submission's row. `unknown` when
 * another attempt holds the fence or died with it.
 */
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
    // The provider refused the other attempt, which released the fence.
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
