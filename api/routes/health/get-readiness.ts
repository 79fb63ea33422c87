import { defineRoute } from "#api/http/route.ts";
import { checkReadiness } from "#api/metrics/readiness.ts";
import { readinessSchema } from "#api/schemas/account.ts";
import { AppError } from "#domain/errors.ts";

export const getReadiness = defineRoute({
  method: "get",
  path: "/v1/health/ready",
  operationId: "getReadiness",
  summary: "Whether every part can be reached",
  description:
    "`degraded` while the workflow engine cannot be reached: jobs are accepted and run when it is back.",
  tags: ["Health"],
  access: "any",
  status: 200,
  response: readinessSchema,
  errors: [],
  async handle(_input, { readiness }) {
    const { status, checks } = await checkReadiness(readiness);
    if (status === "unready") throw new AppError("unavailable", { details: { checks } });
    return { status, checks };
  },
});
