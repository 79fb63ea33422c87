import type { LibraryFile } from "#contract/library.ts";
import * as libraryTexts from "#words/en/library.ts";
import { formatBytes, formatDate, formatDateTime, formatPosition } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./library.module.css";

export function FileFacts({ file }: { readonly file: LibraryFile }) {
  const { library } = useWords(libraryTexts);
  const { width, height, durationSeconds, model } = file;
  const facts = [
    [library.type, file.contentType],
    [library.size, formatBytes(file.bytes)],
    ...(width === undefined ? [] : [[library.dimensions, `${width} × ${height}`]]),
    ...(durationSeconds === undefined ? [] : [[library.duration, formatPosition(durationSeconds)]]),
    ...(model === undefined ? [] : [[library.model, model]]),
    [library.created, formatDateTime(file.createdAt)],
    [library.kept, formatDate(file.keptUntil)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
