import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import { type Framing, frameLayer } from "#studio/engines/camera/camera-moves.ts";

import { createFinish } from "./finish.ts";
import { type Layer, type Stage, marginOf } from "./layer.ts";
import type { Scene } from "./scene.ts";
import type { Shot } from "./shot/read-shot.ts";

/**
 * Creates a painter of a scene's frames. All frames share one canvas, and still layers are drawn only
 * once. The camera moves as the shot says, near layers more than far ones.
 */
export function createFilm(scene: Scene, shot: Shot): (timeSeconds: number) => Canvas {
  const { width, height } = scene.stage;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const layers = mergeStill(scene).map((layer) => prepareLayer(layer, scene));
  const finish = createFinish(scene);

  return (filmSeconds) => {
    const timeSeconds = filmSeconds * shot.pace;
    context.clearRect(0, 0, width, height);
    for (const { depth, paint } of layers) {
      const { zoom, x, y } = frameDepth(depth, timeSeconds, scene.stage, shot);
      context.save();
      context.translate(width / 2 + x * width, height * 0.56 + y * height);
      context.scale(zoom, zoom);
      context.translate(-width / 2, -height * 0.56);
      paint(context, timeSeconds);
      context.restore();
    }
    finish(canvas);
    return canvas;
  };
}

function frameDepth(depth: number, seconds: number, stage: Stage, shot: Shot): Framing {
  const { camera } = shot;
  if (camera === "still") return { zoom: 1, x: 0, y: 0 };
  const share = Math.min(1, seconds / shot.seconds);
  if (camera !== null) return frameLayer(camera, depth, { share, seconds }, stage.random);
  // Without a word on the camera it comes a little closer and drifts towards the light.
  const eased = share * share * (3 - 2 * share);
  const drift = (eased - 0.5) * 0.035 * depth * (stage.mood.lightX < 0.5 ? 1 : -1);
  return { zoom: 1 + eased * 0.085 * (0.15 + depth), x: drift, y: 0 };
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
