import { z } from "zod";

import { commonFields, textSchema } from "#domain/pipelines/fields.ts";

import type { StepKind } from "./step-kind.ts";

const schema = z
  .strictObject({ kind: z.literal("read"), ...commonFields, message: textSchema })
  .meta({ id: "PipelineReadStep", description: "Parses a message as POST /v1/chat does." });

export type ReadStep = z.output<typeof schema>;

export const read: StepKind<ReadStep> = {
  effect: "task",
  version: 1,
  schema: () => schema,
  places: ({ message }) => [{ path: ["message"], text: message, wants: "text" }],
  resultOf: () => ({ intent: "Intent" }),
};
