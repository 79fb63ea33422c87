import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { AppError } from "#domain/errors.ts";

import type { StoredFile } from "./storage.ts";

const partialSuffix = ".partial";

export function isPartial(path: string): boolean {
  return path.endsWith(partialSuffix);
}

/**
 * Writes a source to a temporary file next to `path` and passes the complete file to `finish`. The temporary
 * file is always removed. Throws `output_too_large` beyond `bytesMax`.
 */
export async function withPartial(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { bytesMax, signal }: { bytesMax: number; signal?: AbortSignal },
  finish: (partial: string, file: StoredFile) => Promise<void>,
): Promise<StoredFile> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${randomUUID()}${partialSuffix}`;
  try {
    const file = await writeSynced(partial, source, { bytesMax, signal });
    await finish(partial, file);
    return file;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Syncs the file to disk: a paid output must survive a power cut right after the commit that names it. */
async function writeSynced(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { bytesMax, signal }: { bytesMax: number; signal: AbortSignal | undefined },
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await open(path, "wx", 0o640);
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw new AppError("output_too_large", { details: { bytesMax } });
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Syncs a folder, which stores the names of its files: without this a power cut could lose a file's name. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Lists every file under a folder, sorted by the parts of its path, with the names of a few folders in
 * memory; with `start`, the files after that path. A missing folder has no files.
 */
export async function* walkFiles(
  folder: string,
  start: readonly string[] = [],
): AsyncGenerator<{ path: string; modifiedAt: Date }> {
  const [first, ...rest] = start;
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    if (first !== undefined && entry.name < first) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walkFiles(path, entry.name === first ? rest : []);
    if (!entry.isFile() || entry.name === first) continue;
    const found = await stat(path).catch(ignoreMissing);
    if (found !== null) yield { path, modifiedAt: found.mtime };
  }
}

/** Deletes the partial files of writes whose process ended before this time. */
export async function deletePartialsIn(folder: string, before: Date): Promise<number> {
  let deleted = 0;
  for await (const { path, modifiedAt } of walkFiles(folder)) {
    if (!isPartial(path) || modifiedAt >= before) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Ignores a missing file, which another process may have deleted in the meantime. */
export function ignoreMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
