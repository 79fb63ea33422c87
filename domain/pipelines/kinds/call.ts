import { z } from "zod";

import { commonFields, parametersSchema, placesWithin } from "#domain/pipelines/fields.ts";

import type { StepKind } from "./step-kind.ts";

const schema = z
  .strictObject({
    kind: z.literal("call"),
    ...commonFields,
    url: z
      .url({ protocol: /^https?$/, error: "Must be an https URL" })
      .max(2_048)
      .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), {
        message: "Must not contain a user name or password",
        params: { code: "credentials_in_address" },
      })
      .optional()
      .meta({
        description:
          "Absent: the organization's webhooks of the type `pipeline_run.call` receive it.",
      }),
    body: parametersSchema,
  })
  .meta({
    id: "PipelineCallStep",
    description: "Sends a signed webhook and ends when it is accepted.",
  });

export type CallStep = z.output<typeof schema>;

export const call: StepKind<CallStep> = {
  effect: "task",
  version: 1,
  schema: () => schema,
  places: ({ body }) => placesWithin(body, ["body"]),
  resultOf: () => ({}),
};
