import { fork } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import type { Exit } from "#scripts/embedded/launch-process.ts";
import { identifyProcess, type ProcessIdentity } from "#scripts/embedded/processes.ts";

import { compileCache, keepLines, stopMs, untilReady, type NodeProcess } from "./node-process.ts";

/** Parts of the engine that a process can run several times: loading their modules takes most of a start. */
export type ReusablePart = "api" | "worker";
/** Message to the process. */
export type Order =
  | { readonly kind: "run"; readonly environment: NodeJS.ProcessEnv }
  | { readonly kind: "stop" };
/** Message from the process when a run has ended. */
export type Ended = "ended";

interface ReusableProcess {
  readonly identity: ProcessIdentity;
  readonly exited: Promise<Exit>;
  send(order: Order): void;
  /** Resolves when the current run ends. */
  runEnded(): Promise<Exit>;
  /** Passes each line of the output to the current run. */
  onLine: (line: string) => void;
}

/** Processes of ended runs. They end with this process, because their standard input closes. */
const idle: Record<ReusablePart, ReusableProcess[]> = { api: [], worker: [] };
/** Of each part; a process needs 300 MB. */
const idleMax = 2;

/**
 * Starts an API or a worker of two providers in a process that may have run one before, and waits until its probe
 * responds with 200.
 */
export async function reuseProcess({
  part,
  env,
  readyUrl,
}: {
  part: ReusablePart;
  env: NodeJS.ProcessEnv;
  readyUrl: string;
}): Promise<NodeProcess> {
  const found = idle[part].pop() ?? launch(part);
  const { add, output } = keepLines();
  found.onLine = add;
  const exited = found.runEnded();
  found.send({ kind: "run", environment: { ...process.env, ...env } });
  const kill = async () => {
    process.kill(found.identity.pid, "SIGKILL");
    await found.exited;
  };
  // From then on the process belongs to another run.
  let hasStopped = false;
  const started: NodeProcess = {
    process: { identity: found.identity, exited },
    output,
    async kill() {
      if (!hasStopped) await kill();
    },
    async stop() {
      if (hasStopped) return;
      hasStopped = true;
      found.send({ kind: "stop" });
      const late = delay(stopMs, "late" as const, { ref: false });
      if ((await Promise.race([exited, late])) === "late") await kill();
      if (!(await isAlive(found))) return;
      if (idle[part].length < idleMax) idle[part].push(found);
      else await kill();
    },
  };
  await untilReady(started, { name: part, readyUrl });
  return started;
}

async function isAlive({ exited }: ReusableProcess): Promise<boolean> {
  return (await Promise.race([exited, Promise.resolve(null)])) === null;
}

function launch(part: ReusablePart): ReusableProcess {
  const entry = fileURLToPath(new URL("reusable-process.ts", import.meta.url));
  const child = fork(entry, [part], {
    env: { ...compileCache, ...process.env },
    execArgv: [],
    stdio: ["pipe", "pipe", "pipe", "ipc"],
    detached: true,
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  const pid = child.pid as number;
  const launched: ReusableProcess = {
    identity: identifyProcess(pid) ?? { pid, startedAt: "ended" },
    exited,
    send(order) {
      // A killed process receives nothing.
      if (child.connected) child.send(order, () => undefined);
    },
    async runEnded() {
      const end = new Promise<Exit>((resolve) => {
        child.once("message", (message) => {
          if (message === ("ended" satisfies Ended)) resolve({ code: 0, signal: null });
        });
      });
      return Promise.race([end, exited]);
    },
    onLine: () => undefined,
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null)
      createInterface({ input: stream }).on("line", (line) => launched.onLine(line));
  }
  return launched;
}
