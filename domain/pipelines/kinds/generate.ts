import { z } from "zod";

import type { Issue } from "#domain/errors.ts";
import {
  commonFields,
  filePlaces,
  filesSchema,
  parametersSchema,
  placesWithin,
  textSchema,
} from "#domain/pipelines/fields.ts";
import { fileOf, fileTypes, kindOfFile, textCapabilities } from "#domain/pipelines/value-types.ts";
import {
  capabilities,
  capabilityRules,
  missingInputs,
  resultContentType,
  takesTextOnly,
  type FileKind,
} from "#domain/requests/capability.ts";
import { optimizeGoals } from "#domain/routing/routing.ts";

import type { StepKind, StepTypes } from "./step-kind.ts";

const wordSchema = z.string().min(1).max(200);

export const routingSchema = z.strictObject({
  optimizeFor: z.enum(optimizeGoals).optional(),
  allow: z.array(wordSchema).max(50).optional(),
  deny: z.array(wordSchema).max(50).optional(),
  failover: z.boolean().optional(),
});

const targetFields = {
  model: wordSchema.optional(),
  provider: wordSchema.optional(),
  routing: routingSchema.optional(),
  parameters: parametersSchema.optional(),
};

const schema = z
  .strictObject({
    kind: z.literal("generate"),
    ...commonFields,
    capability: z.enum(capabilities),
    prompt: textSchema.optional(),
    inputs: filesSchema.optional(),
    ...targetFields,
    maxCredits: z.int().min(1).max(30).optional(),
    retries: z.int().min(0).max(3).optional().meta({
      description: "Further attempts after a failure, each as a job of its own.",
    }),
    fallback: z.array(z.strictObject(targetFields)).max(3).optional().meta({
      description: "Other models or parameters, used in order after the attempts have failed.",
    }),
  })
  .meta({
    id: "PipelineGenerateStep",
    description: "Generates media, as POST /v1/generations does.",
  });

export type GenerateStep = z.output<typeof schema>;

export const generate: StepKind<GenerateStep> = {
  effect: "job",
  version: 1,
  schema: () => schema,
  places: ({ prompt, inputs, parameters, fallback }) => [
    ...(prompt === undefined ? [] : [{ path: ["prompt"], text: prompt, wants: "text" } as const]),
    ...filePlaces(inputs),
    ...placesWithin(parameters, ["parameters"]),
    ...(fallback ?? []).flatMap((target, ordinal) =>
      placesWithin(target.parameters, ["fallback", ordinal, "parameters"]),
    ),
  ],
  resultOf(step, types) {
    if (textCapabilities.includes(step.capability)) return { text: "string", credits: "int" };
    const kinds = inputKindsOf(step, types).filter((kind) => kind !== "model");
    const contentType = resultContentType(step.capability, kinds);
    const output = fileTypes[contentType === "3d" ? "model" : contentType];
    return { output, outputs: `list<${output}>`, credits: "int" };
  },
  issues(step, types) {
    const { capability, inputs = [], prompt } = step;
    const { title, needsPrompt } = capabilityRules[capability];
    const issues: Issue[] = [];
    if (needsPrompt && prompt === undefined) {
      issues.push({ pointer: "/prompt", code: "required", message: `${title} needs a prompt.` });
    }
    const kinds = inputKindsOf(step, types);
    for (const [ordinal, kind] of kinds.entries()) {
      if (kind !== "model" && !takesTextOnly(capability)) continue;
      const message = `${title} does not accept an input of kind ${kind}.`;
      issues.push({ pointer: `/inputs/${ordinal}`, code: "not_used", message });
    }
    // An input whose type is unknown may be of any kind.
    if (kinds.length < inputs.length) return issues;
    for (const kind of missingInputs(
      capability,
      kinds.filter((each) => each !== "model"),
    )) {
      const message = `${title} needs an input of kind ${kind}.`;
      issues.push({ pointer: "/inputs", code: "input_missing", message });
    }
    return issues;
  },
};

/** Kinds of the inputs, one for each place whose type is known. */
function inputKindsOf(step: Pick<GenerateStep, "inputs">, types: StepTypes): FileKind[] {
  return (step.inputs ?? []).flatMap((given, ordinal) => {
    const path = ["inputs", ordinal, ...(typeof given === "string" ? [] : ["from"])];
    const file = fileOf(types.at(path) ?? "");
    if (file === undefined) return [];
    return [typeof given === "string" ? kindOfFile(file) : given.kind];
  });
}
