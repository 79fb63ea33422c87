import type { Account } from "@gme/client";
import type { FormEvent } from "react";
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

export function ProfileForm({ account: { value, etag } }: { readonly account: Tagged<Account> }) {
  const { account } = useWords(accountTexts);
  const { send, isSending, problem } = useWrite(
    async (displayName: string | null) =>
      engine.request("updateAccount", { body: { displayName } }, { ifMatch: etag }),
    { stale: ["getAccount", "listMembers"], onDone: () => showToast(account.saved) },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = fieldText(new FormData(event.currentTarget), "displayName").trim();
    send(name === "" ? null : name);
  };
  return (
    <Section title={account.profile}>
      <Form className={styles.form ?? ""} onSubmit={submit}>
        {problem !== null && <ProblemNotice problem={problem} />}
        <TextField label={account.email} value={value.email} isReadOnly />
        <TextField
          label={account.name}
          name="displayName"
          autoComplete="name"
          maxLength={100}
          defaultValue={value.displayName ?? ""}
        />
        <Button type="submit" isPending={isSending}>
          {account.save}
        </Button>
      </Form>
    </Section>
  );
}
