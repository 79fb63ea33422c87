import type { Attempt, Job, JobEvent } from "@gme/client";

import { isFinal } from "#contract/merge-event.ts";

/** Part of the time of a job, in milliseconds since its first event. */
export interface Span<Of> {
  readonly of: Of;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Moment {
  readonly atMs: number;
  readonly event: JobEvent;
}

/** Credits that are held, or how they were settled at the end. */
export type Charge = Partial<Readonly<Record<"held" | "captured" | "released", number>>>;

/** The log of a job on one time axis. */
export interface Recording {
  readonly lengthMs: number;
  readonly moments: readonly Moment[];
  /** Events with which a status or a stage begins, until the next one does. */
  readonly stages: readonly Span<JobEvent>[];
  readonly attempts: readonly Span<Attempt>[];
  readonly credits: readonly Span<Charge>[];
}

/** Puts the events of a job, its attempts and its credits on one axis. Null for a log without events. */
export function toRecording(job: Job, events: readonly JobEvent[]): Recording | null {
  const [first] = events;
  if (first === undefined) return null;
  const startMs = Date.parse(first.createdAt);
  const since = (time: string) => Math.max(0, Date.parse(time) - startMs);
  const { attempts } = job.routing;
  const moments = events.map((event) => ({ event, atMs: since(event.createdAt) }));
  const ends = attempts.map(({ startedAt, finishedAt }) => since(finishedAt ?? startedAt));
  const lengthMs = Math.max(1, ...moments.map(({ atMs }) => atMs), ...ends);
  return {
    lengthMs,
    moments,
    stages: toSpans(
      moments.filter(({ event }, index) => stageOf(event) !== stageOf(events[index - 1])),
      lengthMs,
    ),
    attempts: attempts.map((attempt) => ({
      of: attempt,
      fromMs: since(attempt.startedAt),
      toMs: attempt.finishedAt === undefined ? lengthMs : since(attempt.finishedAt),
    })),
    credits: creditsOf(job, moments, lengthMs),
  };
}

/** The last event until a time, which alone is enough to show the job as it was. */
export function momentAt({ moments }: Recording, atMs: number): Moment | undefined {
  return moments.findLast((moment) => moment.atMs <= atMs) ?? moments[0];
}

/** The stage of a job in progress, otherwise its status. */
export function stageOf(event: JobEvent | undefined): string | undefined {
  return event?.status === "processing" ? event.progress.stage : event?.status;
}

function toSpans(begins: readonly Moment[], lengthMs: number): Span<JobEvent>[] {
  return begins.map(({ event, atMs }, index) => ({
    of: event,
    fromMs: atMs,
    toMs: begins[index + 1]?.atMs ?? lengthMs,
  }));
}

/** Each price that was held, and how the last one was settled. */
function creditsOf(job: Job, moments: readonly Moment[], lengthMs: number): Span<Charge>[] {
  const priced = moments.flatMap(({ event: { estimatedCredits: credits }, atMs }) =>
    credits === undefined ? [] : [{ credits, atMs }],
  );
  const held = priced
    .filter(({ credits }, index) => credits !== priced[index - 1]?.credits)
    .map(({ credits, atMs }, index, changes) => ({
      of: { held: credits },
      fromMs: atMs,
      toMs: changes[index + 1]?.atMs ?? lengthMs,
    }));
  if (!isFinal(job)) return held;
  const { capturedCredits: captured, releasedCredits: released } = job.billing;
  const settled = {
    ...(captured > 0 ? { captured } : {}),
    ...(released > 0 ? { released } : {}),
  };
  return [...held, { of: settled, fromMs: lengthMs, toMs: lengthMs }];
}
