import type { Mesh } from "./mesh.ts";
import { pickVertices } from "./mesh.ts";

/** Moves the faces that `isChosen` accepts to a separate mesh, changed by `change`. */
export function splitMesh(
  mesh: Mesh,
  isChosen: (corners: readonly number[]) => boolean,
  change: Partial<Mesh>,
): Mesh[] {
  const chosen: number[] = [];
  const others: number[] = [];
  for (let index = 0; index < mesh.indices.length; index += 3) {
    const corners = [...mesh.indices.subarray(index, index + 3)];
    (isChosen(corners) ? chosen : others).push(...corners);
  }
  return [pick(mesh, others, {}), pick(mesh, chosen, change)].filter(
    ({ indices }) => indices.length > 0,
  );
}

/** Copies the faces and the vertices that they use, because unused vertices are no valid glTF data. */
function pick(mesh: Mesh, indices: readonly number[], change: Partial<Mesh>): Mesh {
  const used = [...new Set(indices)];
  const places = new Map(used.map((vertex, place) => [vertex, place]));
  return {
    ...mesh,
    ...change,
    positions: pickVertices(mesh.positions, used),
    normals: pickVertices(mesh.normals, used),
    indices: Uint32Array.from(indices, (vertex) => places.get(vertex) ?? 0),
  };
}
