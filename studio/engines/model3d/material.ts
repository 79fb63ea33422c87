import type { LayerName } from "./states/layers.ts";

/** A surface in glTF's metallic-roughness model. */
export interface Material {
  /** sRGB, `#rrggbb`. */
  readonly color: string;
  readonly roughness: number;
  readonly metallic: number;
  /** 1 is opaque. */
  readonly opacity: number;
  /** Emits light of its colour. */
  readonly glows: boolean;
  /** Drawn on the surface in this order, such as a weave with dust on it. */
  readonly layers?: readonly SurfaceLayer[];
}

export interface SurfaceLayer {
  readonly name: LayerName;
  /** Second colour of a pattern, `#rrggbb`: white of "red and white stripes". */
  readonly accent?: string;
}

export function matte(color: string, roughness = 0.75): Material {
  return { color, roughness, metallic: 0, opacity: 1, glows: false };
}

export function glossy(color: string): Material {
  return matte(color, 0.28);
}

export function metal(color: string, roughness = 0.32): Material {
  return { color, roughness, metallic: 0.9, opacity: 1, glows: false };
}

export function glass(color: string, opacity = 0.45): Material {
  return { color, roughness: 0.08, metallic: 0, opacity, glows: false };
}

export function glowing(color: string): Material {
  return { color, roughness: 0.6, metallic: 0, opacity: 1, glows: true };
}

/** Materials by the words that name them in prompts. */
export const finishes: Readonly<Record<string, Material>> = {
  wood: matte("#9a6a3c"),
  wooden: matte("#9a6a3c"),
  oak: matte("#b08050"),
  walnut: matte("#5e3f28"),
  stone: matte("#8d8d88", 0.9),
  marble: matte("#ece8e1", 0.25),
  brick: matte("#a4523d", 0.9),
  clay: matte("#b5654a", 0.85),
  terracotta: matte("#c1663f", 0.85),
  ceramic: glossy("#f1ece2"),
  porcelain: glossy("#f7f5f0"),
  plastic: glossy("#e04848"),
  rubber: matte("#2c2c30", 0.95),
  leather: matte("#6e4128", 0.55),
  velvet: { ...matte("#6a2346", 0.95), layers: [{ name: "pile" }] },
  paper: matte("#f3efe4", 0.9),
  ice: glass("#bfe6f7", 0.7),
  glass: glass("#cfe8ee"),
  crystal: glass("#bfa8f0", 0.6),
  metal: metal("#a9adb3"),
  metallic: metal("#a9adb3"),
  iron: metal("#5a5d62", 0.5),
  steel: metal("#b8bcc2"),
  chrome: metal("#d6d9dd", 0.1),
  silver: metal("#cfd2d6", 0.22),
  silvery: metal("#cfd2d6", 0.22),
  gold: metal("#e3b341", 0.25),
  golden: metal("#e3b341", 0.25),
  brass: metal("#c5a24a", 0.3),
  rusty: matte("#8f5130", 0.95),
  rusted: matte("#8f5130", 0.95),
  aluminum: metal("#c3c7cc", 0.35),
  concrete: matte("#a3a29e", 0.95),
  cardboard: matte("#c39a66", 0.95),
  ivory: matte("#efe7d3", 0.4),
  jade: glossy("#4fae7c"),
  bamboo: matte("#c9b061", 0.6),
  mahogany: matte("#6b2f1e", 0.4),
  straw: matte("#dfc57a", 0.95),
  plush: matte("#c9986a", 0.98),
  bronze: metal("#a8703a", 0.35),
  copper: metal("#c8763f", 0.3),
};

/** Colours with the name of a material or a fruit, which they are not made of. */
const shades = {
  "emerald-green": "#128a50",
  "jade-green": "#3f9f70",
  "ruby-red": "#b3122f",
  "cherry-red": "#c2142f",
  "candy-red": "#d8182f",
  "sapphire-blue": "#1f49b8",
  "amethyst-purple": "#7d45b8",
  "chocolate-brown": "#4f2d1b",
  "neon-green": "#39ff14",
  "neon-pink": "#ff2fa8",
  "neon-blue": "#1f6bff",
  "neon-yellow": "#e9ff1f",
  "neon-orange": "#ff6a13",
  "neon-purple": "#b026ff",
  "walnut-brown": "#5e3f28",
  "pearl-white": "#f3eee6",
  "ivory-white": "#f3ecdc",
};
const shadePattern = new RegExp(
  `\\b(?:${Object.keys(shades).join("|").replaceAll("-", "[ -]")})\\b`,
  "gu",
);

/** Joins "emerald green" to one word, which is a colour. */
export function joinShades(text: string): string {
  return text.replaceAll(shadePattern, (shade) => shade.replace(" ", "-"));
}

export const colors: Readonly<Record<string, string>> = {
  ...shades,
  red: "#d23b36",
  crimson: "#b01030",
  scarlet: "#d4231f",
  burgundy: "#701a2c",
  maroon: "#6e1a22",
  coral: "#f47c64",
  salmon: "#f39a82",
  peach: "#f7c3a0",
  tan: "#cfae82",
  khaki: "#b3a671",
  olive: "#7a7f35",
  aqua: "#4fd0d6",
  indigo: "#3f3a9c",
  lavender: "#b9a4e3",
  charcoal: "#3b3d42",
  orange: "#ee8130",
  yellow: "#f4c93a",
  lime: "#a5d23c",
  green: "#4c9f50",
  mint: "#98e0c0",
  teal: "#20908d",
  turquoise: "#3cc8c0",
  cyan: "#35bfe0",
  blue: "#3a6fd8",
  navy: "#22356f",
  purple: "#8048c0",
  violet: "#8c55d6",
  magenta: "#d040b0",
  pink: "#f08cb4",
  brown: "#7d5230",
  beige: "#dbc7a2",
  cream: "#f2e8cf",
  blond: "#e3bd6c",
  blonde: "#e3bd6c",
  white: "#f4f3f0",
  black: "#26262b",
  gray: "#8b8e94",
  grey: "#8b8e94",
};
