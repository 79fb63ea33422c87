import { join } from "node:path";

import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { pcmArguments } from "#studio/engines/media/frames.ts";
import { readSamples } from "#studio/engines/media/join-sound.ts";
import { checkOutputBytes, exactArguments } from "#studio/engines/media/output.ts";
import { ffmpegOf, probeSound } from "#studio/engines/media/probe.ts";

import { removeNoise } from "./remove-noise.ts";

/** Writes `clean.flac`: the recording without noise, by RNNoise, with flat memory. */
export async function denoiseSound(
  file: EngineInput,
  context: EngineContext,
): Promise<EngineOutput> {
  const facts = await probeSound(file, context);
  const path = join(context.workFolder, "clean.flac");
  context.progress(0.4, "removing noise");
  const { status, text } = await runFfmpeg(
    [
      ...pcmArguments,
      "-i",
      "pipe:0",
      ...(facts.isMono ? ["-ac", "1"] : []),
      "-c:a",
      "flac",
      ...exactArguments,
      path,
    ],
    ffmpegOf(context),
    { stdin: removeNoise(readSamples({ file, facts }, null, context)) },
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not write the sound.", text);
  }
  await checkOutputBytes(path);
  return { path, contentType: "audio/flac" };
}
