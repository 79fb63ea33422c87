import type { OnnxAttribute, OnnxNode, OnnxWeights } from "#studio/models/onnx-file.ts";

import type { CTranslate2Model } from "./read-ctranslate2.ts";

/** Part of the rows of weights, which may hold several projections one below the other. */
interface Rows {
  readonly from: number;
  readonly count: number;
}

/** Values of a head of Whisper's attention, in all sizes of the model. */
export const headSize = 64;

/** Collects the nodes and weights of a transformer. Every method returns the name of its result. */
export function createGraphBuilder(model: CTranslate2Model) {
  const nodes: OnnxNode[] = [];
  const weights = new Map<string, OnnxWeights>();

  function node(
    operator: string,
    inputs: readonly string[],
    { output, ...attributes }: Readonly<Record<string, OnnxAttribute>> & { output?: string } = {},
  ): string {
    const name = output ?? `${operator}_${nodes.length}`;
    nodes.push({ operator, inputs, output: name, attributes });
    return name;
  }

  function constant(name: string, shape: readonly number[], values: OnnxWeights["values"]): string {
    weights.set(name, { name, shape, values });
    return name;
  }

  const scalar = (name: string, value: number) => constant(name, [], Float32Array.of(value));
  const integers = (name: string, ...values: number[]) =>
    constant(name, [values.length], BigInt64Array.from(values, BigInt));

  function load(name: string): string {
    const { shape, values } = model.read(name);
    return constant(name, shape, values);
  }

  /**
   * Loads a matrix as 8-bit integers with a scale for each row: a quarter of the size at the same word
   * error rate. The runtime multiplies once, when it loads the graph.
   */
  function loadMatrix(name: string, rows?: Rows): string {
    const key = rows ? `${name}/${rows.from}` : name;
    if (!weights.has(`${key}/integers`)) {
      const { shape, values } = model.read(name);
      const width = shape[1] ?? 0;
      const { from, count } = rows ?? { from: 0, count: shape[0] ?? 0 };
      const part = values.subarray(from * width, (from + count) * width);
      const quantised = quantiseRows(part, width);
      constant(`${key}/integers`, [count, width], quantised.integers);
      constant(`${key}/scales`, [count, 1], quantised.scales);
      const floats = node("Cast", [`${key}/integers`], { to: 1 });
      node("Mul", [floats, `${key}/scales`], { output: key });
    }
    return key;
  }

  function linear(input: string, name: string, rows?: Rows): string {
    const matrix = node("Transpose", [loadMatrix(`${name}/weight`, rows)], { perm: [1, 0] });
    const product = node("MatMul", [input, matrix]);
    const bias = model.read(`${name}/bias`).values;
    const part = rows ? bias.slice(rows.from, rows.from + rows.count) : bias;
    const key = `${name}/bias/${rows?.from ?? 0}`;
    return node("Add", [product, constant(key, [part.length], part)]);
  }

  function normalise(input: string, name: string): string {
    const inputs = [input, load(`${name}/gamma`), load(`${name}/beta`)];
    return node("LayerNormalization", inputs, { axis: 2, epsilon: { float: 1e-5 } });
  }

  function gelu(input: string): string {
    const scaled = node("Mul", [input, scalar("inverseRoot2", Math.SQRT1_2)]);
    const gate = node("Add", [node("Erf", [scaled]), scalar("one", 1)]);
    return node("Mul", [node("Mul", [input, scalar("half", 0.5)]), gate]);
  }

  /** Splits [1, time, size] into heads: [1, heads, time, 64], or [1, heads, 64, time] for keys. */
  function toHeads(input: string, size: number, kind: "keys" | "values"): string {
    const shape = integers("headShape", 0, 0, size / headSize, headSize);
    const perm = kind === "keys" ? [0, 2, 3, 1] : [0, 2, 1, 3];
    return node("Transpose", [node("Reshape", [input, shape])], { perm });
  }

  /** Attends from queries to keys and values. `output` names the attention weights. */
  function attend(
    { queries, keys, values }: { queries: string; keys: string; values: string },
    size: number,
    { mask, output }: { mask?: string; output?: string } = {},
  ): string {
    const scores = node("Mul", [
      node("MatMul", [queries, keys]),
      scalar("scale", headSize ** -0.5),
    ]);
    const masked = mask === undefined ? scores : node("Add", [scores, mask]);
    const shares = node("Softmax", [masked], { axis: 3, ...(output ? { output } : {}) });
    const heads = node("Transpose", [node("MatMul", [shares, values])], { perm: [0, 2, 1, 3] });
    return node("Reshape", [heads, integers("joinedShape", 0, 0, size)]);
  }

  function feedForward(input: string, layer: string): string {
    const normal = normalise(input, `${layer}/ffn/layer_norm`);
    const inner = gelu(linear(normal, `${layer}/ffn/linear_0`));
    return node("Add", [input, linear(inner, `${layer}/ffn/linear_1`)]);
  }

  return {
    node,
    constant,
    load,
    loadMatrix,
    linear,
    normalise,
    gelu,
    toHeads,
    attend,
    feedForward,
    parts: () => ({ nodes, weights: [...weights.values()] }),
  };
}

function quantiseRows(
  values: Float32Array,
  width: number,
): { integers: Int8Array; scales: Float32Array } {
  const integers = new Int8Array(values.length);
  const scales = new Float32Array(values.length / width);
  for (let row = 0; row < scales.length; row += 1) {
    const start = row * width;
    let largest = 1e-8;
    for (let index = start; index < start + width; index += 1) {
      largest = Math.max(largest, Math.abs(values[index] ?? 0));
    }
    const scale = largest / 127;
    scales[row] = scale;
    for (let index = start; index < start + width; index += 1) {
      integers[index] = Math.round((values[index] ?? 0) / scale);
    }
  }
  return { integers, scales };
}
