import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const leftoverMs = 86_400_000;

/** Opens a folder of temporary files and deletes those of workers that were killed. Several workers may share the folder. */
export async function openWorkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Null when another worker was faster.
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > leftoverMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
