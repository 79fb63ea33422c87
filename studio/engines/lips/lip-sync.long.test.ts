import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineContext, EngineInput } from "#studio/engine.ts";
import { runFfmpeg } from "#studio/engines/ffmpeg.ts";
import { readFrames } from "#studio/engines/media/frames.ts";
import { probeSound, probeVideo } from "#studio/engines/media/probe.ts";
import { readRaster } from "#studio/engines/raster.ts";
import { textToImage } from "#studio/engines/scene/text-to-image.ts";
import { encodeWav } from "#studio/engines/speech/sound.ts";
import { textToSpeech } from "#studio/engines/speech/text-to-speech.ts";
import { decodeSound } from "#studio/engines/transcription/recognise-speech.ts";
import { findFaces } from "#studio/engines/vision/faces/find-faces.ts";
import { findFfmpeg } from "#studio/find-ffmpeg.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder, sha256 } from "#studio/models/packs.ts";

import { measureFace } from "./face-shape.ts";
import { lipSync } from "./lip-sync.ts";
import { readMouthShapes } from "./read-mouth-shapes.ts";

/** Part of a portrait of Eileen Collins by NASA, in the public domain. */
const astronaut = fileURLToPath(new URL("../vision/fixtures/astronaut.webp", import.meta.url));
const request = { capability: "lip-sync", model: "m", prompt: "", parameters: {} } as const;
let folder: string;
let portrait: EngineInput;
let speech: EngineInput;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lips-"));
  const ids = ["hibari", "mtcnn"];
  await ensureModels({ folder: defaultModelsFolder, log: () => undefined, ids });
  const path = join(folder, "portrait.png");
  await sharp(astronaut)
    .resize(360)
    .extend({ left: 60, right: 60, top: 40, background: "#8fb0c8" })
    .png()
    .toFile(path);
  portrait = { kind: "image", path, contentType: "image/png" };
  const prompt = "Good morning everybody! ... We are very happy to see you.";
  const said = await textToSpeech.run(
    { capability: "text-to-speech", model: "m", prompt, parameters: {} },
    await contextOf([]),
  );
  speech = { kind: "audio", path: said.outputs[0]?.path ?? "", contentType: "audio/wav" };
}, 180_000);
afterAll(() => rm(folder, { recursive: true }));

async function contextOf(
  inputs: readonly EngineInput[],
  {
    signal = new AbortController().signal,
    seed = 1,
    progress = () => undefined,
  }: Partial<EngineContext> = {},
): Promise<EngineContext> {
  return {
    seed,
    inputs,
    workFolder: await mkdtemp(join(folder, "work-")),
    settings: {
      modelsFolder: defaultModelsFolder,
      // oxlint-disable-next-line node/no-process-env -- ffmpeg may be on the path
      ffmpegPath: findFfmpeg(null, process.env["PATH"] ?? ""),
    },
    signal,
    progress,
  };
}

async function film(inputs: readonly EngineInput[], options: Partial<EngineContext> = {}) {
  const context = await contextOf(inputs, options);
  const { outputs, engine } = await lipSync.run(request, context);
  const [output] = outputs;
  if (!output) throw new Error("No film.");
  const file: EngineInput = { kind: "video", path: output.path, contentType: output.contentType };
  return { output, file, context, engine, hash: sha256(await readFile(output.path)) };
}

async function hum(seconds: number): Promise<EngineInput> {
  const sampleRate = 16_000;
  const samples = Float32Array.from(
    { length: seconds * sampleRate },
    (_, index) => 0.4 * Math.sin(index / 12),
  );
  const path = join(folder, `hum-${seconds}.wav`);
  await writeFile(path, encodeWav({ samples, sampleRate }));
  return { kind: "audio", path, contentType: "audio/wav" };
}

/** Darkness below the upper lip in each frame of a film, and the loudness of its sound at the same time. */
async function measureFilm({ file, context }: { file: EngineInput; context: EngineContext }) {
  const facts = await probeVideo(file, context);
  const picture = await readRaster(portrait.path, 1280);
  const [face] = await findFaces(picture, 1, context);
  if (!face) throw new Error("No face.");
  const { mouth, half } = measureFace(face.landmarks);
  const openings: number[] = [];
  const shape = { ...facts, pixelFormat: "rgb24" } as const;
  for await (const frame of readFrames(file, "null", shape, context)) {
    let dark = 0;
    for (let y = -0.2 * half; y < 0.9 * half; y += 1) {
      const pixel = Math.round(mouth.y + y) * facts.width + Math.round(mouth.x);
      const value = frame[pixel * 3] ?? 255;
      dark += value < 90 ? 1 : 0;
    }
    openings.push(dark);
  }
  const samples: number[] = [];
  for await (const piece of decodeSound(file, context)) samples.push(...piece.samples);
  const loudness = openings.map((_, frame) => {
    const start = Math.round((frame / facts.fps) * 16_000) - 320;
    const part = samples.slice(Math.max(0, start), start + 640);
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / 640);
  });
  return { openings, loudness, facts };
}

function correlate(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [both, first, second] = [0, 0, 0];
  for (const [index, value] of one.entries()) {
    const [a, b] = [value - meanOne, (other[index] ?? 0) - meanOther];
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return both / Math.sqrt(first * second);
}

test("the mouth of an image opens with the loudness of speech, in the same frame", async () => {
  const made = await film([portrait, speech]);
  const { openings, loudness, facts } = await measureFilm(made);

  expect(made.output).toMatchObject({ width: 480, contentType: "video/mp4" });
  const { durationSeconds } = await probeSound(speech, made.context);
  expect(Math.abs(facts.durationSeconds - durationSeconds)).toBeLessThan(1.5 / facts.fps);
  expect(Math.abs((facts.sound?.durationSeconds ?? 0) - facts.durationSeconds)).toBeLessThan(
    1.5 / facts.fps,
  );
  expect(correlate(openings, loudness)).toBeGreaterThan(0.6);
  const shifted = (frames: number) =>
    correlate(openings.slice(5 + frames, openings.length - 5 + frames), loudness.slice(5, -5));
  const lags = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
  const best = lags.toSorted((one, other) => shifted(other) - shifted(one))[0] ?? 9;
  expect(Math.abs(best)).toBeLessThanOrEqual(1);
}, 120_000);

test("the same seed gives the same bytes; another seed moves the head differently", async () => {
  const short = await hum(1);

  const first = await film([portrait, short]);
  const second = await film([portrait, short]);
  const other = await film([portrait, short], { seed: 2 });

  expect(first.hash).toBe(second.hash);
  expect(other.hash).not.toBe(first.hash);
}, 120_000);

test("the face of a moving video is followed, and a short video repeats until the sound ends", async () => {
  const context = await contextOf([]);
  const path = join(folder, "moving.mp4");
  const { status, text } = await runFfmpeg(
    [
      "-f lavfi -i color=c=0x8fb0c8:s=640x360:r=25:d=1 -loop 1 -i".split(" "),
      [portrait.path, "-filter_complex", "[0][1]overlay=x='20+80*t':y=-40:shortest=1"],
      ["-t", "1", "-pix_fmt", "yuv420p", path],
    ].flat(),
    { ffmpegPath: context.settings.ffmpegPath ?? "", signal: context.signal },
  );
  expect(text && status).toBe(0);

  const { output, engine } = await film([
    { kind: "video", path, contentType: "video/mp4" },
    speech,
  ]);

  const { durationSeconds } = await probeSound(speech, context);
  expect(output).toMatchObject({ width: 640, height: 360 });
  expect(Math.abs((output.durationSeconds ?? 0) - durationSeconds)).toBeLessThan(0.1);
  expect(engine.limitation).not.toContain("frames show no frontal face");
}, 120_000);

test("finds the face of a person that studio has drawn, and says how certain it is", async () => {
  const drawn = await textToImage.run(
    { ...request, capability: "text-to-image", prompt: "portrait of a woman facing the camera" },
    await contextOf([]),
  );
  const path = drawn.outputs[0]?.path ?? "";

  const { engine } = await film([
    { kind: "image", path, contentType: "image/png" },
    await hum(0.2),
  ]);

  expect(engine.limitation).toContain("found with a confidence of 0.");
}, 60_000);

test("silence closes the mouth and a hiss opens it less than a vowel", async () => {
  const sampleRate = 16_000;
  const samples = Float32Array.from({ length: 3 * sampleRate }, (_, index) => {
    const seconds = index / sampleRate;
    if (seconds < 1) return 0.3 * Math.sign(Math.sin(2 * Math.PI * 140 * seconds));
    return seconds < 2 ? 0 : 0.3 * Math.sin(index * 2.4) * Math.sin(index * index);
  });
  const path = join(folder, "sounds.wav");
  await writeFile(path, encodeWav({ samples, sampleRate }));

  const shapes = await readMouthShapes(
    { kind: "audio", path, contentType: "audio/wav" },
    { fps: 25, frames: 75 },
    await contextOf([]),
  );

  const [vowel = 0, silence = 0, hiss = 0] = [12, 37, 62].map((frame) => shapes[frame]?.open);
  expect(vowel).toBeGreaterThan(0.8);
  expect(silence).toBe(0);
  expect(hiss).toBeLessThan(vowel * 0.7);
});

test.for([
  [
    "without a face",
    async () => {
      const path = join(folder, "plain.png");
      await sharp({ create: { width: 400, height: 300, channels: 3, background: "#8fb0c8" } })
        .png()
        .toFile(path);
      return path;
    },
    /No face was found/u,
  ],
  [
    "whose face is too small",
    async () => {
      const path = join(folder, "small.png");
      const face = await sharp(astronaut).resize(60).toBuffer();
      await sharp({ create: { width: 400, height: 300, channels: 3, background: "#8fb0c8" } })
        .composite([{ input: face, left: 150, top: 100 }])
        .png()
        .toFile(path);
      return path;
    },
    /too small|No face/u,
  ],
  [
    "that is damaged",
    async () => {
      const path = join(folder, "broken.png");
      await sharp(astronaut).png().toFile(path);
      await truncate(path, 60);
      return path;
    },
    /cannot be decoded/u,
  ],
] as const)("refuses an image %s", async ([, make, reason]) => {
  const image: EngineInput = { kind: "image", path: await make(), contentType: "image/png" };
  await expect(film([image, speech])).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(reason),
  });
});

test("refuses a damaged recording, one that is too long, and a video without a face", async () => {
  const context = await contextOf([]);
  const noise: EngineInput = {
    kind: "audio",
    path: join(folder, "noise.mp3"),
    contentType: "audio/mpeg",
  };
  await writeFile(noise.path, Buffer.alloc(5000, 7));
  const long: EngineInput = {
    kind: "audio",
    path: join(folder, "long.wav"),
    contentType: "audio/wav",
  };
  await writeFile(
    long.path,
    encodeWav({ samples: new Float32Array(181 * 8000), sampleRate: 8000 }),
  );
  const path = join(folder, "pattern.mp4");
  await runFfmpeg(
    ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=1", "-pix_fmt", "yuv420p", path],
    { ffmpegPath: context.settings.ffmpegPath ?? "", signal: context.signal },
  );
  const refused = { code: "invalid_input" };

  await expect(film([portrait, noise])).rejects.toMatchObject(refused);
  await expect(film([portrait, long])).rejects.toMatchObject({
    ...refused,
    message: "The recording lasts 181 seconds; lip sync takes at most 180.",
  });
  await expect(
    film([{ kind: "video", path, contentType: "video/mp4" }, speech]),
  ).rejects.toMatchObject({ ...refused, message: expect.stringContaining("No face was found") });
}, 120_000);

test("a cancellation stops the film within two seconds", async () => {
  const canceler = new AbortController();
  let canceledAt = 0;
  const progress = (fraction: number) => {
    if (fraction < 0.3 || canceler.signal.aborted) return;
    canceledAt = performance.now();
    canceler.abort();
  };

  await expect(
    film([portrait, speech], { signal: canceler.signal, progress }),
  ).rejects.toMatchObject({ name: "AbortError" });

  expect(canceledAt).toBeGreaterThan(0);
  expect(performance.now() - canceledAt).toBeLessThan(2000);
}, 60_000);

test("names a format other than MP4 before acceptance", () => {
  const issues = lipSync.validate?.({ ...request, parameters: { format: "gif" } }, [
    "image",
    "audio",
  ]);

  expect(issues).toEqual([{ path: "parameters.format", message: "expected mp4" }]);
});
