import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { pictureSize } from "./picture-size.ts";

function opened(bytes: Uint8Array, chunkBytes = bytes.byteLength) {
  return {
    async *open() {
      for (let start = 0; start < bytes.byteLength; start += Math.max(chunkBytes, 1)) {
        yield bytes.subarray(start, start + Math.max(chunkBytes, 1));
      }
    },
  };
}

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../test/fixtures/media/${name}`, import.meta.url));
}

/** The head of a WebP file with one chunk. */
function webp(chunk: string, payload: readonly number[]): Buffer {
  const head = Buffer.from(`RIFF....WEBP${chunk}....`, "latin1");
  return Buffer.concat([head, Buffer.from(payload)]);
}

/** A JPEG whose frame follows a profile of this many bytes. */
function jpeg(profileBytes: number): Buffer {
  const profile = Buffer.alloc(profileBytes, 0xff);
  profile.writeUInt16BE(profileBytes, 0);
  const frame = [0xff, 0xff, 0xc2, 0x00, 0x11, 0x08, 0x0b, 0xd0, 0x0f, 0xc0];
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe2]), profile, Buffer.from(frame)]);
}

test.each(["tiny.png", "tiny.jpg", "tiny.webp"])("%s has a size", async (name) => {
  const size = await pictureSize(opened(fixture(name)));

  expect(size).toEqual(await pictureSize(opened(fixture(name), 1)));
  expect(size?.width).toBeGreaterThan(0);
  expect(size?.height).toBeGreaterThan(0);
});

test.each([
  ["a wide WebP", webp("VP8X", [0, 0, 0, 0, 0x7f, 0x07, 0, 0x37, 0x04, 0]), [1920, 1080]],
  ["a lossless WebP", webp("VP8L", [0x2f, 0x7f, 0xc7, 0x0d, 0x01]), [1920, 1080]],
  ["a lossy WebP", webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x07, 0x38, 0x04]), [1920, 1080]],
  ["a GIF", Buffer.from("GIF89a\x40\x01\xf0\x00", "latin1"), [320, 240]],
  ["a JPEG with a long profile", jpeg(60_000), [4032, 3024]],
])("%s has the width and height in its header", async (_name, bytes, [width, height]) => {
  expect(await pictureSize(opened(bytes, 1_000))).toEqual({ width, height });
});

test.each([
  ["an empty file", Buffer.alloc(0)],
  ["half a head", fixture("tiny.png").subarray(0, 20)],
  ["a video", fixture("tiny.mp4")],
  ["a JPEG without a frame", jpeg(60_000).subarray(0, 50_000)],
  ["a JPEG that is none", Buffer.from([0xff, 0xd8, 0x00, 0x00, 0x00, 0x00])],
  ["a picture without pixels", Buffer.from("GIF89a\0\0\0\0", "latin1")],
])("%s has none", async (_name, bytes) => {
  expect(await pictureSize(opened(bytes))).toBeNull();
});

test("an endless file is not read to its end", async () => {
  let chunks = 0;
  const endless = {
    async *open() {
      for (;;) {
        chunks += 1;
        yield Buffer.alloc(100_000);
      }
    },
  };

  expect(await pictureSize(endless)).toBeNull();
  expect(chunks).toBeLessThan(20);
});
