import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { lengthMs } from "./media-length.ts";

const mediaFile = (name: string): Buffer =>
  readFileSync(new URL(`../test/fixtures/media/tiny.${name}`, import.meta.url));

const inPieces = (bytes: Buffer, size: number) =>
  async function* () {
    for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
  };

const box = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.byteLength + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

test.each([1, 7, 65_536])("a file in pieces of %i bytes says how long it is", async (size) => {
  const video = { contentType: "video/mp4", open: inPieces(mediaFile("mp4"), size) };
  const wave = { contentType: "audio/wav", open: inPieces(mediaFile("wav"), size) };
  const mp3 = { contentType: "audio/mpeg", open: inPieces(mediaFile("mp3"), size) };

  expect(await lengthMs(video)).toBe(1_064);
  expect(await lengthMs(wave)).toBe(100);
  expect(await lengthMs(mp3)).toBe(396);
});

test("a header behind the pictures, in the wide form, is found", async () => {
  const header = Buffer.alloc(32);
  header[0] = 1;
  header.writeUInt32BE(600, 20);
  header.writeBigUInt64BE(7_500n, 24);
  const wide = Buffer.alloc(16 + 5_000);
  wide.writeUInt32BE(1, 0);
  wide.write("mdat", 4, "latin1");
  wide.writeBigUInt64BE(5_016n, 8);
  const file = Buffer.concat([
    box("ftyp", Buffer.from("qt  ")),
    wide,
    box("moov", box("mvhd", header)),
  ]);

  expect(await lengthMs({ contentType: "video/quicktime", open: inPieces(file, 512) })).toBe(
    12_500,
  );
});

test.each(["video/mp4", "audio/wav", "audio/mpeg", "video/webm"])(
  "%s whose bytes do not say it has no length, and no error",
  async (contentType) => {
    for (const text of ["", "RIFF", "ID3\u0004", "\0\0\0\u0008free", "not what it seems at all"]) {
      const open = inPieces(Buffer.from(text, "latin1"), 5);

      expect(await lengthMs({ contentType, open })).toBeNull();
    }
  },
);

test("a length that is said to be unknown is none", async () => {
  const header = Buffer.alloc(20);
  header.writeUInt32BE(600, 12);
  header.writeUInt32BE(0xff_ff_ff_ff, 16);
  const file = box("moov", box("mvhd", header));

  expect(await lengthMs({ contentType: "video/mp4", open: inPieces(file, 512) })).toBeNull();
});

test("a file of nothing but pieces is given up before its end", async () => {
  let read = 0;
  const pieces = Buffer.concat(Array.from({ length: 1_000 }, () => box("free", Buffer.alloc(0))));
  async function* endless() {
    for (; read < 1_000; read += 1) yield pieces;
  }

  expect(await lengthMs({ contentType: "video/mp4", open: endless })).toBeNull();
  expect(read).toBeLessThan(20);
});
