import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const installTimeoutMs = 600_000;
const cache = ".cache/python";
const pythonMinorMin = 11;
const installFlags = [
  "--require-hashes",
  "--no-deps",
  "--no-compile",
  "--only-binary=:all:",
  "--disable-pip-version-check",
  "--quiet",
];

/**
 * Installs the packages of a requirements file below `.cache/python`, each checked by its SHA-256, and returns the
 * folder, for `PYTHONPATH`. A folder is used again while the file is unchanged, and appears under its name only once it
 * is complete.
 */
export async function installRequirements(path: string): Promise<string> {
  const version = await findPython();
  const hash = createHash("sha256")
    .update(version)
    .update(await readFile(path));
  const name = `${basename(path, ".txt")}-${hash.digest("hex").slice(0, 16)}`;
  const target = resolve(cache, name);
  if (await isFolder(target)) return target;
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(`${cache}/.installing-`);
  try {
    const args = ["-m", "pip", "install", ...installFlags, "--target", partial, "-r", path];
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

/** Returns the version of Python. Throws when it is too old, or pip is missing. */
async function findPython(): Promise<string> {
  const program =
    "import importlib.util, sys; " +
    "print(*sys.version_info[:2], importlib.util.find_spec('pip') is not None)";
  const { stdout } = await execute("python3", ["-c", program]).catch((error: unknown) => {
    throw new Error("The Python client needs python3 on PATH.", { cause: error });
  });
  const [major = "", minor = "", hasPip = ""] = stdout.trim().split(" ");
  if (Number(major) !== 3 || Number(minor) < pythonMinorMin) {
    throw new Error(
      `The Python client needs Python 3.${pythonMinorMin} or newer; python3 is ${major}.${minor}.`,
    );
  }
  if (hasPip !== "True") throw new Error("python3 has no pip, which installs its packages.");
  return `${major}.${minor}`;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
