import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { launchProcess, type LaunchedProcess } from "#scripts/embedded/launch-process.ts";

export interface NodeProcess {
  readonly process: Pick<LaunchedProcess, "identity" | "exited">;
  /** The process's output, for messages of failed tests. */
  output(): string;
  /** Sends SIGKILL: no clean-up code runs. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const readyMs = 60_000;
const linesKept = 200;
export const stopMs = 40_000;
/** Compiling the same modules takes most of a start. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../.cache/node-compile", import.meta.url)),
};

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
  const { add, output } = keepLines();
  const launched = await launchProcess({
    command: process.execPath,
    args: [fileURLToPath(new URL(`../../../${entry}`, import.meta.url))],
    env: { ...compileCache, ...process.env, ...env, GME_PARENT_PIPE: "1" },
    onLine: add,
  });
  const started: NodeProcess = {
    process: launched,
    output,
    async kill() {
      process.kill(launched.identity.pid, "SIGKILL");
      await launched.exited;
    },
    stop: async () => launched.stop("SIGTERM", stopMs),
  };
  await untilReady(started, { name: entry, readyUrl });
  return started;
}

/** The last lines of a process's output. */
export function keepLines(): {
  readonly add: (line: string) => void;
  readonly output: () => string;
} {
  const lines: string[] = [];
  return {
    add(line) {
      lines.push(line);
      if (lines.length > linesKept) lines.shift();
    },
    output: () => lines.join("\n"),
  };
}

/** Waits until the probe responds with 200. Stops the process, and throws with its output, when it ends or takes too long. */
export async function untilReady(
  started: NodeProcess,
  { name, readyUrl }: { readonly name: string; readonly readyUrl: string },
): Promise<void> {
  let ended = false;
  const watch = async () => {
    await started.process.exited;
    ended = true;
  };
  void watch();
  const deadline = Date.now() + readyMs;
  while (!(await isReady(readyUrl))) {
    if (ended || Date.now() > deadline) {
      await started.stop();
      throw new Error(`${name} is not ready:\n${started.output()}`);
    }
    await delay(50);
  }
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
