import {
  type Material as GltfMaterial,
  type Node,
  type Primitive,
  WebIO,
} from "@gltf-transform/core";
import sharp from "sharp";
import { z } from "zod";

import { StudioError } from "#studio/errors.ts";

import type { Material } from "./material.ts";
import type { Mesh, TextureImage } from "./mesh.ts";

const bytesMax = 64 * 1024 ** 2;
const nodesMax = 2000;
const valuesMax = 6_000_000;
const trianglesMax = 500_000;
const texturePixelsMax = 64 * 1024 * 1024;
const textureSize = 1024;

/**
 * Reads the meshes of a binary glTF 2.0 file from outside, placed as its scene says. Throws
 * `invalid_input` for damaged files, for compressed geometry and for files above the limits.
 */
export async function readGlb(bytes: Uint8Array): Promise<Mesh[]> {
  checkCounts(readDescription(bytes));
  const root = await new WebIO()
    .readBinary(bytes)
    .then((document) => document.getRoot())
    .catch((error: unknown) => {
      throw new StudioError("invalid_input", "The model cannot be read.", { cause: error });
    });
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const parts: Part[] = [];
  for (const node of scene?.listChildren() ?? []) collectParts(node, parts);
  const triangles = parts.reduce((sum, { corners }) => sum + corners / 3, 0);
  if (parts.length === 0) throw new StudioError("invalid_input", "The model has no triangles.");
  if (triangles > trianglesMax) {
    const message = `The model has ${Math.round(triangles)} triangles; ${trianglesMax} are the most.`;
    throw new StudioError("invalid_input", message);
  }
  const textures = new Map<GltfMaterial, TextureImage | null>();
  const meshes: Mesh[] = [];
  for (const part of parts) {
    const material = part.primitive.getMaterial();
    if (material && !textures.has(material)) textures.set(material, await readTexture(material));
    meshes.push(toMesh(part, material, material ? (textures.get(material) ?? null) : null));
  }
  return meshes;
}

interface Part {
  readonly primitive: Primitive;
  readonly matrix: readonly number[];
  readonly corners: number;
}

/** Lists that decide how much memory the library takes, before it reads them. */
const descriptionSchema = z.object({
  nodes: z.array(z.object({ children: z.array(z.int().min(0)).default([]) })).default([]),
  accessors: z.array(z.object({ count: z.int().min(0), type: z.string() })).default([]),
});
type Description = z.output<typeof descriptionSchema>;

function readDescription(bytes: Uint8Array): Description {
  if (bytes.byteLength > bytesMax) {
    throw new StudioError("invalid_input", "A model may have 64 MiB at most.");
  }
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = view.getUint32(12, true);
    const text = new TextDecoder().decode(bytes.subarray(20, 20 + length));
    return descriptionSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new StudioError("invalid_input", "The model cannot be read.", { cause: error });
  }
}

const componentsOf: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** A small file can claim huge lists of zeros, and nodes that contain each other. */
function checkCounts({ nodes, accessors }: Description): void {
  const values = accessors.reduce(
    (sum, { count, type }) => sum + count * (componentsOf[type] ?? 16),
    0,
  );
  const parents = new Map<number, number>();
  for (const [parent, { children }] of nodes.entries()) {
    for (const child of children) {
      if (parents.has(child))
        throw new StudioError("invalid_input", "The model's nodes are no tree.");
      parents.set(child, parent);
    }
  }
  // A path upwards that is longer than the list is a circle.
  for (const start of parents.keys()) {
    let [node, steps]: [number | undefined, number] = [start, 0];
    while (node !== undefined && steps <= nodes.length)
      [node, steps] = [parents.get(node), steps + 1];
    if (node !== undefined)
      throw new StudioError("invalid_input", "The model's nodes are no tree.");
    if (nodes.length > nodesMax) break;
  }
  if (values > valuesMax || nodes.length > nodesMax) {
    throw new StudioError("invalid_input", "The model is too detailed to be drawn here.");
  }
}

const trianglesMode = 4;

function collectParts(node: Node, parts: Part[]): void {
  for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
    const positions = primitive.getAttribute("POSITION");
    if (!positions || primitive.getMode() !== trianglesMode) continue;
    const corners = (primitive.getIndices() ?? positions).getCount();
    if (corners >= 3) parts.push({ primitive, matrix: node.getWorldMatrix(), corners });
  }
  for (const child of node.listChildren()) collectParts(child, parts);
}

function toMesh(
  { primitive, matrix }: Part,
  material: GltfMaterial | null,
  image: TextureImage | null,
): Mesh {
  const source = primitive.getAttribute("POSITION");
  const count = source?.getCount() ?? 0;
  const positions = new Float32Array(count * 3);
  const point: number[] = [];
  for (let index = 0; index < count; index += 1) {
    source?.getElement(index, point);
    positions.set(transform(matrix, point, 1), index * 3);
  }
  const given = primitive.getIndices();
  const corners = given?.getCount() ?? count;
  const indices = new Uint32Array(corners - (corners % 3));
  for (let corner = 0; corner < indices.length; corner += 1) {
    const vertex = given ? given.getScalar(corner) : corner;
    if (!(vertex >= 0 && vertex < count)) {
      throw new StudioError("invalid_input", "The model names corners that it does not have.");
    }
    indices[corner] = vertex;
  }
  const mesh = {
    name: "model",
    positions,
    normals: readNormals(primitive, matrix, positions, indices),
    indices,
    material: toMaterial(material),
  };
  const coordinates = image ? readCoordinates(primitive, count) : null;
  return image && coordinates ? { ...mesh, texture: { coordinates, image } } : mesh;
}

function readNormals(
  primitive: Primitive,
  matrix: readonly number[],
  positions: Float32Array,
  indices: Uint32Array,
): Float32Array {
  const given = primitive.getAttribute("NORMAL");
  const normals = new Float32Array(positions.length);
  if (given && given.getCount() * 3 === positions.length) {
    const normal: number[] = [];
    for (let index = 0; index < given.getCount(); index += 1) {
      given.getElement(index, normal);
      normals.set(unit(transform(matrix, normal, 0)), index * 3);
    }
    return normals;
  }
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map((step) => {
      const start = (indices[corner + step] ?? 0) * 3;
      return positions.subarray(start, start + 3);
    });
    if (!a || !b || !c) continue;
    const face = crossOf(a, b, c);
    for (let step = 0; step < 3; step += 1) {
      const start = (indices[corner + step] ?? 0) * 3;
      for (let axis = 0; axis < 3; axis += 1) {
        normals[start + axis] = (normals[start + axis] ?? 0) + (face[axis] ?? 0);
      }
    }
  }
  for (let start = 0; start < normals.length; start += 3) {
    normals.set(unit([...normals.subarray(start, start + 3)]), start);
  }
  return normals;
}

function readCoordinates(primitive: Primitive, count: number): Float32Array | null {
  const given = primitive.getAttribute("TEXCOORD_0");
  if (!given || given.getCount() !== count) return null;
  const coordinates = new Float32Array(count * 2);
  const pair: number[] = [];
  for (let index = 0; index < count; index += 1) {
    given.getElement(index, pair);
    coordinates.set([pair[0] ?? 0, pair[1] ?? 0], index * 2);
  }
  return coordinates;
}

async function readTexture(material: GltfMaterial): Promise<TextureImage | null> {
  const bytes = material.getBaseColorTexture()?.getImage();
  if (!bytes) return null;
  try {
    const pixels = await sharp(bytes, { limitInputPixels: texturePixelsMax })
      .resize(textureSize, textureSize, { fit: "fill" })
      .toColourspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer();
    return { png: bytes, pixels, size: textureSize };
  } catch (error) {
    const message = "A texture of the model cannot be decoded.";
    throw new StudioError("invalid_input", message, { cause: error });
  }
}

function toMaterial(material: GltfMaterial | null): Material {
  const [red = 0.7, green = 0.7, blue = 0.7, alpha = 1] = material?.getBaseColorFactor() ?? [];
  const hex = (factor: number) =>
    Math.round(255 * toSrgb(Math.min(1, Math.max(0, factor))))
      .toString(16)
      .padStart(2, "0");
  const opaque = !material || material.getAlphaMode() !== "BLEND";
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return {
    color: `#${hex(red)}${hex(green)}${hex(blue)}`,
    roughness: clamp(material?.getRoughnessFactor() ?? 0.8),
    metallic: clamp(material?.getMetallicFactor() ?? 0),
    opacity: opaque ? 1 : clamp(alpha),
    glows: (material?.getEmissiveFactor() ?? []).some((value) => value > 0.5),
  };
}

/** Reverses `toLinear`. */
function toSrgb(linear: number): number {
  return linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** Applies a column-major 4 × 4 matrix to a point (`w` 1) or a direction (`w` 0). */
function transform(matrix: readonly number[], [x = 0, y = 0, z = 0]: number[], w: 0 | 1): number[] {
  return [0, 1, 2].map((row) => {
    const at = (column: number) => matrix[column * 4 + row] ?? 0;
    const value = at(0) * x + at(1) * y + at(2) * z + at(3) * w;
    return Number.isFinite(value) ? value : 0;
  });
}

function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : [0, 1, 0];
}

function crossOf(a: Float32Array, b: Float32Array, c: Float32Array): number[] {
  const [ax = 0, ay = 0, az = 0] = a;
  const [ux, uy, uz] = [(b[0] ?? 0) - ax, (b[1] ?? 0) - ay, (b[2] ?? 0) - az];
  const [vx, vy, vz] = [(c[0] ?? 0) - ax, (c[1] ?? 0) - ay, (c[2] ?? 0) - az];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
