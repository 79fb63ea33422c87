import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { checkDefinition } from "#domain/pipelines/check-definition.ts";
import { definitionSchema, type Definition } from "#domain/pipelines/definition.ts";
import { locateSteps } from "#domain/pipelines/locate-steps.ts";

import { readExpression } from "./read-expression.ts";

/** The check over the built-in templates, and over each of them with one mistake. */

const folder = new URL("../../catalog/pipelines/", import.meta.url);
const templates = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    return [name.slice(0, -".v1.json".length), text] as const;
  });

function check(definition: unknown) {
  return checkDefinition(definitionSchema.parse(definition), {
    read: readExpression,
    pipelines: {},
  });
}

const issuesOf = (definition: unknown) =>
  check(definition).issues.map(({ pointer, code }) => `${code} ${pointer}`);

test.each(templates)("%s has no issue", (_, text) => {
  expect(check(JSON.parse(text)).issues).toEqual([]);
});

test.each(templates)("%s: each use of a renamed step is reported", (_, text) => {
  const { steps } = JSON.parse(text) as Definition;
  for (const { name } of locateSteps(steps).located) {
    const uses = text.match(new RegExp(`\\bsteps\\.${name}\\b|"${name}"(?=\\])`, "g")) ?? [];
    const renamed = JSON.parse(text.replace(`"${name}": {`, '"renamed": {')) as unknown;
    const issues = check(renamed).issues;
    expect(issues.every(({ code }) => code === "reference_unknown")).toBe(true);
    // One issue for each text, which may use the step twice.
    expect(issues.length > 0).toBe(uses.length > 0);
    for (const { pointer } of issues) expect(JSON.stringify(at(renamed, pointer))).toContain(name);
  }
});

test.each(templates)("%s: a step that waits for its user is a cycle", (_, text) => {
  const definition = JSON.parse(text) as { steps: Record<string, { after?: string[] }> };
  const names = Object.keys(definition.steps);
  const [first = "", last = ""] = [names[0], names.at(-1)];
  for (const step of Object.values(definition.steps)) step.after = [];
  Object.assign(definition.steps[first] ?? {}, { after: [last] });
  Object.assign(definition.steps[last] ?? {}, { after: [first] });

  const issues = issuesOf(definition);
  expect(issues).not.toEqual([]);
  expect(issues.every((issue) => issue.startsWith("reference_cycle /steps/"))).toBe(true);
});

const narrated = templates.find(([name]) => name === "narrated-clip")?.[1] ?? "";
const portrait = templates.find(([name]) => name === "talking-portrait")?.[1] ?? "";

test.each([
  [
    "swapped inputs",
    narrated,
    '"{{ steps.film.output }}", "{{ steps.voice.output }}"',
    '"{{ steps.voice.output }}", "{{ steps.film.output }}"',
    "input_kind /steps/clip/inputs",
  ],
  [
    "a number as a condition",
    narrated,
    '"{{ inputs.captions }}"',
    '"{{ inputs.seconds }}"',
    "expression_type /steps/captioned/when",
  ],
  [
    "a text as a list",
    narrated,
    "{{ range(ceil(inputs.seconds / 8.0)) }}",
    "{{ inputs.topic }}",
    "expression_type /steps/shots/over",
  ],
  [
    "an unknown field",
    narrated,
    "steps.film.output",
    "steps.film.outptu",
    "expression_type /steps/clip/inputs/0",
  ],
  [
    "an unknown input",
    narrated,
    "inputs.topic }}, shot",
    "inputs.topc }}, shot",
    "reference_unknown /steps/shots/steps/take/prompt",
  ],
  [
    "an inner step from outside",
    narrated,
    "{{ steps.shots.items }}",
    "{{ steps.take.outputs }}",
    "reference_unknown /steps/film/inputs/0",
  ],
  [
    "a file within a text",
    portrait,
    "of {{ inputs.person }}",
    "of {{ inputs.portrait }}",
    "expression_type /steps/face/otherwise/steps/paint/prompt",
  ],
  [
    "a refused function",
    narrated,
    "inputs.narration == ''",
    "inputs.narration.matches('a')",
    "expression_refused /steps/script/when",
  ],
  [
    "open braces",
    narrated,
    "shot {{ item + 1 }}",
    "shot {{ item + 1",
    "expression_invalid /steps/shots/steps/take/prompt",
  ],
  [
    "single braces",
    narrated,
    "{{ inputs.topic }}, shot",
    "${ inputs.topic }, shot",
    "expression_invalid /steps/shots/steps/take/prompt",
  ],
  [
    "a missing input",
    portrait,
    '"{{ steps.face.value }}", "{{ steps.voice.output }}"',
    '"{{ steps.face.value }}"',
    "input_missing /steps/talk/inputs",
  ],
  [
    "cases of two types",
    portrait,
    '"value": "{{ steps.paint.output }}"',
    '"value": "{{ inputs.words }}"',
    "expression_type /steps/face/otherwise/value",
  ],
  [
    "an unknown input in a phrase",
    portrait,
    "person say {words}",
    "person say {word}",
    "reference_unknown /chat/phrases/0",
  ],
  [
    "item outside a map",
    portrait,
    "of {{ inputs.person }}",
    "of {{ item }}",
    "reference_unknown /steps/face/otherwise/steps/paint/prompt",
  ],
])("%s is reported at its place", (_, text, from, to, issue) => {
  expect(text).toContain(from);
  expect(issuesOf(JSON.parse(text.replaceAll(from, to)))[0]).toBe(issue);
});

test("a definition whose outputs may all be absent is refused", () => {
  const definition = {
    schemaVersion: 1,
    inputs: { go: { type: "boolean" } },
    steps: { one: { kind: "value", when: "{{ inputs.go }}", value: "{{ 1 }}" } },
    outputs: { one: "{{ steps.one.value }}" },
  };
  expect(issuesOf(definition)).toEqual(["output_uncertain /outputs"]);
});

test.each([
  ["photo", "mp3", ["not_allowed /steps/other/parameters/format"]],
  ["photo", "webp", []],
  ["song", "mp4", ["not_allowed /steps/other/parameters/format"]],
  ["song", "{{ inputs.format }}", []],
])("convert of a %s to %s", (input, format, issues) => {
  const other = {
    kind: "transform",
    operation: "convert",
    inputs: [`{{ inputs.${input} }}`],
    parameters: { format },
  };
  const inputs = { photo: { type: "image" }, song: { type: "audio" }, format: { type: "text" } };
  const outputs = { other: "{{ steps.other.output }}" };

  expect(issuesOf({ schemaVersion: 1, inputs, steps: { other }, outputs })).toEqual(issues);
});

test("sizes are bounded", () => {
  const value = { kind: "value", value: "{{ 1 }}" };
  const map = (steps: object, maxItems = 10) => ({
    kind: "map",
    over: "{{ range(3) }}",
    maxItems,
    steps,
    value: "{{ item }}",
  });
  const of = (steps: object) =>
    issuesOf({ schemaVersion: 1, steps, outputs: { one: "{{ steps.a.items }}" } });

  expect(of({ a: map({ b: map({ c: map({ d: map({ e: value }, 1) }, 1) }, 1) }, 1) })).toEqual([
    "too_large /steps/a/steps/b/steps/c/steps/d/steps/e",
  ]);
  expect(of({ a: map({ b: map({ c: value }, 100) }, 100) })).toEqual(["too_large /steps"]);
  expect(of({ a: map({ b: value }), c: map({ b: value }) })).toEqual(["repeated /steps/c/steps/b"]);
});

function at(definition: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], definition);
}
