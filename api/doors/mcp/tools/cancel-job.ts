import { z } from "zod";

import { presentJobResult } from "#api/doors/mcp/results/job-result.ts";
import { defineTool } from "#api/doors/mcp/tool.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { cancelJob as route } from "#api/routes/jobs/cancel-job.ts";

export const cancelJob = defineTool({
  name: "cancel_job",
  permission: "jobs:write",
  title: "Cancel a job",
  description:
    "Cancels a job that has not ended; its credits come back, unless the result exists already.",
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ job_id: z.string() }),
  async run({ job_id: jobId }, call) {
    const job = (await call.callRoute(route, { params: { jobId } })) as PresentedJob;
    return presentJobResult(job, { preview: "none" }, call);
  },
});
