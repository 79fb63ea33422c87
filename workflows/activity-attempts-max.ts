/**
 * Attempts after which only a bug can explain an activity's failures. The job then fails and is refunded
 * instead of running indefinitely. Covers at least a day of failures at the shortest maximum interval, 10 s.
 *
 * Activities have no schedule-to-close timeout. Its clock keeps running while a task waits in its queue and
 * while workers or Temporal are down, so it would end healthy work. Only attempts that a worker made count
 * here. The rows hold the business deadlines, and the activities check them.
 */
export const activityAttemptsMax = 10_000;
