import { join } from "node:path";

import type {
  EngineContext,
  EngineDescription,
  EngineResult,
  GenerationParameters,
} from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { StudioError } from "#studio/errors.ts";

import { chooseScale } from "./choose-scale.ts";

const classic: EngineDescription = {
  name: "lanczos",
  tier: "algorithmic",
  limitation: "Videos are enlarged by a classic filter and sharpened, not by a network",
};

const outputPixelsMax = 3840 * 2160;

/** Enlarges every frame with a Lanczos filter and sharpens slightly. Sound is re-encoded as AAC. */
export async function enlargeVideo(
  path: string,
  parameters: GenerationParameters,
  context: EngineContext,
): Promise<EngineResult> {
  const { ffmpegPath } = context.settings;
  if (ffmpegPath === null) {
    throw new StudioError("invalid_input", "Videos need ffmpeg, which this machine does not have.");
  }
  const ffmpeg = { ffmpegPath, signal: context.signal };
  const safe = ["-protocol_whitelist", "file,pipe"];
  context.progress(0, "reading");
  const source = readVideo(await runFfmpeg([...safe, "-i", path], ffmpeg));
  if (!source) throw new StudioError("invalid_input", "The video cannot be decoded.");
  const scale = chooseScale(parameters, source);
  const even = (edge: number) => Math.round((edge * scale) / 2) * 2;
  const [width, height] = [even(source.width), even(source.height)];
  if (width * height > outputPixelsMax) {
    throw new StudioError(
      "invalid_input",
      `The video would be ${width} × ${height}; at most 3840 × 2160 is made.`,
    );
  }

  context.progress(0.1, "enlarging");
  const output = join(context.workFolder, "0.mp4");
  const filter = `scale=${width}:${height}:flags=lanczos,unsharp=5:5:0.5:5:5:0`;
  const codec = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"];
  const sound = ["-map", "0:v:0", "-map", "0:a?", "-c:a", "aac", "-b:a", "160k"];
  const exact = ["-threads", "1", "-map_metadata", "-1", "-fflags", "+bitexact"];
  const flags = ["-flags:v", "+bitexact", "-flags:a", "+bitexact", "-movflags", "+faststart"];
  const comment = ["-metadata", `comment=Enlarged ${scale.toFixed(2)} times (lanczos)`];
  const programArguments = [...safe, "-i", path, "-vf", filter, ...codec, ...sound, ...exact];
  const { status, text } = await runFfmpeg(
    [...programArguments, ...flags, ...comment, output],
    ffmpeg,
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not enlarge the video.", text);
  }
  const { durationSeconds } = source;
  return {
    engine: classic,
    outputs: [{ path: output, contentType: "video/mp4", width, height, durationSeconds }],
  };
}

interface VideoSize {
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
}

/** Reads the video size from ffmpeg's messages: without an output, ffmpeg describes the input and fails. */
function readVideo({ text }: { text: string }): VideoSize | undefined {
  const size = /Video:.*?\b(\d{2,5})x(\d{2,5})\b/u.exec(text);
  const length = /Duration: (\d+):(\d+):(\d+(?:\.\d+)?)/u.exec(text);
  if (!size || !length) return undefined;
  const [hours, minutes, seconds] = length.slice(1).map(Number);
  return {
    width: Number(size[1]),
    height: Number(size[2]),
    durationSeconds: (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0),
  };
}
