import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { type ProcessIdentity, identifyProcess, stopGroup } from "./processes.ts";

export interface LaunchOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly folder?: string;
  /** Another user than ours; only root may. */
  readonly spawnAs?: { readonly uid?: number; readonly gid?: number };
  /** Called for every line on standard output and standard error. */
  readonly onLine: (line: string) => void;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface LaunchedProcess {
  readonly identity: ProcessIdentity;
  /** Never rejects. */
  readonly exited: Promise<Exit>;
  /** Ends it and everything it started. Harmless when it has ended. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>;
}

/**
 * Starts a process as the leader of a group of its own, so that Ctrl-C in the terminal reaches the
 * launcher only, which then stops the parts in order. Its standard input is a pipe that ends with the
 * launcher, however the launcher ends. Rejects when the command cannot be executed.
 */
export async function launchProcess(options: LaunchOptions): Promise<LaunchedProcess> {
  const child = spawn(options.command, options.args, {
    cwd: options.folder,
    env: options.env ?? process.env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    ...options.spawnAs,
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  // A child that closes its end early is no error of ours.
  child.stdin.on("error", () => undefined);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", options.onLine);
  }
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  const pid = child.pid as number;
  return {
    identity: identifyProcess(pid) ?? { pid, startedAt: "ended" },
    exited,
    async stop(signal, graceMs) {
      const stopped = stopGroup(pid, { signal, graceMs });
      // A process that watches its standard input stays until that has ended.
      child.stdin.end();
      await stopped;
    },
  };
}

export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
