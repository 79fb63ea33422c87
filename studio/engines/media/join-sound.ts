import type { EngineContext } from "#studio/engine.ts";
import { readFfmpeg } from "#studio/engines/ffmpeg.ts";

import { pcmArguments, pcmRate } from "./frames.ts";
import { type MediaFile, type SoundFacts, ffmpegOf, inputArguments } from "./probe.ts";
import { cutFadeSeconds, stereoFilter } from "./sound.ts";

const channels = 2;

/** Yields interleaved 16-bit stereo samples. Pads with silence or cuts to `frames` when given. */
export async function* readSamples(
  source: { readonly file: MediaFile; readonly facts: SoundFacts } | null,
  frames: number | null,
  context: EngineContext,
): AsyncGenerator<Int16Array> {
  let left = frames === null ? Infinity : frames * channels;
  if (source) {
    const { file, facts } = source;
    let rest: Buffer = Buffer.alloc(0);
    const options = [
      "-map",
      "0:a:0",
      "-af",
      stereoFilter(facts),
      "-threads",
      "1",
      ...pcmArguments,
      "pipe:1",
    ];
    for await (const chunk of readFfmpeg(
      [...inputArguments(file), ...options],
      ffmpegOf(context),
    )) {
      const bytes = Buffer.concat([rest, chunk]);
      const whole = bytes.length - (bytes.length % (channels * 2));
      rest = bytes.subarray(whole);
      // Copied, because a view of 16-bit values must begin at an even place.
      const samples = new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
      const wanted = samples.subarray(0, Math.min(samples.length, left));
      left -= wanted.length;
      if (wanted.length > 0) yield wanted;
      if (left === 0) return;
    }
  }
  while (left > 0 && left !== Infinity) {
    const silence = new Int16Array(Math.min(left, pcmRate * channels));
    left -= silence.length;
    yield silence;
  }
}

/**
 * Joins sounds one after the other. With an overlap, each fades into the next with equal power. Without
 * one, both sides of a cut are faded for some milliseconds, so that the cut does not click.
 */
export async function* joinSounds(
  parts: readonly (() => AsyncIterable<Int16Array>)[],
  overlapFrames: number,
): AsyncGenerator<Uint8Array> {
  const edge = (overlapFrames || Math.round(cutFadeSeconds * pcmRate)) * channels;
  // The end of the parts so far, which the next part may change.
  let held: Int16Array = new Int16Array(0);
  for (const [index, part] of parts.entries()) {
    let isJoined = index === 0;
    let samples: Int16Array = new Int16Array(0);
    for await (const chunk of part()) {
      samples = append(samples, chunk);
      if (!isJoined && samples.length >= edge) {
        const head = samples.subarray(0, edge);
        if (overlapFrames > 0) yield toBytes(mix(held, head));
        else yield toBytes(append(fade(held, "out"), fade(head, "in")));
        samples = samples.subarray(edge);
        isJoined = true;
      }
      if (isJoined && samples.length > edge) {
        yield toBytes(samples.subarray(0, samples.length - edge));
        samples = samples.slice(samples.length - edge);
      }
    }
    // A part shorter than a fade follows as it is.
    if (!isJoined) yield toBytes(held);
    held = samples;
  }
  yield toBytes(held);
}

function mix(before: Int16Array, after: Int16Array): Int16Array {
  const start = after.length - before.length;
  return after.map((value, index) => {
    const angle = (placeOf(index, after.length) * Math.PI) / 2;
    const sum = (before[index - start] ?? 0) * Math.cos(angle) + value * Math.sin(angle);
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  });
}

function fade(samples: Int16Array, direction: "in" | "out"): Int16Array {
  return samples.map((value, index) => {
    const share = placeOf(index, samples.length);
    return Math.round(value * (direction === "in" ? share : 1 - share));
  });
}

function placeOf(index: number, length: number): number {
  return Math.floor(index / channels) / (length / channels);
}

function append(left: Int16Array, right: Int16Array): Int16Array {
  if (left.length === 0) return right;
  const both = new Int16Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

function toBytes(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength).slice();
}
