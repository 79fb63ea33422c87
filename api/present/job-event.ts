import type { z } from "zod";

import type { jobEventSchema } from "#api/schemas/job-event.ts";
import type { JobEvent } from "#db/entities/job-event.ts";

import { presentError, presentProgress } from "./job.ts";
import { optional } from "./optional.ts";

/** Presents the job as `GET /v1/jobs/{jobId}` would have shown it at that moment. */
export function presentJobEvent(event: JobEvent): z.input<typeof jobEventSchema> {
  const { data } = event;
  return {
    sequence: event.sequence,
    type: event.type,
    jobId: event.jobId,
    status: event.status,
    progress: presentProgress(event),
    ...optional("model", data?.model),
    ...optional("estimatedCredits", data?.estimatedCredits),
    ...optional("question", data?.question),
    ...optional("step", data?.step),
    ...optional("error", presentError({ status: event.status, error: data?.error })),
    createdAt: event.createdAt.toISOString(),
  };
}
