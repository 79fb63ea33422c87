import type { ReactNode } from "react";

import styles from "./page-parts.module.css";

/** The few numbers that matter most on a page. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [
    label: string,
    value: ReactNode,
    note?: string | undefined,
  ])[];
}) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
