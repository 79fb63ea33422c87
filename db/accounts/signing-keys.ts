import { SigningKey } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";
import type { SealedPlace } from "#db/vault.ts";

/** Age of the newest key at which the next one is created. */
const rotationDays = 30;
/** Delay before a new key signs; clients may cache the key set for five minutes. */
const publishedBeforeMinutes = 10;
/** Minutes for which a key stays published after its successor signs; longer than a token's lifetime. */
const publishedAfterMinutes = 60;
/** Arbitrary id of the advisory lock that serializes concurrent rotations. */
const rotationLock = 4_712_027;

/**
 * Returns all keys with which valid tokens may be signed, newest first. Creates the next key when due, in one
 * of several concurrent processes. Deletes keys that no valid token is signed with.
 */
export async function rotateSigningKeys(
  em: EntityManager,
  createKey: () => Promise<{ id: string; publicKey: Record<string, string>; privateKey: Buffer }>,
): Promise<SigningKey[]> {
  const known = await listSigningKeys(em);
  if (!isDue(known)) return known;
  return em.fork().transactional(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(${rotationLock})`);
    const keys = await listSigningKeys(tx);
    if (!isDue(keys)) return keys;
    const signsFrom = new Date(
      Date.now() + (keys.length === 0 ? 0 : publishedBeforeMinutes * 60e3),
    );
    tx.create(SigningKey, { ...(await createKey()), signsFrom });
    await tx.flush();
    await tx.execute(
      `delete from signing_keys k where exists (
         select 1 from signing_keys n where n.signs_from > k.signs_from
           and n.signs_from < now() - make_interval(mins => ${publishedAfterMinutes}))`,
    );
    return listSigningKeys(tx);
  });
}

async function listSigningKeys(em: EntityManager): Promise<SigningKey[]> {
  return em.find(SigningKey, {}, { orderBy: { signsFrom: "desc" } });
}

function isDue([newest]: SigningKey[]): boolean {
  return (
    newest === undefined || Date.now() - newest.signsFrom.getTime() > rotationDays * 86_400_000
  );
}

/** Place of a private key in the vault. */
export function placeOfSigningKey(id: string): SealedPlace {
  return { purpose: "signing-key", owner: id };
}
