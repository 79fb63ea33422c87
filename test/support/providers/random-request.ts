import * as fc from "fast-check";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import type { ModelDefinition } from "#catalog/define-provider.ts";
import type { Parameter } from "#catalog/parameters.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest } from "#domain/requests/map-request.ts";

import { fewestInputs, sampleInput, sampleRequest } from "./sample-request.ts";

/** Parameters as a message gives them, with values that no model or every model supports. */
export const anyParameters: fc.Arbitrary<GenerationParameters> = fc.record(
  {
    aspectRatio: fc.constantFrom("16:9", "1:1", "9:16", "2.39:1", "3:7"),
    width: fc.integer({ min: 16, max: 16_384 }),
    height: fc.integer({ min: 16, max: 16_384 }),
    resolution: fc.constantFrom("720p", "1080p", "4k", "full hd", "2K", "1024x768", "huge"),
    durationSeconds: fc.double({ min: 0.1, max: 3_600, noNaN: true }),
    fps: fc.integer({ min: 1, max: 240 }),
    count: fc.integer({ min: 1, max: 10 }),
    style: fc.constantFrom("watercolor", "REALISTIC", "calm"),
    voice: fc.record(
      {
        name: fc.constantFrom("nova", "Onyx", "nobody"),
        gender: fc.constantFrom("female", "male"),
      },
      { requiredKeys: [] },
    ),
    speed: fc.double({ min: 0.25, max: 4, noNaN: true }),
    language: fc.constantFrom("en", "pt-BR"),
    format: fc.constantFrom("png", "jpg", "mp4", "mp3", "wav", "glb", "xyz"),
    scale: fc.double({ min: 1, max: 16, noNaN: true }),
    strength: fc.double({ min: 0, max: 1, noNaN: true }),
    seed: fc.integer({ min: 0, max: 4_294_967_295 }),
    negativePrompt: fc.constant("blur"),
  },
  { requiredKeys: [] },
);

/** Up to three more images. */
export const furtherImages: fc.Arbitrary<InputKind[]> = fc.array(fc.constant("image" as const), {
  maxLength: 3,
});

/** Valid requests to a model: parameters of every kind, its own ones included, and up to three more images. */
export function validRequest(
  model: ModelDefinition,
  capability: Capability,
  change: Partial<AdapterRequest>,
): fc.Arbitrary<AdapterRequest> {
  const fewest = fewestInputs(model, capability);
  return fc
    .record({
      parameters: anyParameters,
      modelParameters: ownParameters(model),
      further: furtherImages,
    })
    .map(({ parameters: { voice, ...parameters }, modelParameters, further }) => {
      // A voice by name is the caller's own, so a provider may not have it.
      const { name: _, ...sound } = voice ?? {};
      return sampleRequest(model, capability, {
        ...change,
        parameters: { ...parameters, voice: sound, modelParameters },
        inputs: [...fewest, ...further].map(sampleInput),
      });
    })
    .filter(
      (request) => mapRequest(model.parameters, { ...request, explicit: {} }).issues.length === 0,
    );
}

/** Values of the model's parameters that state which values they have. */
export function ownParameters({
  parameters,
}: ModelDefinition): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.entries(parameters.properties).flatMap(([name, parameter]) => {
    const value = valueOf(parameter);
    return value === null ? [] : [[name, value] as const];
  });
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}

function valueOf(parameter: Parameter): fc.Arbitrary<unknown> | null {
  const { type, enum: values, minimum, maximum, multipleOf = 1 } = parameter;
  if (values !== undefined) return fc.constantFrom(...values);
  if (type === "boolean") return fc.boolean();
  if (minimum === undefined || maximum === undefined) return null;
  if (type === "number") return fc.double({ min: minimum, max: maximum, noNaN: true });
  if (type !== "integer") return null;
  const steps = { min: Math.ceil(minimum / multipleOf), max: Math.floor(maximum / multipleOf) };
  return fc.integer(steps).map((step) => step * multipleOf);
}
