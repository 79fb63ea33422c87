import { createReadStream } from "node:fs";
import { access, constants, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";

import { checkKey, type Storage } from "./storage.ts";
import {
  deletePartialsIn,
  ignoreMissing,
  isPartial,
  syncFolder,
  walkFiles,
  withPartial,
} from "./write-partial.ts";

/** Stores files in a folder. Several processes may share it, on one machine or over a network file system. */
export function createDiskStorage(folder: string): Storage {
  const root = resolve(folder);

  function pathOf(key: string): string {
    return join(root, checkKey(key));
  }

  return {
    async write(key, source, options) {
      const path = pathOf(key);
      return withPartial(path, source, options, async (partial) => {
        await rename(partial, path);
        await syncFolder(dirname(path));
      });
    },
    async stat(key) {
      const found = await stat(pathOf(key)).catch(ignoreMissing);
      return found === null ? null : { bytes: found.size };
    },
    read(key, range) {
      return createReadStream(pathOf(key), range ?? {});
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list(after) {
      const start = after == null ? [] : checkKey(after).split("/");
      for await (const { path, modifiedAt } of walkFiles(root, start)) {
        if (isPartial(path)) continue;
        yield { key: relative(root, path).split(sep).join("/"), modifiedAt };
      }
    },
    async deletePartials(before) {
      return deletePartialsIn(root, before);
    },
    async check() {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
    },
  };
}
