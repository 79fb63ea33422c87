import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

import type { ActivityDependencies, FrameReader } from "#activities/dependencies.ts";
import { type MediaSource, readDuration, readFrame } from "#activities/previews/read-media.ts";
import type { ScreenedText } from "#domain/safety/screened-texts.ts";

/** Larger images are not sent to a moderation service. */
const imageBytesMax = 10_485_760;
/** Larger videos are not copied to the disk of a worker. */
const videoBytesMax = 1_073_741_824;
/** Frames of a video: one for each second, of longer videos at equal distances. */
const framesMax = 12;
const frameEdgeMax = 768;

interface StoredMedia {
  readonly storageKey: string;
  readonly contentType: string;
  readonly bytes: number;
}

/**
 * Reads what a moderation service can look at, as data URLs: an image, or frames of a video. Empty for other files and for larger
 * ones; null for a video that cannot be decoded.
 */
export async function readPictures(
  { storage, safety: { frames } }: Pick<ActivityDependencies, "storage" | "safety">,
  file: StoredMedia,
  pointer: string,
): Promise<ScreenedText[] | null> {
  const { storageKey, contentType, bytes } = file;
  const toPicture = (type: string, content: Buffer) => ({
    pointer,
    text: `data:${type};base64,${content.toString("base64")}`,
  });
  if (contentType.startsWith("image/") && bytes <= imageBytesMax) {
    return [toPicture(contentType, await buffer(storage.read(storageKey)))];
  }
  const isVideo = contentType.startsWith("video/") && bytes <= videoBytesMax;
  if (!isVideo || frames === null) return [];
  const sampled = await sampleVideo(storage, frames, file);
  return sampled.length === 0 ? null : sampled.map((frame) => toPicture("image/png", frame));
}

async function sampleVideo(
  storage: ActivityDependencies["storage"],
  { ffmpegPath, folder }: FrameReader,
  { storageKey, contentType }: StoredMedia,
): Promise<Buffer[]> {
  const work = await mkdtemp(join(folder, "video-"));
  try {
    const path = join(work, "file");
    await pipeline(storage.read(storageKey), createWriteStream(path));
    return await readFrames({ path, contentType, ffmpegPath });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Frames that the decoder refuses are left out: the sound of a video may be longer than its images. */
async function readFrames(media: MediaSource): Promise<Buffer[]> {
  const seconds = (await readDuration(media).catch(() => null)) ?? 0;
  const count = Math.min(framesMax, Math.max(1, Math.ceil(seconds)));
  const frames: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const second = ((index + 0.5) / count) * seconds;
    const frame = await readFrame(media, { second, edgeMax: frameEdgeMax }).catch(() => null);
    if (frame !== null) frames.push(frame);
  }
  return frames;
}
