import type { EngineContext } from "#studio/engine.ts";
import { readFfmpeg } from "#studio/engines/ffmpeg.ts";

import { type MediaFile, ffmpegOf, inputArguments } from "./probe.ts";

/** Reads the start of a recording, mixed to one channel, as 16-bit samples. */
export async function readMono(
  file: MediaFile,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
  context: EngineContext,
): Promise<Int16Array> {
  const shape = ["-ac", "1", "-ar", `${rate}`, "-t", `${seconds}`, "-f", "s16le", "pipe:1"];
  const chunks: Buffer[] = [];
  for await (const chunk of readFfmpeg(
    [...inputArguments(file), "-map", "0:a:0", ...shape],
    ffmpegOf(context),
  )) {
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)),
  );
}
