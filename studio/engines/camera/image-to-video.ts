import { join } from "node:path";

import { type Canvas, createCanvas } from "@napi-rs/canvas";

import type {
  Engine,
  EngineContext,
  EngineDescription,
  GenerationParameters,
} from "#studio/engine.ts";
import { checkFilm, chooseTiming, filmSize } from "#studio/engines/film-limits.ts";
import { fillHole } from "#studio/engines/inpainting/fill-hole.ts";
import { holeOfSubject } from "#studio/engines/inpainting/find-hole.ts";
import { changeBackground } from "#studio/engines/matte/change-background.ts";
import { findMatte } from "#studio/engines/matte/find-matte.ts";
import { chooseSize } from "#studio/engines/picture-size.ts";
import { toCanvas } from "#studio/engines/raster-canvas.ts";
import { type Raster, readRaster } from "#studio/engines/raster.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import { ambienceOfWords } from "#studio/engines/soundtrack/ambience-words.ts";
import {
  makeSoundtrack,
  narrateFilm,
  secondsOf,
} from "#studio/engines/soundtrack/make-soundtrack.ts";
import { readSoundtrack } from "#studio/engines/soundtrack/read-soundtrack.ts";
import { startVideoEncoder } from "#studio/engines/video-encoder.ts";
import { StudioError } from "#studio/errors.ts";

import { cameraMoves, frameLayer, readCameraMove, zoomMax } from "./camera-moves.ts";

const camera: EngineDescription = {
  name: "parallax-camera",
  tier: "algorithmic",
  limitation: "Only the camera moves over the picture; nothing in it moves by itself",
};

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
  validate: ({ parameters }) => checkFilm(parameters),
  async run(request, context) {
    const { parameters } = request;
    const input = context.inputs.find(({ kind }) => kind === "image");
    if (!input) throw new StudioError("invalid_input", "An image is needed.");
    const { ffmpegPath } = context.settings;
    if (ffmpegPath === null) throw new Error("No ffmpeg on this machine.");
    context.progress(0, "reading");
    const { raster, size } = await readForFilm(input.path, parameters);
    const layers = await splitLayers(raster, context);
    const { rest, wish } = readSoundtrack(request.prompt, parameters.sound);
    const narration = await narrateFilm(wish, request, context);
    const named = readCameraMove(rest);
    const move = named ?? "push";
    const { fps, frames } = chooseTiming(parameters, secondsOf(narration));
    const sound = await makeSoundtrack(
      { wish, scene: ambienceOfWords(rest), narration, seconds: frames / fps },
      context,
    );

    const path = join(context.workFolder, "0.mp4");
    const comment = `studio ${camera.name}: ${move}`;
    const encoder = startVideoEncoder(
      ffmpegPath,
      { path, ...size, fps, comment, soundPath: sound.path },
      context.signal,
    );
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
      sound.credit,
      ...(layers.near ? [] : ["No subject could be cut out, so that all parts move alike"]),
    ];
    return {
      engine: { ...camera, limitation: [camera.limitation, ...notes].join(". ") },
      outputs: [{ path, contentType: "video/mp4", ...size, durationSeconds: frames / fps }],
    };
  },
};

/** Reads an image with the pixels that the film can show, because cutting out and filling take time for each of them. */
async function readForFilm(path: string, parameters: GenerationParameters) {
  const whole = await readRaster(path, imageEdgeMax);
  const size = chooseSize(parameters, { ...filmSize, aspectRatio: whole.width / whole.height });
  const shown = zoomMax * Math.max(size.width / whole.width, size.height / whole.height);
  const edge = Math.ceil(shown * Math.max(whole.width, whole.height));
  return { size, raster: shown < 1 ? await readRaster(path, edge) : whole };
}

/** Cuts the subject out and fills what was behind it. */
async function splitLayers(raster: Raster, context: EngineContext): Promise<Layers> {
  const whole = { far: toCanvas({ ...raster, alpha: null }), near: null };
  if (raster.alpha) return whole;
  try {
    const matte = await findMatte(raster, context);
    const hole = holeOfSubject(matte, raster);
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
