import type { Output } from "@gme/client";

import { useWords } from "#words/words.ts";

import styles from "./output-viewer.module.css";

/** Image in its proportions; a click opens the file in its full size. */
export function ImageViewer({
  output,
  url,
  title,
}: {
  readonly output: Output;
  readonly url: string;
  readonly title: string;
}) {
  const { viewer } = useWords();
  const { width, height } = output;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={styles.media}>
      <img
        src={url}
        alt={viewer.image(title)}
        width={width}
        height={height}
        className={styles.image}
      />
    </a>
  );
}
