import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineInput } from "#studio/engine.ts";
import { matte } from "#studio/engines/model3d/material.ts";
import { writeGlb } from "#studio/engines/model3d/write-glb.ts";

import {
  type Made,
  type MediaSamples,
  createMediaSamples,
  h264,
  testVideo,
  toInput,
  tone,
} from "./media-samples.ts";

/** Without a size, a slideshow is 1,280 pixels wide. */
const small = { width: 160, height: 120 };

/** Operations that combine files, over real files of about one second. */
let samples: MediaSamples;
let wide: EngineInput;
let tall: EngineInput;
let low: EngineInput;
let high: EngineInput;
let red: EngineInput;
let blue: EngineInput;

const still = (name: string, color: string, size: string) =>
  samples.make(
    name,
    "image/png",
    "-f",
    "lavfi",
    "-i",
    `color=${color}:size=${size}`,
    "-frames:v",
    "1",
  );
const plain = (name: string, color: string, size: string, ...more: string[]) =>
  samples.make(
    name,
    "video/mp4",
    "-f",
    "lavfi",
    "-i",
    `color=${color}:size=${size}:rate=24:duration=1`,
    ...more,
    ...h264,
  );

beforeAll(async () => {
  samples = createMediaSamples();
  wide = await plain("wide.mp4", "red", "160x90", ...tone(1));
  tall = await plain("tall.mp4", "blue", "90x160");
  low = await samples.make("low.wav", "audio/wav", ...tone(1.5, 200));
  high = await samples.make("high.wav", "audio/wav", ...tone(1, 2000));
  red = await still("red.png", "red", "160x120");
  blue = await still("blue.png", "blue", "120x160");
});
afterAll(() => samples.remove());

test("cuts from one video to the next, with sound only where there is some", async () => {
  const joined = await samples.run("concat", [wide, tall, wide]);

  expect(joined).toMatchObject({ contentType: "video/mp4", width: 160, height: 90 });
  expect(joined.durationSeconds).toBeCloseTo(3, 2);
  expect(await colorAt(joined, 0.97)).toBe("red");
  expect(await colorAt(joined, 1.01)).toBe("blue");
  expect(await colorAt(joined, 2.01)).toBe("red");
  expect(await volumeOf(joined, 0.2, 0.8)).toBeGreaterThan(-30);
  expect(await volumeOf(joined, 1.2, 1.8)).toBeLessThan(-80);
});

test("dissolves one video into the next and never shows black", async () => {
  const joined = await samples.run("concat", [wide, tall], { transition: "fade", fit: "contain" });

  expect(joined.durationSeconds).toBeCloseTo(1.5, 2);
  const [r = 0, , b = 0] = await pixelAt(joined, 0.75);
  expect(r).toBeGreaterThan(80);
  expect(b).toBeGreaterThan(80);
  expect(await samples.describe(joined.path, "-vf", "blackdetect=d=0.03")).not.toContain(
    "black_start",
  );
});

test("joins recordings without a click", async () => {
  const cut = await samples.run("concat", [low, high]);
  const faded = await samples.run("concat", [low, high, low], { transition: "fade" });

  expect(cut.durationSeconds).toBeCloseTo(2.5, 2);
  expect(faded.durationSeconds).toBeCloseTo(3, 2);
  // A click is a step; the samples of these tones change by less than a twentieth of the range.
  const text = await samples.describe(cut.path, "-af", "atrim=1.45:1.55,astats");
  expect(Number(/Max difference: ([\d.]+)/u.exec(text)?.[1])).toBeLessThan(0.06 * 32_768);
  const crossFade = await volumeOf(faded, 1.1, 1.4);
  expect(Math.abs(crossFade - (await volumeOf(low, 0.2, 0.8)))).toBeLessThan(3);
});

test("repeats a video, freezes it or cuts the sound to give both one length", async () => {
  const clip = await samples.make("clock.mp4", "video/mp4", ...testVideo(1), ...h264);

  const looped = await samples.run("mux", [clip, low]);
  const frozen = await samples.run("mux", [clip, low], { fit: "freeze" });
  const cut = await samples.run("mux", [clip, low], { length: "video", volume: 0.5 });

  for (const made of [looped, frozen]) expect(made.durationSeconds).toBeCloseTo(1.5, 1);
  expect(cut.durationSeconds).toBeCloseTo(1, 2);
  const [first, last] = [await frameOf(toMade(clip), 0.26), await frameOf(toMade(clip), "last")];
  expect(differenceOf(await frameOf(looped, 1.26), first)).toBeLessThan(6);
  expect(differenceOf(await frameOf(frozen, 1.26), last)).toBeLessThan(6);
  expect(await volumeOf(cut, 0, 0.4)).toBeCloseTo((await volumeOf(low, 0, 0.4)) - 6, 0);
});

test("shows an image for as long as a sound", async () => {
  const film = await samples.run("mux", [red, low]);

  expect(film.durationSeconds).toBeCloseTo(1.5, 1);
  expect(film.width).toBe(1280);
  expect(await colorAt(film, 1.4)).toBe("red");
});

test("shows each image in turn, whole, for equal parts of the sound", async () => {
  const film = await samples.run("slideshow", [red, blue, low], { motion: "none", ...small });

  expect(film.durationSeconds).toBeCloseTo(1.5, 1);
  expect(await colorAt(film, 0.5)).toBe("red");
  expect(await colorAt(film, 1.4)).toBe("blue");
  expect(await volumeOf(film, 0.2, 1.3)).toBeGreaterThan(-30);
});

test("mixes recordings with their gains, as long as the longest", async () => {
  const mixed = await samples.run("mix", [high, low], { gains: [1, 0.25] });

  expect(mixed.durationSeconds).toBeCloseTo(1.5, 2);
  // The end of a recording changes nothing of the others.
  const alone = (await volumeOf(low, 0.2, 0.8)) - 12;
  expect(await volumeOf(mixed, 1.1, 1.4)).toBeCloseTo(alone, 0);
  expect(await volumeOf(mixed, 0.2, 0.8, "lowpass=f=400")).toBeCloseTo(alone, 0);
});

test("makes the music quiet while a voice speaks", async () => {
  const ducked = await samples.run("mix", [high, low], { duck: true });
  const [during, after] = [
    await volumeOf(ducked, 0.3, 0.9, "lowpass=f=400,lowpass=f=400"),
    await volumeOf(low, 0.3, 0.9),
  ];

  expect(during).toBeLessThan(after - 6);
});

test("spreads a text over a video as captions at its foot", async () => {
  const text =
    "The first sentence is here. The second one follows it, and it is a good deal longer than one line.";
  const captioned = await samples.run("subtitles", [wide], { text });

  expect(captioned).toMatchObject({ width: 160, height: 90 });
  const [early, late] = [await frameOf(captioned, 0.05), await frameOf(captioned, 0.9)];
  expect(differenceOf(early, late)).toBeGreaterThan(1);
  // The upper half stays as it was.
  const half = early.length / 2;
  const source = await frameOf(toMade(wide), 0.05);
  expect(differenceOf(early.subarray(0, half), source.subarray(0, half))).toBeLessThan(4);
});

test("breaks a word that is longer than many lines", async () => {
  const captioned = await samples.run("subtitles", [wide], { text: "x".repeat(300) });

  expect(captioned.durationSeconds).toBeCloseTo(1, 2);
});

test("shows captions at given times and nothing between them", async () => {
  const segments = [
    { startSeconds: 0.2, endSeconds: 0.4, text: "One" },
    { startSeconds: 0.6, endSeconds: 5, text: "Two" },
  ];
  const captioned = await samples.run("subtitles", [wide], { segments });

  const source = await frameOf(toMade(wide), 0);
  const differences: boolean[] = [];
  for (const at of [0.1, 0.3, 0.5, 0.8]) {
    differences.push(differenceOf(await frameOf(captioned, at), source) > 0.3);
  }
  expect(differences).toEqual([false, true, false, true]);
});

test("adds captions as a track and keeps the frames", async () => {
  const captioned = await samples.run("subtitles", [wide], {
    text: "Hello <b>you</b>",
    style: "track",
  });

  const text = await samples.describe(captioned.path, "-map", "0:s:0", "-c:s", "copy");
  expect(text).toContain("Subtitle: mov_text");
  const [made, source] = [await frameOf(captioned, 0.5), await frameOf(toMade(wide), 0.5)];
  expect(Buffer.compare(made, source)).toBe(0);
});

test("films a turning model on a plain background", async () => {
  const corners = [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1];
  const model = await writeGlb(
    [
      {
        name: "wedge",
        positions: new Float32Array(corners),
        normals: new Float32Array([-1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
        indices: new Uint32Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
        material: matte("#c02020"),
      },
    ],
    { title: "wedge", note: "" },
  );
  const path = join(samples.folder, "wedge.glb");
  await writeFile(path, model);
  const input: EngineInput = { kind: "model", path, contentType: "model/gltf-binary" };
  const options = { seconds: 1, background: "white", width: 96, height: 64 };

  const film = await samples.run("turntable", [input], options);

  expect(film).toMatchObject({ contentType: "video/mp4", width: 96, height: 64 });
  expect(film.durationSeconds).toBeCloseTo(1, 2);
  const [first, side] = [await frameOf(film, "first"), await frameOf(film, 0.25)];
  expect(differenceOf(first, side)).toBeGreaterThan(1);
  expect(Math.min(...first.subarray(0, 3))).toBeGreaterThan(235);
  expect((await samples.run("turntable", [input], options)).sha256).toBe(film.sha256);
});

test("produces the same bytes again", async () => {
  const requests = [
    ["concat", [wide, tall], { transition: "fade" }],
    ["concat", [low, high], {}],
    ["slideshow", [red, blue, low], small],
    ["mix", [high, low], { duck: true }],
    ["subtitles", [wide], { text: "again" }],
  ] as const;

  for (const [operation, inputs, parameters] of requests) {
    const first = await samples.run(operation, inputs, parameters);
    const second = await samples.run(operation, inputs, parameters);
    expect(second.sha256).toBe(first.sha256);
  }
});

function toMade({ path, contentType }: EngineInput): Made {
  return { path, contentType, sha256: "" };
}

async function frameOf(video: Made, at: number | string): Promise<Buffer> {
  const { path } = await samples.run("frame", [toInput(video)], { at });
  return sharp(path).removeAlpha().raw().toBuffer();
}

/** Red, green and blue at the centre of the frame. */
async function pixelAt(video: Made, at: number): Promise<number[]> {
  const { path, width = 2, height = 2 } = await samples.run("frame", [toInput(video)], { at });
  const place = { left: width >> 1, top: height >> 1, width: 1, height: 1 };
  return [...(await sharp(path).removeAlpha().extract(place).raw().toBuffer())];
}

async function colorAt(video: Made, at: number): Promise<string> {
  const [r = 0, g = 0, b = 0] = await pixelAt(video, at);
  if (r > 200 && b < 60 && g < 60) return "red";
  return b > 200 && r < 60 && g < 60 ? "blue" : `${r} ${g} ${b}`;
}

/** Mean volume of a part, in decibels. */
async function volumeOf(
  file: { path: string },
  start: number,
  end: number,
  filter = "anull",
): Promise<number> {
  const part = `${filter},atrim=${start}:${end},volumedetect`;
  const text = await samples.describe(file.path, "-af", part);
  return Number(/mean_volume: (-?[\d.]+) dB/u.exec(text)?.[1]);
}

/** Mean difference of two images of the same size, in steps of 256. */
function differenceOf(left: Buffer, right: Buffer): number {
  let sum = 0;
  for (const [index, value] of left.entries()) sum += Math.abs(value - (right[index] ?? 0));
  return sum / left.length;
}
