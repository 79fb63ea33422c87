import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const installTimeoutMs = 600_000;
const cache = ".cache/python";

/**
 * Installs the packages of a requirements file below `.cache/python` and returns the folder, for `PYTHONPATH`. A
 * folder is used again while the file is unchanged, and appears under its name only once it is complete.
 */
export async function installRequirements(path: string): Promise<string>;
export async function installRequirements(
  path: string,
  options: { onlyFind: true },
): Promise<string | undefined>;
export async function installRequirements(
  path: string,
  { onlyFind = false } = {},
): Promise<string | undefined> {
  const version = await execute("python3", [
    "-c",
    "import sys; print(*sys.version_info[:2], sep='.')",
  ]);
  const hash = createHash("sha256").update(version.stdout).update(await readFile(path));
  const name = `${basename(path, ".txt")}-${hash.digest("hex").slice(0, 16)}`;
  const target = resolve(cache, name);
  if (await isFolder(target)) return target;
  if (onlyFind) return undefined;
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(`${cache}/.installing-`);
  const flags = "--no-deps --no-compile --disable-pip-version-check --only-binary=:all: --quiet";
  try {
    const args = ["-m", "pip", "install", ...flags.split(" "), "--target", partial, "-r", path];
    await execute("python3", args, { timeout: installTimeoutMs });
    await rename(partial, target);
  } catch (error) {
    // Another process may have installed the same file first.
    if (!(await isFolder(target))) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return target;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
