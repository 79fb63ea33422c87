import type { PipelineInput } from "@gme/client";
import { expect, test } from "vitest";

import { missingInputs, readInput, writeInput } from "./run-inputs.ts";

test("an input is missing when it is needed, has no default and no value", () => {
  const inputs: Record<string, PipelineInput> = {
    topic: { type: "text" },
    seconds: { type: "integer", default: 20 },
    portrait: { type: "image", required: false },
  };

  expect(missingInputs(inputs, {})).toEqual(["topic"]);
  expect(missingInputs(inputs, { topic: "volcanoes" })).toEqual([]);
});

test("typed values have the type of their input, and an empty field is not sent", () => {
  const list: PipelineInput = { type: "list", of: { type: "integer" } };

  expect(readInput({ type: "integer" }, "12")).toBe(12);
  expect(readInput({ type: "integer" }, "twelve")).toBeUndefined();
  expect(readInput({ type: "text" }, "  ")).toBeUndefined();
  expect(readInput(list, "1\n\n2")).toEqual([1, 2]);
  expect(readInput({ type: "list", of: { type: "image" } }, "ast_1")).toEqual([
    { assetId: "ast_1" },
  ]);
  expect(writeInput([1, 2])).toBe("1\n2");
  expect(writeInput([{ assetId: "ast_1" }])).toBe("ast_1");
});
