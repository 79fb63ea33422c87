import type { Material } from "#studio/engines/model3d/material.ts";
import { matte } from "#studio/engines/model3d/material.ts";
import type { Mesh } from "#studio/engines/model3d/mesh.ts";
import type { Vec3 } from "#studio/engines/model3d/solid.ts";
import { splitMesh } from "#studio/engines/model3d/split-mesh.ts";
import { lighten } from "#studio/engines/scene/color.ts";

/** Colours of the inside by a word of the name; other things are lighter inside. */
const insides: Readonly<Record<string, string>> = {
  watermelon: "#e2434f",
  apple: "#f6eecb",
  pear: "#f6f0d8",
  orange: "#f5a742",
  lemon: "#f4e27a",
  lime: "#cfe39a",
  avocado: "#d8dd8a",
  tomato: "#e2553f",
  kiwi: "#9cc54a",
  strawberry: "#f2a6a0",
  pumpkin: "#f0b25a",
  coconut: "#fbf9f2",
  bread: "#f2dfb8",
  loaf: "#f2dfb8",
  cake: "#f0d9a0",
  egg: "#f7f4ea",
  sandwich: "#f2dfb8",
  burger: "#6a3a22",
  donut: "#edcf95",
  cookie: "#e0b878",
  chocolate: "#6a3c26",
};

/** Gives the faces on a cut the colour of the inside. */
export function showInside(
  meshes: readonly Mesh[],
  name: string,
  isCut: (place: Vec3) => boolean,
): Mesh[] {
  const word = name.split(" ").find((one) => Object.hasOwn(insides, one.replace(/s$/u, "")));
  return meshes.flatMap((mesh) => {
    const isOnCut = (corners: readonly number[]) =>
      corners.every((vertex) => {
        const [x = 0, y = 0, z = 0] = mesh.positions.subarray(vertex * 3, vertex * 3 + 3);
        return isCut([x, -z, y]);
      });
    const material: Material =
      word === undefined
        ? { ...mesh.material, color: lighten(mesh.material.color, 0.4) }
        : matte(insides[word.replace(/s$/u, "")] ?? "#f2dfb8", 0.7);
    return splitMesh(mesh, isOnCut, { name: `${mesh.name} inside`, material });
  });
}
