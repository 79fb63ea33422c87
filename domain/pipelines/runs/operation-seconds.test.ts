import { expect, test } from "vitest";

import { definitionSchema } from "#domain/pipelines/definition.ts";

import { forecastMedia, type KnownRun } from "./expected-media.ts";
import { operationSeconds } from "./operation-seconds.ts";

const definition = definitionSchema.parse({
  schemaVersion: 1,
  inputs: {
    text: { type: "text", default: "" },
    recording: { type: "audio" },
    clips: { type: "list", of: { type: "video" }, maxItems: 5 },
    photo: { type: "image" },
  },
  steps: {
    script: { kind: "write", instruction: "A text", maxWords: 50 },
    voice: {
      kind: "generate",
      capability: "text-to-speech",
      prompt: "{{ steps.script.text.orValue(inputs.text) }}",
    },
    shots: {
      kind: "map",
      over: "{{ range(3) }}",
      maxItems: 8,
      steps: {
        take: {
          kind: "generate",
          capability: "text-to-video",
          prompt: "a lake",
          parameters: { durationSeconds: 8 },
        },
      },
      value: "{{ steps.take.output }}",
    },
    film: { kind: "transform", operation: "concat", inputs: ["{{ steps.shots.items }}"] },
    clip: {
      kind: "transform",
      operation: "mux",
      inputs: ["{{ steps.film.output }}", "{{ steps.voice.output }}"],
    },
    captioned: {
      kind: "transform",
      operation: "subtitles",
      inputs: ["{{ steps.clip.output }}"],
      parameters: { text: "a lake" },
    },
    level: { kind: "transform", operation: "loudness", inputs: ["{{ inputs.recording }}"] },
    joined: { kind: "transform", operation: "concat", inputs: ["{{ inputs.clips }}"] },
    short: {
      kind: "transform",
      operation: "trim",
      inputs: ["{{ steps.joined.output }}"],
      parameters: { startSeconds: 1, endSeconds: 3 },
    },
    slow: {
      kind: "transform",
      operation: "speed",
      inputs: ["{{ steps.short.output }}"],
      parameters: { factor: 0.5 },
    },
    again: { kind: "transform", operation: "reverse", inputs: ["{{ steps.slow.output }}"] },
    poster: { kind: "transform", operation: "frame", inputs: ["{{ steps.film.output }}"] },
    photoCut: {
      kind: "transform",
      operation: "crop",
      inputs: ["{{ inputs.photo }}"],
      parameters: { aspectRatio: "1:1" },
    },
    model: { kind: "generate", capability: "text-to-3d", prompt: "a chair" },
    spin: {
      kind: "transform",
      operation: "turntable",
      inputs: ["{{ steps.model.output }}"],
      parameters: { seconds: 3 },
    },
  },
  outputs: { film: "{{ steps.film.output }}" },
});

const nothingKnown: KnownRun = { inputs: {}, items: {}, skipped: [] };
const known: KnownRun = {
  inputs: {
    text: "ten words that are read aloud take about four seconds",
    recording: { durationSeconds: 600 },
    clips: [{ durationSeconds: 2 }, { durationSeconds: 4 }],
  },
  items: { shots: 3 },
  skipped: ["script"],
};

test.each([
  // A second to start, and half a second for each second of video.
  ["film", 13, "three takes of 8 s"],
  ["clip", 3, "as long as the ten words of the voice"],
  ["captioned", 3, "as long as the clip"],
  ["level", 19, "ten minutes of sound, which is fast"],
  ["joined", 4, "two given videos of 2 s and 4 s"],
  ["short", 4, "reads 6 s"],
  ["slow", 2, "reads the 2 s that trim leaves"],
  ["again", 3, "reads 4 s at half the speed"],
  ["poster", 1.3, "one frame, however long the film is"],
  ["photoCut", 1.3, "one image"],
  ["spin", 7, "draws 3 s"],
])("%s takes %d s: %s", (name, seconds) => {
  expect(secondsOf(name, known)).toBeCloseTo(seconds, 5);
});

test("files and texts that are not known before a run have a common length", () => {
  // Eight takes; the longest script; recordings and videos of ten seconds.
  expect(secondsOf("film", nothingKnown)).toBe(33);
  expect(secondsOf("clip", nothingKnown)).toBe(11);
  expect(secondsOf("level", nothingKnown)).toBeCloseTo(1.3, 5);
  expect(secondsOf("joined", nothingKnown)).toBe(6);
});

function secondsOf(name: string, run: KnownRun): number {
  const step = definition.steps[name];
  if (step?.kind !== "transform") throw new Error("expected an operation");
  return operationSeconds(step, forecastMedia(definition, run));
}
