import { memo } from "react";

import type { LibraryFile } from "#contract/library.ts";
import { FilePreview } from "#page-parts/file-preview.tsx";
import { followInPage } from "#ui/follow-in-page.ts";
import * as createTexts from "#words/en/create.ts";
import * as libraryTexts from "#words/en/library.ts";
import { formatDaysUntil, formatPosition } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./library.module.css";

/**
 * A file of the wall. Its link is one of the browser, because a link of the router reads the whole URL again after each change: a press
 * would draw every tile of the wall.
 */
export const Tile = memo(function Tile({
  file,
  isChosen,
  query,
  onOpen,
}: {
  readonly file: LibraryFile;
  readonly isChosen: boolean;
  /** Filters of the wall as in its URL, with the question mark, or empty. */
  readonly query: string;
  readonly onOpen: (fileId: string) => void;
}) {
  const words = useWords(createTexts, libraryTexts);
  const { fileId, contentType, durationSeconds, keptUntil } = file;
  const title = file.title ?? words.library.untitled;
  const family = contentType.split("/")[0] ?? "";
  const kind = textOf(words.create.kinds, family === "model" ? "3d" : family);
  const deleted = words.library.deleted(formatDaysUntil(keptUntil));
  return (
    <li>
      <a
        href={`/library${query === "" ? "?" : `${query}&`}file=${fileId}`}
        aria-current={isChosen ? "page" : undefined}
        onClick={(event) => followInPage(event, () => onOpen(fileId))}
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
      </a>
    </li>
  );
});
