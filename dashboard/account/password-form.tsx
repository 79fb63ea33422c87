import type { Account } from "@gme/client";
import { type FormEvent, useRef } from "react";
import { Form } from "react-aria-components";

import { engine } from "#contract/engine.ts";
import type { Tagged } from "#contract/tagged.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as accountTexts from "#words/en/account.ts";
import { useWords } from "#words/words.ts";

import styles from "./account.module.css";

interface Passwords {
  readonly currentPassword?: string;
  readonly password: string;
}

/** Changes the password, or sets the first one. */
export function PasswordForm({ account: { value, etag } }: { readonly account: Tagged<Account> }) {
  const { account } = useWords(accountTexts);
  const form = useRef<HTMLFormElement>(null);
  const hasPassword = value.signInMethods.some(({ method }) => method === "password");
  const { send, isSending, problem } = useWrite(
    async (body: Passwords) => engine.request("updateAccount", { body }, { ifMatch: etag }),
    {
      stale: ["getAccount", "listSessions"],
      onDone: () => {
        form.current?.reset();
        showToast(account.changed);
      },
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    send({
      ...(hasPassword ? { currentPassword: fieldText(fields, "currentPassword") } : {}),
      password: fieldText(fields, "password"),
    });
  };
  return (
    <Section title={account.password} text={account.passwordText}>
      <Form ref={form} className={styles.form ?? ""} onSubmit={submit}>
        {problem !== null && <ProblemNotice problem={problem} />}
        {hasPassword && (
          <TextField
            label={account.current}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            isRequired
          />
        )}
        <TextField
          label={account.next}
          hint={account.nextHint}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={128}
          isRequired
        />
        <Button type="submit" isPending={isSending}>
          {account.change}
        </Button>
      </Form>
    </Section>
  );
}
