import { readFileSync } from "node:fs";

import { z } from "zod";

import { markdownTable } from "./markdown-table.ts";

const measuredSchema = z.object({
  enlarged: z.array(
    z.object({
      name: z.string(),
      scale: z.number(),
      lanczosDb: z.number(),
      studioDb: z.number(),
    }),
  ),
  mattes: z.array(z.object({ emoji: z.string(), place: z.string(), overlap: z.number() })),
});

/** Renders the sections about upscaling and mattes from the measurements of `measure-pictures.ts`. */
export function measuredSections(): string {
  const url = new URL("../studio-quality/pictures.json", import.meta.url);
  const { enlarged, mattes } = measuredSchema.parse(JSON.parse(readFileSync(url, "utf8")));
  const gains = enlarged.map(({ lanczosDb, studioDb }) => studioDb - lanczosDb);
  return `## Upscaling

Images were made smaller with a Lanczos filter, then enlarged again by studio and by a Lanczos filter, and compared with the original (PSNR, by ffmpeg; more is
closer). Studio is ${Math.min(...gains).toFixed(1)} to ${Math.max(...gains).toFixed(1)} dB closer. \`node scripts/studio-quality/measure-pictures.ts\` measures again.

${markdownTable(
  ["image", "scale", "Lanczos (dB)", "studio (dB)"],
  enlarged.map(({ name, scale, lanczosDb, studioDb }) => [
    name,
    `${scale}`,
    lanczosDb.toFixed(1),
    studioDb.toFixed(1),
  ]),
)}

## Mattes

Art with a known outline was drawn into places of studio. The table has the overlap of that outline with the matte that studio finds: intersection over
union, 1 is the same. What has the colours of its surroundings, such as a stem on grass, is the weakness of the network.

${markdownTable(
  ["subject", "place", "overlap"],
  mattes.map(({ emoji, place, overlap }) => [emoji, place, overlap.toFixed(2)]),
)}
`;
}
