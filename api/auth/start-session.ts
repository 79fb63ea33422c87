import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import type { RouteInput } from "#api/http/route.ts";
import { createSession, type OpenSession } from "#db/accounts/sessions.ts";
import { rememberAddress } from "#db/accounts/sign-in.ts";
import { recordAudit } from "#db/audit.ts";
import type { SessionMethod } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

type SignInRequest = Pick<RouteInput<unknown, unknown, unknown>["request"], "address" | "header">;

/**
 * Starts the session of a person who has just proven who they are, in the caller's transaction. With
 * `isBound`, the session works only together with its binding. Throws `account_suspended` for a closed
 * account.
 */
export async function startSession(
  em: EntityManager,
  {
    accountId,
    method,
    isBound,
    request,
  }: { accountId: string; method: SessionMethod; isBound: boolean; request: SignInRequest },
): Promise<OpenSession> {
  const { address } = request;
  const userAgent = request.header("user-agent") ?? null;
  const session = await createSession(em, { accountId, method, address, userAgent, isBound });
  if (session === null) throw new AppError("account_suspended");
  await rememberAddress(em, { accountId, address: clientAddressOf(address) });
  await recordAudit(em, {
    ...fromOf(request),
    organizationId: session.organizationId,
    actorAccountId: accountId,
    action: "session.started",
    targetType: "session",
    targetId: session.sessionId,
    after: { method },
  });
  return session;
}
