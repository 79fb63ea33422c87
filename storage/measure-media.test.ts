import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";

import { expect, test } from "vitest";

import { measureMedia } from "./measure-media.ts";

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../test/fixtures/media/${name}`, import.meta.url));
}

async function* chunksOf(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes);
  }
}

async function measured(contentType: string, bytes: Uint8Array, chunkBytes = 1_000) {
  const { body, facts } = measureMedia(contentType, chunksOf(bytes, chunkBytes));
  return { passed: await buffer(body), facts: await facts };
}

/** Returns the head of a PNG with the given sides. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from(fixture("tiny.png"));
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

test.each([
  ["image/png", "tiny.png"],
  ["image/jpeg", "tiny.jpg"],
  ["image/webp", "tiny.webp"],
])("an image of type %s has the size in its header, and passes unchanged", async (type, name) => {
  const file = fixture(name);
  const { passed, facts } = await measured(type, file, 7);

  expect(passed.equals(file)).toBe(true);
  expect(facts).toEqual({
    ...nothing,
    width: expect.any(Number) as number,
    height: expect.any(Number) as number,
  });
});

test.each([
  ["video/mp4", "tiny.mp4"],
  ["audio/mpeg", "tiny.mp3"],
  ["audio/wav", "tiny.wav"],
])("a file of type %s has the length in its bytes, and passes unchanged", async (type, name) => {
  const file = fixture(name);
  const { passed, facts } = await measured(type, file, 64);

  expect(passed.equals(file)).toBe(true);
  expect(facts).toMatchObject({ width: null, height: null });
  expect(facts.durationSeconds).toBeGreaterThan(0);
});

const nothing = { durationSeconds: null, width: null, height: null, framesPerSecond: null };

test("a video has the frame rate of its samples, whatever its header says of its length", async () => {
  const file = Buffer.from(fixture("tiny.mp4"));
  const { facts } = await measured("video/mp4", file);
  file.writeUInt32BE(0xff_ff_ff, file.indexOf("mvhd") + 20);
  file.writeUInt32BE(0xff_ff_ff, file.indexOf("mdhd") + 20);
  const { facts: lied } = await measured("video/mp4", file);

  expect(facts.framesPerSecond).toBe(5);
  expect(lied.framesPerSecond).toBe(5);
  expect(lied.durationSeconds).toBeGreaterThan(facts.durationSeconds ?? 0);
});

test.each([
  ["a kind that is not read", "model/gltf-binary", fixture("tiny.glb")],
  ["a file that ends too early", "video/mp4", fixture("tiny.mp4").subarray(0, 40)],
  ["a file that is none", "audio/wav", Buffer.alloc(5_000)],
  ["a picture that cannot be so large", "image/png", pngHead(4_000_000_000, 10)],
  ["an empty file", "image/png", Buffer.alloc(0)],
])("%s passes unchanged and is not measured", async (_name, type, file) => {
  const { passed, facts } = await measured(type, file);

  expect(passed.equals(file)).toBe(true);
  expect(facts).toEqual(nothing);
});

test("a failing source fails its reader, and nothing is measured", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield fixture("tiny.mp4").subarray(0, 20);
    throw new Error("gone");
  }
  const { body, facts } = measureMedia("video/mp4", broken());

  await expect(buffer(body)).rejects.toThrow("gone");
  expect(await facts).toEqual(nothing);
});

test("a large file is not buffered, and measuring stops when the size is known", async () => {
  const file = Buffer.concat([pngHead(640, 480), Buffer.alloc(20_000_000)]);
  const { facts, passed } = await measured("image/png", file, 64_000);

  expect(passed.byteLength).toBe(file.byteLength);
  expect(facts).toMatchObject({ width: 640, height: 480 });
});
