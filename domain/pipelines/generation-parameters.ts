import { z } from "zod";

import type { GenerationParameters } from "#domain/requests/intent.ts";

import { operationNames, operations as mediaOperations } from "./operations.ts";

const word = z.string().max(100).regex(/\S/, "Must not be empty").trim();

/** Limit of the JSON text of all model parameters together. */
const modelParametersCharactersMax = 20_000;

const modelParametersSchema = z
  .record(z.string().min(1).max(100), z.unknown())
  .refine((fields) => Object.keys(fields).length <= 30, {
    error: "Must have at most 30 fields",
    abort: true,
  })
  .refine((fields) => JSON.stringify(fields).length <= modelParametersCharactersMax, {
    error: `Must have at most ${modelParametersCharactersMax} characters as JSON`,
    abort: true,
  })
  .meta({
    id: "ModelParameters",
    description:
      "Model-specific parameters, by their names in the model's schema, which validates them. Requires " +
      "`model`.",
    example: { steps: 30 },
    maxProperties: 30,
  });

/** A typed operation of Video Editing, with the parameters of the media operation of this name. */
const editSchema = z
  .strictObject({
    operation: z.enum(operationNames),
    parameters: z.record(z.string().max(100), z.unknown()).optional(),
  })
  .meta({ id: "EditOperation" });

/** Canonical parameters of a generation. A model's row defines which of them it supports. */
export const parametersSchema = z
  .strictObject({
    aspectRatio: z
      .string()
      .regex(/^\d{1,4}(\.\d{1,3})?:\d{1,4}(\.\d{1,3})?$/, "Must be like 16:9")
      .optional()
      .meta({ description: "Width-to-height ratio.", example: "16:9" }),
    width: z.int().min(16).max(16_384).optional().meta({ description: "In pixels." }),
    height: z.int().min(16).max(16_384).optional().meta({ description: "In pixels." }),
    resolution: word.optional().meta({ description: "Named size.", example: "720p" }),
    durationSeconds: z
      .number()
      .min(0.1)
      .max(3_600)
      .optional()
      .meta({ description: "Duration of a video or an audio file, in seconds." }),
    fps: z.int().min(1).max(240).optional().meta({ description: "Frames per second." }),
    count: z.int().min(1).max(10).optional().meta({ description: "Number of outputs." }),
    style: word.optional().meta({ example: "watercolor" }),
    voice: z
      .strictObject({
        gender: z.enum(["female", "male"]).optional(),
        accent: word.optional(),
        tone: word.optional(),
        age: word.optional(),
        name: word.optional(),
      })
      .meta({ id: "GenerationParametersVoice" })
      .optional(),
    speed: z
      .number()
      .min(0.25)
      .max(4)
      .optional()
      .meta({ description: "Speech rate; 1 is normal." }),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "Must be a language tag like en or pt-BR")
      .optional(),
    format: z
      .string()
      .regex(/^[A-Za-z0-9]{1,10}$/, "Must be like png or mp4")
      .optional()
      .meta({ description: "File format of the output.", example: "png" }),
    scale: z.number().min(1).max(16).optional().meta({ description: "Scale factor." }),
    strength: z.number().min(0).max(1).optional().meta({
      description: "Deviation of the output from the input: 0 keeps the input, 1 ignores it.",
    }),
    seed: z.int().min(0).max(4_294_967_295).optional().meta({
      description: "The same seed and request produce a similar output.",
    }),
    negativePrompt: z.string().max(2_000).regex(/\S/, "Must not be empty").trim().optional(),
    operations: z
      .array(z.union([word, editSchema]))
      .min(1)
      .max(20)
      .superRefine((operations, context) => {
        for (const [index, operation] of operations.entries()) {
          if (typeof operation === "string") continue;
          const schema = mediaOperations[operation.operation].parameters;
          for (const { message, path } of schema.safeParse(operation.parameters ?? {}).error
            ?.issues ?? []) {
            context.addIssue({ code: "custom", message, path: [index, "parameters", ...path] });
          }
        }
      })
      .optional()
      .meta({
        description:
          "Changes of the input: names such as `denoise`, or media operations of docs/media-operations.md.",
        example: [{ operation: "trim", parameters: { startSeconds: 3 } }],
      }),
    timestamps: z.boolean().optional().meta({
      description:
        "True: a second output is the transcript as JSON, with the times of its segments and words.",
    }),
    trimStartSeconds: z.number().min(0).max(86_400).optional(),
    trimEndSeconds: z.number().min(0).max(86_400).optional(),
    modelParameters: modelParametersSchema.optional(),
  })
  .meta({ id: "GenerationParameters" });

/** Omitted fields are absent, not undefined. */
export function toParameters(parsed: z.output<typeof parametersSchema>): GenerationParameters {
  return parsed as GenerationParameters;
}
