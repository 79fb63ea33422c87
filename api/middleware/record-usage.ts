import type { ApiMiddleware } from "#api/context.ts";
import type { Caller } from "#db/caller.ts";

/** Notes that a valid credential was used. */
export function recordUsage(record: (caller: Caller) => void): ApiMiddleware {
  return (context, next) => {
    if (context.state.caller !== undefined) record(context.state.caller);
    return next();
  };
}
