import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import { drawTextPanel } from "#studio/engines/media/draw-text.ts";
import { openImage, sameImageFormat, writeImage } from "#studio/engines/media/image.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { color, colorIssues, positions, seconds, toHex } from "#studio/engines/media/parameters.ts";
import { probeVideo } from "#studio/engines/media/probe.ts";
import { filterVideo } from "#studio/engines/media/video.ts";
import { StudioError } from "#studio/errors.ts";

/** Height of letters as a share of the shorter edge, unless it is given in pixels. */
const sizeShare = 0.08;

export const overlayText = defineOperation({
  description: "Draws text over an image or a video, wrapped and outlined so that it can be read.",
  takes: [["image"], ["video"]],
  parameters: {
    text: z.string().min(1).max(500),
    position: z.enum(positions).default("center"),
    size: z.int().min(8).max(512).optional(),
    color: color.default("white"),
    startSeconds: seconds.optional(),
    endSeconds: seconds.optional(),
  },
  check({ startSeconds, endSeconds, color: paint }, [kind]) {
    const colors = colorIssues({ color: paint });
    const times = Object.entries({ startSeconds, endSeconds });
    if (kind === "image") {
      const given = times.filter(([, value]) => value !== undefined);
      return [...colors, ...given.map(([path]) => ({ path, message: "only for a video" }))];
    }
    if (endSeconds === undefined || endSeconds > (startSeconds ?? 0)) return colors;
    return [...colors, { path: "endSeconds", message: "expected more than startSeconds" }];
  },
  async run({ text, position, size, color: paint, startSeconds = 0, endSeconds }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to write on.");
    const draw = ({ width, height }: { width: number; height: number }) => {
      const letters = size ?? Math.min(width, height) * sizeShare;
      return drawTextPanel({ width, height, text, position, size: letters, color: toHex(paint) });
    };
    if (file.kind === "image") {
      const { pixels, ...dimensions } = await openImage(file);
      const written = pixels.composite([{ input: draw(dimensions) }]);
      return writeImage(written, sameImageFormat(file), context);
    }
    const facts = await probeVideo(file, context);
    if (startSeconds >= facts.durationSeconds) {
      const message = `startSeconds is ${startSeconds}, but the video ends at ${facts.durationSeconds.toFixed(2)} seconds.`;
      throw new StudioError("invalid_input", message);
    }
    const panel = join(context.workFolder, "text.png");
    await writeFile(panel, draw(facts));
    const end = endSeconds ?? facts.durationSeconds + 1;
    const graph = `[base][1:v]overlay=0:0:format=yuv420:enable='gte(t,${startSeconds})*lt(t,${end})'[done]`;
    return filterVideo(file, facts, { graph, images: [panel] }, context);
  },
});
