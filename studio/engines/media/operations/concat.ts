import { join } from "node:path";

import { z } from "zod";

import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import {
  type Shape,
  addSound,
  pcmArguments,
  pcmRate,
  readFrames,
  startSilentVideo,
} from "#studio/engines/media/frames.ts";
import { joinSounds, readSamples } from "#studio/engines/media/join-sound.ts";
import {
  composedEdgeMax,
  composedPixelsMax,
  soundSecondsMax,
} from "#studio/engines/media/limits.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { exactArguments } from "#studio/engines/media/output.ts";
import { composedEdge, fit } from "#studio/engines/media/parameters.ts";
import {
  type SoundFacts,
  type VideoFacts,
  checkVideoWork,
  ffmpegOf,
  probeSound,
  probeVideo,
  toEven,
} from "#studio/engines/media/probe.ts";
import { sameSoundFormat, soundEncoder, soundOutput } from "#studio/engines/media/sound.ts";
import { videoOutput } from "#studio/engines/media/video.ts";
import { soundFormats } from "#studio/engines/sound-formats.ts";
import type { VideoEncoder } from "#studio/engines/video-encoder.ts";
import { StudioError } from "#studio/errors.ts";

import { fitFilter } from "./resize.ts";

const fadeSeconds = 0.5;

const parameters = {
  transition: z.enum(["none", "fade"]).default("none"),
  fit,
  width: composedEdge.optional(),
  height: composedEdge.optional(),
};
type Parameters = z.output<z.ZodObject<typeof parameters>>;

export const concat = defineOperation({
  description: "Plays videos or recordings one after the other, with cuts or cross-fades.",
  takes: [["video+"], ["audio+"]],
  parameters,
  check({ fit: _fit, transition: _transition, ...size }, [kind]) {
    if (kind === "video") return [];
    const given = Object.entries(size).filter(([, value]) => value !== undefined);
    return given.map(([path]) => ({ path, message: "only for videos" }));
  },
  run: (wanted, context) =>
    context.inputs[0]?.kind === "video" ? joinVideos(wanted, context) : joinAudio(wanted, context),
});

/** A cross-fade is at most half as long as the shortest part, so that two never meet. */
function overlapOf(transition: Parameters["transition"], seconds: readonly number[]): number {
  return transition === "fade" ? Math.min(fadeSeconds, Math.min(...seconds) / 2) : 0;
}

async function joinAudio(
  { transition }: Parameters,
  context: EngineContext,
): Promise<EngineOutput> {
  const sources: { file: EngineInput; facts: SoundFacts }[] = [];
  for (const file of context.inputs) {
    sources.push({ file, facts: await probeSound(file, context) });
  }
  const seconds = sources.map(({ facts }) => facts.durationSeconds);
  if (seconds.reduce((sum, value) => sum + value, 0) > soundSecondsMax) {
    const message = `The parts have more than ${soundSecondsMax} seconds together.`;
    throw new StudioError("invalid_input", message);
  }
  const parts = sources.map((source) => () => readSamples(source, null, context));
  const overlap = Math.round(overlapOf(transition, seconds) * pcmRate);
  const [first] = sources;
  const name = first ? sameSoundFormat(first.file, first.facts) : "m4a";
  const path = join(context.workFolder, `0.${soundFormats[name].extension}`);
  const { status, text } = await runFfmpeg(
    [...pcmArguments, "-i", "pipe:0", ...soundEncoder(name), ...exactArguments, path],
    ffmpegOf(context),
    { stdin: joinSounds(parts, overlap) },
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not write the sound.", text);
  }
  return soundOutput(path, name, context);
}

async function joinVideos(wanted: Parameters, context: EngineContext): Promise<EngineOutput> {
  const facts: VideoFacts[] = [];
  for (const file of context.inputs) facts.push(await probeVideo(file, context));
  const shape: Shape = {
    ...sizeOf(wanted, facts[0] ?? { width: 2, height: 2 }),
    fps: Math.max(...facts.map(({ fps }) => fps)),
  };
  const total = facts.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  checkVideoWork({ ...shape, durationSeconds: total });

  const overlapSeconds = overlapOf(
    wanted.transition,
    facts.map(({ durationSeconds }) => durationSeconds),
  );
  const overlap = Math.floor(overlapSeconds * shape.fps);
  const { path, encoder } = startSilentVideo(
    "silent.mp4",
    { ...shape, pixelFormat: "yuv420p" },
    context,
  );
  const writer = createJoiningWriter(encoder, overlap);
  const filter = `fps=${shape.fps}:start_time=0,${fitFilter(wanted.fit, shape.width, shape.height)}`;
  const counts: number[] = [];
  for (const [index, file] of context.inputs.entries()) {
    let count = 0;
    for await (const frame of readFrames(file, filter, shape, context)) {
      await writer.write(frame);
      count += 1;
    }
    if (count <= overlap) throw new StudioError("invalid_input", `Video ${index + 1} is damaged.`);
    counts.push(count);
    writer.endPart();
    context.progress((0.9 * (index + 1)) / facts.length, "joining");
  }
  await writer.finish();

  const silent = { path, contentType: "video/mp4" };
  if (facts.every(({ sound }) => sound === null)) return videoOutput(path, context);
  const samplesOf = (frames: number) => Math.round((frames * pcmRate) / shape.fps);
  const parts = counts.map((count, index) => {
    const [file, sound] = [context.inputs[index], facts[index]?.sound];
    const source = file && sound ? { file, facts: sound } : null;
    return () => readSamples(source, samplesOf(count), context);
  });
  const frames = counts.reduce((sum, count) => sum + count, -overlap * (counts.length - 1));
  return addSound(
    silent,
    {
      from: joinSounds(parts, samplesOf(overlap)),
      filter: "anull",
      seconds: frames / shape.fps,
    },
    context,
  );
}

/** Holds the last frames of each part back, to dissolve them into the first ones of the next. */
function createJoiningWriter(encoder: VideoEncoder, overlap: number) {
  let ending: Uint8Array[] = [];
  let held: Uint8Array[] = [];
  return {
    async write(frame: Uint8Array): Promise<void> {
      const before = ending.shift();
      if (before) {
        const share = 1 - (ending.length + 1) / (overlap + 1);
        for (const [index, value] of frame.entries()) {
          frame[index] = Math.round((before[index] ?? 0) * (1 - share) + value * share);
        }
        await encoder.write(frame);
        return;
      }
      held.push(frame);
      const ready = held.length > overlap ? held.shift() : undefined;
      if (ready) await encoder.write(ready);
    },
    endPart(): void {
      ending = held;
      held = [];
    },
    async finish(): Promise<void> {
      for (const frame of ending) await encoder.write(frame);
      await encoder.finish();
    },
  };
}

/** The size of the first video, or the wanted one; at most full HD. */
function sizeOf(
  { width, height }: Parameters,
  first: { width: number; height: number },
): { width: number; height: number } {
  const ratio = first.width / first.height;
  const wide = width ?? (height === undefined ? first.width : height * ratio);
  const tall = height ?? (width === undefined ? first.height : width / ratio);
  const shrink = Math.min(
    1,
    composedEdgeMax / Math.max(wide, tall),
    Math.sqrt(composedPixelsMax / (wide * tall)),
  );
  return { width: toEven(wide * shrink), height: toEven(tall * shrink) };
}
