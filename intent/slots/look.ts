import { allWords, unspacedWords, words } from "#intent/synonyms.ts";
import { numberSource, toNumber } from "#intent/text/number-words.ts";

import { cut, findFirst, naming, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

const spacedCountPattern = toPattern(
  String.raw`(?<![\p{L}\p{N}.:])(?<number>${numberSource})(?= (?:\p{L}[\p{L}-]* ){0,3}?${words("number/results")}(?![\p{L}]))`,
);
const unspacedCountPattern = toPattern(
  `(?<number>${numberSource}|한|세|네) ?${unspacedWords("number/results")}`,
);

const countMax = 20;

/** Reads the number of results. "One" and "a" do not count, nor do numbers beyond `countMax`. */
export function readCount(draft: SlotDraft): void {
  const match = findFirst(draft, spacedCountPattern) ?? findFirst(draft, unspacedCountPattern);
  if (!match || (match.index ?? 0) > 120) return;
  const isInsideSubject = /\b(?:of|showing|with|where|von|mit|de|di|van) /u.test(
    draft.text.slice(0, match.index),
  );
  const count = toNumber(match.groups?.["number"] ?? "");
  if (isInsideSubject || !Number.isInteger(count) || count < 2 || count > countMax) return;
  draft.parameters.count = count;
  cut(draft, match);
}

const seedPattern = new RegExp(
  String.raw`(?<!\p{L})${allWords("number/seed")}(?: number| nr)?[ :=#]{0,3}(\d{1,10})(?!\d)`,
  "gu",
);

export function readSeed(draft: SlotDraft): void {
  const match = findFirst(draft, seedPattern);
  if (!match) return;
  draft.parameters.seed = Number(match[1]);
  cut(draft, match);
}

const formats: Readonly<Record<"image" | "video" | "audio" | "text" | "3d", string>> = {
  image: "png|jpe?g|webp|svg|tiff?|avif",
  video: "mp4|mov|webm|mkv|avi|gif",
  audio: "mp3|wav|ogg|flac|m4a|aac|opus",
  text: "srt|vtt|txt|json",
  "3d": "glb|gltf|obj|stl|fbx|usdz|ply",
};
const formatPatterns = Object.fromEntries(
  Object.entries(formats).map(([kind, source]) => [
    kind,
    toPattern(
      String.raw`(?:(?<!\p{L})(?:(?:and )?export(?:ed)? (?:it )?|save (?:it )?|saved |output |exporta(?:r|do)? |exportiere? |exporter )?${words("format/as")} (?:an? |ein |un |una )?\.?)?(?<![\p{L}\p{N}])\.?(?<name>${source})(?![\p{L}\p{N}])(?:[ -]${allWords("format/file")})?`,
    ),
  ]),
) as Record<keyof typeof formats, RegExp>;

export function readFormat(draft: SlotDraft, kind: keyof typeof formats): void {
  const match = findFirst(draft, formatPatterns[kind]);
  const name = match?.groups?.["name"];
  if (!match || name === undefined) return;
  draft.parameters.format = name === "jpg" ? "jpeg" : name;
  cut(draft, match);
}

const without = words("exclude/without");
/** Things that people usually want to exclude; other things need a separate clause. */
const usualThing = String.raw`(?:any )?${words("exclude/things")}`;
const negativePatterns = [
  toPattern(
    String.raw`(?<![\p{L}])${without} (?<what>${usualThing}(?:(?:,? ${words("exclude/or")} |, )(?:${without} )?${usualThing}){0,4})(?!\p{L})`,
  ),
  toPattern(
    String.raw`(?:[,.;(\n]|^| - )[^\S\n]*(?:but |and |with |mit |con )?${without} (?<what>\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*){0,3})(?=\s*(?:[,.;)!\n]|$))`,
  ),
  /negative(?: prompt)?: ?(?<what>[^.;\n]{2,200})/gu,
  /(?:没有|不要(?:有)?|无)(?<what>人物?|文字|水印|字)/gu,
  /(?<what>人物?|文字|テキスト|ロゴ|透かし)(?:は)?(?:なし|無し|抜き)(?:で)?/gu,
  /(?<what>사람|텍스트|글자|로고) ?없이/gu,
  /बिना (?:किसी )?(?<what>लोगों|टेक्स्ट|इंसान)(?: के)?/gu,
] as const;

/** Reads the things to exclude from the result, joined by commas. */
export function readNegativePrompt(draft: SlotDraft): void {
  const found: string[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const pattern of negativePatterns) {
    for (const match of draft.text.matchAll(pattern)) {
      const what = match.groups?.["what"];
      const start = match.index;
      if (
        what === undefined ||
        taken.some((span) => start < span.end && start + match[0].length > span.start)
      )
        continue;
      taken.push({ start, end: start + match[0].length });
      found.push(...splitList(what));
      cut(draft, match);
    }
  }
  if (found.length > 0) draft.parameters.negativePrompt = [...new Set(found)].join(", ");
}

function splitList(what: string): string[] {
  return what
    .split(/,|\b(?:or|and|nor|oder|und|ni|et|ou)\b/u)
    .map((part) => part.replace(new RegExp(`^\\s*(?:${without} )?(?:any )?`, "u"), "").trim())
    .filter((part) => part !== "");
}

const operations = [
  "denoise",
  "sharpen",
  "deblur",
  "contrast",
  "lighting",
  "brightness",
  "saturation",
  "color",
  "white-balance",
  "exposure",
  "dehaze",
  "red-eye",
  "artifacts",
  "skin",
  "voice-isolation",
  "loudness",
  "dereverb",
].map((name) => ({ name, pattern: naming(`operation/${name}`) }));

/** Reads the enhancements to apply, in the order of the message. */
export function readOperations(draft: SlotDraft): void {
  const found = operations
    .map(({ name, pattern }) => ({ name, match: findFirst(draft, pattern) }))
    .filter(({ match }) => match !== undefined)
    .toSorted((left, right) => (left.match?.index ?? 0) - (right.match?.index ?? 0))
    .map(({ name }) => name);
  if (found.length > 0) draft.parameters.operations = found;
}
