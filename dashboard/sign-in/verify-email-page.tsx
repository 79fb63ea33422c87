import { sendJson } from "#contract/send-json.ts";
import { TextField } from "#ui/text-field.tsx";
import { useWords } from "#words/words.ts";

import { Frame } from "./frame.tsx";
import { MailedToken } from "./mailed-token.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useAction } from "./use-action.ts";

export function VerifyEmailPage() {
  return <MailedToken>{(token) => <VerifyEmail token={token} />}</MailedToken>;
}

function VerifyEmail({ token }: { readonly token: string }) {
  const { signIn } = useWords();
  const action = useAction(async ({ password = "" }: Record<string, string>) =>
    sendJson("/v1/auth/verify-email", { token, password }),
  );
  if (action.isDone) {
    return (
      <Frame title={signIn.verifyDone} text={signIn.verifyDoneText}>
        <a href="/sign-in">{signIn.toSignIn}</a>
      </Frame>
    );
  }
  return (
    <Frame title={signIn.verifyTitle} text={signIn.verifyText}>
      <SignInForm action={action} submit={signIn.verifySubmit}>
        <TextField
          label={signIn.password}
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
        />
      </SignInForm>
    </Frame>
  );
}
