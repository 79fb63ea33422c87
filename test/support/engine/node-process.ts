import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { launchProcess, type LaunchedProcess } from "#scripts/embedded/launch-process.ts";

export interface NodeProcess {
  readonly process: LaunchedProcess;
  /** The process's output, for messages of failed tests. */
  output(): string;
  /** Sends SIGKILL: no clean-up code runs. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const compileCache = fileURLToPath(new URL("../../../.cache/node-compile", import.meta.url));
const readyMs = 60_000;
const linesKept = 200;

/** Starts a process of the engine and waits until its probe responds with 200. */
export async function startNodeProcess({
  entry,
  env,
  readyUrl,
}: {
  entry: string;
  env: NodeJS.ProcessEnv;
  readyUrl: string;
}): Promise<NodeProcess> {
  const lines: string[] = [];
  const launched = await launchProcess({
    command: process.execPath,
    args: [fileURLToPath(new URL(`../../../${entry}`, import.meta.url))],
    env: {
      // Compiling the same modules takes most of a start.
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      ...env,
      GME_PARENT_PIPE: "1",
    },
    onLine(line) {
      lines.push(line);
      if (lines.length > linesKept) lines.shift();
    },
  });
  const output = () => lines.join("\n");
  const started: NodeProcess = {
    process: launched,
    output,
    async kill() {
      process.kill(launched.identity.pid, "SIGKILL");
      await launched.exited;
    },
    stop: async () => launched.stop("SIGTERM", 40_000),
  };
  let ended = false;
  const watch = async () => {
    await launched.exited;
    ended = true;
  };
  void watch();
  const deadline = Date.now() + readyMs;
  while (!(await isReady(readyUrl))) {
    if (ended || Date.now() > deadline) {
      await started.stop();
      throw new Error(`${entry} is not ready:\n${output()}`);
    }
    await delay(50);
  }
  return started;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
