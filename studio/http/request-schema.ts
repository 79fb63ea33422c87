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
import { type Issue, StudioError } from "#studio/errors.ts";
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

/** A request whose inputs are not uploaded yet. */
const uncheckedSchema = capabilitySchema.extend({
  inputs: z
    .array(z.strictObject({ kind: z.enum(inputKinds) }))
    .max(20)
    .default([]),
});

/** Requests that one call checks; 1 MiB of body has room for forty of the longest prompts. */
const checkedMax = 40;
const checksSchema = z.strictObject({ requests: z.array(z.unknown()).min(1).max(checkedMax) });

type FindEngine = (capability: Capability) => Engine | undefined;
type Parsed = { request: SubmittedRequest } | { issues: readonly Issue[] };

/** Parses a request. Lists all problems that can be found without the inputs' bytes. */
export function parseRequest(body: unknown, findEngine: FindEngine): Parsed {
  if (typeof body === "object" && body !== null && "operation" in body) return parseOperation(body);
  const parsed = capabilitySchema.safeParse(body);
  if (!parsed.success) return { issues: toIssues(parsed.error) };
  const request: SubmittedCapability = parsed.data;
  const issues = listIssues(request, findEngine);
  return issues.length > 0 ? { issues } : { request };
}

/**
 * Lists the problems of each request that can be found before its inputs are uploaded and without work. Throws
 * `invalid_request` for another body than a list of requests.
 */
export function checkRequests(body: unknown, findEngine: FindEngine): (readonly Issue[])[] {
  const parsed = checksSchema.safeParse(body);
  if (!parsed.success) {
    const message = "Expected a list of requests.";
    throw new StudioError("invalid_request", message, { issues: toIssues(parsed.error) });
  }
  return parsed.data.requests.map((request) => {
    const read = uncheckedSchema.safeParse(request);
    return read.success ? listIssues(read.data, findEngine) : toIssues(read.error);
  });
}

type UncheckedRequest = Omit<SubmittedCapability, "inputs"> & {
  readonly inputs: readonly { readonly kind: InputKind }[];
};

function listIssues(request: UncheckedRequest, findEngine: FindEngine): Issue[] {
  const kinds = request.inputs.map(({ kind }) => kind);
  const engine = findEngine(request.capability);
  return [...findMissing(request), ...(engine?.validate?.(toEngineRequest(request), kinds) ?? [])];
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

function findMissing({ capability, prompt, inputs, parameters }: UncheckedRequest): Issue[] {
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
