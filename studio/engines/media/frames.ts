import { join } from "node:path";

import type { EngineContext, EngineOutput } from "#studio/engine.ts";
import { readFfmpeg, runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import {
  type PixelFormat,
  type VideoEncoder,
  startVideoEncoder,
} from "#studio/engines/video-encoder.ts";

import { exactArguments } from "./output.ts";
import { type MediaFile, ffmpegOf, inputArguments } from "./probe.ts";
import { stereoOrMono } from "./sound.ts";
import { aacArguments, mp4Arguments, videoOutput } from "./video.ts";

export interface Shape {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

/**
 * Yields the filtered frames of a video as RGB pixels, or as YUV 4:2:0 planes of an even size. `options` are
 * ffmpeg's for the input, such as a start.
 */
export async function* readFrames(
  file: MediaFile,
  filter: string,
  {
    width,
    height,
    pixelFormat = "yuv420p",
  }: Shape & { readonly pixelFormat?: "rgb24" | "yuv420p" },
  context: EngineContext,
  options: readonly string[] = [],
): AsyncGenerator<Uint8Array> {
  const frameBytes = width * height * (pixelFormat === "rgb24" ? 3 : 1.5);
  const output = ["-threads", "1", "-f", "rawvideo", "-pix_fmt", pixelFormat, "pipe:1"];
  let frame = new Uint8Array(frameBytes);
  let filled = 0;
  for await (const chunk of readFfmpeg(
    [...inputArguments(file, ...options), "-map", "0:V:0", "-vf", filter, ...output],
    ffmpegOf(context),
  )) {
    let position = 0;
    while (position < chunk.length) {
      const part = chunk.subarray(position, position + frameBytes - filled);
      frame.set(part, filled);
      filled += part.length;
      position += part.length;
      if (filled < frameBytes) continue;
      yield frame;
      frame = new Uint8Array(frameBytes);
      filled = 0;
    }
  }
}

/** Starts an encoder of a video without sound. `addSound` or `videoOutput` makes it the output. */
export function startSilentVideo(
  name: string,
  shape: Shape & { readonly pixelFormat: PixelFormat },
  context: EngineContext,
): { path: string; encoder: VideoEncoder } {
  const path = join(context.workFolder, name);
  const { ffmpegPath, signal } = ffmpegOf(context);
  const encoder = startVideoEncoder(
    ffmpegPath,
    { path, comment: "studio media", ...shape },
    signal,
  );
  return { path, encoder };
}

/** Writes `0.mp4`: the frames of a video as they are, and a sound from a file or from PCM. */
export async function addSound(
  video: MediaFile,
  sound: {
    readonly from: MediaFile | AsyncIterable<Uint8Array>;
    readonly filter: string;
    readonly seconds: number;
  },
  context: EngineContext,
): Promise<EngineOutput> {
  const path = join(context.workFolder, "0.mp4");
  const { from, filter, seconds } = sound;
  const isFile = "path" in from;
  const source = isFile ? inputArguments(from) : [...pcmArguments, "-i", "pipe:0"];
  const { status, text } = await runFfmpeg(
    [
      ...inputArguments(video),
      ...source,
      "-map",
      "0:V:0",
      "-map",
      "1:a:0",
      "-c:v",
      "copy",
      "-af",
      `${filter},${stereoOrMono}`,
      ...aacArguments,
      "-t",
      seconds.toFixed(3),
      ...exactArguments,
      ...mp4Arguments,
      path,
    ],
    ffmpegOf(context),
    isFile ? {} : { stdin: from },
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not add the sound.", text);
  }
  return videoOutput(path, context);
}

export const pcmRate = 48_000;
export const pcmArguments: readonly string[] = ["-f", "s16le", "-ac", "2", "-ar", `${pcmRate}`];
