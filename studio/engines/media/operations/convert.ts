import { join } from "node:path";

import { z } from "zod";

import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { openImage, writeImage } from "#studio/engines/media/image.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { checkOutputBytes, exactArguments } from "#studio/engines/media/output.ts";
import {
  type VideoFacts,
  ffmpegOf,
  inputArguments,
  probeSound,
  probeVideo,
  toEven,
} from "#studio/engines/media/probe.ts";
import { filterSound, stereoOrMono } from "#studio/engines/media/sound.ts";
import { aacArguments, mp4Arguments } from "#studio/engines/media/video.ts";
import { type ImageFormat, imageFormats } from "#studio/engines/raster.ts";
import { type SoundFormatName, soundFormatNames } from "#studio/engines/sound-formats.ts";
import { StudioError } from "#studio/errors.ts";

const videoFormats = ["mp4", "webm", "gif"] as const;
type VideoFormat = (typeof videoFormats)[number];
const formats = [...imageFormats, ...videoFormats, ...soundFormatNames] as const;

export const convert = defineOperation({
  description: "Writes another format.",
  takes: [["image"], ["video"], ["audio"]],
  parameters: { format: z.enum(formats), quality: z.int().min(1).max(100).optional() },
  check({ format }, [kind]) {
    const possible = formatsOf(kind);
    if (possible.includes(format)) return [];
    return [{ path: "format", message: `expected one of ${possible.join(", ")} for ${kind}` }];
  },
  async run({ format, quality }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to convert.");
    if (file.kind === "image") {
      const { pixels } = await openImage(file);
      return writeImage(pixels, format as ImageFormat, context, quality);
    }
    if (file.kind === "video") return convertVideo(file, format as VideoFormat, quality, context);
    const { durationSeconds } = await probeSound(file, context);
    return filterSound(
      file,
      { filter: "anull", format: format as SoundFormatName, quality, seconds: durationSeconds },
      context,
    );
  },
});

function formatsOf(kind: string | undefined): readonly string[] {
  if (kind === "image") return imageFormats;
  return kind === "video" ? videoFormats : soundFormatNames;
}

/** Animated GIFs are large and slow to draw, so they are short, small and slow. */
const gif = { edgeMax: 640, fpsMax: 15, secondsMax: 60 };

async function convertVideo(
  file: EngineInput,
  format: VideoFormat,
  quality = 80,
  context: EngineContext,
): Promise<EngineOutput> {
  const facts = await probeVideo(file, context);
  if (format === "gif" && facts.durationSeconds > gif.secondsMax) {
    const message = `A GIF may have ${gif.secondsMax} seconds at most; trim the video first.`;
    throw new StudioError("invalid_input", message);
  }
  const path = join(context.workFolder, `0.${format}`);
  const { status, text } = await runFfmpeg(
    [
      ...inputArguments(file),
      ...encoderOf(format, quality, facts),
      "-t",
      facts.durationSeconds.toFixed(3),
      ...exactArguments,
      ...(format === "mp4" ? mp4Arguments : []),
      path,
    ],
    ffmpegOf(context),
    {
      onTime: (time) => context.progress(Math.min(0.95, time / facts.durationSeconds), "encoding"),
    },
  );
  if (status !== 0) {
    throw ffmpegError(`ffmpeg could not write ${format}.`, text);
  }
  await checkOutputBytes(path);
  const contentType = format === "gif" ? "image/gif" : `video/${format}`;
  const { width, height, durationSeconds } = await probeVideo({ path, contentType }, context);
  return { path, contentType, width, height, durationSeconds };
}

function encoderOf(format: VideoFormat, quality: number, facts: VideoFacts): string[] {
  const { width, height } = facts;
  const frames = (fps: number, across: number, down: number) =>
    `[0:V:0]fps=${fps}:start_time=0,scale=${across}:${down}:flags=lanczos,setsar=1`;
  const sound = facts.sound ? ["-map", "0:a:0", "-af", stereoOrMono] : [];
  const plain = [
    "-filter_complex",
    `${frames(facts.fps, width, height)}[done]`,
    "-map",
    "[done]",
    ...sound,
    "-pix_fmt",
    "yuv420p",
  ];
  switch (format) {
    case "mp4": {
      const crf = `${Math.round(38 - quality * 0.24)}`;
      return [...plain, "-c:v", "libx264", "-preset", "veryfast", "-crf", crf, ...aacArguments];
    }
    case "webm": {
      const crf = `${Math.round(55 - quality * 0.3)}`;
      const fast = ["-deadline", "realtime", "-cpu-used", "7"];
      const opus = ["-c:a", "libopus", "-b:a", "128k"];
      return [...plain, "-c:v", "libvpx-vp9", "-b:v", "0", "-crf", crf, ...fast, ...opus];
    }
    case "gif": {
      const shrink = Math.min(1, gif.edgeMax / Math.max(width, height));
      const base = frames(
        Math.min(gif.fpsMax, facts.fps),
        toEven(width * shrink),
        toEven(height * shrink),
      );
      const colors = Math.round(32 + quality * 2.24);
      const palette = `palettegen=max_colors=${colors}:stats_mode=diff[p]`;
      const graph = `${base},split[a][b];[a]${palette};[b][p]paletteuse=dither=bayer:bayer_scale=3[done]`;
      return ["-filter_complex", graph, "-map", "[done]"];
    }
  }
}
