import { defineRoute } from "#api/http/route.ts";
import { checkReadiness } from "#api/metrics/readiness.ts";
import { readinessSchema } from "#api/schemas/account.ts";
import { AppError } from "#domain/errors.ts";

export const getReadiness = defineRoute({
  method: "get",
  path: "/v1/health/ready",
  operationId: "getReadiness",
  summary: "Check readiness",
  description:
    "`degraded` while the workflow engine is unavailable: jobs are accepted and run when it is " +
    "available again.",
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
