/** What a job may become next. An empty list marks a final status. */
const nextStatuses = {
  queued: ["processing", "canceled", "failed"],
  processing: ["canceling", "completed", "failed", "canceled", "needs_input"],
  canceling: ["completed", "failed", "canceled"],
  completed: [],
  failed: [],
  canceled: [],
  needs_input: [],
} as const satisfies Record<string, readonly string[]>;

export type JobStatus = keyof typeof nextStatuses;

export const jobStatuses = Object.keys(nextStatuses) as [JobStatus, ...JobStatus[]];

/** Refines `processing` for people: what the engine is doing right now. Waiting is for a provider's slot. */
export const jobStages = [
  "parsing",
  "reserving",
  "waiting",
  "submitting",
  "generating",
  "storing",
  "finalizing",
] as const;
export type JobStage = (typeof jobStages)[number];

export const jobSources = ["chat", "generation", "batch", "pipeline"] as const;
export type JobSource = (typeof jobSources)[number];

export function isFinal(status: JobStatus): boolean {
  return nextStatuses[status].length === 0;
}

export function canBecome(from: JobStatus, to: JobStatus): boolean {
  return (nextStatuses[from] as readonly JobStatus[]).includes(to);
}

/** The statuses that may turn into this one: the `where` of a compare-and-set. */
export function statusesBefore(to: JobStatus): JobStatus[] {
  return jobStatuses.filter((from) => canBecome(from, to));
}

/** Share of the work that is done when a stage starts; generating fills the room between its neighbours. */
const stagePercent: Record<JobStage, number> = {
  parsing: 2,
  reserving: 5,
  waiting: 7,
  submitting: 8,
  generating: 10,
  storing: 90,
  finalizing: 97,
};

/** One normalized progress for every provider: 0–100, never backwards within a stage order. */
export function progressPercent(stage: JobStage, fraction = 0): number {
  const start = stagePercent[stage];
  const next = jobStages[jobStages.indexOf(stage) + 1];
  const end = next === undefined ? 100 : stagePercent[next];
  return Math.round(start + (end - start) * Math.min(Math.max(fraction, 0), 1));
}

/** The one name that the API, the relay, the reconciler and the Temporal UI share; `job/…/r2` is the second run after the first. */
export function workflowIdOf(jobId: string, resumes = 0): string {
  return resumes === 0 ? `job/${jobId}` : `job/${jobId}/r${resumes}`;
}
