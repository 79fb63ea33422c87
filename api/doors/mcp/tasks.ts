import type { PresentedJob } from "#api/present/job.ts";
import { cancelJob } from "#api/routes/jobs/cancel-job.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { findRetentionDays } from "#db/jobs/outputs.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

import type { McpCall } from "./mcp-call.ts";
import { presentJobResult } from "./results/job-result.ts";
import type { TaskCreated } from "./tool.ts";
import { presentNow } from "./wait-for-result.ts";

/** Extension with which a client gets a task for a tool call that takes long (SEP-2663). */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Interval at which clients may ask for a task; a fourth of the time left is early enough. */
const pollMs = { min: 2_000, max: 10_000, shareOfEta: 4 };

/** The job is the task: it exists before the response, in every process. */
export async function createTask(jobId: string, call: McpCall): Promise<TaskCreated> {
  const job = await presentNow(jobId, call);
  return { resultType: "task", ...(await toTask(job, call)), status: "working" };
}

/** Responds to `tasks/get`. Throws like `GET /v1/jobs/{jobId}`. */
export async function getTask(taskId: string, call: McpCall): Promise<Record<string, unknown>> {
  const job = (await call.callRoute(getJob, { params: { jobId: taskId } })) as PresentedJob;
  const task = await toTask(job, call);
  if (task.status !== "completed") return { resultType: "complete", ...task };
  const result = await presentJobResult(job, { preview: "auto" }, call);
  return { resultType: "complete", ...task, result: { resultType: "complete", ...result } };
}

/** Responds to `tasks/cancel`. A task that has ended stays as it is. Throws like the cancellation of a job. */
export async function cancelTask(taskId: string, call: McpCall): Promise<Record<string, unknown>> {
  try {
    await call.callRoute(cancelJob, { params: { jobId: taskId } });
  } catch (error) {
    const hasEnded = error instanceof AppError && error.code === "job_already_final";
    if (!hasEnded) throw error;
  }
  return { resultType: "complete" };
}

/** Responds to `tasks/update`: no task asks for input, because a question comes before its job. */
export async function refuseUpdate(
  taskId: string,
  call: McpCall,
): Promise<Record<string, unknown>> {
  await call.callRoute(getJob, { params: { jobId: taskId } });
  throw new AppError("request_invalid", { message: "The task has not asked for input." });
}

/**
 * A failed generation, and one that ended with a question, are completed tasks: the tool has run, and its
 * result says what happened.
 */
function statusOf({ status }: PresentedJob): "working" | "completed" | "cancelled" {
  if (!isFinal(status)) return "working";
  return status === "canceled" ? "cancelled" : "completed";
}

async function toTask(job: PresentedJob, { caller, dependencies }: McpCall) {
  const { stage, percent, etaSeconds = 0 } = job.progress;
  const days = await findRetentionDays(dependencies.em.fork(), caller.organizationId);
  const interval = (etaSeconds * 1_000) / pollMs.shareOfEta;
  return {
    taskId: job.jobId,
    status: statusOf(job),
    ...(isFinal(job.status) ? {} : { statusMessage: `${stage}, ${percent} %` }),
    createdAt: job.createdAt,
    lastUpdatedAt: job.finishedAt ?? job.startedAt ?? job.createdAt,
    ttlMs: days * 86_400_000,
    pollIntervalMs: Math.round(Math.min(pollMs.max, Math.max(pollMs.min, interval))),
  };
}
