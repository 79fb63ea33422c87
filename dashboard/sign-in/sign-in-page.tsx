import { useEffect } from "react";

import { fragment } from "#contract/fragment.ts";
import { signInWithPassword } from "#contract/session.ts";
import type { SignInMethods } from "#contract/sign-in-methods.ts";
import { returnFromSignIn } from "#contract/sign-in-url.ts";
import { useSession } from "#contract/use-session.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { Problem } from "#ui/problem.ts";
import { useWords } from "#words/words.ts";

import { EmailField, PasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";
import { LocalHint } from "./local-hint.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useAction } from "./use-action.ts";

import styles from "./frame.module.css";

const refusal = refusalOf(fragment);

export function SignInPage({ methods }: { readonly methods: SignInMethods | null }) {
  const { signIn } = useWords();
  const session = useSession();
  const action = useAction(async ({ email = "", password = "" }: Record<string, string>) =>
    signInWithPassword(email, password),
  );
  useEffect(() => {
    if (session === "signed-in") returnFromSignIn();
  }, [session]);
  if (session === "signed-in") return null;
  return (
    <Frame title={signIn.title} text={signIn.text}>
      {refusal !== null && action.problem === null && <ProblemNotice problem={refusal} />}
      <ProviderButtons methods={methods} />
      <SignInForm action={action} submit={signIn.submit}>
        <EmailField />
        <PasswordField />
      </SignInForm>
      <div className={styles.links}>
        {methods?.registration !== false && <a href="/register">{signIn.register}</a>}
        <a href="/forgot-password">{signIn.forgot}</a>
      </div>
      <LocalHint />
    </Frame>
  );
}

/** Why an identity provider's sign-in has failed, from the URL with which the browser has come back. */
function refusalOf(fields: ReadonlyMap<string, string>): Problem | null {
  const code = fields.get("error");
  if (code === undefined) return null;
  const detail = fields.get("errorDescription");
  return { code, detail, requestId: fields.get("requestId"), issues: [], retryable: false };
}
