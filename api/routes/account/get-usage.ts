import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { usageSchema } from "#api/schemas/usage.ts";
import { listUsage, usageDimensions } from "#db/organizations/usage.ts";

import {
  readUsagePeriod,
  usageDaysDefault,
  usageDaysMax,
  usagePeriodFields,
} from "./usage-period.ts";

export const getUsage = defineRoute({
  method: "get",
  path: "/v1/usage",
  operationId: "getUsage",
  summary: "Retrieve usage by day, model, API key or member",
  description:
    `At most ${usageDaysMax} days, by default the last ${usageDaysDefault}. Jobs count on the day of their ` +
    "creation. Request counts lag a few seconds and are not available by model.",
  tags: ["Account"],
  access: { permission: "billing:read" },
  query: z.object({
    by: z.enum(usageDimensions).default("day"),
    ...usagePeriodFields,
  }),
  status: 200,
  response: usageSchema,
  errors: [],
  async handle({ query, caller }, { em, now }) {
    const { from, to } = readUsagePeriod(query, now());
    const { organizationId } = caller;
    const { by } = query;
    return { from, to, by, data: await listUsage(em, { organizationId, from, to, by }) };
  },
});
