import { habitOf } from "#studio/engines/scene/habits.ts";
import { functionWords } from "#studio/engines/scene/reading/function-words.ts";
import { hasPart } from "#studio/engines/scene/reading/parts.ts";
import {
  adjectiveEnds,
  glowWords,
  joiningWords,
  lights,
  memberWords,
  relationBreaks,
  relationWords,
  sizes,
  stackWords,
} from "#studio/engines/scene/reading/relation-words.ts";

import { describeSubject, releaseColors, splitMember } from "./describe-subjects.ts";
import { act, dropRelation, openRelation, placeOnTop } from "./relations.ts";
import type { PhraseState } from "./state.ts";
import { isYoung } from "./take-subject.ts";

const outsideWords = new Set(["outside", "outdoors"]);

/** Takes a word without a meaning in the dictionary. */
export function takeWord(state: PhraseState, words: string): void {
  if (isYoung(state, words)) return;
  if (glowWords.has(words)) {
    state.glowing = words;
    return;
  }
  if (state.isListingMembers && memberWords.has(words)) state.count = 1;
  if (adjectiveEnds.has(words) || words === "and") splitMember(state);
  if (adjectiveEnds.has(words)) describeSubject(state);
  if (relationBreaks.has(words)) dropRelation(state);
  if (joiningWords.has(words))
    state.isJoining = state.relation === null && state.pending.length === 0;
  else if (!functionWords.has(words) || relationBreaks.has(words)) state.isJoining = false;
  if (words === "top") return placeOnTop(state);
  if (stackWords.has(words)) state.isStacked = true;
  if (outsideWords.has(words)) state.features.add("outside");
  if (act(state, words)) return;
  const size = sizes[words];
  if (size !== undefined) state.scale = size;
  const kind = relationWords.get(words);
  if (
    kind !== undefined &&
    state.latest !== null &&
    !(kind === "of" && (state.isStacked || state.relation))
  ) {
    // In "sitting in ... on", the later word is more specific; "riding" always takes precedence.
    if (state.relation?.kind !== "ride") openRelation(state, kind, words);
  }
  state.isAfterSubject = false;
  const isKnown = functionWords.has(words) || kind !== undefined || size !== undefined;
  if (isKnown || stackWords.has(words) || words.length < 3) return;
  if (isShownPart(state, words)) return;
  // In "a white picket fence" the colour waits for the noun; an adjective ends no description.
  if (!isAdjective(words)) releaseColors(state, state.strayColors);
  state.unknownWords.push(words);
}

/** Only lights glow: of lanterns and candles, or in the sky. */
export function reportGlow(state: PhraseState): void {
  const isLit =
    [...state.features].some((feature) => lights.has(feature)) ||
    [...state.subjects.values()].some(({ emoji }) => habitOf(emoji).habitat === "light");
  if (state.glowing !== null && !isLit) state.unknownWords.push(state.glowing);
}

/** Reports whether an unknown word names a part that the art of a subject shows. */
function isShownPart(state: PhraseState, words: string): boolean {
  const [color] = state.pending;
  const candidates = [...state.subjects.values()].toReversed();
  if (!candidates.some(({ emoji }) => hasPart(emoji, words))) return false;
  // "Syrup" of "maple syrup" names the word before it as well.
  const last = state.unknownWords.at(-1);
  if (candidates.some(({ emoji }) => hasPart(emoji, `${last} ${words}`))) state.unknownWords.pop();
  // Another colour than that of the art is not drawn.
  const isOfColor = candidates.some(({ emoji }) => hasPart(emoji, words, color));
  if (color !== undefined && !isOfColor) state.unknownWords.push(`${color} ${words}`);
  state.pending = [];
  if (state.relation?.kind === "with") state.isJoining = false;
  return true;
}

/** English adjectives by their endings; the nouns among them are in the vocabulary. */
function isAdjective(word: string): boolean {
  return /(ed|en|ern|ish|ful|ous|ive|al|ic|y)$/.test(word) && word.length > 4;
}
