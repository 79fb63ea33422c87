import { CopyButton } from "#ui/copy-button.tsx";
import { useWords } from "#words/words.ts";

import styles from "./frame.module.css";

const command = "npm run dashboard";

/** Tells the owner of a local engine how to sign in without a password. */
export function LocalHint() {
  const { signIn } = useWords();
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
  if (!isLocal) return null;
  return (
    <div className={styles.hint}>
      <p>{signIn.localHint}</p>
      <SignInCommand />
    </div>
  );
}

export function SignInCommand() {
  return (
    <p className={styles.command}>
      <code>{command}</code>
      <CopyButton text={command} />
    </p>
  );
}
