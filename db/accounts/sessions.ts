import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import { type AuditAct, recordAudit } from "#db/audit.ts";
import { callerColumns, toCallerFacts, type Caller, type CallerFactsRow } from "#db/caller.ts";
import {
  RefreshToken,
  Session,
  type SessionEndReason,
  type SessionMethod,
} from "#db/entities/sign-in.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import type { Vault } from "#db/vault.ts";
import type { Role } from "#domain/accounts/permission.ts";

const refreshDays = 30;
/**
 * Seconds for which a used token returns the same successor again, for browser tabs that refresh
 * concurrently.
 */
const replaySeconds = 10;
const userAgentLengthMax = 300;
const bindingBytes = 16;

export interface NewSession {
  readonly accountId: string;
  readonly method: SessionMethod;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The refresh token works only together with a second secret, the binding. */
  readonly isBound: boolean;
}

export interface OpenSession {
  readonly sessionId: string;
  readonly accountId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly refreshToken: string;
  readonly refreshExpiresAt: Date;
  /** Binding of a new bound session, which is returned once; null otherwise. */
  readonly binding: string | null;
}

/**
 * Starts a session in the person's oldest organization, preferring active ones. Returns null when the person
 * belongs to none, because the account is closed.
 */
export async function createSession(
  em: EntityManager,
  { accountId, method, address, userAgent, isBound }: NewSession,
): Promise<OpenSession | null> {
  const [membership] = await em.execute<{ organization_id: string; role: Role }[]>(
    `select m.organization_id, m.role from memberships m
     join organizations o on o.id = m.organization_id
     where m.account_id = ? order by o.status = 'active' desc, m.created_at, m.organization_id limit 1`,
    [accountId],
  );
  if (membership === undefined) return null;
  const refreshToken = randomBytes(32).toString("base64url");
  const refreshExpiresAt = inDays(refreshDays);
  const sessionId = createId("session");
  const binding = isBound ? randomBytes(bindingBytes).toString("base64url") : null;
  const organizationId = membership.organization_id;
  em.create(Session, {
    id: sessionId,
    accountId,
    organizationId,
    method,
    address,
    userAgent: userAgent?.slice(0, userAgentLengthMax) ?? null,
    expiresAt: refreshExpiresAt,
    bindingHash: binding === null ? null : hashToken(binding),
  });
  await em.flush();
  em.create(RefreshToken, {
    hash: hashToken(refreshToken),
    sessionId,
    expiresAt: refreshExpiresAt,
  });
  await em.flush();
  const { role } = membership;
  return { sessionId, accountId, organizationId, role, refreshToken, refreshExpiresAt, binding };
}

export type RefreshOutcome =
  | { readonly outcome: "refreshed"; readonly session: OpenSession }
  /** `outside` means that the person does not belong to the requested organization. */
  | { readonly outcome: "unknown" | "ended" | "outside" }
  /** The token was used before, so it was copied. The session has been ended. */
  | {
      readonly outcome: "reused";
      readonly accountId: string;
      readonly organizationId: string;
      readonly sessionId: string;
    };

/**
 * Exchanges a refresh token for its successor. The successor is derived from the token: concurrent refreshes
 * of several tabs get the same one, and an attacker cannot start a second branch of the token family. A reuse
 * after the replay window ends the session. With an organization, the session switches to it. A bound session
 * needs its binding, and without it the token counts as unknown and is not used up.
 */
export async function rotateRefreshToken(
  em: EntityManager,
  refreshToken: string,
  {
    vault,
    organizationId: wanted,
    binding,
    from,
  }: {
    vault: Vault;
    organizationId?: string | undefined;
    /** Null for a session whose refresh token is enough. */
    binding: string | null;
    from: Pick<AuditAct, "address" | "userAgent">;
  },
): Promise<RefreshOutcome> {
  const hash = hashToken(refreshToken);
  return em.fork().transactional(async (tx) => {
    // The row lock serializes uses of one token family; the queries below see the result of the previous use.
    const [row] = await tx.execute<SessionRow[]>(
      `select s.id, s.account_id, s.organization_id, s.binding_hash, s.ended_at is null and a.status in ('active', 'closing') as is_open
       from sessions s join accounts a on a.id = s.account_id
       where s.id = (select session_id from refresh_tokens where hash = ?) for update of s`,
      [hash],
    );
    if (row === undefined || !matchesBinding(row.binding_hash, binding)) {
      return { outcome: "unknown" };
    }
    const [token] = await tx.execute<{ is_expired: boolean; used: boolean; replayable: boolean }[]>(
      `select expires_at <= clock_timestamp() as is_expired, used_at is not null as used,
         used_at > clock_timestamp() - make_interval(secs => ${replaySeconds}) as replayable
       from refresh_tokens where hash = ?`,
      [hash],
    );
    if (!row.is_open || token === undefined || token.is_expired) return { outcome: "ended" };
    if (token.used && !token.replayable) {
      await endSession(tx, row.id, "reuse");
      return {
        outcome: "reused",
        accountId: row.account_id,
        organizationId: row.organization_id,
        sessionId: row.id,
      };
    }
    const organizationId = wanted ?? row.organization_id;
    const [membership] = await tx.execute<{ role: Role }[]>(
      `select role from memberships where account_id = ? and organization_id = ?`,
      [row.account_id, organizationId],
    );
    if (membership === undefined) return { outcome: wanted === undefined ? "ended" : "outside" };
    if (organizationId !== row.organization_id) {
      await tx.nativeUpdate(Session, row.id, { organizationId });
      await recordAudit(tx, {
        ...from,
        organizationId,
        actorAccountId: row.account_id,
        action: "session.organization_changed",
        targetType: "session",
        targetId: row.id,
        before: { organizationId: row.organization_id },
        after: { organizationId },
      });
    }
    const candidates = vault
      .deriveAll(refreshToken, "refresh-token")
      .map((successor) => successor.toString("base64url"));
    const next = token.used ? await findStoredToken(tx, candidates) : candidates[0];
    if (next === undefined) return { outcome: "ended" };
    const refreshExpiresAt = inDays(refreshDays);
    if (!token.used) await storeSuccessor(tx, row.id, { hash, next, refreshExpiresAt });
    return {
      outcome: "refreshed",
      session: {
        sessionId: row.id,
        accountId: row.account_id,
        organizationId,
        role: membership.role,
        refreshToken: next,
        refreshExpiresAt,
        binding: null,
      },
    };
  });
}

/** Compares a binding with the hash of a session's row; a session without a binding takes none. */
export function matchesBinding(hash: Uint8Array | null, binding: string | null): boolean {
  if (hash === null || binding === null) return hash === null && binding === null;
  return timingSafeEqual(hash, hashToken(binding));
}

interface SessionRow {
  id: string;
  account_id: string;
  organization_id: string;
  is_open: boolean;
  binding_hash: Uint8Array | null;
}

/** During a rotation of the master key another process may have derived the successor under another key. */
async function findStoredToken(
  em: EntityManager,
  candidates: readonly string[],
): Promise<string | undefined> {
  for (const candidate of candidates) {
    if ((await em.count(RefreshToken, { hash: hashToken(candidate) })) > 0) return candidate;
  }
  return undefined;
}

async function storeSuccessor(
  em: EntityManager,
  sessionId: string,
  { hash, next, refreshExpiresAt }: { hash: Buffer; next: string; refreshExpiresAt: Date },
): Promise<void> {
  await em.execute(`update refresh_tokens set used_at = clock_timestamp() where hash = ?`, [hash]);
  await em.insert(RefreshToken, {
    hash: hashToken(next),
    sessionId,
    expiresAt: refreshExpiresAt,
  });
  await em.execute(
    `update sessions set last_used_at = clock_timestamp(), expires_at = ? where id = ?`,
    [refreshExpiresAt, sessionId],
  );
}

/** Finds the session of a refresh token, including expired and ended ones. */
export async function findSessionByRefreshToken(
  em: EntityManager,
  refreshToken: string,
): Promise<Session | null> {
  const token = await em.findOne(RefreshToken, { hash: hashToken(refreshToken) });
  return token === null ? null : em.findOne(Session, token.sessionId);
}

export async function findSession(em: EntityManager, sessionId: string): Promise<Session | null> {
  return em.findOne(Session, sessionId);
}

/** Ends one session. Returns true when it was open; a repeated call changes nothing. */
export async function endSession(
  em: EntityManager,
  sessionId: string,
  reason: SessionEndReason,
): Promise<boolean> {
  const ended = await em.nativeUpdate(
    Session,
    { id: sessionId, endedAt: null },
    { endedAt: new Date(), endReason: reason },
  );
  return ended === 1;
}

/** Ends all sessions of a person. */
export async function endSessionsOf(
  em: EntityManager,
  accountId: string,
  reason: SessionEndReason,
): Promise<void> {
  await em.nativeUpdate(
    Session,
    { accountId, endedAt: null },
    { endedAt: new Date(), endReason: reason },
  );
}

/** Sessions whose tokens have all expired. Their refresh tokens are deleted with them. */
export const expiredSessions = expiredRows(Session, (now) => ({
  expiresAt: { $lt: new Date(now.getTime() - refreshDays * 86_400_000) },
}));

/**
 * Finds the caller of a session's token, in the token's organization; the session may have switched to
 * another one since. Null when the session does not exist or its person left the organization.
 */
export async function findCallerBySession(
  em: EntityManager,
  { sessionId, organizationId }: { sessionId: string; organizationId: string },
): Promise<Caller | null> {
  const [row] = await em.execute<CallerRow[]>(
    `select ${callerColumns}, s.ended_at
     from sessions s
     join accounts a on a.id = s.account_id
     join memberships m on m.account_id = s.account_id and m.organization_id = ?
     join organizations o on o.id = m.organization_id
     where s.id = ?`,
    [organizationId, sessionId],
  );
  if (row === undefined) return null;
  return {
    ...toCallerFacts(row, null),
    apiKeyId: null,
    sessionId,
    allowedAddresses: null,
    expiresAt: null,
    revokedAt: row.ended_at === null ? null : new Date(row.ended_at),
  };
}

interface CallerRow extends CallerFactsRow {
  ended_at: Date | string | null;
}

/** Tokens have 256 random bits, so a fast hash without salt is sufficient. */
function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
