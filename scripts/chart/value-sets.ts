import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { hashFiles, listFilesBelow } from "#runtime/hash-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const chartFolder = "deploy/chart";
const recordedFolder = "test/fixtures/chart";

/** Example values, each of which is rendered, checked and recorded. */
export async function listValueSets(): Promise<string[]> {
  const names = await readdir(`${root}/${chartFolder}/ci`);
  return names.map((name) => name.replace(".yaml", "")).toSorted();
}

export function recordedFile(set: string): string {
  return `${recordedFolder}/${set}.yaml`;
}

/**
 * First line of a recorded rendering: the hash of the chart that it was made of. CI has no helm and compares the hash.
 * Rules and dashboards, which the chart links to, are not part of it.
 */
export async function sourceLine(): Promise<string> {
  const listed = await listFilesBelow(root, chartFolder);
  const sources = listed.filter((name) => !name.startsWith(`${chartFolder}/files/`));
  return `# Rendered by \`npm run chart:check -- --write\` from the chart ${await hashFiles(root, sources)}`;
}

export async function readRecorded(set: string): Promise<string> {
  return readFile(`${root}/${recordedFile(set)}`, "utf8");
}
