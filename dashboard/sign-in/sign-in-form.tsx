import type { FormEvent, ReactNode } from "react";
import { Form } from "react-aria-components";

import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";

import type { Action } from "./use-action.ts";

import styles from "./frame.module.css";

/** Form with one button; sends the named fields as texts. */
export function SignInForm({
  action,
  submit,
  children,
}: {
  readonly action: Action<Record<string, string>>;
  readonly submit: string;
  readonly children: ReactNode;
}) {
  const { send, isSending, problem } = action;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].filter(
      ([, value]) => typeof value === "string",
    );
    if (!isSending) send(Object.fromEntries(fields) as Record<string, string>);
  };
  return (
    <Form className={styles.form ?? ""} onSubmit={onSubmit}>
      {problem !== null && <ProblemNotice problem={problem} />}
      {children}
      <Button type="submit" look="primary" isWide isPending={isSending}>
        {submit}
      </Button>
    </Form>
  );
}
