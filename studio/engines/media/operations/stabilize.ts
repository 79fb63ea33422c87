import { join } from "node:path";

import { z } from "zod";

import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { ffmpegOf, inputArguments, probeVideo } from "#studio/engines/media/probe.ts";
import { baseOf, filterVideo } from "#studio/engines/media/video.ts";

export const stabilize = defineOperation({
  description: "Steadies a shaky camera in two passes (vid.stab). Zooms in to hide the borders.",
  takes: [["video"]],
  parameters: { strength: z.number().min(0).max(1).default(0.5) },
  async run({ strength }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to stabilize.");
    const facts = await probeVideo(file, context);
    const path = quote(join(context.workFolder, "motion.trf"));
    const detect = `vidstabdetect=result=${path}:shakiness=8:accuracy=12`;
    const { status, text } = await runFfmpeg(
      [
        ...inputArguments(file),
        "-filter_complex",
        `${baseOf(facts)};[base]${detect}[done]`,
        "-map",
        "[done]",
        "-threads",
        "1",
        "-filter_complex_threads",
        "1",
        "-f",
        "null",
        "-",
      ],
      ffmpegOf(context),
      {
        onTime: (time) =>
          context.progress(Math.min(0.45, (time / facts.durationSeconds) * 0.45), "measuring"),
      },
    );
    if (status !== 0) {
      throw ffmpegError("ffmpeg could not measure the motion.", text);
    }
    const smoothing = Math.round(5 + strength * 50);
    const transform = `vidstabtransform=input=${path}:smoothing=${smoothing}:optzoom=1:interpol=bilinear`;
    const graph = `[base]${transform},unsharp=5:5:0.4:3:3:0[done]`;
    return filterVideo(file, facts, { graph }, context);
  },
});

/** Quotes a path for the options of a filter in a filter graph, which are unescaped twice. */
function quote(path: string): string {
  const option = path.replace(/[\\':]/gu, String.raw`\$&`);
  return option.replace(/[\\'[\],;\s]/gu, String.raw`\$&`);
}
