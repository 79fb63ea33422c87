import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

interface EmojiRow {
  readonly name: string;
  readonly group: string;
}

/** A picture of the art library, named by its emoji. */
export interface Art {
  readonly emoji: string;
  /** In English, lower case, as in `hot dog`. */
  readonly name: string;
  /** Other words for it; none for objects and people, whose words are mostly ideas and feelings. */
  readonly keywords: readonly string[];
}

const artFolder = join(dirname(require.resolve("@lobehub/fluent-emoji-3d/package.json")), "assets");

/** Things that can stand in a scene, besides people; faces, signs, arrows and flags cannot. */
const concreteGroups = [
  "Animals & Nature",
  "Food & Drink",
  "Travel & Places",
  "Activities",
  "Objects",
];

const bodyParts =
  /hand|finger|fist|thumb|palm|gesture|pinch|nail|clap|heart|biceps|leg|foot|ear|nose|brain|lung|tooth|bone|eye|tongue|mouth|lip|pray|selfie|salute|call me|ok|horns|handshake|writing|bubble|silhouette|footprints|speaking/i;

/** All art that can be a subject, in the order of Unicode's own table. */
export function listArt(): readonly Art[] {
  const rows = require("unicode-emoji-json/data-by-emoji.json") as Record<string, EmojiRow>;
  const words = require("emojilib/dist/emoji-en-US.json") as Record<string, readonly string[]>;
  const files = new Set(readdirSync(artFolder));
  return Object.entries(rows)
    .filter(([emoji, { group, name }]) => {
      const isThing =
        group === "People & Body" ? !bodyParts.test(name) : concreteGroups.includes(group);
      return isThing && files.has(fileName(emoji));
    })
    .map(([emoji, { name, group }]) => {
      const isConcrete = group !== "Objects" && group !== "People & Body";
      const keywords = isConcrete ? (words[emoji] ?? []) : [];
      return {
        emoji,
        name: name.toLowerCase(),
        keywords: keywords.map((word) => word.replaceAll("_", " ").toLowerCase()),
      };
    });
}

/** The WebP of an emoji: 256 × 256 with alpha. */
export function artPath(emoji: string): string {
  return join(artFolder, fileName(emoji));
}

function fileName(emoji: string): string {
  const points = Array.from(emoji, (character) => {
    return (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
  });
  return `${points.join("-")}.webp`;
}
