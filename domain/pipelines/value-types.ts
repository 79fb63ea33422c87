import type { Capability, FileKind } from "#domain/requests/capability.ts";

/**
 * Type of a value within a pipeline, in CEL's notation: `string`, `int`, `double`, `bool`, a file type, `Intent`,
 * `list<T>`, or `optional<T>` for a value that may be absent.
 */
export type ValueType = string;

/** Types of files, by the kind of a pipeline's input. */
export const fileTypes = {
  image: "Image",
  video: "Video",
  audio: "Audio",
  model: "Model",
} as const;
export type FileType = (typeof fileTypes)[keyof typeof fileTypes];

const facts = { contentType: "string", bytes: "int", sha256: "string" };
const size = { width: "int", height: "int" };
const duration = { durationSeconds: "double" };

/** Fields of the values that have fields. */
export const objectTypes = {
  Image: { ...facts, ...size },
  Video: { ...facts, ...size, ...duration },
  Audio: { ...facts, ...duration },
  Model: facts,
  Intent: { capability: "string", subject: "string", parameters: "IntentParameters" },
  IntentParameters: {
    aspectRatio: "optional<string>",
    width: "optional<int>",
    height: "optional<int>",
    durationSeconds: "optional<double>",
    count: "optional<int>",
    style: "optional<string>",
    language: "optional<string>",
    seed: "optional<int>",
    negativePrompt: "optional<string>",
  },
} as const satisfies Record<string, Readonly<Record<string, ValueType>>>;

function isFileType(type: ValueType): type is FileType {
  return (Object.values(fileTypes) as ValueType[]).includes(type);
}

export function isOptional(type: ValueType): boolean {
  return type.startsWith("optional<");
}

/** Marks a type as possibly absent; an optional type stays as it is. */
export function optionalOf(type: ValueType): ValueType {
  return isOptional(type) ? type : `optional<${type}>`;
}

/** Returns the type of a value that is present. */
export function presentOf(type: ValueType): ValueType {
  return isOptional(type) ? type.slice("optional<".length, -1) : type;
}

/** Returns the type of a list's items; undefined for any other type. */
export function itemOf(type: ValueType): ValueType | undefined {
  return type.startsWith("list<") ? type.slice("list<".length, -1) : undefined;
}

/** Returns the file type of a file, or of the files of a list; undefined for any other type. */
export function fileOf(type: ValueType): FileType | undefined {
  const present = presentOf(type);
  const file = itemOf(present) ?? present;
  return isFileType(file) ? file : undefined;
}

/** Returns the kind that a file of a type has unless a step says otherwise. */
export function kindOfFile(type: FileType): Exclude<FileKind, "mask"> {
  return type.toLowerCase() as Exclude<FileKind, "mask">;
}

/** Capabilities whose result is text instead of a file. */
export const textCapabilities: readonly Capability[] = ["speech-to-text", "vision-analysis"];
