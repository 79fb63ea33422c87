import type { EventOptions, MediaEngine } from "./client.ts";
import type { JobEvent } from "./generated/types.ts";

/** Jobs of the organization. */
export interface Jobs {
  /** Continues with a job whose id is known. Sends no request. */
  attach(jobId: string): JobHandle;
}

/** One job. */
export interface JobHandle {
  readonly jobId: string;
  /** Events of the job, each once and in order, until its end. Aborting the signal does not cancel the job. */
  events(options?: JobEventOptions): AsyncGenerator<JobEvent, void, undefined>;
}

export interface JobEventOptions extends Omit<EventOptions, "lastEventId"> {
  /** Sequence of the last event that you have. */
  readonly after?: number | undefined;
}

export function createJobs(engine: MediaEngine): Jobs {
  return {
    attach: (jobId) => ({
      jobId,
      events: (options) => followJob(engine, jobId, options),
    }),
  };
}

const finalTypes = ["job.completed", "job.failed", "job.canceled", "job.needs_input"];

async function* followJob(
  engine: MediaEngine,
  jobId: string,
  { after = 0, ...options }: JobEventOptions = {},
): AsyncGenerator<JobEvent, void, undefined> {
  let sequence = after;
  const path = `/v1/jobs/${encodeURIComponent(jobId)}/events` as const;
  for await (const { data } of engine.events(path, { ...options, lastEventId: String(after) })) {
    const event = JSON.parse(data) as JobEvent;
    if (event.sequence <= sequence) continue;
    sequence = event.sequence;
    yield event;
    if (finalTypes.includes(event.type)) return;
  }
}
