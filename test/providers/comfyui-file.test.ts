import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";

import { parseModelsFile } from "#catalog/own/read-models-file.ts";
import { parseWorkflow } from "#catalog/own/workflow.ts";
import { addToFile } from "#scripts/models-add/add-to-file.ts";
import { missingClasses, proposeModel } from "#scripts/models-add/propose-model.ts";
import {
  comfyCatalogOf,
  comfyFile,
  drawing,
  readTestWorkflow,
} from "#test/support/providers/comfyui-models.ts";

function problemsOf(text: string): string {
  return parseModelsFile(text, new Set(), readTestWorkflow()).problems.join("\n");
}

/** A file with one workflow, with changes at the places that a test is about. */
function fileWith(model: object): string {
  return stringify({
    providers: [
      {
        slug: "box",
        protocol: "comfyui",
        baseUrl: "http://10.0.0.7:8188",
        models: [
          { id: "own", capabilities: ["text-to-image"], workflow: "./drawing.json", ...model },
        ],
      },
    ],
  });
}

function at(place: unknown, change: object = {}): string {
  return fileWith({ parameters: { color: { at: place, minimum: 0, maximum: 9, ...change } } });
}

const parameter = "12:13 providers[0].models[0].parameters.color.at: ";

test("a workflow becomes a row with the places of its parameters", () => {
  const [provider] = comfyCatalogOf(comfyFile("http://10.0.0.7:8188")).providers;

  expect(provider).toMatchObject({
    idempotency: "lookup",
    cancel: "POST /queue, POST /interrupt",
    connection: { protocol: "comfyui" },
  });
  expect(provider?.models[0]?.definition).toMatchObject({
    places: { seed: [["1", "color"]], factor: [["2", "scale_by"]] },
    random: ["seed"],
    output: null,
  });
});

test.each([
  [`${parameter}the workflow has no node 7`, at("7.color")],
  [`${parameter}node 1 has no input colour`, at("1.colour")],
  [`${parameter}node 1 has no input inputs.color`, at("1.inputs.color")],
  [`${parameter}node 1 has no input class_type`, at("1.class_type")],
  [`${parameter}node 1 has no input __proto__.x`, at("1.__proto__.x")],
  [`${parameter}node 1 has no input constructor`, at("1.constructor")],
  [`${parameter}the workflow has no node __proto__`, at("__proto__.color")],
  [`${parameter}../1.color must be <node>.<input>`, at("../1.color")],
  [`${parameter}node 1 has no input color.2.scale_by`, at("1.color.2.scale_by")],
  [`${parameter}1 must be <node>.<input>`, at("1")],
  [`${parameter}2.image is linked to another node`, at("2.image")],
  [`${parameter}2.upscale_method is a string in the workflow`, at("2.upscale_method")],
  ["the workflow has no node 5", at(["1.color", "5.color"])],
  [
    "needs an enum of the allowed values",
    fileWith({ parameters: { prefix: { at: "9.filename_prefix" } } }),
  ],
  [
    "needs an enum of the allowed values",
    fileWith({
      workflow: "./enlarging.json",
      parameters: { prompt: { at: "1.image", role: "prompt" } },
    }),
  ],
  [
    "a file has no default",
    fileWith({
      workflow: "./enlarging.json",
      parameters: { image: { at: "1.image", role: "image", default: "/etc/passwd" } },
    }),
  ],
  [
    "1.color is the place of another parameter",
    fileWith({
      parameters: {
        one: { at: "1.color", type: "integer" },
        two: { at: "1.color", type: "integer" },
      },
    }),
  ],
  ["only an integer can be random", at("2.scale_by", { type: "number", random: true })],
  ["models[0].workflow: cannot be read (ENOENT)", fileWith({ workflow: "../../etc/passwd" })],
  ["models[0].workflow: cannot be read (ENOENT)", fileWith({ workflow: "constructor" })],
  ["output.node: the workflow has no node 77", fileWith({ output: { node: "77" } })],
  ["capabilities[0]: must be one of", fileWith({ capabilities: ["speech-to-text"] })],
  ["models[0].model: is not a field", fileWith({ model: "x" })],
])("a mistake in an entry with a workflow is reported: %s", (problem, text) => {
  expect(problemsOf(text)).toContain(problem);
});

test.each(["__proto__", "constructor", "a[0]", "-x", "1.color", "a..b"])(
  "a parameter cannot be called %s",
  (name) => {
    const text = fileWith({ parameters: { NAME: { at: "1.color", type: "integer" } } });

    expect(problemsOf(text.replace("NAME", JSON.stringify(name)))).not.toBe("");
  },
);

test.each([
  ["is not JSON", "{"],
  ["is a workflow of the editor", JSON.stringify({ nodes: [], links: [] })],
  ["is not a workflow in API format", JSON.stringify({ "1": { class_type: "A" } })],
  ["is not a workflow in API format", "[]"],
  ["is not a workflow in API format", "{}"],
])("a workflow's file that %s is named", (problem, text) => {
  expect(parseWorkflow(text)).toEqual({ problem: expect.stringContaining(problem) as string });
});

test("no place of an entry reaches beyond an input of the workflow's nodes", () => {
  const own = new Set(
    Object.entries(drawing).flatMap(([node, { inputs }]) =>
      Object.keys(inputs).map((input) => `${node}.${input}`),
    ),
  );
  const piece = fc.constantFrom("1", "2", "9", "color", "inputs", "__proto__", "image", "..", "/");
  const place = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("."));
  fc.assert(
    fc.property(place, (each) => {
      if (problemsOf(at(each)) === "") expect(own.has(each)).toBe(true);
    }),
  );
});

const diffusion = {
  "3": {
    class_type: "KSampler",
    inputs: { seed: 5, steps: 20, positive: ["10", 0], negative: ["7", 0], latent_image: ["5", 0] },
  },
  "5": { class_type: "EmptyLatentImage", inputs: { width: 512, height: 768, batch_size: 1 } },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "a fox", clip: ["4", 1] } },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "blur", clip: ["4", 1] } },
  "8": { class_type: "PreviewImage", inputs: { images: ["3", 0] } },
  "9": { class_type: "SaveImage", inputs: { images: ["3", 0], filename_prefix: "x" } },
  "10": { class_type: "ControlNetApply", inputs: { conditioning: ["6", 0], strength: 1 } },
};
const bounds = { width: ["INT", { min: 16, max: 16_384, step: 8 }] };
const classes = Object.fromEntries(
  Object.values(diffusion).map(({ class_type: name }) => [
    name,
    { input: { required: name === "EmptyLatentImage" ? bounds : {} } },
  ]),
);

test("models:add finds texts behind the sampler, seeds, sizes and the node that saves", () => {
  const proposed = proposeModel(diffusion, { classes, titleOf: () => "" });

  expect(proposed).toMatchObject({
    capability: "text-to-image",
    output: "9",
    parameters: {
      prompt: { at: "6.text", role: "prompt" },
      negativePrompt: { at: "7.text" },
      seed: { at: "3.seed", minimum: 0 },
      width: { at: "5.width", minimum: 16, maximum: 2_048, multipleOf: 8, default: 512 },
      height: { at: "5.height", default: 768 },
      count: { at: "5.batch_size", maximum: 4 },
    },
  });
  expect(proposed.further).toContain("3.steps (20)");
});

test("models:add takes the title of a node before the graph, and names nodes that the server lacks", () => {
  const titleOf = (node: string) => (node === "7" ? "Prompt" : "");

  expect(proposeModel(diffusion, { classes, titleOf }).parameters["prompt"]?.at).toContain(
    "7.text",
  );
  expect(missingClasses(diffusion, { KSampler: { input: {} } })).toContain("SaveImage");
});

test("models:add keeps comments and adds to the server with the same URL", () => {
  const model = proposeModel(diffusion, { classes, titleOf: () => "" });
  const addition = { baseUrl: "http://10.0.0.7:8188", slug: "box", headersEnv: {}, model };
  const one = addToFile("# Ours.\n", { ...addition, id: "one", workflow: "./one.json" });
  const both = addToFile(one, { ...addition, id: "two", workflow: "./two.json" });

  expect(both).toContain("# Ours.");
  const { own, problems } = parseModelsFile(both, new Set(), () => diffusion);
  expect(problems).toEqual([]);
  expect(own?.providers.map(({ models }) => models.map(({ id }) => id))).toEqual([["one", "two"]]);
});
