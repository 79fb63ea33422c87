import { z } from "zod";

import type { Capability } from "#domain/requests/capability.ts";
import type { MessageToParse } from "#domain/requests/intent.ts";

import { possibleCapabilities, settledCapability } from "./possible-capabilities.ts";

/** Results that a model may return instead of a capability. */
export const otherAnswers = ["ambiguous", "missing_input", "unsupported"] as const;
export type OtherAnswer = (typeof otherAnswers)[number];

/** Every field is required and may be null: strict structured output has no optional fields. */
const parameters = {
  aspectRatio: z
    .string()
    .regex(/^\d{1,2}:\d{1,2}$/)
    .nullable(),
  durationSeconds: z.number().positive().max(7200).nullable(),
  count: z.number().int().min(1).max(20).nullable(),
  style: z.string().max(80).nullable(),
  negativePrompt: z.string().max(500).nullable(),
  language: z.string().max(20).nullable().describe("ISO 639-1"),
};

type Request = Pick<MessageToParse, "attachments" | "capabilities">;

/** Lists the results that a model may return; a settled capability leaves no other one. */
export function listAnswers(request: Request): (Capability | OtherAnswer)[] {
  const settled = settledCapability(request);
  return settled === undefined ? [...possibleCapabilities(request), ...otherAnswers] : [settled];
}

/**
 * Builds the schema of a language model's answer. Limiting the capabilities to the possible ones raised the
 * accuracy of small models by half.
 */
export function answerSchemaFor(request: Request) {
  return z.object({
    capability: z.enum(listAnswers(request)),
    subject: z.string().max(4000),
    confidence: z.number().min(0).max(1),
    parameters: z.object(parameters),
  });
}

export type ModelAnswer = z.infer<ReturnType<typeof answerSchemaFor>>;
