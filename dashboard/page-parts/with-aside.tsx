import type { ReactNode } from "react";

import styles from "./with-aside.module.css";

/** Content with a narrow column at its side, which comes after the content on a narrow screen. */
export function WithAside({
  aside,
  children,
}: {
  readonly aside: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{children}</div>
      {aside}
    </div>
  );
}
