import { join } from "node:path";

import type { EngineContext, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";

import { checkOutputBytes, exactArguments } from "./output.ts";
import {
  type MediaFile,
  type VideoFacts,
  checkVideoWork,
  ffmpegOf,
  inputArguments,
  probeVideo,
} from "./probe.ts";
import { stereoOrMono } from "./sound.ts";

export const h264Arguments: readonly string[] = [
  "-c:v",
  "libx264",
  "-preset",
  "veryfast",
  "-crf",
  "18",
  "-pix_fmt",
  "yuv420p",
];
export const aacArguments: readonly string[] = ["-c:a", "aac", "-b:a", "160k", "-ar", "48000"];
export const mp4Arguments: readonly string[] = ["-movflags", "+faststart", "-f", "mp4"];

/** The change of a video. `graph` is an ffmpeg filter graph from `[base]` to `[done]`. */
export interface VideoChange {
  readonly graph: string;
  /** Size of `[done]`; the size of the video by default. */
  readonly width?: number;
  readonly height?: number;
  /** PNG files that the graph reads as `[1:v]`, `[2:v]` and so on. */
  readonly images?: readonly string[];
  /** Complete ffmpeg arguments of one more input, after those of `images`. */
  readonly moreInput?: readonly string[];
  /** A recording that replaces the sound of the video. */
  readonly sound?: MediaFile;
  /** Drops the sound. */
  readonly isSilent?: boolean;
  /** ffmpeg filters of the sound; without them the sound stays as it is where MP4 permits. */
  readonly soundFilter?: string;
  readonly startSeconds?: number;
  /** Repeats the video until the result is long enough. */
  readonly loops?: boolean;
  /** Length of the result; that of the video by default. */
  readonly durationSeconds?: number;
}

/** Changes a video and writes `0.mp4`. `[base]` has a constant rate, square pixels and starts at 0. */
export async function filterVideo(
  file: MediaFile,
  facts: VideoFacts,
  change: VideoChange,
  context: EngineContext,
): Promise<EngineOutput> {
  const { fps } = facts;
  const { startSeconds = 0, soundFilter, images = [], moreInput = [] } = change;
  const { width, height } = { ...facts, ...change };
  const durationSeconds = change.durationSeconds ?? facts.durationSeconds;
  checkVideoWork({ width, height, fps, durationSeconds });

  const path = join(context.workFolder, "0.mp4");
  const hasSound = !change.isSilent && (change.sound !== undefined || facts.sound !== null);
  const soundIndex = change.sound ? 1 + images.length + (moreInput.length > 0 ? 1 : 0) : 0;
  const keepsSound =
    !change.sound && !soundFilter && startSeconds === 0 && facts.sound?.codec === "aac";
  const soundArguments = keepsSound
    ? ["-c:a", "copy"]
    : [...aacArguments, "-af", `${soundFilter ?? "anull"},${stereoOrMono}`];
  const { status, text } = await runFfmpeg(
    [
      ...inputArguments(
        file,
        ...(startSeconds > 0 ? ["-ss", startSeconds.toFixed(3)] : []),
        ...(change.loops ? ["-stream_loop", "-1"] : []),
      ),
      ...images.flatMap((image) => ["-f", "png_pipe", "-i", image]),
      ...moreInput,
      ...(change.sound ? inputArguments(change.sound) : []),
      "-filter_complex",
      `${baseOf(facts)};${change.graph}`,
      "-map",
      "[done]",
      ...(hasSound ? ["-map", `${soundIndex}:a:0`, ...soundArguments] : []),
      "-t",
      durationSeconds.toFixed(3),
      ...h264Arguments,
      ...exactArguments,
      ...mp4Arguments,
      path,
    ],
    ffmpegOf(context),
    {
      onTime: (time) => context.progress(Math.min(0.95, time / durationSeconds), "encoding"),
    },
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not change the video.", text);
  }
  return videoOutput(path, context);
}

/** Describes the written video as an output, and checks it. */
export async function videoOutput(path: string, context: EngineContext): Promise<EngineOutput> {
  await checkOutputBytes(path);
  const contentType = "video/mp4";
  const { width, height, durationSeconds } = await probeVideo({ path, contentType }, context);
  return { path, contentType, width, height, durationSeconds };
}

/** Filter graph from the first video stream to `[base]`. */
export function baseOf({ width, height, fps }: VideoFacts): string {
  return `[0:V:0]fps=${fps}:start_time=0,scale=${width}:${height},setsar=1,format=yuv420p[base]`;
}
