import type { ReactNode } from "react";

import { fragment } from "#contract/fragment.ts";
import { useWords } from "#words/words.ts";

import { Notice } from "./notice.tsx";

/** Shows a page with the token of its link, or says that the link is incomplete. Only a button uses the token. */
export function MailedToken({ children }: { readonly children: (token: string) => ReactNode }) {
  const { signIn } = useWords();
  const token = fragment.get("token");
  if (token !== undefined) return children(token);
  return <Notice title={signIn.missingToken} text={signIn.missingTokenText} />;
}
