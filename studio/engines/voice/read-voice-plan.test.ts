import { expect, test } from "vitest";

import type { GenerationParameters } from "#studio/engine.ts";

import { readVoicePlan } from "./read-voice-plan.ts";

const read = (prompt: string, parameters: GenerationParameters = {}) =>
  readVoicePlan({ prompt, parameters });

test.each([
  ["make it deeper", ["deeper"]],
  ["Change the voice to a man’s", ["man"]],
  ["make me sound like an old man", ["man", "old"]],
  ["make this recording sound like a child", ["child"]],
  ["make my voice higher", ["higher"]],
  ["pitch my voice down", ["deeper"]],
  ["turn this voice memo into a monster voice", ["monster"]],
  ["robot voice please", ["robot"]],
  ["make it sound like a chipmunk", ["chipmunk"]],
  ["sound younger please", ["young"]],
  ["like over the telephone", ["telephone"]],
])("%j changes the recorded voice", (prompt, changes) => {
  const { plan, issues } = read(prompt);

  expect(issues).toEqual([]);
  expect(plan).toMatchObject({ changes, respeaking: null, isolates: false });
});

test.each([
  ["re-voice this recording", {}],
  ["replace the speaker's voice with another one", {}],
  ["speak this recording in another voice", {}],
  ["I want to hear it spoken by a woman", { gender: "female" }],
  ["swap the narrator for an older man", { gender: "male" }],
  ["anonymize the voice in this call", {}],
])("%j replaces the recorded voice", (prompt, voice) => {
  const { plan, issues } = read(prompt);

  expect(issues).toEqual([]);
  expect(plan.respeaking).toEqual({ voice, translates: false });
});

test.each(["isolate the voice", "remove the background noise", "extract the speech"])(
  "%j isolates the voice",
  (prompt) => {
    expect(read(prompt)).toMatchObject({
      plan: { isolates: true, respeaking: null, changes: [] },
      issues: [],
    });
  },
);

test("keeps the recorded words of a request that only mentions saying them", () => {
  expect(read("keep what I say but make me sound like an old man").plan.respeaking).toBeNull();
});

test("reads parameters without a prompt", () => {
  expect(read("", { voice: { gender: "female" } }).plan.changes).toEqual(["woman"]);
  expect(read("", { voice: { gender: "male", age: "child" } }).plan.changes).toEqual(["child"]);
  expect(read("", { operations: ["re-voice", "robot"] }).plan).toMatchObject({
    respeaking: { translates: false },
    changes: ["robot"],
  });
});

test("reads numbers of semitones", () => {
  expect(read("lower it by 2.5 semitones").plan).toMatchObject({ semitones: -2.5, changes: [] });
  expect(read("an octave up").plan.semitones).toBe(12);
  expect(read("two tones higher").plan.semitones).toBe(4);
});

test("translates into English and refuses other languages", () => {
  expect(read("dub this into English")).toMatchObject({
    plan: { respeaking: { translates: true } },
    issues: [],
  });
  expect(read("hazlo en inglés", { language: "en" }).plan.respeaking?.translates).toBe(true);
  for (const { issues } of [
    read("translate my speech to French, as speech"),
    read("dub it", { language: "de" }),
    read("translate it"),
    read("say it in Japanese"),
  ]) {
    expect(issues).toHaveLength(1);
    expect(issues[0]?.message).toMatch(/^Studio translates speech into English only/);
  }
});

test("names every problem of a request", () => {
  const parameters = { format: "midi", speed: 9, operations: ["autotune"] };

  expect(read("clone my boss", parameters).issues.map(({ path }) => path)).toEqual([
    "parameters.operations.0",
    "parameters.speed",
    "parameters.format",
    "prompt",
  ]);
  expect(read("").issues[0]?.message).toContain("isolates voices");
});
