import { z } from "zod";

import { openImage, sameImageFormat, writeImage } from "#studio/engines/media/image.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { probeVideo } from "#studio/engines/media/probe.ts";
import { filterVideo } from "#studio/engines/media/video.ts";

const turns: Readonly<Record<number, string>> = {
  0: "null",
  90: "transpose=clock",
  180: "hflip,vflip",
  270: "transpose=cclock",
};

export const rotate = defineOperation({
  description: "Mirrors, then turns clockwise by a multiple of 90 degrees.",
  takes: [["image"], ["video"]],
  parameters: {
    degrees: z.int().min(0).max(270).multipleOf(90).default(0),
    flip: z.enum(["none", "horizontal", "vertical"]).default("none"),
  },
  check({ degrees, flip }) {
    if (degrees > 0 || flip !== "none") return [];
    return [{ path: "degrees", message: "expected 90, 180 or 270, or a flip" }];
  },
  async run({ degrees, flip }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to turn.");
    if (file.kind === "image") {
      // sharp mirrors before it turns.
      const { pixels } = await openImage(file);
      const turned = pixels
        .flop(flip === "horizontal")
        .flip(flip === "vertical")
        .rotate(degrees);
      return writeImage(turned, sameImageFormat(file), context);
    }
    const facts = await probeVideo(file, context);
    const mirror = { none: "null", horizontal: "hflip", vertical: "vflip" }[flip];
    const isUpright = degrees % 180 === 0;
    const [width, height] = isUpright ? [facts.width, facts.height] : [facts.height, facts.width];
    const graph = `[base]${mirror},${turns[degrees] ?? "null"}[done]`;
    return filterVideo(file, facts, { graph, width, height }, context);
  },
});
