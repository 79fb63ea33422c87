import { readFileSync } from "node:fs";

import { z } from "zod";

import { markdownTable } from "./markdown-table.ts";

const countsSchema = z.object({
  itself: z.number(),
  art: z.number(),
  nearest: z.number(),
  partly: z.number(),
  not: z.number(),
});

const coverageSchema = z.object({
  lists: z.array(
    z.object({
      name: z.string(),
      nouns: z.number(),
      models: countsSchema,
      images: countsSchema,
    }),
  ),
});

/** Nouns that became a separate solid or art in the version before the families of everyday objects. */
const before: Readonly<Record<string, { readonly models: number; readonly images: number }>> = {
  coco: { models: 66, images: 64 },
  "lvis-frequent": { models: 195, images: 179 },
  "lvis-common": { models: 152, images: 152 },
  "lvis-rare": { models: 67, images: 72 },
};

/** Renders the section about the nouns of others from the measurements of `measure-coverage.ts`. */
export function coverageSection(): string {
  const url = new URL("../studio-quality/coverage.json", import.meta.url);
  const { lists } = coverageSchema.parse(JSON.parse(readFileSync(url, "utf8")));
  return `## Nouns of others

Names of the categories of two public data sets of everyday photos, [COCO](https://cocodataset.org) and [LVIS](https://www.lvisdataset.org), as prompts ("a toaster"). In 3D, a noun is a solid
of its own, inflated art, the nearest kind (the result says so), known in part ("bottle opener" has a known noun, and the rest is reported) or refused. The
vocabulary was extended with these lists, so they show its breadth, not its quality: a solid can be clumsy, and "mouse" is the animal.
\`node scripts/studio-quality/measure-coverage.ts\` with files of nouns, one a line, measures again.

${markdownTable(
  [
    "list",
    "nouns",
    "3D: solid",
    "art",
    "nearest",
    "in part",
    "refused",
    "solid or art before",
    "images: drawn",
    "drawn before",
  ],
  lists.map(({ name, nouns, models, images }) => [
    name,
    `${nouns}`,
    `${models.itself}`,
    `${models.art}`,
    `${models.nearest}`,
    `${models.partly}`,
    `${models.not}`,
    `${before[name]?.models ?? ""}`,
    `${images.itself + images.art}`,
    `${before[name]?.images ?? ""}`,
  ]),
)}
`;
}
