import { join } from "node:path";

import sharp from "sharp";
import { z } from "zod";

import { openImage, sameImageFormat, writeImage } from "./image.ts";
import { defineOperation } from "./operation.ts";
import { positions, sharesOf } from "./parameters.ts";
import { probeVideo } from "./probe.ts";
import { filterVideo } from "./video.ts";

export const overlay = defineOperation({
  description: "Lays an image, such as a logo, over an image or a video.",
  takes: [
    ["image", "image"],
    ["video", "image"],
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

    const margin = scale === 1 ? 0 : Math.round(Math.min(width, height) * 0.03);
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
    const { across, down } = sharesOf(position);
    const left = margin + Math.round((width - margin * 2 - info.width) * across);
    const top = margin + Math.round((height - margin * 2 - info.height) * down);
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
