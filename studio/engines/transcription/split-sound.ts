import { sampleRate, windowSeconds } from "./spectrogram.ts";

/** Part of a recording that the network hears at once. */
export interface SoundPiece {
  readonly startSeconds: number;
  readonly samples: Float32Array;
}

const pieceSamplesMax = windowSeconds * sampleRate;
/** A piece is cut at the quietest place after this many samples. */
const cutFromSamples = 18 * sampleRate;
const quietWindowSamples = 0.2 * sampleRate;
const quietStepSamples = 0.02 * sampleRate;

/**
 * Splits a stream of 16-bit mono samples into pieces of at most 30 s at the quietest places. Holds one
 * piece in memory, however long the recording is.
 */
export async function* splitSound(chunks: AsyncIterable<Buffer>): AsyncGenerator<SoundPiece> {
  const buffer = new Float32Array(pieceSamplesMax);
  let filled = 0;
  let position = 0;
  let oddByte: number | undefined;
  const take = (count: number): SoundPiece => {
    const piece = { startSeconds: position / sampleRate, samples: buffer.slice(0, count) };
    buffer.copyWithin(0, count, filled);
    filled -= count;
    position += count;
    return piece;
  };

  for await (const chunk of chunks) {
    const bytes = oddByte === undefined ? chunk : Buffer.concat([Buffer.of(oddByte), chunk]);
    oddByte = bytes.length % 2 === 1 ? bytes.at(-1) : undefined;
    for (let offset = 0; offset + 1 < bytes.length; offset += 2) {
      buffer[filled] = bytes.readInt16LE(offset) / 32_768;
      filled += 1;
      if (filled === pieceSamplesMax) yield take(findQuietPlace(buffer));
    }
  }
  if (filled > 0) yield take(filled);
}

/** Returns the middle of the quietest fifth of a second in the last part of a full piece. */
function findQuietPlace(samples: Float32Array): number {
  let quietest = Infinity;
  let place = samples.length;
  const last = samples.length - quietWindowSamples;
  for (let start = cutFromSamples; start <= last; start += quietStepSamples) {
    const energy = measureEnergy(samples.subarray(start, start + quietWindowSamples));
    // Of two silent places the later one gives the network more context.
    if (energy > quietest) continue;
    quietest = energy;
    place = start + quietWindowSamples / 2;
  }
  return place;
}

/** −55 dB of full scale: below it there is room noise, in which the network would invent words. */
const silenceEnergy = 10 ** -5.5;
const frameSamples = 0.1 * sampleRate;

/** Checks that no tenth of a second is louder than room noise. */
export function isSilent(samples: Float32Array): boolean {
  for (let start = 0; start < samples.length; start += frameSamples) {
    if (measureEnergy(samples.subarray(start, start + frameSamples)) > silenceEnergy) return false;
  }
  return true;
}

function measureEnergy(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / Math.max(1, samples.length);
}
