import { hash, verify } from "@node-rs/argon2";

/** argon2id with the least parameters that OWASP recommends (Password Storage Cheat Sheet). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** In PHC form, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), options);
}

/** A hash that no password has, made once: checking against it takes as long as against a real one. */
const decoy = hash(crypto.randomUUID(), options);

/** Whether it is the password. Without a hash the answer is no, after the same time. */
async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await decoy), password.normalize("NFKC"));
  return stored !== null && matches;
}

export interface Passwords {
  readonly hash: typeof hashPassword;
  readonly verify: typeof verifyPassword;
}

export const passwords: Passwords = { hash: hashPassword, verify: verifyPassword };
