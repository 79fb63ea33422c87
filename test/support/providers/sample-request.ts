import { createHash } from "node:crypto";

import type { AdapterInput, AdapterRequest } from "#activities/providers/adapter.ts";
import type { ModelDefinition, ProviderDefinition } from "#catalog/define-provider.ts";
import { toPricing } from "#catalog/to-pricing.ts";
import {
  capabilityRules,
  resultContentType,
  type Capability,
  type InputKind,
} from "#domain/requests/capability.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest } from "#domain/requests/map-request.ts";

import { mediaFile, mediaTypes, type MediaName } from "./media-files.ts";

/**
 * The smallest set of inputs that a model needs for a capability, with a mask where the model requires one.
 */
export function fewestInputs(model: ModelDefinition, capability: Capability): InputKind[] {
  const { properties, required } = model.parameters;
  const sets: readonly (readonly InputKind[])[] = capabilityRules[capability].inputs;
  const kinds = (sets.find((set) => fits(model, set)) ?? []).filter((kind) => kind !== "mask");
  const roles = required.map((name) => properties[name]?.["x-role"] ?? "");
  const pictures = ["image", "images", "controlImage", "firstFrame", "keyframes"];
  const more: InputKind[] = [];
  if (roles.includes("mask")) more.push("mask");
  if (roles.includes("video") && !kinds.includes("video")) more.push("video");
  if (roles.some((role) => pictures.includes(role)) && !kinds.includes("image")) more.push("image");
  return [...kinds, ...more];
}

function fits(model: ModelDefinition, set: readonly InputKind[]): boolean {
  const inputs = set.map((kind) => ({ kind }));
  return mapRequest(model.parameters, { parameters: {}, inputs }).issues.length === 0;
}

const inputFiles: Readonly<Record<InputKind, MediaName>> = {
  image: "png",
  mask: "png",
  video: "mp4",
  audio: "mp3",
};

/** An input as the engine passes it to an adapter. */
export function sampleInput(kind: InputKind): AdapterInput {
  const name = inputFiles[kind];
  const bytes = mediaFile(name);
  return {
    kind,
    contentType: mediaTypes[name],
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    url: `https://media.example.com/files/job_1.input.0?expires=1&signature=${kind}`,
    async *open() {
      yield bytes;
    },
  };
}

/** All parameters that a message can set at once; each model uses those that it supports. */
export const manyParameters: GenerationParameters = {
  aspectRatio: "16:9",
  resolution: "1080p",
  durationSeconds: 5,
  fps: 24,
  count: 2,
  style: "watercolor",
  voice: { gender: "female" },
  speed: 1.25,
  language: "en",
  scale: 2,
  strength: 0.5,
  seed: 7,
  negativePrompt: "blur",
};

export function sampleRequest(
  model: ModelDefinition,
  capability: Capability,
  change: Partial<AdapterRequest> = {},
): AdapterRequest {
  const kinds = fewestInputs(model, capability);
  return {
    modelId: model.id,
    upstreamModel: model.upstreamModel ?? model.id,
    capability,
    contentType: resultContentType(capability, kinds),
    prompt: "a red fox in the snow",
    inputs: kinds.map(sampleInput),
    parameters: {},
    parameterSchema: model.parameters,
    priced: toPricing(model),
    inputsAreReachable: true,
    ...change,
  };
}

/** Builds sample requests to the models of one provider, by model id. */
export function requestsTo({ slug, models }: ProviderDefinition) {
  return (
    id: string,
    capability: Capability,
    change: Partial<AdapterRequest> = {},
  ): AdapterRequest => {
    const model = models.find((each) => each.id === id);
    if (model === undefined) throw new Error(`${slug} has no model ${id}`);
    return sampleRequest(model, capability, change);
  };
}
