import { clientAddressOf } from "#api/client-address.ts";
import type { ApiContext, ApiMiddleware } from "#api/context.ts";
import {
  isOver,
  remainingOf,
  type RequestWindow,
  type RequestWindows,
} from "#api/request-windows.ts";
import type { Caller } from "#db/caller.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";

/** All tokens of one person share a window, so that signing in again resets nothing. */
export function windowSubjectOf({ apiKeyId, accountId }: Caller): string {
  return apiKeyId === null ? `account:${accountId}` : `key:${apiKeyId}`;
}

/**
 * Counts a request in the window of its credential. A conditional request that is answered 304
 * counts nothing, even at the limit: polling for a change is free until there is one.
 */
export function rateLimit(windows: RequestWindows): ApiMiddleware {
  return async (context, next) => {
    const { caller, route } = context.state;
    if (caller === undefined) throw new Error("the rate limit was asked for before the credential");
    const subject = windowSubjectOf(caller);
    if (route?.free === true) {
      setWindow(context, await windows.peek(subject, caller.requestsPerHour));
      return next();
    }
    await admit(context, await windows.spend(subject, caller.requestsPerHour), windows, next);
  };
}

/** Counts what is open to everybody by client address, in windows of the given name. */
export function rateLimitByAddress(
  windows: RequestWindows,
  { name, limit }: { name: string; limit: number },
): ApiMiddleware {
  return async (context, next) => {
    const window = await windows.spend(`${name}:${clientAddressOf(context.ip)}`, limit);
    await admit(context, window, windows, next);
  };
}

async function admit(
  context: ApiContext,
  window: RequestWindow,
  windows: RequestWindows,
  next: () => Promise<unknown>,
): Promise<void> {
  setWindow(context, window);
  const over = isOver(window);
  const mayBeFree =
    context.state.route?.conditional === true && context.get("if-none-match") !== "";
  if (over && !mayBeFree) throw overLimit(window);
  await next();
  if (context.status === 304) setWindow(context, await windows.giveBack(window));
  else if (over) throw overLimit(window);
}

/**
 * Outside of everything that can refuse a request: an answer that no window was counted for counts
 * by client address, so that guessing credentials or paths is limited, and every answer tells a limit.
 */
export function rateLimitOthers(
  windows: RequestWindows,
  { limit }: { limit: number },
): ApiMiddleware {
  return async (context, next) => {
    const subject = () => `address:${clientAddressOf(context.ip)}`;
    try {
      await next();
    } catch (error) {
      if (context.state.window === undefined) {
        const { caller } = context.state;
        if (caller !== undefined) {
          setWindow(context, await windows.spend(windowSubjectOf(caller), caller.requestsPerHour));
        } else if (isOurs(error)) {
          setWindow(context, await windows.peek(subject(), limit));
        } else {
          const window = await windows.spend(subject(), limit);
          setWindow(context, window);
          if (isOver(window)) throw overLimit(window);
        }
      }
      throw error;
    }
    // What is answered before anybody is asked for a credential (OPTIONS) is free.
    if (context.state.window === undefined)
      setWindow(context, await windows.peek(subject(), limit));
  };
}

/** Who could not be looked up, because the database was away, has guessed nothing. */
function isOurs(error: unknown): boolean {
  return !(error instanceof AppError) || errorCatalog[error.code].status >= 500;
}

function setWindow(context: ApiContext, window: RequestWindow): void {
  context.state.window = window;
  context.set("X-RateLimit-Limit", String(window.limit));
  context.set("X-RateLimit-Remaining", String(remainingOf(window)));
  context.set("X-RateLimit-Reset", String(window.resetsAt));
}

function overLimit({ limit, resetsInSeconds }: RequestWindow): AppError {
  return new AppError("rate_limited", {
    message: `The limit of ${limit} requests per hour is reached.`,
    details: { limit, retryAfterSeconds: resetsInSeconds },
  });
}
