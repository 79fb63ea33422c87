import { z } from "zod";

import { commonFields, expressionSchema, textSchema } from "#domain/pipelines/fields.ts";

import type { StepKind } from "./step-kind.ts";

const schema = z
  .strictObject({
    kind: z.literal("write"),
    ...commonFields,
    instruction: textSchema,
    maxWords: z.union([z.int().min(1).max(2_000), expressionSchema]),
  })
  .meta({
    id: "PipelineWriteStep",
    description:
      "Writes a text with the language model. Without a language model, the run asks for the text.",
  });

export type WriteStep = z.output<typeof schema>;

export const write: StepKind<WriteStep> = {
  effect: "task",
  version: 1,
  schema: () => schema,
  places: ({ instruction, maxWords }) => [
    { path: ["instruction"], text: instruction, wants: "text" },
    ...(typeof maxWords === "string"
      ? [{ path: ["maxWords"], text: maxWords, wants: "number" } as const]
      : []),
  ],
  resultOf: () => ({ text: "string" }),
};
