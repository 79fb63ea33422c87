import { SigningKey } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";

/** A new key follows when the newest signs for this long. */
const rotationDays = 30;
/** Until a new key signs; the key set may be kept for five minutes. */
const publishedBeforeMinutes = 10;
/** How long a key is published after its successor signs: more than a token lives. */
const publishedAfterMinutes = 60;
/** Any number that nothing else locks. */
const rotationLock = 4_712_027;

/**
 * All keys that tokens may be signed with now, newest first. Makes the next one when it is due; of
 * several processes that notice, one does. Forgets those that no valid token can be signed with.
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
