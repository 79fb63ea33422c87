import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { jobCountsQuery } from "#api/schemas/job-marks.ts";
import { countJobs as countRows } from "#db/jobs/jobs.ts";
import { jobStatuses } from "#domain/jobs/job.ts";

import { readJobFilter } from "./list-marked-jobs.ts";

/** A count of more rows would take longer with each year of an organization. */
const countedMax = 10_000;

export const countJobs = defineRoute({
  method: "get",
  path: "/app/job-counts",
  operationId: "countJobs",
  summary: "Count jobs by status",
  description: `Counts the newest ${countedMax.toLocaleString("en")} jobs that match. Statuses without jobs are omitted.`,
  tags: ["Jobs"],
  access: { permission: "jobs:read", session: true },
  query: jobCountsQuery,
  status: 200,
  response: z.object({
    counts: z.partialRecord(z.enum(jobStatuses), z.int().min(1)),
    isComplete: z.boolean().meta({ description: "False when more jobs match." }),
  }),
  errors: [],
  conditional: true,
  async handle({ query, caller: { organizationId } }, { em }) {
    const filter = await readJobFilter(em, query);
    if (filter === null) return { counts: {}, isComplete: true };
    const rows = await countRows(em, { organizationId, filter, countedMax });
    return {
      counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
      isComplete: rows.reduce((sum, { count }) => sum + count, 0) < countedMax,
    };
  },
});
