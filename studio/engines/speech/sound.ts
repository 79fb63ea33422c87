import { StudioError } from "#studio/errors.ts";

/** Mono sound; samples range from −1 to 1. */
export interface Sound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** Decodes a 16-bit PCM WAV file. Reads only the first channel. */
export function decodeWav(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 12;
  let channels = 1;
  let sampleRate = 0;
  while (position + 8 <= bytes.length) {
    const name = String.fromCodePoint(...bytes.subarray(position, position + 4));
    const start = position + 8;
    // Streaming programs write a chunk length beyond the end of the file.
    const length = Math.min(view.getUint32(position + 4, true), bytes.length - start);
    if (name === "fmt ") {
      channels = view.getUint16(start + 2, true);
      sampleRate = view.getUint32(start + 4, true);
    }
    if (name === "data" && sampleRate > 0) {
      const samples = new Float32Array(Math.floor(length / (2 * channels)));
      for (let index = 0; index < samples.length; index += 1) {
        samples[index] = view.getInt16(start + index * 2 * channels, true) / 32_768;
      }
      return { samples, sampleRate };
    }
    position = start + length + (length % 2);
  }
  throw new StudioError("engine_failed", "The sound is not a WAV file with 16-bit samples.");
}

/** Encodes a 16-bit PCM WAV file. The samples of several channels take turns. */
export function encodeWav({ samples, sampleRate }: Sound, channels = 1): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const write = (position: number, name: string) =>
    bytes.set(new TextEncoder().encode(name), position);
  write(0, "RIFF");
  view.setUint32(4, 36 + samples.length * 2, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, samples.length * 2, true);
  bytes.set(encodePcm(samples), 44);
  return bytes;
}

/** Encodes samples as 16-bit little-endian integers without a header. */
export function encodePcm(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [index, sample] of samples.entries()) {
    view.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  }
  return bytes;
}

const filterHalfWidth = 24;

/** Resamples with a Hann-windowed sinc filter. Returns a sound of the same rate unchanged. */
export function resample(sound: Sound, sampleRate: number): Sound {
  if (sound.sampleRate === sampleRate) return sound;
  const ratio = sound.sampleRate / sampleRate;
  const cutoff = Math.min(1, 1 / ratio);
  const reach = filterHalfWidth / cutoff;
  const source = sound.samples;
  const samples = new Float32Array(Math.floor(source.length / ratio));
  for (let index = 0; index < samples.length; index += 1) {
    const center = index * ratio;
    const first = Math.max(0, Math.ceil(center - reach));
    const last = Math.min(source.length - 1, Math.floor(center + reach));
    let sum = 0;
    for (let tap = first; tap <= last; tap += 1) {
      const distance = (tap - center) * cutoff;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / filterHalfWidth);
      sum += (source[tap] ?? 0) * sinc(distance) * window * cutoff;
    }
    samples[index] = sum;
  }
  return { samples, sampleRate };
}

function sinc(value: number): number {
  if (value === 0) return 1;
  return Math.sin(Math.PI * value) / (Math.PI * value);
}

/** Joins sounds of the same rate, with pauses between them. */
export function joinSounds(
  parts: readonly { readonly sound: Sound; readonly pauseSeconds: number }[],
): Sound {
  const sampleRate = parts[0]?.sound.sampleRate ?? 24_000;
  const lengths = parts.map(
    ({ sound, pauseSeconds }) => sound.samples.length + Math.round(pauseSeconds * sampleRate),
  );
  const samples = new Float32Array(lengths.reduce((sum, length) => sum + length, 0));
  let position = 0;
  for (const [index, { sound }] of parts.entries()) {
    samples.set(sound.samples, position);
    position += lengths[index] ?? 0;
  }
  return { samples, sampleRate };
}

const silenceLevel = 0.004;

/** Trims silence at both ends to 30 ms, so that only `joinSounds` controls the pauses between sentences. */
export function trimSilence({ samples, sampleRate }: Sound): Sound {
  const margin = Math.round(0.03 * sampleRate);
  const first = samples.findIndex((sample) => Math.abs(sample) > silenceLevel);
  if (first === -1) return { samples, sampleRate };
  const last = samples.findLastIndex((sample) => Math.abs(sample) > silenceLevel);
  return { samples: samples.slice(Math.max(0, first - margin), last + margin), sampleRate };
}

const speechLevel = 10 ** (-20 / 20);
const peakMax = 10 ** (-1 / 20);
const limiterKnee = 0.7;

/**
 * Normalizes speech to −20 dBFS RMS over its non-silent parts (about −18 LUFS), with peaks below
 * −1 dBFS. Compresses peaks above the knee, so that a loud syllable does not lower the whole volume.
 */
export function normaliseLoudness({ samples, sampleRate }: Sound): Sound {
  const level = soundingLevel(samples, Math.round(sampleRate * 0.05));
  if (level === 0) return { samples, sampleRate };
  const gain = speechLevel / level;
  const room = peakMax - limiterKnee;
  const loud = samples.map((sample) => {
    const value = sample * gain;
    const excess = Math.abs(value) - limiterKnee;
    if (excess <= 0) return value;
    return Math.sign(value) * (limiterKnee + room * Math.tanh(excess / room));
  });
  return { samples: loud, sampleRate };
}

/** Computes the RMS of non-silent blocks, so that pauses do not make speech louder. */
function soundingLevel(samples: Float32Array, blockLength: number): number {
  let energy = 0;
  let count = 0;
  for (let start = 0; start < samples.length; start += blockLength) {
    const block = samples.subarray(start, start + blockLength);
    const blockEnergy = block.reduce((sum, sample) => sum + sample * sample, 0);
    if (blockEnergy / block.length < silenceLevel ** 2) continue;
    energy += blockEnergy;
    count += block.length;
  }
  return count === 0 ? 0 : Math.sqrt(energy / count);
}
