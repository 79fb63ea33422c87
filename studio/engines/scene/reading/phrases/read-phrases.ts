import { joinCompounds } from "#studio/engines/scene/reading/compounds.ts";
import type { Meaning } from "#studio/engines/scene/reading/dictionary.ts";
import { otherPlaces } from "#studio/engines/scene/reading/other-places.ts";
import type {
  PromptReading,
  Setting,
  Time,
  Weather,
} from "#studio/engines/scene/reading/read-prompt.ts";
import { lightningWords } from "#studio/engines/scene/reading/relation-words.ts";

import { describeSubject, releaseColors, splitMember, takeColor } from "./describe-subjects.ts";
import { dropRelation } from "./relations.ts";
import { createPhraseState, type PhraseState } from "./state.ts";
import { isFlowerSubject, sowField, takeFlowers, takeSubject } from "./take-subject.ts";
import { reportGlow, takeWord } from "./take-word.ts";

export interface Phrase {
  readonly words: string;
  readonly meaning: Meaning | undefined;
}

/** Natural colours of ground and water, which do not describe the light. */
const plainColors = new Set(["green", "blue", "white", "yellow", "black"]);

/** Collects the meanings of a prompt's phrases, in their order. */
export function readPhrases(phrases: readonly Phrase[]) {
  const state = createPhraseState();
  for (const phrase of phrases) take(state, phrase);
  splitMember(state);
  dropRelation(state);
  reportGlow(state);
  describeSubject(state);
  releaseColors(state, state.colors);
  const { settings, time, weather, features, style, decor, colors, strayColors } = state;
  const subjects = joinCompounds([...state.subjects.values()]);
  // Without a subject or place, all colours of the prompt colour the abstract image.
  const isAbstract = subjects.length === 0 && settings.length === 0;
  return {
    subjects,
    settings,
    time,
    weather,
    features,
    style,
    decor,
    colors: isAbstract ? [...colors, ...strayColors] : colors,
    // A colour of something that is not drawn is not drawn either, unless the image is abstract.
    unknownWords: [
      ...state.unknownWords,
      ...(isAbstract ? [] : strayColors),
      ...otherPlaces(state.placeWords),
    ],
  } satisfies Partial<PromptReading>;
}

function take(state: PhraseState, { words, meaning }: Phrase): void {
  if (!meaning) return takeWord(state, words);
  if (meaning.kind === "negation") {
    state.negated = true;
    return;
  }
  if (state.negated) {
    state.negated = false;
    return;
  }
  if (meaning.kind === "subject") return takeSubject(state, words, meaning);
  if (meaning.value === "flowers" && isFlowerSubject(state)) return takeFlowers(state, words);
  if (meaning.kind === "color") return takeColor(state, meaning.value);
  if (meaning.value === "meadow" && state.isAfterSubject) sowField(state);
  state.isAfterSubject = false;
  if (meaning.kind === "count") {
    state.count = Number(meaning.value);
    return;
  }
  const { kind, value } = meaning;
  takeSurroundings(state, words, { kind, value });
}

interface Surroundings {
  readonly kind: Exclude<Meaning["kind"], "subject" | "color" | "count" | "negation">;
  readonly value: string;
}

/** Takes a place, time, weather, feature or style, which completes the description of the subject before it. */
function takeSurroundings(state: PhraseState, words: string, { kind, value }: Surroundings): void {
  state.isListingMembers = false;
  state.whole = null;
  if (kind !== "style") dropRelation(state);
  state.scale = 1;
  if (kind === "setting" && value !== "sky" && value !== "space") {
    state.pending = state.pending.filter((color) => !plainColors.has(color));
  }
  state.isJoining = false;
  releaseColors(state, state.colors);
  switch (kind) {
    case "setting": {
      const [setting = "", room] = value.split("/");
      // A cafe is a room, or a house of the street.
      if (room !== "cafe") state.placeWords.push([setting, words]);
      state.settings.push(setting as Setting);
      if (room !== undefined) state.decor.push(room);
      return;
    }
    case "time":
      state.time ??= value as Time;
      return;
    case "weather":
      state.weather.push(value as Weather);
      if (lightningWords.has(words)) state.features.add("lightning");
      return;
    case "feature":
      state.features.add(value);
      return;
    case "style":
      state.style ??= value;
      return;
  }
}
