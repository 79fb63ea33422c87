import { useEffect, useState } from "react";

import { fragment } from "#contract/fragment.ts";
import { signInWithLink } from "#contract/session.ts";
import { toProblem } from "#contract/to-problem.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { Problem } from "#ui/problem.ts";
import { useWords } from "#words/words.ts";

import { Frame } from "./frame.tsx";
import { SignInCommand } from "./local-hint.tsx";

/** A link works once, so it is redeemed once however often this component is mounted. */
let redemption: Promise<void> | undefined;

/** Signs in with the link that the page was opened with. */
export function SignInLink() {
  const { signIn } = useWords();
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    redemption ??= signInWithLink(fragment.get("link") ?? "");
    redemption.catch((error: unknown) => setProblem(toProblem(error)));
  }, []);
  if (problem === null) return <Frame title={signIn.linkWorking} />;
  return (
    <Frame title={signIn.linkFailed} text={signIn.linkFailedText}>
      <SignInCommand />
      <ProblemNotice problem={problem} />
      <a href="/sign-in">{signIn.toSignIn}</a>
    </Frame>
  );
}
