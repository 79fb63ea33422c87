import type { JobEvent } from "@gme/client";

import { isFinal } from "./merge-event.ts";

/** Jobs that run now, and jobs that have ended while the tab was hidden; for the title of the tab. */
export interface Activity {
  readonly running: number;
  readonly ended: number;
}

const jobsMax = 2_000;
const running = new Set<string>();
/** Jobs of a run's steps: the run itself counts. */
const steps = new Set<string>();
const listeners = new Set<() => void>();
let activity: Activity = { running: 0, ended: 0 };

export function currentActivity(): Activity {
  return activity;
}

export function subscribeActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteActivity(event: JobEvent, { isHidden }: { readonly isHidden: boolean }): void {
  const { jobId, step } = event;
  if (step?.jobId !== undefined) {
    addBounded(steps, step.jobId);
    running.delete(step.jobId);
  }
  if (!isFinal(event)) {
    if (!steps.has(jobId)) addBounded(running, jobId);
    publish(activity.ended);
  } else publish(activity.ended + (running.delete(jobId) && isHidden ? 1 : 0));
}

/** The tab is looked at, or its events begin again. */
export function clearActivity({ isReset }: { readonly isReset: boolean }): void {
  if (isReset) running.clear();
  publish(0);
}

function addBounded(jobIds: Set<string>, jobId: string): void {
  if (jobIds.size < jobsMax) jobIds.add(jobId);
}

function publish(ended: number): void {
  if (activity.running === running.size && activity.ended === ended) return;
  activity = { running: running.size, ended };
  for (const listener of listeners) listener();
}
