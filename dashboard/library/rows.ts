import type { LibraryFile } from "#contract/library.ts";

/** Row of the wall: the heading of a day, or some tiles of it. */
export type WallRow =
  | { readonly key: string; readonly day: string }
  | { readonly key: string; readonly files: readonly LibraryFile[] };

/** Rows of a wall of so many columns. A day in the person's own time zone begins a new row. */
export function toRows(files: readonly LibraryFile[], columns: number): WallRow[] {
  const rows: WallRow[] = [];
  let day = "";
  let tiles: LibraryFile[] = [];
  for (const file of files) {
    const current = new Date(file.createdAt).toDateString();
    if (current !== day) {
      day = current;
      tiles = [];
      rows.push({ key: `day ${day}`, day: file.createdAt });
    }
    if (tiles.length === 0 || tiles.length === columns) {
      tiles = [];
      rows.push({ key: file.fileId, files: tiles });
    }
    tiles.push(file);
  }
  return rows;
}
