import { expect, test } from "vitest";

import { parametersSchema } from "#domain/pipelines/generation-parameters.ts";

import { mapRequest } from "./map-request.ts";
import type { ModelParameter } from "./model-parameters.ts";
import { requestIssues } from "./request-issues.ts";

const typed = { operation: "trim", parameters: { endSeconds: 2 } } as const;
const editor: Record<string, ModelParameter> = {
  edits: { type: "array", "x-role": "operations" },
  from: { type: "number", "x-role": "trimStart" },
};
const cleaner: Record<string, ModelParameter> = {
  operations: { type: "array", items: { enum: ["denoise", "sharpen"] }, "x-role": "operations" },
};

test("carries typed operations, names and cuts to a model that takes them", () => {
  const parameters = { operations: [typed, "reverse"], trimStartSeconds: 1 };

  const { values, issues } = mapRequest({ properties: editor }, { parameters });

  expect(values).toEqual({ edits: [typed, "reverse"], from: 1 });
  expect(issues).toEqual([]);
});

test("a model that lists names takes these only, and reports the others", () => {
  const parameters = { operations: ["denoise", "red-eye", typed] };

  const explicit = mapRequest({ properties: cleaner }, { parameters });
  const read = mapRequest({ properties: cleaner }, { parameters, explicit: {} });

  expect(explicit.issues.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    "/parameters/operations/1 value_not_supported",
    "/parameters/operations/2 not_supported",
  ]);
  expect(read.values).toEqual({ operations: ["denoise"] });
  expect(read.assumptions).toHaveLength(2);
});

test("other models read names in their prompt, and refuse typed operations", () => {
  expect(mapRequest({}, { parameters: { operations: ["denoise"] } }).issues).toEqual([]);
  expect(mapRequest({}, { parameters: { operations: [typed] } }).issues).toMatchObject([
    { pointer: "/parameters/operations/0", code: "not_supported" },
  ]);
});

test("typed operations replace the prompt of an edit", () => {
  const wish = { capability: "video-editing", prompt: "", inputs: [{ kind: "video" }] } as const;
  const model = { properties: { ...editor, video: { format: "binary", "x-role": "video" } } };

  expect(requestIssues(model, { ...wish, parameters: { operations: [typed] } })).toEqual([]);
  expect(requestIssues(model, { ...wish, parameters: {} })).toMatchObject([{ pointer: "/prompt" }]);
});

test("the schema of a request checks the parameters of each operation", () => {
  const operations = [typed, { operation: "speed", parameters: { factor: 9 } }];

  const { error } = parametersSchema.safeParse({ operations });

  expect(error?.issues.map(({ path }) => path.join("."))).toEqual([
    "operations.1.parameters.factor",
  ]);
});
