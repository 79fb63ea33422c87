/** Replaces `remove` bytes at `at` with `insert`. Edits of a file are sorted and do not overlap. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
}

/** Reads a part of a file; both ends as in `Array.slice`. */
export type ReadRange = (start: number, end: number) => AsyncIterable<Uint8Array>;

export function bytesAfter(size: number, edits: readonly Edit[]): number {
  return edits.reduce((bytes, { remove, insert }) => bytes - remove + insert.byteLength, size);
}

/** Streams the edited file; the bytes that no edit concerns are copied. */
export async function* applyEdits(
  size: number,
  edits: readonly Edit[],
  read: ReadRange,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for (const { at, remove, insert } of edits) {
    if (at < position || at + remove > size) throw new Error(`an edit at ${at} is out of order`);
    if (at > position) yield* read(position, at);
    if (insert.byteLength > 0) yield insert;
    position = at + remove;
  }
  if (position < size) yield* read(position, size);
}
