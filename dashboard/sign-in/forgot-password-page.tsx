import { useState } from "react";

import { sendJson } from "#contract/send-json.ts";
import { useWords } from "#words/words.ts";

import { EmailField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";
import { Notice } from "./notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useAction } from "./use-action.ts";

export function ForgotPasswordPage() {
  const { signIn } = useWords();
  const [sentTo, setSentTo] = useState("");
  const action = useAction(async ({ email = "" }: Record<string, string>) => {
    await sendJson("/v1/auth/forgot-password", { email });
    setSentTo(email);
  });
  if (action.isDone) {
    return <Notice title={signIn.forgotSent} text={signIn.forgotSentText(sentTo)} />;
  }
  return (
    <Frame title={signIn.forgotTitle} text={signIn.forgotText}>
      <SignInForm action={action} submit={signIn.forgotSubmit}>
        <EmailField />
      </SignInForm>
      <a href="/sign-in">{signIn.toSignIn}</a>
    </Frame>
  );
}
