import { passwords, type Passwords } from "#api/auth/passwords.ts";

/**
 * The real slow functions with a call counter: counts show work that time measurements on a busy machine
 * hide.
 */
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
