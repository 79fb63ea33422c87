import { counts } from "./counts.ts";
import { families, findFamily, toWords } from "./families.ts";
import { looksToSide } from "./family.ts";
import type { Material } from "./material.ts";
import { colors, finishes, joinShades } from "./material.ts";
import { takeMotifs, takeTexts, withoutMotifs } from "./motifs/read-motifs.ts";
import {
  fillers,
  isDescription,
  isModifier,
  itemCountMax,
  nameJoint,
  readItem,
  readPaint,
  sizes,
  stackWords,
} from "./read-item.ts";
import { type Relation, type SceneItem, wornRelations } from "./scene-item.ts";
import { findStates, joinStatePhrases, joinStates, twoColors } from "./states/states.ts";
import { findSubstance } from "./substances.ts";

const itemsMax = 6;

/** Words between two nouns: a place, or "with" and its like, which put the second noun in, on or around the first. */
type Joint = Relation | "of" | "with" | "surrounded" | "covered";

const relations: Readonly<Record<string, Joint>> = {
  "on top of": "on",
  "sitting on": "on",
  "standing on": "on",
  "perched on": "on",
  "resting on": "on",
  "lying on": "on",
  "riding on": "riding",
  atop: "on",
  "mounted on": "on",
  "placed on": "on",
  "hanging from": "under",
  "hanging on": "in front of",
  "decorated with": "with",
  "topped with": "with",
  featuring: "with",
  "dressed in": "with",
  riding: "riding",
  on: "on",
  upon: "on",
  inside: "in",
  in: "in",
  under: "under",
  beneath: "under",
  below: "under",
  over: "above",
  above: "above",
  behind: "behind",
  against: "in front of",
  "leaning against": "in front of",
  "leaning on": "in front of",
  "in front of": "in front of",
  "next to": "beside",
  beside: "beside",
  near: "beside",
  by: "beside",
  and: "beside",
  ",": "beside",
  around: "around",
  "surrounded by": "surrounded",
  wearing: "with",
  holding: "held",
  carrying: "held",
  eating: "held",
  "filled with": "with",
  "covered in": "covered",
  "covered with": "covered",
  "covered by": "covered",
  "full of": "with",
  with: "with",
  of: "of",
};
const relationPattern = new RegExp(
  `(,|\\b(?:${Object.keys(relations)
    .filter((word) => word !== ",")
    .toSorted((left, right) => right.length - left.length)
    .join("|")}|[a-z]{2,}ing (?:an?|the|some))\\b)`,
  "u",
);

/** Verbs of the hands; what is done to a thing by others happens next to it. */
const handling = /^(?:read|play|drink|swing|lift|hugg|wield|brandish|grabb|show|wav)ing /u;
/** The place of "pulling a", or of a listed relation. */
function toJoint(joint: string): Joint | undefined {
  if (Object.hasOwn(relations, joint)) return relations[joint];
  if (!/ing (?:an?|the|some)$/u.test(joint)) return undefined;
  return handling.test(joint) ? "held" : "beside";
}

/** Words for an amount or a likeness, after which "of" names the thing itself. */
const amounts =
  /\b(pair|couple|bunch|group|set|row|trio|dozen|handful|bouquet|lots|slice|piece|figurines?|statuettes?) of\b/gu;
/** A "fruit bowl" is a bowl of fruit. */
const fruitIn = /\bfruit (bowl|basket)\b/gu;
/** Names of one thing that read like two: "ship in a bottle", "bow and arrow". */
const wholeNames = new RegExp(
  `\\b(?:${families
    .flatMap(({ names, near = [] }) => [...names, ...near])
    .map(toWords)
    .filter((name) => name.split(/[ -]/u).some((word) => Object.hasOwn(relations, word)))
    .toSorted((left, right) => right.length - left.length)
    .join("|")})\\b`,
  "gu",
);
/** "A robot that can fly" has no can. */
const abilities = /\b(that|which|who) can\b/gu;
const stacks = /\b(?:stack|pile|tower) of\b/gu;
/** "In gold" describes the item before, "in a stone" does not. */
const articles = new Set(["a", "an", "the"]);
/** Words that refer to the item before. */
const pronouns = new Set(["it", "top", "them", "its", "back", "head", "neck"]);

/**
 * Reads "two red mugs on a wooden table" as items in the order of the sentence; empty when no item
 * is known. `count` is the count parameter, for prompts that name no number.
 */
export function readScene(prompt: string, count: number | undefined): SceneItem[] {
  const { text, rest } = takeText(prompt);
  const pieces = takeMotifs(joinStatePhrases(joinShades(rest.toLowerCase())))
    .replaceAll(/["'’.!?;:()]/gu, " ")
    .replaceAll(wholeNames, (name) => name.replaceAll(/[ -]/gu, nameJoint))
    .replaceAll(abilities, "$1")
    .replaceAll(stacks, "stacked")
    .replaceAll(amounts, "$1")
    .replaceAll(fruitIn, "$1 of fruit")
    .split(relationPattern);
  const items: SceneItem[] = [];
  // "A cake with a cherry and candles on top": both belong to the phrase after "with".
  let isPartList = false;
  // "A red and white lighthouse": the colours before the noun.
  let carried: readonly string[] = [];
  let carriedRelation: Joint | undefined;
  for (let index = 0; index < pieces.length && items.length < itemsMax; index += 2) {
    const joint = pieces[index - 1] ?? "";
    const isCarried: boolean = carried.length > 0;
    const relation: Joint | undefined = isCarried ? carriedRelation : toJoint(joint);
    const own = (pieces[index] ?? "").split(/\s+/u).filter((word) => word !== "");
    const words: readonly string[] = joinColors(carried, own);
    carried = [];
    const previous = items.at(-1);
    // "On it" and "inside" contain no noun.
    const isOpen = words.length > 0 || relation === "in";
    const hasNoun = words.some((word) => !pronouns.has(word) && !fillers.has(word));
    if (isPlace(relation) && isOpen && !hasNoun) {
      placeOnPrevious(items, relation);
      continue;
    }
    // "made of gold" and "of ice" describe the previous item.
    if (relation === "of" && previous && !isContainer(previous) && !isOneOf(previous, dishes)) {
      items[items.length - 1] = { ...readPaint(words), ...previous };
      continue;
    }
    const isList: boolean = relation === "beside" && isPartList;
    // "A cactus in a clay pot" has the pot that it always has.
    const isPart: boolean =
      relation === "with" || relation === "held" || relation === "in" || isList;
    isPartList = isPart && describePart(items, words);
    if (isPartList) continue;
    // "Covered in moss" and "with rust" are states of the item; "with a rainbow" is a thing.
    const isDescribing = relation === "covered" || relation === "with";
    if (isDescribing && previous && namesState(words)) {
      addWords(items, words);
      continue;
    }
    const continues = toJoint(pieces[index + 1] ?? "") === "beside";
    // A panda that eats bamboo is not made of it.
    const isPaint =
      relation !== "held" &&
      own.length > 0 &&
      own.every((word) => isDescription(word) && !isNoun(word));
    if (continues && isPaint) {
      [carried, carriedRelation] = [words, relation];
      continue;
    }
    // "A cat, orange and white" and "a scarf striped red and black": colours alone are no other thing.
    if (previous && isPaint && !own.some((word) => articles.has(word))) {
      const isSecond = previous.color !== undefined && own.every((word) => isOnlyColor(word));
      if (isCarried || joint !== "and" || isSecond) paintPrevious(items, words);
      continue;
    }
    const found =
      relation === "with" && words.some((word) => attributes.has(word))
        ? undefined
        : readItem(words);
    const isInside = previous !== undefined && isContainer(previous);
    const isLiquid = isInside && words.some((word) => liquids.has(word));
    // "In a forest" names a place, not an item.
    if (!found || isLiquid || (relation === "in" && previous && !isContainer(found))) {
      // "With snow" describes the tree.
      if (relation === "with" || relation === "held" || isLiquid) addWords(items, words);
      continue;
    }
    const isFull = /full|filled/u.test(pieces[index - 1] ?? "");
    // "With a jacket and a hat" names both after "with".
    addItem(
      items,
      { ...found, text },
      { relation: isList ? "with" : relation, joint, words, isFull },
    );
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
  const shown = new Set(applied);
  const built = new Set([
    ...applied,
    ...items.flatMap(({ name, details, subject }) => [
      ...name.split(" "),
      ...partsOf(subject).filter((part) => !details.has(part) || shown.has(part)),
    ]),
    ...Object.keys(relations).flatMap((words) => words.split(" ")),
    ...stackWords,
    ...pronouns,
    "stack",
    "pile",
  ]);
  // A motif is on the surface of solids only.
  const hasMotif = items.some(({ motif, subject }) => motif && subject.kind === "family");
  const lower = joinShades(rest.toLowerCase());
  const words = (hasMotif ? withoutMotifs(takeMotifs(joinStatePhrases(lower))) : lower)
    .split(/[^\p{L}-]+/u)
    .filter((word) => !Object.hasOwn(colors, word))
    .flatMap((word) => word.match(/\p{L}{3,}/gu) ?? []);
  const miscounted = new Set(items.flatMap(({ partCounts }) => partCounts));
  const used = new Set(
    items.flatMap(({ finish, details }) => [
      finish,
      ...[...details.values()].map((paint) => paint.finish),
    ]),
  );
  const isUsed = (material: Material | undefined) => material !== undefined && used.has(material);
  const isKnown = (word: string) =>
    !(miscounted.has(word) && !shown.has(word)) &&
    ([built, fillers].some((set) => set.has(word)) ||
      isUsed(findSubstance(word)) ||
      [colors, finishes, sizes, counts].some((table) => Object.hasOwn(table, word)));
  return [...new Set(words)].filter((word) => !isKnown(word) && !isKnown(singular(word)));
}

const insideCount = 3;
const fullCount = 9;
const seatCount = 4;

/** Words after "with" that describe an item and name no other one, although the art library has art for some. */
const attributes = new Set(
  `wing wings eye eyes ear ears tail tails leg legs arm arms hand hands foot feet hair beard mustache moustache
  smile mouth tooth teeth horn horns nose tongue beak fur mane claw claws face expression stripe stripes spot spots
  dot dots flame flames smoke snow light lights glow leaf leaves petal petals window windows handle handles button
  buttons pattern patterns detail details color colors colour colours lid wheel wheels`.split(
    /\s+/u,
  ),
);

const liquids = new Set(
  "water milk coffee tea juice wine beer soup chocolate cocoa lemonade potion champagne".split(" "),
);

/** Last words of the names of what is worn on the head. */
const hats = new Set("hat cap helmet crown tiara beret beanie fez sombrero".split(" "));

const textPattern =
  /\b(?:text|letters?|word|sign|lettering)\b(?:.*?\b(?:says?|saying|reads?|reading|spelling)\b)?\s*["“'«]?([\p{Lu}\p{N}][\p{Lu}\p{N} !?&.'-]{0,15})["”'»]?/u;

/** Takes the words of letters to model: those in quotes, or in capitals after "text" or "says". */
function takeText(spoken: string): { text: string; rest: string } {
  const prompt = takeTexts(spoken);
  const isText = /\b(?:3d )?(?:text|letters?|lettering)\b/iu.test(prompt);
  const quoted = isText ? /["“«]([^"”»]{1,16})["”»]/u.exec(prompt) : null;
  const match = quoted ?? (isText ? textPattern.exec(prompt) : null);
  const text = match?.[1]?.trim() ?? "";
  return text === "" ? { text, rest: prompt } : { text, rest: "3d text" };
}

/** Adds an item behind the previous one, or before it when it is inside, on, around or worn by that one. */
function addItem(
  items: SceneItem[],
  item: SceneItem,
  {
    relation,
    joint,
    words,
    isFull,
  }: {
    relation: Joint | undefined;
    joint: string;
    words: readonly string[];
    isFull: boolean;
  },
): void {
  const previous = items.at(-1);
  const isPlural = words.some((word) => word.endsWith("s")) && item.count === 1;
  const putFirst = (place: Relation, count = item.count) =>
    items.splice(-1, 0, { ...item, count, relation: place });
  const wearPlace = previous && findWearPlace(item, previous, joint, items.at(-2)?.relation);
  const isJoined = relation === "beside" && items.at(-2)?.relation === "on";
  if (!previous) {
    items.push(item);
  } else if (wearPlace) {
    putFirst(wearPlace);
  } else if (isContainer(previous) && (relation === "with" || relation === "of")) {
    putFirst("in", isPlural ? (isFull ? fullCount : insideCount) : item.count);
  } else if (isJoined && isOneOf(previous, tables)) {
    items.splice(-2, 0, item);
  } else if (relation === "held") {
    putFirst("held");
  } else if ((relation === "with" || relation === "of") && isOneOf(previous, dishes)) {
    putFirst("on", isPlural ? insideCount : item.count);
  } else if (relation === "with" && hats.has(item.name.split(" ").at(-1) ?? "")) {
    putFirst("worn");
  } else if (relation === "surrounded") {
    putFirst("around", isPlural ? seatCount : item.count);
  } else if (
    relation === "with" &&
    isOneOf(previous, [...tables, ...supports]) &&
    !isOneOf(item, seats)
  ) {
    putFirst("on");
  } else if (relation === "with" && isOneOf(previous, tables)) {
    putFirst("around", isPlural ? seatCount : item.count);
  } else {
    items[items.length - 1] = { ...previous, relation: toPlace(relation) };
    items.push(item);
  }
}

/** Last words of the names of what is worn, by its place. */
const wearPlaces: Readonly<Record<string, Relation>> = {
  ...Object.fromEntries(
    ["glasses", "sunglasses", "spectacles", "eyeglasses", "shades", "goggles"].map((name) => [
      name,
      "on eyes" as const,
    ]),
  ),
  scarf: "on neck",
  muffler: "on neck",
  bowtie: "on neck",
  tie: "on neck",
  bow: "on neck",
};
/** Figures that look to the front and wear what they are "with". */
const wearers =
  /(?:bear|penguin|owl|robot|snowman|man|woman|boy|girl|person|child|doll|monkey|gorilla|frog|alien|astronaut)$/u;

/** The place of sunglasses and scarfs on a figure that looks to the front; undefined for other pairs. */
function findWearPlace(
  { name, count }: SceneItem,
  { name: wearer, subject }: SceneItem,
  joint: string,
  before: Relation | undefined,
): Relation | undefined {
  const place = wearPlaces[name.split(" ").at(-1) ?? ""];
  if (!place || count > 1 || subject.kind !== "family") return undefined;
  const { head } = subject.family;
  if (head && looksToSide(head)) return undefined;
  const isNext = joint === "and" && before !== undefined && wornRelations.has(before);
  const isWith = joint === "with" && wearers.test(wearer);
  return isNext || isWith || /^(?:wearing|dressed in)$/u.test(joint) ? place : undefined;
}

function paintPattern(
  { color }: SceneItem,
  first: string,
  second: string | undefined,
): Pick<SceneItem, "color" | "accent"> {
  const hasOwnColor = color !== undefined;
  return second === undefined || hasOwnColor ? { accent: first } : { color: first, accent: second };
}

/** Joins the colours of "red and white"; between two colours, the word for both of them. */
function joinColors(carried: readonly string[], own: readonly string[]): readonly string[] {
  const areBothColored = [carried, own].every((words) => words.some(isColor));
  return areBothColored ? [...carried, twoColors, ...own] : [...carried, ...own];
}

/** Adds the colours and patterns of "a scarf, striped red and black" to the item before. */
function paintPrevious(items: SceneItem[], words: readonly string[]): void {
  const [last] = items.splice(-1);
  if (!last) return;
  const paint = readPaint(words);
  const [color, accent] = [last.color, last.accent, paint.color, paint.accent].filter(
    (one) => one !== undefined,
  );
  const isSecond = last.color !== undefined && last.accent === undefined && accent !== undefined;
  const { states = [] } = isSecond ? readPaint([...words, twoColors]) : paint;
  items.push({
    ...last,
    ...paint,
    ...(color !== undefined && { color }),
    ...(accent !== undefined && { accent }),
    states: joinStates([...(last.states ?? []), ...states]),
    words: new Set([...last.words, ...words]),
  });
}

/** Pearls and candy are things as well as materials. */
function isNoun(word: string): boolean {
  return !isModifier(word) && findStates([word]).length === 0 && findFamily(word) !== undefined;
}

function isColor(word: string): boolean {
  return Object.hasOwn(colors, word);
}

/** An orange and a peach are things as well. */
function isOnlyColor(word: string): boolean {
  return isColor(word) && !findFamily(word);
}

function namesState(words: readonly string[]): boolean {
  return findStates(words.slice(-1)).length > 0 && readItem(words)?.subject.kind !== "family";
}

function addWords(items: SceneItem[], words: readonly string[]): void {
  const [last] = items.splice(-1);
  if (!last) return;
  const { color, finish, states = [], accent: secondColor } = readPaint(words);
  const accent = color ?? finish?.color;
  const isPattern = states.some(({ pattern }) => pattern !== undefined);
  items.push({
    ...last,
    words: new Set([...last.words, ...words]),
    ...(states.length > 0 && { states: [...(last.states ?? []), ...states] }),
    // "With white dots" and "with gold trim"; "with red and white stripes" names both colours.
    ...(isPattern && accent !== undefined && paintPattern(last, accent, secondColor)),
  });
}

/** Reads "with a blue door" of a house and "with a red cushion" of a chair; false when the words name no part. */
function describePart(items: SceneItem[], words: readonly string[]): boolean {
  const [last] = items.slice(-1);
  if (!last) return false;
  const parts = partsOf(last.subject);
  const name = words.map(singular).find((word) => parts.includes(word));
  if (name === undefined) return false;
  // The dots of "a mushroom with white dots" are no pattern on its dots.
  const paint = readPaint(words.filter((word) => singular(word) !== name));
  const isPainted = Object.keys(paint).length > 0;
  items[items.length - 1] = {
    ...last,
    words: new Set([...last.words, ...words]),
    details: new Map([...last.details, ...(isPainted ? [[name, paint] as const] : [])]),
    partCounts: words.filter((word) => Object.hasOwn(counts, word) && !isUsual(word, name)),
  };
  return true;
}

/** Reports whether things usually have this number of the part. */
function isUsual(number: string, part: string): boolean {
  return number === "two" || (number === "four" && ["leg", "wheel"].includes(part));
}

/** In "three books with an apple on top", the last item is on the one before. */
function placeOnPrevious(items: SceneItem[], relation: Relation): void {
  if (items.length < 2 || items.at(-2)?.relation !== "beside") return;
  const [last] = items.splice(-1);
  if (last) items.splice(-1, 0, { ...last, relation });
}

function partsOf(subject: SceneItem["subject"]): readonly string[] {
  return subject.kind === "family" ? (subject.family.parts ?? []) : [];
}

/** "Leaves" and "cherries" change their ending; "olives" and "cookies" do not. */
function singular(word: string): string {
  if (/^(?:lea|loa|scar|shel|hoo|hal|cal|wol|el|thie)ves$/u.test(word))
    return word.replace(/ves$/u, "f");
  if (/^(?:kni|wi|li)ves$/u.test(word)) return word.replace(/ves$/u, "fe");
  if (/[^aeiou]ies$/u.test(word) && !/^(?:cook|mov|p|t|brown|zomb|gen|smooth)ies$/u.test(word))
    return word.replace(/ies$/u, "y");
  if (/(?:tomat|potat|mang)oes$/u.test(word)) return word.replace(/es$/u, "");
  return word.replace(/sses$/u, "ss").replace(/(?<!s)s$/u, "");
}

/** Flat vessels on which food lies. */
const dishes = ["plate", "tray"];
const tables = ["table", "office desk", "bench"];
/** Things on which cushions and toys lie. */
const supports = ["sofa", "bed", "armchair", "bench", "rug", "island", "bookshelf"];
const seats = ["chair", "stool", "bench"];

/** Reports whether an item is of one of these families. */
function isOneOf({ subject }: SceneItem, names: readonly string[]): boolean {
  return subject.kind === "family" && names.some((name) => subject.family.names.includes(name));
}

function isPlace(relation: Joint | undefined): relation is Relation {
  return (
    relation !== undefined && !["of", "with", "surrounded", "covered", "beside"].includes(relation)
  );
}

function toPlace(relation: Joint | undefined): Relation {
  return isPlace(relation) ? relation : "beside";
}

function isContainer({ subject }: SceneItem): boolean {
  return subject.kind === "family" && subject.family.inside !== undefined;
}
