import { sendJson } from "#contract/send-json.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { useWords } from "#words/words.ts";

import { NewPasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";
import { MailedToken } from "./mailed-token.tsx";
import { Notice } from "./notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useAction } from "./use-action.ts";

export function ResetPasswordPage() {
  return <MailedToken>{(token) => <ResetPassword token={token} />}</MailedToken>;
}

function ResetPassword({ token }: { readonly token: string }) {
  const { signIn } = useWords();
  const action = useAction(async ({ password = "", revokeApiKeys }: Record<string, string>) =>
    sendJson("/v1/auth/reset-password", {
      token,
      password,
      ...(revokeApiKeys === undefined ? {} : { revokeApiKeys: true }),
    }),
  );
  if (action.isDone) {
    return <Notice title={signIn.resetDone} text={signIn.resetDoneText} />;
  }
  return (
    <Frame title={signIn.resetTitle}>
      <SignInForm action={action} submit={signIn.resetSubmit}>
        <NewPasswordField label={signIn.newPassword} />
        <Checkbox name="revokeApiKeys">{signIn.revokeKeys}</Checkbox>
      </SignInForm>
    </Frame>
  );
}
