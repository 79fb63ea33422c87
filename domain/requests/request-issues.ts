import type { Issue } from "#domain/errors.ts";

import { assignInputs, inputRoom, kindsFor } from "./assign-inputs.ts";
import {
  type Capability,
  capabilityRules,
  type InputKind,
  missingInputs,
  takesTextOnly,
} from "./capability.ts";
import { isEdit } from "./carry-operations.ts";
import { mapRequest, modelFor, parameterOf, type MappingInput } from "./map-request.ts";
import type { ModelParameters } from "./model-parameters.ts";
import { isMaskSize } from "./sizes.ts";

/** A request with a known capability. An absent prompt is not checked. */
export type CapableWish = MappingInput & { readonly capability: Capability };

/**
 * Lists everything that prevents a model from fulfilling a request: a missing prompt or input, inputs that it
 * does not use, unsupported lengths and values. Empty when it can fulfil the request.
 */
export function requestIssues(model: ModelParameters, wish: CapableWish): Issue[] {
  return [
    ...missingKinds(model, wish).map((kind) => ({
      pointer: "/inputs",
      code: "input_missing",
      message: `Attach an input of kind ${kind}.`,
    })),
    ...promptIssues(model, wish),
    ...uselessInputs(wish),
    ...maskIssues(wish),
    ...mapRequest(model, takesTextOnly(wish.capability) ? { ...wish, inputs: [] } : wish).issues,
  ];
}

/** Lists the kinds of inputs that must still be attached, for the capability and for the model. */
export function missingKinds(
  model: ModelParameters,
  { capability, inputs = [] }: Pick<CapableWish, "capability" | "inputs">,
): InputKind[] {
  const { properties = {}, required = [] } = modelFor(model, capability);
  const kinds = inputs.map(({ kind }) => kind);
  const missing = new Set(missingInputs(capability, kinds));
  const { inputs: assigned } = assignInputs(properties, { inputs });
  for (const name of required) {
    const parameter = properties[name] ?? {};
    const wanted = kindsFor(parameter);
    const lacking = (parameter.minItems ?? 1) - (assigned[name]?.length ?? 0);
    // An input that the capability lacks may also satisfy this parameter.
    if (lacking <= 0 || wanted.some((kind) => missing.has(kind))) continue;
    const kind = wanted.find((each) => !kinds.includes(each)) ?? wanted[0];
    if (kind !== undefined) missing.add(kind);
  }
  return [...missing];
}

/** Lists the sets of inputs that let a model fulfil a capability; an empty set where it needs none. */
export function inputSets(model: ModelParameters, capability: Capability): InputKind[][] {
  const { properties = {} } = modelFor(model, capability);
  const sets: readonly (readonly InputKind[])[] = capabilityRules[capability].inputs;
  return sets
    .filter((set) => set.every((kind) => inputRoom(properties, kind) > 0))
    .map((set) => {
      const inputs = set.map((kind) => ({ kind }));
      return [...set, ...missingKinds(model, { capability, inputs })];
    });
}

/** Number of inputs of each kind that a model accepts. */
export function roomFor(
  model: ModelParameters,
  capability: Capability,
): ReadonlyMap<InputKind, number> {
  if (takesTextOnly(capability)) return new Map();
  const { properties = {} } = modelFor(model, capability);
  const kinds: readonly InputKind[] = ["image", "mask", "video", "audio"];
  return new Map(
    kinds.flatMap((kind) => {
      const room = inputRoom(properties, kind);
      return room === 0 ? [] : [[kind, room] as const];
    }),
  );
}

/** Reports whether a model needs a prompt for this capability. */
export function needsPrompt(model: ModelParameters, capability: Capability): boolean {
  if (capabilityRules[capability].needsPrompt) return true;
  const { properties = {}, required = [] } = modelFor(model, capability);
  const [name = "", parameter] =
    parameterOf(properties, "prompt") ?? parameterOf(properties, "text") ?? [];
  return required.includes(name) && parameter?.type === "string" && parameter.default === undefined;
}

function promptIssues(
  model: ModelParameters,
  { capability, prompt, parameters }: CapableWish,
): Issue[] {
  if (parameters.operations?.some(isEdit)) return [];
  if (prompt === undefined || prompt.trim() !== "" || !needsPrompt(model, capability)) return [];
  const message = capabilityRules[capability].needsPrompt
    ? `${capabilityRules[capability].title} needs a prompt.`
    : "The model needs a prompt.";
  return [{ pointer: "/prompt", code: "required", message }];
}

/** Models with a text-only capability may accept images, but only for other capabilities. */
function uselessInputs({ capability, inputs = [] }: CapableWish): Issue[] {
  if (!takesTextOnly(capability)) return [];
  return inputs.map(({ kind }, ordinal) => ({
    pointer: `/inputs/${ordinal}`,
    code: "not_used",
    message: `${capabilityRules[capability].title} does not accept an input of kind ${kind}.`,
  }));
}

/** Issues for masks whose size is known before they are sent. */
function maskIssues({ inputs = [] }: CapableWish): Issue[] {
  return inputs.flatMap(({ kind, width, height }, ordinal) =>
    kind !== "mask" || width === undefined || height === undefined || isMaskSize({ width, height })
      ? []
      : [{ pointer: `/inputs/${ordinal}`, code: "too_large", message: maskTooLarge }],
  );
}

const maskTooLarge = "A mask may have 8,192 pixels a side and 16,777,216 in all.";
