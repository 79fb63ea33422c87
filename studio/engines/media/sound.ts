import { join } from "node:path";

import type { EngineContext, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { type SoundFormatName, soundFormats } from "#studio/engines/sound-formats.ts";

import { soundSecondsMax } from "./limits.ts";
import { checkOutputBytes, exactArguments } from "./output.ts";
import { type MediaFile, type SoundFacts, ffmpegOf, inputArguments, probeSound } from "./probe.ts";

/** Fades of this length remove the click of a cut and are not heard. */
export const cutFadeSeconds = 0.008;

const defaultQuality = 80;

/** Chooses the format of a recording again, else M4A. */
export function sameSoundFormat(
  { contentType }: MediaFile,
  { codec }: Pick<SoundFacts, "codec">,
): SoundFormatName {
  if (contentType === "audio/ogg") return codec === "opus" ? "opus" : "ogg";
  const names = ["wav", "mp3", "flac"] as const;
  return names.find((name) => soundFormats[name].contentType === contentType) ?? "m4a";
}

/** Encoder arguments for a quality of 1 to 100; lossless formats have no quality. */
export function soundEncoder(format: SoundFormatName, quality = defaultQuality): string[] {
  const { codec } = soundFormats[format];
  const share = (quality - 1) / 99;
  const kilobits = (low: number, high: number) => `${Math.round(low + (high - low) * share)}k`;
  switch (format) {
    case "wav":
    case "flac":
      return ["-c:a", codec];
    case "ogg":
      return ["-c:a", codec, "-q:a", (share * 8).toFixed(1)];
    case "opus":
      return ["-c:a", codec, "-b:a", kilobits(24, 160)];
    case "mp3":
    case "m4a":
      return ["-c:a", codec, "-b:a", kilobits(48, 224)];
  }
}

/** Describes the written recording as an output, and checks it. */
export async function soundOutput(
  path: string,
  format: SoundFormatName,
  context: EngineContext,
): Promise<EngineOutput> {
  await checkOutputBytes(path);
  const { contentType } = soundFormats[format];
  const { durationSeconds } = await probeSound({ path, contentType }, context);
  return { path, contentType, durationSeconds };
}

/** Writes the filtered sound of a file as `0.<extension>`. */
export async function filterSound(
  file: MediaFile,
  {
    filter,
    format,
    quality,
    startSeconds = 0,
    seconds = soundSecondsMax,
  }: {
    readonly filter: string;
    readonly format: SoundFormatName;
    readonly quality?: number | undefined;
    readonly startSeconds?: number;
    readonly seconds?: number;
  },
  context: EngineContext,
): Promise<EngineOutput> {
  const path = join(context.workFolder, `0.${soundFormats[format].extension}`);
  const start = startSeconds > 0 ? ["-ss", startSeconds.toFixed(3)] : [];
  const { status, text } = await runFfmpeg(
    [
      ...inputArguments(file, ...start),
      "-map",
      "0:a:0",
      "-af",
      `${filter},${stereoOrMono}`,
      "-t",
      seconds.toFixed(3),
      ...soundEncoder(format, quality),
      ...exactArguments,
      path,
    ],
    ffmpegOf(context),
    { onTime: (time) => context.progress(Math.min(0.95, time / seconds), "encoding") },
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not write the sound.", text);
  }
  return soundOutput(path, format, context);
}

/** Filter that makes two channels. ffmpeg alone would make mono sound quieter. */
export function stereoFilter({ isMono }: SoundFacts): string {
  return isMono ? "pan=stereo|c0=c0|c1=c0" : "aformat=channel_layouts=stereo";
}

/** Mixes surround sound down to stereo. Every encoder writes the two layouts and 48 kHz. */
export const stereoOrMono =
  "aformat=channel_layouts=mono|stereo:sample_rates=8000|16000|22050|24000|32000|44100|48000";

/** Filter of the sound of a video: padded with silence, or faded out where it is cut. */
export function soundBedFilter({
  volume,
  seconds,
  soundSeconds,
}: {
  readonly volume: number;
  readonly seconds: number;
  readonly soundSeconds: number;
}): string {
  const fade = Math.min(0.5, seconds / 2);
  const cut =
    soundSeconds > seconds + cutFadeSeconds
      ? `afade=t=out:st=${(seconds - fade).toFixed(3)}:d=${fade.toFixed(3)},`
      : "";
  const limiter = volume > 1 ? "alimiter=limit=0.9:level=disabled," : "";
  return `volume=${volume},${limiter}${cut}apad,atrim=end=${seconds.toFixed(3)}`;
}
