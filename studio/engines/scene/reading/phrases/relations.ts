import { habitOf } from "#studio/engines/scene/habits.ts";
import {
  artOfWearer,
  gripOf,
  isAlive,
  isContainer,
  isHoldable,
  isSurface,
  isWorn,
} from "#studio/engines/scene/holding.ts";
import { findActivity } from "#studio/engines/scene/reading/activities.ts";
import type { Subject } from "#studio/engines/scene/reading/read-prompt.ts";
import type { Relation } from "#studio/engines/scene/reading/relation-words.ts";
import { isHeldAbove, isShelter, seatOf } from "#studio/engines/scene/seats.ts";

import type { PhraseState } from "./state.ts";

/** Persons write on it, and do not stand on it. */
const blackboard = "@solid:blackboard";
const fishbowl = "@solid:fishbowl";

/** Begins a relation of the latest subjects to the next one. */
export function openRelation(state: PhraseState, kind: Relation, words: string): void {
  const verb = kind === "hold" || kind === "ride" ? words : undefined;
  const who = kind === "of" ? state.group : state.group.map((key) => holderOf(state, key));
  // "Playing with a ball" is one relation.
  const former = state.relation?.verb;
  if (former !== undefined && kind === "with") state.relation = { kind, who, verb: former };
  else {
    dropRelation(state);
    state.relation = { kind, who, verb };
  }
  state.whole = kind === "with" ? (state.group[0] ?? null) : null;
}

/** Ends a relation whose second subject is missing: its verb is not drawn. */
export function dropRelation(state: PhraseState): void {
  const dropped = state.relation;
  state.relation = null;
  if (dropped) reportVerb(state, dropped.verb, dropped.who);
}

/** Relates the subjects before the open relation to the new one, whose art is `value`. */
export function relate(state: PhraseState, value: string): void {
  if (state.relation === null) return;
  const { kind: named, who, verb } = state.relation;
  state.relation = null;
  const [first = ""] = who;
  const former = state.subjects.get(first)?.emoji ?? first;
  // "A wolf in a top hat" wears it.
  const kind = named === "in" && isWorn(value, former) ? "hold" : named;
  const subject = state.subjects.get(value);
  if (!subject || former === value) return;
  // "A witch flying over pumpkins" holds none of them.
  if (isFlight(verb) && gripOf(value) !== "aloft") {
    reportVerb(state, verb, who);
    return;
  }
  const related = { kind, who, former, value, subject, verb };
  if (kind === "hold" || kind === "with" || kind === "of") attach(state, related);
  else place(state, related);
}

interface Related {
  readonly kind: Relation;
  readonly who: readonly string[];
  /** Art of the first of them. */
  readonly former: string;
  /** Art of the subject that they are related to. */
  readonly value: string;
  readonly subject: Subject;
  readonly verb: string | undefined;
}

/** Puts the subject into the hands, on the surface or into the container that comes before it. */
function attach(
  state: PhraseState,
  { kind, who: [first = ""], former, value, subject, verb }: Related,
): void {
  if (kind !== "hold" && isContainer(former) && !isAlive(value)) {
    state.subjects.set(value, { ...subject, mount: former });
  } else if (kind !== "of" && isSurface(former) && isHoldable(value)) {
    state.subjects.set(value, { ...subject, mount: former });
  } else if (kind !== "of" && isAlive(former) && isHeldAbove(value)) {
    const holder = state.subjects.get(first);
    if (holder) state.subjects.set(first, { ...holder, shelter: value });
  } else if (kind !== "of" && isAlive(former) && isHoldable(value)) {
    state.subjects.set(value, { ...subject, holder: turnToFront(state, first, value) });
  } else if (verb !== undefined) {
    state.unknownWords.push(verb);
  }
}

/** Puts those who come before the subject on it, into it, under it or behind it. */
function place(state: PhraseState, { kind, who, value, subject }: Related): void {
  const isPossible =
    kind === "under" ? isShelter(value) : kind !== "in" || seatOf(value).kind === "in";
  if (kind === "on" && value === blackboard) return;
  if (!isPossible || who.includes(value)) return;
  // Fish in a bowl are in water.
  const isFish = who.some((key) => habitOf(key).habitat === "underwater");
  if (value === "@solid:bowl" && isFish) {
    state.subjects.delete(value);
    state.subjects.set(fishbowl, { ...subject, emoji: fishbowl });
  }
  const carrier = state.subjects.has(value) ? value : fishbowl;
  if (kind === "ride" && value === "🚲" && act(state, "cycling")) {
    state.subjects.delete(value);
    return;
  }
  for (const key of who) {
    const carried = state.subjects.get(key);
    if (!carried) continue;
    const side = kind === "under" ? "shelter" : kind === "behind" ? "front" : "mount";
    state.subjects.set(key, { ...carried, [side]: carrier });
  }
}

/** In "a table with eggs and bacon", the second subject is where the first one is. */
export function shareCarrier(state: PhraseState, former: string, key: string): void {
  const first = state.subjects.get(former);
  const subject = state.subjects.get(key);
  if (!first?.mount || !subject || isAlive(subject.emoji)) return;
  const isCarrierNamed = state.subjects.has(first.mount);
  if (isCarrierNamed && (isSurface(first.mount) || isContainer(first.mount))) {
    state.subjects.set(key, { ...subject, mount: first.mount });
  }
}

/** In "a book with an apple on top", the last subject is on the one before. */
export function placeOnTop(state: PhraseState): void {
  const subject = state.latest === null ? undefined : state.subjects.get(state.latest);
  const below = state.base === null ? undefined : state.subjects.get(state.base);
  if (!subject || !below || state.latest === null || subject.emoji === below.emoji) return;
  state.subjects.set(state.latest, { ...subject, mount: below.emoji, holder: null });
}

/** Replaces persons by the art that shows the activity, such as a man running. */
export function act(state: PhraseState, verb: string): boolean {
  const changed = state.group.map((key): string => {
    const person = state.subjects.get(key);
    const emoji = person && findActivity(verb, person.emoji);
    if (!person || emoji === undefined) return key;
    state.subjects.delete(key);
    state.subjects.set(emoji, { ...person, emoji });
    return emoji;
  });
  const hasActed = changed.some((key, index) => key !== state.group[index]);
  state.group = changed;
  if (hasActed) state.latest = changed.at(-1) ?? state.latest;
  return hasActed;
}

/** Birds, balloons and fairies are drawn in the air. */
function reportVerb(state: PhraseState, verb: string | undefined, who: readonly string[]): void {
  const isShown =
    isFlight(verb) && who.every((key) => movesInAir(state.subjects.get(key)?.emoji ?? key));
  if (verb !== undefined && !isShown) state.unknownWords.push(verb);
}

/** In "a cat wearing a hat on a sofa", the cat is on the sofa. */
function holderOf(state: PhraseState, key: string): string {
  const held = state.subjects.get(key);
  const holder = [...state.subjects].find(
    ([, { emoji, shelter }]) =>
      emoji === held?.holder || (isHeldAbove(shelter) && shelter === held?.emoji),
  );
  return holder?.[0] ?? key;
}

/** Replaces an animal by its art from the front when it wears a thing, and returns its art. */
function turnToFront(state: PhraseState, key: string, thing: string): string {
  const wearer = state.subjects.get(key);
  if (!wearer) return key;
  const emoji = artOfWearer(wearer.emoji, thing);
  if (emoji === wearer.emoji) return emoji;
  const rename = (art: string | null) => (art === wearer.emoji ? emoji : art);
  for (const [other, subject] of state.subjects) {
    const { mount, holder, front } = subject;
    const renamed = { mount: rename(mount), holder: rename(holder), front: rename(front) };
    state.subjects.set(other, { ...subject, ...renamed, ...(other === key ? { emoji } : {}) });
  }
  return emoji;
}

function isFlight(verb: string | undefined): boolean {
  return verb === "flying" || verb === "flies";
}

function movesInAir(emoji: string): boolean {
  const { habitat, motion } = habitOf(emoji);
  return motion === "fly" || motion === "float" || habitat === "air";
}
