import type { ApiMiddleware } from "#api/context.ts";
import type { Caller } from "#db/caller.ts";

/** Records the use of a valid credential. */
export function recordUsage(record: (caller: Caller) => void): ApiMiddleware {
  return (context, next) => {
    if (context.state.caller !== undefined) record(context.state.caller);
    return next();
  };
}
