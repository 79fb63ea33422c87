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
  const output = await withinTimeLimit(context, (limited) =>
    operations[operation].run(parameters, limited),
  );
  return { engine: mediaEngine, outputs: [output] };
}

/** Aborts work that takes longer than a media operation may take. Throws `invalid_input` then. */
export async function withinTimeLimit<Result>(
  context: EngineContext,
  work: (limited: EngineContext) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(operationMsMax);
  const signal = AbortSignal.any([context.signal, timeout]);
  try {
    return await work({ ...context, signal });
  } catch (error) {
    if (!timeout.aborted || context.signal.aborted) throw error;
    const message = `The work took longer than ${operationMsMax / 60_000} minutes.`;
    throw new StudioError("invalid_input", message, { cause: error });
  }
}
