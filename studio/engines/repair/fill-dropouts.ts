import { extrapolate } from "./extrapolate-sound.ts";

const channels = 2;
const samplesPerMs = 48;
/** Shorter silences are zero crossings of low notes; longer ones are pauses, or too long to guess. */
const gapSamplesMin = samplesPerMs;
const gapSamplesMax = 50 * samplesPerMs;
/** Sound on each side from which the gap is predicted. */
const contextSamples = 100 * samplesPerMs;
/** The edges of a gap ring after a change of the sample rate, so they are replaced as well. */
const edgeSamples = samplesPerMs / 2;
/** Sound next to a gap whose loudness decides. Its end must reach a share of its peak, else it fades out. */
const besideSamples = 5 * samplesPerMs;
const abruptSamples = 2 * samplesPerMs;
const abruptShare = 0.25;
const silenceMax = 2;
/** -40 dB: quieter sound may end in silence by itself. */
const loudnessMin = 328;
const orderMax = 512;

/**
 * Fills gaps of silence of 1 to 50 ms that cut sound off abruptly, in interleaved 16-bit stereo samples of 48 kHz, each channel
 * by itself: linear prediction continues the sound from both sides, and the two fade into each other. Pauses, whose sound fades
 * out, stay. Memory is flat and time linear. `onFilled` reports each gap.
 */
export async function* fillDropouts(
  sound: AsyncIterable<Int16Array>,
  onFilled: () => void,
): AsyncGenerator<Uint8Array> {
  const ahead = gapSamplesMax + contextSamples;
  let samples = new Int16Array(0);
  // Frames at the start that were yielded and stay as context.
  let kept = 0;
  function fill(isEnd: boolean): Uint8Array {
    const frames = samples.length / channels;
    const end = isEnd ? frames : Math.max(kept, frames - ahead);
    const [left, right] = [0, 1].map((channel) =>
      new Int16Array(frames).map((_, at) => samples[at * channels + channel] ?? 0),
    ) as [Int16Array, Int16Array];
    // Both channels of a mono recording are the same.
    const sides = left.every((value, at) => value === right[at]) ? [left] : [left, right];
    for (const side of sides) {
      for (const { start, length } of findGaps(side, kept, end)) {
        fillGap(side, start, length);
        onFilled();
      }
    }
    const other = sides.at(-1) ?? left;
    for (let at = 0; at < frames; at += 1) {
      samples[at * channels] = left[at] ?? 0;
      samples[at * channels + 1] = other[at] ?? 0;
    }
    const done = new Uint8Array(samples.slice(kept * channels, end * channels).buffer);
    const from = Math.max(0, end - contextSamples);
    samples = samples.slice(from * channels);
    kept = end - from;
    return done;
  }
  for await (const chunk of sound) {
    const joined = new Int16Array(samples.length + chunk.length);
    joined.set(samples);
    joined.set(chunk, samples.length);
    samples = joined;
    if (samples.length / channels > kept + 2 * ahead) yield fill(false);
  }
  yield fill(true);
}

interface Gap {
  readonly start: number;
  readonly length: number;
}

/** Finds gaps that begin from `from` to `end`. */
function findGaps(samples: Int16Array, from: number, end: number): Gap[] {
  const gaps: Gap[] = [];
  let start = from;
  while (start < end) {
    const length = silenceAt(samples, start);
    if (isGap(samples, { start, length })) gaps.push({ start, length });
    start += Math.max(1, length);
  }
  return gaps;
}

function silenceAt(samples: Int16Array, start: number): number {
  let at = start;
  while (at < samples.length && Math.abs(samples[at] ?? 0) <= silenceMax) at += 1;
  return at - start;
}

function isGap(samples: Int16Array, { start, length }: Gap): boolean {
  if (length < gapSamplesMin || length > gapSamplesMax) return false;
  const before = samples.subarray(Math.max(0, start - besideSamples), start);
  const after = samples.subarray(start + length, start + length + besideSamples);
  return (
    Math.min(loudnessOf(before), loudnessOf(after)) >= loudnessMin &&
    peakOf(before.subarray(-abruptSamples)) >= abruptShare * peakOf(before) &&
    peakOf(after.subarray(0, abruptSamples)) >= abruptShare * peakOf(after)
  );
}

function loudnessOf(samples: Int16Array): number {
  if (samples.length < besideSamples) return 0;
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

function peakOf(samples: Int16Array): number {
  return samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
}

function fillGap(samples: Int16Array, start: number, length: number): void {
  const first = Math.max(0, start - edgeSamples);
  const last = Math.min(samples.length, start + length + edgeSamples);
  const count = last - first;
  const before = samples.slice(Math.max(0, first - contextSamples), first);
  const after = samples.slice(last, last + soundUntilGap(samples, last));
  const forward = extrapolate(before, count, orderOf(before));
  const backward = extrapolate(after.toReversed(), count, orderOf(after)).toReversed();
  for (let at = 0; at < count; at += 1) {
    const share = Math.sin((Math.PI / 2) * ((at + 0.5) / count)) ** 2;
    const value = (forward[at] ?? 0) * (1 - share) + (backward[at] ?? 0) * share;
    samples[first + at] = Math.max(-32_768, Math.min(32_767, Math.round(value)));
  }
}

/** The context ends where the next gap begins. */
function soundUntilGap(samples: Int16Array, from: number): number {
  const end = Math.min(samples.length, from + contextSamples);
  for (let at = from; at < end; at += 1) {
    const length = silenceAt(samples, at);
    if (length >= gapSamplesMin) return at - from;
    at += length;
  }
  return end - from;
}

function orderOf(context: Int16Array): number {
  return Math.min(orderMax, Math.floor(context.length / 3));
}
