import type { EngineContext, EngineInput } from "#studio/engine.ts";
import { type FfmpegOptions, runFfmpeg } from "#studio/engines/ffmpeg.ts";
import { StudioError } from "#studio/errors.ts";

import {
  framesPerSecondMax,
  soundSecondsMax,
  videoPixelsMax,
  videoSecondsMax,
  videoWorkPixelsMax,
} from "./limits.ts";

export type MediaFile = Pick<EngineInput, "path" | "contentType">;

export interface SoundFacts {
  readonly codec: string;
  readonly isMono: boolean;
  readonly durationSeconds: number;
}

export interface VideoFacts {
  readonly codec: string;
  /** Size as displayed: rotated, with square pixels, even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly durationSeconds: number;
  /** Null for a silent video. */
  readonly sound: SoundFacts | null;
}

/** ffmpeg's demuxer for each type. A named demuxer opens no playlist and no other file. */
const demuxers: Readonly<Record<string, string>> = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "audio/mp4": "mov",
  "video/webm": "matroska",
  "video/x-msvideo": "avi",
  "image/gif": "gif",
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "audio/mpeg": "mp3",
  "audio/aac": "aac",
};

/** Returns the executable. Throws `capability_not_available` without one. */
export function ffmpegOf({ settings, signal }: EngineContext): FfmpegOptions {
  if (settings.ffmpegPath === null) {
    throw new StudioError("capability_not_available", "This needs ffmpeg, which is not installed.");
  }
  return { ffmpegPath: settings.ffmpegPath, signal };
}

/** Returns ffmpeg's arguments that open a file of a known type, and nothing else. */
export function inputArguments({ path, contentType }: MediaFile, ...options: string[]): string[] {
  const demuxer = demuxers[contentType];
  if (demuxer === undefined) {
    throw new StudioError("invalid_input", `Files of type ${contentType} cannot be opened here.`);
  }
  const safe = ["-protocol_whitelist", "file,pipe", "-max_pixels", `${videoPixelsMax}`];
  return [...safe, ...options, "-f", demuxer, "-i", path];
}

/**
 * Measures a video from outside and checks its limits. Counts packets instead of believing headers,
 * which may be absent or wrong. Throws `invalid_input`.
 */
export async function probeVideo(file: MediaFile, context: EngineContext): Promise<VideoFacts> {
  const streams = await readPackets(file, context, videoSecondsMax + 1);
  const video = streams.find(({ type }) => type === "video");
  if (!video) throw new StudioError("invalid_input", "The video cannot be decoded.");
  const { width, height } = await readFrameSize(file, context);
  const sound = streams.find(({ type }) => type === "audio");
  const durationSeconds = Math.max(video.seconds, 1 / framesPerSecondMax);
  const facts: VideoFacts = {
    codec: video.codec,
    width,
    height,
    fps: chooseRate(video.packets / durationSeconds),
    durationSeconds,
    sound: sound ? toSoundFacts(sound) : null,
  };
  checkVideoWork(facts);
  return facts;
}

/** Measures a recording, or the sound of a video. Throws `invalid_input`. */
export async function probeSound(file: MediaFile, context: EngineContext): Promise<SoundFacts> {
  const streams = await readPackets(file, context, soundSecondsMax + 1);
  const sound = streams.find(({ type }) => type === "audio");
  if (!sound) throw new StudioError("invalid_input", "The file has no sound that can be decoded.");
  if (sound.seconds > soundSecondsMax) {
    throw new StudioError("invalid_input", `Sound may have ${soundSecondsMax} seconds at most.`);
  }
  return toSoundFacts(sound);
}

function toSoundFacts({ codec, isMono, seconds }: Stream): SoundFacts {
  return { codec, isMono, durationSeconds: seconds };
}

/** Checks the size, the length and the total pixels of a video that is read or written. Throws `invalid_input`. */
export function checkVideoWork({
  width,
  height,
  fps,
  durationSeconds,
}: Pick<VideoFacts, "width" | "height" | "fps" | "durationSeconds">): void {
  if (durationSeconds > videoSecondsMax) {
    throw new StudioError("invalid_input", `A video may have ${videoSecondsMax} seconds at most.`);
  }
  if (width * height > videoPixelsMax) {
    const message = `A video of ${width} × ${height} is larger than 3840 × 2160.`;
    throw new StudioError("invalid_input", message);
  }
  if (width * height * fps * durationSeconds > videoWorkPixelsMax) {
    const shape = `${durationSeconds.toFixed(0)} seconds of ${width} × ${height} with ${fps} frames a second`;
    const message = `The video is too long for its size: ${shape}. Ten minutes of 1280 × 720 with 30 are the most.`;
    throw new StudioError("invalid_input", message);
  }
}

interface Stream {
  type: string;
  codec: string;
  isMono: boolean;
  readonly packets: number;
  readonly seconds: number;
}

/** Reads the packets' times without decoding them, and stops after `secondsMax`. */
async function readPackets(
  file: MediaFile,
  context: EngineContext,
  secondsMax: number,
): Promise<Stream[]> {
  const parts = new Map<
    string,
    Omit<Stream, "seconds" | "packets"> & {
      base: number;
      packets: number;
      first: number;
      last: number;
    }
  >();
  const partOf = (index: string) => {
    const part = parts.get(index) ?? {
      type: "",
      codec: "",
      isMono: false,
      base: 1,
      packets: 0,
      first: Infinity,
      last: 0,
    };
    parts.set(index, part);
    return part;
  };
  const onLine = (line: string) => {
    const header = /^#(tb|media_type|codec_id|channel_layout_name) (\d): (\S+)/u.exec(line);
    if (header) {
      const [, name = "", index = "", value = ""] = header;
      const part = partOf(index);
      if (name === "media_type") part.type = value;
      else if (name === "codec_id") part.codec = value;
      else if (name === "channel_layout_name") part.isMono = value === "mono";
      else part.base = readAsRatio(value);
      return;
    }
    const [index = "", , presented = "", duration = ""] = line.split(",", 4);
    if (!/^\d$/u.test(index)) return;
    const part = partOf(index);
    part.packets += 1;
    part.first = Math.min(part.first, Number(presented));
    part.last = Math.max(part.last, Number(presented) + Math.max(0, Number(duration)));
  };

  const options = ["-map", "0:V:0?", "-map", "0:a:0?", "-c", "copy", "-t", `${secondsMax}`];
  const { status } = await runFfmpeg(
    [...inputArguments(file), ...options, "-f", "framecrc", "pipe:1"],
    ffmpegOf(context),
    { onOutput: splitLines(onLine) },
  );
  if (status !== 0) throw new StudioError("invalid_input", "The file cannot be decoded.");
  return [...parts.values()]
    .filter(({ packets }) => packets > 0)
    .map(({ type, codec, isMono, base, packets, first, last }) => {
      // Encoders of sound put some silence before time 0, which players do not play.
      return { type, codec, isMono, packets, seconds: (last - Math.max(0, first)) * base };
    });
}

async function readFrameSize(
  file: MediaFile,
  context: EngineContext,
): Promise<{ width: number; height: number }> {
  let text = "";
  await runFfmpeg(
    [...inputArguments(file), "-map", "0:V:0", "-frames:v", "1", "-f", "framecrc", "pipe:1"],
    ffmpegOf(context),
    { onOutput: splitLines((line) => (text += `${line}\n`)) },
  );
  const size = /^#dimensions 0: (\d+)x(\d+)$/mu.exec(text);
  if (!size || !/^0,/mu.test(text)) {
    throw new StudioError("invalid_input", "The video cannot be decoded.");
  }
  const ratio = readAsRatio(/^#sar 0: (\d+\/\d+)$/mu.exec(text)?.[1] ?? "1/1");
  // Pixels of extreme shapes come from damaged headers.
  const stretch = ratio >= 0.2 && ratio <= 5 ? ratio : 1;
  return { width: toEven(Number(size[1]) * stretch), height: toEven(Number(size[2])) };
}

export function toEven(value: number): number {
  return Math.max(2, Math.round(value / 2) * 2);
}

function readAsRatio(text: string): number {
  const [over = 0, under = 1] = text.split("/").map(Number);
  return over > 0 && under > 0 ? over / under : 1;
}

const usualRates = [24, 25, 30, 48, 50, 60];
const framesPerSecondMin = 10;

/** Rounds a measured rate to a usual one, and to at least ten frames, as texts and fades need. */
function chooseRate(measured: number): number {
  const usual = usualRates.find((rate) => Math.abs(measured / rate - 1) < 0.03);
  return usual ?? Math.round(Math.min(framesPerSecondMax, Math.max(framesPerSecondMin, measured)));
}

function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  };
}
