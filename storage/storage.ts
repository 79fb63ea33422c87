import type { Readable } from "node:stream";

export interface StoredFile {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Both ends are included, as in RFC 9110 section 14. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where files live. Keys are ours: path segments of letters, digits, `-`, `_` and `.`. */
export interface Storage {
  /**
   * Writes a file whole or not at all: a reader never sees a part, and a second write replaces the
   * first. Throws what `source` throws, and `output_too_large` beyond `bytesMax`.
   */
  write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: { bytesMax: number },
  ): Promise<StoredFile>;
  /** Null when there is no such file. */
  stat(key: string): Promise<{ bytes: number } | null>;
  read(key: string, range?: ByteRange): Readable;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** Throws when files cannot be written: what readiness asks. */
  check(): Promise<void>;
}

/** One storage key for each output, so that a repeated store overwrites the same file. */
export function outputKey(
  jobId: string,
  step: string,
  generation: number,
  ordinal: number,
): string {
  return `jobs/${jobId}/${step}-${generation}-${ordinal}`;
}

export function inputKey(jobId: string, ordinal: number): string {
  return `jobs/${jobId}/input-${ordinal}`;
}
