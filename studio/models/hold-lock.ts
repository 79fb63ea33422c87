import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** Time without a heartbeat after which a lock's process is regarded as dead. A conversion blocks heartbeats for seconds. */
const staleMs = 30_000;
const heartbeatMs = 2000;
const pollMs = 500;

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the fraction that the process with the lock reports, while this process waits. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Runs `work` while this process is the only one with the lock file at `path`. Other processes wait
 * and see the reported fractions. The lock of a killed process expires after 30 seconds. Two
 * processes may replace an expired lock at the same moment, so `work` must tolerate a second run.
 */
export async function holdLock<T>(
  path: string,
  { signal, onProgress }: LockOptions,
  work: (report: (fraction: number) => void) => Promise<T>,
): Promise<T> {
  while (!(await take(path))) {
    await removeStale(path);
    const fraction = Number(await readFile(path, "utf8").catch(() => ""));
    if (fraction > 0) onProgress(fraction);
    await wait(pollMs, undefined, signal ? { signal } : {});
  }

  let fraction = 0;
  const heartbeat = setInterval(() => {
    // A missing file means that another process regarded this one as dead; `work` tolerates that.
    writeFile(path, encode(fraction), { flag: "r+" }).catch(() => undefined);
  }, heartbeatMs);
  try {
    return await work((reported) => {
      fraction = reported;
      onProgress(reported);
    });
  } finally {
    clearInterval(heartbeat);
    await rm(path, { force: true });
  }
}

/** Encodes a fraction in a constant number of characters, because a heartbeat overwrites the former one. */
function encode(fraction: number): string {
  return fraction.toFixed(3);
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, encode(0), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function removeStale(path: string): Promise<void> {
  const lock = await stat(path).catch(() => undefined);
  if (lock && Date.now() - lock.mtimeMs > staleMs) await rm(path, { force: true });
}
