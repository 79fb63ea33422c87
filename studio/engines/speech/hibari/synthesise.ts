import { createFourierTransform } from "#studio/engines/speech/fourier.ts";

/** Output of the network for frames of 12.5 ms: spectra of 601 bins, bin by bin, and the pitch in hertz. */
export interface VoiceFrames {
  /** Logarithmic magnitude and phase shift of the voiced part. */
  readonly lh: Float32Array;
  readonly theta: Float32Array;
  /** Logarithmic magnitude of the noise. */
  readonly ln: Float32Array;
  /** Logarithmic magnitude and phase of the remaining sound. */
  readonly lr: Float32Array;
  readonly phi: Float32Array;
  readonly f0: Float32Array;
}

export const voiceSampleRate = 24_000;
const windowLength = 1200;
const hop = 300;
const bins = windowLength / 2 + 1;
const voicedMinHz = 40;
const harmonicMaxHz = 11_000;
const strengthMax = 7;

const transform = createFourierTransform(windowLength);
const window = Float64Array.from(
  { length: windowLength },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowLength),
);

interface Manner {
  /** Factor of the resonances' frequencies; 1 keeps them. */
  readonly resonance: number;
  /** Normally distributed numbers, for the noise. */
  readonly normal: () => number;
}

/** Synthesizes sound by overlap-add from shaped pulses, shaped noise and a remaining part. */
export function synthesise(frames: VoiceFrames, manner: Manner): Float32Array {
  const count = frames.f0.length;
  const length = count * hop;
  const source = pulses(frames.f0);
  const sum = new Float64Array(length + windowLength);
  const weight = new Float64Array(length + windowLength);
  const real = new Float64Array(windowLength);
  const imaginary = new Float64Array(windowLength);
  const outReal = new Float64Array(windowLength);
  const outImaginary = new Float64Array(windowLength);
  for (let frame = 0; frame < count; frame += 1) {
    const start = frame * hop;
    for (let index = 0; index < windowLength; index += 1) {
      const place = mirror(start + index - windowLength / 2, length);
      real[index] = ((source[place] ?? 0) * (window[index] ?? 0)) / (windowLength / 4);
      imaginary[index] = 0;
    }
    transform(real, imaginary, outReal, outImaginary);
    shapeSpectrum(frames, frame, count, manner, { outReal, outImaginary, real, imaginary });
    // The forward transform of a conjugated spectrum equals the inverse transform.
    transform(real, imaginary, outReal, outImaginary);
    for (let index = 0; index < windowLength; index += 1) {
      const tap = window[index] ?? 0;
      const place = start + index;
      sum[place] = (sum[place] ?? 0) + ((outReal[index] ?? 0) / windowLength) * tap;
      weight[place] = (weight[place] ?? 0) + tap * tap;
    }
  }
  return new Float32Array(length).map((_, index) => {
    const place = index + windowLength / 2;
    return (sum[place] ?? 0) / Math.max(weight[place] ?? 0, 1e-11);
  });
}

/** Mirrors positions before the start and after the end of the sound. */
function mirror(place: number, length: number): number {
  if (place < 0) return -place;
  return place >= length ? 2 * length - 2 - place : place;
}

interface Spectra {
  readonly outReal: Float64Array;
  readonly outImaginary: Float64Array;
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

function shapeSpectrum(
  { lh, theta, ln, lr, phi }: VoiceFrames,
  frame: number,
  count: number,
  { normal, resonance }: Manner,
  { outReal, outImaginary, real, imaginary }: Spectra,
): void {
  for (let bin = 0; bin < bins; bin += 1) {
    const shaping = Math.min(bins - 1, Math.round(bin / resonance));
    const cell = shaping * count + frame;
    const turn = Math.tanh(theta[cell] ?? 0) * Math.PI;
    const strength = exponential(lh[cell] ?? 0);
    const cosine = Math.cos(turn) * strength;
    const sine = Math.sin(turn) * strength;
    const pulseReal = outReal[bin] ?? 0;
    const pulseImaginary = outImaginary[bin] ?? 0;
    const noise = exponential(ln[cell] ?? 0);
    const free = exponential(lr[cell] ?? 0);
    const phase = phi[cell] ?? 0;
    const binReal =
      pulseReal * cosine - pulseImaginary * sine + normal() * noise + free * Math.cos(phase);
    const binImaginary =
      pulseReal * sine + pulseImaginary * cosine + normal() * noise + free * Math.sin(phase);
    real[bin] = binReal;
    imaginary[bin] = -binImaginary;
    if (bin > 0 && bin < bins - 1) {
      real[windowLength - bin] = binReal;
      imaginary[windowLength - bin] = binImaginary;
    }
  }
  imaginary[0] = 0;
  imaginary[bins - 1] = 0;
}

function exponential(value: number): number {
  return Math.exp(Math.min(value, strengthMax));
}

/** Generates a band-limited pulse train at the given pitch, with harmonics of equal strength. */
function pulses(pitch: Float32Array): Float32Array {
  const train = new Float32Array(pitch.length * hop);
  let phase = 0;
  for (let index = 0; index < train.length; index += 1) {
    const frequency = pitchAt(pitch, index);
    const voiced = frequency > voicedMinHz;
    const hertz = Math.max(frequency, voicedMinHz);
    phase = (phase + hertz / voiceSampleRate) % 1;
    if (!voiced) continue;
    const angle = phase * 2 * Math.PI;
    const harmonics = Math.floor(harmonicMaxHz / hertz) + 0.5;
    const divisor = 2 * Math.sin(angle / 2);
    const isPeak = Math.abs(divisor) <= 2e-3;
    train[index] = (isPeak ? harmonics : Math.sin(harmonics * angle) / divisor) - 0.5;
  }
  return train;
}

/** Interpolates the pitch linearly between the centres of two frames. */
function pitchAt(pitch: Float32Array, index: number): number {
  const position = (index + 0.5) / hop - 0.5;
  const share = position - Math.floor(position);
  const last = pitch.length - 1;
  const at = (frame: number) => pitch[Math.max(0, Math.min(last, frame))] ?? 0;
  return at(Math.floor(position)) * (1 - share) + at(Math.floor(position) + 1) * share;
}
