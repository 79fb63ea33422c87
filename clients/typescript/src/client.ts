import type { JobHandle } from "./jobs/job-handle.ts";
import type { RunRequest } from "./jobs/job-request.ts";
import type { CompletedJob } from "./jobs/outputs.ts";
import { runJob, submitJob, type RunOptions, type SubmitOptions } from "./jobs/run-job.ts";
import { EngineRequests } from "./requests.ts";
import { createResources, type Resources } from "./resources.ts";
import type { MediaEngineOptions } from "./settings.ts";

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor assigns all resources
export interface MediaEngine extends Resources {}

/** Client of one engine with one credential. */
export class MediaEngine extends EngineRequests {
  constructor(options: MediaEngineOptions = {}) {
    super(options);
    Object.assign(this, createResources(this));
  }

  /** Creates a job and returns once the engine has stored it. */
  async submit(request: RunRequest, options?: SubmitOptions): Promise<JobHandle> {
    return submitJob(this, request, options);
  }

  /** Creates a job and waits for its result. Aborting the signal cancels the job. */
  async run(request: RunRequest, options?: RunOptions): Promise<CompletedJob> {
    return runJob(this, request, options);
  }
}
