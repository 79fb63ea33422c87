import { artPath } from "#studio/engines/scene/art.ts";

import type { Detail } from "./evaluate-solid.ts";
import { evaluateSolids } from "./evaluate-solid.ts";
import type { Family } from "./family.ts";
import { inflatePicture } from "./inflate-picture.ts";
import type { Material } from "./material.ts";
import type { Mesh } from "./mesh.ts";
import { boundsOf, toMesh } from "./mesh.ts";
import type { BuiltItem } from "./place-scene.ts";
import type { SceneItem } from "./read-scene.ts";
import { realHeight } from "./real-sizes.ts";

export interface Look extends Detail {
  /** Faces that meet at a smaller angle are shaded smoothly. */
  readonly creaseDegrees: number;
}

export const smoothLook: Look = { segments: 40, creaseDegrees: 35 };
export const lowPolyLook: Look = { segments: 9, creaseDegrees: 1 };

/** Builds the meshes of an item, independent of the other items. */
export async function buildItem(
  item: SceneItem,
  look: Look,
  random: () => number,
): Promise<BuiltItem> {
  const { count, relation, subject, isStacked } = item;
  if (subject.kind === "picture") {
    const mesh = await inflatePicture(item.name, artPath(subject.emoji));
    return { meshes: [mesh], count, isStacked, size: item.size, relation, applied: [] };
  }
  const applied = new Set<string>();
  const meshes = await buildFamily(subject.family, item, look, random, applied);
  const { low, high } = boundsOf(meshes);
  const real = realHeight(subject.family.names[0] ?? "");
  return {
    meshes,
    count,
    isStacked,
    size: item.size * (real === undefined ? 1 : real / (high[1] - low[1])),
    relation,
    applied: [...applied],
    surface: subject.family.surface,
    inside: subject.family.inside,
  };
}

async function buildFamily(
  family: Family,
  item: SceneItem,
  look: Look,
  random: () => number,
  applied: Set<string>,
): Promise<Mesh[]> {
  const parts = family.build({
    main: (own) => dress(own, item),
    has: (...words) => {
      const found = words.filter((word) => word.split(" ").every((one) => item.words.has(one)));
      for (const word of found) for (const one of word.split(" ")) applied.add(one);
      return found.length > 0;
    },
    detail: (name, own) => {
      const color = item.details.get(name);
      return color === undefined ? own : { ...own, color };
    },
    text: item.text,
    random,
  });
  const triangles = await evaluateSolids(
    parts.map(({ solid }) => solid),
    look,
  );
  return parts.flatMap(({ material }, index) => {
    const shape = triangles[index];
    if (!shape || shape.indices.length === 0) return [];
    return [toMesh(`${item.name} part ${index + 1}`, shape, material, look.creaseDegrees)];
  });
}

/** Applies the requested finish and colour. A missing one keeps the material's value. */
function dress(own: Material, { color, finish }: SceneItem): Material {
  const material = finish ? { ...finish, glows: own.glows } : own;
  return color === undefined ? material : { ...material, color };
}
