import { allWords, unspacedWords, words } from "#intent/synonyms.ts";
import { numberSource, toNumber } from "#intent/text/number-words.ts";

import { chooseFirst, cut, either, findFirst, naming, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

const knownRatios = new Set(
  "1:1 16:9 9:16 4:3 3:4 3:2 2:3 4:5 5:4 21:9 9:21 2:1 1:2 3:1 1:3 16:10 10:16 5:7 7:5".split(" "),
);

/** Follows an adjective such as "square" or "vertical" that describes the result, not the subject. */
const shaped = String.raw`(?=\s*(?:$|[,.;:!?)\]]|(?:${words("aspect ratio/next clause")}|16|9)\b|(?:\p{L}+[ -]){0,2}${words("aspect ratio/result")}))`;
const endsClause = String.raw`(?=\s*(?:$|[,.;)]))`;

/** Wordings that name a ratio only next to certain words, and names of products. */
const ratioRules = {
  "21:9": String.raw`(?:web|header|twitter|linkedin|website|youtube)?\s?banner (?:format|size|image|ratio)`,
  "9:16": String.raw`(?<=[,;(] ?)portrait${endsClause}|in portrait(?! of)|${words("aspect ratio/vertical")}${shaped}|tik\s?tok(?:a|u|ie)?|(?:instagram |ig |insta |facebook )?reels?(?! of film)|(?:youtube |yt )?shorts(?! and| with)|9 ?(?:x|by|to) ?16`,
  "16:9": String.raw`(?<=[,;(] ?)landscape${endsClause}|in landscape(?! (?:of|painting))|${words("aspect ratio/horizontal")}${shaped}|16 ?(?:x|by|to) ?9`,
  "1:1": String.raw`(?<!(?:times|town|red|market|public|trafalgar|main|city|village|central|crowded) )square(?:d)?${shaped}`,
};
const ratioWords = Object.entries(ratioRules).map(
  ([ratio, spaced]) => [ratio, naming(`aspect ratio/${ratio}`, { spaced })] as const,
);

const pixelsPattern = new RegExp(
  String.raw`(?<![\d.])(\d{3,5}) ?(?:px|pixels?)? ?(?:x|×|\*|х|${allWords("pixels/by")}) ?(\d{3,5})(?!\d) ?${allWords("pixels/pixels")}?`,
  "gu",
);

export function readAspectRatio(draft: SlotDraft): void {
  for (const match of draft.text.matchAll(/(?<![\d:.])(\d{1,2}) ?[:：] ?(\d{1,2})(?![\d:])/gu)) {
    const ratio = `${Number(match[1])}:${Number(match[2])}`;
    if (!knownRatios.has(ratio)) continue;
    draft.parameters.aspectRatio = ratio;
    cut(draft, match);
  }
  const worded = chooseFirst(draft, ratioWords);
  if (worded !== undefined) draft.parameters.aspectRatio ??= worded;
}

export function readPixels(draft: SlotDraft): void {
  const match = findFirst(draft, pixelsPattern);
  if (!match) return;
  draft.parameters.width = Number(match[1]);
  draft.parameters.height = Number(match[2]);
  cut(draft, match);
}

const resolutions: readonly (readonly [string, RegExp])[] = [
  ["8k", either(String.raw`8 ?[kк](?: uhd)?`, "8k")],
  ["4k", either(String.raw`4 ?[kк](?: uhd| ultra hd)?|uhd|ultra ?hd|2160p`, "4k")],
  ["1440p", either("1440p|2 ?[kк]|qhd")],
  ["1080p", either(String.raw`1080 ?[piр]?(?: hd)?|full ?-?hd|fhd`, "1080p?")],
  ["720p", either(String.raw`720 ?[pр](?: hd)?`, "720p")],
  ["480p", either(String.raw`480 ?[pр]`, "480p")],
];

export function readResolution(draft: SlotDraft): void {
  const resolution = chooseFirst(draft, resolutions);
  if (resolution !== undefined) draft.parameters.resolution = resolution;
}

const factorPatterns = [
  /(?<![\p{L}\p{N}.])(\d{1,2}(?:[.,]\d)?) ?[x×х](?!\p{N})/gu,
  /(?<![\p{L}\p{N}])[x×х] ?(\d{1,2})(?![\p{N}])/gu,
  toPattern(String.raw`(?<![\p{L}\p{N}])(${numberSource})[ -]?${words("scale/times")}(?![\p{L}])`),
  new RegExp(`(${numberSource}) ?${unspacedWords("scale/times")}`, "gu"),
  toPattern(
    String.raw`${words("scale/factor")}(?: of| von| de| di| x)? ?(${numberSource})(?![\p{L}\p{N}])`,
  ),
];

const percentPattern = new RegExp(
  String.raw`(?<!\d)([2-9]00|1[1-9]0|[2-9]50) ?(?:%|${words("scale/percent")})`,
  "gu",
);
const factorWords = [
  [4, naming("scale/quadruple")],
  [3, naming("scale/triple")],
  [2, naming("scale/double")],
] as const;

/** Reads the scale factor; percentages above 100 count, too ("200 %"). */
export function readScale(draft: SlotDraft): void {
  for (const pattern of factorPatterns) {
    const match = findFirst(draft, pattern);
    const factor = toNumber(match?.[1] ?? "");
    if (!match || !(factor > 1 && factor <= 16)) continue;
    draft.parameters.scale = factor;
    cut(draft, match);
    return;
  }
  const percent = findFirst(draft, percentPattern);
  if (percent) {
    draft.parameters.scale = Number(percent[1]) / 100;
    cut(draft, percent);
    return;
  }
  const worded = chooseFirst(draft, factorWords);
  if (worded !== undefined) draft.parameters.scale = worded;
}
