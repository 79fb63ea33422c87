export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Longest side of a mask and its maximum number of pixels: no model makes a larger image. */
const maskSideMax = 8_192;
const maskPixelsMax = 16_777_216;

export function isMaskSize({ width, height }: Size): boolean {
  return Math.max(width, height) <= maskSideMax && width * height <= maskPixelsMax;
}

/** Providers' named sizes. */
const named: Readonly<Record<string, Size>> = {
  square: { width: 512, height: 512 },
  square_hd: { width: 1024, height: 1024 },
  portrait_4_3: { width: 768, height: 1024 },
  portrait_16_9: { width: 576, height: 1024 },
  landscape_4_3: { width: 1024, height: 768 },
  landscape_16_9: { width: 1024, height: 576 },
};

/**
 * Parses sizes such as "1024x768", "16:9", "1280:720" and "landscape_4_3". Null for values such as "auto".
 */
export function sizeOf(word: string): Size | null {
  const known = named[word];
  if (known !== undefined) return known;
  const [, width, height] = /^(\d+(?:\.\d+)?)[x:×*](\d+(?:\.\d+)?)$/i.exec(word) ?? [];
  if (width === undefined || height === undefined) return null;
  const size = { width: Number(width), height: Number(height) };
  return size.width > 0 && size.height > 0 ? size : null;
}

/** Named resolutions, in lines. */
const lines: Readonly<Record<string, number>> = {
  sd: 480,
  hd: 720,
  fhd: 1080,
  "full hd": 1080,
  qhd: 1440,
  uhd: 2160,
  "4k": 2160,
  "8k": 4320,
};

/** Returns the lines of a named resolution: "720p", "768P", "2K", "4k", "full hd". Null for other values. */
export function linesOf(word: string): number | null {
  const plain = word.trim().toLowerCase();
  const known = lines[plain];
  if (known !== undefined) return known;
  const [, p] = /^(\d{3,4})p$/.exec(plain) ?? [];
  if (p !== undefined) return Number(p);
  const [, k] = /^(\d+(?:\.\d+)?)k$/.exec(plain) ?? [];
  // For image models, 1K means a square with sides of 1024 pixels.
  return k === undefined ? null : Number(k) * 1024;
}

/** Providers call 1104:832 "4:3". */
const ratioTolerance = 0.03;

export function sameRatio(left: number, right: number): boolean {
  return Math.abs(Math.log(left / right)) <= ratioTolerance;
}

/** Returns a size of this shape and area, with sides in multiples of a step. */
export function sizeFor(ratio: number, { pixels, step }: { pixels: number; step: number }): Size {
  const width = Math.sqrt(pixels * ratio);
  const toStep = (side: number) => Math.max(step, Math.round(side / step) * step);
  return { width: toStep(width), height: toStep(width / ratio) };
}
