const rate = 8000;
const frame = 320;
const hop = 160;
const pitchMin = 60;
const pitchMax = 400;
/** Frames below this share of the loudest frame's energy are pauses. */
const loudShare = 0.02;
/** Similarity of a frame with itself one period later, from which it counts as voiced. */
const similarityMin = 0.6;
/** A multiple of the period is as similar as the period, so the shortest lag near the best one counts. */
const nearlyBest = 0.92;
const voicedFramesMin = 10;

export const pitchSampleRate = rate;

/** Measures the median pitch of a voice by autocorrelation, in hertz; null without a voice. */
export function measurePitch(samples: Int16Array): number | null {
  const lags = { min: Math.floor(rate / pitchMax), max: Math.ceil(rate / pitchMin) };
  const starts: number[] = [];
  for (let start = 0; start + frame + lags.max <= samples.length; start += hop) starts.push(start);
  const energies = starts.map((start) => correlate(samples, start, 0));
  const loud = loudShare * energies.reduce((most, energy) => Math.max(most, energy), 1);
  const pitches: number[] = [];
  for (const [index, start] of starts.entries()) {
    const energy = energies[index] ?? 0;
    if (energy < loud) continue;
    const lag = findPeriod(samples, { start, energy, ...lags });
    if (lag !== null) pitches.push(rate / lag);
  }
  if (pitches.length < voicedFramesMin) return null;
  return pitches.toSorted((left, right) => left - right)[Math.floor(pitches.length / 2)] ?? null;
}

function findPeriod(
  samples: Int16Array,
  { start, energy, min, max }: { start: number; energy: number; min: number; max: number },
): number | null {
  const similarities = Array.from({ length: max - min + 1 }, (_, index) => {
    const lag = min + index;
    const later = correlate(samples, start + lag, 0);
    return correlate(samples, start, lag) / Math.sqrt(Math.max(1, energy * later));
  });
  const best = Math.max(...similarities);
  if (best < similarityMin) return null;
  const at = (index: number) => similarities[index] ?? -1;
  const index = similarities.findIndex(
    (value, place) =>
      value >= best * nearlyBest && value >= at(place - 1) && value >= at(place + 1),
  );
  return index === -1 ? null : min + index;
}

function correlate(samples: Int16Array, start: number, lag: number): number {
  let sum = 0;
  for (let index = start; index < start + frame; index += 1) {
    sum += (samples[index] ?? 0) * (samples[index + lag] ?? 0);
  }
  return sum;
}
