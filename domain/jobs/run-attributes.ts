import { searchAttributes } from "#domain/task-queues.ts";

import type { RunFacts } from "./generation-run.ts";

/** Search attribute of a run, in the shape of Temporal's `SearchAttributePair`. */
export type RunAttribute =
  | { readonly key: { readonly name: string; readonly type: "KEYWORD" }; readonly value: string }
  | { readonly key: { readonly name: string; readonly type: "INT" }; readonly value: number };

/** First stage of a run whose model is known; also that of a job which Temporal has not begun. */
export const firstStage = "submitting";

/**
 * Attributes of a run that submits its request. A job with a known price is started with them, so that its run need not
 * write them.
 */
export function attributesOf({ provider, model, contentType, credits }: RunFacts): RunAttribute[] {
  return [
    keyword(searchAttributes.provider, provider),
    keyword(searchAttributes.model, model),
    keyword(searchAttributes.contentType, contentType),
    { key: { name: searchAttributes.credits, type: "INT" }, value: credits },
    stageAttribute(firstStage),
  ];
}

export function stageAttribute(stage: string): RunAttribute {
  return keyword(searchAttributes.stage, stage);
}

function keyword(name: string, value: string): RunAttribute {
  return { key: { name, type: "KEYWORD" }, value };
}

/** The facts of a job; null before its model and price are known. */
export function runFactsOf({
  providerSlug: provider,
  modelId: model,
  contentType,
  credits,
}: {
  readonly providerSlug?: string | null | undefined;
  readonly modelId?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  readonly credits?: number | null | undefined;
}): RunFacts | null {
  if (provider == null || model == null || contentType == null || credits == null) return null;
  return { provider, model, contentType, credits };
}
