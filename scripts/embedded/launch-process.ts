import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { type ProcessIdentity, identifyProcess, stopGroup } from "./processes.ts";

export interface LaunchOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly folder?: string;
  /** Runs the process as another user; only root may. */
  readonly spawnAs?: { readonly uid?: number; readonly gid?: number };
  /** Called for every line on standard output and standard error. */
  readonly onLine: (line: string) => void;
}

/** Outcome of a process. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface LaunchedProcess {
  readonly identity: ProcessIdentity;
  /** Never rejects. */
  readonly exited: Promise<Exit>;
  /** Ends the process and everything it started. Does nothing when it has already ended. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>;
}

/**
 * Starts a process as the leader of a new process group. Ctrl-C in the terminal thus reaches the launcher
 * only, which then stops the parts in order. The process's standard input is a pipe that closes when the
 * launcher ends, even by SIGKILL. Rejects when the command cannot be executed.
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
  // Ignore EPIPE: the child may close its standard input early.
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
      // Some processes run until their standard input closes.
      child.stdin.end();
      await stopped;
    },
  };
}

export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
