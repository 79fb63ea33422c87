import type { Raster } from "#studio/engines/raster.ts";
import { fromHsl, toHsl } from "#studio/engines/scene/color.ts";

import { blurPlane, kuwahara, luminance, strokeNoise, valueNoise } from "./smooth.ts";

/** Returns the styled pixels; the same raster and seed give the same bytes. */
type Filter = (raster: Raster, seed: number) => Uint8Array;

export const styleNames = [
  "oil",
  "watercolour",
  "pencil",
  "cartoon",
  "pixel",
  "flat",
  "sepia",
  "monochrome",
  "night",
] as const;
export type StyleName = (typeof styleNames)[number];

export function isStyleName(word: string): word is StyleName {
  return styleNames.some((name) => name === word);
}

const filters: Readonly<Record<StyleName, Filter>> = {
  oil,
  watercolour,
  pencil,
  cartoon,
  pixel,
  flat,
  sepia: (raster) =>
    mapLight(raster, (light) => [light * 1.02 + 14, light * 0.88 + 8, light * 0.68]),
  monochrome: (raster) =>
    mapLight(raster, (light) => {
      const contrast = 128 + (light - 128) * 1.14;
      return [contrast, contrast, contrast];
    }),
  night,
};

/** Applies a style. `strength` blends from the original (0) to the full effect (1). */
export function applyStyle(
  raster: Raster,
  style: StyleName,
  { strength, seed }: { strength: number; seed: number },
): Raster {
  const styled = filters[style](raster, seed);
  if (strength >= 1) return { ...raster, rgb: styled };
  const rgb = raster.rgb.map((value, index) => value + ((styled[index] ?? 0) - value) * strength);
  return { ...raster, rgb };
}

function unitOf({ width, height }: Raster): number {
  return Math.min(width, height) / 720;
}

function oil(raster: Raster, seed: number): Uint8Array {
  const { width, height } = raster;
  const unit = unitOf(raster);
  const strokes = kuwahara(
    kuwahara(raster.rgb, width, height, Math.max(2, Math.round(5 * unit))),
    width,
    height,
    Math.max(1, Math.round(2.5 * unit)),
  );
  const light = blurPlane(luminance(strokes), width, height, Math.max(1, unit));
  const bristles = valueNoise(width, height, Math.max(1.5, 3 * unit), seed);
  const target = new Uint8Array(strokes.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      // Lights the paint's relief from the upper left. The relief follows the image's edges.
      const relief =
        (light[index] ?? 0) -
        (light[index + (x < width - 1 ? 1 : 0) + (y < height - 1 ? width : 0)] ?? 0);
      const grain = ((bristles[index] ?? 0) - 0.5) * 16;
      writeSaturated(target, strokes, index, 1.16, relief * 0.9 + grain);
    }
  }
  return target;
}

function watercolour(raster: Raster, seed: number): Uint8Array {
  const { width, height } = raster;
  const unit = unitOf(raster);
  const washes = kuwahara(
    bleed(raster, 7 * unit, seed),
    width,
    height,
    Math.max(2, Math.round(6 * unit)),
  );
  const light = luminance(washes);
  const soft = blurPlane(light, width, height, Math.max(1, 3 * unit));
  const paper = valueNoise(width, height, Math.max(1.2, 1.8 * unit), seed + 1);
  const pools = valueNoise(width, height, Math.max(8, 46 * unit), seed + 2);
  const target = new Uint8Array(washes.length);
  for (let index = 0; index < light.length; index += 1) {
    // Pigment collects at the border of a wash and dries unevenly inside.
    const edge = Math.min(34, Math.max(0, (soft[index] ?? 0) - (light[index] ?? 0)) * 2.2);
    const uneven = ((pools[index] ?? 0) - 0.5) * 34;
    const grain = ((paper[index] ?? 0) - 0.5) * 22;
    for (let channel = 0; channel < 3; channel += 1) {
      const wash = washes[index * 3 + channel] ?? 0;
      const thinned = 255 - (255 - wash) * 0.8;
      target[index * 3 + channel] = clamp(thinned - edge + uneven + grain);
    }
  }
  return fadeToPaper(target, width, height, seed);
}

/** Shifts pixels by noise, so that colours bleed across borders. */
function bleed(raster: Raster, reach: number, seed: number): Uint8Array {
  const { width, height, rgb } = raster;
  const across = valueNoise(width, height, Math.max(4, reach * 3), seed + 3);
  const down = valueNoise(width, height, Math.max(4, reach * 3), seed + 4);
  const target = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const fromX = clampTo(Math.round(x + ((across[index] ?? 0) - 0.5) * reach * 2), width);
      const fromY = clampTo(Math.round(y + ((down[index] ?? 0) - 0.5) * reach * 2), height);
      const from = (fromY * width + fromX) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        target[index * 3 + channel] = rgb[from + channel] ?? 0;
      }
    }
  }
  return target;
}

/** Fades the borders to white paper along a ragged line. */
function fadeToPaper(rgb: Uint8Array, width: number, height: number, seed: number): Uint8Array {
  const ragged = valueNoise(width, height, Math.max(6, Math.min(width, height) / 26), seed + 5);
  const reach = Math.min(width, height) * 0.06;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const inside = Math.min(x, y, width - 1 - x, height - 1 - y) / reach;
      const share = Math.min(1, Math.max(0, (inside - (ragged[index] ?? 0) * 0.9) * 3));
      for (let channel = 0; channel < 3; channel += 1) {
        const paper = [250, 248, 242][channel] ?? 255;
        rgb[index * 3 + channel] = paper + ((rgb[index * 3 + channel] ?? 0) - paper) * share;
      }
    }
  }
  return rgb;
}

function pencil(raster: Raster, seed: number): Uint8Array {
  const { width, height } = raster;
  const unit = unitOf(raster);
  // Smoothed first, so that noise and compression blocks are not drawn as lines.
  const calm = kuwahara(raster.rgb, width, height, Math.max(1, Math.round(2 * unit)));
  const lines = outline(calm, width, height, Math.max(2, 4 * unit));
  const soft = blurPlane(luminance(calm), width, height, Math.max(1, 2 * unit));
  const grain = valueNoise(width, height, Math.max(1, 1.3 * unit), seed);
  const pitch = Math.max(1.5, 2.6 * unit);
  const first = strokeNoise(width, height, { pitch, angle: -Math.PI / 4, seed });
  const second = strokeNoise(width, height, { pitch, angle: -Math.PI / 9, seed: seed + 1 });
  const target = new Uint8Array(raster.rgb.length);
  for (let index = 0; index < soft.length; index += 1) {
    const dark = 1 - (soft[index] ?? 0) / 255;
    // The darker a place, the more of its strokes are drawn; dark places get strokes of a second direction.
    const shade =
      58 * strokeAt(dark * 1.25 - 0.1, first[index] ?? 0) +
      66 * strokeAt(dark * 1.9 - 0.85, second[index] ?? 0);
    const speckle = ((grain[index] ?? 0) - 0.5) * 16;
    const value = clamp(248 - (lines[index] ?? 0) - shade - dark ** 2 * 70 + speckle);
    target[index * 3] = value;
    target[index * 3 + 1] = clamp(value * 0.995);
    target[index * 3 + 2] = clamp(value * 0.975);
  }
  return target;
}

/** Returns the share of a stroke, 0 to 1, that a tone of 0 to 1 needs at a place of the strokes' noise. */
function strokeAt(tone: number, noise: number): number {
  return Math.min(1, Math.max(0, (tone - noise) * 3.2));
}

/** Computes the darkness of pencil lines, 0–190: the strongest edge of the three channels. */
function outline(rgb: Uint8Array, width: number, height: number, reach: number): Float32Array {
  const lines = new Float32Array(width * height);
  for (const channel of [0, 1, 2]) {
    const plane = lines.map((_, index) => rgb[index * 3 + channel] ?? 0);
    const soft = blurPlane(plane, width, height, reach);
    for (let index = 0; index < lines.length; index += 1) {
      const dodge = ((plane[index] ?? 0) * 255) / Math.max(24, soft[index] ?? 0);
      const drawn = Math.min(190, Math.max(0, (247 - dodge) * 4.4));
      lines[index] = Math.max(lines[index] ?? 0, drawn);
    }
  }
  return lines;
}

function cartoon(raster: Raster): Uint8Array {
  const { width, height } = raster;
  const unit = unitOf(raster);
  const areas = kuwahara(raster.rgb, width, height, Math.max(2, Math.round(3.5 * unit)));
  const light = luminance(raster.rgb);
  const fine = blurPlane(light, width, height, Math.max(1, unit));
  const coarse = blurPlane(light, width, height, Math.max(2, 2.2 * unit));
  const target = new Uint8Array(areas.length);
  for (let index = 0; index < light.length; index += 1) {
    const [hue, saturation, lightness] = readHsl(areas, index);
    const stepped = (Math.round(lightness * 7) / 7) * 0.75 + lightness * 0.25;
    const painted = fromHsl([hue, Math.min(1, saturation * 1.3 + 0.02), stepped]);
    const edge = (coarse[index] ?? 0) - (fine[index] ?? 0);
    const ink = 1 - Math.min(1, Math.max(0, (edge - 2.2) / 4.5)) * 0.88;
    for (const channel of [0, 1, 2] as const) {
      target[index * 3 + channel] = clamp(painted[channel] * ink);
    }
  }
  return target;
}

function pixel(raster: Raster): Uint8Array {
  const { width, height, rgb } = raster;
  const block = Math.max(2, Math.round(Math.min(width, height) / 96));
  const target = new Uint8Array(rgb.length);
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      const mean = averageBox(raster, left, top, block);
      const dither = (((left / block) % 2) + ((top / block) % 2) * 2) / 4 - 0.375;
      const color = mean.map((value) => clamp(Math.round((value + dither * 13) / 36) * 36));
      for (let y = top; y < Math.min(height, top + block); y += 1) {
        for (let x = left; x < Math.min(width, left + block); x += 1) {
          target.set(color, (y * width + x) * 3);
        }
      }
    }
  }
  return target;
}

function averageBox(
  { width, height, rgb }: Raster,
  left: number,
  top: number,
  size: number,
): number[] {
  const total = [0, 0, 0];
  let count = 0;
  for (let y = top; y < Math.min(height, top + size); y += 1) {
    for (let x = left; x < Math.min(width, left + size); x += 1) {
      count += 1;
      for (let channel = 0; channel < 3; channel += 1) {
        total[channel] = (total[channel] ?? 0) + (rgb[(y * width + x) * 3 + channel] ?? 0);
      }
    }
  }
  return total.map((sum) => sum / count);
}

function flat(raster: Raster): Uint8Array {
  const { width, height } = raster;
  const radius = Math.max(2, Math.round(6 * unitOf(raster)));
  const areas = kuwahara(kuwahara(raster.rgb, width, height, radius), width, height, radius);
  const target = new Uint8Array(areas.length);
  for (let index = 0; index < width * height; index += 1) {
    const [hue, saturation, lightness] = readHsl(areas, index);
    const painted = fromHsl([hue, Math.min(1, saturation * 1.15), Math.round(lightness * 9) / 9]);
    target.set(painted.map(clamp), index * 3);
  }
  return target;
}

/** Darkens the image towards blue and keeps bright, warm lights shining. */
function night(raster: Raster): Uint8Array {
  const { width, height, rgb } = raster;
  const light = luminance(rgb);
  const soft = blurPlane(light, width, height, Math.max(2, 9 * unitOf(raster)));
  const target = new Uint8Array(rgb.length);
  for (let index = 0; index < light.length; index += 1) {
    const y = Math.floor(index / width) / height;
    const [red, green, blue] = [0, 1, 2].map((channel) => rgb[index * 3 + channel] ?? 0) as [
      number,
      number,
      number,
    ];
    const isWarm = Math.min(1, Math.max(0, (red - blue) / 90));
    const local = (light[index] ?? 0) - (soft[index] ?? 0);
    const isLamp =
      isWarm *
      Math.min(1, Math.max(0, ((light[index] ?? 0) - 190) / 50)) *
      Math.min(1, Math.max(0, local / 24));
    const curve = ((light[index] ?? 0) / 255) ** 1.5 * 0.5 * (0.78 + 0.22 * y);
    const grey = (light[index] ?? 0) * 0.55;
    const dim = curve / Math.max(0.02, (light[index] ?? 1) / 255);
    target[index * 3] = clamp((red * 0.45 + grey) * dim * 0.72 + isLamp * 190);
    target[index * 3 + 1] = clamp((green * 0.45 + grey) * dim * 0.92 + isLamp * 140);
    target[index * 3 + 2] = clamp((blue * 0.45 + grey) * dim * 1.42 + 9 + isLamp * 60);
  }
  return target;
}

function mapLight(
  raster: Raster,
  toColor: (light: number) => readonly [number, number, number],
): Uint8Array {
  const light = luminance(raster.rgb);
  const target = new Uint8Array(raster.rgb.length);
  for (let index = 0; index < light.length; index += 1) {
    target.set(toColor(light[index] ?? 0).map(clamp), index * 3);
  }
  return target;
}

function readHsl(rgb: Uint8Array, index: number) {
  return toHsl([rgb[index * 3] ?? 0, rgb[index * 3 + 1] ?? 0, rgb[index * 3 + 2] ?? 0]);
}

function writeSaturated(
  target: Uint8Array,
  source: Uint8Array,
  index: number,
  saturation: number,
  lift: number,
): void {
  const [red, green, blue] = [0, 1, 2].map((channel) => source[index * 3 + channel] ?? 0) as [
    number,
    number,
    number,
  ];
  const grey = (red + green + blue) / 3;
  for (const [channel, value] of [red, green, blue].entries()) {
    target[index * 3 + channel] = clamp(grey + (value - grey) * saturation + lift);
  }
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function clampTo(value: number, length: number): number {
  return Math.max(0, Math.min(length - 1, value));
}
