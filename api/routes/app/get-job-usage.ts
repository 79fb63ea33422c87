import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { readUsagePeriod, usagePeriodFields } from "#api/routes/account/usage-period.ts";
import { jobUsageSchema } from "#api/schemas/job-usage.ts";
import { jobUsageDimensions, listJobUsage } from "#db/organizations/job-usage.ts";
import { AppError } from "#domain/errors.ts";

/** A sum of more jobs would take longer with each year of an organization: 100,000 take half a second. */
const jobsMax = 100_000;
const rowsMax = 2_000;
const daysByHourMax = 7;

const dimension = z.enum(jobUsageDimensions);

export const getJobUsage = defineRoute({
  method: "get",
  path: "/app/job-usage",
  operationId: "getJobUsage",
  summary: "Retrieve outcomes, credits and times of jobs by one or two dimensions",
  description:
    "Sums the jobs that have ended, on the day or hour of their creation (UTC). At most 92 days, and with hours " +
    `${daysByHourMax}. Reads the newest ${jobsMax.toLocaleString("en")} jobs of the period and returns the first ` +
    `${rowsMax.toLocaleString("en")} rows in the order of their names.`,
  tags: ["Account"],
  access: { permission: "billing:read", session: true },
  query: z.object({
    by: dimension.default("day"),
    thenBy: dimension.optional().meta({ description: "Second dimension." }),
    ...usagePeriodFields,
  }),
  status: 200,
  response: jobUsageSchema,
  errors: [],
  async handle({ query: { by, thenBy, ...query }, caller: { organizationId } }, { em, now }) {
    if (by === thenBy) {
      const message = "Request two different dimensions.";
      const issues = [{ pointer: "query/thenBy", code: "not_allowed", message }];
      throw new AppError("parameters_invalid", { issues });
    }
    const isHourly = by === "hour" || thenBy === "hour";
    const period = readUsagePeriod(query, now(), ...(isHourly ? [daysByHourMax] : []));
    const limits = { jobsMax, rowsMax: rowsMax + 1 };
    const rows = await listJobUsage(em, { organizationId, ...period, by, thenBy, ...limits });
    const jobs = rows.reduce((sum, row) => sum + row.jobs, 0);
    return {
      ...period,
      by,
      thenBy: thenBy ?? null,
      isComplete: rows.length <= rowsMax && jobs < jobsMax,
      data: rows.slice(0, rowsMax),
    };
  },
});
