import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { AppError } from "#domain/errors.ts";

import type { Storage, StoredFile } from "./storage.ts";

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Files in a folder. Several processes may share it, on one machine or over a network file system. */
export function createDiskStorage(folder: string): Storage {
  const root = resolve(folder);

  function pathOf(key: string): string {
    if (!keyPattern.test(key)) throw new Error(`not a storage key: ${key}`);
    return join(root, key);
  }

  return {
    async write(key, source, { bytesMax }) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomUUID()}.partial`;
      try {
        const file = await writeSynced(partial, source, bytesMax);
        await rename(partial, path);
        await syncFolder(dirname(path));
        return file;
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async stat(key) {
      try {
        return { bytes: (await stat(pathOf(key))).size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    read(key, range) {
      return createReadStream(pathOf(key), range ?? {});
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
    },
  };
}

/** On disk before it counts: a paid output must survive a power cut right after the commit that names it. */
async function writeSynced(
  path: string,
  source: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await open(path, "wx", 0o640);
  try {
    for await (const chunk of source) {
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
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
