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
 * Writes a source beside `path`, under a name of its own, and hands the whole file over; whatever
 * happens, nothing is left under that name. Throws `output_too_large` beyond `bytesMax`.
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

/** On disk before it counts: a paid output must survive a power cut right after the commit that names it. */
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

/** A name is kept by its folder: without this a power cut could take the file's name back. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Every file under a folder, sorted by its path's parts, with the names of a few folders in memory;
 * what comes after `start`, when it is given. A folder that is not there has none.
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

/** Deletes what writes left behind that ended, with their process, before this moment. */
export async function deletePartialsIn(folder: string, before: Date): Promise<number> {
  let deleted = 0;
  for await (const { path, modifiedAt } of walkFiles(folder)) {
    if (!isPartial(path) || modifiedAt >= before) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** For what may be gone between two looks at a folder that others write to. */
export function ignoreMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
