import { type ReactNode, useEffect } from "react";

import { setTitle } from "#ui/title.ts";
import { useWords } from "#words/words.ts";

import styles from "./frame.module.css";

/** Frame of the pages without a session: one card in the middle. */
export function Frame({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  const words = useWords();
  useEffect(() => {
    setTitle(`${title} · ${words.product}`);
  }, [title, words]);
  return (
    <main className={styles.frame}>
      <div className={styles.card}>
        <p className={styles.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          {words.product}
        </p>
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        {children}
      </div>
    </main>
  );
}
