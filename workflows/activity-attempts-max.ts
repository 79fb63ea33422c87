/**
 * Attempts after which an activity has met a bug, so that the job fails and is refunded instead of
 * running indefinitely: at least a day of failures at the shortest maximum interval, 10 s.
 *
 * Activities have no schedule-to-close timeout. That clock runs on while a task waits in its queue and
 * while workers or Temporal are down, so it would end healthy work. Only attempts that a worker
 * really made count here. Business deadlines belong to the rows; the activities judge them.
 */
export const activityAttemptsMax = 10_000;
