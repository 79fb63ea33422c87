import { z } from "zod";

import type { ParameterRole } from "#catalog/parameters.ts";
import { capabilities, capabilityRules, type Capability } from "#domain/requests/capability.ts";

import { modelFields, parameterFields, parameterName, text, valueRoles } from "./own-fields.ts";

/** Capabilities whose result a workflow saves as a file of an image, a video or a recording. */
const workflowCapabilities: readonly Capability[] = capabilities.filter(
  (each) =>
    capabilityRules[each].contentType !== "3d" &&
    each !== "speech-to-text" &&
    each !== "vision-analysis",
);

/** Roles whose parameter is a file that the engine uploads before the prompt. */
export const uploadRoles = [
  "image",
  "controlImage",
  "mask",
  "firstFrame",
  "lastFrame",
  "video",
  "audio",
] as const satisfies readonly ParameterRole[];

const roles = [...valueRoles, "scale", ...uploadRoles] as const satisfies readonly ParameterRole[];

/** `<id of a node>.<name of its input>`; ids have no dots, names of inputs may. */
const place = text.max(200);

const workflowParameterSchema = z.strictObject({
  /** Inputs of nodes that get the value. */
  at: z.union([place, z.array(place).min(1).max(20)]),
  role: z.enum(roles).exactOptional(),
  ...parameterFields,
  /** A new value for each job that states none, so that the server does not return the files of an equal prompt. */
  random: z.boolean().exactOptional(),
});
export type WorkflowParameter = z.output<typeof workflowParameterSchema>;

export const workflowModelSchema = z.strictObject({
  ...modelFields,
  capabilities: z
    .array(
      z.enum(capabilities).refine((each) => workflowCapabilities.includes(each), {
        message: `must be one of ${workflowCapabilities.join(", ")}`,
      }),
    )
    .min(1),
  /** File with the workflow in ComfyUI's API format, relative to the file of the models. */
  workflow: text.max(1_000),
  parameters: z.record(parameterName, workflowParameterSchema).default({}),
  /** The node whose files are the result. Absent: all nodes that save files. */
  output: z.strictObject({ node: text.max(100) }).exactOptional(),
});
export type WorkflowModel = z.output<typeof workflowModelSchema>;

export function isUploadRole(
  role: WorkflowParameter["role"],
): role is (typeof uploadRoles)[number] {
  return uploadRoles.some((each) => each === role);
}

export function listPlaces({ at }: WorkflowParameter): readonly string[] {
  return typeof at === "string" ? [at] : at;
}
