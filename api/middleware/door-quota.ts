import type { ApiMiddleware } from "#api/context.ts";
import type { QuotaUse } from "#api/rate-limit/quota.ts";

/** Adds the rate limit of each response in the headers of the path's protocol, to errors too. */
export function doorQuota(
  headersOf: (path: string) => ((use: QuotaUse) => Record<string, string>) | undefined,
): ApiMiddleware {
  return async (context, next) => {
    await next();
    const toHeaders = headersOf(context.path);
    const { quotaUse } = context.state;
    if (toHeaders !== undefined && quotaUse !== undefined) context.set(toHeaders(quotaUse));
  };
}
