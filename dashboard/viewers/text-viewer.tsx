import styles from "./output-viewer.module.css";

export function TextViewer({ text }: { readonly text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a region that scrolls.
    <pre tabIndex={0} className={styles.text}>
      {text}
    </pre>
  );
}
