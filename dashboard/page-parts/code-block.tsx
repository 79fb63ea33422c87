import styles from "./page-parts.module.css";

/** Text that scrolls, also by keyboard. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className={styles.code}>
      <pre>{text}</pre>
    </section>
  );
}
