import { existsSync } from "node:fs";

import { colors, finishes } from "#studio/engines/model3d/material.ts";
import { artPath } from "#studio/engines/scene/art.ts";
import { findMeaning } from "#studio/engines/scene/reading/dictionary.ts";

/** A figure or a text that is painted on the surface of a thing. */
export interface Motif {
  /** The emoji of the figure's art; absent for a text. */
  readonly emoji?: string;
  readonly text?: string;
  /** sRGB, `#rrggbb`; the figure's own colours by default. */
  readonly color?: string;
  /** True when the figure is cut into the surface, in a darker tone of it. */
  readonly isEngraved?: true;
}

/** Figures that are mostly painted on things, and whose names rarely mean a thing that lies on another. */
const symbols: Readonly<Record<string, string>> = {
  heart: "❤️",
  hearts: "❤️",
  star: "⭐",
  skull: "💀",
  "skull and crossbones": "☠️",
  cross: "✝️",
  "red cross": "✚",
  anchor: "⚓",
  "lightning bolt": "⚡",
  lightning: "⚡",
  moon: "🌙",
  "crescent moon": "🌙",
  sun: "☀️",
  "smiley face": "🙂",
  smiley: "🙂",
  "happy face": "🙂",
  paw: "🐾",
  "paw print": "🐾",
  crown: "👑",
  "music note": "🎵",
  "musical note": "🎵",
  snowflake: "❄️",
  recycling: "♻️",
  "recycling symbol": "♻️",
  peace: "☮️",
  "peace sign": "☮️",
  "yin yang": "☯️",
  "fleur-de-lis": "⚜️",
  "fleur de lis": "⚜️",
  radioactive: "☢️",
  radiation: "☢️",
  biohazard: "☣️",
  eye: "👁️",
  flame: "🔥",
  clover: "🍀",
  shamrock: "🍀",
  "british flag": "🇬🇧",
  "union jack": "🇬🇧",
  "american flag": "🇺🇸",
  "us flag": "🇺🇸",
  "french flag": "🇫🇷",
  "german flag": "🇩🇪",
  "italian flag": "🇮🇹",
  "japanese flag": "🇯🇵",
  "pirate flag": "🏴‍☠️",
  "jolly roger": "🏴‍☠️",
  spade: "♠️",
  eagle: "🦅",
  lion: "🦁",
  dragon: "🐉",
  phoenix: "🦅",
  wolf: "🐺",
  bear: "🐻",
  cat: "🐱",
  rune: "᛭",
};

const labels =
  "emblem|logo|design|motif|symbol|print|decal|crest|insignia|sticker|engraving|carving|tattoo|embroidery|sigil|icon|image|picture|drawing|illustration|graphic|relief|pattern";
const workings =
  "painted|printed|drawn|embroidered|engraved|carved|etched|embossed|stamped|stitched|emblazoned|tattooed";
const sides =
  "it|(?:its|the|one|both|each) (?:\\w+ )?(?:front|side|sides|lid|cover|chest|door|back|top|blade|hull|tail|face|center|middle|body|surface|belly|front cover|pocket|shoulder)";
const noun = "((?:[\\p{L}'-]+ ){0,3}?[\\p{L}'-]+)";
const article = "(?:an? |the |its )?";

interface Phrase {
  readonly pattern: RegExp;
  /** True when the words alone do not say that the figure is painted. */
  readonly isSymbolOnly?: true;
}

const phrases: readonly Phrase[] = [
  {
    pattern: new RegExp(
      `\\b(?:with|bearing|featuring|showing|displaying) ${article}${noun} (?:${labels})s?(?: (?:${workings}))?(?: (?:on|across|in|into|onto) (?:${sides}))?(?![\\p{L}-])`,
      "gu",
    ),
  },
  {
    pattern: new RegExp(
      `\\bwith ${article}${noun} (${workings})(?: (?:on|into|onto|in|across)(?: (?:${sides}))?)?(?![\\p{L}-])`,
      "gu",
    ),
  },
  {
    pattern: new RegExp(
      `\\b(${workings}|decorated|adorned) with ${article}${noun}(?= and | on |[,.]|$)`,
      "gu",
    ),
  },
  {
    pattern: new RegExp(
      `\\bwith ${article}(?:${workings}) (?!\\w*(?:leg|eye|face|handle|wheel|door|window|roof|wing|head|arm|top|detail|trim|edge))${noun}(?= and | on |[,.]|$)`,
      "gu",
    ),
  },
  {
    pattern: new RegExp(`\\bwith ${article}${noun} on (?:${sides})(?![\\p{L}-])`, "gu"),
    isSymbolOnly: true,
  },
];

const textPatterns: readonly RegExp[] = [
  /\b(?:with|bearing) (?:the |an? )?(?:words?|text|letters?|lettering|name|inscription|label|message|slogan|number)(?: that (?:says|reads))? ["“'‘]?([\p{L}\p{N}][\p{L}\p{N} !?&.'-]{0,18}?)["”'’]?(?= on (?:it|the|its)\b|[,;]|["”'’]|$)(?: on (?:it|the \w+|its \w+))?/giu,
  /\b(?:that |which )(?:says|reads) ["“'‘]?([\p{L}\p{N}][\p{L}\p{N} !?&.'-]{0,18}?)["”'’]?(?=[,;]|["”'’]|$)/giu,
  /\b(?:saying|reading|labell?ed) ["“'‘]([\p{L}\p{N}][\p{L}\p{N} !?&.'-]{0,18}?)["”'’]/giu,
  /\b(?:saying|labell?ed) ([\p{Lu}\p{N}][\p{Lu}\p{N} !?&.'-]{0,18}?)(?=[,;]|$)/gu,
];

const prefix = "motif~";
const [colorPrefix, engravedMark] = ["color=", "engraved"];

/** Replaces "that says OPEN" and "with the word HELLO on it" by a token that `readMotif` reads. */
export function takeTexts(prompt: string): string {
  if (
    /^\W*(?:an? |some )?(?:3d |three-dimensional )?(?:text|letters?|lettering|word)\b/iu.test(
      prompt,
    )
  ) {
    return prompt;
  }
  return textPatterns.reduce(
    (text, pattern) =>
      text.replaceAll(
        pattern,
        (_, said: string) =>
          ` ${prefix}text~${said
            .trim()
            .toUpperCase()
            .replaceAll(/[\s.,!?']+/gu, "_")}`,
      ),
    prompt,
  );
}

/** Replaces "with a lion emblem" and "painted with a dragon" by a token that `readMotif` reads. */
export function takeMotifs(text: string): string {
  return phrases.reduce(
    (replaced, { pattern, isSymbolOnly }) =>
      replaced.replaceAll(pattern, (phrase, ...groups: unknown[]) => {
        const words = groups.filter((group) => typeof group === "string").slice(0, -1);
        const naming = words.find((word) => !workingSet.has(word)) ?? "";
        return toToken(naming, phrase, isSymbolOnly === true) ?? phrase;
      }),
    text,
  );
}

/** A cushion that is stitched with threads bears no spool. */
const tools = new Set("thread paint ink needle brush yarn pearl gem jewel bead".split(" "));
const workingSet = new Set([...workings.split("|"), "decorated", "adorned"]);

function toToken(naming: string, phrase: string, isSymbolOnly: boolean): string | undefined {
  const words = naming.split(" ").filter((word) => word !== "");
  const color = words.flatMap((word) => colorOf(word) ?? [])[0];
  const named = words.filter((word) => colorOf(word) === undefined);
  if (named.some((word) => tools.has(word.replace(/s$/u, "")))) return undefined;
  const emoji = findFigure(named, isSymbolOnly);
  if (emoji === undefined) return undefined;
  const isEngraved =
    /\b(?:engrav|carv|etch|emboss|relief|stamp)/u.test(phrase) && color === undefined;
  const marks = [
    ...(color === undefined ? [] : [`${colorPrefix}${color}`]),
    ...(isEngraved ? [engravedMark] : []),
  ];
  return ` ${[`${prefix}art`, emoji, ...marks].join("~")} `;
}

function colorOf(word: string): string | undefined {
  if (Object.hasOwn(colors, word)) return colors[word];
  return Object.hasOwn(finishes, word) ? finishes[word]?.color : undefined;
}

/** Finds the art of "roaring lion head": the longest name from the end on, then its first words. */
function findFigure(words: readonly string[], isSymbolOnly: boolean): string | undefined {
  const names = words.flatMap((_, start) => [words.slice(start), words.slice(0, start)]);
  for (const name of names.map((part) => part.join(" ").replaceAll(/'s\b/gu, ""))) {
    const symbol = [name, name.replace(/s$/u, "")]
      .map((one) => (Object.hasOwn(symbols, one) ? symbols[one] : undefined))
      .find((one) => one !== undefined);
    if (symbol !== undefined && existsSync(artPath(symbol))) return symbol;
    const meaning = isSymbolOnly || name === "" ? undefined : findMeaning(name);
    const [emoji = ""] = meaning?.kind === "subject" ? meaning.value.split(/[+~]/u) : [];
    if (emoji !== "" && existsSync(artPath(emoji))) return emoji;
  }
  return undefined;
}

export function isMotif(word: string): boolean {
  return word.startsWith(prefix);
}

/** Removes the tokens of motifs, which are shown, from a text. */
export function withoutMotifs(text: string): string {
  return text.replaceAll(/motif~\S+/gu, " ");
}

/** Reads the first motif among words. */
export function readMotif(words: readonly string[]): Motif | undefined {
  const [, kind, value = "", ...marks] = words.find(isMotif)?.split("~") ?? [];
  if (kind === "text") return { text: value.replaceAll("_", " ").trim().toUpperCase() };
  if (kind !== "art") return undefined;
  const color = marks.find((mark) => mark.startsWith(colorPrefix))?.slice(colorPrefix.length);
  return {
    emoji: value,
    ...(color !== undefined && { color }),
    ...(marks.includes(engravedMark) && { isEngraved: true }),
  };
}
