import type { Mesh } from "#studio/engines/model3d/mesh.ts";

/** A point of a surface in metres, y up. */
export interface SurfacePoint {
  readonly place: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
  readonly mesh: Mesh;
}

/** Picks points that are spread evenly over the surfaces of meshes. */
export function sampleSurface(
  meshes: readonly Mesh[],
  count: number,
  random: () => number,
): SurfacePoint[] {
  const faces = meshes.flatMap((mesh) =>
    Array.from({ length: mesh.indices.length / 3 }, (_, face) => ({ mesh, face })),
  );
  // Area of all faces up to and including each one.
  const sums = new Float64Array(faces.length);
  let total = 0;
  for (const [index, { mesh, face }] of faces.entries()) {
    total += areaOf(mesh, face);
    sums[index] = total;
  }
  return Array.from({ length: count }, () => {
    const { mesh, face } = faces[findFirst(sums, random() * total)] ?? {};
    return mesh && face !== undefined ? [pointOn(mesh, face, random)] : [];
  }).flat();
}

function pointOn(mesh: Mesh, face: number, random: () => number): SurfacePoint {
  let [second, third] = [random(), random()];
  if (second + third > 1) [second, third] = [1 - second, 1 - third];
  const weights = [1 - second - third, second, third];
  const blend = (values: Float32Array, axis: number) =>
    weights.reduce(
      (sum, weight, corner) =>
        sum + weight * (values[(mesh.indices[face * 3 + corner] ?? 0) * 3 + axis] ?? 0),
      0,
    );
  const [x, y, z] = [0, 1, 2].map((axis) => blend(mesh.normals, axis)) as [number, number, number];
  const length = Math.hypot(x, y, z) || 1;
  return {
    place: [blend(mesh.positions, 0), blend(mesh.positions, 1), blend(mesh.positions, 2)],
    normal: [x / length, y / length, z / length],
    mesh,
  };
}

function areaOf({ positions, indices }: Mesh, face: number): number {
  const at = (corner: number, axis: number) =>
    positions[(indices[face * 3 + corner] ?? 0) * 3 + axis] ?? 0;
  const side = (corner: number, axis: number) => at(corner, axis) - at(0, axis);
  return (
    Math.hypot(
      side(1, 1) * side(2, 2) - side(1, 2) * side(2, 1),
      side(1, 2) * side(2, 0) - side(1, 0) * side(2, 2),
      side(1, 0) * side(2, 1) - side(1, 1) * side(2, 0),
    ) / 2
  );
}

function findFirst(sums: Float64Array, least: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sums[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
