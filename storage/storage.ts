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

/** A file as a listing shows it. */
export interface ListedFile {
  readonly key: string;
  readonly modifiedAt: Date;
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
    options: { bytesMax: number; signal?: AbortSignal },
  ): Promise<StoredFile>;
  /** Null when there is no such file. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** The stream fails with the code `ENOENT` when there is no such file. */
  read(key: string, range?: ByteRange): Readable;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /**
   * Every file, in an order that stays, with bounded memory; with a key of the list, what comes after
   * it. What is written meanwhile may be missing.
   */
  list(after?: string | null): AsyncIterable<ListedFile>;
  /** Deletes what writes that died before this moment left behind; tells how many. */
  deletePartials(before: Date): Promise<number>;
  /** Throws when files cannot be written: what readiness asks. */
  check(): Promise<void>;
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Gives the key back. Throws for what no key of ours looks like: it would lead elsewhere. */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
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

/** Never used again once its asset is gone, so that a late deletion cannot hit another asset's file. */
export function assetKey(assetId: string): string {
  return `assets/${assetId}`;
}
