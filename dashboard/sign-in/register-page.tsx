import { useState } from "react";

import { sendJson } from "#contract/send-json.ts";
import { TextField } from "#ui/text-field.tsx";
import { useWords } from "#words/words.ts";

import { EmailField, NewPasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";
import { Notice } from "./notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useAction } from "./use-action.ts";

export function RegisterPage() {
  const { signIn } = useWords();
  const [sentTo, setSentTo] = useState("");
  const action = useAction(async ({ displayName = "", ...fields }: Record<string, string>) => {
    await sendJson("/v1/auth/register", {
      ...fields,
      ...(displayName === "" ? {} : { displayName }),
    });
    setSentTo(fields["email"] ?? "");
  });
  if (action.isDone) {
    return <Notice title={signIn.registered} text={signIn.registeredText(sentTo)} />;
  }
  return (
    <Frame title={signIn.registerTitle}>
      <SignInForm action={action} submit={signIn.registerSubmit}>
        <TextField label={signIn.name} name="displayName" autoComplete="name" />
        <EmailField />
        <NewPasswordField label={signIn.password} />
      </SignInForm>
      <a href="/sign-in">{signIn.haveAccount}</a>
    </Frame>
  );
}
