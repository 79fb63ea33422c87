import type {
  EngineDescription,
  EngineInput,
  EngineRequest,
  EngineSettings,
  OperationRequest,
} from "#studio/engine.ts";
import type { GenerationFailure, Progress, StoredOutput } from "#studio/generations/generation.ts";

/** A generation to be run by a worker process. */
export interface Task {
  readonly request: EngineRequest | OperationRequest;
  readonly seed: number;
  readonly inputs: readonly EngineInput[];
  /** Absolute path of an existing, empty folder. */
  readonly workFolder: string;
  readonly settings: EngineSettings;
}

/** Result of a task. The `fileName` of an output is relative to the task's work folder. */
export interface TaskResult {
  readonly engine: EngineDescription;
  readonly outputs: readonly StoredOutput[];
}

export type ToWorker = { readonly type: "run"; readonly task: Task } | { readonly type: "cancel" };

export type FromWorker =
  | { readonly type: "progress"; readonly progress: Progress }
  | ({ readonly type: "done"; readonly result: TaskResult } & Memory)
  | ({ readonly type: "failed"; readonly failure: GenerationFailure } & Memory);

interface Memory {
  /** Memory of the process after the task, in bytes. */
  readonly residentBytes: number;
}
