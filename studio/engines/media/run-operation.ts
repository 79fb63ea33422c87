import type {
  EngineContext,
  EngineDescription,
  EngineResult,
  OperationRequest,
} from "#studio/engine.ts";
import { StudioError } from "#studio/errors.ts";

import { operationMsMax } from "./limits.ts";
import { operations } from "./operations.ts";

/** Describes the engine of all media operations. */
export const mediaEngine: EngineDescription = {
  name: "media",
  tier: "algorithmic",
  limitation: "Changes files as asked; it invents nothing",
};

/** Runs an operation within its time limit. */
export async function runOperation(
  { operation, parameters }: OperationRequest,
  context: EngineContext,
): Promise<EngineResult> {
  const timeout = AbortSignal.timeout(operationMsMax);
  const signal = AbortSignal.any([context.signal, timeout]);
  try {
    const output = await operations[operation].run(parameters, { ...context, signal });
    return { engine: mediaEngine, outputs: [output] };
  } catch (error) {
    if (!timeout.aborted || context.signal.aborted) throw error;
    const message = `The operation took longer than ${operationMsMax / 60_000} minutes.`;
    throw new StudioError("invalid_input", message, { cause: error });
  }
}
