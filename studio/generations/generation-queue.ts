import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";

import type { EngineDescription, EngineInput, EngineSettings } from "#studio/engine.ts";
import { type ErrorCode, StudioError, errorCatalog } from "#studio/errors.ts";
import type { TaskResult } from "#studio/work/messages.ts";
import type { TaskRunner } from "#studio/work/worker-pool.ts";

import { type Demand, estimateDemand } from "./estimate-demand.ts";
import type { GenerationStore } from "./generation-store.ts";
import {
  type Generation,
  type Progress,
  type StoredOutput,
  type SubmittedRequest,
  chooseSeed,
  hashRequest,
  isFinal,
  toTaskRequest,
} from "./generation.ts";
import type { InputStore } from "./input-store.ts";

export interface Submission {
  readonly idempotencyKey: string;
  readonly request: SubmittedRequest;
  readonly engine: EngineDescription;
}

export interface GenerationQueue {
  /**
   * Accepts a generation and writes it to disk before returning. A repeated key with the same
   * request returns the existing generation and `created: false`. Throws `idempotency_conflict`
   * for the same key with another request, `queue_full` and `shutting_down`.
   */
  submit(submission: Submission): { generation: Generation; created: boolean };
  /** Cancels a generation. Returns a finished one unchanged. Throws `generation_not_found`. */
  cancel(id: string): Generation;
  progress(id: string): Progress | undefined;
  counts(): { running: number; queued: number };
  /** Stops accepting and starting generations. Resolves when no generation is running. */
  drain(): Promise<void>;
}

const workerDeathsMax = 2;

interface Running {
  readonly demand: Demand;
  readonly controller: AbortController;
  progress: Progress;
}

/**
 * Runs accepted generations, up to `concurrency` at a time. Resumes generations that an earlier process left queued or running.
 *
 * Generations start in the order of acceptance, with two exceptions. One place is never given to a long generation, so that an
 * image need not wait for a film. And generations whose estimates exceed `bytesMax` together do not run together: short ones
 * may overtake one that waits for memory, but only while a long one runs, so that its turn comes.
 */
export function createGenerationQueue({
  store,
  inputs,
  runner,
  settings,
  concurrency,
  bytesMax,
  queuedMax,
}: {
  store: GenerationStore;
  inputs: InputStore;
  runner: TaskRunner;
  settings: EngineSettings;
  concurrency: number;
  /** Memory for all workers. A generation that needs more runs alone. */
  bytesMax: number;
  queuedMax: number;
}): GenerationQueue {
  const running = new Map<string, Running>();
  const longMax = Math.max(1, concurrency - 1);
  const drained: (() => void)[] = [];
  let draining = false;

  const queue = new Map<string, Demand>();
  for (const generation of store.list()) {
    if (!isFinal(generation.status)) enqueue(generation);
  }
  startNext();

  function enqueue({ id, request }: Generation): void {
    const inputBytes = request.inputs.map(({ sha256 }) => sizeOf(inputs.path(sha256)));
    queue.set(id, estimateDemand(request, inputBytes));
  }

  function startNext(): void {
    if (draining) return;
    let isMemoryAwaited = false;
    for (const [id, demand] of queue) {
      if (running.size >= concurrency) return;
      const demands = Array.from(running.values(), (entry) => entry.demand);
      const longCount = demands.filter(({ isLong }) => isLong).length;
      const freeBytes = demands.reduce((free, { bytes }) => free - bytes, bytesMax);
      if (demand.isLong && (isMemoryAwaited || longCount >= longMax)) continue;
      if (demands.length > 0 && demand.bytes > freeBytes) {
        if (longCount === 0) return;
        isMemoryAwaited = true;
        continue;
      }
      start(id, demand);
    }
  }

  function start(id: string, demand: Demand): void {
    queue.delete(id);
    const controller = new AbortController();
    running.set(id, {
      demand,
      controller,
      progress: { fraction: 0, stage: "starting", etaSeconds: null },
    });
    void runOne(id, demand, controller.signal).finally(() => {
      running.delete(id);
      startNext();
      if (running.size === 0) for (const resolve of drained.splice(0)) resolve();
    });
  }

  async function runOne(id: string, { bytes }: Demand, signal: AbortSignal): Promise<void> {
    const accepted = store.find(id);
    if (!accepted) return;
    const generation: Generation = { ...accepted, status: "running" };
    store.save(generation);

    const workFolder = createWorkFolder(store.folder(id));
    try {
      const result = await runner.run(
        {
          request: toTaskRequest(generation.request),
          seed: generation.seed,
          inputs: await loadInputs(generation.request, inputs),
          workFolder,
          settings,
        },
        { signal, bytes, onProgress: (progress) => noteProgress(id, progress) },
      );
      if (signal.aborted) return;
      const outputs = keepOutputs(result, workFolder, join(store.folder(id), "outputs"));
      finish(generation, { status: "succeeded", engine: result.engine, outputs });
    } catch (error) {
      // The cancellation is already recorded; errors of a stopping engine are irrelevant.
      if (signal.aborted) return;
      handleFailure(generation, error);
    } finally {
      rmSync(workFolder, { recursive: true, force: true });
    }
  }

  function handleFailure(generation: Generation, error: unknown): void {
    const code: ErrorCode = error instanceof StudioError ? error.code : "internal";
    // The record on disk stays unchanged, so the next process resumes the generation.
    if (draining && (code === "worker_died" || code === "shutting_down")) return;

    const workerDeaths = generation.workerDeaths + (code === "worker_died" ? 1 : 0);
    if (code === "worker_died" && workerDeaths < workerDeathsMax) {
      store.save({ ...generation, status: "queued", workerDeaths });
      enqueue(generation);
      return;
    }
    const message = error instanceof StudioError ? error.message : "Studio failed.";
    const { retryable } = errorCatalog[code];
    finish(
      { ...generation, workerDeaths },
      { status: "failed", failure: { code, message, retryable } },
    );
  }

  function finish(generation: Generation, change: Partial<Generation>): Generation {
    const finished = { ...generation, ...change, finishedAt: new Date().toISOString() };
    store.save(finished);
    return finished;
  }

  function noteProgress(id: string, progress: Progress): void {
    const entry = running.get(id);
    if (entry) entry.progress = progress;
  }

  return {
    submit({ idempotencyKey, request, engine }) {
      const requestHash = hashRequest(request);
      const existing = store.findByIdempotencyKey(idempotencyKey);
      if (existing) {
        if (existing.requestHash === requestHash) return { generation: existing, created: false };
        const message = `The key belongs to ${existing.id}, which has another request.`;
        throw new StudioError("idempotency_conflict", message);
      }
      if (draining) throw new StudioError("shutting_down", "Studio is shutting down.");
      if (queue.size >= queuedMax) {
        throw new StudioError("queue_full", `${queue.size} generations are waiting already.`);
      }

      const generation: Generation = {
        id: nextId(),
        idempotencyKey,
        requestHash,
        request,
        seed: chooseSeed(request, requestHash),
        createdAt: new Date().toISOString(),
        status: "queued",
        engine,
        outputs: [],
        failure: null,
        finishedAt: null,
        workerDeaths: 0,
      };
      store.save(generation);
      enqueue(generation);
      startNext();
      return { generation: store.find(generation.id) ?? generation, created: true };
    },
    cancel(id) {
      const generation = store.find(id);
      if (!generation) throw new StudioError("generation_not_found", `No generation ${id}.`);
      if (isFinal(generation.status)) return generation;
      queue.delete(id);
      const canceled = finish(generation, { status: "canceled" });
      running.get(id)?.controller.abort();
      return canceled;
    },
    progress(id) {
      const isRunning = store.find(id)?.status === "running";
      return isRunning ? running.get(id)?.progress : undefined;
    },
    counts: () => ({ running: running.size, queued: queue.size }),
    drain() {
      draining = true;
      if (running.size === 0) return Promise.resolve();
      return new Promise((resolve) => drained.push(resolve));
    },
  };
}

/** 0 for a file that is not there: loading it reports the problem. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

async function loadInputs(request: SubmittedRequest, inputs: InputStore): Promise<EngineInput[]> {
  const loaded: EngineInput[] = [];
  for (const { kind, sha256 } of request.inputs) {
    const found = await inputs.find(sha256);
    if (!found?.contentType) {
      throw new StudioError("invalid_input", `The ${kind} ${sha256} is not there any more.`);
    }
    loaded.push({ kind, path: found.path, contentType: found.contentType });
  }
  return loaded;
}

/** Creates a new folder for each run: the worker of a killed server may still write to the old one. */
function createWorkFolder(folder: string): string {
  for (const name of readdirSync(folder)) {
    if (name.startsWith("work-")) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const workFolder = join(folder, `work-${randomBytes(4).toString("hex")}`);
  mkdirSync(workFolder);
  return workFolder;
}

function keepOutputs(result: TaskResult, workFolder: string, folder: string): StoredOutput[] {
  // Files of a process that was killed before it saved the record are replaced by the next attempt.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return result.outputs.map((output, index) => {
    const fileName = `outputs/${index}${extname(basename(output.fileName))}`;
    renameSync(join(workFolder, output.fileName), join(folder, basename(fileName)));
    return { ...output, fileName };
  });
}

let lastTime = 0;

/** Creates an id. Ids sort in the order of acceptance, in which a restart resumes generations. */
function nextId(): string {
  lastTime = Math.max(lastTime + 1, Date.now());
  return `gen_${lastTime.toString(36).padStart(9, "0")}${randomBytes(8).toString("hex")}`;
}
