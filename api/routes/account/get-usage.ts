import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { usageSchema } from "#api/schemas/usage.ts";
import { listUsage, usageDimensions } from "#db/organizations/usage.ts";
import { AppError } from "#domain/errors.ts";

const dayMs = 86_400_000;
const daysMax = 92;
const defaultDays = 30;

const day = z.iso.date().optional();

export const getUsage = defineRoute({
  method: "get",
  path: "/v1/usage",
  operationId: "getUsage",
  summary: "Retrieve usage by day, model, API key or member",
  description:
    `At most ${daysMax} days, by default the last ${defaultDays}. Jobs count on the day of their ` +
    "creation. Request counts lag a few seconds and are not available by model.",
  tags: ["Account"],
  access: { permission: "billing:read" },
  query: z.object({
    by: z.enum(usageDimensions).default("day"),
    from: day.meta({ description: "First day (UTC)." }),
    to: day.meta({ description: "Last day (UTC)." }),
  }),
  status: 200,
  response: usageSchema,
  errors: [],
  async handle({ query, caller }, { em, now }) {
    const to = query.to ?? dayOf(now().getTime());
    const from = query.from ?? dayOf(Date.parse(to) - (defaultDays - 1) * dayMs);
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
    if (days < 1 || days > daysMax) {
      const message = `Request 1 to ${daysMax} days.`;
      const issues = [{ pointer: "query/from", code: "out_of_range", message }];
      throw new AppError("parameters_invalid", { issues });
    }
    const { organizationId } = caller;
    const { by } = query;
    return { from, to, by, data: await listUsage(em, { organizationId, from, to, by }) };
  },
});

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
