import type { Engine } from "../engine.ts";
import { ApiError } from "../errors.ts";
import type { JobEvent } from "../generated/types.ts";
import { followJob, type JobEventOptions } from "./follow-job.ts";
import { addContent, addFiles, type JobWithFiles, type OutputFile } from "./outputs.ts";
import { waitForJob, type WaitOptions } from "./wait-for-job.ts";

/** One job, named by its id. */
export interface JobHandle {
  readonly jobId: string;
  /** Waits for the result. Throws `JobFailedError`, `JobCanceledError`, `NeedsInputError`, `WaitTimeoutError`. */
  wait(options?: WaitOptions): Promise<JobWithFiles>;
  /** Events of the job, each once and in order, until its end. Aborting the signal does not cancel the job. */
  events(options?: JobEventOptions): AsyncGenerator<JobEvent, void, undefined>;
  /** Requests the cancellation, and returns the job. A job that has ended is returned as it is. */
  cancel(): Promise<JobWithFiles>;
  /** Returns the current state. */
  refresh(): Promise<JobWithFiles>;
  /** Returns the files that exist so far, with fresh URLs. */
  outputs(): Promise<OutputFile[]>;
}

/** Sends no request. */
export function attachJob(engine: Engine, jobId: string): JobHandle {
  const path = { jobId };
  const refresh = async () => addFiles(engine, await engine.request("getJob", { path }));
  return {
    jobId,
    refresh,
    wait: async (options = {}) => waitForJob(engine, jobId, options),
    events: (options) => followJob(engine, jobId, options),
    async cancel() {
      try {
        return addFiles(
          engine,
          await engine.request("cancelJob", { path }, { isRepeatable: true }),
        );
      } catch (error) {
        if (ApiError.is(error, "job_already_final")) return refresh();
        throw error;
      }
    },
    async outputs() {
      const { data } = await engine.request("listJobOutputs", { path });
      return data.map((output) => addContent(engine, jobId, output));
    },
  };
}
