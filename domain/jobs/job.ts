/** Allowed next statuses of a job. An empty list marks a final status. */
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

/**
 * Refines `processing` for people: the engine's current step. `waiting` means waiting for a provider's slot.
 */
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

/** Doors outside /v1 through which a job can be accepted, under another protocol than the API's own. */
export const jobDoors = ["openai", "mcp"] as const;
export type JobDoor = (typeof jobDoors)[number];

export function isFinal(status: JobStatus): boolean {
  return nextStatuses[status].length === 0;
}

export function canBecome(from: JobStatus, to: JobStatus): boolean {
  return (nextStatuses[from] as readonly JobStatus[]).includes(to);
}

/** Lists the statuses that may change to this one: the `where` condition of a compare-and-set. */
export function statusesBefore(to: JobStatus): JobStatus[] {
  return jobStatuses.filter((from) => canBecome(from, to));
}

/**
 * Share of the work that is done when a stage starts. Progress within a stage fills the range up to the next
 * one.
 */
const stagePercent: Record<JobStage, number> = {
  parsing: 2,
  reserving: 5,
  waiting: 7,
  submitting: 8,
  generating: 10,
  storing: 90,
  finalizing: 97,
};

/** Normalizes progress for all providers to 0–100. It never decreases within the order of the stages. */
export function progressPercent(stage: JobStage, fraction = 0): number {
  const start = stagePercent[stage];
  const next = jobStages[jobStages.indexOf(stage) + 1];
  const end = next === undefined ? 100 : stagePercent[next];
  return Math.round(start + (end - start) * Math.min(Math.max(fraction, 0), 1));
}

/**
 * Workflow id of a job, shared by the API, the relay, the reconciler and the Temporal UI. The suffix `/r2`
 * marks the second run after the first.
 */
export function workflowIdOf(jobId: string, resumes = 0): string {
  return resumes === 0 ? `job/${jobId}` : `job/${jobId}/r${resumes}`;
}
