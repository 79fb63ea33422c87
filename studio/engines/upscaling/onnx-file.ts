/** Node of an ONNX graph without control flow. The protobuf is encoded by hand, as the format is small. */
export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, string | number | readonly number[]>>;
}

export interface OnnxWeights {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** Input or output of a graph. Dimensions that vary between runs have a name instead of a size. */
interface OnnxValue {
  readonly name: string;
  readonly shape: readonly (number | string)[];
}

export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  readonly weights: readonly OnnxWeights[];
  readonly input: OnnxValue;
  readonly output: OnnxValue;
}

const fileVersion = 8;
const operatorVersion = 13;
const floatType = 1;
const attributeTypes = { integer: 2, text: 3, integers: 7 } as const;

/** Encodes an ONNX model. The same graph produces the same bytes. */
export function encodeOnnx(graph: OnnxGraph): Uint8Array {
  return message([
    integerField(1, fileVersion),
    textField(2, "studio"),
    bytesField(7, encodeGraph(graph)),
    bytesField(8, message([textField(1, ""), integerField(2, operatorVersion)])),
  ]);
}

function encodeGraph({ name, nodes, weights, input, output }: OnnxGraph): Uint8Array {
  return message([
    ...nodes.map((node) => bytesField(1, encodeNode(node))),
    textField(2, name),
    ...weights.map((tensor) => bytesField(5, encodeWeights(tensor))),
    bytesField(11, encodeValue(input)),
    bytesField(12, encodeValue(output)),
  ]);
}

function encodeNode({ operator, inputs, output, attributes = {} }: OnnxNode): Uint8Array {
  return message([
    ...inputs.map((input) => textField(1, input)),
    textField(2, output),
    textField(3, output),
    textField(4, operator),
    ...Object.entries(attributes).map(([name, value]) =>
      bytesField(5, encodeAttribute(name, value)),
    ),
  ]);
}

function encodeAttribute(name: string, value: string | number | readonly number[]): Uint8Array {
  if (typeof value === "string") {
    const text = new TextEncoder().encode(value);
    return message([
      textField(1, name),
      bytesField(4, text),
      integerField(20, attributeTypes.text),
    ]);
  }
  if (typeof value === "number") {
    return message([
      textField(1, name),
      integerField(3, value),
      integerField(20, attributeTypes.integer),
    ]);
  }
  return message([
    textField(1, name),
    ...value.map((item) => integerField(8, item)),
    integerField(20, attributeTypes.integers),
  ]);
}

function encodeWeights({ name, shape, values }: OnnxWeights): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setFloat32(index * 4, value, true);
  return message([
    ...shape.map((size) => integerField(1, size)),
    integerField(2, floatType),
    textField(8, name),
    bytesField(9, bytes),
  ]);
}

function encodeValue({ name, shape }: OnnxValue): Uint8Array {
  const sizes = shape.map((size) =>
    bytesField(1, typeof size === "number" ? integerField(1, size) : textField(2, size)),
  );
  const tensor = message([integerField(1, floatType), bytesField(2, message(sizes))]);
  return message([textField(1, name), bytesField(2, bytesField(1, tensor))]);
}

const varintType = 0;
const lengthType = 2;

function integerField(field: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(field * 8 + varintType), ...varint(value)]);
}

function textField(field: number, text: string): Uint8Array {
  return bytesField(field, new TextEncoder().encode(text));
}

function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  return message([
    Uint8Array.from([...varint(field * 8 + lengthType), ...varint(bytes.length)]),
    bytes,
  ]);
}

function message(fields: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(fields);
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
