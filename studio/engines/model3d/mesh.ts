import type { Triangles } from "./evaluate-solid.ts";
import type { Material } from "./material.ts";

/** A mesh of a file or a preview. As in glTF, y is up and the front faces +Z. */
export interface Mesh {
  readonly name: string;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  readonly material: Material;
  /** Present on textured meshes, with one u, v pair for each position. */
  readonly texture?: {
    readonly coordinates: Float32Array;
    readonly image: TextureImage;
    /** True for a tile that repeats, and that meshes may share. */
    readonly repeats?: boolean;
  };
}

export interface TextureImage {
  readonly png: Uint8Array;
  /** RGB, three bytes for each pixel. */
  readonly pixels: Uint8Array;
  readonly size: number;
}

/** Placement of a mesh: rotated by `degrees` around the up axis, scaled, then moved. */
export interface Placement {
  readonly scale: number;
  readonly degrees: number;
  readonly move: readonly [x: number, y: number, z: number];
}

export interface Bounds {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/**
 * Adds normals to triangles. Edges between faces that meet at less than `creaseDegrees` are smooth,
 * others are sharp. Omits triangles without area.
 */
export function toMesh(
  name: string,
  triangles: Triangles,
  material: Material,
  creaseDegrees: number,
): Mesh {
  const source = toUpright(triangles.positions);
  const faces = usableFaces(source, triangles.indices);
  const facesOfVertex = collectFaces(faces, source.length / 3);
  const creaseCosine = Math.cos((creaseDegrees * Math.PI) / 180);
  const vertices = new Map<string, number>();
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const face of faces) {
    for (const vertex of face.corners) {
      const normal = smoothNormal(face, facesOfVertex[vertex] ?? [], creaseCosine);
      // Corners whose normals differ by less than about one degree become one vertex.
      const key = `${vertex} ${normal.map((value) => Math.round(value * 64)).join(" ")}`;
      let index = vertices.get(key);
      if (index === undefined) {
        index = positions.length / 3;
        vertices.set(key, index);
        positions.push(...source.subarray(vertex * 3, vertex * 3 + 3));
        normals.push(...normal);
      }
      indices.push(index);
    }
  }
  return {
    name,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
    material,
  };
}

function toUpright(positions: Float32Array): Float32Array {
  const upright = new Float32Array(positions.length);
  for (let index = 0; index < positions.length; index += 3) {
    upright[index] = positions[index] ?? 0;
    upright[index + 1] = positions[index + 2] ?? 0;
    upright[index + 2] = -(positions[index + 1] ?? 0);
  }
  return upright;
}

interface Face {
  readonly corners: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
  readonly area: number;
}

const areaMin = 1e-9;

function usableFaces(positions: Float32Array, indices: Uint32Array): Face[] {
  const faces: Face[] = [];
  for (let index = 0; index < indices.length; index += 3) {
    const [a = 0, b = 0, c = 0] = indices.subarray(index, index + 3);
    const [ax = 0, ay = 0, az = 0] = positions.subarray(a * 3, a * 3 + 3);
    const [bx = 0, by = 0, bz = 0] = positions.subarray(b * 3, b * 3 + 3);
    const [cx = 0, cy = 0, cz = 0] = positions.subarray(c * 3, c * 3 + 3);
    const x = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const y = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const z = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const area = Math.hypot(x, y, z);
    if (area < areaMin) continue;
    faces.push({ corners: [a, b, c], normal: [x / area, y / area, z / area], area });
  }
  return faces;
}

function collectFaces(faces: readonly Face[], vertexCount: number): Face[][] {
  const facesOfVertex: Face[][] = Array.from({ length: vertexCount }, () => []);
  for (const face of faces) {
    for (const vertex of face.corners) facesOfVertex[vertex]?.push(face);
  }
  return facesOfVertex;
}

function smoothNormal(
  face: Face,
  neighbours: readonly Face[],
  creaseCosine: number,
): [number, number, number] {
  const [nx, ny, nz] = face.normal;
  let [x, y, z] = [0, 0, 0];
  for (const { normal, area } of neighbours) {
    if (nx * normal[0] + ny * normal[1] + nz * normal[2] < creaseCosine) continue;
    x += normal[0] * area;
    y += normal[1] * area;
    z += normal[2] * area;
  }
  const length = Math.hypot(x, y, z);
  return length < 1e-12 ? [nx, ny, nz] : [x / length, y / length, z / length];
}

export function placeMesh(mesh: Mesh, { scale, degrees, move }: Placement): Mesh {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const positions = new Float32Array(mesh.positions.length);
  const normals = new Float32Array(mesh.normals.length);
  for (let index = 0; index < positions.length; index += 3) {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(index, index + 3);
    positions[index] = (x * cosine + z * sine) * scale + move[0];
    positions[index + 1] = y * scale + move[1];
    positions[index + 2] = (z * cosine - x * sine) * scale + move[2];
    const [nx = 0, ny = 0, nz = 0] = mesh.normals.subarray(index, index + 3);
    normals[index] = nx * cosine + nz * sine;
    normals[index + 1] = ny;
    normals[index + 2] = nz * cosine - nx * sine;
  }
  return { ...mesh, positions, normals };
}

export function boundsOf(meshes: readonly Mesh[]): Bounds {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let index = 0; index < positions.length; index += 3) {
      for (const axis of [0, 1, 2] as const) {
        const value = positions[index + axis] ?? 0;
        if (value < low[axis]) low[axis] = value;
        if (value > high[axis]) high[axis] = value;
      }
    }
  }
  return { low, high };
}

/** Longest of the three extents. */
export function longestExtent({ low, high }: Bounds): number {
  return Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/** Copies the values of some vertices, such as positions or normals, in their order. */
export function pickVertices(values: Float32Array, vertices: readonly number[]): Float32Array {
  const picked = new Float32Array(vertices.length * 3);
  for (const [place, vertex] of vertices.entries()) {
    picked.set(values.subarray(vertex * 3, vertex * 3 + 3), place * 3);
  }
  return picked;
}

export function triangleCount(meshes: readonly Mesh[]): number {
  return meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0);
}
