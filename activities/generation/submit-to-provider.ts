import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { SubmitResult } from "#activities/providers/adapter.ts";
import { countSyncStandbys } from "#db/database-health.ts";
import { noteStage } from "#db/jobs/job-steps.ts";
import { holdBackSubmission, takeSubmission } from "#db/jobs/submissions.ts";
import { chooseKey } from "#db/providers/platform-keys.ts";
import type { GenerationRef, SubmitOutcome } from "#domain/jobs/generation-run.ts";
import { attemptMsMax } from "#domain/jobs/time-limits.ts";
import { heldWaitMs } from "#domain/providers/circuit.ts";
import { noteInSpan } from "#runtime/tracing/span.ts";

import { checkPaidInputs } from "./check-paid-inputs.ts";
import {
  loadGeneration,
  sendRequest,
  toAdapterRequest,
  type GenerationContext,
} from "./generation-context.ts";
import { paidCall } from "./paid-call.ts";
import { askGate, giveBackTrials, noteCall } from "./provider-gate.ts";
import { recordAcceptance, recordPassedOn, recordResult } from "./record-response.ts";
import { requestSlot } from "./request-slot.ts";
import { screenGeneration } from "./screen-generation.ts";
import {
  defaultRetryMs,
  formerFailure,
  lostAttempt,
  noteDoubt,
  outcomeInDoubt,
  retryInDoubt,
  coolDownRefusedKey,
  type SentAttempt,
  settleFailure,
} from "./settle-failure.ts";

/** An attempt that holds the fence, with its trials in the circuits. */
interface Attempt extends SentAttempt {
  readonly trials: readonly string[];
}

/**
 * Sends the paid request of a generation at most once, unless the provider de-duplicates by idempotency key.
 * The state that an earlier attempt left in the row decides: a request whose response was lost is never sent
 * again without such a key.
 */
export function createSubmitToProvider(dependencies: ActivityDependencies) {
  return async function submitToProvider(ref: GenerationRef): Promise<SubmitOutcome> {
    const context = await loadGeneration(dependencies, ref);
    const { em, job, submission } = context;
    noteInSpan({ "gme.model": submission.modelId });
    if (await recordPassedOn(dependencies, submission)) return { state: "accepted" };
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
    // Each generation passes here before its first request, also one whose prompt was not known at acceptance.
    if (submission.state === "prepared") await screenGeneration(dependencies, context);
    if (submission.state === "prepared" && !(await requestSlot(dependencies, context))) {
      return { state: "waiting" };
    }
    // Not for organization-provided keys: the organization pays for the request. Operations cost nothing.
    const isPriced = submission.providerKeyId == null && job.request.operation === undefined;
    if (submission.state === "prepared" && isPriced) {
      await checkPaidInputs(toAdapterRequest(context, dependencies));
    }
    await noteStage(em, { jobId: ref.jobId, stage: "submitting" });
    return submission.state === "prepared"
      ? sendNew(dependencies, context)
      : sendAgain(dependencies, context);
  };
}

/** Sends a request that was never sent, or that certainly produced nothing. */
async function sendNew(
  dependencies: ActivityDependencies,
  context: GenerationContext,
): Promise<SubmitOutcome> {
  const { em, submission } = context;
  if (await lacksStandby(dependencies, context)) {
    const { code, retryAfterMs } = noStandby;
    await holdBackSubmission(em, { submissionId: submission.id, code });
    return { state: "not_sent", code, retryAfterMs };
  }
  const gate = await askGate(context);
  const held = gate.isOpen ? ((await findKey(context)) ? null : allKeysBusy) : gate;
  if (held !== null) {
    if (gate.isOpen) await giveBackTrials(context, gate.trials);
    await holdBackSubmission(em, { submissionId: submission.id, code: held.code });
    return { state: "not_sent", code: held.code, retryAfterMs: held.retryAfterMs };
  }
  return take(dependencies, context, { isRepeated: false, trials: gate.isOpen ? gate.trials : [] });
}

/** Sends a request with an unknown outcome again, where the provider de-duplicates by idempotency key. */
async function sendAgain(
  dependencies: ActivityDependencies,
  context: GenerationContext,
): Promise<SubmitOutcome> {
  const { provider, submission } = context;
  if (provider.idempotency !== "key") return lostAttempt(dependencies, submission);
  const gate = await askGate(context);
  if (gate.isOpen) return take(dependencies, context, { isRepeated: true, trials: gate.trials });
  const attempt = { token: submission.attemptToken ?? "", code: gate.code };
  const doubt = await noteDoubt(dependencies, context, attempt);
  if (!doubt.isLate) throw retryInDoubt(doubt, gate.retryAfterMs);
  // The last requests bypass the open circuit, because only a request can reveal the paid result.
  return take(dependencies, context, { isRepeated: true, trials: [] });
}

/**
 * The commit before a paid request is all that keeps the request from being sent again after a failover, and without a
 * synchronous standby a failover may lose the commit. Repetitions that the provider recognizes need none.
 */
async function lacksStandby(
  { limits }: ActivityDependencies,
  { em, provider }: GenerationContext,
): Promise<boolean> {
  if (limits.requiresStandby !== true || provider.idempotency === "key") return false;
  return (await countSyncStandbys(em)) === 0;
}

const noStandby = { code: "unavailable", retryAfterMs: heldWaitMs } as const;
const allKeysBusy = { code: "provider_overloaded", retryAfterMs: defaultRetryMs } as const;

async function take(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  { isRepeated, trials }: Omit<Attempt, "token" | "sentMs">,
): Promise<SubmitOutcome> {
  const { em, submission } = context;
  const keyFingerprint = context.keyFingerprint();
  const options = { takeOver: isRepeated, keyFingerprint };
  const fence = await takeSubmission(em, submission.id, options);
  if (fence === null) {
    await giveBackTrials(context, trials);
    return lostAttempt(dependencies, submission);
  }
  // URLs of inputs depend on when the request was first sent. Nothing that can fail comes before `send`:
  // a request that holds the fence and was not sent counts as one whose response was lost.
  submission.sentAt = fence.sentAt;
  const { token } = fence;
  return send(dependencies, context, { token, sentMs: Date.now(), isRepeated, trials });
}

/** Chooses a platform key when there are several. Returns false when none is available. */
async function findKey({ em, submission, platformKeys }: GenerationContext): Promise<boolean> {
  if (platformKeys.length < 2) return true;
  const { id: submissionId, providerSlug } = submission;
  const ours = { providerSlug, fingerprints: platformKeys };
  submission.keyFingerprint = await chooseKey(em.fork(), { submissionId, ...ours });
  return submission.keyFingerprint !== null;
}

async function send(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  { trials, ...attempt }: Attempt,
): Promise<SubmitOutcome> {
  const { adapter, provider, submission } = context;
  const { token, sentMs } = attempt;
  const sent = { submission, sentMs };
  // Not the activity's cancellation signal: an aborted paid request would have an unknown outcome.
  const call = paidCall(context, { token, signal: AbortSignal.timeout(attemptMsMax) });
  let response: SubmitResult;
  try {
    response = await sendRequest(context, dependencies, call);
  } catch (error) {
    const failure = await coolDownRefusedKey(dependencies, context, { ...attempt, error });
    try {
      return await settleFailure(dependencies, context, { ...attempt, failure });
    } finally {
      // After the row is written, because the row decides the job's outcome.
      await noteCall(context, { code: failure.code, trials });
    }
  }
  if (response.state === "succeeded") {
    await recordResult(dependencies, sent, response.result);
    await noteCall(context, { code: null, trials });
    return { state: "succeeded" };
  }
  const { handle, providerRequestId, costUsd } = response;
  const accepted = { token, handle, providerRequestId, costUsd };
  const isAccepted = await recordAcceptance(dependencies, sent, accepted);
  await noteCall(context, { code: null, trials });
  if (isAccepted) return { state: "accepted" };
  // A later attempt that sends the same idempotency key receives this generation.
  if (provider.idempotency === "key") throw outcomeInDoubt(defaultRetryMs);
  // Another attempt or run has given the submission up in the meantime, so its generation is canceled.
  await adapter.cancel?.(handle, call);
  return lostAttempt(dependencies, submission);
}
