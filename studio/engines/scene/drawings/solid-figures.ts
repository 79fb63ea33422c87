import { type Canvas, createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";

import { buildItem, smoothLook } from "#studio/engines/model3d/build-item.ts";
import { cornersOf, renderFigure } from "#studio/engines/model3d/draw-preview.ts";
import { boundsOf } from "#studio/engines/model3d/mesh.ts";
import { readScene } from "#studio/engines/model3d/read-scene.ts";
import { createRandom } from "#studio/engines/scene/random.ts";

/** A mark such as `@solid:rocking-chair` names an object of Text-to-3D that is rendered as a figure. */
const prefix = "@solid:";
/** Longer edge of a rendered figure in pixels without a request for another one. */
export const solidEdge = 720;
const samplesPerSide = 2;
const view = { around: -26, above: 12 };
/** Flat things need a view from above. */
const lyingView = { around: -26, above: 26 };
const lying = new Set(["plate", "book", "coin", "fishbowl", "box", "bathtub", "bowl", "pizza"]);

export function isSolidFigure(emoji: string): boolean {
  return emoji.startsWith(prefix);
}

/** Renders the object without background, cropped. `color` replaces its main colour. */
export async function drawSolidFigure(
  mark: string,
  color: string | undefined,
  edge: number,
): Promise<Canvas> {
  const name = mark.slice(prefix.length);
  const [item] = readScene(wordsOf(name), undefined);
  if (!item) throw new Error(`No solid is named ${name}.`);
  const random = createRandom(1).fork(mark);
  const dyed = color === undefined ? item : { ...item, color };
  const { meshes } = await buildItem(dyed, smoothLook, () => random.next());
  const size = edge * samplesPerSide;
  const bounds = boundsOf(meshes);
  const pixels = renderFigure(meshes, {
    width: size,
    height: size,
    bounds,
    visible: cornersOf(bounds),
    ...(lying.has(name.split("-with-")[0] ?? name) ? lyingView : view),
  });
  const { data, info } = await sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 }, threshold: 2 })
    .resize(edge, edge, { kernel: "lanczos2", fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const canvas = createCanvas(info.width, info.height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(info.width, info.height);
  image.data.set(data);
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The words by which Text-to-3D finds the object of a mark. */
function wordsOf(name: string): string {
  return name === "box" ? "cardboard box" : name.replaceAll("-", " ");
}
