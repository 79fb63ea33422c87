import { defineRoute } from "#api/http/route.ts";
import { quotaOf } from "#api/rate-limit/quota.ts";
import { remainingOf } from "#api/rate-limit/request-windows.ts";
import { rateLimitSchema } from "#api/schemas/account.ts";
import { listOf } from "#api/schemas/common.ts";

export const getRateLimits = defineRoute({
  method: "get",
  path: "/v1/rate-limits",
  operationId: "getRateLimits",
  summary: "Retrieve the rate limits of this credential",
  description: "This request does not count against the limits.",
  tags: ["Account"],
  access: "any",
  free: true,
  status: 200,
  response: listOf(rateLimitSchema),
  errors: [],
  async handle({ caller }, { windows }) {
    const { own, organization, free } = quotaOf(caller, "plan");
    const session = caller.apiKeyId === null ? [quotaOf(caller, "session").own] : [];
    const limits = [
      { name: caller.apiKeyId === null ? ("account" as const) : ("api_key" as const), ...own },
      ...session.map((window) => ({ name: "session" as const, ...window })),
      ...(organization === null ? [] : [{ name: "organization" as const, ...organization }]),
      { name: "unchanged" as const, ...free },
    ];
    return {
      data: await Promise.all(
        limits.map(async ({ name, subject, limit }) => {
          const window = await windows.peek(subject, limit);
          return {
            subject: name,
            window: "hour" as const,
            limit: window.limit,
            used: window.used,
            remaining: remainingOf(window),
            resetsAt: new Date(window.resetsAt * 1_000).toISOString(),
          };
        }),
      ),
    };
  },
});
