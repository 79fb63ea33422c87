import type { ReadRange } from "./edits.ts";

/** One read of the storage; structures of most files fit into a few. */
const windowBytes = 262_144;
/** Reads of the storage for one file. A file whose structure needs more is not marked. */
const windowsMax = 1_024;
/** Parts of one file: the largest real files have some ten thousand. */
const partsMax = 200_000;

/** The structure of a file is broken, or it has more parts than a reader looks at. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

/** Random access to a file in the storage, with one window in memory. */
export class FileReader {
  readonly size: number;
  readonly #read: ReadRange;
  #window = { start: 0, bytes: Buffer.alloc(0) };
  #windows = 0;
  #parts = 0;

  constructor(size: number, read: ReadRange) {
    this.size = size;
    this.#read = read;
  }

  /** Throws `UnreadableFile` when the file ends before. `length` must be small: the bytes are held in memory. */
  async bytes(at: number, length: number): Promise<Buffer> {
    if (at < 0 || length < 0 || at + length > this.size) {
      throw new UnreadableFile("the file ends in the middle of a part");
    }
    this.#parts += 1;
    if (this.#parts > partsMax) throw new UnreadableFile("the file has too many parts");
    const { start, bytes } = this.#window;
    if (at >= start && at + length <= start + bytes.byteLength) {
      return bytes.subarray(at - start, at - start + length);
    }
    if (this.#windows === windowsMax) throw new UnreadableFile("the file has too many parts");
    this.#windows += 1;
    const end = Math.min(this.size, at + Math.max(length, windowBytes));
    const pieces: Uint8Array[] = [];
    for await (const piece of this.#read(at, end)) pieces.push(piece);
    const window = Buffer.concat(pieces);
    if (window.byteLength !== end - at)
      throw new UnreadableFile("the file is shorter than its size");
    this.#window = { start: at, bytes: window };
    return window.subarray(0, length);
  }
}
