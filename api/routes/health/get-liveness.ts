import { defineRoute } from "#api/http/route.ts";
import { livenessSchema } from "#api/schemas/account.ts";

export const getLiveness = defineRoute({
  method: "get",
  path: "/v1/health/live",
  operationId: "getLiveness",
  summary: "Check liveness",
  tags: ["Health"],
  access: "any",
  status: 200,
  response: livenessSchema,
  errors: [],
  async handle() {
    return { status: "ok" as const };
  },
});
