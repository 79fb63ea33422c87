import { z } from "zod";

import { defineOperation } from "#studio/engines/media/operation.ts";
import { color, colorIssues, toHex } from "#studio/engines/media/parameters.ts";
import { probeSound, probeVideo } from "#studio/engines/media/probe.ts";
import { filterSound, sameSoundFormat } from "#studio/engines/media/sound.ts";
import { filterVideo } from "#studio/engines/media/video.ts";

const length = z.number().min(0).max(30).default(0);

export const fade = defineOperation({
  description: "Fades in at the start and out at the end, with the sound.",
  takes: [["video"], ["audio"]],
  parameters: { inSeconds: length, outSeconds: length, color: color.default("black") },
  check({ inSeconds, outSeconds, color: paint }) {
    const colors = colorIssues({ color: paint });
    if (inSeconds > 0 || outSeconds > 0) return colors;
    return [...colors, { path: "inSeconds", message: "expected inSeconds, outSeconds or both" }];
  },
  async run({ inSeconds, outSeconds, color: paint }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to fade.");
    const video = file.kind === "video" ? await probeVideo(file, context) : null;
    const sound = video ? video.sound : await probeSound(file, context);
    const total = video?.durationSeconds ?? sound?.durationSeconds ?? 0;
    const filters = (name: string, options: string) =>
      [
        ...(inSeconds > 0 ? [`${name}=t=in:d=${Math.min(inSeconds, total)}${options}`] : []),
        ...(outSeconds > 0
          ? [
              `${name}=t=out:st=${Math.max(0, total - outSeconds).toFixed(3)}:d=${Math.min(outSeconds, total)}${options}`,
            ]
          : []),
      ].join(",");
    const soundFilter = filters("afade", "");
    if (video) {
      const graph = `[base]${filters("fade", `:color=${toHex(paint).replace("#", "0x")}`)}[done]`;
      return filterVideo(file, video, { graph, soundFilter }, context);
    }
    const format = sameSoundFormat(file, sound ?? { codec: "" });
    return filterSound(file, { filter: soundFilter, format, seconds: total }, context);
  },
});
