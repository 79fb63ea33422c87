import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { runFfmpeg } from "#studio/engines/ffmpeg.ts";
import { type SoundFormatName, soundFormats } from "#studio/engines/sound-formats.ts";
import { StudioError } from "#studio/errors.ts";

import type { Sound } from "./sound.ts";
import { encodeWav } from "./sound.ts";

/** Bit rates that suit one voice. */
const qualities: Readonly<Partial<Record<SoundFormatName, readonly string[]>>> = {
  mp3: ["-b:a", "96k"],
  ogg: ["-q:a", "5"],
  opus: ["-b:a", "48k"],
  m4a: ["-b:a", "96k"],
};

export interface EncodedSound {
  readonly path: string;
  readonly contentType: string;
}

/**
 * Writes `<folder>/speech.<extension>`, with `comment` as metadata in all formats except WAV. Those
 * formats need ffmpeg. Without ffmpeg, throws `invalid_input`, as the caller can request WAV.
 */
export async function encodeSound(
  sound: Sound,
  target: { format: SoundFormatName; folder: string; comment: string },
  { ffmpegPath, signal }: { ffmpegPath: string | null; signal: AbortSignal },
): Promise<EncodedSound> {
  const format = soundFormats[target.format];
  const path = join(target.folder, `speech.${format.extension}`);
  const wav = encodeWav(sound);
  if (target.format === "wav") {
    await writeFile(path, wav);
    return { path, contentType: format.contentType };
  }

  if (ffmpegPath === null) {
    throw new StudioError(
      "invalid_input",
      `Writing ${target.format} needs ffmpeg, which this machine does not have; ask for wav.`,
    );
  }
  // `bitexact` omits the encoder's version and random stream numbers, so the bytes are reproducible.
  const bitexact = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  const comment = ["-metadata", `comment=${target.comment}`];
  const encoder = ["-c:a", format.codec, ...(qualities[target.format] ?? [])];
  const { status, text } = await runFfmpeg(
    ["-f", "wav", "-i", "pipe:0", ...bitexact, ...comment, "-threads", "1", ...encoder, path],
    { ffmpegPath, signal },
    { stdin: wav },
  );
  if (status !== 0) {
    const cause = new Error(text);
    throw new StudioError("engine_failed", "ffmpeg could not encode the speech.", { cause });
  }
  return { path, contentType: format.contentType };
}
