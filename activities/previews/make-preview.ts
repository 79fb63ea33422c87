import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";

import { previewKey, type PreviewContent } from "#domain/jobs/preview.ts";

import type { PreviewTask } from "./preview-task.ts";
import { readDuration, readFrame, readPeaks, type MediaSource } from "./read-media.ts";

const posterEdgeMax = 512;
/** ThumbHash takes at most 100 pixels a side. */
const hashEdgeMax = 100;
const stripFrames = 12;
const stripEdgeMax = 160;
const inputPixelsMax = 100_000_000;

sharp.concurrency(1);
sharp.cache(false);

/** Writes the variants of a preview next to the file. Throws when the file cannot be decoded. */
export async function makePreview({
  path,
  contentType,
  durationSeconds,
  ffmpegPath,
}: PreviewTask): Promise<PreviewContent> {
  if (contentType.startsWith("image/")) {
    return { variants: ["poster"], thumbHash: await writePoster(path, path) };
  }
  if (ffmpegPath === null) throw new Error("ffmpeg is missing");
  const media = { path, contentType, ffmpegPath };
  if (contentType.startsWith("audio/")) return { variants: [], peaks: await readPeaks(media) };
  const seconds = durationSeconds ?? (await readDuration(media));
  const thumbHash = await writePoster(path, await readPosterFrame(media, seconds ?? 0));
  if (seconds === null) return { variants: ["poster"], thumbHash };
  await writeStrip(media, seconds);
  return { variants: ["poster", "strip"], thumbHash };
}

/** Returns the ThumbHash in base64. */
async function writePoster(path: string, source: string | Buffer): Promise<string> {
  const poster = previewKey(path, "poster");
  await sharp(source, { limitInputPixels: inputPixelsMax })
    .rotate()
    .resize(posterEdgeMax, posterEdgeMax, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .webp({ quality: 70 })
    .toFile(poster);
  const { data, info } = await sharp(poster)
    .resize(hashEdgeMax, hashEdgeMax, { fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

/** The first frames are often black or faded. */
async function readPosterFrame(media: MediaSource, seconds: number): Promise<Buffer> {
  return readFrame(media, { second: Math.min(1, seconds / 4), edgeMax: posterEdgeMax });
}

async function writeStrip(media: MediaSource, seconds: number): Promise<void> {
  const frames: Buffer[] = [];
  for (let index = 0; index < stripFrames; index += 1) {
    const second = ((index + 0.5) / stripFrames) * seconds;
    frames.push(await readFrame(media, { second, edgeMax: stripEdgeMax }));
  }
  const { width, height } = await sharp(frames[0]).metadata();
  await sharp({
    create: { width: width * stripFrames, height, channels: 3, background: "black" },
  })
    .composite(frames.map((input, index) => ({ input, left: index * width, top: 0 })))
    .webp({ quality: 70 })
    .toFile(previewKey(media.path, "strip"));
}
