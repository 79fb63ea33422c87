import { join } from "node:path";

import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { pcmArguments } from "#studio/engines/media/frames.ts";
import { readSamples } from "#studio/engines/media/join-sound.ts";
import { checkOutputBytes, exactArguments } from "#studio/engines/media/output.ts";
import { ffmpegOf, probeSound } from "#studio/engines/media/probe.ts";

/** Writes `clean.flac`: the recording after a change of its interleaved 16-bit stereo samples of 48 kHz, with flat memory. */
export async function rewriteSound(
  file: EngineInput,
  change: (samples: AsyncIterable<Int16Array>) => AsyncIterable<Uint8Array>,
  context: EngineContext,
): Promise<EngineOutput> {
  const facts = await probeSound(file, context);
  const path = join(context.workFolder, "clean.flac");
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
    { stdin: change(readSamples({ file, facts }, null, context)) },
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not write the sound.", text);
  }
  await checkOutputBytes(path);
  return { path, contentType: "audio/flac" };
}
