import { ApiError } from "@gme/client";

import { engine } from "#contract/engine.ts";
import { queryClient } from "#contract/queries.ts";

/** A job that a provider works on is `canceling` until the provider responds. */
export type CancelOutcome = "canceled" | "canceling" | "alreadyEnded";

export async function cancelJob(jobId: string): Promise<CancelOutcome> {
  try {
    const job = await engine.request("cancelJob", { path: { jobId } });
    queryClient.setQueryData(["getJob", { path: { jobId } }], job);
    return job.status === "canceled" ? "canceled" : "canceling";
  } catch (error) {
    // A deleted job had ended before.
    if (ApiError.is(error, "job_already_final", "job_not_found")) return "alreadyEnded";
    throw error;
  }
}

export async function deleteJob(jobId: string): Promise<"deletedSome"> {
  await engine.request("deleteJob", { path: { jobId } });
  return "deletedSome";
}
