import styles from "./skeleton.module.css";

/** Place of content that is loading; appears after 150 ms. */
export function Skeleton({
  height = "1rem",
  width = "100%",
}: {
  readonly height?: string;
  readonly width?: string;
}) {
  return (
    <div aria-hidden className={styles.skeleton} style={{ blockSize: height, inlineSize: width }} />
  );
}
