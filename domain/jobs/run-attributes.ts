import { searchAttributes } from "#domain/task-queues.ts";

import type { RunFacts } from "./generation-run.ts";

/** Search attribute of a run, by its name at the server. */
export type RunAttribute =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly value: number };

/** First stage of a run whose model is known. */
export const firstStage = "submitting";

/**
 * Attributes of a run that submits its request. A job with a known price is started with them, so that its run need not
 * write them.
 */
export function attributesOf({ provider, model, contentType, credits }: RunFacts): RunAttribute[] {
  return [
    { name: searchAttributes.provider, value: provider },
    { name: searchAttributes.model, value: model },
    { name: searchAttributes.contentType, value: contentType },
    { name: searchAttributes.credits, value: credits },
    stageAttribute(firstStage),
  ];
}

export function stageAttribute(stage: string): RunAttribute {
  return { name: searchAttributes.stage, value: stage };
}
