import type { ReactNode } from "react";

import { classNames } from "#ui/class-names.ts";
import { CopyButton } from "#ui/copy-button.tsx";

import styles from "./fact-list.module.css";

/** A list of facts: `div` elements with a `dt` and its `dd`; in a column, or in rows. */
export function FactList({
  inRows = false,
  children,
}: {
  readonly inRows?: boolean;
  readonly children: ReactNode;
}) {
  return <dl className={classNames(styles.facts, inRows && styles.inRows)}>{children}</dl>;
}

/** An id with a button that copies it. */
export function IdFact({ label, id }: { readonly label: string; readonly id: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.copied}>
        <code>{id}</code>
        <CopyButton text={id} />
      </dd>
    </div>
  );
}
