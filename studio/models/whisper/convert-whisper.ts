import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type OnnxValue, encodeOnnx } from "#studio/models/onnx-file.ts";

import { createGraphBuilder, headSize } from "./graph-builder.ts";
import { type CTranslate2Model, readCTranslate2 } from "./read-ctranslate2.ts";

/** Positions of the encoder's result: 30 s of sound in steps of 20 ms. */
const framesMax = 1500;
const melBands = 80;
const melFrames = 3000;

/**
 * Converts a Whisper model of CTranslate2 to two ONNX graphs with 8-bit weights. `model.bin` may be split
 * into `model.bin.part1` and so on.
 *
 * - `encoder.onnx`: the spectrogram `mel` → keys `k<layer>` and values `v<layer>` of the cross-attention.
 * - `decoder.onnx`: `tokens`, their `positions`, a `mask`, the cache `pastKeys<layer>` and
 *   `pastValues<layer>`, and the encoder's results → `logits` after the last token, the extended cache
 *   `keys<layer>` and `values<layer>`, and `attention<layer>`, which aligns tokens with the sound.
 */
export async function convertWhisper(unpacked: string, target: string): Promise<void> {
  const entries = await readdir(unpacked, { recursive: true });
  const parts = entries.filter((entry) => /model\.bin(\.part\d)?$/u.test(entry)).toSorted();
  const files = await Promise.all(parts.map((part) => readFile(join(unpacked, part))));
  const model = readCTranslate2(Buffer.concat(files));
  await writeFile(join(target, "encoder.onnx"), convertEncoder(model));
  await writeFile(join(target, "decoder.onnx"), convertDecoder(model));
}

/** The embedding of tokens, which is the last layer as well. */
function findEmbedding({ names }: CTranslate2Model): string {
  return names.find((name) => /^decoder\/embeddings(_0)?\/weight$/u.test(name)) ?? "";
}

function countLayers({ names }: CTranslate2Model, side: "encoder" | "decoder"): number {
  const layers = names.map((name) => new RegExp(`^${side}/layer_\\d+`, "u").exec(name)?.[0]);
  return new Set(layers.filter((layer) => layer !== undefined)).size;
}

/** Size of the model's vectors. */
function readSize(model: CTranslate2Model): number {
  return model.read("encoder/layer_norm/gamma").values.length;
}

/** Rows of a projection that holds queries (0), keys (1) and values (2), or keys (0) and values (1). */
const block = (size: number, index: number) => ({ from: index * size, count: size });

function convertEncoder(model: CTranslate2Model): Uint8Array {
  const graph = createGraphBuilder(model);
  const size = readSize(model);
  let state = "mel";
  for (const [name, stride] of [
    ["conv1", 1],
    ["conv2", 2],
  ] as const) {
    const kernel = graph.load(`encoder/${name}/weight`);
    const bias = graph.load(`encoder/${name}/bias`);
    state = graph.gelu(
      graph.node("Conv", [state, kernel, bias], {
        pads: [1, 1],
        strides: [stride],
        kernel_shape: [3],
      }),
    );
  }
  const turned = graph.node("Transpose", [state], { perm: [0, 2, 1] });
  state = graph.node("Add", [turned, graph.load("encoder/position_encodings/encodings")]);

  for (let index = 0; index < countLayers(model, "encoder"); index += 1) {
    const layer = `encoder/layer_${index}`;
    const normal = graph.normalise(state, `${layer}/self_attention/layer_norm`);
    const projection = `${layer}/self_attention/linear_0`;
    const attended = graph.attend(
      {
        queries: graph.toHeads(graph.linear(normal, projection, block(size, 0)), size, "values"),
        keys: graph.toHeads(graph.linear(normal, projection, block(size, 1)), size, "keys"),
        values: graph.toHeads(graph.linear(normal, projection, block(size, 2)), size, "values"),
      },
      size,
    );
    const mixed = graph.linear(attended, `${layer}/self_attention/linear_1`);
    state = graph.feedForward(graph.node("Add", [state, mixed]), layer);
  }
  state = graph.normalise(state, "encoder/layer_norm");

  const heads = size / headSize;
  const outputs: OnnxValue[] = [];
  for (let index = 0; index < countLayers(model, "decoder"); index += 1) {
    const projection = `decoder/layer_${index}/attention/linear_1`;
    const keys = graph.toHeads(graph.linear(state, projection, block(size, 0)), size, "keys");
    const values = graph.toHeads(graph.linear(state, projection, block(size, 1)), size, "values");
    graph.node("Identity", [keys], { output: `k${index}` });
    graph.node("Identity", [values], { output: `v${index}` });
    outputs.push(
      { name: `k${index}`, shape: [1, heads, headSize, framesMax] },
      { name: `v${index}`, shape: [1, heads, framesMax, headSize] },
    );
  }
  const inputs = [{ name: "mel", shape: [1, melBands, melFrames] }];
  return encodeOnnx({ name: "whisper-encoder", ...graph.parts(), inputs, outputs });
}

function convertDecoder(model: CTranslate2Model): Uint8Array {
  const graph = createGraphBuilder(model);
  const size = readSize(model);
  const heads = size / headSize;
  const embedding = findEmbedding(model);
  const inputs: OnnxValue[] = [
    { name: "tokens", type: "int64", shape: [1, "count"] },
    { name: "positions", type: "int64", shape: ["count"] },
    { name: "mask", shape: ["count", "total"] },
  ];
  const outputs: OnnxValue[] = [];
  let state = graph.node("Add", [
    graph.node("Gather", [graph.loadMatrix(embedding), "tokens"]),
    graph.node("Gather", [graph.load("decoder/position_encodings/encodings"), "positions"]),
  ]);

  for (let index = 0; index < countLayers(model, "decoder"); index += 1) {
    const layer = `decoder/layer_${index}`;
    const normal = graph.normalise(state, `${layer}/self_attention/layer_norm`);
    const projection = `${layer}/self_attention/linear_0`;
    const newKeys = graph.toHeads(graph.linear(normal, projection, block(size, 1)), size, "keys");
    const newValues = graph.toHeads(
      graph.linear(normal, projection, block(size, 2)),
      size,
      "values",
    );
    const keys = graph.node("Concat", [`pastKeys${index}`, newKeys], {
      axis: 3,
      output: `keys${index}`,
    });
    const values = graph.node("Concat", [`pastValues${index}`, newValues], {
      axis: 2,
      output: `values${index}`,
    });
    const queries = graph.toHeads(graph.linear(normal, projection, block(size, 0)), size, "values");
    const own = graph.attend({ queries, keys, values }, size, { mask: "mask" });
    state = graph.node("Add", [state, graph.linear(own, `${layer}/self_attention/linear_1`)]);

    const cross = graph.linear(
      graph.normalise(state, `${layer}/attention/layer_norm`),
      `${layer}/attention/linear_0`,
    );
    const heard = graph.attend(
      { queries: graph.toHeads(cross, size, "values"), keys: `k${index}`, values: `v${index}` },
      size,
      { output: `attention${index}` },
    );
    state = graph.node("Add", [state, graph.linear(heard, `${layer}/attention/linear_2`)]);
    state = graph.feedForward(state, layer);

    inputs.push(
      { name: `pastKeys${index}`, shape: [1, heads, headSize, "past"] },
      { name: `pastValues${index}`, shape: [1, heads, "past", headSize] },
      { name: `k${index}`, shape: [1, heads, headSize, framesMax] },
      { name: `v${index}`, shape: [1, heads, framesMax, headSize] },
    );
    outputs.push(
      { name: `keys${index}`, shape: [1, heads, headSize, "total"] },
      { name: `values${index}`, shape: [1, heads, "total", headSize] },
      { name: `attention${index}`, shape: [1, heads, "count", framesMax] },
    );
  }
  state = graph.normalise(state, "decoder/layer_norm");
  const last = graph.constant("last", [], BigInt64Array.of(-1n));
  const lastState = graph.node("Gather", [state, last], { axis: 1 });
  graph.node("Gemm", [lastState, embedding], { transB: 1, output: "logits" });
  outputs.push({ name: "logits", shape: [1, model.read(embedding).shape[0] ?? 0] });
  return encodeOnnx({ name: "whisper-decoder", ...graph.parts(), inputs, outputs });
}
