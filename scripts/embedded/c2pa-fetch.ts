import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";

import { c2paFolderOf, c2paVersion, c2paWheels } from "#runtime/c2pa/library.ts";

import { fetchWheel } from "./fetch-wheel.ts";

/**
 * Fetches the library of `PROVENANCE=sign` into the cache, unless it is cached, and returns its folder. The checksum is verified, and
 * two processes may do so concurrently. Throws an `Error` that says why it cannot be had.
 */
export async function ensureC2pa(cacheFolder: string, signal: AbortSignal): Promise<string> {
  const folder = c2paFolderOf(cacheFolder);
  if (await exists(folder)) return folder;
  const platform = `${process.platform}-${process.arch}`;
  const wheel = c2paWheels[platform];
  if (wheel === undefined) throw new Error(`there is no library for ${platform}`);
  await mkdir(cacheFolder, { recursive: true });
  const work = await mkdtemp(`${folder}.fetching-`);
  try {
    const requirement = `c2pa-python==${c2paVersion}`;
    const unpacked = await fetchWheel({ requirement, ...wheel }, { folder: work, signal });
    await rename(unpacked, folder).catch(async (error: unknown) => {
      // Another process was faster.
      if (!(await exists(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
