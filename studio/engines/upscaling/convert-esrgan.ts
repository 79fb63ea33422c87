import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { z } from "zod";

import type { OnnxNode, OnnxWeights } from "#studio/models/onnx-file.ts";
import { encodeOnnx } from "#studio/models/onnx-file.ts";

const layerSchema = z.object({
  class_name: z.string(),
  config: z.looseObject({ name: z.string() }),
  inbound_nodes: z.array(z.array(z.tuple([z.string()]).rest(z.unknown()))),
});
type Layer = z.infer<typeof layerSchema>;

const modelSchema = z.object({
  modelTopology: z.object({
    model_config: z.object({
      config: z.object({
        layers: z.array(layerSchema),
        output_layers: z.tuple([z.tuple([z.string()]).rest(z.unknown())]),
      }),
    }),
  }),
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(
        z.object({ name: z.string(), shape: z.array(z.number()), dtype: z.literal("float32") }),
      ),
    }),
  ),
});

const convolutionSchema = z.object({
  kernel_size: z.tuple([z.number(), z.number()]),
  strides: z.tuple([z.literal(1), z.literal(1)]),
  padding: z.enum(["same", "valid"]),
  activation: z.literal("linear"),
  use_bias: z.literal(true),
});

/**
 * Converts the super-resolution network of `@upscalerjs/esrgan-medium` (a Keras model in TensorFlow.js
 * format) to ONNX. `input` and `output` are [1, 3, height, width] from 0 to 1; the output has twice
 * the size. Takes a few milliseconds, so the result is not cached on disk.
 */
export async function convertEsrgan(): Promise<Uint8Array> {
  const folder = packageFolder();
  const model = modelSchema.parse(JSON.parse(await readFile(join(folder, "model.json"), "utf8")));
  const weights = await readWeights(folder, model.weightsManifest);
  const { layers, output_layers: outputs } = model.modelTopology.model_config.config;
  const nodes: OnnxNode[] = [];
  const tensors: OnnxWeights[] = [];
  for (const layer of layers) {
    const converted = convertLayer(layer, weights);
    nodes.push(...converted.nodes);
    tensors.push(...converted.weights);
  }
  const last = outputs[0][0];
  return encodeOnnx({
    name: "esrgan-medium-2x",
    nodes: [...nodes, { operator: "Identity", inputs: [last], output: "output" }],
    weights: tensors,
    inputs: [{ name: "input", shape: [1, 3, "height", "width"] }],
    outputs: [{ name: "output", shape: [1, 3, "outputHeight", "outputWidth"] }],
  });
}

function packageFolder(): string {
  const path = createRequire(import.meta.url).resolve("@upscalerjs/esrgan-medium/2x");
  const root = path.slice(0, path.lastIndexOf(join("esrgan-medium", "dist")));
  return join(dirname(join(root, "esrgan-medium", "package.json")), "models", "x2");
}

type FloatWeights = OnnxWeights & { readonly values: Float32Array };
type WeightTable = ReadonlyMap<string, FloatWeights>;

async function readWeights(
  folder: string,
  manifest: z.infer<typeof modelSchema>["weightsManifest"],
): Promise<WeightTable> {
  const table = new Map<string, FloatWeights>();
  for (const { paths, weights } of manifest) {
    const shards = await Promise.all(paths.map((path) => readFile(join(folder, path))));
    const bytes = Buffer.concat(shards);
    let position = 0;
    for (const { name, shape } of weights) {
      const length = shape.reduce((product, size) => product * size, 1);
      const values = new Float32Array(length).map((_, index) =>
        bytes.readFloatLE(position + index * 4),
      );
      table.set(name, { name, shape, values });
      position += length * 4;
    }
  }
  return table;
}

function convertLayer(
  { class_name: kind, config, inbound_nodes: inbound }: Layer,
  table: WeightTable,
): { nodes: OnnxNode[]; weights: OnnxWeights[] } {
  const inputs = (inbound[0] ?? []).map(([name]) => name);
  const output = config.name;
  const single = (node: Omit<OnnxNode, "output">) => ({
    nodes: [{ ...node, output }],
    weights: [],
  });
  switch (kind) {
    case "InputLayer":
      return single({ operator: "Identity", inputs: ["input"] });
    case "Conv2D":
      return convertConvolution(output, inputs, convolutionSchema.parse(config), table);
    case "Activation":
      z.literal("relu").parse(config["activation"]);
      return single({ operator: "Relu", inputs });
    case "Concatenate":
      // The channel is the last axis in Keras and the second one in ONNX.
      return single({ operator: "Concat", inputs, attributes: { axis: 1 } });
    case "Add":
      return single({ operator: "Add", inputs });
    case "UpSampling2D":
      return convertEnlargement(output, inputs);
  }
  throw new Error(`The network has a layer that the conversion does not know: ${kind}.`);
}

function convertConvolution(
  name: string,
  inputs: readonly string[],
  { kernel_size: [height, width], padding }: z.infer<typeof convolutionSchema>,
  table: WeightTable,
): { nodes: OnnxNode[]; weights: OnnxWeights[] } {
  const kernel = table.get(`${name}/kernel`);
  const bias = table.get(`${name}/bias`);
  if (!kernel || !bias) throw new Error(`The network has no weights for ${name}.`);
  const [top, left] = padding === "same" ? [(height - 1) / 2, (width - 1) / 2] : [0, 0];
  const node = {
    operator: "Conv",
    inputs: [...inputs, kernel.name, bias.name],
    output: name,
    attributes: { kernel_shape: [height, width], pads: [top, left, top, left], strides: [1, 1] },
  };
  return { nodes: [node], weights: [toOutputFirst(kernel), bias] };
}

/** Reorders a kernel from Keras (height, width, input, output) to ONNX (output, input, height, width). */
function toOutputFirst({ name, shape, values }: FloatWeights): OnnxWeights {
  const [height = 0, width = 0, inputs = 0, outputs = 0] = shape;
  const turned = new Float32Array(values.length);
  let position = 0;
  for (let output = 0; output < outputs; output += 1) {
    for (let input = 0; input < inputs; input += 1) {
      for (let cell = 0; cell < height * width; cell += 1) {
        turned[position] = values[(cell * inputs + input) * outputs + output] ?? 0;
        position += 1;
      }
    }
  }
  return { name, shape: [outputs, inputs, height, width], values: turned };
}

function convertEnlargement(
  name: string,
  inputs: readonly string[],
): { nodes: OnnxNode[]; weights: OnnxWeights[] } {
  const scales = { name: `${name}/scales`, shape: [4], values: Float32Array.of(1, 1, 2, 2) };
  const node = {
    operator: "Resize",
    inputs: [...inputs, "", scales.name],
    output: name,
    // Without `floor`, every second pixel copies the wrong neighbour, which shows as a grid.
    attributes: {
      mode: "nearest",
      coordinate_transformation_mode: "asymmetric",
      nearest_mode: "floor",
    },
  };
  return { nodes: [node], weights: [scales] };
}
