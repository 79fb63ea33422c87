import { createCanvas, loadImage } from "@napi-rs/canvas";

import { artPath } from "#studio/engines/scene/art.ts";
import { repaint } from "#studio/engines/scene/drawings/repaint.ts";

import { coverMeshes } from "./cover.ts";
import type { Detail, Triangles } from "./evaluate-solid.ts";
import { evaluateChanged, evaluateSolids } from "./evaluate-solid.ts";
import type { Family, Head, Part } from "./family.ts";
import { inflatePicture } from "./inflate-picture.ts";
import type { Material } from "./material.ts";
import type { Mesh } from "./mesh.ts";
import { boundsOf, toMesh } from "./mesh.ts";
import { paintMotif } from "./motifs/paint-motif.ts";
import type { BuiltItem } from "./place-scene.ts";
import { listedNames } from "./read-item.ts";
import { realHeight } from "./real-sizes.ts";
import type { Paint, SceneItem } from "./scene-item.ts";
import { addParts } from "./states/additions.ts";
import type { ChangedShape } from "./states/change-shape.ts";
import { changeShape } from "./states/change-shape.ts";
import { addAll, addPatterns, addTraces, showsOnPart, statesBeyond } from "./states/draw-states.ts";
import { showInside } from "./states/show-inside.ts";
import type { NamedState } from "./states/states.ts";
import { growTufts } from "./states/tufts.ts";
import { wrapLayers } from "./states/wrap-layers.ts";

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
    const size = item.size * realScale(heightOf(meshes), listedNames().get(subject.emoji) ?? "");
    return { meshes, count, isStacked, size, relation, applied: [] };
  }
  const { family } = subject;
  const states = statesBeyond(family, item);
  const { parts, words } = describeFamily(family, item, states, random);
  const shaped = await shapeParts(item.name, parts, states, look, random);
  const isSnowyItself = words.has("snow") || words.has("snowy");
  const covered = isSnowyItself
    ? { meshes: shaped.meshes, applied: [] }
    : coverMeshes(shaped.meshes, wordsBesideName(item));
  const additions = await buildAdditions(item.name, covered.meshes, states, look, random);
  const motif = item.motif && (await paintMotif(covered.meshes, item.motif));
  const meshes = [...(await wrapLayers(motif?.meshes ?? covered.meshes)), ...additions];
  return {
    meshes,
    count,
    isStacked,
    size: item.size * realScale(shaped.tall, family.names[0] ?? ""),
    relation,
    applied: [...words, ...covered.applied, ...shaped.applied],
    surface: family.surface,
    inside: family.inside,
    head: family.head && fromMiddle(family.head, meshes),
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

function realScale(tall: number, name: string): number {
  const real = realHeight(name);
  return real === undefined ? 1 : real / tall;
}

function heightOf(meshes: readonly Mesh[]): number {
  const { low, high } = boundsOf(meshes);
  return high[1] - low[1];
}

async function paintArt(emoji: string, color: string | undefined): Promise<string | Buffer> {
  const path = artPath(emoji);
  if (color === undefined) return path;
  const art = await loadImage(path);
  const canvas = createCanvas(art.width, art.height);
  canvas.getContext("2d").drawImage(art, 0, 0);
  return repaint(canvas, color).toBuffer("image/png");
}

/** Describes the parts of a family, and lists the words of the prompt that changed them. */
function describeFamily(
  family: Family,
  item: SceneItem,
  states: readonly NamedState[],
  random: () => number,
): { parts: readonly Part[]; words: ReadonlySet<string> } {
  const words = new Set<string>();
  const parts = family.build({
    main: (own) => addPatterns(dress(own, item), states, item.accent),
    has: (...wanted) => {
      const found = wanted.filter((word) => word.split(" ").every((one) => item.words.has(one)));
      for (const word of found) for (const one of word.split(/[ -]/u)) words.add(one);
      return found.length > 0;
    },
    detail: (name, own) => {
      const paint = item.details.get(name);
      if (!paint) return own;
      const { states: traces = [], accent } = paint;
      for (const word of [name, ...traces.flatMap(showsOnPart)]) words.add(word);
      return addAll(dress(own, paint), traces, accent);
    },
    text: item.text,
    random,
  });
  return { parts: addTraces(parts, states), words };
}

interface ShapedParts {
  readonly meshes: Mesh[];
  /** Height in metres before states changed the shape. */
  readonly tall: number;
  /** Words of the states that are shown. */
  readonly applied: readonly string[];
}

async function shapeParts(
  name: string,
  parts: readonly Part[],
  states: readonly NamedState[],
  look: Look,
  random: () => number,
): Promise<ShapedParts> {
  const solids = parts.map(({ solid }) => solid);
  const reshapes = states.flatMap(({ reshape }) => reshape ?? []);
  if (reshapes.length === 0) {
    const meshes = toMeshes(name, parts, await evaluateSolids(solids, look), look);
    return { meshes, tall: heightOf(meshes), applied: states.flatMap(({ named }) => named) };
  }
  let changed: ChangedShape | undefined;
  const triangles = await evaluateChanged(solids, look, (bodies, kernel) => {
    changed = changeShape(bodies, reshapes, kernel, random);
    return changed.bodies;
  });
  const { applied = [], tall = 1, isCut } = changed ?? {};
  const meshes = toMeshes(name, parts, triangles, look);
  const isShown = ({ reshape }: NamedState) => reshape === undefined || applied.includes(reshape);
  return {
    meshes: isCut ? showInside(meshes, name, isCut) : meshes,
    tall,
    applied: states.filter(isShown).flatMap(({ named }) => named),
  };
}

function toMeshes(
  name: string,
  parts: readonly Part[],
  triangles: readonly Triangles[],
  look: Look,
): Mesh[] {
  return parts.flatMap(({ material }, index) => {
    const shape = triangles[index];
    if (!shape || shape.indices.length === 0) return [];
    return [toMesh(`${name} part ${index + 1}`, shape, material, look.creaseDegrees)];
  });
}

/** Builds what states add to a thing: steam, icicles, fur. */
async function buildAdditions(
  name: string,
  meshes: readonly Mesh[],
  states: readonly NamedState[],
  look: Look,
  random: () => number,
): Promise<Mesh[]> {
  const added: Mesh[] = states.some(({ hasTufts }) => hasTufts) ? growTufts(meshes, random) : [];
  for (const addition of new Set(states.flatMap((state) => state.addition ?? []))) {
    const parts = addParts(addition, meshes, random);
    const solids = parts.map(({ solid }) => solid);
    const triangles = await evaluateSolids(solids, { segments: Math.min(16, look.segments) });
    added.push(...toMeshes(`${name} ${addition}`, parts, triangles, look));
  }
  return added;
}

/** Applies the requested finish and colour. A missing one keeps the material's value. */
function dress(own: Material, { color, finish }: Paint): Material {
  const material = finish ? { ...finish, glows: own.glows } : own;
  return color === undefined ? material : { ...material, color };
}
