import { z } from "zod";

import { defineOperation } from "#studio/engines/media/operation.ts";
import { probeVideo } from "#studio/engines/media/probe.ts";
import { filterVideo } from "#studio/engines/media/video.ts";

/** ffmpeg filters of the looks. */
const looks = {
  none: "null",
  blackAndWhite: "hue=s=0",
  noir: "hue=s=0,eq=contrast=1.35:brightness=-0.03,vignette=PI/4.5",
  sepia: "colorchannelmixer=.393:.769:.189:0:.349:.686:.168:0:.272:.534:.131",
  vintage:
    "curves=r='0/0.08 0.5/0.54 1/0.96':g='0/0.05 0.5/0.5 1/0.92':b='0/0.12 0.5/0.46 1/0.8',eq=saturation=0.8,vignette=PI/5",
  warm: "colorbalance=rs=0.06:rm=0.1:rh=0.06:bs=-0.06:bm=-0.1:bh=-0.06",
  cold: "colorbalance=rs=-0.06:rm=-0.1:rh=-0.06:bs=0.06:bm=0.1:bh=0.06",
  cinematic:
    "curves=r='0/0 0.25/0.21 0.75/0.8 1/1':b='0/0.06 0.25/0.28 0.75/0.7 1/0.94',eq=contrast=1.08:saturation=1.1",
  vivid: "eq=saturation=1.45:contrast=1.1",
  faded: "curves=all='0/0.12 1/0.9',eq=saturation=0.7",
  negative: "negate",
  blurred: "gblur=sigma=6",
} as const;

export type Look = keyof typeof looks;
export const lookNames = Object.keys(looks) as [Look, ...Look[]];

export const grade = defineOperation({
  description: "Changes colour and light: a look, and factors of which 1 changes nothing.",
  takes: [["video"]],
  parameters: {
    look: z.enum(lookNames).default("none"),
    brightness: z.number().min(0.2).max(3).default(1),
    contrast: z.number().min(0.2).max(3).default(1),
    saturation: z.number().min(0).max(3).default(1),
  },
  check({ look, brightness, contrast, saturation }) {
    if (look !== "none" || [brightness, contrast, saturation].some((value) => value !== 1)) {
      return [];
    }
    return [{ path: "look", message: "expected a look, brightness, contrast or saturation" }];
  },
  async run({ look, brightness, contrast, saturation }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to grade.");
    const facts = await probeVideo(file, context);
    const light = `eq=gamma=${brightness}:contrast=${contrast}:saturation=${saturation}`;
    const graph = `[base]${looks[look]},${light}[done]`;
    return filterVideo(file, facts, { graph }, context);
  },
});
