import { join } from "node:path";

import sharp from "sharp";
import { z } from "zod";

import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { openImage, sameImageFormat, writeImage } from "#studio/engines/media/image.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { type Position, positions, sharesOf } from "#studio/engines/media/parameters.ts";
import {
  type VideoFacts,
  inputArguments,
  probeVideo,
  toEven,
} from "#studio/engines/media/probe.ts";
import { filterVideo } from "#studio/engines/media/video.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

export const overlay = defineOperation({
  description:
    "Lays an image, such as a logo, over an image or a video, or a video over a video (picture in picture).",
  takes: [
    ["image", "image"],
    ["video", "image"],
    ["video", "video"],
  ],
  parameters: {
    position: z.enum(positions).default("bottomRight"),
    /** Share of the width below; the height follows, and both stay inside. */
    scale: z.number().min(0.01).max(1).default(0.25),
    opacity: z.number().min(0).max(1).default(1),
  },
  async run({ position, scale, opacity }, context) {
    const [file, cover] = context.inputs;
    if (!file || !cover) throw new Error("Two inputs are needed.");
    const image = file.kind === "image" ? await openImage(file) : null;
    const video = image ? null : await probeVideo(file, context);
    const { width, height } = image ?? video ?? { width: 1, height: 1 };

    if (video && cover.kind === "video") {
      return layVideo(file, video, cover, { position, scale, opacity }, context);
    }

    const margin = marginOf({ width, height }, scale);
    const { pixels } = await openImage(cover);
    const faded = await pixels
      .composite([
        {
          input: Buffer.from([255, 255, 255, Math.round(opacity * 255)]),
          raw: { width: 1, height: 1, channels: 4 },
          tile: true,
          blend: "dest-in",
        },
      ])
      .png()
      .toBuffer();
    const { data, info } = await sharp(faded)
      .resize({
        width: Math.max(1, Math.min(width - margin * 2, Math.round(width * scale))),
        height: Math.max(1, height - margin * 2),
        fit: "inside",
      })
      .png()
      .toBuffer({ resolveWithObject: true });
    const { left, top } = placeOf({ width, height }, info, { position, margin });
    if (image) {
      const covered = image.pixels.composite([{ input: data, left, top }]);
      return writeImage(covered, sameImageFormat(file), context);
    }
    const path = join(context.workFolder, "overlay.png");
    await sharp(data).toFile(path);
    if (!video) throw new Error("Neither an image nor a video.");
    const graph = `[base][1:v]overlay=${left}:${top}:format=yuv420[done]`;
    return filterVideo(file, video, { graph, images: [path] }, context);
  },
});

/** Shows the second video until its end; the sound stays that of the first. */
async function layVideo(
  file: EngineInput,
  facts: VideoFacts,
  cover: EngineInput,
  { position, scale, opacity }: { position: Position; scale: number; opacity: number },
  context: EngineContext,
): Promise<EngineOutput> {
  const margin = marginOf(facts, scale);
  const source = await probeVideo(cover, context);
  const share = Math.min(
    (facts.width * scale) / source.width,
    (facts.width - margin * 2) / source.width,
    (facts.height - margin * 2) / source.height,
  );
  const size = { width: toEven(source.width * share), height: toEven(source.height * share) };
  const { left, top } = placeOf(facts, size, { position, margin });
  const small = `[1:V:0]fps=${facts.fps}:start_time=0,scale=${size.width}:${size.height}:flags=lanczos,setsar=1`;
  const faded = `format=yuva420p,colorchannelmixer=aa=${opacity}[small]`;
  const graph = `${small},${faded};[base][small]overlay=${left}:${top}:format=yuv420:eof_action=pass[done]`;
  return filterVideo(file, facts, { graph, moreInput: inputArguments(cover) }, context);
}

function marginOf({ width, height }: Size, scale: number): number {
  return scale === 1 ? 0 : Math.round(Math.min(width, height) * 0.03);
}

function placeOf(
  frame: Size,
  cover: Size,
  { position, margin }: { readonly position: Position; readonly margin: number },
): { left: number; top: number } {
  const { across, down } = sharesOf(position);
  return {
    left: margin + Math.round((frame.width - margin * 2 - cover.width) * across),
    top: margin + Math.round((frame.height - margin * 2 - cover.height) * down),
  };
}
