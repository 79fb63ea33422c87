import { z } from "zod";

import { presentJobResult } from "#api/doors/mcp/results/job-result.ts";
import { previewModes } from "#api/doors/mcp/results/preview.ts";
import { defineTool } from "#api/doors/mcp/tool.ts";
import { waitForResult, waitSecondsSchema } from "#api/doors/mcp/wait-for-result.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { getJob as route } from "#api/routes/jobs/get-job.ts";
import { isFinal } from "#domain/jobs/job.ts";

/** Longest wait for a preview that a worker is making. */
const previewWaitMs = 2_000;

export const getJob = defineTool({
  name: "get_job",
  permission: "jobs:read",
  title: "Get a job",
  description:
    "Status and result of a job. Returns when the job ends, or after wait_seconds: call it again until it is done.",
  hints: { readOnlyHint: true, openWorldHint: false },
  showsJob: true,
  input: z.strictObject({
    job_id: z.string(),
    wait_seconds: waitSecondsSchema.default(25),
    preview: z
      .enum(previewModes)
      .default("auto")
      .describe("auto: adds a small image of the result; none: text and links only."),
  }),
  async run({ job_id: jobId, wait_seconds: waitSeconds, preview }, call) {
    const job = (await call.callRoute(route, { params: { jobId } })) as PresentedJob;
    const ended = isFinal(job.status) ? job : await waitForResult(jobId, waitSeconds, call);
    const waitMs = waitSeconds > 0 ? previewWaitMs : 0;
    return presentJobResult(ended, { preview, waitMs }, call);
  },
});
