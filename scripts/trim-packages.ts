import { lstatSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { isUnneeded, type System } from "./trim-packages/unneeded-files.ts";

/**
 * Removes files of installed packages that nothing on this computer uses, such as binaries of other systems. npm runs it
 * after each installation (`postinstall`). A second run removes nothing. With `--check`, removes nothing and exits with
 * code 1 when the packages need more space than the limit.
 */
const megabytesMax = 1_250;
const folder = fileURLToPath(new URL("../node_modules", import.meta.url));
const system: System = { platform: process.platform, processor: process.arch };
const isCheck = process.argv.includes("--check");

const files = listFiles("");
if (isCheck) {
  const megabytes = sizeOf(files);
  console.log(`node_modules: ${megabytes} MB of at most ${megabytesMax} MB`);
  if (megabytes > megabytesMax) process.exitCode = 1;
} else {
  const unneeded = files.filter((file) => isUnneeded(file, system));
  const megabytes = sizeOf(unneeded);
  for (const file of unneeded) rmSync(join(folder, file));
  if (unneeded.length > 0) removeEmptyFolders("");
  console.log(
    `Removed ${megabytes} MB from node_modules that this computer does not use: ` +
      "binaries of other systems, source maps, sources, and copies in other module formats.",
  );
}

/** Lists paths in `node_modules`. Links are not followed, so that workspaces keep their files. */
function listFiles(path: string): string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(inner);
    return entry.isFile() ? [inner] : [];
  });
}

/** Returns whether the folder is gone. */
function removeEmptyFolders(path: string): boolean {
  const left = readdirSync(join(folder, path), { withFileTypes: true }).filter(
    (entry) => !entry.isDirectory() || !removeEmptyFolders(join(path, entry.name)),
  );
  if (left.length > 0 || path === "") return false;
  rmdirSync(join(folder, path));
  return true;
}

/** Megabytes on the disk, in which files with several names count once. */
function sizeOf(paths: readonly string[]): number {
  const blockBytes = 512;
  const sizes = new Map<number, number>();
  for (const path of paths) {
    const { ino, blocks } = lstatSync(join(folder, path));
    sizes.set(ino, blocks * blockBytes);
  }
  return Math.round([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) / 1e6);
}
