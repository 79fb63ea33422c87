import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import * as secretsTexts from "#words/en/secrets.ts";
import { useWords } from "#words/words.ts";

import styles from "./page-parts.module.css";

/** A secret that the API returns once. It stays on the page until the person says that it is saved. */
export function SecretNotice({
  title,
  secret,
  onSaved,
  children,
}: {
  readonly title: string;
  readonly secret: string;
  readonly onSaved: () => void;
  readonly children?: ReactNode;
}) {
  const { secrets } = useWords(secretsTexts);
  return (
    <section aria-live="polite" aria-label={title} className={styles.secret}>
      <h2>
        <KeyRound size={18} aria-hidden /> {title}
      </h2>
      <p>{secrets.once}</p>
      <p className={styles.value}>
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
      {children}
      <Button onPress={onSaved}>{secrets.saved}</Button>
    </section>
  );
}
