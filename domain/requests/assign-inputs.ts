import type { Issue } from "#domain/errors.ts";
import { oncePerRow } from "#domain/once-per-row.ts";

import type { InputKind } from "./capability.ts";
import type { MappedRequest, MappingInput } from "./map-request.ts";
import type { ModelParameter } from "./model-parameters.ts";

/** Kinds of inputs that each role accepts, in the order in which roles are served. */
const takers = {
  mask: ["mask"],
  firstFrame: ["image"],
  lastFrame: ["image"],
  controlImage: ["image"],
  image: ["image"],
  images: ["image"],
  keyframes: ["image"],
  video: ["video"],
  audio: ["audio"],
  videoAudio: ["video", "image", "audio"],
  contents: ["image", "video", "audio"],
} as const satisfies Record<string, readonly InputKind[]>;

type InputRole = keyof typeof takers;

/** Reports whether a parameter accepts files. A boolean or enumerated `audio` parameter is a switch. */
export function isInputRole(parameter: ModelParameter): boolean {
  const role = parameter["x-role"];
  if (role === undefined || !Object.hasOwn(takers, role)) return false;
  return parameter.type !== "boolean" && parameter.enum === undefined;
}

/**
 * Assigns each input of a request to a parameter of the model: single-file parameters in order, then lists,
 * then parameters that accept any kind. An input without a matching parameter is an issue.
 */
export function assignInputs(
  properties: Readonly<Record<string, ModelParameter>>,
  { inputs = [], inputFormat }: Pick<MappingInput, "inputs" | "inputFormat">,
): Pick<MappedRequest, "inputs" | "issues"> {
  const places = placesOf(properties, inputFormat);
  const assigned: Record<string, number[]> = {};
  const issues: Issue[] = [];
  for (const [ordinal, { kind }] of inputs.entries()) {
    const place = places.find(
      ({ name, kinds, capacity }) =>
        kinds.includes(kind) && (assigned[name]?.length ?? 0) < capacity,
    );
    if (place !== undefined) {
      (assigned[place.name] ??= []).push(ordinal);
      continue;
    }
    const room = roomIn(places, kind);
    issues.push({
      pointer: `/inputs/${ordinal}`,
      code: room === 0 ? "not_used" : "too_many",
      message:
        room === 0
          ? `The model does not accept an input of kind ${kind}.`
          : `The model takes at most ${room} inputs of kind ${kind}.`,
    });
  }
  return { inputs: assigned, issues };
}

/** Number of inputs of a kind that the model accepts when there are no others. */
export function inputRoom(
  properties: Readonly<Record<string, ModelParameter>>,
  kind: InputKind,
): number {
  return roomIn(placesOf(properties, undefined), kind);
}

function roomIn(places: readonly Place[], kind: InputKind): number {
  return places
    .filter(({ kinds }) => kinds.includes(kind))
    .reduce((sum, { capacity }) => sum + capacity, 0);
}

/** Kinds of inputs that a parameter accepts; empty when it accepts none. */
export function kindsFor(parameter: ModelParameter): readonly InputKind[] {
  if (!isInputRole(parameter)) return [];
  const kinds: readonly InputKind[] = takers[parameter["x-role"] as InputRole];
  return kinds.filter((kind) => parameter["x-kinds"]?.includes(kind) ?? true);
}

interface Place {
  readonly name: string;
  readonly kinds: readonly InputKind[];
  readonly capacity: number;
}

const placesOf = oncePerRow(
  (
    properties: Readonly<Record<string, ModelParameter>>,
    inputFormat: MappingInput["inputFormat"],
  ): Place[] => {
    const all = Object.entries(properties).filter(([, parameter]) => isInputRole(parameter));
    const roles = Object.keys(takers) as InputRole[];
    const places = roles.flatMap((role) => {
      const ofRole = all.filter(([, parameter]) => parameter["x-role"] === role);
      const form = chosenForm(ofRole, inputFormat);
      return ofRole
        .filter(([, parameter]) => formOf(parameter) === form)
        .map(([name, parameter]) => ({
          name,
          kinds: kindsFor(parameter),
          capacity: capacityOf(parameter),
        }));
    });
    return [...places, ...shapedPrompts(properties)];
  },
);

/** Two parameters of one role with different formats are alternatives for the same input. */
function chosenForm(
  parameters: readonly (readonly [string, ModelParameter])[],
  wanted: MappingInput["inputFormat"],
): string | undefined {
  const forms = parameters.map(([, parameter]) => formOf(parameter));
  return wanted !== undefined && forms.includes(wanted) ? wanted : forms[0];
}

function formOf({ format, items }: ModelParameter): string | undefined {
  return format ?? items?.format;
}

function capacityOf({ type, maxItems, "x-role": role }: ModelParameter): number {
  if (type === "array") return maxItems ?? Infinity;
  // A keyframes object holds a first and a last frame.
  return role === "keyframes" ? 2 : 1;
}

/** A prompt parameter that is a list holds files in addition to the text. */
function shapedPrompts(properties: Readonly<Record<string, ModelParameter>>): Place[] {
  return Object.entries(properties).flatMap(([name, parameter]) =>
    parameter["x-role"] === "prompt" && parameter.type === "array"
      ? [{ name, kinds: takers.contents, capacity: Infinity }]
      : [],
  );
}
