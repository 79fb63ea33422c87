import type { z } from "zod";

import type { estimatePreviewSchema, estimateSchema } from "#api/schemas/estimate.ts";
import { shortageIn, type SpendingRoom } from "#db/billing/credit-summary.ts";
import { errorCatalog } from "#domain/errors.ts";
import type { AnswerableQuestion } from "#domain/requests/answerable-question.ts";
import type { Generation } from "#domain/requests/generation-of.ts";
import type { JobInput } from "#domain/requests/generation.ts";
import type { Intent } from "#domain/requests/intent.ts";
import type { MessageDecision } from "#domain/routing/choose-for-message.ts";
import type { GenerationEstimate } from "#domain/routing/estimate-generation.ts";
import type { Candidate } from "#domain/routing/routing.ts";

import { optional } from "./optional.ts";

type UnclearEstimate = Extract<z.input<typeof estimateSchema>, { outcome: "needs_input" }>;
type PricedPreview = Extract<z.input<typeof estimatePreviewSchema>, { outcome: "priced" }>;

export function presentPriced({
  generation,
  inputs,
  intent,
  decision,
  estimate,
  room,
}: {
  readonly generation: Generation;
  readonly inputs: readonly JobInput[];
  readonly intent: Intent | null;
  readonly decision: MessageDecision;
  readonly estimate: GenerationEstimate;
  readonly room: SpendingRoom;
}): PricedPreview {
  const { capability, contentType, prompt, parameters } = generation;
  const { candidate, credits, strategy, reason, assumptions, notices } = decision;
  const purse = presentPurse(room, credits);
  // Notices are warnings of an estimate, but assumptions of a job.
  const assumed = assumptions.filter((text) => !notices.includes(text));
  return {
    outcome: "priced",
    request: {
      contentType,
      capability,
      ...optional("prompt", prompt === "" ? null : prompt),
      inputs: [...inputs],
      parameters,
    },
    ...optional("intent", intent),
    model: presentModel(candidate),
    price: { minCredits: estimate.minCredits, credits, maxCredits: credits },
    expectedSeconds: estimate.expectedSeconds,
    measured: estimate.isMeasured,
    routing: { strategy, reason, assumptions: [...(intent?.assumptions ?? []), ...assumed] },
    alternatives: estimate.alternatives.map((alternative) => ({
      model: presentModel(alternative.candidate),
      credits: alternative.credits,
      expectedSeconds: alternative.expectedSeconds,
      available: alternative.isUsable,
      ...optional("setting", alternative.setting),
    })),
    ...purse,
    warnings: [...estimate.warnings, ...purse.warnings],
  };
}

/** `prices` are the known prices of the question's options. */
export function presentUnclear({
  question,
  prices,
  room,
}: {
  readonly question: AnswerableQuestion;
  readonly prices: readonly number[];
  readonly room: SpendingRoom;
}): UnclearEstimate {
  const minCredits = Math.min(...prices);
  const maxCredits = Math.max(...prices);
  return {
    outcome: "needs_input",
    question,
    ...(prices.length === 0 ? {} : { price: { minCredits, maxCredits } }),
    ...presentPurse(room, prices.length === 0 ? 0 : maxCredits),
  };
}

function presentModel({ modelId, provider }: Candidate): { id: string; provider: string } {
  return { id: modelId, provider };
}

export function presentPurse(
  room: SpendingRoom,
  credits: number,
): Pick<UnclearEstimate, "availableCredits" | "affordable" | "warnings"> {
  const code = shortageIn(room, credits);
  return {
    availableCredits: room.available,
    affordable: code === null,
    warnings: code === null ? [] : [{ code, message: errorCatalog[code].message }],
  };
}
