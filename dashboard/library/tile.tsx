import { Link } from "@tanstack/react-router";

import type { LibraryFile } from "#contract/library.ts";
import { FilePreview } from "#page-parts/file-preview.tsx";
import * as createTexts from "#words/en/create.ts";
import * as libraryTexts from "#words/en/library.ts";
import { formatDaysUntil, formatPosition } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./library.module.css";

export function Tile({
  file,
  isChosen,
}: {
  readonly file: LibraryFile;
  readonly isChosen: boolean;
}) {
  const words = useWords(createTexts, libraryTexts);
  const { fileId, contentType, durationSeconds, keptUntil } = file;
  const title = file.title ?? words.library.untitled;
  const family = contentType.split("/")[0] ?? "";
  const kind = textOf(words.create.kinds, family === "model" ? "3d" : family);
  const deleted = words.library.deleted(formatDaysUntil(keptUntil));
  return (
    <li>
      <Link
        from="/library"
        search={(former) => ({ ...former, file: fileId })}
        resetScroll={false}
        className={styles.tile}
      >
        <span className={styles.preview} data-chosen={isChosen}>
          <FilePreview file={file} />
          {durationSeconds !== undefined && (
            <span aria-hidden className={styles.duration}>
              {formatPosition(durationSeconds)}
            </span>
          )}
        </span>
        <span className={styles.title}>{title}</span>
        <span className="visually-hidden"> · {kind} · </span>
        <span className={styles.kept}>{deleted}</span>
      </Link>
    </li>
  );
}
