/** Facts about the light, the colour and the damage of an RGB image. */
export interface Measures {
  /** Standard deviation of the noise, in levels of 255. */
  readonly noise: number;
  /** Levels of luma below which 0.5 %, 50 % and 99.5 % of the pixels are. */
  readonly black: number;
  readonly median: number;
  readonly white: number;
  /** Levels below which 1 % and above which 1 % of each channel are. */
  readonly lows: readonly number[];
  readonly highs: readonly number[];
  /** Factors of red, green and blue that make the mean grey. */
  readonly gains: readonly number[];
  /** Strength of the edges of blocks of 8 pixels, compared with other edges; 1 without blocks. */
  readonly blocks: number;
}

export function measure(rgb: Uint8Array, width: number, height: number): Measures {
  const luma = new Uint8Array(width * height);
  const histograms = [0, 1, 2, 3].map(() => new Uint32Array(256));
  const sums = [0, 0, 0];
  for (let index = 0; index < luma.length; index += 1) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(index * 3, index * 3 + 3);
    const value = Math.round(red * 0.299 + green * 0.587 + blue * 0.114);
    luma[index] = value;
    for (const [channel, level] of [red, green, blue, value].entries()) {
      const histogram = histograms[channel];
      if (histogram) histogram[level] = (histogram[level] ?? 0) + 1;
      // Clipped pixels have lost their colour.
      if (channel < 3 && value > 8 && value < 247) sums[channel] = (sums[channel] ?? 0) + level;
    }
  }
  const grey = (sums[0] ?? 0) * 0.299 + (sums[1] ?? 0) * 0.587 + (sums[2] ?? 0) * 0.114;
  const [of = new Uint32Array(256)] = histograms.slice(3);
  return {
    noise: noiseOf(luma, width, height),
    black: levelAt(of, 0.005),
    median: levelAt(of, 0.5),
    white: levelAt(of, 0.995),
    lows: histograms.slice(0, 3).map((histogram) => levelAt(histogram, 0.01)),
    highs: histograms.slice(0, 3).map((histogram) => levelAt(histogram, 0.99)),
    gains: sums.map((sum) => (sum > 0 ? Math.min(2, Math.max(0.5, grey / sum)) : 1)),
    blocks: blocksOf(luma, width, height),
  };
}

function levelAt(histogram: Uint32Array, share: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let passed = 0;
  return histogram.findIndex((count) => (passed += count) >= total * share);
}

/** Median of the finest diagonal differences, which edges hardly change (Donoho and Johnstone, 1994). */
function noiseOf(luma: Uint8Array, width: number, height: number): number {
  const counts = new Uint32Array(512);
  for (let y = 0; y + 1 < height; y += 2) {
    for (let x = 0; x + 1 < width; x += 2) {
      const at = y * width + x;
      const top = (luma[at] ?? 0) - (luma[at + 1] ?? 0);
      const bottom = (luma[at + width] ?? 0) - (luma[at + width + 1] ?? 0);
      const place = Math.min(511, Math.abs(top - bottom));
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  return levelAt(counts, 0.5) / 2 / 0.6745;
}

function blocksOf(luma: Uint8Array, width: number, height: number): number {
  const sums = new Float64Array(8);
  for (let y = 0; y < height; y += 1) {
    for (let x = 1; x < width - (width % 8); x += 1) {
      const at = y * width + x;
      sums[x % 8] = (sums[x % 8] ?? 0) + Math.abs((luma[at] ?? 0) - (luma[at - 1] ?? 0));
    }
  }
  const others = sums.subarray(1).reduce((sum, value) => sum + value, 0) / 7;
  return others === 0 ? 1 : (sums[0] ?? 0) / others;
}
