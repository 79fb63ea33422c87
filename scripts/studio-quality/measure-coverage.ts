import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { readScene } from "../../studio/engines/model3d/read-scene.ts";
import { readPrompt } from "../../studio/engines/scene/reading/read-prompt.ts";

/**
 * Process: `node scripts/studio-quality/measure-coverage.ts lists/coco.txt …` reads lists of nouns, one a line, lists
 * those that are not shown as themselves, and writes coverage.json next to it. The lists themselves are not stored here.
 */
const shown = ["itself", "art", "nearest", "partly", "not"] as const;
type Shown = (typeof shown)[number];

const lists = [];
for (const path of process.argv.slice(2)) {
  const text = await readFile(path, "utf8");
  const nouns = text.split("\n").filter((noun) => noun !== "");
  const models = nouns.map((noun) => [noun, showAsModel(noun)] as const);
  const images = nouns.map((noun) => [noun, showAsImage(noun)] as const);
  lists.push({
    name: basename(path, ".txt"),
    nouns: nouns.length,
    models: count(models),
    images: count(images),
  });
  for (const [title, results] of [
    ["models", models],
    ["images", images],
  ] as const) {
    for (const way of shown.slice(2)) {
      const found = results.filter(([, result]) => result === way).map(([noun]) => noun);
      console.log(`${basename(path)}, ${title}, ${way}: ${found.join(", ")}`);
    }
  }
}
const target = fileURLToPath(new URL("coverage.json", import.meta.url));
await writeFile(target, `${JSON.stringify({ lists }, null, 2)}\n`);

function count(results: readonly (readonly [string, Shown])[]): Record<Shown, number> {
  const counts = { itself: 0, art: 0, nearest: 0, partly: 0, not: 0 };
  for (const [, way] of results) counts[way] += 1;
  return counts;
}

/** "Partly" is a known noun within the name, such as the bottle of "bottle opener". */
function showAsModel(noun: string): Shown {
  const [item, ...others] = readScene(`a ${noun}`, undefined);
  if (!item) return "not";
  if (item.name !== noun || others.length > 0) return "partly";
  if (item.isNearest) return "nearest";
  return item.subject.kind === "picture" ? "art" : "itself";
}

function showAsImage(noun: string): Shown {
  const { subjects, unknownWords } = readPrompt(`a ${noun}`);
  const [subject] = subjects;
  if (!subject) return "not";
  if (unknownWords.length > 0 || subjects.length > 1) return "partly";
  return subject.emoji.startsWith("@") ? "itself" : "art";
}
