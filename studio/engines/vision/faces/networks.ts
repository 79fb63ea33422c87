import type { OnnxGraph, OnnxNode, OnnxWeights } from "#studio/models/onnx-file.ts";

/** Layers of a network of MTCNN, which all three build in the same way. */
type Layer =
  | { readonly kind: "convolve"; readonly name: string; readonly shape: readonly number[] }
  | { readonly kind: "activate"; readonly name: string; readonly channels: number }
  | { readonly kind: "pool"; readonly size: number }
  | { readonly kind: "flatten" }
  | { readonly kind: "connect"; readonly name: string; readonly shape: readonly [number, number] };

/** A network: the shared layers, then the layers that give the score, the correction of the box and the landmarks. */
interface Network {
  readonly size: number | "any";
  readonly layers: readonly Layer[];
  readonly score: Layer;
  readonly box: Layer;
  readonly landmarks?: Layer;
}

const convolve = (name: string, from: number, to: number, size: number): Layer => ({
  kind: "convolve",
  name,
  shape: [to, from, size, size],
});
const activate = (name: string, channels: number): Layer => ({ kind: "activate", name, channels });
const pool = (size: number): Layer => ({ kind: "pool", size });
const connect = (name: string, from: number, to: number): Layer => ({
  kind: "connect",
  name,
  shape: [to, from],
});

/** The cascade of Zhang et al., 2016: proposals, a refinement, and the decision. */
export const networks = {
  proposal: {
    size: "any",
    layers: [
      convolve("conv1", 3, 10, 3),
      activate("prelu1", 10),
      pool(2),
      convolve("conv2", 10, 16, 3),
      activate("prelu2", 16),
      convolve("conv3", 16, 32, 3),
      activate("prelu3", 32),
    ],
    score: convolve("conv4_1", 32, 2, 1),
    box: convolve("conv4_2", 32, 4, 1),
  },
  refinement: {
    size: 24,
    layers: [
      convolve("conv1", 3, 28, 3),
      activate("prelu1", 28),
      pool(3),
      convolve("conv2", 28, 48, 3),
      activate("prelu2", 48),
      pool(3),
      convolve("conv3", 48, 64, 2),
      activate("prelu3", 64),
      { kind: "flatten" },
      connect("dense4", 576, 128),
      activate("prelu4", 128),
    ],
    score: connect("dense5_1", 128, 2),
    box: connect("dense5_2", 128, 4),
  },
  decision: {
    size: 48,
    layers: [
      convolve("conv1", 3, 32, 3),
      activate("prelu1", 32),
      pool(3),
      convolve("conv2", 32, 64, 3),
      activate("prelu2", 64),
      pool(3),
      convolve("conv3", 64, 64, 3),
      activate("prelu3", 64),
      pool(2),
      convolve("conv4", 64, 128, 2),
      activate("prelu4", 128),
      { kind: "flatten" },
      connect("dense5", 1152, 256),
      activate("prelu5", 256),
    ],
    score: connect("dense6_1", 256, 2),
    box: connect("dense6_2", 256, 4),
    landmarks: connect("dense6_3", 256, 10),
  },
} as const satisfies Record<string, Network>;

export type NetworkName = keyof typeof networks;

/** Builds the ONNX graph of a network with the outputs `score`, `box` and, of the decision, `landmarks`. */
export function buildGraph(
  name: NetworkName,
  values: ReadonlyMap<string, Float32Array>,
): OnnxGraph {
  const { size, layers, score, box, landmarks }: Network = networks[name];
  const nodes: OnnxNode[] = [];
  const weights: OnnxWeights[] = [];
  const weigh = (tensor: string, shape: readonly number[]): string => {
    const stored = values.get(tensor) ?? new Float32Array();
    weights.push({ name: tensor, shape, values: toRowMajor(stored, shape) });
    return tensor;
  };
  let isFlat = false;
  const add = (layer: Layer, input: string, output = `value${nodes.length}`): string => {
    switch (layer.kind) {
      case "convolve":
      case "connect": {
        const [to = 0] = layer.shape;
        const inputs = [
          input,
          weigh(`${layer.name}.weight`, layer.shape),
          weigh(`${layer.name}.bias`, [to]),
        ];
        const isConvolution = layer.kind === "convolve";
        nodes.push({
          operator: isConvolution ? "Conv" : "Gemm",
          inputs,
          output,
          attributes: isConvolution ? {} : { transB: 1 },
        });
        break;
      }
      case "activate": {
        const shape = isFlat ? [layer.channels] : [layer.channels, 1, 1];
        const slope = weigh(`${layer.name}.weight`, shape);
        nodes.push({ operator: "PRelu", inputs: [input, slope], output });
        break;
      }
      case "pool": {
        const attributes = {
          kernel_shape: [layer.size, layer.size],
          strides: [2, 2],
          ceil_mode: 1,
        };
        nodes.push({ operator: "MaxPool", inputs: [input], output, attributes });
        break;
      }
      case "flatten": {
        // The weights were trained with columns before rows.
        const turned = `${output}.turned`;
        const attributes = { perm: [0, 3, 2, 1] };
        nodes.push({ operator: "Transpose", inputs: [input], output: turned, attributes });
        nodes.push({ operator: "Flatten", inputs: [turned], output, attributes: { axis: 1 } });
        isFlat = true;
        break;
      }
    }
    return output;
  };
  const shared = layers.reduce((input, layer) => add(layer, input), "image");
  const logits = add(score, shared);
  nodes.push({ operator: "Softmax", inputs: [logits], output: "score", attributes: { axis: 1 } });
  add(box, shared, "box");
  if (landmarks) add(landmarks, shared, "landmarks");
  const edges = size === "any" ? ["height", "width"] : [size, size];
  const grid = size === "any" ? ["rows", "columns"] : [];
  return {
    name,
    nodes,
    weights,
    inputs: [{ name: "image", shape: ["count", 3, ...edges] }],
    outputs: [
      { name: "score", shape: ["count", 2, ...grid] },
      { name: "box", shape: ["count", 4, ...grid] },
      ...(landmarks ? [{ name: "landmarks", shape: ["count", 10] }] : []),
    ],
  };
}

/** The files store all tensors with the first dimension varying fastest; ONNX has the last one so. */
function toRowMajor(stored: Float32Array, shape: readonly number[]): Float32Array {
  const strides = shape.map((_, axis) =>
    shape.slice(0, axis).reduce((size, edge) => size * edge, 1),
  );
  return stored.map((_, index) => {
    let rest = index;
    let place = 0;
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      const edge = shape[axis] ?? 1;
      place += (rest % edge) * (strides[axis] ?? 0);
      rest = Math.floor(rest / edge);
    }
    return stored[place] ?? 0;
  });
}
