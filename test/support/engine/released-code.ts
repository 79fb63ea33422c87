import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { hashFiles } from "#runtime/hash-files.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const archives = "test/released";
/** Within the repository, so that its packages are found. */
const cache = ".cache/released";

export interface ReleasedCode {
  /** Path of a process file from the root of the repository, by the name of its script in `package.json`. */
  entryOf(script: "api" | "worker" | "migrate"): string;
  pathOf(file: string): string;
}

/** Unpacks the code of the last release (decision 0056), once for each archive. */
export async function unpackReleasedCode(): Promise<ReleasedCode> {
  const names = (await readdir(join(root, archives))).filter((name) => name.endsWith(".tar.gz"));
  const [archive] = names;
  if (archive === undefined || names.length > 1) {
    throw new Error(`${archives} must have one archive, that of the last release`);
  }
  const path = `${archives}/${archive}`;
  const folder = `${cache}/${await hashFiles(root, [path])}`;
  if (!(await exists(join(root, folder)))) await unpack(join(root, path), join(root, folder));
  const { scripts } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return {
    entryOf: (script) => `${folder}/${(scripts[script] ?? "").replace(/^node /, "")}`,
    pathOf: (file) => `${folder}/${file}`,
  };
}

/** Renamed into place, so that another test run never sees a part of it. */
async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(join(root, cache), { recursive: true });
  const partial = await mkdtemp(`${folder}-`);
  await promisify(execFile)("tar", ["-xzf", archive, "-C", partial]);
  try {
    await rename(partial, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
    await rm(partial, { recursive: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
