/**
 * Time limits of a generation that workflows, activities and rows share. `workflows/timeouts.ts` has the
 * timeouts and retries of the steps, `activities/generation/poll-pace.ts` the waits between polls. A limit of
 * one provider's requests, such as the upload of a file, is in its adapter.
 */

/** An attempt that is delayed longer than this between taking the fence and sending does not send. */
export const sendWithinMs = 60_000;

/** Maximum duration of an attempt. */
export const attemptMsMax = 280_000;

/**
 * Start-to-close timeout of `submitToProvider`: an attempt and the record of its response. A stopping worker
 * waits as long, because interrupting a paid request loses its result.
 */
export const submitTimeoutMs = attemptMsMax + 20_000;

/** After this time no part of an attempt can still be running, including clock skew between two machines. */
export const attemptSettledMs = attemptMsMax + 60_000;

/** Maximum duration of one free HTTP request to a provider. Short, because a free request can be retried. */
export const freeRequestMsMax = 30_000;

/** Maximum duration of a poll, a lookup or a cancellation, which may take several free requests. */
export const pollMsMax = 50_000;

/** Start-to-close timeout of the steps that poll. Longer than a poll, so no poll outlives its step. */
export const pollTimeoutMs = pollMsMax + 10_000;

/** Maximum time for any provider to complete an accepted request, in seconds, whatever the model. */
export const generationSecondsMax = 7_200;

/** A provider may take this many times a model's typical time, but at least five minutes. */
const deadlineFactor = 20;
const deadlineSecondsMin = 300;

/** Seconds that a provider may take for a request after accepting it. */
export function deadlineSecondsOf(typicalSeconds: number): number {
  return Math.min(
    Math.max(typicalSeconds * deadlineFactor, deadlineSecondsMin),
    generationSecondsMax,
  );
}

/** Seconds for which an overdue request is polled when its provider does not respond. */
export const unansweredSecondsMax = 1_800;

/**
 * Minimum time to look for an overdue response: workers record the results in their spools within this time
 * once the database and storage are available again.
 */
export const lateAnswerSeconds = 30;

/** Minimum time that a provider keeps idempotency keys, less a margin: studio keeps them for 24 h. */
export const keyHours = 20;
