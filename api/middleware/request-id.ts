import { randomUUID } from "node:crypto";

import type { Logger } from "pino";

import type { ApiMiddleware } from "#api/context.ts";

/** IDs that are safe to copy into logs and headers. Others are replaced, not refused. */
const pattern = /^[A-Za-z0-9._-]{8,128}$/;

/** Assigns a request ID: the caller's `X-Request-Id` when it is well-formed, otherwise a new one. */
export function requestId(log: Logger): ApiMiddleware {
  return (context, next) => {
    const given = context.get("x-request-id");
    const id = pattern.test(given) ? given : randomUUID();
    context.state.requestId = id;
    context.state.log = log;
    context.set("X-Request-Id", id);
    return next();
  };
}
