import { useWords } from "#words/words.ts";

import { Frame } from "./frame.tsx";

/** Page that says what has happened, and leads to sign-in. */
export function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  const { signIn } = useWords();
  return (
    <Frame title={title} text={text}>
      <a href="/sign-in">{signIn.toSignIn}</a>
    </Frame>
  );
}
