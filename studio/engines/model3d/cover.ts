import type { Material } from "./material.ts";
import { matte } from "./material.ts";
import type { Mesh } from "./mesh.ts";
import { splitMesh } from "./split-mesh.ts";

/** Materials on the upper faces of an item, by the words that name them. */
const covers: Readonly<Record<string, Material>> = {
  snow: matte("#f6f9fc", 0.95),
  snowy: matte("#f6f9fc", 0.95),
  moss: matte("#6c8f3c", 0.98),
  mossy: matte("#6c8f3c", 0.98),
};
const coverWords = ["covered", "topped", "capped"];
/** Upward part of a face's normal from which something lies on it. */
const steepest = 0.55;

/** Splits the upper faces off the meshes of "a snow covered cabin". Returns the words that are shown by it. */
export function coverMeshes(
  meshes: readonly Mesh[],
  words: ReadonlySet<string>,
): { meshes: Mesh[]; applied: string[] } {
  const word = Object.keys(covers).find((name) => words.has(name));
  const cover = word === undefined ? undefined : covers[word];
  if (word === undefined || !cover) return { meshes: [...meshes], applied: [] };
  return {
    meshes: meshes.flatMap((mesh) => split(mesh, cover)),
    applied: [word, ...coverWords.filter((name) => words.has(name))],
  };
}

function split(mesh: Mesh, material: Material): Mesh[] {
  if (mesh.texture) return [mesh];
  const isUpper = (corners: readonly number[]) =>
    corners.reduce((sum, vertex) => sum + (mesh.normals[vertex * 3 + 1] ?? 0), 0) / 3 > steepest;
  return splitMesh(mesh, isUpper, { name: `${mesh.name} cover`, material });
}
