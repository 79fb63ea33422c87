import { expect, test } from "vitest";

import { sampleRate } from "./spectrogram.ts";
import { type SoundPiece, isSilent, splitSound } from "./split-sound.ts";

const second = sampleRate;

/** A tone with a pause of half a second at each of the given seconds, as 16-bit samples. */
function tone(seconds: number, pauses: readonly number[] = []): Buffer {
  const bytes = Buffer.alloc(seconds * second * 2);
  for (let index = 0; index < seconds * second; index += 1) {
    const time = index / second;
    const isPause = pauses.some((pause) => time >= pause && time < pause + 0.5);
    bytes.writeInt16LE(isPause ? 0 : Math.round(Math.sin(index / 5) * 8000), index * 2);
  }
  return bytes;
}

/** Sends the bytes in chunks of an odd size, as a pipe may. */
async function* chunksOf(bytes: Buffer, size = 65_537): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

test("cuts a long recording in its pauses, without a gap", async () => {
  const pieces: SoundPiece[] = [];
  for await (const piece of splitSound(chunksOf(tone(75, [10, 25, 48])))) pieces.push(piece);

  const lengths = pieces.map(({ samples }) => samples.length);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(75 * second);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(30 * second);
  expect(pieces[1]?.startSeconds).toBeGreaterThanOrEqual(25);
  expect(pieces[1]?.startSeconds).toBeLessThanOrEqual(25.5);
  expect(pieces[2]?.startSeconds).toBeGreaterThanOrEqual(48);
  expect(pieces[2]?.startSeconds).toBeLessThanOrEqual(48.5);
});

test("an hour of sound is held one piece at a time", async () => {
  const minute = tone(60, [20, 40]);
  async function* hour() {
    for (let index = 0; index < 60; index += 1) yield minute;
  }
  const before = process.memoryUsage().arrayBuffers;
  let highest = 0;
  let seconds = 0;
  for await (const { samples } of splitSound(hour())) {
    seconds += samples.length / second;
    highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
  }

  expect(seconds).toBeCloseTo(3600);
  expect(highest).toBeLessThan(100e6);
});

test("room noise is silence, a quiet voice is not", () => {
  const noise = (level: number) =>
    Float32Array.from({ length: second }, (_, index) => level * Math.sin(index));

  expect(isSilent(new Float32Array(second))).toBe(true);
  expect(isSilent(noise(0.001))).toBe(true);
  expect(isSilent(noise(0.01))).toBe(false);
});
