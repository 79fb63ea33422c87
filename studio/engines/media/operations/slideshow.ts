import { type Canvas, createCanvas, loadImage } from "@napi-rs/canvas";
import sharp from "sharp";
import { z } from "zod";

import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { type Shape, addSound, startSilentVideo } from "#studio/engines/media/frames.ts";
import { openImage } from "#studio/engines/media/image.ts";
import { composedEdgeMax, composedPixelsMax } from "#studio/engines/media/limits.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { composedEdge, soundtrack } from "#studio/engines/media/parameters.ts";
import { checkVideoWork, probeSound, toEven } from "#studio/engines/media/probe.ts";
import { soundBedFilter } from "#studio/engines/media/sound.ts";
import { videoOutput } from "#studio/engines/media/video.ts";

export const slideshow = defineOperation({
  description: "Shows images one after the other with cross-fades, and plays a sound with them.",
  takes: [["image+", "audio"], ["image+"]],
  makes: "video",
  parameters: {
    ...soundtrack,
    /** Three, or with a sound of another length equal parts of it. */
    secondsEach: z.number().min(0.5).max(60).optional(),
    motion: z.enum(["none", "zoom"]).default("zoom"),
    width: composedEdge.optional(),
    height: composedEdge.optional(),
  },
  async run({ secondsEach, length, volume, ...look }, context) {
    const images = context.inputs.filter(({ kind }) => kind === "image");
    const sound = context.inputs.find(({ kind }) => kind === "audio") ?? null;
    const facts = sound && length === "audio" ? await probeSound(sound, context) : null;
    const seconds = facts?.durationSeconds ?? (secondsEach ?? secondsEachDefault) * images.length;
    const each = secondsEach ?? seconds / images.length;
    return drawSlideshow(images, sound, { ...look, seconds, secondsEach: each, volume }, context);
  },
});

const secondsEachDefault = 3;
const fadeSeconds = 0.5;
const zoomShare = 0.07;
const edgeMax = 1280;
const fpsMoving = 24;
/** A still image needs few frames. */
const fpsStill = 10;

interface Slideshow {
  /** Length of the film. */
  readonly seconds: number;
  readonly secondsEach: number;
  readonly motion: "zoom" | "none";
  /** A film longer than its images shows the first image again, or the last one until its end. */
  readonly fit: "loop" | "freeze";
  readonly volume: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Draws the images one after the other, and writes `0.mp4`. */
export async function drawSlideshow(
  images: readonly EngineInput[],
  sound: EngineInput | null,
  look: Slideshow,
  context: EngineContext,
): Promise<EngineOutput> {
  const { seconds, motion, fit, volume } = look;
  const shape: Shape = {
    ...(await sizeOf(images, look)),
    fps: motion === "none" && images.length === 1 ? fpsStill : fpsMoving,
  };
  checkVideoWork({ ...shape, durationSeconds: seconds });
  const frames = Math.max(1, Math.round(seconds * shape.fps));
  const { path, encoder } = startSilentVideo(
    "silent.mp4",
    { ...shape, pixelFormat: "rgba" },
    context,
  );
  const eachFrames = Math.max(1, look.secondsEach * shape.fps);
  const fadeFrames = Math.min(fadeSeconds * shape.fps, eachFrames / 2);
  const canvas = createCanvas(shape.width, shape.height);

  let index = -1;
  let before: Canvas | null = null;
  let current: Canvas | null = null;
  let still: Uint8Array | null = null;
  for (let frame = 0; frame < frames; frame += 1) {
    context.signal.throwIfAborted();
    const turn = Math.floor(frame / eachFrames);
    const at = fit === "loop" ? turn : Math.min(images.length - 1, turn);
    if (at !== index) {
      [before, current, index, still] = [
        current,
        await drawSlide(images[at % images.length], shape),
        at,
        null,
      ];
    }
    const since = frame - at * eachFrames;
    const fading = before !== null && since < fadeFrames;
    if (still === null || fading || motion === "zoom") {
      const share = Math.min(1, (since + 1) / eachFrames);
      if (before && fading) paint(canvas, before, motion, at - 1, 1 + since / eachFrames, 1);
      if (current) {
        paint(canvas, current, motion, at, share, fading ? (since + 1) / (fadeFrames + 1) : 1);
      }
      still = new Uint8Array(canvas.data());
    }
    await encoder.write(still);
    if (fading) still = null;
    context.progress((0.9 * frame) / frames, "drawing");
  }
  await encoder.finish();

  if (!sound) return videoOutput(path, context);
  const { durationSeconds: soundSeconds } = await probeSound(sound, context);
  const filter = soundBedFilter({ volume, seconds: frames / shape.fps, soundSeconds });
  const silent = { path, contentType: "video/mp4" };
  return addSound(silent, { from: sound, filter, seconds: frames / shape.fps }, context);
}

/** The wanted size, or the shape of the first image with edges that suit a screen. */
async function sizeOf(
  images: readonly EngineInput[],
  wanted: Pick<Slideshow, "width" | "height">,
): Promise<{ width: number; height: number }> {
  const [first] = images;
  if (!first) throw new Error("No image.");
  const { width, height } = await openImage(first);
  const ratio = Math.min(4, Math.max(0.25, width / height));
  const wide = wanted.width ?? (wanted.height ?? (ratio >= 1 ? edgeMax / ratio : edgeMax)) * ratio;
  const tall = wanted.height ?? wide / ratio;
  const shrink = Math.min(
    1,
    composedEdgeMax / Math.max(wide, tall),
    Math.sqrt(composedPixelsMax / (wide * tall)),
  );
  return { width: toEven(wide * shrink), height: toEven(tall * shrink) };
}

/** Draws the whole image, over an enlarged and blurred copy where its shape differs. */
async function drawSlide(file: EngineInput | undefined, { width, height }: Shape): Promise<Canvas> {
  if (!file) throw new Error("No image.");
  const { pixels } = await openImage(file);
  const source = await pixels.flatten({ background: "#ffffff" }).png().toBuffer();
  const behind = await sharp(source)
    .resize(width, height, { fit: "cover" })
    .blur(Math.max(2, width / 40))
    .modulate({ brightness: 0.7 })
    .png()
    .toBuffer();
  const front = await sharp(source).resize(width, height, { fit: "inside" }).png().toBuffer();
  const slide = await sharp(behind)
    .composite([{ input: front, gravity: "center" }])
    .png()
    .toBuffer();
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").drawImage(await loadImage(slide), 0, 0);
  return canvas;
}

/** Slides zoom in and out in turns. `share` is the part of the slide's time that has passed. */
function paint(
  canvas: Canvas,
  slide: Canvas,
  motion: "zoom" | "none",
  index: number,
  share: number,
  opacity: number,
): void {
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  const passed = index % 2 === 0 ? share : 2 - share;
  const zoom = motion === "zoom" ? 1 + zoomShare * Math.max(0, passed) : 1;
  context.save();
  context.globalAlpha = opacity;
  context.translate(width / 2, height / 2);
  context.scale(zoom, zoom);
  context.drawImage(slide, -width / 2, -height / 2);
  context.restore();
}
