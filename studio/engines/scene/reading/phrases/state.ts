import type { Setting, Subject, Time, Weather } from "#studio/engines/scene/reading/read-prompt.ts";
import type { Relation } from "#studio/engines/scene/reading/relation-words.ts";

/** A relation of subjects to the next one. `verb` names what they do, which needs that subject to be drawn. */
export interface OpenRelation {
  readonly kind: Relation;
  readonly who: readonly string[];
  readonly verb?: string | undefined;
}

/** Everything that the phrases up to here mean. Numbers, colours and relations wait for a subject. */
export interface PhraseState {
  readonly subjects: Map<string, Subject>;
  readonly settings: Setting[];
  readonly weather: Weather[];
  readonly features: Set<string>;
  readonly colors: string[];
  readonly strayColors: string[];
  readonly unknownWords: string[];
  readonly decor: string[];
  readonly placeWords: [setting: string, words: string][];
  time: Time | null;
  style: string | null;
  count: number | null;
  /** Colours without a subject yet. */
  pending: string[];
  negated: boolean;
  latest: string | null;
  /** The subject directly before the pending colour, which may describe that subject. */
  described: string | null;
  isAfterSubject: boolean;
  relation: OpenRelation | null;
  /** The subject whose parts "with" lists. */
  whole: string | null;
  /** The latest subject and the subjects joined to it. */
  group: readonly string[];
  isJoining: boolean;
  scale: number;
  isStacked: boolean;
  glowing: string | null;
  /** After several subjects of a kind, their members may follow. */
  isListingMembers: boolean;
  /** The carrier of the latest subject if the prompt goes on with "on top". */
  base: string | null;
}

export function createPhraseState(): PhraseState {
  return {
    subjects: new Map(),
    settings: [],
    weather: [],
    features: new Set(),
    colors: [],
    strayColors: [],
    unknownWords: [],
    decor: [],
    placeWords: [],
    time: null,
    style: null,
    count: null,
    pending: [],
    negated: false,
    latest: null,
    described: null,
    isAfterSubject: false,
    relation: null,
    whole: null,
    group: [],
    isJoining: false,
    scale: 1,
    isStacked: false,
    glowing: null,
    isListingMembers: false,
    base: null,
  };
}
