import { expect, test } from "vitest";

import { vorbisTimer } from "./vorbis.ts";

/** Values of so many bits each, the lowest bit first. */
function packed(...values: readonly (readonly [value: number, bits: number])[]): Buffer {
  const bits = values.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, index) => Math.floor(value / 2 ** index) % 2),
  );
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) {
    bytes.writeUInt8(bytes.readUInt8(index >> 3) | (bit << (index & 7)), index >> 3);
  }
  return bytes;
}

const mode = (isLong: number, mapping: number) =>
  [
    [isLong, 1],
    [0, 32],
    [mapping, 8],
  ] as const;
const setup = (...modes: readonly (readonly [value: number, bits: number])[]) =>
  Buffer.concat([Buffer.alloc(64, 0xff), packed(...modes, [1, 1])]);

/** Seconds of blocks with these first bytes, at 256 and 2,048 samples. */
function secondsOf(header: Buffer, firsts: readonly number[]): number | null {
  const identification = Buffer.alloc(30);
  identification.writeUInt32LE(1_024, 12);
  identification.writeUInt8(0xb8, 28);
  const timer = vorbisTimer(identification);
  for (const packet of [identification, Buffer.from("comments"), header]) timer.add(packet, true);
  for (const first of firsts) timer.add(Buffer.from([first]), true);
  return timer.seconds();
}

test("each packet of Vorbis names the mode that states its block size", () => {
  const header = setup([1, 6], ...mode(0, 0), ...mode(1, 1));

  expect(secondsOf(header, [2, 2, 2])).toBe(2);
  expect(secondsOf(header, [0, 0, 0])).toBe(0.25);
  expect(secondsOf(header, [2, 0])).toBe((2_048 + 256) / 4 / 1_024);
  expect(secondsOf(setup([0, 6], ...mode(1, 0)), [0, 0])).toBe(1);
});

test("modes that can be read in several ways, and none, state no length", () => {
  const two = [...mode(0, 4), ...mode(1, 0), ...mode(1, 0)];

  expect(secondsOf(setup([2, 6], ...two), [0, 0])).toBeNull();
  expect(secondsOf(Buffer.alloc(64), [0, 0])).toBeNull();
});
