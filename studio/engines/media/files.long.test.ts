import { writeFileSync } from "node:fs";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineInput } from "#studio/engine.ts";
import { artPath } from "#studio/engines/scene/art.ts";

import {
  type MediaSamples,
  createMediaSamples,
  h264,
  testVideo,
  toInput,
  tone,
} from "./media-samples.ts";

/** Operations on one file, over real files of at most two seconds. */
let samples: MediaSamples;
let video: EngineInput;
let recording: EngineInput;
let picture: EngineInput;

beforeAll(async () => {
  samples = createMediaSamples();
  video = await samples.make("video.mp4", "video/mp4", ...testVideo(2), ...tone(2), ...h264);
  recording = await samples.make("tone.wav", "audio/wav", ...tone(2), "-af", "volume=0.1");
  picture = await samples.make(
    "picture.png",
    "image/png",
    ...testVideo(1, "300x200"),
    "-frames:v",
    "1",
  );
});
afterAll(() => samples.remove());

test("trims a video and a recording to the requested times", async () => {
  const cut = await samples.run("trim", [video], { startSeconds: 0.5, endSeconds: 1.25 });
  const rest = await samples.run("trim", [recording], { startSeconds: 1.5 });

  expect(cut).toMatchObject({ contentType: "video/mp4", width: 160, height: 90 });
  expect(cut.durationSeconds).toBeCloseTo(0.75, 1);
  expect(rest).toMatchObject({ contentType: "audio/wav", durationSeconds: 0.5 });
  // The first frame is that of the start time, not of a key frame before it.
  const first = await pixelsOf(await samples.run("frame", [toInput(cut)]));
  const source = await pixelsOf(await samples.run("frame", [video], { at: 0.5 }));
  expect(differenceOf(first, source)).toBeLessThan(6);
});

test("changes the speed of image and sound, and keeps the pitch", async () => {
  const fast = await samples.run("speed", [video], { factor: 4 });
  const slow = await samples.run("speed", [recording], { factor: 0.5 });

  expect(fast.durationSeconds).toBeCloseTo(0.5, 1);
  expect(slow.durationSeconds).toBeCloseTo(4, 0);
  const crossings = await samples.describe(slow.path, "-af", "atrim=1:2,astats");
  expect(Number(/Zero crossings: (\d+)/u.exec(crossings)?.[1]) / 2).toBeGreaterThan(430);
  expect(Number(/Zero crossings: (\d+)/u.exec(crossings)?.[1]) / 2).toBeLessThan(450);
});

test("sets the loudness of a recording and of a video", async () => {
  const loud = await samples.run("loudness", [recording], { lufs: -14, format: "mp3" });
  const quiet = await samples.run("loudness", [video], { lufs: -30 });

  expect(loud.contentType).toBe("audio/mpeg");
  expect(await samples.loudnessOf(loud.path)).toBeCloseTo(-14, 0);
  expect(await samples.loudnessOf(quiet.path)).toBeCloseTo(-30, 0);
  expect(quiet.durationSeconds).toBeCloseTo(2, 1);
});

test("keeps silence silent instead of amplifying noise", async () => {
  const silence = await samples.make(
    "silence.wav",
    "audio/wav",
    "-f",
    "lavfi",
    "-i",
    "anullsrc",
    "-t",
    "1",
  );

  const same = await samples.run("loudness", [silence], { lufs: -14 });

  expect(await samples.describe(same.path, "-af", "volumedetect")).toContain(
    "max_volume: -91.0 dB",
  );
});

test.each(["wav", "mp3", "ogg", "opus", "flac", "m4a"])(
  "converts a recording to %s",
  async (format) => {
    const converted = await samples.run("convert", [recording], { format });

    expect(converted.durationSeconds).toBeCloseTo(2, 1);
    expect(await samples.loudnessOf(converted.path)).toBeCloseTo(
      await samples.loudnessOf(recording.path),
      0,
    );
  },
);

test.each(["mp4", "webm", "gif"])("converts a video to %s", async (format) => {
  const converted = await samples.run("convert", [video], { format });

  expect(converted).toMatchObject({ width: 160, height: 90 });
  expect(converted.durationSeconds).toBeCloseTo(2, 1);
  const frame = await pixelsOf(await samples.run("frame", [toInput(converted)], { at: "middle" }));
  const source = await pixelsOf(await samples.run("frame", [video], { at: "middle" }));
  expect(differenceOf(frame, source)).toBeLessThan(20);
});

test("converts an image, and fills transparency with white in JPEG", async () => {
  const fox: EngineInput = { kind: "image", path: artPath("🦊"), contentType: "image/webp" };

  const converted = await samples.run("convert", [fox], { format: "jpeg", quality: 60 });

  const { data } = await sharp(converted.path).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)].every((channel) => channel > 245)).toBe(true);
});

test("crops to an aspect ratio at a focus, and to a box", async () => {
  const left = await samples.run("crop", [picture], { aspectRatio: "1:1", focus: "left" });
  const box = { x: 10, y: 20, width: 100, height: 50 };
  const part = await samples.run("crop", [picture], { box });
  const tall = await samples.run("crop", [video], { aspectRatio: "9:16" });

  expect(left).toMatchObject({ width: 200, height: 200, contentType: "image/png" });
  const expected = await sharp(picture.path)
    .extract({ left: 10, top: 20, width: 100, height: 50 })
    .ensureAlpha()
    .raw()
    .toBuffer();
  expect((await sharp(part.path).ensureAlpha().raw().toBuffer()).equals(expected)).toBe(true);
  expect(tall).toMatchObject({ width: 50, height: 90 });
});

test("resizes with bars in the background colour, or without", async () => {
  const barred = await samples.run("resize", [picture], {
    width: 200,
    height: 200,
    fit: "contain",
    background: "#ff8000",
  });
  const narrow = await samples.run("resize", [video], { width: 80 });

  const { data } = await sharp(barred.path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 128, 0]);
  expect(narrow).toMatchObject({ width: 80, height: 46 });
});

test("shows a rotated video upright", async () => {
  const flat = await samples.make("flat.mp4", "video/mp4", ...testVideo(0.5), ...h264);
  const copy = ["-i", flat.path, "-c", "copy", "-metadata:s:v:0", "rotate=90"];
  const rotated = await samples.make("rotated.mp4", "video/mp4", ...copy);

  const made = await samples.run("trim", [rotated], { endSeconds: 0.25 });

  expect(made).toMatchObject({ width: 90, height: 160 });
});

test("draws text only between the two times, inside the frame", async () => {
  const titled = await samples.run("overlayText", [video], {
    text: "Hello, long world of words",
    position: "bottom",
    startSeconds: 0.5,
    endSeconds: 1,
  });

  for (const { at, isTitled } of [
    { at: 0.2, isTitled: false },
    { at: 0.7, isTitled: true },
    { at: 1.5, isTitled: false },
  ]) {
    const frame = await pixelsOf(await samples.run("frame", [toInput(titled)], { at }));
    const source = await pixelsOf(await samples.run("frame", [video], { at }));
    expect(differenceOf(frame, source) > 5).toBe(isTitled);
  }
});

test("keeps the margins of an image free of text", async () => {
  const plain = await sharp({
    create: { width: 400, height: 300, channels: 3, background: "#336699" },
  })
    .png()
    .toBuffer();
  const path = join(samples.folder, "plain.png");
  writeFileSync(path, plain);
  const text =
    "Donaudampfschifffahrtsgesellschaftskapitän and many more words than one line can hold";

  const written = await samples.run(
    "overlayText",
    [{ kind: "image", path, contentType: "image/png" }],
    { text, size: 40 },
  );

  const box = await sharp(written.path)
    .trim({ background: "#336699" })
    .toBuffer({ resolveWithObject: true });
  expect(box.info.width).toBeGreaterThan(200);
  expect(box.info.width).toBeLessThan(385);
  expect(box.info.height).toBeLessThan(285);
});

test("refuses text in a script without a font", async () => {
  const run = samples.run("overlayText", [picture], { text: "\u{10a60}\u{1e900}" });

  await expect(run).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("No font of this server has the characters"),
  });
});

test("lays a faded image over a corner", async () => {
  const fox: EngineInput = { kind: "image", path: artPath("🦊"), contentType: "image/webp" };
  const options = { position: "topLeft", scale: 0.5, opacity: 0.5 };

  const covered = await samples.run("overlay", [picture, fox], options);
  const film = await samples.run("overlay", [video, fox], options);

  const [made, source] = [await pixelsOf(covered), await pixelsOf(picture)];
  // The right half stays as it was.
  const half = (pixels: Buffer) => pixels.filter((_, index) => (index / 3) % 300 >= 170);
  expect(Buffer.compare(half(made), half(source))).toBe(0);
  expect(differenceOf(made, source)).toBeGreaterThan(5);
  expect(film).toMatchObject({ width: 160, height: 90 });
  expect(film.durationSeconds).toBeCloseTo(2, 1);
});

test("takes the last frame of a video", async () => {
  const last = await pixelsOf(await samples.run("frame", [video], { at: "last" }));
  const late = await pixelsOf(await samples.run("frame", [video], { at: 1.96 }));

  expect(last.equals(late)).toBe(true);
  expect(last.equals(await pixelsOf(await samples.run("frame", [video])))).toBe(false);
});

test("lays images out in rows without cutting them", async () => {
  const fox: EngineInput = { kind: "image", path: artPath("🦊"), contentType: "image/webp" };

  const sheet = await samples.run("collage", [picture, fox, picture], {
    columns: 2,
    gap: 20,
    background: "#102030",
  });

  expect(sheet).toMatchObject({ contentType: "image/png", width: 1920 });
  const corner = await sharp(sheet.path)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect([...corner]).toEqual([16, 32, 48]);
});

test("produces the same bytes again", async () => {
  const requests = [
    ["trim", [video], { startSeconds: 0.3 }],
    ["loudness", [recording], { format: "opus" }],
    ["overlayText", [video], { text: "again" }],
    ["convert", [video], { format: "webm" }],
  ] as const;

  for (const [operation, inputs, parameters] of requests) {
    const first = await samples.run(operation, inputs, parameters);
    const second = await samples.run(operation, inputs, parameters);
    expect(second.sha256).toBe(first.sha256);
  }
});

test("refuses damaged files, and files that would open others", async () => {
  const playlist = join(samples.folder, "playlist.mp4");
  writeFileSync(playlist, `#EXTM3U\n#EXTINF:1,\nfile://${video.path}\n`);
  const cut = join(samples.folder, "cut.mp4");
  writeFileSync(cut, Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isom", "latin1"));

  for (const path of [playlist, cut]) {
    const broken: EngineInput = { kind: "video", path, contentType: "video/mp4" };
    await expect(samples.run("trim", [broken])).rejects.toMatchObject({ code: "invalid_input" });
  }
  const noise: EngineInput = { kind: "image", path: cut, contentType: "image/png" };
  await expect(samples.run("crop", [noise], { aspectRatio: "1:1" })).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("names times that are after the end", async () => {
  await expect(samples.run("trim", [recording], { startSeconds: 9 })).rejects.toMatchObject({
    code: "invalid_input",
    message: "startSeconds is 9, but the audio ends at 2.00 seconds.",
  });
  await expect(samples.run("frame", [video], { at: 9 })).rejects.toMatchObject({
    code: "invalid_input",
  });
});

async function pixelsOf({ path }: { path: string }): Promise<Buffer> {
  return sharp(path).removeAlpha().raw().toBuffer();
}

/** Mean difference of two images of the same size, in steps of 256. */
function differenceOf(left: Buffer, right: Buffer): number {
  let sum = 0;
  for (const [index, value] of left.entries()) sum += Math.abs(value - (right[index] ?? 0));
  return sum / left.length;
}
