import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { studioQualityPage } from "./docs/studio-quality-page.ts";
import { writeGenerated } from "./docs/write-generated.ts";
import { drawSheet } from "./studio-quality/draw-sheets.ts";
import { gradedSets } from "./studio-quality/graded-sets.ts";

/**
 * Process (`npm run studio:quality`): draws the contact sheets of docs/studio-quality.md and writes the page.
 * `npm run studio:quality -- images-building-3` draws only the sheets of the named sets. With `--check` only reports
 * whether the page is up to date.
 */
const folder = fileURLToPath(new URL("../docs/images/studio-quality", import.meta.url));

/** `--page` writes the page from the stored sheets and measurements. */
if (!process.argv.includes("--check") && !process.argv.includes("--page")) {
  await mkdir(folder, { recursive: true });
  const named = new Set(process.argv.slice(2));
  const chosen = gradedSets.filter(({ id }) => named.size === 0 || named.has(id));
  for (const set of chosen) await writeFile(`${folder}/${set.id}.webp`, await drawSheet(set));
}
await writeGenerated(
  { "docs/studio-quality.md": studioQualityPage() },
  { command: "npm run studio:quality" },
);
