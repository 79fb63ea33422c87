import { expect, test } from "vitest";

import { readField, writeField } from "./field-text.ts";

const invalid = (reason: string) => `invalid: ${reason}`;
const read = (...[editor, text]: [Parameters<typeof readField>[0], string]) =>
  readField(editor, text, invalid);

test("files are one expression a line, with their kind where it is stated", () => {
  const files = ["{{ steps.a.output }}", { kind: "mask", from: "{{ inputs.mask }}" }];
  const text = "{{ steps.a.output }}\nmask: {{ inputs.mask }}";

  expect(writeField("lines", files)).toBe(text);
  expect(read("lines", `${text}\n\n`)).toEqual({ value: files });
});

test("a number may be an expression, and an empty field is left out", () => {
  expect(read("number", "12")).toEqual({ value: 12 });
  expect(read("number", "{{ inputs.seconds }}")).toEqual({ value: "{{ inputs.seconds }}" });
  expect(read("text", "  ")).toEqual({ value: undefined });
});

test("JSON that cannot be parsed is a problem and no value", () => {
  expect(read("json", '{"seed": 7}')).toEqual({ value: { seed: 7 } });
  expect(read("json", "{")).toEqual({ problem: expect.stringContaining("invalid:") });
});
