import { hash, verify } from "@node-rs/argon2";

/** argon2id with the minimum parameters recommended by OWASP (Password Storage Cheat Sheet). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes in PHC format with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), options);
}

/** Hash that matches no password: verification against it takes as long as against a real hash. */
const decoy = hash(crypto.randomUUID(), options);

/** Verifies a password. Without a stored hash returns false after the same time. */
async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await decoy), password.normalize("NFKC"));
  return stored !== null && matches;
}

export interface Passwords {
  readonly hash: typeof hashPassword;
  readonly verify: typeof verifyPassword;
}

export const passwords: Passwords = { hash: hashPassword, verify: verifyPassword };
