import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type { MessageToParse } from "#domain/requests/intent.ts";

import { listAnswers } from "./model/answer-schema.ts";
import type { ModelAnswer, OtherAnswer } from "./model/answer-schema.ts";

export interface Example {
  readonly input: MessageToParse;
  readonly answer: ModelAnswer;
}

const nothing: ModelAnswer["parameters"] = {
  aspectRatio: null,
  durationSeconds: null,
  count: null,
  style: null,
  negativePrompt: null,
  language: null,
};

function example(
  capability: Capability | OtherAnswer,
  attachments: readonly InputKind[],
  message: string,
  subject = "",
  parameters: Partial<ModelAnswer["parameters"]> = {},
): Example {
  return {
    input: { message, attachments },
    answer: { capability, subject, confidence: 0.95, parameters: { ...nothing, ...parameters } },
  };
}

/** Shown as turns of a conversation: inside a single text, small models copied the first example. */
const examples: readonly Example[] = [
  example(
    "text-to-image",
    [],
    "draw two owls on a branch, square, watercolor",
    "two owls on a branch",
    { aspectRatio: "1:1", style: "watercolor" },
  ),
  example(
    "text-to-video",
    [],
    "make a 6 second clip of a train crossing a bridge, no people",
    "a train crossing a bridge",
    { durationSeconds: 6, negativePrompt: "people" },
  ),
  example("text-to-speech", [], "say: Buenos días a todos", "Buenos días a todos", {
    language: "es",
  }),
  example("text-to-3d", [], "a 3d model of a garden gnome", "a garden gnome"),
  example("ambiguous", [], "create something with a lighthouse", "a lighthouse"),
  example("missing_input", [], "make my photo sharper"),
  example("unsupported", [], "what will the weather be like tomorrow?"),
  example("image-to-image", ["image"], "turn this into a comic", "", { style: "comic" }),
  example("inpainting", ["image"], "remove the bin on the left", "remove the bin on the left"),
  example("image-to-video", ["image"], "let the flag wave for 4 seconds", "the flag wave", {
    durationSeconds: 4,
  }),
  example("upscaling", ["image"], "twice as large please"),
  example("enhancement", ["image"], "too dark, please fix"),
  example("restoration", ["image"], "repair this torn old photo"),
  example("image-to-3d", ["image"], "make a mesh of this"),
  example("vision-analysis", ["image"], "how many birds are there?", "how many birds are there?"),
  example("video-editing", ["video"], "cut it to the first 5 seconds"),
  example("speech-to-text", ["audio"], "write down what she says"),
  example("speech-to-speech", ["audio"], "make me sound like a robot"),
  example("lip-sync", ["video", "audio"], "let him say this recording"),
];

/** Selects the examples whose answers are possible, and shows them with the message's attachments. */
export function examplesFor(request: MessageToParse): Example[] {
  const { attachments, context, runs } = request;
  const allowed = new Set<string>(listAnswers(request));
  const others = {
    ...(context === undefined
      ? {}
      : { act: "new" as const, refersTo: [], change: null, option: null }),
    ...(runs === undefined ? {} : { more: [] }),
    ...(runs === undefined || runs.pipelines.length === 0 ? {} : { pipeline: null }),
  };
  return examples
    .filter(({ answer }) => allowed.has(answer.capability))
    .filter(({ answer }) => attachments.length === 0 || answer.capability !== "missing_input")
    .map(({ input, answer }) => ({
      input: { ...input, attachments },
      answer: { ...others, ...answer },
    }));
}
