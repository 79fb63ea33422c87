import { describe, expect, test } from "vitest";

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

describe("media operations", () => {
  const clip = { kind: "video", sha256: hash };
  const operation = (name: string, parameters: unknown, inputs: unknown = [clip]) => ({
    model: "studio-media",
    operation: name,
    inputs,
    parameters,
  });

  test("accepts an operation with its inputs and parameters", () => {
    const body = operation("trim", { startSeconds: 1 });

    expect(parse(body)).toEqual({ request: body });
  });

  test("names a capability in addition to an operation, an unknown operation and too many inputs", () => {
    const inputs = Array.from({ length: 51 }, () => clip);
    const body = { ...operation("explode", {}, inputs), capability: "upscaling" };

    expect(pathsOf(body)).toEqual(["operation", "inputs", ""]);
  });

  test("names wrong inputs and every wrong parameter together", () => {
    const image = { kind: "image", sha256: hash };

    expect(pathsOf(operation("trim", { startSeconds: -1, end: 2 }, [image]))).toEqual([
      "inputs",
      "parameters.startSeconds",
      "parameters",
    ]);
    expect(pathsOf(operation("overlay", {}, [image, clip]))).toEqual(["inputs"]);
  });

  test.each([
    ["trim", { startSeconds: 2, endSeconds: 1 }, "parameters.endSeconds"],
    ["speed", {}, "parameters.factor"],
    ["speed", { factor: 1e9 }, "parameters.factor"],
    ["convert", { format: "mp3" }, "parameters.format"],
    ["loudness", { format: "mp3" }, "parameters.format"],
    ["crop", {}, "parameters.aspectRatio"],
    ["crop", { aspectRatio: "0:0" }, "parameters.aspectRatio"],
    ["crop", { aspectRatio: "1:1;rm" }, "parameters.aspectRatio"],
    ["resize", {}, "parameters.width"],
    ["resize", { width: 8192 }, "parameters.width"],
    [
      "resize",
      { width: 64, background: "red,drawtext=textfile=/etc/passwd" },
      "parameters.background",
    ],
    ["overlayText", { text: "x".repeat(501) }, "parameters.text"],
    ["overlayText", { text: "x", color: "nocolour" }, "parameters.color"],
    ["overlayText", { text: "x", position: "[1:v]" }, "parameters.position"],
    ["frame", { at: Number.MAX_VALUE }, "parameters.at"],
    ["concat", { transition: "wipe" }, "parameters.transition"],
    ["concat", { width: 4096 }, "parameters.width"],
    ["subtitles", {}, "parameters.text"],
    ["subtitles", { text: "x", timing: "given" }, "parameters.timing"],
    [
      "subtitles",
      { segments: [{ startSeconds: 1, endSeconds: 1, text: "x" }] },
      "parameters.segments.0.endSeconds",
    ],
  ])("%s refuses %o", (name, parameters, path) => {
    expect(pathsOf(operation(name, parameters))).toEqual([path]);
  });
});
