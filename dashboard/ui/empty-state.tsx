import type { ReactNode } from "react";

import styles from "./empty-state.module.css";

/** Says that there is nothing, why, and what to do. */
export function EmptyState({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  /** One action. */
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
