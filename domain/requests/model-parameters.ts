import type { Issue } from "#domain/errors.ts";

import type { Condition } from "./apply-conditions.ts";
import type { Capability, InputKind } from "./capability.ts";
import type { GenerationParameters } from "./intent.ts";
import { mapRequest } from "./map-request.ts";

export type ParameterValue = string | number | boolean;

/**
 * One parameter of a model as its catalog row describes it: a JSON Schema with the request field that it
 * carries.
 */
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
  readonly items?: {
    readonly type?: string;
    readonly format?: string;
    readonly enum?: readonly (string | number)[];
  };
  /** Properties of an object. */
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly (string | number)[] }>>;
  readonly default?: ParameterValue;
  /** The request field that the parameter carries (catalog/parameters.ts). */
  readonly "x-role"?: string;
  /** Voices that sound female or male, best first. */
  readonly "x-voices"?: {
    readonly female: readonly string[];
    readonly male: readonly string[];
  };
  /** Value of the role `task` for each capability. */
  readonly "x-tasks"?: Readonly<Partial<Record<Capability, string>>>;
  /** Restricts the kinds of inputs that the role accepts. */
  readonly "x-kinds"?: readonly InputKind[];
  /** Lowest and highest width divided by height, of an aspect ratio that is free text. */
  readonly "x-ratios"?: readonly [least: number, most: number];
  /** Allowed values by capability; an empty list where the parameter is not accepted at all. */
  readonly "x-only"?: Readonly<Partial<Record<Capability, readonly (string | number)[]>>>;
}

/** A model's parameters, as JSON Schema (catalog/parameters.ts). */
export interface ModelParameters {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ModelParameter>>;
  readonly "x-fixed"?: Readonly<Record<string, string>>;
  readonly "x-conditions"?: readonly Condition[];
}

/**
 * Lists the parameters that a model does not accept (for the capability, if one is given), or not with this
 * value; empty when all are supported. A field that no parameter carries exactly, but that another
 * approximates (a width by a named size), is approximated and is no issue.
 */
export function unsupportedParameters(
  model: ModelParameters,
  parameters: GenerationParameters,
  capability?: Capability,
): Issue[] {
  const wish = { parameters, ...(capability === undefined ? {} : { capability }) };
  return [...mapRequest(model, wish).issues];
}
