import { type Canvas, createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";

import { buildItem, smoothLook } from "#studio/engines/model3d/build-item.ts";
import { cornersOf, renderFigure } from "#studio/engines/model3d/draw-preview.ts";
import { evaluateSolids } from "#studio/engines/model3d/evaluate-solid.ts";
import { matte } from "#studio/engines/model3d/material.ts";
import { type Mesh, boundsOf, placeMesh, toMesh } from "#studio/engines/model3d/mesh.ts";
import { placeScene } from "#studio/engines/model3d/place-scene.ts";
import { readScene } from "#studio/engines/model3d/read-scene.ts";
import { type Solid, box, move } from "#studio/engines/model3d/solid.ts";
import { type Random, createRandom } from "#studio/engines/scene/random.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import type { Size } from "./draw-design.ts";
import { choosePalette } from "./palette.ts";

const renderedMax = 2_400;

/** The angles of an isometric view; the long lens makes the perspective almost parallel. */
const view = { around: -45, above: 30, focal: 14 };

/** Things around the subject, by the kind of place. */
const surroundings: Readonly<Record<string, string>> = {
  garden: "tree, flower, flower, pine tree",
  park: "tree, bench, street lamp",
  farm: "barn, tree, sheep",
  village: "house, house, tree",
  shops: "street lamp, tree",
  bedroom: "bed, lamp, bookshelf",
  kitchen: "fridge, stove, table",
  living: "sofa, lamp, bookshelf, table",
  office: "office desk, bookshelf, chair",
  library: "bookshelf, bookshelf, table",
  bathroom: "bathtub, toilet",
  classroom: "blackboard, school desk, school desk",
  cafe: "table, chair, chair, stove",
};
const outdoors = /^(?:garden|park|farm|village|shops)$/u;

/** Draws the subjects as solids on a tile, with walls for a room; null when no solid is known. */
export async function drawIsometric(
  prompt: string,
  reading: PromptReading,
  { width, height }: Size,
  seed: number,
): Promise<Canvas | null> {
  const random = createRandom(seed).fork("isometric");
  const named = await meshesOf(prompt, random);
  const [kind] = reading.decor;
  const isRoom = reading.settings.includes("room") || (kind !== undefined && !outdoors.test(kind));
  const extras = await itemsOf(surroundings[kind ?? ""] ?? "", random);
  if (named.length === 0 && extras.length === 0) return null;
  const models = named.length > 0 ? [named, ...extras] : extras;
  const meshes = isRoom ? await furnishRoom(models) : await standOnTile(models, reading);
  const palette = choosePalette(reading.colors, seed);
  // Smooths edges in small images; large ones would need too much memory.
  const scale = Math.min(2, renderedMax / Math.max(width, height));
  const rendered = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const bounds = boundsOf(meshes);
  const pixels = renderFigure(meshes, {
    ...rendered,
    bounds,
    visible: cornersOf(bounds),
    ...view,
  });
  const { data } = await sharp(pixels, {
    raw: { ...rendered, channels: 4 },
  })
    .resize(width, height, { kernel: "lanczos2" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const figure = createCanvas(width, height);
  const image = figure.getContext("2d").createImageData(width, height);
  image.data.set(data);
  figure.getContext("2d").putImageData(image, 0, 0);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, width, height);
  context.drawImage(figure, 0, 0);
  return canvas;
}

/** Checks whether the prompt names an object or a place that can be built from solids. */
export function hasSolids(prompt: string, { decor }: PromptReading): boolean {
  const [kind = ""] = decor;
  const items = readScene(prompt, undefined);
  return surroundings[kind] !== undefined || items.some(({ subject }) => subject.kind === "family");
}

/** Builds the objects of a prompt as one group, placed by its relations. */
async function meshesOf(prompt: string, random: Random): Promise<Mesh[]> {
  const items = readScene(prompt, undefined).filter(({ subject }) => subject.kind === "family");
  if (items.length === 0) return [];
  const built = [];
  for (const item of items) built.push(await buildItem(item, smoothLook, () => random.next()));
  return placeScene(built, () => random.next());
}

async function itemsOf(list: string, random: Random): Promise<Mesh[][]> {
  const groups: Mesh[][] = [];
  for (const name of list.split(", ").filter((one) => one !== "")) {
    groups.push(await meshesOf(name, random));
  }
  return groups;
}

/** Moves a group so that its footprint is centred on a point of the ground. */
function standAt(meshes: readonly Mesh[], x: number, z: number): Mesh[] {
  const { low, high } = boundsOf(meshes);
  const by = [x - (low[0] + high[0]) / 2, -low[1], z - (low[2] + high[2]) / 2] as const;
  return meshes.map((mesh) => placeMesh(mesh, { scale: 1, degrees: 0, move: by }));
}

function footprint(meshes: readonly Mesh[]): [number, number] {
  const { low, high } = boundsOf(meshes);
  return [high[0] - low[0], high[2] - low[2]];
}

async function slabs(parts: readonly (readonly [Solid, string])[]): Promise<Mesh[]> {
  const shapes = await evaluateSolids(
    parts.map(([solid]) => solid),
    smoothLook,
  );
  return parts.flatMap(([, color], index) => {
    const shape = shapes[index];
    return shape
      ? [toMesh(`base ${index}`, shape, matte(color, 0.9), smoothLook.creaseDegrees)]
      : [];
  });
}

/** Puts the first model in the middle of a tile and the others around it. */
async function standOnTile(models: readonly Mesh[][], reading: PromptReading): Promise<Mesh[]> {
  const [first = [], ...others] = models;
  const [wide, deep] = footprint(first);
  const edge = Math.max(wide, deep) * (others.length > 0 ? 1.9 : 1.35);
  const spots = [
    // From the back to the front corner, which is at −x and +z.
    [0.38, -0.38],
    [0.02, 0.42],
    [-0.42, -0.02],
    [0.38, 0.38],
  ] as const;
  const placed = others.flatMap((model, index) => {
    const [x, z] = spots[index % spots.length] ?? spots[0];
    return standAt(model, x * edge, z * edge);
  });
  const color = reading.weather.includes("snow")
    ? "#eef4fa"
    : reading.settings.includes("city")
      ? "#a7adb8"
      : reading.settings.includes("desert") || reading.settings.includes("beach")
        ? "#e6cd92"
        : "#7fbf5a";
  const base = await slabs([
    [move(box(edge, edge, edge * 0.05, edge * 0.012), [0, 0, -edge * 0.05]), color],
    [move(box(edge * 0.98, edge * 0.98, edge * 0.06), [0, 0, -edge * 0.1]), "#8a6547"],
  ]);
  return [...base, ...standAt(first, 0, -edge * 0.06), ...placed];
}

/** Puts the models along two walls of a room. */
async function furnishRoom(models: readonly Mesh[][]): Promise<Mesh[]> {
  const sizes = models.map(footprint);
  const total = sizes.reduce((sum, [wide]) => sum + wide, 0);
  const edge = Math.max(2.6, (total * 1.25) / Math.min(2, models.length));
  const tall = edge * 0.62;
  const half = edge / 2;
  const walls = await slabs([
    [move(box(edge, edge, 0.1), [0, 0, -0.1]), "#b98a5c"],
    [move(box(edge, 0.1, tall), [0, half, -0.1]), "#cfe0dc"],
    [move(box(0.1, edge, tall), [half, 0, -0.1]), "#bcd2cf"],
    [move(box(edge * 0.5, edge * 0.36, 0.02), [-edge * 0.06, -edge * 0.16, 0]), "#c9605a"],
  ]);
  let left = -half + 0.1;
  let near = half * 0.2;
  const placed = models.flatMap((model, index) => {
    const [wide, deep] = sizes[index] ?? [1, 1];
    if (left + wide < half) {
      left += wide + edge * 0.05;
      return standAt(model, left - wide / 2 - edge * 0.05, -half + deep / 2 + 0.08);
    }
    near += deep;
    return standAt(model, half * 0.35, near - deep / 2);
  });
  return [...walls, ...placed];
}
