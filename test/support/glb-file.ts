/** A GLB with two squares next to each other: the left one has a colour, the right one a picture. */
export function twoSquaresGlb({
  picture,
  extensionsRequired,
}: {
  readonly picture: Buffer;
  readonly extensionsRequired?: readonly string[];
}): Buffer {
  const positions = Buffer.from(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]).buffer);
  const uvs = Buffer.from(new Float32Array([0, 1, 1, 1, 1, 0, 0, 0]).buffer);
  const indices = Buffer.from(new Uint16Array([0, 1, 2, 0, 2, 3]).buffer);
  const parts = [positions, uvs, indices, picture];
  const offsets = parts.map((_, index) => lengthOf(parts.slice(0, index)));
  const attributes = { POSITION: 0, TEXCOORD_0: 1 };
  const json = {
    asset: { version: "2.0" },
    ...(extensionsRequired === undefined ? {} : { extensionsRequired }),
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { mesh: 0, translation: [-1, 0, 0] },
      { mesh: 1, translation: [1, 0, 0] },
    ],
    meshes: [0, 1].map((material) => ({ primitives: [{ attributes, indices: 2, material }] })),
    materials: [
      { pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } },
      { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } },
    ],
    textures: [{ source: 0 }],
    images: [{ bufferView: 3, mimeType: "image/png" }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 4,
        type: "VEC3",
        min: [-1, -1, 0],
        max: [1, 1, 0],
      },
      { bufferView: 1, componentType: 5126, count: 4, type: "VEC2" },
      { bufferView: 2, componentType: 5123, count: 6, type: "SCALAR" },
    ],
    bufferViews: parts.map(({ length }, index) => ({
      buffer: 0,
      byteOffset: offsets[index],
      byteLength: length,
    })),
    buffers: [{ byteLength: lengthOf(parts) }],
  };
  const text = Buffer.from(JSON.stringify(json));
  const chunks = [
    chunkOf("JSON", Buffer.concat([text, Buffer.alloc(-text.length & 3, " ")])),
    chunkOf("BIN\0", Buffer.concat([...parts, Buffer.alloc(-lengthOf(parts) & 3)])),
  ];
  const head = Buffer.from("glTF\x02\0\0\0\0\0\0\0", "latin1");
  head.writeUInt32LE(head.length + lengthOf(chunks), 8);
  return Buffer.concat([head, ...chunks]);
}

function chunkOf(type: string, bytes: Buffer): Buffer {
  const head = Buffer.from(`\0\0\0\0${type}`, "latin1");
  head.writeUInt32LE(bytes.length);
  return Buffer.concat([head, bytes]);
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
