import { type FormEvent, type ReactNode, useId } from "react";
import { Form } from "react-aria-components";

import { Button, type ButtonProps } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { Problem } from "#ui/problem.ts";
import { useWords } from "#words/words.ts";

import styles from "./page-parts.module.css";

/** Dialog with a form, or with a question when it has no fields. Rendered only while it is open. */
export function FormDialog({
  title,
  submit,
  look = "primary",
  isSending,
  problem,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly submit: string;
  readonly look?: ButtonProps["look"] & string;
  readonly isSending: boolean;
  readonly problem: Problem | null;
  readonly onSubmit: (fields: FormData) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { actions } = useWords();
  const id = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button type="submit" form={id} look={look} isPending={isSending}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={id} className={styles.form ?? ""} onSubmit={send}>
        {problem !== null && <ProblemNotice problem={problem} />}
        {children}
      </Form>
    </Dialog>
  );
}
