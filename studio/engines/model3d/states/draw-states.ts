import type { Family, Part } from "#studio/engines/model3d/family.ts";
import { looksToSide } from "#studio/engines/model3d/family.ts";
import type { Material, SurfaceLayer } from "#studio/engines/model3d/material.ts";
import type { SceneItem } from "#studio/engines/model3d/scene-item.ts";
import { parseHex } from "#studio/engines/scene/color.ts";

import type { LayerName } from "./layers.ts";
import type { NamedState } from "./states.ts";

/** Each state costs up to a second; further ones are reported as not built. */
const statesMax = 6;

/** Selects the states that no part of the family draws itself. */
export function statesBeyond(family: Family, item: SceneItem): readonly NamedState[] {
  if (!item.states) return [];
  const own = new Set<string>();
  const main = new Set<Material>();
  const parts = family.build({
    main: (material) => {
      main.add(material);
      return material;
    },
    detail: (_, material) => material,
    has: (...words) => {
      const found = words.filter((word) => item.words.has(word));
      for (const word of found) own.add(word);
      return found.length > 0;
    },
    text: item.text,
    random: () => 0.5,
  });
  const nameWords = new Set(item.name.split(" "));
  const isLiving = family.head !== undefined && !family.isLifeless;
  // The belly of a black and white penguin is white anyway; the light in the eyes of a cat is not enough.
  const { accent } = item;
  const hasAccent =
    accent !== undefined &&
    !isAnimal(family) &&
    parts.some(({ material }) => !main.has(material) && isSimilar(material.color, accent));
  const isBeyond = ({ named, isLifeless, isPlainest }: NamedState) =>
    !named.some((word) => own.has(word) || nameWords.has(word)) &&
    !(isLifeless && isLiving) &&
    !(isPlainest && hasAccent);
  const beyond = item.states.filter(isBeyond).slice(0, statesMax);
  return isAnimal(family) ? beyond.map(toPiebald) : beyond;
}

const similarMost = 48;

function isSimilar(one: string, other: string): boolean {
  const second = parseHex(other);
  return parseHex(one).every(
    (value, index) => Math.abs(value - (second[index] ?? 0)) <= similarMost,
  );
}

function isAnimal({ head }: Family): boolean {
  return head !== undefined && looksToSide(head);
}

/** The fur of a black and white cat has patches, and no bands. */
function toPiebald(named: NamedState): NamedState {
  return named.pattern === "bands" ? { ...named, pattern: "piebald" } : named;
}

/** Adds the patterns and finishes of states to the material of a main part. */
export function addPatterns(
  material: Material,
  states: readonly NamedState[],
  accent: string | undefined,
): Material {
  const names = states.flatMap(({ pattern }) => pattern ?? []);
  const finished = states.reduce((changed, { finish }) => ({ ...changed, ...finish }), material);
  return addLayers(finished, names, accent);
}

/** Draws traces of use and weather on all parts that do not emit light. */
export function addTraces(parts: readonly Part[], states: readonly NamedState[]): readonly Part[] {
  const names = states.flatMap(({ layers }) => layers ?? []);
  if (names.length === 0) return parts;
  const others = names.filter((name) => !onlyMetal.has(name));
  const rusts = ({ material }: Part) => material.opacity === 1 && !isRubber(material);
  const isSpared = (each: Part) => parts.some(rusts) && !rusts(each);
  return parts.map((each) => {
    const { solid, material } = each;
    const shown = isSpared(each) ? others : names;
    return { solid, material: material.glows ? material : addLayers(material, shown, undefined) };
  });
}

/** Traces that glass and rubber do not show. */
const onlyMetal: ReadonlySet<LayerName> = new Set<LayerName>(["rust", "tarnish", "verdigris"]);

/** The tires of a rusty bicycle: black and dull. */
function isRubber({ color, roughness, metallic }: Material): boolean {
  const isDark = parseHex(color).every((value) => value < 56);
  return isDark && roughness >= 0.85 && metallic === 0;
}

/** Lists the words of a state that a single part can show: it has no separate shape. */
export function showsOnPart({ named, pattern, layers, finish }: NamedState): readonly string[] {
  return (pattern ?? layers ?? finish) ? named : [];
}

/** Draws the states of a single part, such as "a rusty door". */
export function addAll(
  material: Material,
  states: readonly NamedState[],
  accent: string | undefined,
): Material {
  const names = states.flatMap(({ layers }) => layers ?? []);
  return addLayers(addPatterns(material, states, accent), names, undefined);
}

function addLayers(
  material: Material,
  names: readonly LayerName[],
  accent: string | undefined,
): Material {
  if (names.length === 0) return material;
  const added = names.map((name): SurfaceLayer =>
    accent === undefined ? { name } : { name, accent },
  );
  return { ...material, layers: [...(material.layers ?? []), ...added] };
}
