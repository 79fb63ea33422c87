import { listArt } from "#studio/engines/scene/art.ts";
import { findMeaning } from "#studio/engines/scene/reading/dictionary.ts";

import { counts } from "./counts.ts";
import { findFamily } from "./families.ts";
import type { Family } from "./family.ts";
import type { Material } from "./material.ts";
import { colors, finishes } from "./material.ts";

/** Position of an item relative to the next item of the sentence. */
export type Relation = "on" | "in" | "under" | "behind" | "in front of" | "around" | "beside";

export interface SceneItem {
  readonly name: string;
  /** Families consist of solids; other subjects are inflated images of the art library. */
  readonly subject:
    | { readonly kind: "family"; readonly family: Family }
    | { readonly kind: "picture"; readonly emoji: string };
  readonly count: number;
  readonly color?: string;
  readonly finish?: Material;
  readonly size: number;
  readonly words: ReadonlySet<string>;
  readonly relation: Relation;
  /** True for "a stack of books". */
  readonly isStacked: boolean;
  /** Colours of parts that the prompt describes: the door of "a house with a blue door". */
  readonly details: ReadonlyMap<string, string>;
  /** The words of "3D text that says HELLO". */
  readonly text: string;
}

const itemCountMax = 12;
const itemsMax = 6;
const nameWordsMax = 4;

const relations: Readonly<Record<string, Relation | "of" | "with">> = {
  "on top of": "on",
  "sitting on": "on",
  "standing on": "on",
  on: "on",
  upon: "on",
  inside: "in",
  in: "in",
  under: "under",
  beneath: "under",
  below: "under",
  behind: "behind",
  "in front of": "in front of",
  "next to": "beside",
  beside: "beside",
  near: "beside",
  by: "beside",
  and: "beside",
  ",": "beside",
  with: "with",
  of: "of",
};
const relationPattern = new RegExp(
  `(,|\\b(?:${Object.keys(relations)
    .filter((word) => word !== ",")
    .toSorted((left, right) => right.length - left.length)
    .join("|")})\\b)`,
  "u",
);

const sizes: Readonly<Record<string, number>> = {
  tiny: 0.5,
  mini: 0.5,
  miniature: 0.5,
  small: 0.7,
  little: 0.7,
  tall: 1.3,
  big: 1.35,
  large: 1.35,
  huge: 1.7,
  giant: 1.9,
  gigantic: 1.9,
};

/** Words about the model as a whole rather than about an item. */
const fillers = new Set(
  `a an the my your 3d 3-d model models render mesh object asset figure figurine statue sculpture toy
  low poly low-poly lowpoly style cartoon realistic stylised stylized create make generate build draw
  please me of for that says top view rendering game ready textured glb gltf stl cute simple detailed beautiful some`
    .split(/\s+/u)
    .filter((word) => word !== ""),
);

/**
 * Reads "two red mugs on a wooden table" as items in the order of the sentence; empty when no item
 * is known. `count` is the count parameter, for prompts that name no number.
 */
export function readScene(prompt: string, count: number | undefined): SceneItem[] {
  const { text, rest } = takeText(prompt);
  const pieces = rest
    .toLowerCase()
    .replaceAll(/["'’.!?;:()]/gu, " ")
    .split(relationPattern);
  const items: SceneItem[] = [];
  let isStacked = false;
  for (let index = 0; index < pieces.length && items.length < itemsMax; index += 2) {
    const relation = index === 0 ? undefined : relations[pieces[index - 1] ?? ""];
    const words = (pieces[index] ?? "").split(/\s+/u).filter((word) => word !== "");
    const previous = items.at(-1);
    if (relation === "on" && words.join(" ") === "top") {
      putOnTop(items);
      continue;
    }
    // "made of gold" and "of ice" describe the previous item.
    if (relation === "of" && previous && !isContainer(previous)) {
      items[items.length - 1] = { ...readModifiers(words), ...previous };
      continue;
    }
    if (relation === "with" && previous && describePart(items, previous, words)) continue;
    const isInside = previous !== undefined && isContainer(previous);
    if (relation === "with" && previous && namesPart(previous, words)) {
      items[items.length - 1] = { ...previous, words: new Set([...previous.words, ...words]) };
      continue;
    }
    const found = readItem(
      words,
      previous === undefined || isInside || (relation !== "with" && relation !== "in"),
    );
    if (!found) {
      isStacked ||= words.some((word) => stackWords.has(word));
      // "With snow" describes the tree.
      if (relation === "with" && previous) {
        items[items.length - 1] = { ...previous, words: new Set([...previous.words, ...words]) };
      }
      continue;
    }
    const isPlural = words.some((word) => word.endsWith("s")) && found.count === 1;
    const item = {
      ...found,
      isStacked,
      text,
      ...(isStacked && isPlural ? { count: stackCount } : {}),
    };
    isStacked = false;
    if (isInside && (relation === "with" || relation === "of")) {
      const count = isPlural ? insideCount : item.count;
      items.splice(-1, 0, { ...item, count, relation: "in" });
      continue;
    }
    const isJoined = relation === "beside" && items.at(-2)?.relation === "on";
    if (isJoined && previous && isTable(previous)) {
      items.splice(-2, 0, item);
      continue;
    }
    if (relation === "with" && previous && isTable(previous) && !isSeat(item)) {
      items.splice(-1, 0, { ...item, relation: "on" });
      continue;
    }
    if (relation === "with" && previous && isTable(previous)) {
      const count = isPlural ? seatCount : item.count;
      items.splice(-1, 0, { ...item, count, relation: "around" });
      continue;
    }
    if (relation === "in" && previous && !isContainer(item)) continue;
    if (previous) items[items.length - 1] = { ...previous, relation: toPlace(relation) };
    items.push(item);
  }
  const first = items[0];
  if (first && first.count === 1 && count !== undefined) {
    items[0] = { ...first, count: Math.min(itemCountMax, Math.max(1, Math.round(count))) };
  }
  return items;
}

/** Lists the words of a prompt that neither name an item nor changed one. */
export function listUnbuilt(
  prompt: string,
  items: readonly SceneItem[],
  applied: readonly string[],
): string[] {
  const { rest } = takeText(prompt);
  const built = new Set([
    ...applied,
    ...items.flatMap(({ name, details, subject }) => [
      ...name.split(" "),
      ...details.keys(),
      ...((subject.kind === "family" && subject.family.parts) || []),
    ]),
    ...Object.keys(relations).flatMap((words) => words.split(" ")),
    ...stackWords,
  ]);
  const words = rest.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const isKnown = (word: string) =>
    [built, fillers].some((set) => set.has(word)) ||
    [colors, finishes, sizes, counts].some((table) => Object.hasOwn(table, word));
  return [...new Set(words)].filter((word) => !isKnown(word) && !isKnown(word.replace(/s$/u, "")));
}

const stackWords = new Set(["stack", "pile", "tower"]);
const stackCount = 4;
const insideCount = 3;
const seatCount = 4;

const textPattern =
  /\b(?:text|letters?|word|sign|lettering)\b(?:.*?\b(?:says?|saying|reads?|reading|spelling)\b)?\s*["“'«]?([\p{Lu}\p{N}][\p{Lu}\p{N} !?&.'-]{0,15})["”'»]?/u;

/** Takes the words of letters to model: those in quotes, or in capitals after "text" or "says". */
function takeText(prompt: string): { text: string; rest: string } {
  const isText = /\b(?:3d )?(?:text|letters?|lettering)\b/iu.test(prompt);
  const quoted = isText ? /["“«]([^"”»]{1,16})["”»]/u.exec(prompt) : null;
  const match = quoted ?? (isText ? textPattern.exec(prompt) : null);
  const text = match?.[1]?.trim() ?? "";
  return text === "" ? { text, rest: prompt } : { text, rest: "3d text" };
}

const partNames = ["door", "roof", "chimney"];

/** Reports whether words name a part that the item always has. */
function namesPart({ subject }: SceneItem, words: readonly string[]): boolean {
  const parts = (subject.kind === "family" && subject.family.parts) || [];
  return words.some(
    (word) => parts.includes(word) || parts.includes(word.replace(/(?:ie)?s$/u, "")),
  );
}

/** Adds "with a blue door" to a house; false when the words name no part of the item. */
function describePart(items: SceneItem[], item: SceneItem, words: readonly string[]): boolean {
  const name = partNames.find((one) => words.includes(one));
  const isHouse = item.subject.kind === "family" && item.subject.family.names.includes("house");
  if (!isHouse || name === undefined) return false;
  const { color } = readModifiers(words);
  const details = new Map(item.details);
  if (color !== undefined) details.set(name, color);
  items[items.length - 1] = { ...item, details };
  return true;
}

/** In "three books with an apple on top", the last item is on the one before. */
function putOnTop(items: SceneItem[]): void {
  const [top] = items.splice(-1);
  if (top) items.splice(-1, 0, { ...top, relation: "on" });
}

function isTable({ subject }: SceneItem): boolean {
  const tables = ["table", "office desk", "bench"];
  return subject.kind === "family" && tables.some((name) => subject.family.names.includes(name));
}

function isSeat({ subject }: SceneItem): boolean {
  const seats = ["chair", "stool", "bench"];
  return subject.kind === "family" && seats.some((name) => subject.family.names.includes(name));
}

function toPlace(relation: Relation | "of" | "with" | undefined): Relation {
  return relation === undefined || relation === "of" || relation === "with" ? "beside" : relation;
}

function isContainer({ subject }: SceneItem): boolean {
  return subject.kind === "family" && subject.family.inside !== undefined;
}

function readItem(words: readonly string[], takesPictures: boolean): SceneItem | undefined {
  const found = findLastNoun(words, takesPictures);
  if (!found) return undefined;
  const modifiers = words.filter((_, index) => index < found.start || index >= found.end);
  return {
    name: found.name,
    subject: found.subject,
    count: readCount(words.slice(0, found.start)),
    size: modifiers.reduce((size, word) => size * (sizes[word] ?? 1), 1),
    words: new Set(
      [...words, ...found.name.split(" ")].flatMap((word) => [word, word.replace(/s$/u, "")]),
    ),
    relation: "beside",
    isStacked: false,
    details: new Map(),
    text: "",
    ...readModifiers(modifiers),
  };
}

interface FoundNoun {
  readonly name: string;
  readonly subject: SceneItem["subject"];
  readonly start: number;
  readonly end: number;
}

/** Finds the last noun, which names the item in "flower vase" and "stone bridge". */
function findLastNoun(words: readonly string[], takesPictures: boolean): FoundNoun | undefined {
  for (const kind of takesPictures ? (["family", "picture"] as const) : (["family"] as const)) {
    for (let end = words.length; end > 0; end -= 1) {
      for (let start = Math.max(0, end - nameWordsMax); start < end; start += 1) {
        const name = words.slice(start, end).join(" ");
        const found = kind === "family" ? findSolid(name) : findPicture(name);
        if (found) return { ...found, start, end };
      }
    }
  }
  return undefined;
}

function findSolid(name: string): Pick<FoundNoun, "name" | "subject"> | undefined {
  // Glasses for the eyes are in the art library; a pair of them is one thing.
  if (name === "glasses") return undefined;
  const family = findFamily(name);
  return family && { name, subject: { kind: "family", family } };
}

/** Finds art, or the family of the art's English name, so that "maison" is a house. */
function findPicture(name: string): Pick<FoundNoun, "name" | "subject"> | undefined {
  if (fillers.has(name)) return undefined;
  const meaning = findMeaning(name);
  if (meaning?.kind !== "subject") return undefined;
  const [emoji = ""] = meaning.value.split(/[+~]/u);
  const english = listedNames().get(emoji);
  return findSolid(english ?? "") ?? { name, subject: { kind: "picture", emoji } };
}

let cachedNames: ReadonlyMap<string, string> | undefined;

function listedNames(): ReadonlyMap<string, string> {
  cachedNames ??= new Map(listArt().map(({ emoji, name }) => [emoji, name]));
  return cachedNames;
}

function readCount(words: readonly string[]): number {
  const numbers = words.map((word) => counts[word] ?? Number(word));
  const count = numbers.findLast((number) => Number.isInteger(number) && number > 0) ?? 1;
  return Math.min(itemCountMax, count);
}

function readModifiers(words: readonly string[]): Pick<SceneItem, "color" | "finish"> {
  const color = words.map((word) => colors[word]).find((found) => found !== undefined);
  const finish = words.map((word) => finishes[word]).find((found) => found !== undefined);
  return { ...(color === undefined ? {} : { color }), ...(finish === undefined ? {} : { finish }) };
}
