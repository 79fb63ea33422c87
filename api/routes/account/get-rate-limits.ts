import { windowSubjectOf } from "#api/middleware/rate-limit.ts";
import { remainingOf } from "#api/request-windows.ts";
import { defineRoute } from "#api/route.ts";
import { rateLimitSchema } from "#api/schemas/account.ts";
import { listOf } from "#api/schemas/common.ts";

export const getRateLimits = defineRoute({
  method: "get",
  path: "/v1/rate-limits",
  operationId: "getRateLimits",
  summary: "Read the rate limits of this credential",
  description: "Reading them counts nothing.",
  tags: ["Account"],
  access: "any",
  free: true,
  status: 200,
  response: listOf(rateLimitSchema),
  errors: [],
  async handle({ caller }, { windows }) {
    const window = await windows.peek(windowSubjectOf(caller), caller.requestsPerHour);
    return {
      data: [
        {
          subject: caller.apiKeyId === null ? ("account" as const) : ("api_key" as const),
          window: "hour" as const,
          limit: window.limit,
          used: window.used,
          remaining: remainingOf(window),
          resetsAt: new Date(window.resetsAt * 1_000).toISOString(),
        },
      ],
    };
  },
});
