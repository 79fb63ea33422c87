import { paints } from "#studio/engines/scene/color.ts";
import { createRandom } from "#studio/engines/scene/random.ts";

/** Colours of a layout: background, ink and two accents. */
export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly first: string;
  readonly second: string;
}

const palettes: readonly [Palette, ...Palette[]] = [
  { paper: "#fbf6ea", ink: "#2b2a33", first: "#e4572e", second: "#17788c" },
  { paper: "#f4f1fa", ink: "#2d2350", first: "#7a4fd0", second: "#f2a541" },
  { paper: "#eef6f0", ink: "#1e3a34", first: "#2e8b6b", second: "#f2b84b" },
  { paper: "#fdf1ee", ink: "#3a2230", first: "#d94a6a", second: "#3f6fb5" },
];

/** Chooses colours by the seed; colours of the prompt replace the accents. */
export function choosePalette(colors: readonly string[], seed: number): Palette {
  const palette = createRandom(seed).fork("palette").pick(palettes);
  const named = colors.flatMap((color) => paints[color] ?? []);
  const [first = palette.first, second = palette.second] = named;
  return { ...palette, first, second };
}
