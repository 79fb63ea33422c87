/** Red, green and blue, 0–255 each. */
export type Rgb = readonly [number, number, number];

export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function toHex([red, green, blue]: Rgb): string {
  const value = (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
  return `#${value.toString(16).padStart(6, "0")}`;
}

/** Mixes two `#rrggbb` colours: `share` 0 returns the first colour, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const from = parseHex(first);
  const to = parseHex(second);
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return toHex([at(0), at(1), at(2)]);
}

export const lighten = (color: string, share: number) => mix(color, "#ffffff", share);
export const darken = (color: string, share: number) => mix(color, "#0a0820", share);

/** Converts a hex colour and an opacity of 0–1 to a CSS colour. */
export function withAlpha(color: string, alpha: number): string {
  const [red, green, blue] = parseHex(color);
  return `rgba(${red},${green},${blue},${Math.max(0, Math.min(1, alpha)).toFixed(4)})`;
}

/** Converts to hue in degrees, and saturation and lightness of 0–1. */
export function toHsl([red, green, blue]: Rgb): Rgb {
  const max = Math.max(red, green, blue) / 255;
  const min = Math.min(red, green, blue) / 255;
  const lightness = (max + min) / 2;
  const range = max - min;
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const sector =
    max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return [sector * 60, saturation, lightness];
}

export function fromHsl([hue, saturation, lightness]: Rgb): Rgb {
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    const share = Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return 255 * (lightness - (chroma / 2) * share);
  };
  return [channel(0), channel(8), channel(4)];
}

/** Hex values of the colours in the vocabulary. */
export const paints: Readonly<Record<string, string>> = {
  red: "#d8262f",
  orange: "#f08a24",
  yellow: "#f5c32c",
  green: "#3fa34d",
  blue: "#2f6fdb",
  purple: "#8646c9",
  pink: "#ef6fa8",
  black: "#26262e",
  white: "#f4f4f2",
  brown: "#7d4f2e",
  grey: "#8e939d",
  teal: "#1f9a98",
  navy: "#22346b",
  beige: "#dcc9a3",
};
