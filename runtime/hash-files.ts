import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Hashes names and contents of files; 16 hexadecimal digits. Names are relative to the root. */
export async function hashFiles(root: string, files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) {
    hash
      .update(file)
      .update("\0")
      .update(await readFile(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Lists the files below a folder of the root at any depth, in a fixed order and relative to the root. Omits
 * installed packages and hidden files.
 */
export async function listFilesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = await Promise.all(
    entries
      .filter(({ name }) => name !== "node_modules" && !name.startsWith("."))
      .map(async (entry) => {
        const path = `${folder}/${entry.name}`;
        return entry.isDirectory() ? listFilesBelow(root, path) : [path];
      }),
  );
  return lists.flat().toSorted();
}
