import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { isAbsolute, relative } from "node:path";

import type {
  EngineContext,
  EngineOutput,
  EngineRequest,
  EngineResult,
  OperationRequest,
} from "#studio/engine.ts";
import { engines } from "#studio/engines/index.ts";
import { runOperation } from "#studio/engines/media/run-operation.ts";
import type { Progress, StoredOutput } from "#studio/generations/generation.ts";

import type { Task, TaskResult } from "./messages.ts";

/** Runs a task's engine in this process. Measures size and SHA-256 of each output. */
export async function runTask(
  task: Task,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<TaskResult> {
  const result = await run(task.request, {
    seed: task.seed,
    inputs: task.inputs,
    workFolder: task.workFolder,
    settings: task.settings,
    signal,
    progress(fraction, stage, etaSeconds) {
      const clamped = Math.min(1, Math.max(0, fraction));
      onProgress({ fraction: clamped, stage, etaSeconds: etaSeconds ?? null });
    },
  });
  signal.throwIfAborted();
  if (result.outputs.length === 0) throw new Error("The engine made no output.");

  const outputs: StoredOutput[] = [];
  for (const output of result.outputs) outputs.push(await measure(output, task.workFolder));
  return { engine: result.engine, outputs };
}

async function run(
  request: EngineRequest | OperationRequest,
  context: EngineContext,
): Promise<EngineResult> {
  if ("operation" in request) return runOperation(request, context);
  const engine = engines[request.capability];
  if (!engine) throw new Error(`No engine for ${request.capability}.`);
  return engine.run(request, context);
}

async function measure(output: EngineOutput, workFolder: string): Promise<StoredOutput> {
  const fileName = relative(workFolder, output.path);
  if (fileName.startsWith("..") || isAbsolute(fileName)) {
    throw new Error("The engine wrote an output outside its work folder.");
  }
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(output.path) as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    hash.update(chunk);
  }
  return {
    fileName,
    contentType: output.contentType,
    bytes,
    sha256: hash.digest("hex"),
    width: output.width ?? null,
    height: output.height ?? null,
    durationSeconds: output.durationSeconds ?? null,
    text: output.text ?? null,
  };
}
