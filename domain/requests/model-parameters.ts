import type { Issue } from "#domain/errors.ts";

import type { Capability, InputKind } from "./capability.ts";
import type { GenerationParameters } from "./intent.ts";
import { mapRequest } from "./map-request.ts";

export type ParameterValue = string | number | boolean;

/** One parameter of a model as its catalog row describes it: JSON Schema, and which field it stands for. */
export interface ModelParameter {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: { readonly type?: string; readonly format?: string };
  readonly default?: ParameterValue;
  /** Which of our fields it stands for (catalog/parameters.ts). */
  readonly "x-role"?: string;
  /** Values of a voice that are heard as female or as male, best first. */
  readonly "x-voices"?: {
    readonly female: readonly string[];
    readonly male: readonly string[];
  };
  /** The only kinds of inputs that it takes, of those that its role stands for. */
  readonly "x-kinds"?: readonly InputKind[];
  /** By capability: the only values that it takes there; an empty list where it is not taken at all. */
  readonly "x-only"?: Readonly<Partial<Record<Capability, readonly (string | number)[]>>>;
}

/** What a model takes, as JSON Schema (catalog/parameters.ts). */
export interface ModelParameters {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ModelParameter>>;
  readonly "x-fixed"?: Readonly<Record<string, string>>;
}

/**
 * Every parameter that a model does not take (for this capability, if one is given), or not with
 * this value; empty when all are fine.
 * A field that no parameter of the model means exactly, but that another can carry (a width by a
 * named size), is carried as near as that gets, and is no issue.
 */
export function unsupportedParameters(
  model: ModelParameters,
  parameters: GenerationParameters,
  capability?: Capability,
): Issue[] {
  const wish = { parameters, ...(capability === undefined ? {} : { capability }) };
  return [...mapRequest(model, wish).issues];
}
