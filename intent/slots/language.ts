import { unspacedWords, words } from "#intent/synonyms.ts";

import { cut, either, findFirst } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

/** ISO 639-1, in the order of preference when a message names several languages. */
const languages = "en es fr de it pt ru zh ja ko hi ar nl pl tr sv uk el he vi".split(" ");

const before = words("in a language/before");
const after = words("in a language/after");
/** Turkish names of languages end in -ca or -ce and need no further word at the end of a message. */
const turkishNames = "ingilizce|almanca|fransizca|ispanyolca|turkce|rusca|italyanca|arapca";

const patterns = languages.map((code) => {
  const names = words(`language/${code}`);
  return {
    code,
    pattern: either(
      String.raw`${before}[ -]?(?:the )?${names}(?: language)?|${names} ${after}|(?:${turkishNames})(?=\s*$)(?<=${names})`,
      `${unspacedWords("in a language/before")}?${unspacedWords(`language/${code}`)}${unspacedWords("in a language/after")}?`,
    ),
  };
});

/** Reads a language that the message requests by name. */
export function readLanguage(draft: SlotDraft): void {
  for (const { code, pattern } of patterns) {
    const match = findFirst(draft, pattern);
    if (!match) continue;
    draft.parameters.language = code;
    cut(draft, match);
    return;
  }
}

const scripts: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\u3040-\u30ff]/u],
  ["ko", /[\uac00-\ud7af]/u],
  ["zh", /[\u3400-\u9fff]/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["ar", /\p{Script=Arabic}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["el", /\p{Script=Greek}/u],
  ["he", /\p{Script=Hebrew}/u],
];

/** Letters and marks that are unique to one of the languages. */
const letters: readonly (readonly [string, RegExp])[] = [
  ["es", /[¡¿ñ]/iu],
  ["pt", /[ãõ]/iu],
  ["pl", /[łżźćńśęą]/iu],
  ["tr", /[ğış]/u],
  ["de", /[ßä]/iu],
];

const functionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    "the and is are was it's to of you your we our this that for with please it at on in from will be have has my i".split(
      " ",
    ),
  ),
  es: new Set(
    "el los las voz lee de que y en un una es por con para su al del se lo como mas gracias bienvenidos buenos dias hola esta su".split(
      " ",
    ),
  ),
  fr: new Set(
    "le les des lis et est un une du dans pour que qui sur avec vous nous votre notre au aux ce cette bonjour merci je il elle bienvenue à".split(
      " ",
    ),
  ),
  de: new Set(
    "der die das und ist ein eine den dem zu mit von für auf sie wir ihr ihre nicht im am guten danke willkommen ich herzlich fahrt uhr".split(
      " ",
    ),
  ),
  it: new Set(
    "il lo gli le di dieci tra fra chiude minuti leggi alta voce ad che e un una per con del della al alla non sono è grazie buongiorno benvenuti i nel ciao".split(
      " ",
    ),
  ),
  pt: new Set(
    "o a os as de que e um uma para com do da no na em não por seu sua obrigado bom dia são ao à você".split(
      " ",
    ),
  ),
  nl: new Set(
    "de het een en van is dat op te voor met niet zijn u uw welkom goedemorgen ik we om bedankt bij".split(
      " ",
    ),
  ),
  pl: new Set(
    "i w na z się do nie jest to że dla o jak dzień dobry proszę dziękujemy witamy po od".split(
      " ",
    ),
  ),
  tr: new Set(
    "ve bir bu için ile de da çok hoş geldiniz teşekkürler günaydın lütfen ne var olarak merhaba saat".split(
      " ",
    ),
  ),
};

/** Detects the language of a text to speak by its script or its short words. */
export function detectLanguage(text: string): string | undefined {
  const script = scripts.find(([, pattern]) => pattern.test(text));
  if (script) return script[0];
  const letter = letters.find(([, pattern]) => pattern.test(text));
  if (letter) return letter[0];
  // Repeated words count once, because repetition adds no information.
  const words = [
    ...new Set(
      text
        .toLowerCase()
        .match(/\p{L}+/gu)
        ?.slice(0, 60),
    ),
  ];
  const counts = Object.entries(functionWords)
    .map(([code, known]) => ({ code, count: words.filter((word) => known.has(word)).length }))
    .toSorted((left, right) => right.count - left.count);
  const [first, second] = counts;
  if (!first || !second || first.count < 2 || first.count === second.count) return undefined;
  return first.code;
}

/** Counts the different words of a text that are function words of a language. */
export function countFunctionWords(language: string, words: readonly string[]): number {
  const known = functionWords[language];
  return known === undefined ? 0 : new Set(words.filter((word) => known.has(word))).size;
}
