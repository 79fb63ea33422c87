import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { StudioError } from "#studio/errors.ts";

import type { Sound } from "./sound.ts";
import { encodeWav } from "./sound.ts";

interface SoundFormat {
  readonly extension: string;
  readonly contentType: string;
  /** Encoder arguments for ffmpeg. Absent for WAV, which needs no encoder. */
  readonly encoder?: readonly string[];
}

const formats = {
  wav: { extension: "wav", contentType: "audio/wav" },
  mp3: {
    extension: "mp3",
    contentType: "audio/mpeg",
    encoder: ["-c:a", "libmp3lame", "-b:a", "96k"],
  },
  ogg: { extension: "ogg", contentType: "audio/ogg", encoder: ["-c:a", "libvorbis", "-q:a", "5"] },
  opus: {
    extension: "opus",
    contentType: "audio/ogg",
    encoder: ["-c:a", "libopus", "-b:a", "48k"],
  },
  flac: { extension: "flac", contentType: "audio/flac", encoder: ["-c:a", "flac"] },
  m4a: { extension: "m4a", contentType: "audio/mp4", encoder: ["-c:a", "aac", "-b:a", "96k"] },
} as const satisfies Record<string, SoundFormat>;

export type SoundFormatName = keyof typeof formats;

export const soundFormatNames = Object.keys(formats) as SoundFormatName[];

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
  const format: SoundFormat = formats[target.format];
  const path = join(target.folder, `speech.${format.extension}`);
  const wav = encodeWav(sound);
  if (!format.encoder) {
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
  const options = ["-hide_banner", "-loglevel", "error", "-y", "-f", "wav", "-i", "pipe:0"];
  await runFfmpeg(
    ffmpegPath,
    [...options, ...bitexact, ...comment, "-threads", "1", ...format.encoder, path],
    wav,
    signal,
  );
  return { path, contentType: format.contentType };
}

const errorCharactersMax = 2000;

function runFfmpeg(
  ffmpegPath: string,
  programArguments: readonly string[],
  input: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(ffmpegPath, programArguments, {
    signal,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-errorCharactersMax);
  });
  child.on("error", reject);
  child.on("close", (code) => {
    if (code === 0) return resolve();
    const cause = new Error(complaint.trim());
    reject(new StudioError("engine_failed", "ffmpeg could not encode the speech.", { cause }));
  });
  // The exit code of a failed ffmpeg explains more than the error of its closed pipe.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return promise;
}
