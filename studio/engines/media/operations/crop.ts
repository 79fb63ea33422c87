import { z } from "zod";

import { openImage, sameImageFormat, writeImage } from "#studio/engines/media/image.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import {
  aspectRatio,
  aspectRatioIssues,
  positions,
  readAspectRatio,
  sharesOf,
} from "#studio/engines/media/parameters.ts";
import { probeVideo } from "#studio/engines/media/probe.ts";
import { filterVideo } from "#studio/engines/media/video.ts";
import { StudioError } from "#studio/errors.ts";

const offset = z.int().min(0).max(16_384);
const length = z.int().min(16).max(16_384);
const box = z.strictObject({ x: offset, y: offset, width: length, height: length });

export const crop = defineOperation({
  description: "Cuts out a part: the largest of an aspect ratio, or a box in pixels.",
  takes: [["image"], ["video"]],
  parameters: {
    aspectRatio: aspectRatio.optional(),
    box: box.optional(),
    focus: z.enum(positions).default("center"),
  },
  check({ aspectRatio: ratio, box: area }) {
    if ((ratio === undefined) !== (area === undefined)) return aspectRatioIssues(ratio);
    return [{ path: "aspectRatio", message: "expected either aspectRatio or box" }];
  },
  async run(parameters, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to crop.");
    if (file.kind === "image") {
      const { pixels, ...size } = await openImage(file);
      return writeImage(
        pixels.extract(toRegion(areaOf(parameters, size))),
        sameImageFormat(file),
        context,
      );
    }
    const facts = await probeVideo(file, context);
    const area = areaOf(parameters, facts);
    // H.264 stores the colour of two by two pixels.
    const down = (value: number) => Math.floor(value / 2) * 2;
    const [left, top, width, height] = [area.x, area.y, area.width, area.height].map(down);
    const graph = `[base]crop=${width}:${height}:${left}:${top}[done]`;
    return filterVideo(file, facts, { graph, width: width ?? 2, height: height ?? 2 }, context);
  },
});

type Area = z.output<typeof box>;

function toRegion({ x: left, y: top, ...size }: Area) {
  return { left, top, ...size };
}

function areaOf(
  {
    aspectRatio: ratio,
    box: area,
    focus,
  }: {
    aspectRatio?: string | undefined;
    box?: Area | undefined;
    focus: (typeof positions)[number];
  },
  size: { width: number; height: number },
): Area {
  if (area) {
    if (area.x + area.width <= size.width && area.y + area.height <= size.height) return area;
    const message = `The box ends at ${area.x + area.width} × ${area.y + area.height}; the input has ${size.width} × ${size.height} pixels.`;
    throw new StudioError("invalid_input", message);
  }
  const wanted = readAspectRatio(ratio ?? "1:1");
  const width = Math.max(1, Math.min(size.width, Math.round(size.height * wanted)));
  const height = Math.max(1, Math.min(size.height, Math.round(size.width / wanted)));
  const { across, down } = sharesOf(focus);
  return {
    x: Math.round((size.width - width) * across),
    y: Math.round((size.height - height) * down),
    width,
    height,
  };
}
