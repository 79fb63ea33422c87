import { z } from "zod";

import {
  commonFields,
  expressionSchema,
  nameSchema,
  textSchema,
  titleSchema,
} from "#domain/pipelines/fields.ts";

import type { StepKind } from "./step-kind.ts";

const schema = z
  .strictObject({
    kind: z.literal("approve"),
    ...commonFields,
    question: textSchema,
    show: z.array(expressionSchema).max(10).optional().meta({
      description: "Files and values that are shown with the question.",
    }),
    options: z
      .array(
        z.strictObject({ id: nameSchema, label: titleSchema, stop: z.literal(true).optional() }),
      )
      .min(1)
      .max(10)
      .optional()
      .meta({
        description: "Answers to choose from. Absent: `yes`, and `no`, which stops the run.",
      }),
    takesText: z.boolean().optional(),
  })
  .meta({ id: "PipelineApproveStep", description: "Asks a person a question." });

export type ApproveStep = z.output<typeof schema>;

export const approve: StepKind<ApproveStep> = {
  effect: "answer",
  version: 1,
  schema: () => schema,
  places: ({ question, show = [] }) => [
    { path: ["question"], text: question, wants: "text" },
    ...show.map((text, ordinal) => ({ path: ["show", ordinal], text, wants: "any" }) as const),
  ],
  resultOf: ({ takesText }) => ({
    choice: "string",
    ...(takesText === true ? { text: "string" } : {}),
  }),
  issues({ options = [] }) {
    const ids = options.map(({ id }) => id);
    return ids.flatMap((id, ordinal) =>
      ids.indexOf(id) === ordinal
        ? []
        : [
            {
              pointer: `/options/${ordinal}/id`,
              code: "repeated",
              message: `Another option has the id ${id}.`,
            },
          ],
    );
  },
};
