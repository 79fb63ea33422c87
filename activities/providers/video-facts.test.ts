import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { videoFacts } from "./video-facts.ts";

const file = readFileSync(new URL("../../test/fixtures/media/tiny.mp4", import.meta.url));
const facts = {
  container: "mp4",
  size: { width: 64, height: 64 },
  seconds: 1,
  frames: 5,
  framesPerSecond: 5,
  hasSound: true,
};

function inPieces(bytes: Uint8Array, size: number) {
  return async function* open(): AsyncGenerator<Uint8Array> {
    for (let place = 0; place < bytes.byteLength; place += size) {
      yield bytes.subarray(place, place + size);
    }
  };
}

function box(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.byteLength);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

const movieAt = file.indexOf("moov") - 4;
const movie = file.subarray(movieAt, movieAt + file.readUInt32BE(movieAt));

test.each([1, 7, 512, 1_000_000])("reads a video in pieces of %i bytes", async (size) => {
  expect(await videoFacts({ contentType: "video/mp4", open: inPieces(file, size) })).toEqual(facts);
});

test("finds a movie box at the end, after more bytes than are buffered", async () => {
  const late = Buffer.concat([box("mdat", Buffer.alloc(300_000)), movie]);

  expect(await videoFacts({ contentType: "video/quicktime", open: inPieces(late, 4_096) })).toEqual(
    { ...facts, container: "mov" },
  );
});

test("swaps the sides of a video that is displayed rotated", async () => {
  const turned = Buffer.from(file);
  const header = turned.indexOf("tkhd") - 4;
  const end = header + turned.readUInt32BE(header);
  turned.writeUInt32BE(48 * 65_536, end - 4);
  for (const [place, value] of [0, 65_536, 0, -65_536, 0].entries()) {
    turned.writeInt32BE(value, end - 44 + place * 4);
  }

  const read = await videoFacts({ contentType: "video/mp4", open: inPieces(turned, 512) });

  expect(read?.size).toEqual({ width: 48, height: 64 });
});

test("returns null for an unreadable file", async () => {
  for (const contentType of ["video/mp4", "video/webm"]) {
    for (const bytes of [Buffer.alloc(64), file.subarray(0, 900), box("moov", Buffer.alloc(40))]) {
      expect(await videoFacts({ contentType, open: inPieces(bytes, 512) })).toBeNull();
    }
  }
});

test("returns null for a box shorter than its contents require", async () => {
  const broken = Buffer.from(file);
  const times = broken.indexOf("stts");
  broken.writeUInt32BE(1_000_000, times + 8);

  expect(await videoFacts({ contentType: "video/mp4", open: inPieces(broken, 512) })).toBeNull();
});
