import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import { AppError } from "#domain/errors.ts";
import type { CheckResult } from "#domain/pipelines/check-definition.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import type { SubPipelines } from "#domain/pipelines/sub-pipelines.ts";

import type { Evaluation, EvaluationRequest } from "./evaluate.ts";
import type { ThreadRequest, ThreadResponse } from "./expression-thread.ts";

/** Limits of the thread, in processor time and in memory. */
export interface ExpressionLimits {
  /** Wall-clock time in which the thread starts. */
  readonly startMs: number;
  readonly checkMs: number;
  /** For all expressions of one decision. */
  readonly evaluateMs: number;
  readonly memoryMebibytes: number;
  /** Requests that may wait for the thread. */
  readonly waitingMax: number;
}

/** Times that a request is looked at after its processor time has passed by the clock. */
const looksMax = 20;

const defaultLimits: ExpressionLimits = {
  startMs: 30_000,
  checkMs: 10_000,
  evaluateMs: 500,
  memoryMebibytes: 64,
  waitingMax: 100,
};

export interface Expressions {
  /** Checks a definition. Throws `overloaded` when too many checks wait. */
  check(definition: Definition, pipelines: SubPipelines): Promise<CheckResult>;
  /** Evaluates texts of checked definitions; fails them when they exceed the limits together. */
  evaluate(requests: readonly EvaluationRequest[]): Promise<readonly Evaluation[]>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/**
 * Checks and evaluates expressions in a thread that is started when it is first needed, serves one request at a
 * time, and is terminated when a request exceeds its time or the memory; the next request starts another one.
 */
export function createExpressions(given: Partial<ExpressionLimits> = {}): Expressions {
  const limits = { ...defaultLimits, ...given };
  let thread: Promise<Worker> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function ask(request: ThreadRequest, cpuMs: number): Promise<ThreadResponse | null> {
    if (waiting >= limits.waitingMax) throw new AppError("overloaded");
    waiting += 1;
    const answer = turn.then(async () => exchange(request, cpuMs));
    turn = answer.catch(() => undefined);
    return answer.finally(() => {
      waiting -= 1;
    });
  }

  /** Returns null when the thread exceeds a limit. */
  async function exchange(request: ThreadRequest, cpuMs: number): Promise<ThreadResponse | null> {
    thread ??= startThread(limits);
    const ended = new AbortController();
    try {
      const worker = await thread;
      const response = once(worker, "message", { signal: ended.signal });
      worker.postMessage(request);
      // A thread that ends cannot say its processor time.
      void abortAfter(worker, cpuMs, ended).catch(() => ended.abort());
      return ((await response) as [ThreadResponse])[0];
    } catch (error) {
      await endThread();
      if (isLimit(error)) return null;
      throw error;
    } finally {
      ended.abort();
    }
  }

  async function endThread(): Promise<void> {
    const ended = thread;
    thread = null;
    const worker = await ended?.catch(() => null);
    await worker?.terminate();
  }

  return {
    async check(definition, pipelines) {
      const answer = await ask({ kind: "check", definition, pipelines }, limits.checkMs);
      if (answer !== null) return answer as CheckResult;
      const message = "The definition takes too long to check. Use fewer or shorter expressions.";
      return { issues: [{ pointer: "", code: "too_large", message }] };
    },
    async evaluate(requests) {
      const answer = await ask({ kind: "evaluate", requests }, limits.evaluateMs);
      if (answer !== null) return answer as readonly Evaluation[];
      return requests.map(() => ({
        outcome: "failed",
        code: "expression_failed",
        message: "The expressions take too much time or memory.",
      }));
    },
    async close() {
      await turn;
      await endThread();
    },
  };
}

async function startThread({ startMs, memoryMebibytes }: ExpressionLimits): Promise<Worker> {
  // oxlint-disable-next-line node/no-process-env -- a variable of Node, passed on as it is
  const compileCache = process.env["NODE_COMPILE_CACHE"];
  const worker = new Worker(new URL("expression-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMebibytes, maxYoungGenerationSizeMb: 16 },
    // No setting of the process. Without the cache, each start compiles the thread's modules again.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
  });
  // The process may exit while the thread is idle.
  worker.unref();
  // `once` reports an error of a request; without a listener, one between requests would end the process.
  worker.on("error", () => undefined);
  await once(worker, "message", { signal: AbortSignal.timeout(startMs) });
  return worker;
}

/**
 * Aborts once the thread has used its processor time for a request. On a busy machine a short request may take
 * long by the clock, and a step must not fail for that; a thread that gets no processor at all is given up in the end.
 */
async function abortAfter(worker: Worker, cpuMs: number, ended: AbortController): Promise<void> {
  const before = await worker.cpuUsage();
  for (let looks = 0; looks < looksMax; looks += 1) {
    await delay(cpuMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    if (ended.signal.aborted) return;
    const { user, system } = await worker.cpuUsage(before);
    if ((user + system) / 1_000 >= cpuMs) break;
  }
  ended.abort();
}

function isLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
  );
}
