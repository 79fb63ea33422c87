import type { Raster } from "#studio/engines/raster.ts";
import { fromHsl, paints, parseHex, toHsl } from "#studio/engines/scene/color.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import { blurPlane } from "./smooth.ts";

/** A change of light or colour of the whole image. */
export type Tone =
  | {
      readonly kind:
        | "sunset"
        | "dawn"
        | "warm"
        | "cold"
        | "vivid"
        | "faded"
        | "brighter"
        | "darker";
    }
  | { readonly kind: "blurred" | "sharper" | "negative" | "winter" }
  | { readonly kind: "color"; readonly paint: string };

type PlainKind = Exclude<Tone["kind"], "color">;

const toneWords: Readonly<Record<PlainKind, RegExp>> = {
  sunset: /\b(sunset|golden hour)\b/i,
  dawn: /\b(dawn|sunrise)\b/i,
  warm: /\b(warm|warmer|cosy|cozy)\b/i,
  cold: /\b(cold|colder|cool|cooler|icy)\b/i,
  vivid: /\b(vivid|vibrant|colou?rful|saturated|pop art)\b/i,
  faded: /\b(faded|muted|pastel|desaturated)\b/i,
  brighter: /\b(bright|brighter|lighter)\b/i,
  darker: /\b(dark|darker|dim|moody)\b/i,
  blurred: /\b(blur|blurred|blurry|soft focus|dreamy)\b/i,
  sharper: /\b(sharp|sharper|sharpen|crisp)\b/i,
  negative: /\b(negative|inverted|invert)\b/i,
  winter: /\b(winter|snowy|frozen)\b/i,
};

export function readTones(text: string, reading: PromptReading): Tone[] {
  const tones: Tone[] = (Object.keys(toneWords) as PlainKind[])
    .filter((kind) => toneWords[kind].test(text) || reading.time === kind)
    .map((kind) => ({ kind }));
  const color = reading.colors[0];
  const isMonochrome = reading.style === "monochrome";
  const paint = color === undefined || isMonochrome ? undefined : paints[color];
  return paint === undefined ? tones : [...tones, { kind: "color", paint }];
}

export function applyTone(raster: Raster, tone: Tone, strength: number): Raster {
  const rgb =
    tone.kind === "blurred" || tone.kind === "sharper"
      ? changeDetail(raster, tone.kind)
      : mapPixels(raster, pixelRule(tone));
  const blended = raster.rgb.map((value, index) => value + ((rgb[index] ?? 0) - value) * strength);
  return { ...raster, rgb: blended };
}

type PixelRule = (
  red: number,
  green: number,
  blue: number,
  down: number,
) => readonly [number, number, number];

function pixelRule(tone: Tone): PixelRule {
  switch (tone.kind) {
    case "sunset":
      return (red, green, blue, down) => {
        const glow = 1 - Math.min(1, down * 1.3);
        return [
          red * 1.06 + 34 + glow * 22,
          green * 0.86 + 8 + glow * 8,
          blue * 0.72 + 18 * (1 - glow),
        ];
      };
    case "dawn":
      return (red, green, blue) => [red * 0.98 + 24, green * 0.92 + 14, blue * 0.94 + 24];
    case "warm":
      return (red, green, blue) => [red * 1.08 + 6, green * 1.01 + 2, blue * 0.88];
    case "cold":
      return (red, green, blue) => [red * 0.87, green * 0.98 + 2, blue * 1.1 + 8];
    case "winter":
      return (red, green, blue) => {
        const grey = (red + green + blue) / 3;
        const pale = (value: number) => (value + (grey - value) * 0.6) * 0.88 + 34;
        return [pale(red) - 6, pale(green), pale(blue) + 12];
      };
    case "vivid":
      return (red, green, blue) => saturate(red, green, blue, 1.5);
    case "faded":
      return (red, green, blue) =>
        saturate(red * 0.82 + 36, green * 0.82 + 36, blue * 0.82 + 36, 0.6);
    case "brighter":
      return (red, green, blue) => [lift(red, 0.74), lift(green, 0.74), lift(blue, 0.74)];
    case "darker":
      return (red, green, blue) => [lift(red, 1.5), lift(green, 1.5), lift(blue, 1.5)];
    case "negative":
      return (red, green, blue) => [255 - red, 255 - green, 255 - blue];
    case "color": {
      const [hue, saturation] = toHsl(parseHex(tone.paint));
      return (red, green, blue) => {
        const [, own, lightness] = toHsl([red, green, blue]);
        return fromHsl([hue, Math.min(1, saturation * 0.75 + own * 0.25), lightness]);
      };
    }
    case "blurred":
    case "sharper":
      return (red, green, blue) => [red, green, blue];
  }
}

function saturate(
  red: number,
  green: number,
  blue: number,
  amount: number,
): [number, number, number] {
  const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const at = (value: number) => grey + (value - grey) * amount;
  return [at(red), at(green), at(blue)];
}

function lift(value: number, gamma: number): number {
  return 255 * (value / 255) ** gamma;
}

function mapPixels({ rgb, width, height }: Raster, rule: PixelRule): Uint8Array {
  const target = new Uint8Array(rgb.length);
  for (let index = 0; index < width * height; index += 1) {
    const down = Math.floor(index / width) / height;
    const color = rule(rgb[index * 3] ?? 0, rgb[index * 3 + 1] ?? 0, rgb[index * 3 + 2] ?? 0, down);
    for (const channel of [0, 1, 2] as const) target[index * 3 + channel] = clamp(color[channel]);
  }
  return target;
}

function changeDetail(raster: Raster, kind: "blurred" | "sharper"): Uint8Array {
  const { rgb, width, height } = raster;
  const unit = Math.min(width, height) / 720;
  const target = new Uint8Array(rgb.length);
  for (const channel of [0, 1, 2]) {
    const plane = new Float32Array(width * height).map((_, index) => rgb[index * 3 + channel] ?? 0);
    const soft = blurPlane(
      plane,
      width,
      height,
      Math.max(1, (kind === "blurred" ? 7 : 1.5) * unit),
    );
    for (let index = 0; index < plane.length; index += 1) {
      const sharp = plane[index] ?? 0;
      const smooth = soft[index] ?? 0;
      target[index * 3 + channel] = clamp(
        kind === "blurred" ? smooth * 0.85 + sharp * 0.15 : sharp + (sharp - smooth) * 1.1,
      );
    }
  }
  return target;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
