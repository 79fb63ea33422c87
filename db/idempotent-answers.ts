import { expiredRows } from "#db/retention/expired-rows.ts";
import { AppError } from "#domain/errors.ts";

import { IdempotentAnswer } from "./entities/idempotency.ts";
import type { EntityManager } from "./orm.ts";
import type { Vault } from "./vault.ts";

/** Hours for which an idempotency key is remembered. */
const answerHours = 24;

export interface IdempotentRequest {
  /** Organization or account in which the keys are unique. */
  readonly scope: string;
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of everything that identifies the request. */
  readonly requestHash: Buffer;
}

/**
 * Executes work once per idempotency key. The work's writes and the response commit together, so a crash
 * leaves both or none. A repeated request returns the first response with `replayed: true` for 24 hours.
 * Errors are not remembered. Throws `idempotency_in_flight` while the first request is running, and
 * `idempotency_mismatch` for a different request.
 */
export async function answerOnce(
  em: EntityManager,
  request: IdempotentRequest,
  { vault, work }: { vault: Vault; work: (tx: EntityManager) => Promise<string> },
): Promise<{ answer: string; replayed: boolean }> {
  const { scope, endpoint, key, requestHash } = request;
  const place = placeOfAnswer(request);
  return em.transactional(async (tx) => {
    await lock(tx, place.owner);
    // A separate statement after the lock, so its snapshot includes the commit of the previous lock holder.
    const known = await findAnswer(tx, request, { vault });
    if (known !== null) return { answer: known, replayed: true };
    const answer = await work(tx);
    await tx.upsert(IdempotentAnswer, {
      scope,
      endpoint,
      key,
      requestHash,
      answer: vault.seal(answer, place),
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + answerHours * 3_600_000),
    });
    return { answer, replayed: false };
  });
}

/** Returns the stored response of a request; null when there is none. Throws `idempotency_mismatch`. */
export async function findAnswer(
  em: EntityManager,
  request: IdempotentRequest,
  { vault }: { vault: Vault },
): Promise<string | null> {
  const { scope, endpoint, key, requestHash } = request;
  const known = await em.findOne(IdempotentAnswer, { scope, endpoint, key });
  if (known === null || known.expiresAt <= new Date()) return null;
  if (!requestHash.equals(known.requestHash)) throw new AppError("idempotency_mismatch");
  return vault.open(known.answer, placeOfAnswer(request));
}

/** Binds a sealed response to its request. */
export function placeOfAnswer({
  scope,
  endpoint,
  key,
}: Pick<IdempotentRequest, "scope" | "endpoint" | "key">) {
  return { purpose: "idempotent-answer", owner: JSON.stringify([scope, endpoint, key]) };
}

/**
 * Acquires a lock until commit. Fails instead of waiting, because a waiting request would occupy a
 * connection.
 */
async function lock(em: EntityManager, name: string): Promise<void> {
  const [row] = await em.execute<{ is_free: boolean }[]>(
    `select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as is_free`,
    [`idempotent answer ${name}`],
  );
  if (row?.is_free !== true) throw new AppError("idempotency_in_flight");
}

export const expiredAnswers = expiredRows(IdempotentAnswer, (now) => ({ expiresAt: { $lt: now } }));
