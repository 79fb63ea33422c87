import { z } from "zod";

import { defineTool } from "#api/doors/mcp/tool.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { listJobs as route } from "#api/routes/jobs/list-jobs.ts";
import { jobStatuses } from "#domain/jobs/job.ts";
import { contentTypes } from "#domain/requests/capability.ts";

const promptCharactersMax = 80;

export const listJobs = defineTool({
  name: "list_jobs",
  permission: "jobs:read",
  title: "List jobs",
  description: "Jobs of the organization, newest first, with the outputIds of their results.",
  hints: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    status: z.enum(jobStatuses).optional(),
    type: z.enum(contentTypes).optional(),
    capability: z.string().optional(),
    model: z.string().optional(),
    limit: z.int().min(1).max(20).default(10),
    cursor: z.string().optional().describe("nextCursor of the previous page."),
  }),
  async run({ limit, ...filters }, call) {
    const query = { ...filters, limit: String(limit) };
    const page = (await call.callRoute(route, { query })) as JobPage;
    const next = page.nextCursor === null ? [] : [`More with cursor ${page.nextCursor}`];
    const lines = page.data.length === 0 ? ["No jobs match."] : page.data.map(lineOf);
    return {
      content: [{ type: "text", text: [...lines, ...next].join("\n") }],
      structuredContent: { jobs: page.data.map(toSummary), nextCursor: page.nextCursor },
    };
  },
});

interface JobPage {
  readonly data: readonly PresentedJob[];
  readonly nextCursor: string | null;
}

function toSummary({ jobId, status, createdAt, request, source, model, outputs }: PresentedJob) {
  const asked = request.prompt ?? source.message ?? "";
  return {
    jobId,
    status,
    createdAt,
    capability: request.capability ?? null,
    model: model?.id ?? null,
    prompt:
      asked.length <= promptCharactersMax
        ? asked
        : `${asked.slice(0, promptCharactersMax).toWellFormed()}…`,
    outputIds: outputs.map(({ outputId }) => outputId),
  };
}

function lineOf(job: PresentedJob): string {
  const { jobId, status, createdAt, capability, model, prompt, outputIds } = toSummary(job);
  const files = outputIds.length === 0 ? "" : ` → ${outputIds.join(", ")}`;
  const what = [capability, model].filter((part) => part !== null).join(", ");
  return `${jobId} ${status} ${createdAt} ${what}: ${prompt}${files}`;
}
