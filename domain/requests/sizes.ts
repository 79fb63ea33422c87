export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest side of a mask, and its most pixels: no model makes a larger image. */
const maskSideMax = 8_192;
const maskPixelsMax = 16_777_216;

export function isMaskSize({ width, height }: Size): boolean {
  return Math.max(width, height) <= maskSideMax && width * height <= maskPixelsMax;
}

/** Sizes that go by a name with one provider or another. */
const named: Readonly<Record<string, Size>> = {
  square: { width: 512, height: 512 },
  square_hd: { width: 1024, height: 1024 },
  portrait_4_3: { width: 768, height: 1024 },
  portrait_16_9: { width: 576, height: 1024 },
  landscape_4_3: { width: 1024, height: 768 },
  landscape_16_9: { width: 1024, height: 576 },
};

/** "1024x768", "16:9", "1280:720", "landscape_4_3". Null for words such as "auto". */
export function sizeOf(word: string): Size | null {
  const known = named[word];
  if (known !== undefined) return known;
  const [, width, height] = /^(\d+(?:\.\d+)?)[x:×*](\d+(?:\.\d+)?)$/i.exec(word) ?? [];
  if (width === undefined || height === undefined) return null;
  const size = { width: Number(width), height: Number(height) };
  return size.width > 0 && size.height > 0 ? size : null;
}

/** Names of resolutions, as picture lines. */
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

/** Lines of a named resolution: "720p", "768P", "2K", "4k", "full hd". Null for other words. */
export function linesOf(word: string): number | null {
  const plain = word.trim().toLowerCase();
  const known = lines[plain];
  if (known !== undefined) return known;
  const [, p] = /^(\d{3,4})p$/.exec(plain) ?? [];
  if (p !== undefined) return Number(p);
  const [, k] = /^(\d+(?:\.\d+)?)k$/.exec(plain) ?? [];
  // Picture models count a square of 1K as 1024 pixels a side.
  return k === undefined ? null : Number(k) * 1024;
}

/** 1104:832 is called 4:3 by those who sell it. */
const ratioTolerance = 0.03;

export function sameRatio(left: number, right: number): boolean {
  return Math.abs(Math.log(left / right)) <= ratioTolerance;
}

/** A size of this shape and area, in whole steps of pixels. */
export function sizeFor(ratio: number, { pixels, step }: { pixels: number; step: number }): Size {
  const width = Math.sqrt(pixels * ratio);
  const toStep = (side: number) => Math.max(step, Math.round(side / step) * step);
  return { width: toStep(width), height: toStep(width / ratio) };
}
