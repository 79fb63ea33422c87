import { useWrite, type WriteOptions } from "#contract/use-write.ts";

import { FormDialog } from "./form-dialog.tsx";

/** Asks before a change that cannot be undone, and sends it. Rendered only while it is open. */
export function ConfirmDialog<Result>({
  title,
  text,
  submit,
  write,
  stale,
  onDone,
  onClose,
}: WriteOptions<Result> & {
  readonly title: string;
  /** Effect of the change. */
  readonly text: string;
  readonly submit: string;
  readonly write: () => Promise<Result>;
  readonly onClose: () => void;
}) {
  const { send, isSending, problem } = useWrite(write, {
    stale,
    ...(onDone === undefined ? {} : { onDone }),
  });
  return (
    <FormDialog
      title={title}
      submit={submit}
      look="danger"
      isSending={isSending}
      problem={problem}
      onSubmit={() => send(undefined)}
      onClose={onClose}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
