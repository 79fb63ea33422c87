import { foldInPlace } from "./normalize.ts";

/** Small numbers in words, folded. In practice, messages write larger numbers in digits. */
const lines: readonly (readonly [number, string])[] = [
  [
    1,
    "one a single una uno une ein eine einen um uma een jeden jedno один одна одно bir एक واحد 一 하나 한",
  ],
  [2, "two couple dos deux zwei due dois duas twee dwa dwie два две iki दो اثنين 二 两 兩 두 둘"],
  [3, "three tres trois drei tre drie trzy три uc तीन ثلاث ثلاثة 三 세 셋"],
  [
    4,
    "four cuatro quatre vier quattro quatro cztery четыре dort चार اربع أربع أربعة اربعة 四 네 넷",
  ],
  [5, "five cinco cinq funf cinque vijf piec пять bes पांच पाँच خمس خمسة 五 다섯"],
  [6, "six seis sechs sei zes szesc шесть alti छह छः ست ستة 六 여섯"],
  [7, "seven siete sept sieben sette sete zeven siedem семь yedi सात سبع سبعة 七 일곱"],
  [8, "eight ocho huit acht otto oito osiem восемь sekiz आठ ثماني ثمانية ثمان 八 여덟"],
  [9, "nine nueve neuf neun nove negen dziewiec девять dokuz नौ تسع تسعة 九 아홉"],
  [10, "ten diez dix zehn dieci dez tien dziesiec десять on दस عشر عشرة 十 열"],
  [12, "twelve dozen doce douze zwolf dodici doze twaalf dwanascie двенадцать बारह"],
  [15, "fifteen quince quinze funfzehn quindici vijftien pietnascie пятнадцать पंद्रह"],
  [20, "twenty veinte vingt zwanzig venti vinte twintig dwadziescia двадцать yirmi बीस عشرين"],
  [30, "thirty treinta trente dreissig trenta trinta dertig trzydziesci тридцать otuz तीस ثلاثين"],
  [45, "forty-five"],
  [60, "sixty sesenta soixante sechzig sessanta sessenta zestig szescdziesiat шестьдесят"],
];

const values = new Map(
  lines.flatMap(([value, words]) =>
    foldInPlace(words.normalize("NFC"))
      .split(" ")
      .map((word) => [word, value] as const),
  ),
);

const digitSource = String.raw`\d{1,6}(?:[.,]\d{1,3})?`;
const wordSource = [...values.keys()]
  .toSorted((left, right) => right.length - left.length)
  .join("|");

/** A regular expression source for a number in digits or words. */
export const numberSource = `${digitSource}|${wordSource}`;

/** A number before a unit; a word must be followed by a space, or "as" would be "a second". */
export const numberBeforeUnitSource = String.raw`${digitSource}|(?:${wordSource})(?=[ -]\p{L}{2})`;

/** Converts a match of `numberSource`. */
export function toNumber(text: string): number {
  return values.get(text) ?? Number(text.replace(",", "."));
}
