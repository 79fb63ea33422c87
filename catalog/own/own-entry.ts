import { z } from "zod";

import type { ParameterRole } from "#catalog/parameters.ts";
import { capabilities, type Capability } from "#domain/requests/capability.ts";

import {
  modelFields,
  parameterFields,
  parameterName,
  providerFields,
  text,
  valueRoles,
} from "./own-fields.ts";
import { workflowModelSchema } from "./workflow-entry.ts";

/** Capabilities that servers with OpenAI's protocol can have. */
const ownCapabilities = [
  "text-to-image",
  "image-to-image",
  "inpainting",
  "text-to-speech",
  "speech-to-text",
  "text-to-video",
  "image-to-video",
] as const satisfies readonly Capability[];
export type OwnCapability = (typeof ownCapabilities)[number];

/** Fields of a request that the adapter sets. */
const adapterFields: ReadonlySet<string> = new Set(["model", "stream", "stream_format", "user"]);
const fieldName = parameterName.refine(
  (name) => !adapterFields.has(name),
  "is a field that the engine sets",
);

/** Roles whose parameter is a file of the request's form. */
export const fileRoles = ["image", "images", "mask", "firstFrame", "audio"] as const;
export type FileRole = (typeof fileRoles)[number];

const roles = [...valueRoles, ...fileRoles] as const satisfies readonly ParameterRole[];

const ownParameterSchema = z.strictObject({
  role: z.enum(roles).exactOptional(),
  ...parameterFields,
  /** Number of files, for the role `images`. */
  maxItems: z.int().min(1).max(16).exactOptional(),
  voices: z
    .strictObject({ female: z.array(text).min(1), male: z.array(text).min(1) })
    .exactOptional(),
});
export type OwnParameter = z.output<typeof ownParameterSchema>;

const ownModelSchema = z.strictObject({
  ...modelFields,
  /** The server's name of the model. Absent: the id. */
  model: text.max(500).exactOptional(),
  capabilities: z
    .array(
      z.enum(capabilities).refine((each) => ownCapabilities.some((own) => own === each), {
        message: `must be one of ${ownCapabilities.join(", ")}`,
      }),
    )
    .min(1),
  parameters: z.record(fieldName, ownParameterSchema).default({}),
});
export type OwnModel = z.output<typeof ownModelSchema>;

const modelsMax = 200;

/** One server and its models, as an operator writes them. */
const ownProviderSchema = z.discriminatedUnion("protocol", [
  z.strictObject({
    ...providerFields,
    protocol: z.literal("openai-compatible"),
    models: z.array(ownModelSchema).min(1).max(modelsMax),
  }),
  z.strictObject({
    ...providerFields,
    protocol: z.literal("comfyui"),
    models: z.array(workflowModelSchema).min(1).max(modelsMax),
  }),
]);
export type OwnProvider = z.output<typeof ownProviderSchema>;

export const modelsFileSchema = z.strictObject({
  providers: z.array(ownProviderSchema).max(100),
});
