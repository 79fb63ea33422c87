import { z } from "zod";

import { servableCapabilities } from "#domain/requests/capability.ts";
import type { InputKind } from "#domain/requests/capability.ts";

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

/**
 * Builds the schema of a language model's answer for these attachments. Limiting the capabilities to the
 * servable ones raised the accuracy of small models by half.
 */
export function answerSchemaFor(attachments: readonly InputKind[]) {
  const servable = servableCapabilities(attachments);
  return z.object({
    capability: z.enum([...servable, ...otherAnswers]),
    subject: z.string().max(4000),
    confidence: z.number().min(0).max(1),
    parameters: z.object(parameters),
  });
}

export type ModelAnswer = z.infer<ReturnType<typeof answerSchemaFor>>;
