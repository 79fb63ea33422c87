import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineInput, EngineResult, GenerationParameters } from "#studio/engine.ts";
import {
  type MediaSamples,
  createMediaSamples,
  h264,
  testVideo,
  tone,
} from "#studio/engines/media/media-samples.ts";

import { videoEditing } from "./video-editing.ts";

let samples: MediaSamples;
let video: EngineInput;
let other: EngineInput;
let music: EngineInput;

beforeAll(async () => {
  samples = createMediaSamples();
  video = await samples.make("video.mp4", "video/mp4", ...testVideo(2), ...tone(2), ...h264);
  other = await samples.make("other.mp4", "video/mp4", ...testVideo(1), ...h264);
  music = await samples.make("music.wav", "audio/wav", ...tone(3, 900));
});
afterAll(() => samples.remove());

async function edit(
  prompt: string,
  inputs: readonly EngineInput[],
  {
    parameters = {},
    signal = AbortSignal.timeout(60_000),
  }: { parameters?: GenerationParameters; signal?: AbortSignal } = {},
): Promise<EngineResult & { readonly folder: string }> {
  const folder = mkdtempSync(join(samples.folder, "edit-"));
  const request = {
    capability: "video-editing",
    model: "studio-edit",
    prompt,
    parameters,
  } as const;
  const result = await videoEditing.run(request, {
    ...samples.context(inputs, folder),
    signal,
  });
  return { ...result, folder };
}

test("edits by words and says what it did and what it did not do", async () => {
  const prompt =
    "cut the first second, make it black and white, add the title 'Hello' at the end and paint the sky green";
  const { engine, outputs, folder } = await edit(prompt, [video]);

  expect(outputs).toMatchObject([{ contentType: "video/mp4", width: 160, height: 90 }]);
  expect(outputs[0]?.durationSeconds).toBeCloseTo(1, 1);
  expect(engine.limitation).toContain("Applied: trim, grade, overlayText");
  expect(engine.limitation).toContain('Not applied: "paint the sky green"');
  expect(readdirSync(folder).filter((name) => name.endsWith(".mp4"))).toEqual(["0.mp4"]);
});

test("joins videos, replaces the sound and writes a GIF", async () => {
  const joined = await edit("join them and add this music", [video, other, music]);
  const gif = await edit("", [video], {
    parameters: { operations: [{ operation: "convert", parameters: { format: "gif" } }] },
  });

  expect(joined.outputs[0]?.durationSeconds).toBeCloseTo(3, 1);
  expect(await samples.describe(joined.outputs[0]?.path ?? "")).toContain("Audio: aac");
  expect(gif.outputs).toMatchObject([{ contentType: "image/gif" }]);
});

test("explains a time that the video does not have, and a file that is no video", async () => {
  await expect(edit("cut the last 5 seconds", [video])).rejects.toThrow("The video has 2.0");
  const path = join(samples.folder, "broken.mp4");
  writeFileSync(path, Buffer.from("\0\0\0\x18ftypmp42".padEnd(5000, "x"), "latin1"));
  const broken = { ...video, path };
  await expect(edit("reverse it", [broken])).rejects.toMatchObject({ code: "invalid_input" });
});

test("stops when it is canceled", async () => {
  const controller = new AbortController();
  const work = edit("reverse it, stabilize it and make it slower", [video], {
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(), 300);
  const started = performance.now();

  await expect(work).rejects.toThrow(/abort/iu);
  expect(performance.now() - started).toBeLessThan(2300);
});
