/** Node of an ONNX graph without control flow. The protobuf is encoded by hand, as the format is small. */
export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
}

/** A plain number is an integer. */
export type OnnxAttribute = string | number | readonly number[] | { readonly float: number };

export interface OnnxWeights {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array | BigInt64Array;
}

/** Input or output of a graph. Dimensions that vary between runs have a name instead of a size. */
export interface OnnxValue {
  readonly name: string;
  /** `float` when absent. */
  readonly type?: "float" | "int64";
  readonly shape: readonly (number | string)[];
}

export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  readonly weights: readonly OnnxWeights[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

const fileVersion = 8;
const operatorVersion = 17;
const tensorTypes = { float: 1, int8: 3, int64: 7 } as const;
const attributeTypes = { float: 1, integer: 2, text: 3, integers: 7 } as const;

/** Chunks of an encoded message: nested messages are not copied, because weights take megabytes. */
type Chunks = readonly Uint8Array[];

/** Encodes an ONNX model. The same graph produces the same bytes. */
export function encodeOnnx(graph: OnnxGraph): Uint8Array {
  return Buffer.concat([
    ...integerField(1, fileVersion),
    ...textField(2, "studio"),
    ...messageField(7, encodeGraph(graph)),
    ...messageField(8, [...textField(1, ""), ...integerField(2, operatorVersion)]),
  ]);
}

function encodeGraph({ name, nodes, weights, inputs, outputs }: OnnxGraph): Chunks {
  return [
    ...nodes.flatMap((node) => messageField(1, encodeNode(node))),
    ...textField(2, name),
    ...weights.flatMap((tensor) => messageField(5, encodeWeights(tensor))),
    ...inputs.flatMap((value) => messageField(11, encodeValue(value))),
    ...outputs.flatMap((value) => messageField(12, encodeValue(value))),
  ];
}

function encodeNode({ operator, inputs, output, attributes = {} }: OnnxNode): Chunks {
  return [
    ...inputs.flatMap((input) => textField(1, input)),
    ...textField(2, output),
    ...textField(3, output),
    ...textField(4, operator),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      messageField(5, [...textField(1, name), ...encodeAttribute(value)]),
    ),
  ];
}

function encodeAttribute(value: OnnxAttribute): Chunks {
  if (typeof value === "string") {
    return [...textField(4, value), ...integerField(20, attributeTypes.text)];
  }
  if (typeof value === "number") {
    return [...integerField(3, value), ...integerField(20, attributeTypes.integer)];
  }
  if ("float" in value) {
    return [...floatField(2, value.float), ...integerField(20, attributeTypes.float)];
  }
  return [
    ...value.flatMap((item) => integerField(8, item)),
    ...integerField(20, attributeTypes.integers),
  ];
}

function encodeWeights({ name, shape, values }: OnnxWeights): Chunks {
  // The format is little-endian, as are all machines that onnxruntime-node supports.
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return [
    ...shape.flatMap((size) => integerField(1, size)),
    ...integerField(2, tensorTypes[typeOf(values)]),
    ...textField(8, name),
    ...messageField(9, [bytes]),
  ];
}

function typeOf(values: OnnxWeights["values"]): keyof typeof tensorTypes {
  if (values instanceof Float32Array) return "float";
  return values instanceof Int8Array ? "int8" : "int64";
}

function encodeValue({ name, type = "float", shape }: OnnxValue): Chunks {
  const sizes = shape.flatMap((size) =>
    messageField(1, typeof size === "number" ? integerField(1, size) : textField(2, size)),
  );
  const tensor = [...integerField(1, tensorTypes[type]), ...messageField(2, sizes)];
  return [...textField(1, name), ...messageField(2, messageField(1, tensor))];
}

const wireTypes = { varint: 0, length: 2, fixed32: 5 } as const;

function integerField(field: number, value: number): Chunks {
  return [Uint8Array.from([...varint(field * 8 + wireTypes.varint), ...varint(value)])];
}

function floatField(field: number, value: number): Chunks {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [Uint8Array.from([...varint(field * 8 + wireTypes.fixed32), ...bytes])];
}

function textField(field: number, text: string): Chunks {
  return messageField(field, [new TextEncoder().encode(text)]);
}

function messageField(field: number, chunks: Chunks): Chunks {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const header = [...varint(field * 8 + wireTypes.length), ...varint(length)];
  return [Uint8Array.from(header), ...chunks];
}

/** Encodes a non-negative integer as a protobuf varint: seven bits a byte, lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}
