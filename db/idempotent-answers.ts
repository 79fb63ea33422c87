import { AppError } from "#domain/errors.ts";

import { IdempotentAnswer } from "./entities/idempotency.ts";
import type { EntityManager } from "./orm.ts";
import type { Vault } from "./vault.ts";

/** How long an idempotency key is remembered. */
const answerHours = 24;

export interface IdempotentRequest {
  /** Whose keys they are: an organization, or an account. */
  readonly scope: string;
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of everything that makes two requests the same. */
  readonly requestHash: Buffer;
}

/**
 * Does work once for an idempotency key: what it writes and its answer are one commit, so that after
 * a crash there are both or none. A repeated request gets the answer of the first as `replayed` for
 * 24 hours. What throws is not remembered. Throws `idempotency_in_flight` while the first is still
 * running and `idempotency_mismatch` for another request.
 */
export async function answerOnce(
  em: EntityManager,
  request: IdempotentRequest,
  { vault, work }: { vault: Vault; work: (tx: EntityManager) => Promise<string> },
): Promise<{ answer: string; replayed: boolean }> {
  const { scope, endpoint, key, requestHash } = request;
  const place = placeOf(request);
  return em.transactional(async (tx) => {
    await lock(tx, place.owner);
    // A statement of its own: it sees what whoever held the lock before has committed.
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

/** The answer that is kept for a request; null when there is none. Throws `idempotency_mismatch`. */
export async function findAnswer(
  em: EntityManager,
  request: IdempotentRequest,
  { vault }: { vault: Vault },
): Promise<string | null> {
  const { scope, endpoint, key, requestHash } = request;
  const known = await em.findOne(IdempotentAnswer, { scope, endpoint, key });
  if (known === null || known.expiresAt <= new Date()) return null;
  if (!requestHash.equals(known.requestHash)) throw new AppError("idempotency_mismatch");
  return vault.open(known.answer, placeOf(request));
}

/** What a sealed answer is bound to. */
function placeOf({ scope, endpoint, key }: IdempotentRequest) {
  return { purpose: "idempotent-answer", owner: JSON.stringify([scope, endpoint, key]) };
}

/** Held until the commit. Who does not get it is told so: waiting would keep a connection. */
async function lock(em: EntityManager, name: string): Promise<void> {
  const [row] = await em.execute<{ is_free: boolean }[]>(
    `select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as is_free`,
    [`idempotent answer ${name}`],
  );
  if (row?.is_free !== true) throw new AppError("idempotency_in_flight");
}

export async function deleteExpiredAnswers(em: EntityManager): Promise<number> {
  return em.nativeDelete(IdempotentAnswer, { expiresAt: { $lt: new Date() } });
}
