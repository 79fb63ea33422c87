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
import { isHeldAbove, isShelter, seatOf } from "#studio/engines/scene/seats.ts";

import { findActivity } from "./activities.ts";
import { joinCompounds } from "./compounds.ts";
import type { Meaning } from "./dictionary.ts";
import { functionWords } from "./function-words.ts";
import { otherPlaces } from "./other-places.ts";
import { hasPart } from "./parts.ts";
import type { PromptReading, Setting, Subject, Time, Weather } from "./read-prompt.ts";
import {
  type Relation,
  adjectiveEnds,
  glowWords,
  joiningWords,
  lightningWords,
  lights,
  memberWords,
  relationBreaks,
  relationWords,
  sizes,
  stackWords,
} from "./relation-words.ts";

export interface Phrase {
  readonly words: string;
  readonly meaning: Meaning | undefined;
}

const pluralCount = 3;
/** Singular words for several things. */
const collectives = new Set(["traffic"]);
/** Plants that form a field: "a tulip field" contains several tulips. */
const crops = new Set(Array.from("🌷🌹🌻🌺🌼🌾🌽🎃"));
const cropCount = 7;
const subjectsMax = 5;

/** Natural colours of ground and water, which do not describe the light. */
const plainColors = new Set(["green", "blue", "white", "yellow", "black"]);

const stackCount = 4;
/** Persons write on it, and do not stand on it. */
const blackboard = "@solid:blackboard";
const fishbowl = "@solid:fishbowl";

const outsideWords = new Set(["outside", "outdoors"]);

/** Nouns before another noun, which name what it is made of. */
const materials = new Set(["stone", "rock", "ice", "glass", "chocolate", "cheese", "candy"]);

/** Words for young animals, which may follow the name of their kind: "a golden retriever puppy". */
const youngNames = new Set("puppy pup kitten cub calf foal chick baby joey".split(" "));
const youngScale = 0.75;

/** A relation of subjects to the next one. `verb` names what they do, which needs that subject to be drawn. */
interface OpenRelation {
  readonly kind: Relation;
  readonly who: readonly string[];
  readonly verb?: string | undefined;
}

/** Creates a reader that collects meanings in order. Numbers, colours and relations wait for a subject. */
export function createReader() {
  const subjects = new Map<string, Subject>();
  const settings: Setting[] = [];
  const weather: Weather[] = [];
  const features = new Set<string>();
  const colors: string[] = [];
  const strayColors: string[] = [];
  const unknownWords: string[] = [];
  let time: Time | null = null;
  let style: string | null = null;
  let count: number | null = null;
  let pending: string[] = [];
  let negated = false;
  let latest: string | null = null;
  /** The subject directly before the pending colour, which may describe that subject. */
  let described: string | null = null;
  let isAfterSubject = false;
  let relation: OpenRelation | null = null;
  /** The subject whose parts "with" lists. */
  let whole: string | null = null;
  /** The latest subject and the subjects joined to it. */
  let group: readonly string[] = [];
  let isJoining = false;
  let scale = 1;
  let isStacked = false;
  let glowing: string | null = null;
  /** After several subjects of a kind, their members may follow. */
  let isListingMembers = false;
  /** The carrier of the latest subject if the prompt goes on with "on top". */
  let base: string | null = null;
  const decor: string[] = [];
  const placeWords: [setting: string, words: string][] = [];

  function describeSubject(): void {
    const subject = described === null ? undefined : subjects.get(described);
    const [color] = pending;
    if (!subject || described === null || color === undefined || subject.color !== null) return;
    subjects.set(described, { ...subject, color });
    pending = [];
  }

  function releaseColors(to: string[]): void {
    to.push(...pending);
    pending = [];
  }

  /** Takes a subject: `value` is an emoji, or several joined by `+`; `~pink` adds a colour. */
  function takeSubject(words: string, { value, plural }: Meaning): void {
    const members = value.split("+");
    if (members.length > 1) {
      const joined: string[] = [];
      const related = relation;
      for (const member of members) {
        relation = related;
        takeSubject(words, { kind: "subject", value: member, plural: false });
        joined.push(member);
      }
      group = joined;
      return;
    }
    if (isPart(words) || isYoung(words)) return;
    takeMaterial();
    // In "a baby dragon", the first noun describes the second.
    if (latest === "👶" && isAfterSubject && subjects.delete(latest)) scale = Math.min(scale, 0.7);
    const [emoji = value, ownColor = null] = value.split("~");
    const [color = ownColor] = pending;
    pending = [];
    isAfterSubject = true;
    // "Two white horses and one black horse" are two subjects with the same art.
    const isOther = subjects.has(emoji) && color !== null && subjects.get(emoji)?.color !== color;
    const key = isOther ? `${emoji} ${color}` : emoji;
    if (subjects.size >= subjectsMax && !subjects.has(key)) {
      unknownWords.push(words);
      return;
    }
    const isMany = plural || collectives.has(words);
    subjects.set(key, {
      emoji,
      words,
      count: count ?? (isStacked ? stackCount : isMany ? pluralCount : 1),
      color,
      mount: null,
      shelter: null,
      holder: null,
      front: null,
      scale,
      isStacked,
    });
    if (words === "fishing") relation ??= { kind: "hold", who: group };
    const sharing = isJoining && relation === null ? latest : null;
    relate(emoji);
    if (sharing !== null) shareCarrier(sharing, key);
    base = latest;
    group = isJoining ? [...group, key] : [key];
    isJoining = false;
    latest = key;
    isListingMembers = (subjects.get(key)?.count ?? 1) > 1;
    count = null;
    scale = 1;
    isStacked = false;
  }

  /** In "pancakes with butter", the art of the first subject shows the second one. */
  function isPart(words: string): boolean {
    const subject = whole === null ? undefined : subjects.get(whole);
    const [color] = pending;
    const isListed = relation === null ? isJoining : relation.kind === "with";
    if (!subject || !isListed || !hasPart(subject.emoji, words, color)) return false;
    if (count !== null) unknownWords.push(`${count} ${words}`);
    count = null;
    pending = [];
    isJoining = false;
    relation = null;
    return true;
  }

  /** "An ice castle" has no ice beside it. */
  function takeMaterial(): void {
    const former = latest === null || !isAfterSubject ? undefined : subjects.get(latest);
    if (!former || latest === null || !materials.has(former.words)) return;
    subjects.delete(latest);
    unknownWords.push(former.words);
  }

  /** In "a lion cub", the second noun describes the first. */
  function isYoung(words: string): boolean {
    const grown = latest === null ? undefined : subjects.get(latest);
    const isKind = isAfterSubject && youngNames.has(words.replace(/s$/u, ""));
    if (!grown || latest === null || !isKind || !isAlive(grown.emoji)) return false;
    const count = grown.count === 1 && words.endsWith("s") ? pluralCount : grown.count;
    subjects.set(latest, { ...grown, count, scale: grown.scale * youngScale });
    return true;
  }

  /** Flowers are a subject in hands and vases, and with a number or colour; else they grow in the meadow. */
  function isFlowerSubject(): boolean {
    const carrier = relation === null ? undefined : subjects.get(relation.who[0] ?? "")?.emoji;
    if (relation !== null) {
      return carrier !== undefined && (isAlive(carrier) || isContainer(carrier));
    }
    const isDescribed = count !== null || pending.length > 0;
    return isDescribed && (latest !== null || settings.length === 0);
  }

  function takeFlowers(words: string): void {
    const isOne = words === "flower" && (count ?? 1) === 1;
    const isBunch = !isOne && (relation?.kind === "hold" || relation?.kind === "with");
    const value = isBunch ? "💐" : "🌷";
    takeSubject(words, { kind: "subject", value, plural: !isOne && !isBunch });
  }

  /** In "two parrots, one red and one blue", a number and a colour without a noun describe one of the former subjects. */
  function splitMember(): void {
    const former = latest === null ? undefined : subjects.get(latest);
    const [color] = pending;
    const isOther = count !== null && color !== undefined && described === null;
    if (!isOther || !isListingMembers || !former || latest === null || count === null) return;
    const rest = former.count - count;
    if (rest < 0) return;
    subjects.set(`${former.emoji} ${color}`, { ...former, count, color });
    if (rest > 0) subjects.set(latest, { ...former, count: rest });
    else subjects.delete(latest);
    group = [...group.filter((key) => subjects.has(key)), `${former.emoji} ${color}`];
    if (rest === 0) latest = `${former.emoji} ${color}`;
    count = null;
    pending = [];
  }

  /** Ends a relation whose second subject is missing: its verb is not drawn. */
  function dropRelation(): void {
    const dropped = relation;
    relation = null;
    if (dropped) reportVerb(dropped.verb, dropped.who);
  }

  /** Birds, balloons and fairies are drawn in the air. */
  function reportVerb(verb: string | undefined, who: readonly string[]): void {
    const isShown =
      isFlight(verb) && who.every((key) => movesInAir(subjects.get(key)?.emoji ?? key));
    if (verb !== undefined && !isShown) unknownWords.push(verb);
  }

  /** In "a table with eggs and bacon", the second subject is where the first one is. */
  function shareCarrier(former: string, key: string): void {
    const first = subjects.get(former);
    const subject = subjects.get(key);
    if (!first?.mount || !subject || isAlive(subject.emoji)) return;
    const isCarrierNamed = subjects.has(first.mount);
    if (isCarrierNamed && (isSurface(first.mount) || isContainer(first.mount))) {
      subjects.set(key, { ...subject, mount: first.mount });
    }
  }

  /** In "a book with an apple on top", the last subject is on the one before. */
  function placeOnTop(): void {
    const subject = latest === null ? undefined : subjects.get(latest);
    const below = base === null ? undefined : subjects.get(base);
    if (!subject || !below || latest === null || subject.emoji === below.emoji) return;
    subjects.set(latest, { ...subject, mount: below.emoji, holder: null });
  }

  function sowField(): void {
    const crop = latest === null ? undefined : subjects.get(latest);
    if (!crop || !crops.has(crop.emoji)) return;
    subjects.set(crop.emoji, { ...crop, count: cropCount });
    if (crop.emoji === "🌻") features.add("sunflowers");
    if (crop.emoji === "🌷") features.add("tulips");
  }

  function relate(value: string): void {
    if (relation === null) return;
    const { kind: named, who, verb } = relation;
    relation = null;
    const [first = ""] = who;
    const former = subjects.get(first)?.emoji ?? first;
    // "A wolf in a top hat" wears it.
    const kind = named === "in" && isWorn(value, former) ? "hold" : named;
    const subject = subjects.get(value);
    if (!subject || former === value) return;
    // "A witch flying over pumpkins" holds none of them.
    if (isFlight(verb) && gripOf(value) !== "aloft") {
      reportVerb(verb, who);
      return;
    }
    if (kind === "hold" || kind === "with" || kind === "of") {
      if (kind !== "hold" && isContainer(former) && !isAlive(value)) {
        subjects.set(value, { ...subject, mount: former });
      } else if (kind !== "of" && isSurface(former) && isHoldable(value)) {
        subjects.set(value, { ...subject, mount: former });
      } else if (kind !== "of" && isAlive(former) && isHeldAbove(value)) {
        const holder = subjects.get(first);
        if (holder) subjects.set(first, { ...holder, shelter: value });
      } else if (kind !== "of" && isAlive(former) && isHoldable(value)) {
        subjects.set(value, { ...subject, holder: turnToFront(first, value) });
      } else if (verb !== undefined) {
        unknownWords.push(verb);
      }
      return;
    }
    const isPossible =
      kind === "under" ? isShelter(value) : kind !== "in" || seatOf(value).kind === "in";
    if (kind === "on" && value === blackboard) return;
    if (!isPossible || who.includes(value)) return;
    // Fish in a bowl are in water.
    const isFish = who.some((key) => habitOf(key).habitat === "underwater");
    if (value === "@solid:bowl" && isFish) {
      subjects.delete(value);
      subjects.set(fishbowl, { ...subject, emoji: fishbowl });
    }
    const carrier = subjects.has(value) ? value : fishbowl;
    if (kind === "ride" && value === "🚲" && act("cycling")) {
      subjects.delete(value);
      return;
    }
    for (const key of who) {
      const carried = subjects.get(key);
      if (!carried) continue;
      const place = kind === "under" ? "shelter" : kind === "behind" ? "front" : "mount";
      subjects.set(key, { ...carried, [place]: carrier });
    }
  }

  /** Replaces an animal by its art from the front when it wears a thing, and returns its art. */
  function turnToFront(key: string, thing: string): string {
    const wearer = subjects.get(key);
    if (!wearer) return key;
    const emoji = artOfWearer(wearer.emoji, thing);
    if (emoji === wearer.emoji) return emoji;
    const rename = (art: string | null) => (art === wearer.emoji ? emoji : art);
    for (const [other, subject] of subjects) {
      const { mount, holder, front } = subject;
      const renamed = { mount: rename(mount), holder: rename(holder), front: rename(front) };
      subjects.set(other, { ...subject, ...renamed, ...(other === key ? { emoji } : {}) });
    }
    return emoji;
  }

  /** Replaces persons by the art that shows the activity, such as a man running. */
  function act(verb: string): boolean {
    const changed = group.map((key): string => {
      const person = subjects.get(key);
      const emoji = person && findActivity(verb, person.emoji);
      if (!person || emoji === undefined) return key;
      subjects.delete(key);
      subjects.set(emoji, { ...person, emoji });
      return emoji;
    });
    const hasActed = changed.some((key, index) => key !== group[index]);
    group = changed;
    if (hasActed) latest = changed.at(-1) ?? latest;
    return hasActed;
  }

  function takeWord(words: string): void {
    if (isYoung(words)) return;
    if (glowWords.has(words)) {
      glowing = words;
      return;
    }
    if (isListingMembers && memberWords.has(words)) count = 1;
    if (adjectiveEnds.has(words) || words === "and") splitMember();
    if (adjectiveEnds.has(words)) describeSubject();
    if (relationBreaks.has(words)) dropRelation();
    if (joiningWords.has(words)) isJoining = relation === null && pending.length === 0;
    else if (!functionWords.has(words) || relationBreaks.has(words)) isJoining = false;
    if (words === "top") return placeOnTop();
    if (stackWords.has(words)) isStacked = true;
    if (outsideWords.has(words)) features.add("outside");
    if (act(words)) return;
    const size = sizes[words];
    if (size !== undefined) scale = size;
    const kind = relationWords.get(words);
    if (kind !== undefined && latest !== null && !(kind === "of" && (isStacked || relation))) {
      // In "sitting in ... on", the later word is more specific; "riding" always takes precedence.
      if (relation?.kind !== "ride") openRelation(kind, words);
    }
    isAfterSubject = false;
    const isKnown = functionWords.has(words) || kind !== undefined || size !== undefined;
    if (isKnown || stackWords.has(words) || words.length < 3) return;
    if (isShownPart(words)) return;
    // In "a white picket fence" the colour waits for the noun; an adjective ends no description.
    if (!isAdjective(words)) releaseColors(strayColors);
    unknownWords.push(words);
  }

  /** Only lights glow: of lanterns and candles, or in the sky. */
  function reportGlow(): void {
    const isLit =
      [...features].some((feature) => lights.has(feature)) ||
      [...subjects.values()].some(({ emoji }) => habitOf(emoji).habitat === "light");
    if (glowing !== null && !isLit) unknownWords.push(glowing);
  }

  /** In "a cat wearing a hat on a sofa", the cat is on the sofa. */
  function holderOf(key: string): string {
    const held = subjects.get(key);
    const holder = [...subjects].find(
      ([, { emoji, shelter }]) =>
        emoji === held?.holder || (isHeldAbove(shelter) && shelter === held?.emoji),
    );
    return holder?.[0] ?? key;
  }

  function openRelation(kind: Relation, words: string): void {
    const verb = kind === "hold" || kind === "ride" ? words : undefined;
    const who = kind === "of" ? group : group.map(holderOf);
    // "Playing with a ball" is one relation.
    const former = relation?.verb;
    if (former !== undefined && kind === "with") relation = { kind, who, verb: former };
    else {
      dropRelation();
      relation = { kind, who, verb };
    }
    whole = kind === "with" ? (group[0] ?? null) : null;
  }

  /** Reports whether an unknown word names a part that the art of a subject shows. */
  function isShownPart(words: string): boolean {
    const [color] = pending;
    const candidates = [...subjects.values()].toReversed();
    if (!candidates.some(({ emoji }) => hasPart(emoji, words))) return false;
    // "Syrup" of "maple syrup" names the word before it as well.
    const last = unknownWords.at(-1);
    if (candidates.some(({ emoji }) => hasPart(emoji, `${last} ${words}`))) unknownWords.pop();
    // Another colour than that of the art is not drawn.
    const isOfColor = candidates.some(({ emoji }) => hasPart(emoji, words, color));
    if (color !== undefined && !isOfColor) unknownWords.push(`${color} ${words}`);
    pending = [];
    if (relation?.kind === "with") isJoining = false;
    return true;
  }

  function takeColor(value: string): void {
    if (pending.length === 0) described = isAfterSubject ? latest : null;
    pending.push(value);
    isAfterSubject = false;
  }

  function take({ words, meaning }: Phrase): void {
    if (!meaning) return takeWord(words);
    if (meaning.kind === "negation") {
      negated = true;
      return;
    }
    if (negated) {
      negated = false;
      return;
    }
    if (meaning.kind === "subject") return takeSubject(words, meaning);
    if (meaning.value === "flowers" && isFlowerSubject()) return takeFlowers(words);
    if (meaning.kind === "color") return takeColor(meaning.value);
    if (meaning.value === "meadow" && isAfterSubject) sowField();
    isAfterSubject = false;
    if (meaning.kind === "count") {
      count = Number(meaning.value);
      return;
    }
    isListingMembers = false;
    whole = null;
    if (meaning.kind !== "style") dropRelation();
    scale = 1;
    if (meaning.kind === "setting" && meaning.value !== "sky" && meaning.value !== "space") {
      pending = pending.filter((color) => !plainColors.has(color));
    }
    isJoining = false;
    releaseColors(colors);
    switch (meaning.kind) {
      case "setting": {
        const [setting = "", kind] = meaning.value.split("/");
        // A cafe is a room, or a house of the street.
        if (kind !== "cafe") placeWords.push([setting, words]);
        settings.push(setting as Setting);
        if (kind !== undefined) decor.push(kind);
        return;
      }
      case "time":
        time ??= meaning.value as Time;
        return;
      case "weather":
        weather.push(meaning.value as Weather);
        if (lightningWords.has(words)) features.add("lightning");
        return;
      case "feature":
        features.add(meaning.value);
        return;
      case "style":
        style ??= meaning.value;
        return;
    }
  }

  return {
    take,
    finish() {
      splitMember();
      dropRelation();
      reportGlow();
      describeSubject();
      releaseColors(colors);
      const listed = joinCompounds([...subjects.values()]);
      // Without a subject or place, all colours of the prompt colour the abstract image.
      const isAbstract = listed.length === 0 && settings.length === 0;
      return {
        subjects: listed,
        settings,
        time,
        weather,
        features,
        style,
        decor,
        colors: isAbstract ? [...colors, ...strayColors] : colors,
        // A colour of something that is not drawn is not drawn either, unless the image is abstract.
        unknownWords: [
          ...unknownWords,
          ...(isAbstract ? [] : strayColors),
          ...otherPlaces(placeWords),
        ],
      } satisfies Partial<PromptReading>;
    },
  };
}

function isFlight(verb: string | undefined): boolean {
  return verb === "flying" || verb === "flies";
}

function movesInAir(emoji: string): boolean {
  const { habitat, motion } = habitOf(emoji);
  return motion === "fly" || motion === "float" || habitat === "air";
}

/** English adjectives by their endings; the nouns among them are in the vocabulary. */
function isAdjective(word: string): boolean {
  return /(ed|en|ern|ish|ful|ous|ive|al|ic|y)$/.test(word) && word.length > 4;
}
