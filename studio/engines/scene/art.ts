import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

interface EmojiRow {
  readonly name: string;
  readonly group: string;
}

/** An image of the art library, identified by its emoji. */
export interface Art {
  readonly emoji: string;
  /** English name in lower case, such as `hot dog`. */
  readonly name: string;
}

const artFolder = join(dirname(require.resolve("@lobehub/fluent-emoji-3d/package.json")), "assets");

/** Groups of emojis that can be subjects, besides people. Excludes faces, signs, arrows and flags. */
const concreteGroups = [
  "Animals & Nature",
  "Food & Drink",
  "Travel & Places",
  "Activities",
  "Objects",
];

const bodyParts =
  /hand|finger|fist|thumb|palm|gesture|pinch|nail|clap|heart|biceps|leg|foot|ear|nose|brain|lung|tooth|bone|eye|tongue|mouth|lip|pray|selfie|salute|call me|ok|horns|handshake|writing|bubble|silhouette|footprints|speaking/i;

/** Lists all art that can be a subject, in the order of Unicode's table. */
export function listArt(): readonly Art[] {
  const rows = require("unicode-emoji-json/data-by-emoji.json") as Record<string, EmojiRow>;
  const files = new Set(readdirSync(artFolder));
  return Object.entries(rows)
    .filter(([emoji, { group, name }]) => {
      const isThing =
        group === "People & Body" ? !bodyParts.test(name) : concreteGroups.includes(group);
      return isThing && files.has(fileName(emoji));
    })
    .map(([emoji, { name }]) => ({ emoji, name: name.toLowerCase() }));
}

/** Returns the path of an emoji's WebP file: 256 × 256 pixels with alpha. */
export function artPath(emoji: string): string {
  return join(artFolder, fileName(emoji));
}

function fileName(emoji: string): string {
  const points = Array.from(emoji, (character) => {
    return (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
  });
  return `${points.join("-")}.webp`;
}
