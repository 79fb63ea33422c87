import { setImmediate } from "node:timers/promises";

import type { EngineContext, EngineInput } from "#studio/engine.ts";
import { readRaster } from "#studio/engines/raster.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import type { Picture } from "#studio/engines/vision/faces/find-faces.ts";

import { drawFace } from "./draw-face.ts";
import { measureFace } from "./face-shape.ts";
import { findLipLine } from "./find-lip-line.ts";
import { findSpeaker } from "./find-speaker.ts";
import { moveHead } from "./move-head.ts";
import type { MouthShape } from "./read-mouth-shapes.ts";

/** A film whose mouth is still to be moved. */
export interface FilmPlan {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Yields one frame of RGB pixels for each shape. */
  readonly drawFrames: (shapes: readonly MouthShape[]) => AsyncIterable<Uint8Array>;
  /** Remarks on the result, known after the last frame. */
  readonly notes: () => readonly string[];
}

/** Larger images and videos are shrunk, so that a film of three minutes stays within the time of a generation. */
export const edgeMax = 1280;
const fps = 25;
const sureConfidence = 0.97;

/** Finds the face of an image. Its head moves a little and blinks. */
export async function planImage(file: EngineInput, context: EngineContext): Promise<FilmPlan> {
  const picture = toEvenSize(await readRaster(file.path, edgeMax));
  context.progress(0.02, "finding face");
  const { landmarks, confidence } = await findSpeaker(picture, context);
  const face = measureFace(landmarks);
  const line = findLipLine(picture, face);
  return {
    width: picture.width,
    height: picture.height,
    fps,
    notes: () => [
      "The head of an image sways and blinks a little",
      ...(confidence < sureConfidence
        ? [`The face was found with a confidence of ${confidence.toFixed(2)}, as drawn faces are`]
        : []),
    ],
    async *drawFrames(shapes) {
      const motion = moveHead(createRandom(context.seed), fps, shapes.length);
      for (const [index, shape] of shapes.entries()) {
        const head = motion[index] ?? { blink: 0, shiftX: 0, shiftY: 0 };
        const frame = new Uint8Array(picture.rgb);
        drawFace(picture, frame, face, line, { ...shape, ...head });
        yield frame;
        // Yields to the event loop, so that a cancellation takes effect between two frames.
        await setImmediate();
      }
    },
  };
}

/** Encoders need even edges. Transparent parts become white. */
function toEvenSize({
  width,
  height,
  rgb,
  alpha,
}: Awaited<ReturnType<typeof readRaster>>): Picture {
  const even = { width: width - (width % 2), height: height - (height % 2) };
  const pixels = new Uint8Array(even.width * even.height * 3);
  for (let y = 0; y < even.height; y += 1) {
    for (let x = 0; x < even.width; x += 1) {
      const opacity = (alpha?.[y * width + x] ?? 255) / 255;
      const [from, to] = [(y * width + x) * 3, (y * even.width + x) * 3];
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[to + channel] = 255 + ((rgb[from + channel] ?? 255) - 255) * opacity;
      }
    }
  }
  return { ...even, rgb: pixels };
}
