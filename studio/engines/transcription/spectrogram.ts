import { createFourierTransform } from "#studio/engines/speech/fourier.ts";

/** Samples a second, mono, that Whisper hears. */
export const sampleRate = 16_000;
/** Length of the sound of one run of the network. */
export const windowSeconds = 30;
export const melBands = 80;
export const melFrames = 3000;

const frameSize = 400;
const hopSize = 160;
const bins = frameSize / 2 + 1;

/** Computes Whisper's spectrogram of at most 30 s: [80, 3000] in its logarithmic scale. */
export function computeSpectrogram(samples: Float32Array): Float32Array {
  const logarithms = new Float32Array(melBands * melFrames).fill(-10);
  const real = new Float64Array(frameSize);
  const imaginary = new Float64Array(frameSize);
  const outReal = new Float64Array(frameSize);
  const outImaginary = new Float64Array(frameSize);
  const power = new Float64Array(bins);
  let loudest = -10;

  // Frames are centred on multiples of the hop, so the last one with sound begins half a frame later.
  const frames = Math.min(melFrames, Math.ceil((samples.length + frameSize / 2) / hopSize));
  for (let frame = 0; frame < frames; frame += 1) {
    const start = frame * hopSize - frameSize / 2;
    for (let index = 0; index < frameSize; index += 1) {
      // The sound is mirrored before its start, as in the training of the network.
      const sample = samples[Math.abs(start + index)] ?? 0;
      real[index] = sample * (hann[index] ?? 0);
    }
    transform(real, imaginary, outReal, outImaginary);
    for (let bin = 0; bin < bins; bin += 1) {
      power[bin] = (outReal[bin] ?? 0) ** 2 + (outImaginary[bin] ?? 0) ** 2;
    }
    for (const [band, { from, weights }] of melFilters.entries()) {
      let sum = 0;
      for (let index = 0; index < weights.length; index += 1) {
        sum += (weights[index] ?? 0) * (power[from + index] ?? 0);
      }
      const logarithm = Math.log10(Math.max(sum, 1e-10));
      logarithms[band * melFrames + frame] = logarithm;
      loudest = Math.max(loudest, logarithm);
    }
  }
  return logarithms.map((value) => (Math.max(value, loudest - 8) + 4) / 4);
}

const transform = createFourierTransform(frameSize);

const hann = Float64Array.from(
  { length: frameSize },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / frameSize),
);

/** The scale is linear below 1 kHz and logarithmic above. */
const linearStep = 200 / 3;
const logarithmStep = Math.log(6.4) / 27;

/** Triangular filters, evenly spaced on the Slaney mel scale from 0 to 8 kHz, each of the same area. */
const melFilters = createMelFilters();

function createMelFilters(): { from: number; weights: Float64Array }[] {
  const nyquist = sampleRate / 2;
  const edges = Array.from({ length: melBands + 2 }, (_, index) =>
    toHertz((toMel(nyquist) * index) / (melBands + 1)),
  );
  return Array.from({ length: melBands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const all = Float64Array.from({ length: bins }, (__, bin) => {
      const hertz = (bin * nyquist) / (bins - 1);
      const slope = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return (Math.max(0, slope) * 2) / (high - low);
    });
    const from = Math.max(
      0,
      all.findIndex((weight) => weight > 0),
    );
    return { from, weights: all.slice(from, all.findLastIndex((weight) => weight > 0) + 1) };
  });
}

function toMel(hertz: number): number {
  return hertz < 1000 ? hertz / linearStep : 15 + Math.log(hertz / 1000) / logarithmStep;
}

function toHertz(mel: number): number {
  return mel < 15 ? mel * linearStep : 1000 * Math.exp(logarithmStep * (mel - 15));
}
