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

/** An entry of a listing. */
export interface ListedFile {
  readonly key: string;
  readonly modifiedAt: Date;
}

/** Storage of files. The engine chooses the keys: path segments of letters, digits, `-`, `_` and `.`. */
export interface Storage {
  /**
   * Writes a file completely or not at all: a reader never sees a part, and a second write replaces the
   * first. Throws the errors of `source`, and `output_too_large` beyond `bytesMax`.
   */
  write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: { bytesMax: number; signal?: AbortSignal },
  ): Promise<StoredFile>;
  /** Null when the file does not exist. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** The stream fails with the code `ENOENT` when the file does not exist. */
  read(key: string, range?: ByteRange): Readable;
  /** Deletes a file. Succeeds when the file does not exist. */
  delete(key: string): Promise<void>;
  /**
   * Lists all files in a stable order with bounded memory; with `after`, the files after that key. Files
   * written during the listing may be missing.
   */
  list(after?: string | null): AsyncIterable<ListedFile>;
  /** Deletes partial files of writes that died before this time, and returns their number. */
  deletePartials(before: Date): Promise<number>;
  /** Throws when files cannot be written. Used by the readiness probe. */
  check(): Promise<void>;
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Returns the key. Throws for a key in another format, which could lead outside the storage. */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}

/** One storage key per output, so that a repeated store overwrites the same file. */
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

/** Never reused after its asset is deleted, so that a late deletion cannot remove another asset's file. */
export function assetKey(assetId: string): string {
  return `assets/${assetId}`;
}

/** Outside of the folders that retention, deletions and sweeps look at. */
export function quarantineKey(
  jobId: string,
  step: string,
  generation: number,
  ordinal: number,
): string {
  return `quarantine/${jobId}/${step}-${generation}-${ordinal}`;
}

/** Place of a reported output, outside of those folders, too. */
export function quarantinedOutputKey(jobId: string, outputId: string): string {
  return `quarantine/${jobId}/${outputId}`;
}

/** Place of a reported asset. */
export function quarantinedAssetKey(assetId: string): string {
  return `quarantine/${assetId}`;
}

/** Never used before, so that a late deletion of the former file cannot reach the restored one. */
export function restoredKey(jobId: string, restorationId: string): string {
  return `jobs/${jobId}/restored-${restorationId}`;
}

/** Place of a restored asset, never used before, too. */
export function restoredAssetKey(restorationId: string): string {
  return `assets/restored-${restorationId}`;
}
