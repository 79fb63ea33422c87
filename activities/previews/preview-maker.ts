import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

import type { PreviewAnswer, PreviewTask } from "./preview-task.ts";

/** Far above what an ordinary file needs, even on a busy machine. */
const taskMsMax = 120_000;
const heapMegabytesMax = 256;

export interface PreviewMaker {
  /** Throws when the process crashed, took too long, or was stopped. */
  make(task: PreviewTask, options: { signal: AbortSignal }): Promise<PreviewAnswer>;
  stop(): void;
}

/** Runs tasks one after the other in a separate process, which is replaced when it has ended. */
export function createPreviewMaker({ msMax = taskMsMax } = {}): PreviewMaker {
  let child: ChildProcess | null = null;

  function start(): ChildProcess {
    const started = fork(new URL("preview-process.ts", import.meta.url), {
      execArgv: [`--max-old-space-size=${heapMegabytesMax}`],
      // Leads a process group, so that ffmpeg ends with it.
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // Without the keys of providers: decoders read files of strangers.
      env: {},
    });
    started.once("exit", () => {
      if (child === started) child = null;
    });
    started.on("error", () => undefined);
    // A worker that has nothing else to do may end.
    started.unref();
    return started;
  }

  function stop(): void {
    const { pid } = child ?? {};
    child = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }

  return {
    stop,
    async make(task, { signal }) {
      child ??= start();
      const current = child;
      const ended = new AbortController();
      const onExit = () => ended.abort(new Error("the process of previews ended"));
      current.once("exit", onExit);
      const limits = [signal, AbortSignal.timeout(msMax), ended.signal];
      try {
        const answered = once(current, "message", { signal: AbortSignal.any(limits) });
        current.send(task, (error) => error && ended.abort(error));
        const [made] = (await answered) as [PreviewAnswer];
        return made;
      } catch (error) {
        stop();
        throw error;
      } finally {
        current.off("exit", onExit);
      }
    },
  };
}
