import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { ConfigError } from "#config.ts";

import { type LaunchedProcess, launchProcess } from "./launch-process.ts";
import type { RunRecord } from "./run-record.ts";
import type { Part } from "./supervise.ts";

const readyTimeoutMs = 90_000;
const defaultDrainMs = 35_000;

export interface NodeProcess {
  readonly name: string;
  /** Path from the root of the repository. */
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly write: (line: string) => void;
}

/** Defines a Node.js process of the engine; the part is ready when `readyUrl` responds with 200. */
export function createNodePart(
  input: NodeProcess & { readonly readyUrl: string; readonly drainMs?: number },
): Part {
  const { drainMs = defaultDrainMs } = input;
  return {
    name: input.name,
    rule: { signal: "SIGTERM", graceMs: defaultDrainMs },
    drainMs,
    async start(onLaunch) {
      const { process, lastWords } = await launchNode(input, onLaunch);
      const giveUp = new AbortController();
      const outcome = await Promise.race([
        untilReady(input.readyUrl, giveUp.signal),
        process.exited.then(() => "ended" as const),
      ]);
      giveUp.abort();
      if (outcome === "ready") return;
      await process.stop("SIGTERM", drainMs);
      throw new ConfigError(
        outcome === "ended"
          ? `${input.name} does not start: ${lastWords()}`
          : `${input.name} is not ready after ${readyTimeoutMs / 1_000} s: ${lastWords()}`,
      );
    },
  };
}

/**
 * Runs a Node.js process of the engine to its end. Throws `ConfigError` with its last log message when it
 * fails.
 */
export async function runNode(input: NodeProcess, record: RunRecord): Promise<void> {
  const { process, lastWords } = await launchNode(input, ({ identity }) => {
    record.add({ name: input.name, ...identity, signal: "SIGTERM", graceMs: 5_000 });
  });
  const { code } = await process.exited;
  record.remove(process.identity.pid);
  if (code !== 0) throw new ConfigError(`${input.name} failed: ${lastWords()}`);
}

async function launchNode(
  { entry, args = [], env, write }: NodeProcess,
  onLaunch: (process: LaunchedProcess) => void,
): Promise<{ process: LaunchedProcess; lastWords: () => string }> {
  let last = "it ended without a word";
  let crashed = false;
  const launched = await launchProcess({
    command: process.execPath,
    args: [fileURLToPath(new URL(`../../${entry}`, import.meta.url)), ...args],
    env: { ...env, GME_PARENT_PIPE: "1" },
    onLine(line) {
      write(line);
      // Skips the stack trace and the Node.js version that follow an uncaught error.
      if (crashed || line.trim() === "") return;
      crashed = /^(\w+)?Error\b.*: /.test(line);
      last = readMessage(line);
    },
  });
  onLaunch(launched);
  return { process: launched, lastWords: () => last };
}

async function untilReady(url: string, giveUp: AbortSignal): Promise<"ready" | "late"> {
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline && !giveUp.aborted) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      await response.body?.cancel();
      if (response.ok) return "ready";
    } catch {
      // The server does not listen yet.
    }
    await delay(100);
  }
  return "late";
}

/** The message of a log line, or the line itself. */
function readMessage(line: string): string {
  try {
    const { msg, error } = JSON.parse(line) as { msg?: string; error?: { message?: string } };
    return [msg, error?.message].filter(Boolean).join(": ") || line;
  } catch {
    return line;
  }
}
