import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach } from "vitest";

import { type LaunchedProcess, launchProcess } from "#scripts/embedded/launch-process.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { isSameProcess } from "#scripts/embedded/processes.ts";
import { type Run, readLiveRun } from "#scripts/embedded/run-record.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const waitMs = 120_000;

/** An engine that `npm start` runs. */
export interface LaunchedEngine {
  readonly process: LaunchedProcess;
  readonly api: string;
  readonly internal: string;
  readonly ports: readonly number[];
  readonly recordFile: string;
  readonly dataFolder: string;
  output(): string;
}

/** Runs `npm start` with a data folder of this name; does not wait for it. */
export type LaunchStart = (name: string, settings?: NodeJS.ProcessEnv) => Promise<LaunchedEngine>;

/** The engines of a test end after it, and their folders are removed. */
export function useLauncher(): LaunchStart {
  const launched: LaunchedProcess[] = [];
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "gme-launcher-"));
  });
  afterEach(async () => {
    await Promise.all(launched.splice(0).map((process) => process.stop("SIGTERM", 60_000)));
    await rm(folder, { recursive: true, force: true });
  });
  return async (name, settings = {}) => {
    const [port, internalPort] = [await findFreePort(), await findFreePort()];
    const dataFolder = join(folder, name);
    const lines: string[] = [];
    const env = {
      ...process.env,
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      DATA_DIR: dataFolder,
      CACHE_DIR: join(root, ".cache"),
      ...settings,
    };
    const start = await launchProcess({
      command: process.execPath,
      args: [join(root, "scripts/start.ts")],
      folder,
      env,
      onLine: (line) => lines.push(line),
    });
    launched.push(start);
    return {
      process: start,
      api: `http://127.0.0.1:${env.PORT}`,
      internal: `http://127.0.0.1:${env.INTERNAL_PORT}`,
      ports: [port, internalPort],
      recordFile: join(dataFolder, "run.json"),
      dataFolder,
      output: () => lines.join("\n"),
    };
  };
}

/** Resolves with the run record once everything is ready. */
export async function untilReady(engine: LaunchedEngine): Promise<Run> {
  let exit: unknown;
  void engine.process.exited.then((how) => (exit = how));
  return until(() => {
    if (exit !== undefined) throw new Error(`The engine ended:\n${engine.output()}`);
    const run = readLiveRun(engine.recordFile);
    return run?.addresses === undefined ? undefined : run;
  });
}

export async function until<T>(find: () => T | undefined): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error("What was waited for did not come.");
    await delay(50);
  }
}

export async function untilNothingLives(run: Run): Promise<void> {
  await until(() => (run.parts.some((part) => isSameProcess(part)) ? undefined : true));
}

export async function readKey({ dataFolder }: LaunchedEngine): Promise<string> {
  return (await readFile(join(dataFolder, "api-key"), "utf8")).trim();
}
