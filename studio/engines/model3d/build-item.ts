import { createCanvas, loadImage } from "@napi-rs/canvas";

import { artPath } from "#studio/engines/scene/art.ts";
import { repaint } from "#studio/engines/scene/drawings/repaint.ts";

import { coverMeshes } from "./cover.ts";
import type { Detail } from "./evaluate-solid.ts";
import { evaluateSolids } from "./evaluate-solid.ts";
import type { Family, Head } from "./family.ts";
import { inflatePicture } from "./inflate-picture.ts";
import type { Material } from "./material.ts";
import type { Mesh } from "./mesh.ts";
import { boundsOf, toMesh } from "./mesh.ts";
import type { BuiltItem } from "./place-scene.ts";
import { listedNames } from "./read-item.ts";
import { realHeight } from "./real-sizes.ts";
import type { Paint, SceneItem } from "./scene-item.ts";

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
    const art = await paintArt(subject.emoji, item.color ?? item.finish?.color);
    const meshes = [await inflatePicture(item.name, art)];
    const size = item.size * realScale(meshes, listedNames().get(subject.emoji) ?? "");
    return { meshes, count, isStacked, size, relation, applied: [] };
  }
  const applied = new Set<string>();
  const bare = await buildFamily(subject.family, item, look, random, applied);
  const isSnowyItself = applied.has("snow") || applied.has("snowy");
  const { meshes, applied: covering } = isSnowyItself
    ? { meshes: bare, applied: [] }
    : coverMeshes(bare, wordsBesideName(item));
  return {
    meshes,
    count,
    isStacked,
    size: item.size * realScale(meshes, subject.family.names[0] ?? ""),
    relation,
    applied: [...applied, ...covering],
    surface: subject.family.surface,
    inside: subject.family.inside,
    head: subject.family.head && fromMiddle(subject.family.head, meshes),
  };
}

/** The words about an item: there is no snow on a snow globe. */
function wordsBesideName({ words, name }: SceneItem): ReadonlySet<string> {
  const own = new Set(name.split(" "));
  return new Set([...words].filter((word) => !own.has(word)));
}

/** Measures from the middle of the bounds, as placements do, instead of the family's origin. */
function fromMiddle(head: Head, meshes: readonly Mesh[]): Head {
  const { low, high } = boundsOf(meshes);
  return { ...head, forward: head.forward + (low[0] + high[0]) / 2, top: head.top - low[1] };
}

function realScale(meshes: readonly Mesh[], name: string): number {
  const { low, high } = boundsOf(meshes);
  const real = realHeight(name);
  return real === undefined ? 1 : real / (high[1] - low[1]);
}

async function paintArt(emoji: string, color: string | undefined): Promise<string | Buffer> {
  const path = artPath(emoji);
  if (color === undefined) return path;
  const art = await loadImage(path);
  const canvas = createCanvas(art.width, art.height);
  canvas.getContext("2d").drawImage(art, 0, 0);
  return repaint(canvas, color).toBuffer("image/png");
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
      const paint = item.details.get(name);
      if (paint) applied.add(name);
      return paint ? dress(own, paint) : own;
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
function dress(own: Material, { color, finish }: Paint): Material {
  const material = finish ? { ...finish, glows: own.glows } : own;
  return color === undefined ? material : { ...material, color };
}
