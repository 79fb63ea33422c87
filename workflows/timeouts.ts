import type { ActivityOptions } from "@temporalio/common";

import { pollTimeoutMs, submitTimeoutMs } from "#domain/jobs/time-limits.ts";

/**
 * Timeouts and retries of every step. Clients of HTTP and of language models have their own switched off.
 * They may change at any time: a replay does not compare them.
 *
 * Activities have no schedule-to-close timeout. Its clock keeps running while a task waits in its queue and
 * while workers or Temporal are down, so it would end healthy work. Only attempts that a worker made count
 * here. The rows hold the business deadlines (`domain/jobs/time-limits.ts`), and the activities check them.
 */
type StepTimeouts = Pick<ActivityOptions, "startToCloseTimeout" | "heartbeatTimeout" | "retry">;

/**
 * Attempts after which only a bug can explain an activity's failures. The job then fails and is refunded
 * instead of running indefinitely. Covers at least a day of failures at the shortest maximum interval, 10 s.
 */
const activityAttemptsMax = 10_000;

/** Covers about a day at the maximum interval of these steps, one minute. */
const dayOfAttempts = 1_500;

/** Steps that only touch the database. */
export const databaseTimeouts = {
  startToCloseTimeout: "15s",
  retry: {
    initialInterval: "200ms",
    backoffCoefficient: 2,
    maximumInterval: "10s",
    maximumAttempts: activityAttemptsMax,
  },
} satisfies StepTimeouts;

const indefinitely = {
  initialInterval: "200ms",
  backoffCoefficient: 2,
  maximumInterval: "30s",
} as const;

/** Steps that record an end, such as releasing or capturing credits. They are retried indefinitely. */
export const settlingTimeouts = {
  startToCloseTimeout: "15s",
  retry: indefinitely,
} satisfies StepTimeouts;

/**
 * One turn of a pipeline's run. Expressions run in a thread, whose start may take half a minute on a busy machine. A run
 * may have paid jobs, so turns are retried indefinitely; the activity ends a run after a day of failed turns.
 */
export const turnTimeouts = {
  startToCloseTimeout: "1m",
  retry: indefinitely,
} satisfies StepTimeouts;

/**
 * The task of a step, such as a call of the language model, whose timeout is shorter (`LLM_TIMEOUT_MS`). The step fails
 * after the attempts that the activity allows; further ones only record that.
 */
export const taskTimeouts = {
  startToCloseTimeout: "3m",
  heartbeatTimeout: "15s",
  retry: indefinitely,
} satisfies StepTimeouts;

/** Time after which a run takes a turn without a signal, in case the signal was lost. */
export const turnWaitMsMax = 900_000;

/**
 * Parsing of a message. Covers about 20 minutes without the database; the parser itself never fails. The
 * limit is low, because a message may be the cause of a worker's crash.
 */
export const intentTimeouts = {
  startToCloseTimeout: "60s",
  retry: { initialInterval: "500ms", maximumInterval: "1m", maximumAttempts: 30 },
} satisfies StepTimeouts;

/** Storing of outputs. The result is paid for, so the attempts cover about a day. */
export const outputTimeouts = {
  startToCloseTimeout: "30m",
  heartbeatTimeout: "15s",
  retry: { initialInterval: "500ms", maximumInterval: "1m", maximumAttempts: dayOfAttempts },
} satisfies StepTimeouts;

/**
 * Storing of inputs. Attempts that wait for the organization's share count as well, so the limit is high. The
 * minimum rate of downloads limits their time.
 */
export const inputTimeouts = {
  startToCloseTimeout: "12h",
  heartbeatTimeout: "15s",
  retry: { initialInterval: "500ms", maximumInterval: "1m", maximumAttempts: activityAttemptsMax },
} satisfies StepTimeouts;

/** The fence in the database, not Temporal, decides whether a request may be sent again. */
export const submitTimeouts = {
  startToCloseTimeout: submitTimeoutMs,
  heartbeatTimeout: "10s",
  retry: { initialInterval: "500ms", maximumInterval: "20s", maximumAttempts: activityAttemptsMax },
} satisfies StepTimeouts;

/**
 * These intervals follow a failed poll. A poll that is not ready fails benignly and sets its own delay, so no
 * worker slot is held between polls. The activity checks the deadline, which counts from `accepted_at`.
 */
export const pollTimeouts = {
  startToCloseTimeout: pollTimeoutMs,
  heartbeatTimeout: "10s",
  retry: {
    initialInterval: "500ms",
    backoffCoefficient: 1.5,
    maximumInterval: "10s",
    maximumAttempts: activityAttemptsMax,
  },
} satisfies StepTimeouts;

/** Slower than polls. The activity checks this deadline as well, which counts from `sent_at`. */
export const reconcileTimeouts = {
  startToCloseTimeout: pollTimeoutMs,
  heartbeatTimeout: "10s",
  retry: { initialInterval: "2s", maximumInterval: "1m", maximumAttempts: activityAttemptsMax },
} satisfies StepTimeouts;

/** Covers about an hour without a response from the provider; `settleSubmissions` continues afterwards. */
export const cancelTimeouts = {
  startToCloseTimeout: pollTimeoutMs,
  heartbeatTimeout: "10s",
  retry: { initialInterval: "500ms", maximumInterval: "20s", maximumAttempts: 180 },
} satisfies StepTimeouts;

/**
 * Timeout after which a waiting run requests its slot again, in case the process that granted the slot died
 * before it sent the signal.
 */
export const slotTimeout = "15m";

// A change of these counts changes the path of a run, so it needs a patch: docs/workflow-versioning.md.

/** Maximum number of waits for a slot at the provider: 12.5 hours in all. */
export const slotWaitsMax = 50;
/** Maximum number of submissions that end as `not_sent` before the job fails. */
export const submissionsMax = 30;
/** Number of submissions that end as `not_sent` before another model is tried. */
export const submissionsBeforeFailover = 3;

/** One attempt of a webhook. Retries cover only the database: a receiver's failure is a result. */
export const webhookTimeouts = {
  startToCloseTimeout: "1m",
  heartbeatTimeout: "10s",
  retry: indefinitely,
} satisfies StepTimeouts;

/**
 * Email servers that defer an email expect a retry after minutes, so the intervals grow to 30 minutes. The
 * activity checks the deadline, which is the row's `expires_at`. After two days of attempts the cause is a
 * bug.
 */
export const emailTimeouts = {
  startToCloseTimeout: "3m",
  heartbeatTimeout: "15s",
  retry: {
    initialInterval: "1s",
    backoffCoefficient: 2,
    maximumInterval: "30m",
    maximumAttempts: 100,
  },
} satisfies StepTimeouts;

/** One batch of a maintenance task. After about a day of attempts, the next scheduled run continues. */
export const maintenanceTimeouts = {
  startToCloseTimeout: "5m",
  heartbeatTimeout: "30s",
  retry: {
    initialInterval: "1s",
    backoffCoefficient: 2,
    maximumInterval: "1m",
    maximumAttempts: dayOfAttempts,
  },
} satisfies StepTimeouts;
