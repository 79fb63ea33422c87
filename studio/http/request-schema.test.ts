import { expect, test } from "vitest";

import { engines } from "#studio/engines/index.ts";

import { parseRequest } from "./request-schema.ts";

const parse = (body: unknown) => parseRequest(body, (capability) => engines[capability]);
const hash = "a".repeat(64);

function pathsOf(body: unknown): string[] {
  const parsed = parse(body);
  return "issues" in parsed ? parsed.issues.map(({ path }) => path) : [];
}

test("names every field that violates the schema", () => {
  const body = {
    capability: "text-to-smell",
    inputs: [{ kind: "image", sha256: "x" }],
    parameters: { seed: -1, widht: 3 },
  };

  expect(pathsOf(body)).toEqual([
    "model",
    "capability",
    "inputs.0.sha256",
    "parameters.seed",
    "parameters",
  ]);
});

test("names a missing prompt, a missing input and the engine's limits together", () => {
  const request = { model: "m", capability: "image-to-image", prompt: "", inputs: [] };

  expect(pathsOf({ ...request, parameters: { format: "gif" } })).toEqual([
    "prompt",
    "inputs",
    "parameters.format",
    "parameters.style",
  ]);
});

test("refuses a width and a count beyond the engine's limits", () => {
  const request = { model: "m", capability: "text-to-image", prompt: "a fox" };

  expect(pathsOf({ ...request, parameters: { width: 4096, count: 9 } })).toEqual([
    "parameters.width",
    "parameters.count",
  ]);
});

test("requires no prompt when a style is named", () => {
  const parsed = parse({
    model: "m",
    capability: "image-to-image",
    inputs: [{ kind: "image", sha256: hash }],
    parameters: { style: "watercolour" },
  });

  expect(parsed).toMatchObject({ request: { prompt: "", parameters: { style: "watercolour" } } });
});
