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
import { inputsMax } from "#studio/engines/media/limits.ts";
import { describeInputs, fitsInputs } from "#studio/engines/media/operation.ts";
import { operationNames, operations } from "#studio/engines/media/operations.ts";
import type { Issue } from "#studio/errors.ts";
import {
  type SubmittedCapability,
  type SubmittedRequest,
  toEngineRequest,
} from "#studio/generations/generation.ts";

const shortText = z.string().min(1).max(100);
const pixels = z.number().int().min(16).max(8192);

const typedOperation = z.strictObject({
  operation: z.enum(operationNames),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

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
  operations: z
    .array(z.union([shortText, typedOperation]))
    .max(20)
    .optional(),
  timestamps: z.boolean().optional(),
  sound: z.boolean().optional(),
  trimStartSeconds: z.number().min(0).optional(),
  trimEndSeconds: z.number().min(0).optional(),
});

const inputSchema = z.strictObject({
  kind: z.enum(inputKinds),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "expected 64 lower-case hexadecimal digits"),
});

const capabilitySchema = z.strictObject({
  model: shortText,
  capability: z.enum(capabilities),
  prompt: z.string().trim().max(20_000).default(""),
  inputs: z.array(inputSchema).max(20).default([]),
  parameters: parametersSchema.default({}),
});

const operationSchema = z.strictObject({
  model: shortText,
  operation: z.enum(operationNames),
  inputs: z.array(inputSchema).max(inputsMax).default([]),
  parameters: z.record(z.string(), z.unknown()).default({}),
});

type Parsed = { request: SubmittedRequest } | { issues: readonly Issue[] };

/** Parses a request. Lists all problems that can be found without the inputs' bytes. */
export function parseRequest(
  body: unknown,
  findEngine: (capability: Capability) => Engine | undefined,
): Parsed {
  if (typeof body === "object" && body !== null && "operation" in body) return parseOperation(body);
  const parsed = capabilitySchema.safeParse(body);
  if (!parsed.success) return { issues: toIssues(parsed.error) };
  const request: SubmittedCapability = parsed.data;
  const issues = [
    ...findMissing(request),
    ...(findEngine(request.capability)?.validate?.(
      toEngineRequest(request),
      request.inputs.map(({ kind }) => kind),
    ) ?? []),
  ];
  return issues.length > 0 ? { issues } : { request };
}

function parseOperation(body: object): Parsed {
  const parsed = operationSchema.safeParse(body);
  if (!parsed.success) return { issues: toIssues(parsed.error) };
  const { operation, inputs, parameters } = parsed.data;
  const { takes, validate } = operations[operation];
  const kinds = inputs.map(({ kind }) => kind);
  const issues = validate(parameters, kinds);
  if (!fitsInputs(takes, kinds)) {
    const message = `${operation} takes ${describeInputs(takes)}`;
    issues.unshift({ path: "inputs", message });
  }
  return issues.length > 0 ? { issues } : { request: parsed.data };
}

function toIssues({ issues }: z.ZodError): Issue[] {
  return issues.map(({ path, message }) => ({ path: path.join("."), message }));
}

function findMissing({ capability, prompt, inputs, parameters }: SubmittedCapability): Issue[] {
  const issues: Issue[] = [];
  // A named style replaces the prompt of an image-to-image request, a list of operations that of an edit.
  const saysWhat =
    prompt !== "" ||
    (capability === "image-to-image" && parameters.style) ||
    (capability === "video-editing" && parameters.operations);
  if (capabilityRules[capability].needsPrompt && !saysWhat) {
    issues.push({ path: "prompt", message: `${capability} needs a prompt` });
  }
  const attached: InputKind[] = inputs.map(({ kind }) => kind);
  for (const kind of missingInputs(capability, attached)) {
    issues.push({ path: "inputs", message: `${capability} needs an input of kind ${kind}` });
  }
  return issues;
}
