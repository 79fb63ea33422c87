import type { PipelineDefinition } from "@gme/client";
import { expect, test } from "vitest";

import {
  addStep,
  connectSteps,
  listEdges,
  listSteps,
  pointerOf,
  removeStep,
  renameStep,
  toDefinition,
} from "./definition.ts";

const definition: PipelineDefinition = {
  schemaVersion: 1,
  inputs: { topic: { type: "text" } },
  steps: {
    voice: { kind: "generate", capability: "text-to-speech", prompt: "{{ inputs.topic }}" },
    shots: {
      kind: "map",
      over: "{{ range(3) }}",
      maxItems: 3,
      value: "{{ steps.take.output }}",
      steps: {
        take: {
          kind: "generate",
          capability: "text-to-video",
          prompt: "take {{ item }} of {{ steps.voice.credits }}",
        },
      },
    },
    clip: {
      kind: "transform",
      operation: "concat",
      inputs: ["{{ steps.shots.items }}"],
      after: ["voice"],
    },
  },
  outputs: { clip: "{{ steps.clip.output }}" },
};

function stepNamed(name: string) {
  const found = listSteps(definition).find((each) => each.name === name);
  if (found === undefined) throw new Error(`no step ${name}`);
  return found;
}

test("inner steps are listed after the step that contains them, with their JSON pointers", () => {
  expect(
    listSteps(definition).map(({ name, depth, path }) => [name, depth, pointerOf(path)]),
  ).toEqual([
    ["voice", 0, "/definition/steps/voice"],
    ["shots", 0, "/definition/steps/shots"],
    ["take", 1, "/definition/steps/shots/steps/take"],
    ["clip", 0, "/definition/steps/clip"],
  ]);
});

test("edges are the uses of results and the order, not the use of a step's own inner steps", () => {
  expect(listEdges(definition)).toEqual([
    { from: "voice", to: "take" },
    { from: "shots", to: "clip" },
    { from: "voice", to: "clip" },
  ]);
});

test("a renamed step keeps its place, and every use of it is renamed", () => {
  const renamed = renameStep(definition, "voice", "speaker");

  expect(Object.keys(renamed.steps)).toEqual(["speaker", "shots", "clip"]);
  expect(listEdges(renamed)).toContainEqual({ from: "speaker", to: "take" });
  expect(renamed.steps["clip"]?.after).toEqual(["speaker"]);
});

test("a step whose name was typed with other characters can be renamed", () => {
  const odd = { ...definition, steps: { "a(": { kind: "value" as const, value: "{{ 1 }}" } } };

  expect(Object.keys(renameStep(odd, "a(", "fixed").steps)).toEqual(["fixed"]);
});

test("a text that is no expression keeps a name that a step had", () => {
  const text = { ...definition, chat: { phrases: ["say steps.voice"] } };

  expect(renameStep(text, "voice", "speaker").chat?.phrases).toEqual(["say steps.voice"]);
});

test("an added step has a name that no step of the document has, and can be removed again", () => {
  const scope = [...stepNamed("shots").path, "steps"];
  const added = addStep(definition, scope, { kind: "value", value: "{{ 1 }}" });
  const twice = addStep(added.definition, ["steps"], { kind: "value", value: "{{ 2 }}" });

  expect([added.name, twice.name]).toEqual(["value", "value2"]);
  expect(removeStep(added.definition, [...scope, added.name])).toEqual(definition);
});

test("a connection becomes the input that the kind of the target takes", () => {
  const file = { name: "voice", results: { output: "Audio", credits: "int" } };
  const text = { name: "voice", results: { text: "string" } };
  const nothing = { name: "voice", results: { status: "string" } };
  const connected = connectSteps(definition, file, stepNamed("clip"));
  const prompted = connectSteps(definition, text, stepNamed("voice"));
  const ordered = connectSteps(definition, nothing, stepNamed("shots"));

  expect(connected.steps["clip"]).toMatchObject({
    inputs: ["{{ steps.shots.items }}", "{{ steps.voice.output }}"],
  });
  expect(prompted.steps["voice"]).toMatchObject({ prompt: "{{ steps.voice.text }}" });
  expect(ordered.steps["shots"]).toMatchObject({ after: ["voice"] });
});

test("JSON without the outline of a definition is no definition, however deep the mistake is", () => {
  const map = { kind: "map", over: "{{ range(3) }}", maxItems: 3, value: "{{ item }}" };
  const wrong = [
    null,
    [],
    { outputs: {} },
    { steps: [] },
    { steps: { image: null } },
    { steps: { image: { prompt: "no kind" } } },
    { steps: { image: { kind: "paint" } } },
    { steps: { image: { kind: "generate", title: {} } } },
    { steps: {} },
    { steps: {}, outputs: [] },
    { steps: {}, outputs: {}, inputs: { topic: null } },
    { steps: { shots: { ...map, steps: { take: 1 } } } },
    { steps: { choice: { kind: "switch", cases: {} } } },
    { steps: { choice: { kind: "switch", cases: [null] } } },
    { steps: { choice: { kind: "switch", cases: [], otherwise: { steps: [1] } } } },
    { steps: { image: { kind: "generate", after: "voice" } } },
  ];

  expect(wrong.map(toDefinition)).toEqual(wrong.map(() => null));
  expect(toDefinition(definition)).toBe(definition);
});
