import type { ReactNode } from "react";

import { fieldText } from "#page-parts/field-text.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import type { Problem } from "#ui/problem.ts";
import { TextField } from "#ui/text-field.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { useWords } from "#words/words.ts";

import styles from "./admin.module.css";

/** One field of a change: its name, and its value as a person reads it. */
export type Shown = readonly (readonly [label: string, value: string])[];

/**
 * Form of an operator's change, which needs a reason. After a 412, it shows the person's state beside the one that
 * another operator has made; sending again then replaces that state.
 */
export function ChangeDialog({
  title,
  isSending,
  problem,
  conflict,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isSending: boolean;
  readonly problem: Problem | null;
  /** Both states of a change that was refused because the resource has changed. */
  readonly conflict: { readonly mine: Shown; readonly present: Shown } | null;
  readonly onSubmit: (reason: string) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { admin } = useWords(adminTexts);
  return (
    <FormDialog
      title={title}
      submit={conflict === null ? admin.save : admin.applyAnyway}
      look={conflict === null ? "primary" : "danger"}
      isSending={isSending}
      problem={conflict === null ? problem : null}
      onSubmit={(fields) => onSubmit(fieldText(fields, "reason"))}
      onClose={onClose}
    >
      {conflict !== null && <Conflict {...conflict} />}
      {children}
      <TextField
        label={admin.reason}
        hint={admin.reasonHint}
        name="reason"
        isRequired
        maxLength={500}
      />
    </FormDialog>
  );
}

function Conflict({ mine, present }: { readonly mine: Shown; readonly present: Shown }) {
  const { admin } = useWords(adminTexts);
  const presentOf = new Map(present);
  return (
    <section role="alert" aria-label={admin.conflict} className={styles.conflict}>
      <h3>{admin.conflict}</h3>
      <p>{admin.conflictText}</p>
      <table className={styles.states}>
        <thead>
          <tr>
            <th scope="col">{admin.field}</th>
            <th scope="col">{admin.yours}</th>
            <th scope="col">{admin.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {mine.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
              <td>{presentOf.get(label)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
