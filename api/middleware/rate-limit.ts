import type { ApiContext, ApiMiddleware } from "#api/context.ts";
import {
  countedAs,
  peekQuota,
  type Quota,
  quotaOf,
  quotaOfAddress,
  type QuotaUse,
  remainingQuotaOf,
  spendQuota,
} from "#api/rate-limit/quota.ts";
import {
  isOver,
  type RequestWindow,
  type RequestWindows,
} from "#api/rate-limit/request-windows.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";

/**
 * Counts a request for its credential and, for an API key, also for the organization. Requests of a session that
 * generate nothing have a separate window.
 */
export function rateLimit(windows: RequestWindows): ApiMiddleware {
  return async (context, next) => {
    const { caller, route } = context.state;
    if (caller === undefined) throw new Error("the rate limit requires an authenticated caller");
    const quota = quotaOf(caller, countedAs(route));
    if (route?.free === true) {
      setQuotaUse(context, await peekQuota(windows, quota));
      return next();
    }
    await admit(context, { quota, windows, next });
  };
}

/** Counts public requests by client IP address, in windows of the given name. */
export function rateLimitByAddress(
  windows: RequestWindows,
  { name, limit }: { name: string; limit: number },
): ApiMiddleware {
  return async (context, next) => {
    const quota = quotaOfAddress(context.ip, { name, limit });
    await admit(context, { quota, windows, next });
  };
}

interface Admission {
  readonly quota: Quota;
  readonly windows: RequestWindows;
  readonly next: () => Promise<unknown>;
}

async function admit(context: ApiContext, admission: Admission): Promise<void> {
  const { quota, windows, next } = admission;
  const { free } = quota;
  if (mayBeFree(context) && !isOver(await windows.spend(free.subject, free.limit))) {
    await admitUncounted(context, admission);
    return;
  }
  refuseOver(context, await spendQuota(windows, quota));
  await next();
}

function mayBeFree({ state: { route }, req }: ApiContext): boolean {
  if (route?.freeOnSuccess === true) return true;
  return route?.conditional === true && (req.headers["if-none-match"] ?? "") !== "";
}

function isFree({ state: { route }, status }: ApiContext): boolean {
  return status === 304 || (route?.freeOnSuccess === true && status < 300);
}

/**
 * Runs a request first and counts it afterwards, unless it turned out to be free: polling is free until the
 * resource changes, even for a caller at the limit.
 */
async function admitUncounted(
  context: ApiContext,
  { quota, windows, next }: Admission,
): Promise<void> {
  const use = await peekQuota(windows, quota);
  setQuotaUse(context, use);
  if (remainingQuotaOf(use) === 0) context.state.isOverLimit = true;
  try {
    await next();
  } catch (error) {
    refuseOver(context, await spendQuota(windows, quota));
    throw error;
  }
  if (!isFree(context)) refuseOver(context, await spendQuota(windows, quota));
}

/**
 * Wraps all middleware that can refuse a request. A refused request without a counted window counts by client
 * IP address, so that guessing credentials or paths is limited. Every response carries rate-limit headers.
 */
export function rateLimitOthers(
  windows: RequestWindows,
  { limit }: { limit: number },
): ApiMiddleware {
  return async (context, next) => {
    const anonymous = () => quotaOfAddress(context.ip, { name: "address", limit });
    try {
      await next();
    } catch (error) {
      if (context.state.quotaUse === undefined) {
        const { caller } = context.state;
        if (caller !== undefined) {
          setQuotaUse(
            context,
            await spendQuota(windows, quotaOf(caller, countedAs(context.state.route))),
          );
        } else if (isOurs(error)) {
          setQuotaUse(context, await peekQuota(windows, anonymous()));
        } else {
          refuseOver(context, await spendQuota(windows, anonymous()));
        }
      }
      throw error;
    }
    // Requests that need no credential (OPTIONS) are free.
    if (context.state.quotaUse === undefined) {
      setQuotaUse(context, await peekQuota(windows, anonymous()));
    }
  };
}

/** A failure of the engine, such as a database outage during the lookup, does not count as guessing. */
function isOurs(error: unknown): boolean {
  return !(error instanceof AppError) || errorCatalog[error.code].status >= 500;
}

function setQuotaUse(context: ApiContext, use: QuotaUse): void {
  context.state.quotaUse = use;
  context.set(quotaHeaders(use));
}

/** Headers of every response with the state of the caller's rate limit. */
export function quotaHeaders(use: QuotaUse): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(use.own.limit),
    "X-RateLimit-Remaining": String(remainingQuotaOf(use)),
    "X-RateLimit-Reset": String(use.own.resetsAt),
  };
}

function refuseOver(context: ApiContext, use: QuotaUse): void {
  setQuotaUse(context, use);
  const refusal = toRefusal(use);
  if (refusal !== null) throw refusal;
}

/** Returns `rate_limited` when a window of the request is used up. */
export function toRefusal({ own, organization }: QuotaUse): AppError | null {
  if (isOver(own)) return overLimit(own, "");
  return organization !== null && isOver(organization)
    ? overLimit(organization, " of all API keys of the organization together")
    : null;
}

function overLimit({ limit, resetsInSeconds }: RequestWindow, whose: string): AppError {
  return new AppError("rate_limited", {
    message: `The limit of ${limit} requests per hour${whose} is reached.`,
    details: { limit, retryAfterSeconds: resetsInSeconds },
  });
}
