import { numberSource, toNumber } from "#intent/number-words.ts";

import { chooseFirst, cut, either, findFirst, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

const knownRatios = new Set(
  "1:1 16:9 9:16 4:3 3:4 3:2 2:3 4:5 5:4 21:9 9:21 2:1 1:2 3:1 1:3 16:10 10:16 5:7 7:5".split(" "),
);

/** Follows an adjective such as "square" or "vertical" that describes the result, not the subject. */
const shaped = String.raw`(?=\s*(?:$|[,.;:!?)\]]|(?:and|y|et|und|e|i|with|of|de|von|crop|cut|please|pls|thx|thanks|por favor|for|fur|para|pour|per|16|9)\b|(?:\p{L}+[ -]){0,2}(?:image|picture|pic|photo|photograph|poster|logo|video|clip|format|formato|orientation|ratio|aspect|version|mode|layout|illustration|drawing|painting|artwork|render|gif|animation|movie|banner|thumbnail|foto|bild|imagen|imagem|immagine|afbeelding|film|reel)))`;

const ratioWords: readonly (readonly [string, RegExp])[] = [
  [
    "21:9",
    either(
      String.raw`ultra-?\s?wide(?:screen)?|cinemascope|anamorphic|(?:web|header|twitter|linkedin|website|youtube)?\s?banner(?: (?:format|size|image|ratio))|in banner format`,
      "横幅",
    ),
  ],
  [
    "9:16",
    either(
      String.raw`(?<=[,;(] ?)portrait(?=\s*(?:$|[,.;)]))|portrait (?:orientation|format|mode|aspect(?: ratio)?|layout|size)|in portrait(?! of)|vertical(?:e|es|ly|ne|na|en)?${shaped}|verticale?s?|verticais|hochformat|hochkant\p{L}*|en vertical|retrato vertical|formato retrato|format portrait|tik\s?tok(?:a|u|ie)?|douyin|(?:instagram |ig |insta |facebook )?reels?(?! of film)|(?:youtube |yt )?shorts(?! and| with)|(?:instagram|ig|insta|snapchat|facebook|whatsapp) stor(?:y|ies)|(?:for|as) (?:a |my )?stor(?:y|ies)|story (?:format|size|video|image)|verticaal|staand(?:e)?(?: formaat)?|pionow\p{L}*|dikey|вертикальн\p{L}*|тикток\p{L}*|عمودي\p{L}*|راسي|طولي|تيك توك|वर्टिकल|लंबवत|टिकटॉक|(?:phone|mobile|iphone|lock screen) wallpaper|9 ?(?:x|by|to) ?16`,
      "竖屏|竖版|竖向|直式|豎屏|抖音|縦長|縦型|縦向き|縦動画|縦|세로형?|틱톡",
    ),
  ],
  [
    "16:9",
    either(
      String.raw`(?<=[,;(] ?)landscape(?=\s*(?:$|[,.;)]))|landscape (?:orientation|format|mode|aspect(?: ratio)?|layout|size)|in landscape(?! (?:of|painting))|wide-?\s?screen|horizontal(?:e|es|ly|ne|na)?${shaped}|horizontais|querformat|breitbild\p{L}*|apaisad[oa]s?|(?:format|en|au format) paysage|formato (?:paisaje|panoramico|paisagem)|panoramic(?: format)|(?:for )?(?:a |my )?youtube(?: video| thumbnail| channel)?|desktop wallpaper|liggend(?:e)?|poziom[aeyo]\p{L}*|yatay|горизонтальн\p{L}*|широкоформатн\p{L}*|широкоэкранн\p{L}*|ютуб\p{L}*|افقي\p{L}*|عريض\p{L}*|हॉरिजॉन्टल|लैंडस्केप|16 ?(?:x|by|to) ?9`,
      "横屏|横版|横向|宽屏|橫|横長|横型|横向き|横動画|ワイドスクリーン|가로형?|와이드",
    ),
  ],
  [
    "1:1",
    either(
      String.raw`(?<!(?:times|town|red|market|public|trafalgar|main|city|village|central|crowded) )square(?:d)?${shaped}|(?:in|to|as) (?:a )?square|cuadrad[oa]s?|carree?s?|quadratisch\p{L}*|quadrad[oa]s?|quadrat[oaie]|vierkant(?:e)?|kwadratow\p{L}*|kare|квадратн\p{L}*|مربع\p{L}*|वर्गाकार|(?:instagram|insta|ig) (?:post|feed)|profile (?:picture|photo|pic)`,
      "正方形|方形|정사각형|스퀘어",
    ),
  ],
];

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
  const match = findFirst(
    draft,
    /(?<![\d.])(\d{3,5}) ?(?:px|pixels?)? ?(?:x|×|\*|х|by|на|por|mal|par|per|乘) ?(\d{3,5})(?!\d) ?(?:px|pixels?|pixel|pixeles|pixeis|пикс\p{L}*|像素|ピクセル|픽셀)?/gu,
  );
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
  toPattern(
    String.raw`(?<![\p{L}\p{N}])(${numberSource})[ -]?(?:times|fold|veces|fois|mal|fach\p{L}*|volte|vezes|keer|maal|razy|kat\p{L}*|раза?|गुना|مرات|مرة)(?![\p{L}])`,
  ),
  new RegExp(`(${numberSource}) ?(?:倍|배)`, "gu"),
  toPattern(
    String.raw`(?:factor|faktor|facteur|fattore|fator|коэффициент\p{L}*|scale)(?: of| von| de| di| x)? ?(${numberSource})(?![\p{L}\p{N}])`,
  ),
];

const factorWords: readonly (readonly [number, RegExp])[] = [
  [4, either(String.raw`quadrupl\p{L}*|vervierfach\p{L}*|cuadruplic\p{L}*|вчетверо`)],
  [3, either(String.raw`tripl\p{L}*|verdreifach\p{L}*|втрое`)],
  [
    2,
    either(
      String.raw`doubl\p{L}*|twice|duplica\p{L}*|doble|doppelt\p{L}*|verdopp\p{L}*|doppi[oa]|raddoppia\p{L}*|dobro|dobre|dubbel\p{L}*|verdubbel\p{L}*|podwoj\p{L}*|dwukrotn\p{L}*|вдвое|удвои\p{L}*|iki kat\p{L}*|مرتين|ضعف|दोगुना|दुगना`,
    ),
  ],
];

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
  const percent = findFirst(draft, /(?<!\d)([2-9]00|1[1-9]0|[2-9]50) ?(?:%|percent|prozent)/gu);
  if (percent) {
    draft.parameters.scale = Number(percent[1]) / 100;
    cut(draft, percent);
    return;
  }
  const worded = chooseFirst(draft, factorWords);
  if (worded !== undefined) draft.parameters.scale = worded;
}
