import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import { createFinish } from "./finish.ts";
import { type Layer, marginOf } from "./layer.ts";
import type { Scene } from "./scene.ts";

/**
 * Creates a painter of a scene's frames. All frames share one canvas, and still layers are drawn only
 * once. The camera moves slowly forward, and near layers move more than far ones.
 */
export function createFilm(scene: Scene, durationSeconds: number): (timeSeconds: number) => Canvas {
  const { width, height, mood } = scene.stage;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const layers = mergeStill(scene).map((layer) => prepareLayer(layer, scene));
  const finish = createFinish(scene);
  const panDirection = mood.lightX < 0.5 ? 1 : -1;

  return (timeSeconds) => {
    const share = ease(timeSeconds / durationSeconds);
    context.clearRect(0, 0, width, height);
    for (const { depth, paint } of layers) {
      const zoom = 1 + share * 0.085 * (0.15 + depth);
      const pan = (share - 0.5) * width * 0.035 * depth * panDirection;
      context.save();
      context.translate(width / 2 + pan, height * 0.56);
      context.scale(zoom, zoom);
      context.translate(-width / 2, -height * 0.56);
      paint(context, timeSeconds);
      context.restore();
    }
    finish(canvas);
    return canvas;
  };
}

interface PreparedLayer {
  readonly depth: number;
  readonly paint: (context: SKRSContext2D, timeSeconds: number) => void;
}

/** Merges adjacent still layers of similar depth, so that each frame draws fewer images. */
function mergeStill({ layers }: Scene): Layer[] {
  const merged: Layer[] = [];
  for (const layer of layers) {
    const last = merged.at(-1);
    if (last && "still" in last && "still" in layer && Math.abs(last.depth - layer.depth) < 0.05) {
      const below = last;
      merged[merged.length - 1] = {
        depth: last.depth,
        still(context) {
          for (const part of [below, layer]) {
            context.save();
            part.still(context);
            context.restore();
          }
        },
      };
      continue;
    }
    merged.push(layer);
  }
  return merged;
}

function prepareLayer(layer: Layer, scene: Scene): PreparedLayer {
  if ("moving" in layer) return { depth: layer.depth, paint: layer.moving };
  const margin = marginOf(scene.stage);
  const { width, height } = scene.stage;
  const sheet = createCanvas(width + margin * 2, height + margin * 2);
  const context = sheet.getContext("2d");
  context.translate(margin, margin);
  layer.still(context);
  return { depth: layer.depth, paint: (frame) => frame.drawImage(sheet, -margin, -margin) };
}

/** Eases in and out. */
function ease(share: number): number {
  return share * share * (3 - 2 * share);
}
