import { type ReactNode, useEffect } from "react";

import { useWords } from "#words/words.ts";

import { setTitle } from "./title.ts";

import styles from "./page.module.css";

export interface PageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a page: title of the document, heading, actions, content. */
export function Page({ title, actions, children }: PageProps) {
  const words = useWords();
  useEffect(() => {
    setTitle(`${title} · ${words.product}`);
  }, [title, words]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{title}</h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
