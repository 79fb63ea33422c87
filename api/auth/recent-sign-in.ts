import type { Caller } from "#db/caller.ts";
import { Session } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

const recentSeconds = 900;

/**
 * Requires a session that began within the last 15 minutes, however often its tokens were refreshed since.
 * Guards actions that a found or borrowed device must not allow. Throws `recent_sign_in_required`.
 */
export async function requireRecentSignIn(
  em: EntityManager,
  { sessionId }: Caller,
  now: Date,
): Promise<void> {
  const session = sessionId === null ? null : await em.findOne(Session, sessionId);
  const startedAtMs = session?.createdAt.getTime() ?? 0;
  if (startedAtMs + recentSeconds * 1_000 >= now.getTime()) return;
  throw new AppError("recent_sign_in_required", { details: { recentSeconds } });
}
