import { AppError } from "#domain/errors.ts";
import { mapRequest, type MappedRequest, type MappingInput } from "#domain/requests/map-request.ts";
import type { ModelParameter } from "#domain/requests/model-parameters.ts";

import type { AdapterInput, AdapterRequest } from "./adapter.ts";
import type { FormPart } from "./request-body.ts";

/**
 * Maps the request to the model's parameters, exactly as when the job was accepted and priced. Unsupported
 * values have been replaced by the nearest, and the caller was notified. Throws `parameter_not_supported` for
 * inputs that the model has no parameter for.
 */
export function mapForProvider(
  request: AdapterRequest,
  options: Pick<MappingInput, "inputFormat"> = {},
): MappedRequest {
  const { capability, prompt, parameters, priced } = request;
  const mapped = mapRequest(request.parameterSchema, {
    capability,
    prompt,
    parameters,
    priced,
    explicit: {},
    inputs: request.inputs,
    ...options,
  });
  if (mapped.issues.length === 0) return mapped;
  throw new AppError("parameter_not_supported", {
    details: { reason: mapped.issues.map(({ message }) => message).join(" ") },
    issues: [...mapped.issues],
  });
}

/** Encodes an input for a body: a URL, a data URL, or an object in the provider's format. */
export type EncodeInput = (
  input: AdapterInput,
  place: { readonly name: string; readonly parameter: ModelParameter },
) => Promise<unknown>;

/** Returns the mapped values with the encoded inputs in their places. */
export async function fillInputs(
  request: AdapterRequest,
  mapped: MappedRequest,
  encode: EncodeInput,
): Promise<Record<string, unknown>> {
  const filled: Record<string, unknown> = { ...mapped.values };
  for (const [name, ordinals] of Object.entries(mapped.inputs)) {
    const parameter = request.parameterSchema.properties?.[name] ?? {};
    const encoded: unknown[] = [];
    for (const input of inputsAt(request, ordinals)) {
      encoded.push(await encode(input, { name, parameter }));
    }
    filled[name] = parameter.type === "array" ? encoded : encoded[0];
  }
  return filled;
}

export function inputsAt(request: AdapterRequest, ordinals: readonly number[]): AdapterInput[] {
  return ordinals.flatMap((ordinal) => request.inputs[ordinal] ?? []);
}

/**
 * Builds the nested body that parameter names describe. A dot separates path segments; `[]` is the first
 * entry of a list (`settings.duration`, `instances[].prompt`).
 */
export function toBody(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const path = name.split(".");
    let place = body;
    for (const step of path.slice(0, -1)) place = enter(place, step);
    place[path.at(-1) ?? name] = value;
  }
  return body;
}

/**
 * Converts values to form parts. Other types than strings become JSON. A list has one part for each entry.
 */
export function toFormParts(
  values: Readonly<Record<string, unknown>>,
  listName: (name: string) => string = (name) => name,
): FormPart[] {
  return Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((each) => ({ name: listName(name), value: toText(each) }))
      : [{ name, value: toText(value) }],
  );
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Place = Record<string, unknown>;

function enter(place: Place, step: string): Place {
  if (!step.endsWith("[]")) return (place[step] ??= {}) as Place;
  const list = (place[step.slice(0, -2)] ??= [{}]) as [Place];
  return list[0];
}
