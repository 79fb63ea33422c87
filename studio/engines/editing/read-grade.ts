import type { Look } from "#studio/engines/media/operations/grade.ts";

import { type ReadRule, step } from "./clause.ts";

const looks: readonly (readonly [RegExp, Look])[] = [
  [/\bblack-and-white\b|\bb ?& ?w\b|\bmonochrome\b|\bgr[ae]yscale\b/u, "blackAndWhite"],
  [/\bnoir\b/u, "noir"],
  [/\bsepia\b/u, "sepia"],
  [/\b(?:vintage|retro|old film|film look|nostalgic|super ?8)\b/u, "vintage"],
  [/\b(?:cinematic|teal|film-?like|movie look|blockbuster)\b/u, "cinematic"],
  [/\bwarm(?:er|th)?\b/u, "warm"],
  [/\b(?:cold(?:er)?|cooler|cool (?:tones?|colou?rs?|look))\b/u, "cold"],
  [/\b(?:vivid|vibrant|punchy)\b/u, "vivid"],
  [/\b(?:faded|washed[- ]out|pastel)\b/u, "faded"],
  [/\b(?:negative|invert(?:ed)?(?: the)? colou?rs?|inverted)\b/u, "negative"],
  [/\b(?:blur(?:red|ry)?|out of focus)\b/u, "blurred"],
];

const factors = [
  [/\b(?:bright(?:er|en)?|lighter|more light|brightness up)\b/u, "brightness", 1],
  [/\b(?:dark(?:er|en)?|dim(?:mer)?|less light)\b/u, "brightness", -1],
  [
    /\b(?:more|higher|increase(?: the)?|raise(?: the)?|boost(?: the)?|add) contrast\b|\bcontrast up\b/u,
    "contrast",
    1,
  ],
  [/\b(?:less|lower|reduce(?: the)?|decrease(?: the)?) contrast\b/u, "contrast", -1],
  [
    /\b(?:more|higher|increase(?: the)?|boost(?: the)?) (?:saturat\w+|colou?rs?)\b|\b(?<!de)saturate\b|\bcolou?rful\b/u,
    "saturation",
    1,
  ],
  [
    /\b(?:less|lower|reduce(?: the)?|decrease(?: the)?) (?:saturat\w+|colou?rs?)\b|\bdesaturate/u,
    "saturation",
    -1,
  ],
] as const;

/** Reads looks and changes of light and colour. */
export const readGrade: ReadRule = (words) => {
  // "Remove the blur" is the opposite of a look.
  if (/\b(?:remove|without|no|fix|undo|reduce)\b.*\b(?:blur|vintage|sepia|filter)/u.test(words))
    return null;
  const named = looks.filter(([pattern]) => pattern.test(words)).map(([, look]) => ({ look }));
  const changed = factors
    .filter(([pattern]) => pattern.test(words))
    .map(([, name, sign]) => ({ [name]: factorOf(words, sign) }));
  const [first, ...more] = [...named, ...changed];
  return first === undefined ? null : [first, ...more].flatMap((change) => step("grade", change));
};

function factorOf(words: string, sign: 1 | -1): number {
  const percent = /(\d{1,3}) ?(?:%|percent)/u.exec(words)?.[1];
  const share =
    percent === undefined
      ? /\b(?:much|very|a lot|strongly)\b/u.test(words)
        ? 0.5
        : /\b(?:slightly|a (?:bit|little|touch))\b/u.test(words)
          ? 0.12
          : 0.25
      : Number(percent) / 100;
  return Math.round(Math.max(0.2, 1 + sign * share) * 100) / 100;
}
