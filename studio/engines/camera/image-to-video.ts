import { join } from "node:path";

import { type Canvas, createCanvas } from "@napi-rs/canvas";

import type { Engine, EngineContext, EngineDescription } from "#studio/engine.ts";
import { fillHole } from "#studio/engines/inpainting/fill-hole.ts";
import { findHole } from "#studio/engines/inpainting/find-hole.ts";
import { changeBackground } from "#studio/engines/matte/change-background.ts";
import { findMatte } from "#studio/engines/matte/find-matte.ts";
import { type SizeLimits, checkSize, chooseSize } from "#studio/engines/picture-size.ts";
import { type Raster, readRaster } from "#studio/engines/raster.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import { startVideoEncoder } from "#studio/engines/video-encoder.ts";
import { type Issue, StudioError } from "#studio/errors.ts";

import { cameraMoves, frameLayer, readCameraMove } from "./camera-moves.ts";

const camera: EngineDescription = {
  name: "parallax-camera",
  tier: "algorithmic",
  limitation:
    "Only the camera moves over the picture; nothing in it moves by itself, without sound",
};

const limits: SizeLimits = { edgeMin: 128, edgeMax: 1920, shortEdge: 720, aspectRatio: 16 / 9 };
const duration = { min: 1, max: 10, usual: 4 };
const framesPerSecond = { min: 8, max: 60, usual: 24 };
const imageEdgeMax = 1600;

/** The background is opaque; `near` is null when the image has no foreground that can be cut out. */
interface Layers {
  readonly far: Canvas;
  readonly near: Canvas | null;
}

/** Moves a camera over an image, with parallax between its subject and the background behind it. */
export const imageToVideo: Engine = {
  capability: "image-to-video",
  async describe({ ffmpegPath }) {
    return {
      engine: camera,
      available: ffmpegPath !== null,
      ...(ffmpegPath ? {} : { pack: "ffmpeg" }),
    };
  },
  validate({ parameters }) {
    const issues: Issue[] = checkSize(parameters, limits);
    const ranges = { durationSeconds: duration, fps: framesPerSecond, count: { min: 1, max: 1 } };
    for (const name of ["durationSeconds", "fps", "count"] as const) {
      const value = parameters[name];
      const { min, max } = ranges[name];
      if (value !== undefined && (value < min || value > max)) {
        issues.push({ path: `parameters.${name}`, message: `expected ${min} to ${max}` });
      }
    }
    if (!/^(video\/|\.)?mp4$/i.test(parameters.format ?? "mp4")) {
      issues.push({ path: "parameters.format", message: "expected mp4" });
    }
    return issues;
  },
  async run({ prompt, parameters }, context) {
    const input = context.inputs.find(({ kind }) => kind === "image");
    if (!input) throw new StudioError("invalid_input", "An image is needed.");
    const { ffmpegPath } = context.settings;
    if (ffmpegPath === null) throw new Error("No ffmpeg on this machine.");
    context.progress(0, "reading");
    const raster = await readRaster(input.path, imageEdgeMax);
    const size = chooseSize(parameters, { ...limits, aspectRatio: raster.width / raster.height });
    const layers = await splitLayers(raster, context);
    const named = readCameraMove(prompt);
    const move = named ?? "push";
    const fps = parameters.fps ?? framesPerSecond.usual;
    const frames = Math.round((parameters.durationSeconds ?? duration.usual) * fps);

    const path = join(context.workFolder, "0.mp4");
    const comment = `studio ${camera.name}: ${move}`;
    const encoder = startVideoEncoder(ffmpegPath, { path, ...size, fps, comment }, context.signal);
    const canvas = createCanvas(size.width, size.height);
    const brush = canvas.getContext("2d");
    brush.imageSmoothingQuality = "high";
    const random = createRandom(context.seed);
    for (let frame = 0; frame < frames; frame += 1) {
      context.signal.throwIfAborted();
      const time = { share: frame / Math.max(1, frames - 1), seconds: frame / fps };
      for (const [layer, near] of [
        [layers.far, 0],
        [layers.near, 1],
      ] as const) {
        if (!layer) continue;
        const { zoom, x, y } = frameLayer(move, near, time, random);
        const cover = Math.max(size.width / layer.width, size.height / layer.height) * zoom;
        const [width, height] = [layer.width * cover, layer.height * cover];
        const left = (size.width - width) / 2 + x * size.width;
        brush.drawImage(layer, left, (size.height - height) / 2 + y * size.height, width, height);
      }
      // Copied, because the next frame may be painted while ffmpeg still reads this one.
      await encoder.write(new Uint8Array(canvas.data()));
      // Yields to the event loop, so that a cancellation takes effect between two frames.
      await new Promise((resolve) => setImmediate(resolve));
      context.progress(0.5 + (0.5 * (frame + 1)) / (frames + 1), "drawing");
    }
    await encoder.finish();
    const notes = [
      named ? `Camera move: ${move}` : `The prompt names none of ${cameraMoves.join(", ")}: push`,
      ...(layers.near ? [] : ["No subject could be cut out, so that all parts move alike"]),
    ];
    return {
      engine: { ...camera, limitation: [camera.limitation, ...notes].join(". ") },
      outputs: [{ path, contentType: "video/mp4", ...size, durationSeconds: frames / fps }],
    };
  },
};

/** Cuts the subject out and fills what was behind it. */
async function splitLayers(raster: Raster, context: EngineContext): Promise<Layers> {
  const whole = { far: toCanvas({ ...raster, alpha: null }), near: null };
  if (raster.alpha) return whole;
  try {
    const matte = await findMatte(raster, context);
    const hole = await findHole(raster, context);
    context.progress(0.3, "filling background");
    const rgb = await fillHole(raster.rgb, hole.pixels, raster, {
      seed: context.seed,
      signal: context.signal,
      onProgress: (fraction) => context.progress(0.3 + 0.2 * fraction, "filling background"),
    });
    if (rgb === null) return whole;
    const cut = await changeBackground(raster, matte, { kind: "removed" }, context.seed);
    return { far: toCanvas({ ...raster, rgb }), near: toCanvas(cut) };
  } catch (error) {
    // Without a foreground, or with one that covers nearly everything, the camera moves over the whole image.
    if (error instanceof StudioError && error.code === "invalid_input") return whole;
    throw error;
  }
}

function toCanvas({ rgb, alpha, width, height }: Raster): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  for (let index = 0; index < width * height; index += 1) {
    image.data.set(rgb.subarray(index * 3, index * 3 + 3), index * 4);
    image.data[index * 4 + 3] = alpha?.[index] ?? 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
