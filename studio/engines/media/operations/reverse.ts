import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";

import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import {
  addSound,
  pcmArguments,
  pcmRate,
  readFrames,
  startSilentVideo,
} from "#studio/engines/media/frames.ts";
import { readSamples } from "#studio/engines/media/join-sound.ts";
import { videoSecondsMax } from "#studio/engines/media/limits.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { exactArguments } from "#studio/engines/media/output.ts";
import {
  type SoundFacts,
  type VideoFacts,
  ffmpegOf,
  probeSound,
  probeVideo,
} from "#studio/engines/media/probe.ts";
import { sameSoundFormat, soundEncoder, soundOutput } from "#studio/engines/media/sound.ts";
import { videoOutput } from "#studio/engines/media/video.ts";
import { soundFormats } from "#studio/engines/sound-formats.ts";
import { StudioError } from "#studio/errors.ts";

/** Frames and samples are turned around in pieces of this size, so that memory stays flat. */
const pieceBytesMax = 64 * 1024 * 1024;
const soundPieceFrames = pcmRate * 10;
const bytesOfSample = 4;

export const reverse = defineOperation({
  description: "Plays backwards, with the sound. Recordings of ten minutes at most.",
  takes: [["video"], ["audio"]],
  parameters: {},
  async run(_parameters, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to reverse.");
    return file.kind === "video" ? reverseVideo(file, context) : reverseSound(file, context);
  },
});

async function reverseVideo(file: EngineInput, context: EngineContext): Promise<EngineOutput> {
  const facts = await probeVideo(file, context);
  const shape = { ...facts, pixelFormat: "yuv420p" } as const;
  const { path, encoder } = startSilentVideo("silent.mp4", shape, context);
  const total = Math.max(1, Math.round(facts.durationSeconds * facts.fps));
  const piece = pieceFrames(facts);
  for (let end = total; end > 0; end -= piece) {
    const start = Math.max(0, end - piece);
    for (const frame of (await readPiece(file, facts, { start, end }, context)).toReversed()) {
      await encoder.write(frame);
    }
    context.progress(0.9 * (1 - start / total), "reversing");
  }
  await encoder.finish();
  const { sound } = facts;
  if (sound === null) return videoOutput(path, context);
  return withPcm(file, sound, context, (from) =>
    addSound(
      { path, contentType: "video/mp4" },
      { from, filter: "apad", seconds: facts.durationSeconds },
      context,
    ),
  );
}

function pieceFrames({ width, height }: VideoFacts): number {
  return Math.max(1, Math.floor(pieceBytesMax / ((width * height * 3) / 2)));
}

async function readPiece(
  file: EngineInput,
  facts: VideoFacts,
  { start, end }: { readonly start: number; readonly end: number },
  context: EngineContext,
): Promise<Uint8Array[]> {
  const { width, height, fps } = facts;
  const filter = `fps=${fps}:start_time=0,scale=${width}:${height},setsar=1`;
  const frames: Uint8Array[] = [];
  const seek = start > 0 ? ["-ss", (start / fps).toFixed(6)] : [];
  for await (const frame of readFrames(file, filter, facts, context, seek)) {
    frames.push(frame);
    if (frames.length === end - start) break;
  }
  return frames;
}

async function reverseSound(file: EngineInput, context: EngineContext): Promise<EngineOutput> {
  const facts = await probeSound(file, context);
  if (facts.durationSeconds > videoSecondsMax) {
    const message = `A recording of at most ${videoSecondsMax} seconds can be reversed.`;
    throw new StudioError("invalid_input", message);
  }
  const format = sameSoundFormat(file, facts);
  const path = join(context.workFolder, `0.${soundFormats[format].extension}`);
  await withPcm(file, facts, context, async (stdin) => {
    const { status, text } = await runFfmpeg(
      [...pcmArguments, "-i", "pipe:0", ...soundEncoder(format), ...exactArguments, path],
      ffmpegOf(context),
      { stdin },
    );
    if (status === 0) return;
    throw ffmpegError("ffmpeg could not write the sound.", text);
  });
  return soundOutput(path, format, context);
}

/** Calls `use` with the samples of a file from the last to the first. They wait on disk. */
async function withPcm<Result>(
  file: EngineInput,
  facts: SoundFacts,
  context: EngineContext,
  use: (samples: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const handle = await open(join(context.workFolder, "sound.pcm"), "w+");
  try {
    let frames = 0;
    for await (const samples of readSamples({ file, facts }, null, context)) {
      await handle.write(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      frames += samples.byteLength / bytesOfSample;
    }
    return await use(readBackwards(handle, frames));
  } finally {
    await handle.close();
  }
}

async function* readBackwards(handle: FileHandle, frames: number): AsyncGenerator<Uint8Array> {
  for (let end = frames; end > 0; end -= soundPieceFrames) {
    const start = Math.max(0, end - soundPieceFrames);
    // One element holds both channels of a sample.
    const piece = new Uint32Array(end - start);
    const bytes = new Uint8Array(piece.buffer);
    await handle.read(bytes, 0, bytes.byteLength, start * bytesOfSample);
    piece.reverse();
    yield bytes;
  }
}
