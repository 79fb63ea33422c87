import { hash, verify } from "@node-rs/argon2";

export interface Passwords {
  /** Hashes in PHC format with a random salt. */
  readonly hash: (password: string) => Promise<string>;
  /** Verifies a password. Without a stored hash returns false after the same time. */
  readonly verify: (stored: string | null, password: string) => Promise<boolean>;
}

/** Parameters of argon2id. */
export interface PasswordCost {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The minimum that OWASP recommends (Password Storage Cheat Sheet). */
const productionCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash contains its parameters, so every instance verifies the hashes of the others. */
export function createPasswords(cost: PasswordCost = productionCost): Passwords {
  /** Hash that matches no password: verification against it takes as long as against a real hash. */
  const decoy = hash(crypto.randomUUID(), cost);
  return {
    hash: async (password) => hash(password.normalize("NFKC"), cost),
    async verify(stored, password) {
      const matches = await verify(stored ?? (await decoy), password.normalize("NFKC"));
      return stored !== null && matches;
    },
  };
}
