import { join } from "node:path";

import { z } from "zod";

import type { EngineContext, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { exactArguments } from "#studio/engines/media/output.ts";
import {
  type MediaFile,
  ffmpegOf,
  inputArguments,
  probeSound,
  probeVideo,
} from "#studio/engines/media/probe.ts";
import { filterSound, sameSoundFormat, stereoOrMono } from "#studio/engines/media/sound.ts";
import {
  aacArguments,
  filterVideo,
  mp4Arguments,
  videoOutput,
} from "#studio/engines/media/video.ts";
import { soundFormatNames } from "#studio/engines/sound-formats.ts";
import { StudioError } from "#studio/errors.ts";

export const loudness = defineOperation({
  description: "Sets the loudness (EBU R 128) without clipping.",
  takes: [["video"], ["audio"]],
  parameters: {
    lufs: z.number().min(-40).max(-5).default(-16),
    format: z.enum(soundFormatNames).optional(),
  },
  check({ format }, [kind]) {
    if (format === undefined || kind !== "video") return [];
    return [{ path: "format", message: "only for audio; a video stays MP4" }];
  },
  async run({ lufs, format }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to measure.");
    const video = file.kind === "video" ? await probeVideo(file, context) : null;
    if (video && !video.sound) throw new StudioError("invalid_input", "The video has no sound.");
    const filter = await findGain(file, lufs, context);
    if (!video) {
      const facts = await probeSound(file, context);
      return filterSound(
        file,
        { filter, format: format ?? sameSoundFormat(file, facts), seconds: facts.durationSeconds },
        context,
      );
    }
    const canCopy = video.codec === "h264" && file.contentType === "video/mp4";
    if (!canCopy) {
      return filterVideo(file, video, { graph: "[base]null[done]", soundFilter: filter }, context);
    }
    return replaceSound(file, filter, context);
  },
});

/** Levels above this peak are limited. Encoders overshoot a little. */
const peakMax = 0.84;
const gainMax = 30;
const roundsMax = 3;
const tolerance = 0.3;

/** Finds the gain whose result, peaks limited, has the loudness. Silence keeps its level. */
async function findGain(file: MediaFile, lufs: number, context: EngineContext): Promise<string> {
  const limiter = `alimiter=limit=${peakMax}:level=disabled:attack=5:release=50`;
  let gain = 0;
  let filter = "anull";
  for (let round = 0; round <= roundsMax; round += 1) {
    context.progress(round * 0.1, "measuring");
    const measured = await measureLoudness(file, filter, context);
    if (measured === null) return "anull";
    const missing = lufs - measured;
    if (Math.abs(missing) < tolerance) break;
    gain = Math.min(gainMax, gain + missing);
    filter = `volume=${gain.toFixed(2)}dB,${limiter}`;
  }
  return filter;
}

/** Returns integrated loudness in LUFS; null for silence. */
async function measureLoudness(
  file: MediaFile,
  filter: string,
  context: EngineContext,
): Promise<number | null> {
  const measure = "ebur128=framelog=verbose";
  const options = ["-map", "0:a:0", "-af", `${filter},${measure}`, "-f", "null", "-"];
  const { text } = await runFfmpeg([...inputArguments(file), ...options], ffmpegOf(context));
  const summary = text.slice(text.lastIndexOf("Summary:"));
  const measured = Number(/\bI:\s+(-?\d+(?:\.\d+)?) LUFS/u.exec(summary)?.[1] ?? Number.NaN);
  return Number.isNaN(measured) || measured <= -69 ? null : measured;
}

/** Writes `0.mp4` with the same frames and the filtered sound. */
async function replaceSound(
  file: MediaFile,
  filter: string,
  context: EngineContext,
): Promise<EngineOutput> {
  const path = join(context.workFolder, "0.mp4");
  const options = [
    "-map",
    "0:V:0",
    "-map",
    "0:a:0",
    "-c:v",
    "copy",
    "-af",
    `${filter},${stereoOrMono}`,
  ];
  const { status, text } = await runFfmpeg(
    [
      ...inputArguments(file),
      ...options,
      ...aacArguments,
      ...exactArguments,
      ...mp4Arguments,
      path,
    ],
    ffmpegOf(context),
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not write the sound.", text);
  }
  return videoOutput(path, context);
}
