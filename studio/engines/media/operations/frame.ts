import { existsSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { runFfmpeg } from "#studio/engines/ffmpeg.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { exactArguments } from "#studio/engines/media/output.ts";
import { seconds } from "#studio/engines/media/parameters.ts";
import { ffmpegOf, inputArguments, probeVideo } from "#studio/engines/media/probe.ts";
import { StudioError } from "#studio/errors.ts";

export const frame = defineOperation({
  description: "Takes one frame of a video, at its first, middle or last time or at a second.",
  takes: [["video"]],
  makes: "image",
  parameters: { at: z.union([z.enum(["first", "middle", "last"]), seconds]).default("first") },
  async run({ at }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("No video.");
    const facts = await probeVideo(file, context);
    const { width, height, durationSeconds } = facts;
    if (typeof at === "number" && at >= durationSeconds) {
      const message = `at is ${at}, but the video ends at ${durationSeconds.toFixed(2)} seconds.`;
      throw new StudioError("invalid_input", message);
    }
    const times = { first: 0, middle: durationSeconds / 2, last: durationSeconds };
    const time = typeof at === "number" ? at : times[at];

    const path = join(context.workFolder, "0.png");
    // The last frame that begins before the time is shown at it. A video with few frames may have none
    // in the last second.
    for (const start of new Set([Math.max(0, time - 1), 0])) {
      const { status, text } = await runFfmpeg(
        [
          ...inputArguments(file, "-ss", start.toFixed(3)),
          "-map",
          "0:V:0",
          "-vf",
          `scale=${width}:${height},setsar=1`,
          ...(time === 0 ? ["-frames:v", "1"] : ["-t", (time - start + 0.001).toFixed(3)]),
          "-vsync",
          "vfr",
          ...exactArguments,
          "-f",
          "image2",
          "-update",
          "1",
          path,
        ],
        ffmpegOf(context),
      );
      if (status !== 0) {
        const cause = new Error(text);
        throw new StudioError("engine_failed", "ffmpeg could not take the frame.", { cause });
      }
      if (existsSync(path)) return { path, contentType: "image/png", width, height };
    }
    throw new StudioError("invalid_input", "The video has no frame at this time.");
  },
});
