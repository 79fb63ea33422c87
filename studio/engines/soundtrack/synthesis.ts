import type { Random } from "#studio/engines/scene/random.ts";

/** Samples per second of a soundtrack. */
export const soundtrackRate = 44_100;

export function samplesFor(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * soundtrackRate));
}

export function noise(seconds: number, random: Random): Float32Array {
  return samplesFor(seconds).map(() => random.next() * 2 - 1);
}

/** One-pole filter that passes what is below a frequency. */
export function lowPass(samples: Float32Array, hertz: number): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / soundtrackRate);
  let level = 0;
  return samples.map((sample) => (level += (sample - level) * share));
}

export function highPass(samples: Float32Array, hertz: number): Float32Array {
  const low = lowPass(samples, hertz);
  return samples.map((sample, index) => sample - (low[index] ?? 0));
}

/** Multiplies each sample by a gain that depends on its time in seconds. */
export function shape(samples: Float32Array, gainAt: (seconds: number) => number): Float32Array {
  return samples.map((sample, index) => sample * gainAt(index / soundtrackRate));
}

/** Adds a sound at a time to a longer one, in place. What reaches beyond the end is cut. */
export function addAt(target: Float32Array, part: Float32Array, seconds: number, gain = 1): void {
  const start = Math.round(seconds * soundtrackRate);
  const end = Math.min(part.length, target.length - start);
  for (let index = Math.max(0, -start); index < end; index += 1) {
    target[start + index] = (target[start + index] ?? 0) + (part[index] ?? 0) * gain;
  }
}

/** Two channels of equal length. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export function stereoFor(seconds: number): Stereo {
  return { left: samplesFor(seconds), right: samplesFor(seconds) };
}

/** Samples of both channels in turn. */
export function interleave({ left, right }: Stereo): Float32Array {
  const samples = new Float32Array(left.length * 2);
  for (let index = 0; index < left.length; index += 1) {
    samples[index * 2] = left[index] ?? 0;
    samples[index * 2 + 1] = right[index] ?? 0;
  }
  return samples;
}

/** Adds a sound at a place between left (-1) and right (1), in place, with the same power at each place. */
export function addStereo(
  { left, right }: Stereo,
  part: Float32Array,
  { seconds, pan, gain = 1 }: { seconds: number; pan: number; gain?: number },
): void {
  const angle = ((pan + 1) * Math.PI) / 4;
  addAt(left, part, seconds, gain * Math.cos(angle) * Math.SQRT2);
  addAt(right, part, seconds, gain * Math.sin(angle) * Math.SQRT2);
}

/** A tone whose frequency and gain change with its time in seconds. */
export function tone(
  seconds: number,
  hertzAt: (seconds: number) => number,
  gainAt: (seconds: number) => number,
): Float32Array {
  let phase = 0;
  return samplesFor(seconds).map((_, index) => {
    const time = index / soundtrackRate;
    phase += (hertzAt(time) * Math.PI * 2) / soundtrackRate;
    return Math.sin(phase) * gainAt(time);
  });
}

/** A plucked string (Karplus and Strong, 1983). */
export function pluck(hertz: number, seconds: number, random: Random): Float32Array {
  const period = Math.max(2, Math.round(soundtrackRate / hertz));
  const string = Float32Array.from({ length: period }, () => random.next() * 2 - 1);
  // A soft finger: the burst of noise is smoothed before the string vibrates.
  for (let pass = 0; pass < 3; pass += 1) {
    for (let index = 0; index < period; index += 1) {
      string[index] = ((string[index] ?? 0) + (string[(index + 1) % period] ?? 0)) / 2;
    }
  }
  return samplesFor(seconds).map((_, index) => {
    const at = index % period;
    const value = string[at] ?? 0;
    string[at] = ((value + (string[(at + 1) % period] ?? 0)) / 2) * 0.997;
    return value;
  });
}

/** Scales samples to a root mean square. Silence stays silent. */
export function toLevel(samples: Float32Array, level: number): Float32Array {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  const current = Math.sqrt(energy / Math.max(1, samples.length));
  return current < 1e-6 ? samples : samples.map((sample) => (sample * level) / current);
}
