import type { ProviderSubmission } from "#db/entities/job.ts";
import { noteStage } from "#db/job-steps.ts";
import { findJobState } from "#db/jobs.ts";
import { chooseKey, restKey } from "#db/our-keys.ts";
import {
  findSubmission,
  acceptSubmission,
  announceSubmission,
  endSubmission,
  holdBackSubmission,
  returnSubmission,
  succeedSubmission,
  takeSubmission,
} from "#db/submissions.ts";
import { AppError, isErrorCode } from "#domain/errors.ts";
import type { GenerationRef, SubmitOutcome } from "#domain/generation-run.ts";
import { isFinal } from "#domain/job.ts";
import { restMsFor } from "#domain/our-keys.ts";
import { attemptMsMax, sendWithinMs, submitVerdict } from "#domain/submission.ts";

import { askForTurn } from "./ask-for-turn.ts";
import { checkPaidInputs } from "./check-paid-inputs.ts";
import type { ActivityDependencies } from "./dependencies.ts";
import { loadGeneration, toAdapterRequest, type GenerationContext } from "./generation-context.ts";
import { keepResult } from "./keep-result.ts";
import { askGate, giveBackTrials, noteCall } from "./provider-gate.ts";
import type { ProviderCall, SubmitAnswer } from "./providers/adapter.ts";

/** When a provider says "later" without saying when. */
const defaultRetryMs = 2_000;
const retryMsMax = 300_000;

/** One that holds the fence, and its places in the circuits. */
interface Attempt {
  readonly token: string;
  readonly trials: readonly string[];
}

const passed = { isOpen: true, trials: [] } as const;

/**
 * Sends the paid request of a generation, at most once unless the provider itself de-duplicates.
 * What a former attempt left in the row decides: a lost one is never sent again without a key.
 */
export function createSubmitToProvider(dependencies: ActivityDependencies) {
  return async function submitToProvider(ref: GenerationRef): Promise<SubmitOutcome> {
    const context = await loadGeneration(dependencies, ref);
    const { em, submission, provider } = context;
    switch (submission.state) {
      case "accepted":
        return { state: "accepted" };
      case "succeeded":
        return { state: "succeeded" };
      case "unknown":
        return { state: "unknown" };
      case "failed":
      case "canceled":
        throw formerFailure(submission);
      case "prepared":
      case "sent":
    }
    const isPrepared = submission.state === "prepared";
    if (isPrepared && !(await askForTurn(dependencies, context))) return { state: "waiting" };
    // With an organization's own key it is not we who pay.
    if (isPrepared && submission.providerKeyId == null) {
      await checkPaidInputs(toAdapterRequest(context, dependencies));
    }
    await noteStage(em, { jobId: ref.jobId, stage: "submitting" });
    // What was sent already is beyond the gate: only sending it again, by its key, tells its fate.
    const gate = isPrepared ? await askGate(context) : passed;
    if (!gate.isOpen) return gate.outcome;
    const { trials } = gate;
    if (isPrepared && !(await findKey(context))) {
      await giveBackTrials(context, trials);
      await holdBackSubmission(em, { submissionId: submission.id, code: "provider_overloaded" });
      return { state: "not_sent", code: "provider_overloaded", retryAfterMs: defaultRetryMs };
    }
    const takeOver = provider.idempotency === "key";
    const token = await takeSubmission(em, submission.id, { takeOver });
    if (token === null) {
      await giveBackTrials(context, trials);
      return lostAttempt(dependencies, ref);
    }
    return send(dependencies, context, { token, trials });
  };
}

/** Chooses which of our keys it goes with, where there are several; false when none is free. */
async function findKey({ em, submission, ourKeys }: GenerationContext): Promise<boolean> {
  if (ourKeys.length < 2) return true;
  const { id: submissionId, providerSlug } = submission;
  const ours = { providerSlug, fingerprints: ourKeys };
  submission.keyFingerprint = await chooseKey(em.fork(), { submissionId, ...ours });
  return submission.keyFingerprint !== null;
}

/** What an attempt found out that died before it could report. */
export function formerFailure({ errorCode, errorDetail }: ProviderSubmission): AppError {
  const code = errorCode != null && isErrorCode(errorCode) ? errorCode : "provider_failed";
  return new AppError(code, { details: errorDetail ? { reason: errorDetail } : {} });
}

/** Another attempt holds the fence, or died behind it: only asking the provider can tell. */
async function lostAttempt(
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

async function send(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  { token, trials }: Attempt,
): Promise<SubmitOutcome> {
  const { adapter, em, provider, submission } = context;
  const call = callOf(context, token);
  let answer: SubmitAnswer;
  try {
    answer = await adapter.submit(toAdapterRequest(context, dependencies), call);
  } catch (error) {
    return afterFailure(context, { token, trials, error });
  }
  if (answer.state === "succeeded") {
    const result = await keepResult(dependencies, submission, answer.result);
    await succeedSubmission(em, submission.id, result);
    await noteCall(context, { code: null, trials });
    return { state: "succeeded" };
  }
  const { handle, providerRequestId } = answer;
  const accepted = { submissionId: submission.id, token, handle, providerRequestId };
  const isAccepted = await acceptSubmission(em, accepted);
  await noteCall(context, { code: null, trials });
  if (isAccepted) return { state: "accepted" };
  // Given up meanwhile: what nobody waits for is stopped. With our key it is the successor's, too.
  if (provider.idempotency !== "key") await adapter.cancel?.(handle, call);
  return lostAttempt(dependencies, submission);
}

function callOf(context: GenerationContext, token: string): ProviderCall {
  const { em, submission } = context;
  const inTime = () => ({ sendBefore: Date.now() + sendWithinMs });
  return {
    // Not the cancellation's signal: a paid request that is under way must be answered to be known.
    ...context.call(AbortSignal.timeout(attemptMsMax)),
    ...inTime(),
    async announce(announcement) {
      const announced = { submissionId: submission.id, token, ...announcement };
      if (await announceSubmission(em, announced)) return inTime();
      throw new AppError("provider_unreachable", { details: { reason: "given up meanwhile" } });
    },
  };
}

async function afterFailure(
  context: GenerationContext,
  { token, trials, error }: Attempt & { error: unknown },
): Promise<SubmitOutcome> {
  const failure = await restRefusedKey(
    context,
    error instanceof AppError ? error : new AppError("provider_outcome_unknown", { cause: error }),
  );
  try {
    return await settleFailure(context, { token, failure });
  } finally {
    // After the row, which decides what becomes of the job.
    await noteCall(context, { code: failure.code, trials });
  }
}

/**
 * One of several keys that was refused or limited rests. Certainly nothing was made then, so that
 * another one is tried at once, where there is one.
 */
async function restRefusedKey(
  { em, submission, ourKeys }: GenerationContext,
  failure: AppError,
): Promise<AppError> {
  const { keyFingerprint, providerSlug } = submission;
  const ms = restMsFor(failure);
  if (ms === 0 || keyFingerprint == null || ourKeys.length < 2) return failure;
  const ours = { providerSlug, fingerprints: ourKeys };
  const canGoOn = await restKey(em.fork(), ours, { fingerprint: keyFingerprint, ms });
  if (!canGoOn) return failure;
  return new AppError("provider_overloaded", { details: { retryAfterSeconds: 0 }, cause: failure });
}

async function settleFailure(
  { em, provider, submission }: GenerationContext,
  { token, failure }: { token: string; failure: AppError },
): Promise<SubmitOutcome> {
  const submissionId = submission.id;
  switch (submitVerdict(failure.code)) {
    case "wait": {
      await returnSubmission(em, { submissionId, token, code: failure.code });
      return { state: "not_sent", code: failure.code, retryAfterMs: retryDelay(failure) };
    }
    case "final":
      await endSubmission(em, {
        submissionId,
        state: "failed",
        token,
        code: failure.code,
        detail: reasonOf(failure),
      });
      throw failure;
    case "ambiguous":
      // The key makes a second send harmless: the row stays `sent` and the retry takes it over.
      if (provider.idempotency === "key")
        throw new AppError("provider_unreachable", { cause: failure });
      await endSubmission(em, { submissionId, state: "unknown", token, code: failure.code });
      return { state: "unknown" };
  }
}

function retryDelay({ details }: AppError): number {
  const seconds = Number(details["retryAfterSeconds"] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, retryMsMax) : defaultRetryMs;
}

function reasonOf({ details, message }: AppError): string {
  return typeof details["reason"] === "string" ? details["reason"] : message;
}
