import type { From } from "#db/accounts/accounts.ts";
import type { AuditAct } from "#db/audit.ts";
import type { Caller } from "#db/caller.ts";

import type { RouteInput } from "./route.ts";

export type Actor = Pick<
  AuditAct,
  "organizationId" | "actorAccountId" | "apiKeyId" | "address" | "userAgent"
>;

type ActingRequest = Pick<RouteInput<unknown, unknown, unknown>["request"], "address" | "header">;

/** IP address and user agent of a request without an authenticated actor, for the audit log. */
export function fromOf(request: ActingRequest): From {
  const userAgent = request.header("user-agent");
  return { address: request.address, ...(userAgent === undefined ? {} : { userAgent }) };
}

/** Actor of an authenticated request with its IP address and user agent, for the audit log. */
export function actorOf({ caller, request }: { caller: Caller; request: ActingRequest }): Actor {
  return {
    organizationId: caller.organizationId,
    actorAccountId: caller.accountId,
    apiKeyId: caller.apiKeyId,
    ...fromOf(request),
  };
}
