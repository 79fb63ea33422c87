import type { Material } from "#studio/engines/model3d/material.ts";

import type { AdditionName } from "./additions.ts";
import type { LayerName } from "./layers.ts";
import type { ReshapeName } from "./reshape.ts";

/** A state, a pattern or a property of a thing, and how any thing is drawn with it. */
export interface State {
  readonly words: readonly string[];
  /** Other words of the phrases that name it: "in two" of "cut in two". */
  readonly phrase?: string;
  /** Drawn on the main parts, in place of one colour. */
  readonly pattern?: LayerName;
  /** Drawn on the whole surface. */
  readonly layers?: readonly LayerName[];
  readonly finish?: Partial<Material>;
  readonly reshape?: ReshapeName;
  readonly addition?: AdditionName;
  readonly hasTufts?: true;
  /** "Old" of an old man is no patina. */
  readonly isLifeless?: true;
  /** Part of compounds that mean something else: "long-haired". */
  readonly isWhole?: true;
  /** Other patterns replace it. */
  readonly isPlainest?: true;
}

function state(words: string, drawn: Omit<State, "words">): State {
  return { words: words.split(" "), ...drawn };
}

/** Written between the two colours of "a blue and white cup". */
export const twoColors = "two-tone";

const shine = { roughness: 0.14 };

/** Flowers that are painted on things. */
const flowerWords =
  "flowers flower peonies peony roses rose tulips daisies lilies blossoms blossom sunflowers orchids poppies violets".split(
    " ",
  );

const states: readonly State[] = [
  state("striped stripes stripe stripy", { pattern: "stripes" }),
  state("dotted dots polka-dotted", { phrase: "dot dots", pattern: "dots" }),
  state("checkered checked chequered checkerboard", { pattern: "checks" }),
  state("plaid tartan flannel", { pattern: "plaid" }),
  state(`${twoColors} bicolor bicolored`, { pattern: "bands", isPlainest: true }),
  state("floral flowery flowered", {
    pattern: "flowers",
    phrase: `${flowerWords.join(" ")} painted printed embroidered decorated adorned hand`,
  }),
  state("spotted speckled spots dappled", { pattern: "spots" }),
  state("camouflage camo", { pattern: "camouflage" }),
  state("splattered splashed paint-splattered", { layers: ["splatter"] }),
  state("rainbow multicolored multicoloured colorful colourful", { pattern: "rainbow" }),
  state("iridescent holographic pearlescent opalescent", { pattern: "iridescent", finish: shine }),
  state("patchwork patched quilted", { pattern: "patches" }),
  state(
    "ornate engraved carved carvings engravings embroidered inlaid etched filigree intricate intricately decorated patterned ornamented trim trimmings accents details detailing",
    { pattern: "ornament" },
  ),
  state("starry galaxy cosmic", { pattern: "stars" }),
  state("knitted knit crocheted amigurumi", {
    pattern: "knit",
    finish: { roughness: 1, metallic: 0 },
  }),
  state("woven wicker braided", { pattern: "weave" }),
  state("lacy lace", { pattern: "lace" }),

  state("old antique vintage ancient aged retro old-fashioned", {
    layers: ["age"],
    isLifeless: true,
  }),
  state("worn battered shabby distressed used threadbare well-loved", {
    layers: ["wear"],
    isLifeless: true,
  }),
  state("weathered weather-beaten beaten rustic rugged", { layers: ["weather"], isLifeless: true }),
  state("abandoned neglected derelict forsaken", {
    layers: ["wear", "dust"],
    isLifeless: true,
  }),
  state("cobwebs cobweb cobwebbed cobwebby spiderwebs", {
    addition: "cobwebs",
    phrase: "spider webs web",
  }),
  state("rusty rusted rust corroded", {
    layers: ["rust"],
    finish: { roughness: 0.9, metallic: 0.3 },
  }),
  state("tarnished", { layers: ["tarnish"] }),
  state("oxidized patinated patina verdigris", { layers: ["verdigris"] }),
  state("faded washed-out bleached yellowed", { layers: ["fade"] }),
  state("dusty dust dusted sandy", { layers: ["dust"], finish: { roughness: 0.95 } }),
  state("dirty muddy mud grimy filthy soiled", { layers: ["dirt"], finish: { roughness: 0.95 } }),
  state("stained stains", { layers: ["stains"] }),
  state("scratched scratches scuffed", { layers: ["scratches"] }),
  state("peeling flaking", { layers: ["peeling"] }),
  state("burnt burned charred scorched", {
    layers: ["char"],
    finish: { roughness: 1, metallic: 0 },
  }),
  state("mossy moss moss-covered", { layers: ["moss"] }),
  state("ivy vines vine leafy", { addition: "leaves" }),
  state("overgrown", { layers: ["moss"], addition: "leaves", phrase: "ivy plants vines weeds" }),
  state("frozen icy frost", { layers: ["frost"], addition: "icicles" }),
  state("frosted frosty", { layers: ["frost"] }),

  state("chipped nicked", { reshape: "chipped" }),
  state("cracked cracks crack", { reshape: "cracked", layers: ["cracks"] }),
  state("broken split snapped", { reshape: "broken" }),
  state("shattered", { reshape: "broken", layers: ["cracks"] }),
  state("halved", { reshape: "halved", phrase: "sliced cut split broken open half two" }),
  state("sliced", { reshape: "sliced" }),
  state("wedge-cut", { reshape: "wedge", phrase: "slice piece" }),
  state("bitten chewed", { reshape: "bitten", phrase: "bite taken out" }),
  state("half-eaten", { phrase: "drunk", reshape: "half eaten" }),
  state("tattered torn ragged ripped shredded", { reshape: "tattered", layers: ["wear"] }),
  state("frayed", { reshape: "frayed" }),
  state("dented", { reshape: "dented" }),
  state("bent crooked warped", { reshape: "bent" }),
  state("twisted", { reshape: "twisted" }),
  state("wilted wilting drooping withered", { reshape: "wilted", layers: ["age"] }),
  state("crumpled wrinkled crinkled rumpled creased", { reshape: "crumpled", layers: ["creases"] }),
  state("melting melted", { reshape: "melted", addition: "drips" }),
  state("dripping", { addition: "drips" }),
  state("rolled", { reshape: "rolled" }),
  state("folded", { reshape: "folded" }),
  state("upside-down", { reshape: "upside down" }),
  state("overturned toppled fallen tipped", { phrase: "lying its side", reshape: "overturned" }),
  state("leaning tilted slanted lopsided", { reshape: "leaning" }),
  state("thick chunky", { reshape: "thick", isWhole: true }),
  state("thin slim slender skinny", { reshape: "thin", isWhole: true }),
  state("wide broad", { reshape: "wide", isWhole: true }),
  state("narrow", { reshape: "narrow", isWhole: true }),
  state("long elongated", { reshape: "long", isWhole: true }),
  state("short", { reshape: "short", isWhole: true }),

  state("burning flaming fiery ablaze flames", { addition: "flames", phrase: "fire" }),
  state("steaming", { addition: "steam" }),
  state("smoking smoky smoke", { addition: "smoke" }),
  state("glowing luminous illuminated lit neon luminescent", { finish: { glows: true } }),
  state("wet soaked dewy damp", { addition: "drops", finish: shine }),
  state("shiny glossy gleaming polished glistening sleek lacquered varnished", { finish: shine }),
  state("matte matt", { finish: { roughness: 0.95 } }),
  state("glittery glitter glittering sparkly sparkling shimmering shimmery sequined twinkling", {
    layers: ["glitter"],
    finish: { roughness: 0.2 },
  }),
  state("transparent translucent see-through", {
    finish: { opacity: 0.45, roughness: 0.08, metallic: 0 },
  }),
  state("fluffy fuzzy furry shaggy hairy woolly", { hasTufts: true, finish: { roughness: 1 } }),
  state("blooming flowering blossoming", { addition: "blossoms" }),
  state("studded jeweled jewelled bejeweled encrusted gem-encrusted", { addition: "gems" }),
  state("riveted studs rivets", { addition: "studs" }),
  state("spiked spiky thorny", { addition: "spikes" }),
  state("sprinkles", { addition: "sprinkles" }),
];

const stateByWord = new Map(
  states.flatMap((each) => each.words.map((word) => [word, each] as const)),
);

/** One word of each state. */
export const stateWords: readonly string[] = states.map(({ words: [first = ""] }) => first);

/** A state with the words of the prompt that name it: "worn" and "out" of "worn-out". */
export interface NamedState extends State {
  readonly named: readonly string[];
}

/** Finds the states that words name, in their order. */
export function findStates(words: readonly string[]): NamedState[] {
  const found = words.flatMap((word) => {
    const whole = stateByWord.get(word);
    const named = word.split("-");
    if (whole) return [{ ...whole, named: [word, ...named, ...(whole.phrase?.split(" ") ?? [])] }];
    const parts = named.flatMap((part) => stateByWord.get(part) ?? []);
    return parts.filter(({ isWhole }) => !isWhole).map((part) => ({ ...part, named }));
  });
  return joinStates(found);
}

/** Joins states that are named twice, and lets other patterns replace the plainest. */
export function joinStates(found: readonly NamedState[]): NamedState[] {
  const isPatterned = found.some(({ pattern, isPlainest }) => pattern && !isPlainest);
  // "Ornate carvings" are one state.
  const byState = new Map<string | undefined, NamedState>();
  for (const one of found) {
    if (isPatterned && one.isPlainest) continue;
    const [first] = one.words;
    const named = [...(byState.get(first)?.named ?? []), ...one.named];
    byState.set(first, { ...one, named });
  }
  return [...byState.values()];
}

/** Round foods of which a slice is a wedge. */
const rounds = "pizza|cake|cheesecake|pie|tart|quiche";

const phrases: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`\\b(?:slice|piece) of (?=(?:[\\p{L}-]+ ){0,3}(?:${rounds})\\b)`, "gu"),
    "wedge-cut ",
  ],
  [new RegExp(`\\b((?:${rounds})) slice\\b`, "gu"), "wedge-cut $1"],
  [/\bbite(?: taken)? out(?: of it)?\b/gu, "bitten"],
  [/\b(?:sliced|cut|split|broken)(?: open)? in (?:half|two)\b/gu, "halved"],
  [/\bhalf[ -](?:eaten|drunk)\b/gu, "half-eaten"],
  [/\bupside[ -]down\b/gu, "upside-down"],
  [/\bon fire\b/gu, "ablaze"],
  [/\b(?:lying )?on its side\b/gu, "toppled"],
  [/\bpolka[ -]dot(?:s|ted)?\b/gu, "polka-dotted"],
  [/\bcarved (?:out of|from)\b/gu, "made of"],
  [/\bspider ?webs?\b/gu, "spiderwebs"],
  // "With red peonies painted on it" and "painted with roses".
  [
    new RegExp(
      `\\bwith ((?:\\w+ )?)(?:${flowerWords.join("|")}) (?:hand[ -])?(?:painted|printed|embroidered)(?: (?:on|onto|all over)(?: it| them)?)?(?!\\w)`,
      "gu",
    ),
    "with $1floral",
  ],
  [
    new RegExp(
      `\\b(?:hand[ -])?(?:painted|printed|embroidered|decorated|adorned) with ((?:\\w+ )?)(?:${flowerWords.join("|")})(?!\\w)`,
      "gu",
    ),
    "with $1floral",
  ],
];

/** Joins phrases that name a state to one word, before relations such as "in" and "on" divide the prompt. */
export function joinStatePhrases(text: string): string {
  return phrases.reduce((joined, [pattern, word]) => joined.replaceAll(pattern, word), text);
}
