import { createPasswords, type Passwords } from "#api/auth/passwords.ts";

/** Hashes as production does, at the least cost that argon2id has: a test file may hash hundreds of passwords. */
export const testPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Counts hashes and verifications: counts show work that time measurements on a busy machine hide. */
export function countPasswordWork(): { readonly passwords: Passwords; count(): number } {
  let calls = 0;
  return {
    passwords: {
      async hash(password) {
        calls += 1;
        return testPasswords.hash(password);
      },
      async verify(stored, password) {
        calls += 1;
        return testPasswords.verify(stored, password);
      },
    },
    count: () => calls,
  };
}
