import { fragment } from "#contract/fragment.ts";
import { useSession } from "#contract/use-session.ts";
import { SignInLink } from "#sign-in/sign-in-link.tsx";

import { SignedInShell } from "./signed-in-shell.tsx";

/** Frame of the pages of a signed-in person; for everybody else, `main.ts` opens the sign-in page. */
export function Shell() {
  const session = useSession();
  if (session === "signed-in") return <SignedInShell />;
  return session === "starting" && fragment.has("link") ? <SignInLink /> : null;
}
