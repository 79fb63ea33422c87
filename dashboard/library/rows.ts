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

/** Distances of rows from the top of the wall, and at last the height of the wall. */
export function placeRows(
  rows: readonly WallRow[],
  { dayHeight, tileHeight }: { readonly dayHeight: number; readonly tileHeight: number },
): number[] {
  const places = [0];
  let place = 0;
  for (const row of rows) {
    place += "day" in row ? dayHeight : tileHeight;
    places.push(place);
  }
  return places;
}

/** Finds the rows that begin before `to` and end after `from`, with some more on both sides; `end` is the row after them. */
export function findRows(
  places: readonly number[],
  { from, to, ahead }: { readonly from: number; readonly to: number; readonly ahead: number },
): { readonly first: number; readonly end: number } {
  const count = places.length - 1;
  const first = countUpTo(places, from) - 1;
  const end = countUpTo(places, to);
  return {
    first: Math.max(0, Math.min(first, count - 1) - ahead),
    end: Math.min(count, Math.max(end, 1) + ahead),
  };
}

/** Counts the numbers of an ascending list that are not larger than a limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
