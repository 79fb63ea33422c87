import { isShelter, seatOf } from "#studio/engines/scene/seats.ts";

import type { Meaning } from "./dictionary.ts";
import { functionWords } from "./function-words.ts";
import type { PromptReading, Setting, Subject, Time, Weather } from "./read-prompt.ts";

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

type Relation = "ride" | "on" | "in" | "under";

const relationWords: ReadonlyMap<string, Relation> = new Map(
  (
    [
      [
        "ride",
        `riding rides ride mounted astride driving drives montando monta reitet reitend
        chevauchant chevauche верхом едет`,
      ],
      ["on", "on onto upon atop sobre auf sur на"],
      ["in", "in inside into en dans в"],
      ["under", "under beneath underneath below bajo debajo unter sous под"],
    ] as const
  ).flatMap(([relation, words]) => words.split(/\s+/).map((word) => [word, relation] as const)),
);

/** Words that end a relation: in "a fox on the left and a dog", no fox is on the dog. */
const relationBreaks = new Set(
  "left right with and near next beside behind y et und mit con avec и с".split(" "),
);
/** Words that join subjects: in "a fox and a rabbit in a boat", both are in the boat. */
const joiningWords = new Set("and & y e et und и".split(" "));
/** Words after which a colour describes the previous subject, as in "coche rojo y casa". */
const adjectiveEnds = new Set(
  "en dans y et del von im na in on at con avec de du des sur sobre".split(" "),
);
/** Natural colours of ground and water, which do not describe the light. */
const plainColors = new Set(["green", "blue", "white", "yellow", "black"]);

/** Pairs of subjects that are one thing, and the combined subject. */
const compounds: readonly (readonly [string, string, string])[] = [
  ["🏴‍☠️", "⛵", "@pirate-ship"],
  ["🏴‍☠️", "🚢", "@pirate-ship"],
  ["@cliff", "@lighthouse", "@lighthouse"],
];

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
  let relation: { readonly kind: Relation; readonly who: readonly string[] } | null = null;
  /** The latest subject and the subjects joined to it. */
  let group: readonly string[] = [];
  let isJoining = false;

  function describeSubject(): void {
    const subject = described === null ? undefined : subjects.get(described);
    const [color] = pending;
    if (!subject || color === undefined || subject.color !== null) return;
    subjects.set(subject.emoji, { ...subject, color });
    pending = [];
  }

  function releaseColors(to: string[]): void {
    to.push(...pending);
    pending = [];
  }

  function takeSubject(words: string, { value, plural }: Meaning): void {
    const [color = null] = pending;
    pending = [];
    isAfterSubject = true;
    if (subjects.size >= subjectsMax && !subjects.has(value)) return;
    subjects.set(value, {
      emoji: value,
      words,
      count: count ?? (plural || collectives.has(words) ? pluralCount : 1),
      color,
      mount: null,
      shelter: null,
    });
    relate(value);
    group = isJoining ? [...group, value] : [value];
    isJoining = false;
    latest = value;
    count = null;
  }

  function sowField(): void {
    const crop = latest === null ? undefined : subjects.get(latest);
    if (crop && crops.has(crop.emoji)) subjects.set(crop.emoji, { ...crop, count: cropCount });
  }

  function relate(value: string): void {
    if (relation === null) return;
    const { kind, who } = relation;
    relation = null;
    const isPossible =
      kind === "under" ? isShelter(value) : kind !== "in" || seatOf(value).kind === "in";
    if (!isPossible || who.includes(value)) return;
    for (const emoji of who) {
      const subject = subjects.get(emoji);
      if (!subject) continue;
      subjects.set(
        emoji,
        kind === "under" ? { ...subject, shelter: value } : { ...subject, mount: value },
      );
    }
  }

  function takeWord(words: string): void {
    if (adjectiveEnds.has(words)) describeSubject();
    if (relationBreaks.has(words)) relation = null;
    if (joiningWords.has(words)) isJoining = relation === null && pending.length === 0;
    else if (!functionWords.has(words) || relationBreaks.has(words)) isJoining = false;
    const kind = relationWords.get(words);
    if (kind !== undefined && latest !== null) {
      // In "sitting in ... on", the later word is more specific; "riding" always takes precedence.
      if (relation?.kind !== "ride") relation = { kind, who: group };
    }
    isAfterSubject = false;
    if (functionWords.has(words) || kind !== undefined || words.length < 3) return;
    // The colour before an unknown noun belongs to that noun, not to the next subject.
    releaseColors(strayColors);
    if (words.length > 3) unknownWords.push(words);
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
    if (meaning.kind === "color") return takeColor(meaning.value);
    if (meaning.value === "meadow" && isAfterSubject) sowField();
    isAfterSubject = false;
    if (meaning.kind === "count") {
      count = Number(meaning.value);
      return;
    }
    if (meaning.kind !== "style") relation = null;
    if (meaning.kind === "setting" && meaning.value !== "sky" && meaning.value !== "space") {
      pending = pending.filter((color) => !plainColors.has(color));
    }
    isJoining = false;
    releaseColors(colors);
    switch (meaning.kind) {
      case "setting":
        settings.push(meaning.value as Setting);
        return;
      case "time":
        time ??= meaning.value as Time;
        return;
      case "weather":
        weather.push(meaning.value as Weather);
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
        colors: isAbstract ? [...colors, ...strayColors] : colors,
        unknownWords,
      } satisfies Partial<PromptReading>;
    },
  };
}

function joinCompounds(subjects: readonly Subject[]): readonly Subject[] {
  const pair = compounds.find(([part, whole]) =>
    [part, whole].every((emoji) => subjects.some((subject) => subject.emoji === emoji)),
  );
  if (!pair) return subjects;
  const [part, whole, joined] = pair;
  const rename = (emoji: string | null) => (emoji === part || emoji === whole ? joined : emoji);
  return subjects
    .filter(({ emoji }) => emoji !== part)
    .map((subject) =>
      subject.emoji === whole
        ? { ...subject, emoji: joined, mount: null }
        : { ...subject, mount: rename(subject.mount), shelter: rename(subject.shelter) },
    );
}
