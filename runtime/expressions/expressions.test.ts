import { afterAll, expect, test } from "vitest";

import type { ScopeTypes } from "#domain/pipelines/expression-reader.ts";

import type { EvaluationRequest } from "./evaluate.ts";
import { createExpressions } from "./expressions.ts";
import { readExpression } from "./read-expression.ts";

const expressions = createExpressions();
afterAll(async () => expressions.close());

const file = { outputId: "out_1", contentType: "video/mp4", bytes: 10, sha256: "a", width: 640 };
const types: ScopeTypes = {
  inputs: { topic: "string", seconds: "int", list: "list<int>", missing: "optional<string>" },
  steps: { film: { output: "Video", status: "string" } },
  item: "double",
};
const values: EvaluationRequest["values"] = {
  inputs: {
    topic: "volcanoes",
    seconds: 20,
    list: Array.from({ length: 200 }, (_, index) => index),
  },
  steps: { film: { output: { ...file, height: 360, durationSeconds: 2.5 }, status: "completed" } },
  item: 0.5,
  index: 3,
};

async function evaluate(text: string) {
  const [evaluation] = await expressions.evaluate([{ text, types, values }]);
  return evaluation;
}

test.each([
  ["{{ inputs.seconds * 5 / 2 }}", 50],
  ["{{ inputs.topic }}, shot {{ index + 1 }}", "volcanoes, shot 4"],
  ["{{ range(ceil(inputs.seconds / 8.0)) }}", [0, 1, 2]],
  ["{{ steps.film.output.durationSeconds * item }}", 1.25],
  ["{{ steps.film.output }}", values.steps["film"]?.["output"]],
  ["{{ inputs.missing.orValue(inputs.topic) }}", "volcanoes"],
  ["{{ words('one two  three') }}", 3],
  ["{{ '{{' }}", "{{"],
])("%s has a value", async (text, value) => {
  expect(await evaluate(text)).toEqual({ outcome: "value", value });
});

test("a text is absent with a value that it uses", async () => {
  expect(await evaluate("about {{ inputs.missing }}")).toEqual({ outcome: "absent" });
});

test.each([
  "{{ 1 / 0 }}",
  "{{ inputs.list[500] }}",
  "{{ ceil(1.0 / 0.0) }}",
  "{{ 0.0 / 0.0 }}",
  "{{ [1.0 / 0.0] }}",
])("%s fails alone", async (text) => {
  const [evaluation, next] = await expressions.evaluate([
    { text, types, values },
    { text: "{{ 1 }}", types, values },
  ]);

  expect(evaluation).toMatchObject({ outcome: "failed", code: "expression_failed" });
  expect(next).toEqual({ outcome: "value", value: 1 });
});

test("a thousand texts may each use a list of a thousand files", async () => {
  const films = Array.from({ length: 1_000 }, (_, index) => ({
    ...file,
    width: index,
    sha256: "a".repeat(64),
    height: 360,
    durationSeconds: 2.5,
  }));
  const steps = { shots: { items: films, status: "completed" } };
  const request = (text: string, index: number): EvaluationRequest => ({
    text,
    types: { ...types, steps: { shots: { items: "list<Video>", status: "string" } } },
    values: { ...values, steps, index },
  });

  const evaluations = await expressions.evaluate([
    request("{{ steps.shots.items }}", 0),
    ...films.map((_, index) => request("{{ steps.shots.items[index].width }}", index)),
  ]);

  expect(evaluations[0]).toEqual({ outcome: "value", value: films });
  expect(evaluations.at(-1)).toEqual({ outcome: "value", value: 999 });
});

test("a value above the limit is refused", async () => {
  const text = `{{ ${Array.from({ length: 12 }, () => "inputs.list").join(" + ")} }}`;
  expect(await evaluate(text)).toMatchObject({ outcome: "failed", code: "value_too_large" });
});

// The type of an empty list fits every other type, so the check finds the type of the other branch.
test.each([
  ["list<int>", "inputs.seconds == 20 ? [] + ['a'] : inputs.list"],
  ["int", "inputs.seconds == 20 ? ([] + ['a'])[0] : 1"],
  [
    "Video",
    "inputs.seconds == 20 ? ([] + [{'outputId': 'out_2', 'contentType': 'video/mp4'}])[0] : steps.film.output",
  ],
])("a value that only seems to be %s is refused: %s", async (_, expression) => {
  expect(await evaluate(`{{ ${expression} }}`)).toMatchObject({
    outcome: "failed",
    code: "expression_failed",
  });
});

test("an empty list fits every type of list", async () => {
  expect(await evaluate("{{ inputs.seconds == 20 ? [] : inputs.list }}")).toEqual({
    outcome: "value",
    value: [],
  });
});

// Each passes the parser but not the check; the thread must bound what the check might miss.
test.each([
  ["an exponential pattern", `{{ '${"a".repeat(40)}!'.matches('^(a+)+$') }}`],
  [
    "nested loops",
    "{{ inputs.list.map(a, inputs.list.map(b, inputs.list.map(c, inputs.list.map(d, a + b + c + d)))).size() }}",
  ],
  [
    "a doubling list",
    `{{ ${"[0, 1, 2, 3]".padEnd(12)}${Array.from({ length: 20 }, (_, index) => `.map(x${index}, [x${index}, x${index}])`).join("")} }}`,
  ],
])("%s ends within the limit, and the next evaluation works", async (_, text) => {
  await evaluate("{{ 1 }}");
  const before = process.cpuUsage();
  const evaluation = await evaluate(text);
  const { user, system } = process.cpuUsage(before);

  expect(evaluation).toMatchObject({ outcome: "failed" });
  // The limit is half a second of the thread; the process also compiles and collects garbage.
  expect((user + system) / 1_000).toBeLessThan(3_000);
  expect(await evaluate("{{ 1 + 1 }}")).toEqual({ outcome: "value", value: 2 });
});

test.each([
  "'a'.matches('b')",
  "[1].map(x, [2].map(y, y))",
  "cel.bind(x, 1, x)",
  "timestamp('2026-01-01T00:00:00Z')",
  "inputs['topic']",
  "[1].map(inputs, inputs)",
  "secrets.key",
  "type(1)",
])("%s is refused before it is evaluated", (expression) => {
  expect(readExpression(expression)).toMatchObject({ code: "expression_refused" });
});

test.each([
  ["deeply nested", `${"(".repeat(100)}1${")".repeat(100)}`],
  ["very long", `1${" + 1".repeat(500)}`],
  ["incomplete", "1 +"],
])("a %s expression is not parsed", (_, expression) => {
  expect(readExpression(expression)).toMatchObject({ code: "expression_invalid" });
});

test.each(["inputs.topic.constructor", "inputs.topic.__proto__", "steps.film.output.source"])(
  "%s reads nothing of JavaScript",
  (expression) => {
    const found = readExpression(expression);
    expect("code" in found ? found : found.typeIn(types)).toMatchObject({
      code: "expression_type",
    });
  },
);
