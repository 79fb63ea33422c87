import type { ReactNode } from "react";

import styles from "./page-parts.module.css";

/** Part of a page: heading, actions, explanation, content. */
export function Section({
  title,
  text,
  actions,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHeader}>
        <h2>{title}</h2>
        {actions}
      </header>
      {text !== undefined && <p className={styles.muted}>{text}</p>}
      {children}
    </section>
  );
}
