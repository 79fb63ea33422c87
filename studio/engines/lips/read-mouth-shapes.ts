import type { EngineContext, EngineInput } from "#studio/engine.ts";
import { createFourierTransform } from "#studio/engines/speech/fourier.ts";
import { decodeSound } from "#studio/engines/transcription/recognise-speech.ts";
import { sampleRate } from "#studio/engines/transcription/spectrogram.ts";

/** Shape of a mouth at the time of one frame. */
export interface MouthShape {
  /** 0 for closed lips to 1 for the widest opening of the recording. */
  readonly open: number;
  /** −1 for rounded lips, as in "oo", to 1 for spread lips, as in "ee". */
  readonly spread: number;
}

/** 40 ms, which hold at least three periods of a voice. */
const windowSize = 640;
/** Hertz. Vowels differ below the first border and between both; hisses are above. */
const borders = { vowel: 900, hiss: 3500 } as const;

/**
 * Reads one mouth shape for each frame of a film from the sound: the loudness opens the mouth, hisses such as
 * "s" nearly close it, and the balance of the bands spreads or rounds it. The window of a frame is centred on
 * the frame's time, so that mouth and sound are in step.
 */
export async function readMouthShapes(
  sound: EngineInput,
  { fps, frames }: { readonly fps: number; readonly frames: number },
  context: EngineContext,
): Promise<readonly MouthShape[]> {
  const pieces: Float32Array[] = [];
  for await (const { samples } of decodeSound(sound, context)) pieces.push(samples);
  const bands: Bands[] = [];
  const window = new Float64Array(windowSize);
  const all = joinPieces(pieces);
  for (let frame = 0; frame < frames; frame += 1) {
    const start = Math.round((frame / fps) * sampleRate) - windowSize / 2;
    for (let index = 0; index < windowSize; index += 1) window[index] = all[start + index] ?? 0;
    bands.push(measureBands(window));
  }
  return toShapes(bands);
}

function joinPieces(pieces: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const piece of pieces) {
    joined.set(piece, filled);
    filled += piece.length;
  }
  return joined;
}

/** Energy of the bands of a window. */
interface Bands {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

const transform = createFourierTransform(windowSize);
const hann = Float64Array.from(
  { length: windowSize },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowSize),
);
const hertzMin = 90;

function measureBands(window: Float64Array): Bands {
  const real = window.map((sample, index) => sample * (hann[index] ?? 0));
  const imaginary = new Float64Array(windowSize);
  const outReal = new Float64Array(windowSize);
  const outImaginary = new Float64Array(windowSize);
  transform(real, imaginary, outReal, outImaginary);
  let [low, middle, high] = [0, 0, 0];
  for (let bin = 1; bin < windowSize / 2; bin += 1) {
    const hertz = (bin * sampleRate) / windowSize;
    const power = (outReal[bin] ?? 0) ** 2 + (outImaginary[bin] ?? 0) ** 2;
    if (hertz < hertzMin) continue;
    if (hertz < borders.vowel) low += power;
    else if (hertz < borders.hiss) middle += power;
    else high += power;
  }
  return { low, middle, high };
}

/** Decibels below the loud parts of the recording at which the mouth is closed. */
const rangeDecibels = 32;
/** Silence of a recording that has no sound at all, relative to full scale. */
const floorDecibels = -60;

function toShapes(bands: readonly Bands[]): readonly MouthShape[] {
  const fullScale = (windowSize / 4) ** 2;
  const levels = bands.map(
    ({ low, middle, high }) =>
      10 * Math.log10(Math.max(1e-9, (low + middle + high * 0.5) / fullScale)),
  );
  const sorted = levels.toSorted((one, other) => one - other);
  const loud = Math.max(floorDecibels, sorted[Math.floor(sorted.length * 0.95)] ?? floorDecibels);
  const open = bands.map(({ low, middle, high }, index) => {
    const level = clamp(1 + ((levels[index] ?? 0) - loud) / rangeDecibels, 0, 1.1);
    const hiss = high / (low + middle + high + 1e-12);
    return level ** 2.4 * (1 - 0.75 * hiss);
  });
  // The balance of the middle band is compared with that of the whole recording: voices differ.
  const balances = bands.map(({ low, middle }) => Math.log10((middle + 1e-9) / (low + 1e-9)));
  const usual = weightedMean(balances, open);
  const spread = balances.map((balance, index) =>
    (open[index] ?? 0) > 0.05 ? clamp((balance - usual) * 0.9, -1, 1) : 0,
  );
  const [smoothOpen, smoothSpread] = [smooth(open), smooth(smooth(spread))];
  return smoothOpen.map((value, index) => ({
    open: clamp(value, 0, 1),
    spread: smoothSpread[index] ?? 0,
  }));
}

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 1e-9);
  return values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) / total;
}

/** Lips have mass: one frame of inertia on both sides keeps them in step with the sound. */
function smooth(values: readonly number[]): number[] {
  return values.map((value, index) => {
    const [before, after] = [values[index - 1] ?? value, values[index + 1] ?? value];
    return before * 0.25 + value * 0.5 + after * 0.25;
  });
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
