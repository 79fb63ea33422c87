import { passwords, type Passwords } from "#api/auth/passwords.ts";

/** The real slow functions, and how often they were called: work shows what a clock of a busy machine hides. */
export function countPasswordWork(): { readonly passwords: Passwords; count(): number } {
  let calls = 0;
  return {
    passwords: {
      async hash(password) {
        calls += 1;
        return passwords.hash(password);
      },
      async verify(stored, password) {
        calls += 1;
        return passwords.verify(stored, password);
      },
    },
    count: () => calls,
  };
}
