import { z } from "zod";

import { definitionSchema } from "#domain/pipelines/definition.ts";
import { stepChanges } from "#domain/pipelines/version-changes.ts";

import {
  capabilitySchema,
  creditsSchema,
  cursorParameter,
  limitParameter,
  operationSchema,
  timeSchema,
} from "./common.ts";

export const pipelineParams = z.object({ pipelineId: z.string().min(1).max(200) });

const nameSchema = z.string().max(200).regex(/\S/, "Must not be empty").trim();
const descriptionSchema = z.string().max(2_000);
const versionNumberSchema = z.int().min(1).max(1_000_000);

const flag = (description: string) =>
  z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .meta({
      description,
      override: ({ jsonSchema }) => {
        delete jsonSchema.enum;
        jsonSchema.type = "boolean";
      },
    });

export const pipelinesQuery = z.object({
  builtIn: flag("Only built-in pipelines, or only those of the organization."),
  archived: flag("True: only archived pipelines. Absent or false: only the others."),
  search: z.string().min(1).max(200).optional().meta({
    description: "Case-insensitive part of the id, the name or the description.",
  }),
  limit: limitParameter,
  cursor: cursorParameter,
});

export const versionQuery = z.object({
  version: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "Must be a whole number")
    .transform(Number)
    .optional()
    .meta({
      description: "Number of a version; the latest unless set.",
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "integer", minimum: 1, maximum: 9_999_999 });
      },
    }),
});

const exclusive = { message: "Send either definition or from", params: { code: "either_or" } };

export const newPipelineSchema = z
  .strictObject({
    name: nameSchema.meta({ example: "Fox film" }),
    description: descriptionSchema.optional(),
    definition: definitionSchema.optional(),
    from: z
      .union([
        z.strictObject({
          pipelineId: z.string().min(1).max(200),
          version: versionNumberSchema.optional(),
        }),
        z.strictObject({ runId: z.string().min(1).max(200) }),
      ])
      .optional()
      .meta({
        description:
          "Source of the definition: a pipeline (its latest version unless set), or the run that used it. " +
          "`runId` also requires the permission `jobs:read`.",
      }),
    dryRun: z.boolean().optional().meta({
      description: "Returns 200 with the result of the check and creates no pipeline.",
    }),
  })
  .refine(({ definition, from }) => (definition === undefined) !== (from === undefined), exclusive)
  .meta({ id: "NewPipeline" });

export type NewPipelineBody = z.output<typeof newPipelineSchema>;

export const pipelineChangeSchema = z
  .strictObject({
    name: nameSchema.optional(),
    description: descriptionSchema.nullable().optional(),
    definition: definitionSchema.optional().meta({
      description: "Becomes the next version, unless it equals the latest one.",
    }),
    note: z.string().max(500).optional().meta({ description: "Note of the new version." }),
    archived: z
      .boolean()
      .optional()
      .meta({ description: "An archived pipeline is not listed and takes no new version." }),
  })
  .meta({ id: "PipelineChange" });

const typeSchema = z.string().meta({
  description:
    "Type of a value: `string`, `int`, `double`, `bool`, `Image`, `Video`, `Audio`, `Model`, `list<…>`, or " +
    "`optional<…>` for a value that may be absent.",
  example: "optional<Video>",
});
const typesSchema = z.record(z.string(), typeSchema);

const issueSchema = z.object({
  pointer: z.string().meta({ description: "JSON pointer into the definition." }),
  code: z.string(),
  message: z.string(),
});

const outlookFields = {
  runnable: z.boolean().meta({ description: "True if a model is available for every step." }),
  missing: z
    .array(
      z.object({
        capability: capabilitySchema.optional(),
        operation: operationSchema.optional(),
        settings: z.array(z.string()),
      }),
    )
    .meta({
      description:
        "Capabilities and media operations without a model, and the settings that would provide one.",
    }),
  price: z.object({ minCredits: creditsSchema, maxCredits: creditsSchema }).meta({
    description:
      "Bounds for a run with any inputs. A run with known inputs has a narrower price, which is held before it starts.",
  }),
};

const checkFields = {
  inputSchema: z.record(z.string(), z.unknown()).meta({
    description: "JSON Schema of the inputs that a run takes.",
  }),
  outputs: typesSchema,
  steps: z.record(z.string(), typesSchema).meta({ description: "Result fields of each step." }),
  ...outlookFields,
  warnings: z.array(issueSchema).meta({
    description: "Problems of today, such as a provider without a key. They would fail a run.",
  }),
};

export const pipelineCheckSchema = z.object(checkFields).meta({ id: "PipelineCheck" });

const pipelineFields = {
  pipelineId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  builtIn: z
    .boolean()
    .meta({ description: "True: every organization can run it, none can change it." }),
  latestVersion: versionNumberSchema,
  archivedAt: timeSchema.optional(),
  createdAt: timeSchema,
  createdBy: z.string().nullable(),
  updatedAt: timeSchema,
};

export const pipelineSchema = z
  .object({ ...pipelineFields, ...outlookFields })
  .meta({ id: "Pipeline" });

const versionFields = {
  version: versionNumberSchema,
  note: z.string().nullable(),
  definitionHash: z.string().meta({ description: "SHA-256; equal for equal definitions." }),
};

export const pipelineWithDefinitionSchema = z
  .object({ ...pipelineFields, ...versionFields, definition: definitionSchema, ...checkFields })
  .meta({ id: "PipelineWithDefinition" });

/** Fields that depend on the catalog of today. */
export const countedOfPipelines = [
  "runnable",
  "missing",
  "price",
  "warnings",
] as const satisfies (keyof z.output<typeof pipelineWithDefinitionSchema>)[];

export const pipelineVersionSchema = z
  .object({
    ...versionFields,
    createdAt: timeSchema,
    createdBy: z.string().nullable(),
    changes: z
      .array(z.object({ step: z.string(), change: z.enum(stepChanges) }))
      .meta({ description: "Steps that differ from the version before; empty for version 1." }),
  })
  .meta({ id: "PipelineVersion" });
