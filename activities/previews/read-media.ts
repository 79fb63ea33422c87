import { execFile, spawn } from "node:child_process";

/** File whose media type is known, and the program that decodes it. */
export interface MediaSource {
  readonly path: string;
  readonly contentType: string;
  readonly ffmpegPath: string;
}

/** ffmpeg's demuxer for each type. A named demuxer opens no playlist and no other file. */
const demuxers: Readonly<Record<string, string>> = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "audio/mp4": "mov",
  "video/webm": "matroska",
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "audio/mpeg": "mp3",
};

const pixelsMax = 64 * 1024 * 1024;
const programMsMax = 20_000;
const frameBytesMax = 8 * 1024 ** 2;
const recordingSecondsMax = 4 * 3_600;
const samplesPerSecond = 8_000;
/** Ten milliseconds. */
const samplesPerBlock = 80;
const peakCount = 1_000;
const sampleMax = 32_768;

/** Reads the image at a second as PNG, at most `edgeMax` pixels a side. */
export async function readFrame(
  media: MediaSource,
  { second, edgeMax }: { readonly second: number; readonly edgeMax: number },
): Promise<Buffer> {
  const box = `scale='min(${edgeMax},iw)':'min(${edgeMax},ih)':force_original_aspect_ratio=decrease`;
  const { stdout } = await run(media, [
    ...inputArguments(media, "-ss", second.toFixed(3)),
    "-vf",
    box,
    ..."-map 0:v:0 -frames:v 1 -f image2pipe -c:v png -".split(" "),
  ]);
  if (stdout.length === 0) throw new Error("no frame at this time");
  return stdout;
}

/** Reads the duration in seconds from the container; null when it states none. */
export async function readDuration(media: MediaSource): Promise<number | null> {
  const { stderr } = await run(media, [...inputArguments(media), "-t", "0", "-f", "null", "-"]);
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):(\d+\.\d+)/.exec(stderr) ?? [];
  if (hours === undefined) return null;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Reads the loudest sample of each thousandth of a recording, as bytes in base64. */
export async function readPeaks(media: MediaSource): Promise<string> {
  const child = spawn(
    media.ffmpegPath,
    [
      ...common,
      ...inputArguments(media),
      ...`-map 0:a:0 -t ${recordingSecondsMax} -ac 1 -ar ${samplesPerSecond} -f s16le -`.split(" "),
    ],
    { stdio: ["ignore", "pipe", "ignore"], killSignal: "SIGKILL", timeout: programMsMax },
  );
  const blocks: number[] = [];
  let loudest = 0;
  let samples = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const even = bytes.length - (bytes.length % 2);
    for (let at = 0; at < even; at += 2) {
      loudest = Math.max(loudest, Math.abs(bytes.readInt16LE(at)));
      samples += 1;
      if (samples % samplesPerBlock !== 0) continue;
      blocks.push(loudest);
      loudest = 0;
    }
    rest = bytes.subarray(even);
  }
  if (samples === 0) throw new Error("no sound");
  if (samples % samplesPerBlock !== 0) blocks.push(loudest);
  return Buffer.from(toPeaks(blocks)).toString("base64");
}

/** One byte for each thousandth; fewer for a recording of less than ten seconds. */
function toPeaks(blocks: readonly number[]): Uint8Array {
  const count = Math.min(peakCount, blocks.length);
  return Uint8Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * blocks.length) / count);
    const to = Math.floor(((index + 1) * blocks.length) / count);
    let loudest = 0;
    for (let at = from; at < to; at += 1) loudest = Math.max(loudest, blocks[at] ?? 0);
    return Math.min(255, Math.round((loudest / sampleMax) * 255));
  });
}

const common = ["-hide_banner", "-nostdin", "-threads", "1"];

function inputArguments({ path, contentType }: MediaSource, ...options: string[]): string[] {
  const demuxer = demuxers[contentType];
  if (demuxer === undefined) throw new Error(`files of type ${contentType} are not decoded`);
  const safe = ["-protocol_whitelist", "file,pipe", "-max_pixels", String(pixelsMax)];
  return [...safe, ...options, "-f", demuxer, "-i", path];
}

async function run(
  { ffmpegPath }: MediaSource,
  programArguments: readonly string[],
): Promise<{ stdout: Buffer; stderr: string }> {
  return new Promise((resolve, reject) => {
    execFile(
      ffmpegPath,
      [...common, ...programArguments],
      {
        encoding: "buffer",
        // Without the keys of providers: decoders read files of strangers.
        env: {},
        maxBuffer: frameBytesMax,
        timeout: programMsMax,
        killSignal: "SIGKILL",
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ stdout, stderr: stderr.toString() });
        else reject(error);
      },
    );
  });
}
