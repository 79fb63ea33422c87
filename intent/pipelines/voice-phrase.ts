import { readVoice } from "#intent/slots/voice.ts";
import { foldInPlace, type Span } from "#intent/text/normalize.ts";

import { findLiteral, foldWords } from "./literals.ts";
import { phraseLanguages } from "./phrase-file.ts";

/** A part of a message that names the speaker. */
export interface VoicePhrase extends Span {
  readonly gender: "female" | "male";
}

const patterns = phraseLanguages.flatMap(({ voices }) =>
  voices.map((pattern) => {
    const [before = "", after = ""] = foldInPlace(pattern.normalize("NFC")).split("{voice}");
    return { before: before.trim(), after: after.trim() };
  }),
);
const narrators = foldWords(phraseLanguages.flatMap(({ narrator }) => narrator));

/** Characters of the description of a voice. */
const descriptionCharactersMax = 40;

/** Lists the phrases that can be the voice of a message, each of which the message states as a whole. */
export function listVoicePhrases(message: string): VoicePhrase[] {
  const folded = foldInPlace(message);
  return [...listVoices(folded), ...listNarrators(folded)];
}

/** "With a deep male voice". */
function listVoices(folded: string): VoicePhrase[] {
  return patterns.flatMap(({ before, after }) => {
    const span = before === "" ? findBefore(folded, after) : findBetween(folded, before, after);
    if (span === null || folded[span.end] === "-") return [];
    const found = findGender(folded, span);
    return found === null ? [] : [{ ...span, gender: found.gender }];
  });
}

function findBetween(folded: string, before: string, after: string): Span | null {
  const start = findLiteral(folded, before, 0);
  if (start < 0) return null;
  const first = start + before.length;
  const rest = folded.slice(first, first + descriptionCharactersMax);
  if (after === "") {
    const described = /^[^,.;:!?。、，]*/u.exec(rest)?.[0] ?? "";
    return { start, end: first + described.trimEnd().length };
  }
  const end = findLiteral(rest, after, 0);
  return end < 0 ? null : { start, end: first + end + after.length };
}

/** The word before a term for the voice: "männlicher Stimme", "男性の声で". */
function findBefore(folded: string, after: string): Span | null {
  const end = findLiteral(folded, after, 1);
  if (end < 0) return null;
  const first = Math.max(0, end - descriptionCharactersMax);
  const gender = findGender(folded, { start: first, end });
  const isAdjacent = gender !== null && folded.slice(gender.end, end).trim() === "";
  return isAdjacent ? { start: gender.start, end: end + after.length } : null;
}

/** Characters between the word for a man or a woman and the one for the narrator. */
const adjacentMax = 2;

/** "A male voice-over": the word for the narrator stays, because phrases have it. */
function listNarrators(folded: string): VoicePhrase[] {
  return narrators.flatMap((narrator) => {
    const start = findLiteral(folded, narrator, 0);
    if (start < 0) return [];
    const end = start + narrator.length;
    const around = {
      start: Math.max(0, start - descriptionCharactersMax),
      end: Math.min(folded.length, end + descriptionCharactersMax),
    };
    const found = findGender(folded, around);
    if (found === null) return [];
    const isBefore = found.end <= start && start - found.end <= adjacentMax;
    const isAfter = found.start >= end && found.start - end <= adjacentMax;
    return isBefore || isAfter ? [found] : [];
  });
}

/** Finds the word for a man or a woman. */
function findGender(folded: string, { start, end }: Span): VoicePhrase | null {
  const draft = { text: folded.slice(start, end), parameters: {}, cuts: [], styles: [] };
  const found = readGender(draft);
  return found === null
    ? null
    : { start: start + found.start, end: start + found.end, gender: found.gender };
}

function readGender(draft: Parameters<typeof readVoice>[0]): VoicePhrase | null {
  readVoice(draft);
  const [first] = draft.cuts;
  const gender = draft.parameters.voice?.gender;
  return gender === undefined || first === undefined ? null : { ...first, gender };
}
