import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";

import type { LibraryFile } from "#contract/library.ts";
import * as libraryTexts from "#words/en/library.ts";
import { formatLongDay } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { findRows, placeRows, toRows } from "./rows.ts";
import { Tile } from "./tile.tsx";
import { useScreen } from "./use-screen.ts";

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
  query,
  canLoadMore,
  onOpen,
  onEnd,
}: {
  readonly files: readonly LibraryFile[];
  readonly chosen: string | undefined;
  /** Filters of the wall as in its URL, with the question mark, or empty. */
  readonly query: string;
  /** More files exist, and none are being read. */
  readonly canLoadMore: boolean;
  readonly onOpen: (fileId: string) => void;
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
  // Whole pixels: each image has the same size on the screen, and sharp edges.
  const tileWidth = Math.floor((width - tileGap * (columns - 1)) / columns);
  const tileHeight = tileWidth + captionHeight + tileGap;
  const places = useMemo(() => placeRows(rows, { dayHeight, tileHeight }), [rows, tileHeight]);
  const screen = useScreen();
  const near = { from: screen.from - top, to: screen.to - top, ahead: rowsAhead };
  const { first, end } = width === 0 ? { first: 0, end: 0 } : findRows(places, near);
  const reachEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (canLoadMore && end > 0 && end > rows.length - rowsAhead) reachEnd();
  }, [end, rows.length, canLoadMore]);
  return (
    <section ref={wall} aria-label={words.library.wall} className={styles.wall}>
      <div className={styles.rows} style={{ blockSize: width === 0 ? 0 : places.at(-1) }}>
        {rows.slice(first, end).map((row, index) => {
          const start = places[first + index] ?? 0;
          const next = places[first + index + 1] ?? start;
          return (
            <div
              key={row.key}
              className={styles.row}
              style={{ transform: `translateY(${start}px)`, blockSize: next - start }}
            >
              {"day" in row ? (
                <h2 className={styles.day}>{formatLongDay(row.day)}</h2>
              ) : (
                <ul
                  className={styles.tiles}
                  style={{ gridTemplateColumns: `repeat(${columns}, ${tileWidth}px)` }}
                >
                  {row.files.map((file) => (
                    <Tile
                      key={file.fileId}
                      file={file}
                      isChosen={file.fileId === chosen}
                      query={query}
                      onOpen={onOpen}
                    />
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
