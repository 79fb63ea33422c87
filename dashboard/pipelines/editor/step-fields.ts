import type { PipelineStep } from "@gme/client";

import type { StepKind } from "./definition.ts";

/**
 * Editor of a field of a step. `number` also takes an expression; `lines` is a list with one entry a line, and
 * `json` any other value.
 */
export type FieldEditor = "text" | "line" | "number" | "flag" | "lines" | "json" | "choice";

export interface StepField {
  readonly name: string;
  /** Key of the label in `words.pipelines.fields`, when it differs from the name. */
  readonly label?: string;
  readonly editor: FieldEditor;
  readonly choices?: readonly string[];
  readonly isRequired?: true;
}

const capabilities = [
  "text-to-image",
  "image-to-image",
  "inpainting",
  "text-to-video",
  "image-to-video",
  "video-editing",
  "text-to-speech",
  "speech-to-text",
  "speech-to-speech",
  "upscaling",
  "enhancement",
  "restoration",
  "lip-sync",
  "text-to-3d",
  "image-to-3d",
  "vision-analysis",
] as const satisfies readonly Extract<PipelineStep, { kind: "generate" }>["capability"][];

const operations = [
  "trim",
  "cut",
  "speed",
  "reverse",
  "fade",
  "volume",
  "loudness",
  "convert",
  "concat",
  "crop",
  "resize",
  "rotate",
  "stabilize",
  "grade",
  "overlayText",
  "overlay",
  "mux",
  "slideshow",
  "mix",
  "subtitles",
  "frame",
  "collage",
  "turntable",
] as const satisfies readonly Extract<PipelineStep, { kind: "transform" }>["operation"][];

const files = { name: "inputs", label: "inputFiles", editor: "lines" } as const;

/** Fields of each kind, in the order of the form. Inner steps have separate forms. */
export const stepFields: Record<StepKind, readonly StepField[]> = {
  generate: [
    { name: "capability", editor: "choice", choices: capabilities, isRequired: true },
    { name: "prompt", editor: "text" },
    files,
    { name: "model", editor: "line" },
    { name: "provider", editor: "line" },
    { name: "parameters", editor: "json" },
    { name: "maxCredits", editor: "number" },
    { name: "retries", editor: "number" },
    { name: "fallback", editor: "json" },
  ],
  transform: [
    { name: "operation", editor: "choice", choices: operations, isRequired: true },
    { ...files, isRequired: true },
    { name: "parameters", editor: "json" },
  ],
  map: [
    { name: "over", editor: "line", isRequired: true },
    { name: "maxItems", editor: "number", isRequired: true },
    { name: "value", editor: "line", isRequired: true },
    { name: "concurrency", editor: "number" },
    { name: "onItemError", editor: "choice", choices: ["fail", "drop"] },
  ],
  switch: [
    { name: "cases", editor: "json", isRequired: true },
    { name: "otherwise", editor: "json" },
  ],
  approve: [
    { name: "question", editor: "text", isRequired: true },
    { name: "show", editor: "lines" },
    { name: "options", editor: "json" },
    { name: "takesText", editor: "flag" },
  ],
  read: [{ name: "message", editor: "text", isRequired: true }],
  write: [
    { name: "instruction", editor: "text", isRequired: true },
    { name: "maxWords", editor: "number", isRequired: true },
  ],
  value: [{ name: "value", editor: "line", isRequired: true }],
  pipeline: [
    { name: "pipeline", editor: "line", isRequired: true },
    { name: "version", editor: "number", isRequired: true },
    { name: "inputs", editor: "json" },
  ],
  call: [
    { name: "url", editor: "line" },
    { name: "body", editor: "json", isRequired: true },
  ],
};

/** Fields that every kind has. */
export const commonFields: readonly StepField[] = [
  { name: "when", editor: "line" },
  { name: "after", editor: "lines" },
  { name: "onError", editor: "choice", choices: ["fail", "continue"] },
  { name: "timeoutSeconds", editor: "number" },
  { name: "keep", editor: "choice", choices: ["plan", "day"] },
];

/** A new step of each kind, with placeholders that the check accepts where such values exist. */
export const newSteps: Record<StepKind, PipelineStep> = {
  generate: { kind: "generate", capability: "text-to-image", prompt: "A red fox in the snow" },
  transform: { kind: "transform", operation: "convert", inputs: [] },
  map: { kind: "map", over: "{{ range(3) }}", maxItems: 3, value: "{{ item }}", steps: {} },
  switch: {
    kind: "switch",
    cases: [{ when: "{{ true }}", value: "{{ 'yes' }}" }],
    otherwise: { value: "{{ 'no' }}" },
  },
  approve: { kind: "approve", question: "Continue?" },
  read: { kind: "read", message: "a red fox in the snow" },
  write: { kind: "write", instruction: "Write one sentence about foxes.", maxWords: 20 },
  value: { kind: "value", value: "{{ 1 }}" },
  pipeline: { kind: "pipeline", pipeline: "turntable", version: 1 },
  call: { kind: "call", body: {} },
};

export const stepKinds = Object.keys(newSteps) as StepKind[];

const resultFields: Record<StepKind, readonly string[]> = {
  generate: ["output"],
  transform: ["output"],
  map: ["items"],
  switch: ["value"],
  approve: ["choice"],
  read: [],
  write: ["text"],
  value: ["value"],
  pipeline: [],
  call: [],
};

/** Result fields of a kind without their types, for a definition that has problems and therefore no types yet. */
export function resultsOfKind(kind: StepKind): Readonly<Record<string, string>> {
  return Object.fromEntries(resultFields[kind].map((field) => [field, ""]));
}
