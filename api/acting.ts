import type { AuditAct } from "#db/audit.ts";
import type { Caller } from "#db/caller.ts";

import type { RouteInput } from "./route.ts";

export type Actor = Pick<
  AuditAct,
  "organizationId" | "actorAccountId" | "apiKeyId" | "address" | "userAgent"
>;

/** Who does it and from where, for the audit log. */
export function actorOf({
  caller,
  request,
}: {
  caller: Caller;
  request: Pick<RouteInput<unknown, unknown, unknown>["request"], "address" | "header">;
}): Actor {
  const userAgent = request.header("user-agent");
  return {
    organizationId: caller.organizationId,
    actorAccountId: caller.accountId,
    apiKeyId: caller.apiKeyId,
    address: request.address,
    ...(userAgent === undefined ? {} : { userAgent }),
  };
}
