import { sendJson } from "#contract/send-json.ts";
import { useWords } from "#words/words.ts";

import { PasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";
import { MailedToken } from "./mailed-token.tsx";
import { Notice } from "./notice.tsx";
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
    return <Notice title={signIn.verifyDone} text={signIn.verifyDoneText} />;
  }
  return (
    <Frame title={signIn.verifyTitle} text={signIn.verifyText}>
      <SignInForm action={action} submit={signIn.verifySubmit}>
        <PasswordField />
      </SignInForm>
    </Frame>
  );
}
