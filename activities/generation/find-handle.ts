import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { ProviderCall } from "#activities/providers/adapter.ts";
import { acceptSubmission, succeedSubmission, takeToStop } from "#db/jobs/submissions.ts";
import { generationSecondsMax } from "#domain/jobs/time-limits.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { sendRequest, type GenerationContext } from "./generation-context.ts";
import { keepResult } from "./keep-result.ts";
import { paidCall } from "./paid-call.ts";
import { recoverHandle } from "./recover-handle.ts";

/**
 * Finds the handle of a request that the provider may have accepted although its response was lost: in
 * the row, in the provider's webhook, or by a lookup. Returns null when there is no handle.
 */
export async function findHandle(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  call: ProviderCall,
): Promise<ProviderHandle | null> {
  const { adapter, submission } = context;
  const { state, handle } = submission;
  if (state !== "sent" && state !== "unknown" && state !== "accepted") return null;
  if (handle != null) return handle;
  const told = await recoverHandle(dependencies, context, call);
  if (told !== null) return told.handle;
  return (await adapter.lookup?.(submission.idempotencyKey, call)) ?? null;
}

/**
 * Repeats a request whose response was lost, to get the handle with which it can be canceled. A provider that
 * de-duplicates by idempotency key returns the handle of the first request. If it did not accept the first
 * request, it starts a generation that is canceled at once. Returns null when the provider cannot do this or
 * the request was not sent. A row in doubt stays in doubt.
 */
export async function sendToStop(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  call: ProviderCall,
): Promise<ProviderHandle | "succeeded" | null> {
  const { adapter, em, job, provider, submission } = context;
  if (adapter.cancel === undefined || provider.idempotency !== "key") return null;
  // The lookup has found nothing to cancel. A deleted job has no content to send.
  if (adapter.lookup !== undefined || job.deletedAt) return null;
  const token = await takeToStop(em, submission.id, {
    keyFingerprint: context.keyFingerprint(),
    secondsMax: generationSecondsMax,
  });
  if (token === null) return null;
  const paid = paidCall(context, { token, signal: call.signal });
  const response = await sendRequest(context, dependencies, paid);
  if (response.state === "succeeded") {
    const result = await keepResult(dependencies, submission, response.result);
    await succeedSubmission(em, submission.id, result, response.result.costUsd);
    return "succeeded";
  }
  const { handle, providerRequestId, costUsd } = response;
  const accepted = { token, handle, providerRequestId, costUsd };
  await acceptSubmission(em, { submissionId: submission.id, ...accepted });
  return handle;
}
