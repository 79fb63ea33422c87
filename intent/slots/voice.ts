import type { GenerationParameters } from "#domain/requests/intent.ts";
import { allWords, words } from "#intent/synonyms.ts";

import { cut, findFirst, naming, toPattern } from "./draft.ts";
import type { SlotDraft } from "./draft.ts";

type Voice = NonNullable<GenerationParameters["voice"]>;

/** Properties in the order in which they are looked for; the first one that a message names counts. */
const genders = nameAll("gender", ["female", "male"]);
const ages = nameAll("age", ["old", "young", "child"]);
const tones = nameAll("tone", [
  "calm",
  "cheerful",
  "happy",
  "sad",
  "angry",
  "excited",
  "enthusiastic",
  "energetic",
  "friendly",
  "warm",
  "soft",
  "serious",
  "professional",
  "whispering",
  "dramatic",
  "soothing",
  "confident",
  "funny",
]);

/** A nationality next to the word "accent" or a voice is an accent, else it is a language. */
const accentWord = allWords("voice/accent");
const speaker = words("voice/speaker");
const accents = [
  "british",
  "american",
  "australian",
  "indian",
  "irish",
  "scottish",
  "french",
  "german",
  "italian",
  "spanish",
  "russian",
  "mexican",
  "argentinian",
  "brazilian",
  "southern",
  "new york",
  "japanese",
  "chinese",
].map((name): readonly [string, RegExp] => {
  const names = allWords(`accent/${name}`);
  return [
    name,
    toPattern(
      String.raw`(?<!\p{L})${names}[ -]?(?:(?:\p{L}+ ){0,1}${accentWord}|(?=(?:\p{L}+,? ){0,2}${speaker}(?!\p{L})))|${accentWord} (?:\p{L}{1,3} )?${names}(?!\p{L})`,
    ),
  ];
});

/**
 * Reads the speaker and the manner of speaking. One word can state several properties: "grandma" is female
 * and old.
 */
export function readVoice(draft: SlotDraft): void {
  const found = {
    gender: findNamed(draft, genders),
    accent: findNamed(draft, accents),
    tone: findNamed(draft, tones),
    age: findNamed(draft, ages),
  };
  const voice: Voice = {};
  if (found.gender) voice.gender = found.gender.name;
  if (found.accent) voice.accent = found.accent.name;
  if (found.tone) voice.tone = found.tone.name;
  if (found.age) voice.age = found.age.name;
  for (const named of Object.values(found)) if (named) cut(draft, named.match);
  if (Object.keys(voice).length > 0) draft.parameters.voice = voice;
}

function findNamed<Name extends string>(
  draft: SlotDraft,
  choices: readonly (readonly [Name, RegExp])[],
): { name: Name; match: RegExpMatchArray } | undefined {
  for (const [name, pattern] of choices) {
    const match = findFirst(draft, pattern);
    if (match) return { name, match };
  }
  return undefined;
}

function nameAll<const Name extends string>(
  area: string,
  names: readonly Name[],
): readonly (readonly [Name, RegExp])[] {
  return names.map((name) => [name, naming(`${area}/${name}`)] as const);
}
