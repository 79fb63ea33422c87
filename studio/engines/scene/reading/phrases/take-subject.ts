import { isAlive, isContainer } from "#studio/engines/scene/holding.ts";
import type { Meaning } from "#studio/engines/scene/reading/dictionary.ts";
import { hasPart } from "#studio/engines/scene/reading/parts.ts";

import { relate, shareCarrier } from "./relations.ts";
import type { PhraseState } from "./state.ts";

const pluralCount = 3;
/** Singular words for several things. */
const collectives = new Set(["traffic"]);
/** Plants that form a field: "a tulip field" contains several tulips. */
const crops = new Set(Array.from("🌷🌹🌻🌺🌼🌾🌽🎃"));
const cropCount = 7;
const subjectsMax = 5;
const stackCount = 4;

/** Nouns before another noun, which name what it is made of. */
const materials = new Set(["stone", "rock", "ice", "glass", "chocolate", "cheese", "candy"]);

/** Words for young animals, which may follow the name of their kind: "a golden retriever puppy". */
const youngNames = new Set("puppy pup kitten cub calf foal chick baby joey".split(" "));
const youngScale = 0.75;

/** Takes a subject: `value` is an emoji, or several joined by `+`; `~pink` adds a colour. */
export function takeSubject(state: PhraseState, words: string, { value, plural }: Meaning): void {
  const members = value.split("+");
  if (members.length > 1) {
    const joined: string[] = [];
    const related = state.relation;
    for (const member of members) {
      state.relation = related;
      takeSubject(state, words, { kind: "subject", value: member, plural: false });
      joined.push(member);
    }
    state.group = joined;
    return;
  }
  if (isPart(state, words) || isYoung(state, words)) return;
  takeMaterial(state);
  // In "a baby dragon", the first noun describes the second.
  if (state.latest === "👶" && state.isAfterSubject && state.subjects.delete(state.latest))
    state.scale = Math.min(state.scale, 0.7);
  const [emoji = value, ownColor = null] = value.split("~");
  const [color = ownColor] = state.pending;
  state.pending = [];
  state.isAfterSubject = true;
  // "Two white horses and one black horse" are two subjects with the same art.
  const isOther =
    state.subjects.has(emoji) && color !== null && state.subjects.get(emoji)?.color !== color;
  const key = isOther ? `${emoji} ${color}` : emoji;
  if (state.subjects.size >= subjectsMax && !state.subjects.has(key)) {
    state.unknownWords.push(words);
    return;
  }
  const isMany = plural || collectives.has(words);
  state.subjects.set(key, {
    emoji,
    words,
    count: state.count ?? (state.isStacked ? stackCount : isMany ? pluralCount : 1),
    color,
    mount: null,
    shelter: null,
    holder: null,
    front: null,
    scale: state.scale,
    isStacked: state.isStacked,
  });
  if (words === "fishing") state.relation ??= { kind: "hold", who: state.group };
  const sharing = state.isJoining && state.relation === null ? state.latest : null;
  relate(state, emoji);
  if (sharing !== null) shareCarrier(state, sharing, key);
  state.base = state.latest;
  state.group = state.isJoining ? [...state.group, key] : [key];
  state.isJoining = false;
  state.latest = key;
  state.isListingMembers = (state.subjects.get(key)?.count ?? 1) > 1;
  state.count = null;
  state.scale = 1;
  state.isStacked = false;
}

/** In "pancakes with butter", the art of the first subject shows the second one. */
function isPart(state: PhraseState, words: string): boolean {
  const subject = state.whole === null ? undefined : state.subjects.get(state.whole);
  const [color] = state.pending;
  const isListed = state.relation === null ? state.isJoining : state.relation.kind === "with";
  if (!subject || !isListed || !hasPart(subject.emoji, words, color)) return false;
  if (state.count !== null) state.unknownWords.push(`${state.count} ${words}`);
  state.count = null;
  state.pending = [];
  state.isJoining = false;
  state.relation = null;
  return true;
}

/** In "an ice castle", the ice is not a second subject. */
function takeMaterial(state: PhraseState): void {
  const former =
    state.latest === null || !state.isAfterSubject ? undefined : state.subjects.get(state.latest);
  if (!former || state.latest === null || !materials.has(former.words)) return;
  state.subjects.delete(state.latest);
  state.unknownWords.push(former.words);
}

/** In "a lion cub", the second noun describes the first. */
export function isYoung(state: PhraseState, words: string): boolean {
  const grown = state.latest === null ? undefined : state.subjects.get(state.latest);
  const isKind = state.isAfterSubject && youngNames.has(words.replace(/s$/u, ""));
  if (!grown || state.latest === null || !isKind || !isAlive(grown.emoji)) return false;
  const count = grown.count === 1 && words.endsWith("s") ? pluralCount : grown.count;
  state.subjects.set(state.latest, { ...grown, count, scale: grown.scale * youngScale });
  return true;
}

/** Flowers are a subject in hands and vases, and with a number or colour; else they grow in the meadow. */
export function isFlowerSubject(state: PhraseState): boolean {
  const carrier =
    state.relation === null ? undefined : state.subjects.get(state.relation.who[0] ?? "")?.emoji;
  if (state.relation !== null) {
    return carrier !== undefined && (isAlive(carrier) || isContainer(carrier));
  }
  const isDescribed = state.count !== null || state.pending.length > 0;
  return isDescribed && (state.latest !== null || state.settings.length === 0);
}

export function takeFlowers(state: PhraseState, words: string): void {
  const isOne = words === "flower" && (state.count ?? 1) === 1;
  const isBunch = !isOne && (state.relation?.kind === "hold" || state.relation?.kind === "with");
  const value = isBunch ? "💐" : "🌷";
  takeSubject(state, words, { kind: "subject", value, plural: !isOne && !isBunch });
}

export function sowField(state: PhraseState): void {
  const crop = state.latest === null ? undefined : state.subjects.get(state.latest);
  if (!crop || !crops.has(crop.emoji)) return;
  state.subjects.set(crop.emoji, { ...crop, count: cropCount });
  if (crop.emoji === "🌻") state.features.add("sunflowers");
  if (crop.emoji === "🌷") state.features.add("tulips");
}
