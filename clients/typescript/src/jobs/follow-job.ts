import type { EventOptions, Engine } from "../engine.ts";
import type { JobEvent } from "../generated/types.ts";

export interface JobEventOptions extends Omit<EventOptions, "lastEventId"> {
  /** Sequence of the last event that you have. */
  readonly after?: number | undefined;
}

const finalTypes = ["job.completed", "job.failed", "job.canceled", "job.needs_input"];

/** Yields the events of a job, each sequence once, until its end. */
export async function* followJob(
  engine: Engine,
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
