import type { Material } from "./material.ts";
import { glass, glossy, matte, metal } from "./material.ts";
import type { LayerName } from "./states/layers.ts";

function layered(material: Material, name: LayerName): Material {
  return { ...material, layers: [{ name }] };
}

/** Materials whose words also name things, or that have a texture. */
const substances: Readonly<Record<string, Material>> = {
  satin: layered(glossy("#e7d9dc"), "sheen"),
  silk: layered(glossy("#e9dcd0"), "sheen"),
  silken: layered(glossy("#e9dcd0"), "sheen"),
  cotton: layered(matte("#eeeae0", 0.95), "twill"),
  linen: layered(matte("#d9cdb4", 0.95), "weave"),
  canvas: layered(matte("#d9ccae", 0.95), "twill"),
  burlap: layered(matte("#b3905c", 0.98), "weave"),
  denim: layered(matte("#3f5f8f", 0.95), "twill"),
  wool: layered(matte("#d8cbb4", 1), "knit"),
  woolen: layered(matte("#d8cbb4", 1), "knit"),
  woollen: layered(matte("#d8cbb4", 1), "knit"),
  yarn: layered(matte("#d86a6a", 1), "knit"),
  felt: layered(matte("#8a9a6a", 1), "pile"),
  suede: layered(matte("#a37a52", 0.98), "pile"),
  corduroy: layered(matte("#8a6a44", 0.98), "pile"),
  leatherette: layered(matte("#5a3a28", 0.5), "hide"),
  lace: layered(matte("#f6f2ea", 0.9), "lace"),
  rattan: layered(matte("#c79a5c", 0.7), "weave"),
  wicker: layered(matte("#c79a5c", 0.7), "weave"),
  granite: layered(matte("#8b8a8c", 0.45), "speckles"),
  terrazzo: layered(matte("#e3ded6", 0.4), "speckles"),
  cork: layered(matte("#c49a6a", 0.95), "speckles"),
  sandstone: layered(matte("#d3b184", 0.95), "speckles"),
  limestone: layered(matte("#d9d2c0", 0.95), "speckles"),
  slate: matte("#4c545c", 0.8),
  obsidian: glossy("#17161c"),
  onyx: glossy("#1b1a1e"),
  ebony: matte("#2a211d", 0.4),
  teak: matte("#a06c3a", 0.5),
  rosewood: matte("#6a2f25", 0.4),
  cedar: matte("#b06a45", 0.6),
  birch: matte("#dcc49a", 0.6),
  pine: matte("#d3a868", 0.65),
  cherry: matte("#8c4430", 0.45),
  maple: matte("#cf9c62", 0.5),
  china: glossy("#f7f5f0"),
  stoneware: matte("#b5a488", 0.5),
  earthenware: matte("#b06a48", 0.8),
  enamel: glossy("#e9ecea"),
  acrylic: glass("#d9eef6", 0.5),
  resin: glass("#e0a94a", 0.75),
  amber: glass("#e2962e", 0.75),
  wax: glossy("#efe0b8"),
  stainless: metal("#b8bcc2"),
  tin: metal("#b4b7ba", 0.35),
  pewter: metal("#8d9196", 0.4),
  platinum: metal("#dadbdc", 0.15),
  titanium: metal("#9b9a98", 0.35),
  nickel: metal("#bdb8ae", 0.25),
  foil: metal("#d6d9dd", 0.12),
  ruby: glass("#c2183a", 0.8),
  emerald: glass("#1c9a5b", 0.8),
  sapphire: glass("#2450c8", 0.8),
  amethyst: glass("#8a4cc4", 0.8),
  diamond: glass("#e4f3fb", 0.6),
  pearl: glossy("#f3ece4"),
  opal: layered(glossy("#e6ecec"), "iridescent"),
  chocolate: matte("#5a3320", 0.35),
  cheese: matte("#f0c14b", 0.5),
  gingerbread: matte("#a9682f", 0.85),
  candy: glossy("#f07aa8"),
  sand: layered(matte("#d9bd86", 1), "speckles"),
  vinyl: glossy("#222226"),
};

/** Finds a material by its word; undefined for other words. */
export function findSubstance(word: string): Material | undefined {
  return Object.hasOwn(substances, word) ? substances[word] : undefined;
}
