import { z } from "zod";

import {
  type Capability,
  type InputKind,
  capabilities,
  capabilityRules,
  inputKinds,
  missingInputs,
} from "#studio/capability.ts";
import type { Engine } from "#studio/engine.ts";
import type { Issue } from "#studio/errors.ts";
import { type SubmittedRequest, toEngineRequest } from "#studio/generations/generation.ts";

const shortText = z.string().min(1).max(100);
const pixels = z.number().int().min(16).max(8192);

const parametersSchema = z.strictObject({
  aspectRatio: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,3})?:\d{1,3}(\.\d{1,3})?$/, "expected two numbers as in 16:9")
    .optional(),
  width: pixels.optional(),
  height: pixels.optional(),
  resolution: shortText.optional(),
  durationSeconds: z.number().positive().max(600).optional(),
  fps: z.number().min(1).max(120).optional(),
  count: z.number().int().min(1).max(10).optional(),
  style: shortText.optional(),
  voice: z
    .strictObject({
      gender: z.enum(["female", "male"]).optional(),
      accent: shortText.optional(),
      tone: shortText.optional(),
      age: shortText.optional(),
      name: shortText.optional(),
    })
    .optional(),
  speed: z.number().min(0.1).max(10).optional(),
  language: shortText.optional(),
  format: shortText.optional(),
  scale: z.number().min(1).max(16).optional(),
  strength: z.number().min(0).max(1).optional(),
  seed: z.number().int().min(0).max(0xffff_ffff).optional(),
  negativePrompt: z.string().max(4000).optional(),
  operations: z.array(shortText).max(20).optional(),
  timestamps: z.boolean().optional(),
  trimStartSeconds: z.number().min(0).optional(),
  trimEndSeconds: z.number().min(0).optional(),
});

const requestSchema = z.strictObject({
  model: shortText,
  capability: z.enum(capabilities),
  prompt: z.string().trim().max(20_000).default(""),
  inputs: z
    .array(
      z.strictObject({
        kind: z.enum(inputKinds),
        sha256: z.string().regex(/^[0-9a-f]{64}$/, "expected 64 lower-case hexadecimal digits"),
      }),
    )
    .max(8)
    .default([]),
  parameters: parametersSchema.default({}),
});

/** Parses a request. Lists all problems that can be found without the inputs' bytes. */
export function parseRequest(
  body: unknown,
  findEngine: (capability: Capability) => Engine | undefined,
): { request: SubmittedRequest } | { issues: readonly Issue[] } {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) {
    return {
      issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
    };
  }
  const request: SubmittedRequest = parsed.data;
  const issues = [
    ...findMissing(request),
    ...(findEngine(request.capability)?.validate?.(toEngineRequest(request)) ?? []),
  ];
  return issues.length > 0 ? { issues } : { request };
}

function findMissing({ capability, prompt, inputs, parameters }: SubmittedRequest): Issue[] {
  const issues: Issue[] = [];
  // A named style replaces the prompt of an image-to-image request.
  const saysWhat = prompt !== "" || (capability === "image-to-image" && parameters.style);
  if (capabilityRules[capability].needsPrompt && !saysWhat) {
    issues.push({ path: "prompt", message: `${capability} needs a prompt` });
  }
  const attached: InputKind[] = inputs.map(({ kind }) => kind);
  for (const kind of missingInputs(capability, attached)) {
    issues.push({ path: "inputs", message: `${capability} needs an input of kind ${kind}` });
  }
  return issues;
}
