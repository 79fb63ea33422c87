import { listArt } from "#studio/engines/scene/art.ts";
import { findMeaning } from "#studio/engines/scene/reading/dictionary.ts";

import { counts } from "./counts.ts";
import { findFamily, findNearFamily } from "./families.ts";
import type { Material } from "./material.ts";
import { colors, finishes } from "./material.ts";
import { isMotif, readMotif } from "./motifs/read-motifs.ts";
import type { Paint, SceneItem } from "./scene-item.ts";
import { findStates } from "./states/states.ts";
import { findSubstance } from "./substances.ts";

export const itemCountMax = 12;
const nameWordsMax = 4;
/** Joins the words of a name that reads like two things, so that it is read as one word. */
export const nameJoint = "_";

export const sizes: Readonly<Record<string, number>> = {
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
export const fillers: ReadonlySet<string> = new Set(
  `a an the my your its 3d 3-d model models render mesh object asset figure figurine statue sculpture toy
  low poly low-poly lowpoly style cartoon realistic stylised stylized create make generate build draw
  please me of for that says top view rendering game ready textured glb gltf stl cute simple detailed beautiful some bright shiny glossy new classic lovely nice pretty single one
  pristine sturdy ripe fresh crisp delicate elegant vibrant colored coloured painted bound plated cast wrought plain unused blank stuffed`
    .split(/\s+/u)
    .filter((word) => word !== ""),
);

/** Things that one pair is one of. */
const pairs = new Set(
  "glasses sunglasses scissors jeans pants trousers shorts binoculars headphones goggles pliers".split(
    " ",
  ),
);

/** Words that mark the copies of an item as lying on each other; `read-scene.ts` writes them for "stack of". */
export const stackWords: ReadonlySet<string> = new Set(["stacked"]);
const stackCount = 4;

/** Likenesses of another thing: a "rabbit figurine" is a rabbit. Alone, they are things. */
const likenesses = new Set(["figurine", "figurines", "statuette", "statuettes"]);

/** Reads the noun phrase of an item, such as "two red mugs"; undefined without a known noun. */
export function readItem(words: readonly string[]): SceneItem | undefined {
  const described = words.filter((word) => !likenesses.has(word));
  return (described.length < words.length ? readNoun(described) : undefined) ?? readNoun(words);
}

function readNoun(words: readonly string[]): SceneItem | undefined {
  const found = findLastNoun(words);
  if (!found) return undefined;
  const { start, end, between = [] } = found;
  const modifiers = [...words.slice(0, start), ...between, ...words.slice(end)];
  const isStacked = modifiers.some((word) => stackWords.has(word));
  const count = pairs.has(found.name) ? 1 : readCount(words.slice(0, start));
  const isPlural = words.some((word) => word.endsWith("s"));
  const motif = readMotif(words);
  return {
    name: found.name,
    subject: found.subject,
    isNearest: found.isNearest,
    count: isStacked && isPlural && count === 1 ? stackCount : count,
    size: modifiers.reduce((size, word) => size * (lookUp(sizes, word) ?? 1), 1),
    words: new Set(
      [...words, ...found.name.split(" "), ...(motif ? ["motif"] : [])].flatMap((word) => [
        word,
        word.replace(/s$/u, ""),
      ]),
    ),
    relation: "beside",
    isStacked,
    details: new Map(),
    partCounts: [],
    text: "",
    ...(motif && { motif }),
    ...readPaint(modifiers),
  };
}

export function readPaint(words: readonly string[]): Paint {
  const [color, accent] = words.flatMap((word) => lookUp(colors, word) ?? []);
  const [finish] = words.flatMap((word) => findFinish(word) ?? []);
  const states = findStates(words);
  return {
    ...(color === undefined ? {} : { color }),
    ...(accent === undefined ? {} : { accent }),
    ...(finish === undefined ? {} : { finish }),
    ...(states.length === 0 ? {} : { states }),
  };
}

/** "Leather-bound" and "wrought-iron" are leather and iron. */
function findFinish(word: string): Material | undefined {
  if (Object.hasOwn(colors, word)) return undefined;
  const [substance = ""] = word.split("-").filter((part) => !workings.has(part));
  return lookUp(finishes, substance) ?? findSubstance(substance);
}

/** How a material is worked, in compounds with its name. */
const workings = new Set("bound plated coated covered clad made cast wrought solid".split(" "));

/** Words such as "constructor" name properties of every object, but none of a table. */
function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

interface FoundNoun {
  readonly name: string;
  readonly subject: SceneItem["subject"];
  readonly isNearest: boolean;
  readonly start: number;
  readonly end: number;
  /** Words inside of a name that describe the thing: "glass" of "a perfume glass bottle". */
  readonly between?: readonly string[];
}

/** Finds the last noun, which names the item in "flower vase" and "stone bridge". */
function findLastNoun(words: readonly string[]): FoundNoun | undefined {
  let picture: FoundNoun | undefined;
  for (let end = words.length; end > 0; end -= 1) {
    for (let start = Math.max(0, end - nameWordsMax); start < end; start += 1) {
      const name = words.slice(start, end).join(" ").replaceAll(nameJoint, " ");
      if (isMaterial(name, words.slice(end))) continue;
      const solid = findSolid(name);
      const fallback = solid && { ...solid, start, end };
      // An orange is a thing when nothing else has the colour.
      if (fallback && !Object.hasOwn(colors, name)) return findPreciseKind(words, fallback);
      picture ??= fallback;
      // Of a "carnival mask", the art of a carnival is not the thing.
      const isLast = words.slice(end).every((word) => isModifier(word) || participle.test(word));
      const art = isLast ? (findPicture(name) ?? findNearest(name)) : undefined;
      // "Hot dog" is no dog, while the art of a "black cat" is a cat.
      const first = words[start] ?? "";
      const isName = !isModifier(first) && findSubstance(first) === undefined;
      if (art && end - start > 1 && isName) return { ...art, start, end };
      picture ??= art && { ...art, start, end };
    }
  }
  return picture;
}

/**
 * Finds the kind that words before a noun name: "perfume" of "a perfume glass bottle", and "quill" of "a quill ink pen",
 * because a family with the name "quill pen" is a kind of pen.
 */
function findPreciseKind(words: readonly string[], general: FoundNoun): FoundNoun {
  const last = general.end - 1;
  const noun = words[last] ?? "";
  // An office chair is precise, a wooden chair is not.
  if (!words.slice(general.start, last).every(isDescription)) return general;
  for (let end = general.start; end > 0; end -= 1) {
    for (let start = Math.max(0, end - nameWordsMax + 1); start < end; start += 1) {
      const naming = words.slice(start, end);
      if (naming.every(isDescription)) continue;
      const name = naming.join(" ").replaceAll("-", " ");
      const between = words.slice(end, last);
      const joined = between.every(isDescription) ? findSolid(`${name} ${noun}`) : undefined;
      const kind = joined ?? findSolid(name);
      if (kind && isOtherFamily(kind, general) && (joined || isKindOf(kind, noun))) {
        const precise = joined ? kind.name : `${kind.name} ${noun}`;
        return { ...kind, name: precise, start, end: general.end, between };
      }
    }
  }
  return general;
}

function isOtherFamily({ subject: one }: Meant, { subject: other }: Meant): boolean {
  return one.kind !== "family" || other.kind !== "family" || one.family !== other.family;
}

function isKindOf({ subject }: Meant, noun: string): boolean {
  return (
    subject.kind === "family" && subject.family.names.some((name) => name.endsWith(` ${noun}`))
  );
}

/** "Sliced", of "a watermelon sliced in half". */
const participle = /(?:ed|ing)$/u;

/** Reports whether a word describes a noun: its colour, material, size or number. */
export function isModifier(word: string): boolean {
  const tables = [finishes, colors, sizes, counts];
  return isMotif(word) || fillers.has(word) || tables.some((table) => Object.hasOwn(table, word));
}

/** Reports whether a word describes a thing, as a modifier, a material or a state. */
export function isDescription(word: string): boolean {
  return isModifier(word) || findSubstance(word) !== undefined || findStates([word]).length > 0;
}

/** Reports whether a noun is only what the thing is made of, as in "a stone gargoyle". */
function isMaterial(name: string, following: readonly string[]): boolean {
  return Object.hasOwn(finishes, name) && following.some((word) => !fillers.has(word));
}

type Meant = Pick<FoundNoun, "name" | "subject" | "isNearest">;

function findSolid(name: string): Meant | undefined {
  const family = findFamily(name);
  return family && { name, subject: { kind: "family", family }, isNearest: false };
}

function findNearest(name: string): Meant | undefined {
  const family = findNearFamily(name);
  return family && { name, subject: { kind: "family", family }, isNearest: true };
}

/** Finds art, or the family of the art's English name, so that "maison" is a house. */
function findPicture(name: string): Meant | undefined {
  if (isModifier(name)) return undefined;
  const meaning = findMeaning(name);
  if (meaning?.kind !== "subject") return undefined;
  const [emoji = ""] = meaning.value.split(/[+~]/u);
  const english = listedNames().get(emoji);
  return (
    findSolid(english ?? "") ?? {
      name,
      subject: { kind: "picture", emoji },
      isNearest: false,
    }
  );
}

let cachedNames: ReadonlyMap<string, string> | undefined;

/** English names of the library's art. */
export function listedNames(): ReadonlyMap<string, string> {
  cachedNames ??= new Map(listArt().map(({ emoji, name }) => [emoji, name]));
  return cachedNames;
}

function readCount(words: readonly string[]): number {
  const numbers = words.map((word) => lookUp(counts, word) ?? Number(word));
  const count = numbers.findLast((number) => Number.isInteger(number) && number > 0) ?? 1;
  return Math.min(itemCountMax, count);
}
