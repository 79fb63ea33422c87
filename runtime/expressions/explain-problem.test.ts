import { expect, test } from "vitest";

import type { ScopeTypes } from "#domain/pipelines/expression-reader.ts";

import { readExpression } from "./read-expression.ts";

const types: ScopeTypes = {
  inputs: { topic: "string", seconds: "int", names: "list<string>", photo: "Image" },
  steps: {
    cover: { output: "Image", credits: "int", status: "string" },
    shots: { items: "list<Video>", status: "string" },
  },
  item: "Audio",
};

function messageOf(expression: string): string {
  const read = readExpression(expression);
  const typed = "code" in read ? read : read.typeIn(types);
  return "message" in typed ? typed.message : "";
}

test.each([
  ["steps.cover.outptu", "There is no field outptu. Did you mean output?"],
  ["steps.cover.items", "There is no field items. Fields: output, credits, status."],
  ["steps.cover.output.widht", "There is no field widht. Did you mean width?"],
  ["steps.shots.items[0].durationSecond", "Did you mean durationSeconds?"],
  ["inputs.photo.size", "Fields: contentType, bytes, sha256, width, height."],
  ["item.duration", "There is no field duration."],
  ["steps.cover", "Use one of its fields"],
  ["steps.shots.items.output", "use list[0] for its first item"],
  ["inputs.topic.length", "size(…) is the length of a text"],
  ["inputs.topic + inputs.seconds", "Convert with string(…)."],
  ["inputs.topic ?? 'a fox'", "Use .orValue(…)"],
  ["inputs.topic === 'a'", "Use == or !=."],
  ["inputs.topic = 'a'", "Use == to compare."],
  ["inputs.seconds > 3 and inputs.seconds < 9", "Use &&, || and !."],
  ["inputs.names.map(name => name)", "Write list.map(each, …) without an arrow."],
  ["inputs.topic.toUpperCase()", "There is no function toUpperCase. Use upperAscii."],
  ["inputs.topic.contain('a')", "Did you mean contains?"],
  ["topic", "Use inputs.name, steps.name, or quotes around a text."],
])("%s says what to write", (expression, message) => {
  expect(messageOf(expression)).toContain(message);
});
