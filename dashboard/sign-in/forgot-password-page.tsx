import { useState } from "react";

import { sendJson } from "#contract/send-json.ts";
import { TextField } from "#ui/text-field.tsx";
import { useWords } from "#words/words.ts";

import { Frame } from "./frame.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useAction } from "./use-action.ts";

export function ForgotPasswordPage() {
  const { signIn } = useWords();
  const [sentTo, setSentTo] = useState("");
  const action = useAction(async ({ email = "" }: Record<string, string>) => {
    await sendJson("/v1/auth/forgot-password", { email });
    setSentTo(email);
  });
  const back = <a href="/sign-in">{signIn.toSignIn}</a>;
  if (action.isDone) {
    return (
      <Frame title={signIn.forgotSent} text={signIn.forgotSentText(sentTo)}>
        {back}
      </Frame>
    );
  }
  return (
    <Frame title={signIn.forgotTitle} text={signIn.forgotText}>
      <SignInForm action={action} submit={signIn.forgotSubmit}>
        <TextField
          label={signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
        />
      </SignInForm>
      {back}
    </Frame>
  );
}
