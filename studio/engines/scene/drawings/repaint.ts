import { type Canvas, createCanvas } from "@napi-rs/canvas";

import { fromHsl, parseHex, toHsl } from "#studio/engines/scene/color.ts";

/** The colour that most of a figure has. */
interface Body {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
  /** True when most coloured pixels have the body's hue, so that others are details. */
  readonly isUniform: boolean;
}

const hueBins = 24;
/** Hues of 180–225 degrees. */
const glassBins = new Set([12, 13, 14]);

/**
 * Repaints the main colour of a figure: a horse's coat, a car's body. Keeps light and shade, and what
 * is not of that colour, such as eyes, tyres and windows. Grey and white figures are repainted too.
 */
export function repaint(canvas: Canvas, paint: string): Canvas {
  const { width, height } = canvas;
  const image = canvas.getContext("2d").getImageData(0, 0, width, height);
  const { data } = image;
  const [hue, saturation, lightness] = toHsl(parseHex(paint));
  const body = measureBody(data);
  const isNeutral = saturation < 0.2;
  // White and black leave little room for shade on one side.
  const contrast = lightness > 0.85 || lightness < 0.2 ? 0.5 : 0.75;
  for (let index = 0; index < data.length; index += 4) {
    if (data[index + 3] === 0) continue;
    const pixel = [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0] as const;
    const own = toHsl(pixel);
    const share = shareOfBody(own, body);
    if (share === 0) continue;
    const shaded = Math.min(0.97, Math.max(0.03, lightness + (own[2] - body.lightness) * contrast));
    const painted = fromHsl([hue, isNeutral ? saturation : Math.max(saturation, 0.5), shaded]);
    for (const channel of [0, 1, 2] as const) {
      data[index + channel] = Math.round(
        pixel[channel] + (painted[channel] - pixel[channel]) * share,
      );
    }
  }
  const repainted = createCanvas(width, height);
  repainted.getContext("2d").putImageData(image, 0, 0);
  return repainted;
}

function shareOfBody([hue, saturation, lightness]: readonly [number, number, number], body: Body) {
  const ramp = (value: number, low: number, high: number) =>
    Math.min(1, Math.max(0, (value - low) / (high - low)));
  if (body.saturation < greyBelow) {
    // A grey body: dark eyes and coloured beaks stay.
    const near = 1 - ramp(Math.abs(lightness - body.lightness), 0.34, 0.46);
    return near * (1 - ramp(saturation * (1 - Math.abs(2 * lightness - 1)), 0.22, 0.4));
  }
  const chroma = ramp(saturation, body.saturation * 0.35, body.saturation * 0.6);
  const bright = ramp(lightness, 0.1, 0.2) * (1 - ramp(lightness, 0.94, 0.99));
  const isWindow = hue > 180 && hue < 225 && Math.abs(hue - body.hue) > 60;
  if (!body.isUniform) return isWindow ? 0 : chroma * bright;
  const away = Math.abs(((hue - body.hue + 540) % 360) - 180);
  return chroma * bright * (1 - ramp(away, 58, 75));
}

const greyBelow = 0.16;

function measureBody(data: Uint8ClampedArray): Body {
  const weights = Array.from({ length: hueBins }, () => 0);
  let [greys, greyLight, colored] = [0, 0, 0];
  for (let index = 0; index < data.length; index += 16) {
    if ((data[index + 3] ?? 0) < 200) continue;
    const [hue, saturation, lightness] = toHsl([
      data[index] ?? 0,
      data[index + 1] ?? 0,
      data[index + 2] ?? 0,
    ]);
    if (lightness < 0.12) continue;
    if (saturation < greyBelow || lightness > 0.9) {
      greys += 1;
      greyLight += lightness;
      continue;
    }
    colored += 1;
    const bin = Math.floor((hue / 360) * hueBins) % hueBins;
    weights[bin] = (weights[bin] ?? 0) + 1;
  }
  if (greys > colored) {
    return { hue: 0, saturation: 0, lightness: greyLight / Math.max(1, greys), isUniform: true };
  }
  // Windows are light blue; a car with large windows is not a blue car.
  const total = Math.max(1, colored);
  const isGlass = (bin: number) => glassBins.has(bin) && (weights[bin] ?? 0) < total * 0.7;
  const opaque = weights.map((weight, bin) => (isGlass(bin) ? 0 : weight));
  const main = opaque.indexOf(Math.max(...opaque));
  const hue = ((main + 0.5) / hueBins) * 360;
  const near = [-2, -1, 0, 1, 2].map((step) => (main + step + hueBins) % hueBins);
  const share = near.reduce((sum, bin) => sum + (weights[bin] ?? 0), 0) / Math.max(1, colored);
  return { hue, ...averageNear(data, hue), isUniform: share > 0.5 };
}

function averageNear(
  data: Uint8ClampedArray,
  hue: number,
): { saturation: number; lightness: number } {
  let [saturations, lightnesses, count] = [0, 0, 0];
  for (let index = 0; index < data.length; index += 16) {
    if ((data[index + 3] ?? 0) < 200) continue;
    const own = toHsl([data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0]);
    const away = Math.abs(((own[0] - hue + 540) % 360) - 180);
    if (away > 40 || own[1] < greyBelow || own[2] < 0.12) continue;
    saturations += own[1];
    lightnesses += own[2];
    count += 1;
  }
  return {
    saturation: saturations / Math.max(1, count),
    lightness: lightnesses / Math.max(1, count),
  };
}
