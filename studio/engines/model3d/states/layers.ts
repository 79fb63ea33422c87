import { blotches, cellValue, nearestSpot, rise, smoothNoise, wrap } from "./tile-noise.ts";

/** sRGB, each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Paints a point of a tile over the colour below it. `accent` is the second colour of the prompt: white of
 * "red and white stripes".
 */
type Painter = (u: number, v: number, below: Rgb, accent: Rgb | undefined) => Rgb;

/** Draws on surfaces, by name. A tile is about half as long as the thing. */
export const painters = {
  // Patterns.
  stripes: (_, v, below, accent) => (wrap(v * 4) < 0.5 ? below : (accent ?? contrast(below))),
  bands: (_, v, below, accent) => (wrap(v * 2 + 0.2) < 0.5 ? below : (accent ?? contrast(below))),
  piebald: (u, v, below, accent) =>
    blotches(u, v, 3, "piebald") > 0.5 ? below : (accent ?? contrast(below)),
  dots: (u, v, below, accent) => {
    const row = Math.floor(v * 6);
    const [x, y] = [wrap(u * 3 + (row % 2) / 2) - 0.5, (wrap(v * 6) - 0.5) / 2];
    return Math.hypot(x, y) < 0.17 ? (accent ?? contrast(below)) : below;
  },
  checks: (u, v, below, accent) =>
    (Math.floor(u * 6) + Math.floor(v * 6)) % 2 === 0 ? below : (accent ?? contrast(below)),
  plaid: (u, v, below, accent) => {
    const isBand = (value: number) => wrap(value * 3) < 0.42;
    const isLine = (value: number) => Math.abs(wrap(value * 3) - 0.71) < 0.035;
    const bands = Number(isBand(u)) + Number(isBand(v));
    const dark = mix(below, accent ?? [0.08, 0.08, 0.12], bands * 0.38);
    return isLine(u) || isLine(v) ? mix(dark, [0.96, 0.9, 0.7], 0.75) : dark;
  },
  flowers: (u, v, below, accent) => {
    const row = Math.floor(v * 4);
    const shifted = u * 4 + (row % 2) / 2;
    const [x, y] = [wrap(shifted) - 0.5, wrap(v * 4) - 0.5];
    const turned = Math.atan2(y, x) + 6 * cellValue(Math.floor(shifted) % 4, row, "turn");
    const [radius, petal] = [Math.hypot(x, y), 0.19 + 0.1 * Math.cos(5 * turned)];
    const isLeaf = Math.hypot((x - 0.26) / 1.7, y - 0.28) < 0.085;
    if (radius < 0.075) return [0.97, 0.78, 0.25];
    if (radius < petal) return accent ?? (isLight(below) ? [0.86, 0.3, 0.45] : [0.97, 0.86, 0.88]);
    return isLeaf ? [0.36, 0.6, 0.34] : below;
  },
  spots: (u, v, below, accent) => {
    const bent = u + 0.03 * (smoothNoise(u, v, 6, "spots") - 0.5);
    const { distance, value } = nearestSpot(bent, v, 6, "spots");
    return distance < 0.2 + 0.2 * value ? (accent ?? scaled(below, 0.32)) : below;
  },
  zebra: (u, v, below, accent) =>
    Math.sin(2 * Math.PI * (v * 5 + 1.3 * smoothNoise(u, v, 4, "zebra"))) > 0.15
      ? (accent ?? scaled(below, 0.16))
      : below,
  camouflage: (u, v, below) => {
    const tone = blotches(u, v, 4, "camouflage");
    if (tone < 0.4) return scaled(below, 0.45);
    return tone < 0.53 ? below : mix(below, [0.55, 0.5, 0.32], 0.7);
  },
  splatter: (u, v, below) => {
    for (const [cells, most] of [
      [5, 0.42],
      [11, 0.36],
    ] as const) {
      const { distance, value } = nearestSpot(u, v, cells, `splatter${cells}`);
      const ragged = 0.09 * smoothNoise(u, v, 24, "ragged");
      if (value > 0.35 && distance < most * wrap(value * 7) + ragged - 0.02) return paintOf(value);
    }
    return below;
  },
  rainbow: (_, v) => hue(Math.floor(wrap(v) * 7) / 7.6),
  iridescent: (u, v, below) =>
    mix(below, hue(wrap(blotches(u, v, 3, "iridescent") * 2.4)), 0.5 + 0.2 * Math.sin(v * 6.283)),
  patches: (u, v, below) => {
    const [column, row] = [Math.floor(u * 5), Math.floor(v * 5)];
    const [x, y] = [Math.abs(wrap(u * 5) - 0.5), Math.abs(wrap(v * 5) - 0.5)];
    if (Math.max(x, y) > 0.46 && wrap((x + y) * 9) < 0.5) return [0.95, 0.93, 0.86];
    const value = cellValue(column, row, "patches");
    return value < 0.3 ? below : mix(paintOf(value), [0.8, 0.75, 0.7], 0.35);
  },
  ornament: (u, v, below, accent) => {
    const [x, y] = [wrap(u * 4) - 0.5, wrap(v * 4) - 0.5];
    const [radius, angle] = [Math.hypot(x, y), Math.atan2(y, x)];
    const scroll = Math.abs(Math.sin(angle * 4 + radius * 22));
    const isScroll = radius < 0.42 && radius > 0.12 && scroll < 0.34;
    const isRing = Math.abs(radius - 0.45) < 0.025 || Math.abs(radius - 0.09) < 0.03;
    return isScroll || isRing ? (accent ?? ornamentOn(below)) : below;
  },
  stars: (u, v, below) => {
    const { distance, value } = nearestSpot(u, v, 12, "stars");
    return distance < 0.06 + 0.09 * value ? [1, 1, 0.93] : mix(below, [0.1, 0.08, 0.28], 0.5);
  },

  // Fabrics and other materials.
  knit: (u, v, below) => {
    const [x, y] = [wrap(u * 14) - 0.5, wrap(v * 16 + Math.abs(wrap(u * 14) - 0.5) * 1.1)];
    return scaled(below, 0.66 + 0.42 * Math.sin(Math.PI * y) * (1 - Math.abs(x) ** 3 * 4));
  },
  weave: (u, v, below) => {
    const [column, row] = [Math.floor(u * 12), Math.floor(v * 12)];
    const along = (column + row) % 2 === 0 ? wrap(u * 12) : wrap(v * 12);
    const across = (column + row) % 2 === 0 ? wrap(v * 12) : wrap(u * 12);
    const edge = Math.min(across, 1 - across) < 0.12 ? 0.5 : 1;
    return scaled(below, (0.6 + 0.5 * Math.sin(Math.PI * along)) * edge);
  },
  twill: (u, v, below) =>
    scaled(below, 0.86 + 0.16 * wrap((u + v) * 40) + 0.16 * (smoothNoise(u, v, 90, "twill") - 0.5)),
  pile: (u, v, below) => {
    const brushed = blotches(u, v, 4, "pile") - 0.5;
    return scaled(below, 0.95 + 0.3 * brushed + 0.1 * (smoothNoise(u, v, 110, "thread") - 0.5));
  },
  sheen: (u, v, below) =>
    mix(below, [1, 1, 1], 0.3 * rise(0.45, 0.8, smoothNoise(u * 2 + v, v * 2, 3, "sheen"))),
  lace: (u, v, below) => {
    const [x, y] = [wrap(u * 9) - 0.5, wrap(v * 9) - 0.5];
    const radius = Math.hypot(x, y);
    return Math.abs(radius - 0.3) < 0.09 || Math.max(Math.abs(x), Math.abs(y)) > 0.44
      ? below
      : scaled(below, 0.66);
  },
  hide: (u, v, below) => {
    const { gap } = nearestSpot(u, v, 34, "hide");
    return scaled(below, 0.8 + 0.22 * rise(0.02, 0.25, gap) + 0.2 * (blotches(u, v, 4, "h") - 0.5));
  },
  veins: (u, v, below) => {
    const line = Math.abs(blotches(u, v, 3, "veins") - 0.5);
    return mix(mix(below, [0.45, 0.44, 0.46], 0.75), below, rise(0, 0.05, line));
  },
  speckles: (u, v, below) => {
    const { value } = nearestSpot(u, v, 60, "speckles");
    return value < 0.2 ? scaled(below, 0.55) : value > 0.85 ? mix(below, [1, 1, 1], 0.5) : below;
  },
  glitter: (u, v, below) => {
    const { value } = nearestSpot(u, v, 60, "glitter");
    return value > 0.8 ? mix(below, [1, 1, 1], 0.85) : scaled(below, 0.62 + 0.6 * value);
  },
  bricks: (u, v, below) => {
    const row = Math.floor(v * 8);
    const isJoint = wrap(v * 8) < 0.14 || wrap(u * 4 + (row % 2) / 2) < 0.07;
    return isJoint ? mix(below, [0.85, 0.83, 0.8], 0.75) : below;
  },

  // Traces of use.
  rust: (u, v, below) => {
    const depth = rise(0.44, 0.54, blotches(u, v, 4, "rust"));
    const tone = mix(
      [0.26, 0.11, 0.05],
      [0.8, 0.42, 0.16],
      rise(0.3, 0.7, blotches(u, v, 9, "tone")),
    );
    return mix(mix(below, [0.33, 0.31, 0.31], 0.55), tone, depth);
  },
  tarnish: (u, v, below) =>
    mix(below, [0.2, 0.17, 0.13], 0.2 + 0.65 * rise(0.38, 0.66, blotches(u, v, 4, "tarnish"))),
  verdigris: (u, v, below) =>
    mix(below, [0.36, 0.66, 0.58], 0.85 * rise(0.4, 0.58, blotches(u, v, 4, "verdigris"))),
  age: (u, v, below) => {
    const faded = mix(below, [0.55, 0.47, 0.36], 0.16);
    const stained = mix(faded, [0.2, 0.14, 0.09], 0.5 * rise(0.52, 0.72, blotches(u, v, 3, "age")));
    return mix(stained, [0.9, 0.85, 0.74], 0.2 * rise(0.55, 0.72, blotches(u, v, 7, "rubbed")));
  },
  wear: (u, v, below) => {
    const rubbed = rise(0.5, 0.7, blotches(u, v, 5, "wear"));
    const dull = scaled(mix(below, [0.55, 0.52, 0.48], 0.14), 0.92);
    const worn = mix(dull, mix(below, [0.9, 0.88, 0.84], 0.5), rubbed * 0.6);
    const grimy = rise(0.56, 0.72, blotches(u, v, 3, "grime"));
    return scaled(worn, 1 - 0.35 * grimy);
  },
  weather: (u, v, below) => {
    const grain = smoothNoise(u * 8, v, 8, "grain") * 0.6 + smoothNoise(u * 4, v, 16, "g") * 0.4;
    const grey = mix(below, [0.56, 0.54, 0.5], 0.4);
    return scaled(
      mix(grey, [0.8, 0.79, 0.75], 0.4 * rise(0.5, 0.7, blotches(u, v, 4, "w"))),
      0.72 + 0.42 * grain,
    );
  },
  fade: (u, v, below) =>
    mix(below, [0.86, 0.84, 0.79], 0.4 + 0.3 * rise(0.4, 0.62, blotches(u, v, 4, "fade"))),
  dust: (u, v, below) =>
    mix(below, [0.78, 0.74, 0.66], 0.14 + 0.5 * rise(0.38, 0.68, blotches(u, v, 5, "dust"))),
  dirt: (u, v, below) => {
    const depth = rise(0.47, 0.56, blotches(u, v, 4, "dirt"));
    return mix(mix(below, [0.42, 0.32, 0.22], 0.14), [0.32, 0.22, 0.13], depth * 0.88);
  },
  stains: (u, v, below) => {
    const bent = u + 0.05 * (blotches(u, v, 5, "bent") - 0.5);
    const { distance, value } = nearestSpot(bent, v, 3, "stains");
    const size = 0.25 + 0.2 * value;
    const edge = 1 - rise(0.01, 0.05, Math.abs(distance - size));
    return mix(below, [0.42, 0.27, 0.13], Math.max(0.6 * edge, distance < size ? 0.3 : 0));
  },
  scratches: (u, v, below) => {
    const isScratched = scratches.some(({ x, y, along, across, length }) => {
      const [dx, dy] = [wrap(u - x + 0.5) - 0.5, wrap(v - y + 0.5) - 0.5];
      const isNear = Math.abs(dx * across - dy * along) < 0.0035;
      return isNear && Math.abs(dx * along + dy * across) < length;
    });
    if (!isScratched) return below;
    return isLight(below) ? scaled(below, 0.5) : mix(below, [1, 1, 1], 0.6);
  },
  cracks: (u, v, below) => {
    const bent = 0.09 * (blotches(u, v, 7, "bent") - 0.5);
    const { gap } = nearestSpot(u + bent, v - bent, 3, "cracks");
    const width = 0.075 * rise(0.4, 0.6, smoothNoise(u, v, 5, "width"));
    return gap < width ? mix([0.1, 0.09, 0.08], below, rise(width * 0.4, width, gap)) : below;
  },
  peeling: (u, v, below) => {
    const depth = blotches(u, v, 4, "peeling");
    if (depth > 0.56)
      return scaled([0.6, 0.5, 0.39], 0.7 + 0.5 * smoothNoise(u * 5, v, 12, "bare"));
    return depth > 0.54 ? mix(below, [1, 1, 1], 0.55) : scaled(below, depth > 0.52 ? 0.7 : 1);
  },
  char: (u, v, below) => {
    const ash = blotches(u, v, 6, "ash");
    const black = mix([0.07, 0.06, 0.06], [0.42, 0.4, 0.38], rise(0.56, 0.74, ash));
    return mix(black, below, 0.55 * rise(0.52, 0.66, blotches(u, v, 3, "char")));
  },
  moss: (u, v, below) => {
    const tone = mix([0.24, 0.38, 0.13], [0.52, 0.64, 0.26], smoothNoise(u, v, 60, "tone"));
    return mix(below, tone, rise(0.44, 0.53, blotches(u, v, 5, "moss")));
  },
  frost: (u, v, below) => {
    const { gap } = nearestSpot(u, v, 18, "frost");
    const crystals = 0.4 * (1 - rise(0, 0.14, gap)) + 0.6 * rise(0.3, 0.6, blotches(u, v, 5, "f"));
    return mix(below, [0.9, 0.96, 1], 0.25 + 0.6 * Math.min(1, crystals));
  },
  creases: (u, v, below) => {
    const bent = 0.05 * (smoothNoise(u, v, 8, "bent") - 0.5);
    const [large, small] = [
      nearestSpot(u + bent, v - bent, 5, "large"),
      nearestSpot(u, v, 12, "small"),
    ];
    const line = Math.min(rise(0, 0.12, large.gap), 0.6 + 0.4 * rise(0, 0.12, small.gap));
    return scaled(below, (0.84 + 0.17 * large.value + 0.08 * small.value) * (0.86 + 0.14 * line));
  },
} satisfies Record<string, Painter>;

export type LayerName = keyof typeof painters;

const scratches = Array.from({ length: 26 }, (_, index) => {
  const angle = 0.5 + 1.1 * cellValue(index, 0, "angle");
  return {
    x: cellValue(index, 0, "x"),
    y: cellValue(index, 0, "y"),
    along: Math.cos(angle),
    across: Math.sin(angle),
    length: 0.03 + 0.1 * cellValue(index, 0, "length"),
  };
});

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const rest = 1 - share;
  return [
    from[0] * rest + to[0] * share,
    from[1] * rest + to[1] * share,
    from[2] * rest + to[2] * share,
  ];
}

function scaled([red, green, blue]: Rgb, by: number): Rgb {
  return [Math.min(1, red * by), Math.min(1, green * by), Math.min(1, blue * by)];
}

function isLight([red, green, blue]: Rgb): boolean {
  return red * 0.3 + green * 0.59 + blue * 0.11 > 0.55;
}

function contrast(color: Rgb): Rgb {
  return isLight(color) && Math.max(...color) - Math.min(...color) < 0.2
    ? [0.24, 0.3, 0.48]
    : [0.96, 0.95, 0.92];
}

function ornamentOn(color: Rgb): Rgb {
  return isLight(color) ? scaled(color, 0.5) : mix(color, [0.93, 0.76, 0.4], 0.65);
}

function paintOf(value: number): Rgb {
  return hue(wrap(value * 5.7));
}

/** A strong colour: red at 0, then yellow, green, blue and violet. */
function hue(turn: number): Rgb {
  const channel = (shift: number) =>
    0.2 + 0.72 * Math.min(1, Math.max(0, Math.abs(wrap(turn + shift) * 6 - 3) - 1));
  return [channel(0), channel(2 / 3), channel(1 / 3)];
}
