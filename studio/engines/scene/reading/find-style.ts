import { normalizePhrase } from "./dictionary.ts";
import { readWordList, styleWords } from "./vocabulary.ts";

const words = new Map(
  Array.from(readWordList(styleWords), ([word, style]) => [normalizePhrase(word), style] as const),
);
const names = new Set(words.values());

/** Finds a supported style in a `style` parameter; null when it names none. */
export function findStyle(asked: string | undefined): string | null {
  if (asked === undefined) return null;
  const phrase = ` ${normalizePhrase(asked)} `;
  const single = [...names].find((name) => phrase.includes(` ${name} `));
  if (single !== undefined) return single;
  for (const [word, style] of words) if (phrase.includes(` ${word} `)) return style;
  return null;
}
