import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";

import type { LibraryFile } from "#contract/library.ts";
import * as libraryTexts from "#words/en/library.ts";
import { formatLongDay } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { toRows } from "./rows.ts";
import { Tile } from "./tile.tsx";

import styles from "./library.module.css";

const tileWidthMin = 168;
const tileGap = 12;
const captionHeight = 48;
const dayHeight = 44;
const rowsAhead = 3;

/** Files by day. Only the rows near the screen exist in the page, so that thousands of files stay light. */
export function Wall({
  files,
  chosen,
  canLoadMore,
  onEnd,
}: {
  readonly files: readonly LibraryFile[];
  readonly chosen: string | undefined;
  /** More files exist, and none are being read. */
  readonly canLoadMore: boolean;
  /** Called when the last rows are near, and as soon as more can be loaded then. */
  readonly onEnd: () => void;
}) {
  const words = useWords(libraryTexts);
  const wall = useRef<HTMLDivElement>(null);
  const [{ width, top }, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = wall.current;
    if (element === null) return undefined;
    const measure = () =>
      setPlace({
        width: element.clientWidth,
        top: element.getBoundingClientRect().top + window.scrollY,
      });
    // The observer alone would show the files one frame after the page.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const columns = Math.max(2, Math.floor((width + tileGap) / (tileWidthMin + tileGap)));
  const rows = useMemo(() => toRows(files, columns), [files, columns]);
  const tileHeight = (width - tileGap * (columns - 1)) / columns + captionHeight + tileGap;
  const heightOf = (index: number) => {
    const row = rows[index];
    return row !== undefined && "day" in row ? dayHeight : tileHeight;
  };
  // oxlint-disable-next-line react/incompatible-library -- the compiler of React is not used.
  const virtualizer = useWindowVirtualizer({
    count: width === 0 ? 0 : rows.length,
    estimateSize: heightOf,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: rowsAhead,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, tileHeight, rows]);
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const reachEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (canLoadMore && rows.length > 0 && last >= rows.length - rowsAhead) reachEnd();
  }, [last, rows.length, canLoadMore]);
  return (
    <section ref={wall} aria-label={words.library.wall} className={styles.wall}>
      <div className={styles.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={String(key)}
              className={styles.row}
              style={{ transform: `translateY(${start - top}px)`, blockSize: heightOf(index) }}
            >
              {"day" in row ? (
                <h2 className={styles.day}>{formatLongDay(row.day)}</h2>
              ) : (
                <ul
                  className={styles.tiles}
                  style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
                >
                  {row.files.map((file) => (
                    <Tile key={file.fileId} file={file} isChosen={file.fileId === chosen} />
                  ))}
                </ul>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
