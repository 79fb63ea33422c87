import type { Condition } from "#domain/requests/apply-conditions.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";

/**
 * The canonical request fields that a provider's parameter may carry (`x-role`). A parameter without a role
 * is provider-specific and is sent unchanged.
 */
export const parameterRoles = {
  prompt: "what to make or to change, in words",
  negativePrompt: "what to avoid",
  text: "the words to speak, read as they stand",
  contents: "prompt, images and videos together in one list of the provider's own shape",
  image: "the image to work on, or one reference image",
  images: "several reference images",
  controlImage: "the image whose edges or depth steer the result",
  mask: "the area to change; white is changed",
  firstFrame: "the image that a video starts with",
  lastFrame: "the image that a video ends with",
  keyframes: "images at given moments of a video",
  transitions: "what happens between two keyframes",
  video: "the video to work on",
  audio: "the recording to work on; as a switch, whether a video gets sound",
  videoAudio: "the video and the speech of a lip sync, in one list",
  aspectRatio: "width to height; sometimes as a pair of pixel sizes",
  resolution: "a named size such as 720p",
  size: "a size as one word such as 1024x1024",
  width: "pixels",
  height: "pixels",
  duration: "length of the result, in seconds or as a word such as 5s",
  fps: "frames per second",
  count: "how many results",
  seed: "the same seed and request give a similar result",
  style: "a look or a manner of speaking",
  quality: "how much effort, in the provider's words",
  format: "file format of the result",
  voice: "who speaks",
  language: "language of the speech",
  speed: "pace of the speech, 1 is normal",
  strength: "how far a result may leave its input, or follow its control",
  scale: "how many times larger",
  timestamps: "whether a transcript tells when each word is said",
  trimStart: "where the wanted part of a recording begins, in seconds",
  trimEnd: "where the wanted part of a recording ends, in seconds",
  loras: "adapters that change the model's style",
  operations: "names of changes of the input, or media operations with their parameters",
  task: "which of the model's operations is meant",
  jsonSchema: "shape of a structured answer",
  idempotencyKey: "our reference, by which the provider refuses or finds a repeated request",
} as const;

export type ParameterRole = keyof typeof parameterRoles;

export const parameterTypes = [
  "string",
  "integer",
  "number",
  "boolean",
  "array",
  "object",
] as const;

/** One parameter as JSON Schema; its key is the provider's name for it. */
export interface Parameter {
  readonly type: (typeof parameterTypes)[number];
  readonly format?: "uri" | "binary";
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: {
    readonly type: Parameter["type"];
    readonly format?: "uri" | "binary";
    readonly enum?: readonly string[];
  };
  readonly properties?: Readonly<Record<string, Parameter>>;
  readonly default?: string | number | boolean;
  readonly "x-role"?: ParameterRole;
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

/**
 * A model's parameters, as JSON Schema. A dot in a name is a path into the provider's body and `[]` a list in
 * it (`settings.duration`, `instances[].prompt`). `x-fixed` is always sent unchanged.
 */
export interface Parameters {
  readonly type: "object";
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Parameter>>;
  readonly "x-fixed"?: Readonly<Record<string, string>>;
  /** Combinations of values that the provider refuses otherwise. */
  readonly "x-conditions"?: readonly Condition[];
}

export function parameters(
  required: readonly string[],
  properties: Readonly<Record<string, Parameter>>,
  fixed?: Readonly<Record<string, string>>,
  conditions?: readonly Condition[],
): Parameters {
  return {
    type: "object",
    required,
    properties,
    ...(fixed === undefined ? {} : { "x-fixed": fixed }),
    ...(conditions === undefined ? {} : { "x-conditions": conditions }),
  };
}

type Options = Omit<
  Parameter,
  | "type"
  | "x-role"
  | "x-voices"
  | "x-tasks"
  | "x-kinds"
  | "x-ratios"
  | "x-only"
  | "items"
  | "enum"
  | "format"
> & {
  readonly role?: ParameterRole;
  readonly only?: NonNullable<Parameter["x-only"]>;
  readonly kinds?: NonNullable<Parameter["x-kinds"]>;
  readonly ratios?: NonNullable<Parameter["x-ratios"]>;
  readonly voices?: NonNullable<Parameter["x-voices"]>;
  readonly tasks?: NonNullable<Parameter["x-tasks"]>;
};

export function string(options: Options = {}): Parameter {
  return parameter("string", options);
}

/** URL of a file. */
export function uri(options: Options = {}): Parameter {
  return parameter("string", options, { format: "uri" });
}

/** A file's bytes, sent as one part of a multipart body. */
export function binary(options: Options = {}): Parameter {
  return parameter("string", options, { format: "binary" });
}

export function choice(values: readonly string[], options: Options = {}): Parameter {
  return parameter("string", options, { enum: values });
}

export function integer(options: Options & { enum?: readonly number[] } = {}): Parameter {
  return parameter("integer", options);
}

export function number(options: Options = {}): Parameter {
  return parameter("number", options);
}

export function boolean(options: Options = {}): Parameter {
  return parameter("boolean", options);
}

export function list(
  of: "string" | "number" | "object" | "uri" | "binary",
  options: Options = {},
): Parameter {
  const items: NonNullable<Parameter["items"]> =
    of === "uri" || of === "binary" ? { type: "string", format: of } : { type: of };
  return parameter("array", options, { items });
}

/** A list of allowed values, of which any number may be given. */
export function words(values: readonly string[], options: Options = {}): Parameter {
  return parameter("array", options, { items: { type: "string", enum: values } });
}

export function object(options: Options = {}): Parameter {
  return parameter("object", options);
}

function parameter(
  type: Parameter["type"],
  { role, voices, tasks, kinds, ratios, only = onlyTasks(tasks), ...rest }: Options,
  more: Partial<Parameter> = {},
): Parameter {
  return {
    type,
    ...rest,
    ...more,
    ...(role === undefined ? {} : { "x-role": role }),
    ...(voices === undefined ? {} : { "x-voices": voices }),
    ...(tasks === undefined ? {} : { "x-tasks": tasks }),
    ...(kinds === undefined ? {} : { "x-kinds": kinds }),
    ...(ratios === undefined ? {} : { "x-ratios": ratios }),
    ...(only === undefined ? {} : { "x-only": only }),
  };
}

/** The capability determines the task, which often determines the price. */
function onlyTasks(tasks: Parameter["x-tasks"]): Parameter["x-only"] {
  return tasks && Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, [task]]));
}
