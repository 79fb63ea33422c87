import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { hashFiles, listFilesBelow } from "#runtime/hash-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Folders whose files are part of the build. */
const sources = ["dashboard", "clients/typescript"];

/**
 * Folder of the build of the present sources, whether it exists yet or not. Named by a hash of the sources
 * and the lock file, so a build is never stale. Returns null for an installation without the sources.
 */
export async function findBuildFolder(cacheFolder: string): Promise<string | null> {
  const folders = sources.filter((folder) => existsSync(join(root, folder)));
  if (!folders.includes("dashboard")) return null;
  const lists = await Promise.all(folders.map(async (folder) => listFilesBelow(root, folder)));
  const files = lists.flat().filter((name) => !/\.(test\.tsx?|md)$/.test(name));
  return join(cacheFolder, "dashboard", await hashFiles(root, ["package-lock.json", ...files]));
}
