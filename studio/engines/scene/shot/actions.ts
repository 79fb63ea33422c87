export type Action =
  | "launch"
  | "rise"
  | "fall"
  | "circle"
  | "hop"
  | "jump"
  | "bounce"
  | "dance"
  | "spin"
  | "roll"
  | "rest"
  | "run"
  | "walk"
  | "fly"
  | "glide"
  | "cross";

/** Forms of the verbs of each action. */
const verbs: Readonly<Record<Action, string>> = {
  launch: "launch(?:es|ing)?|(?:lift|blast)(?:s|ing)? off|liftoff|startet|despega|décolle",
  rise: "ris(?:es?|ing)|tak(?:es|ing) off|ascend(?:s|ing)?|climb(?:s|ing)?|float(?:s|ing)? (?:up|away)|steigt|sube|monte",
  fall: "fall(?:s|ing)?|drop(?:s|ping)?|descend(?:s|ing)?|fällt|cae|tombe",
  circle: "circl(?:es|ing)|orbit(?:s|ing)?|revolv(?:es|ing)|kreist|orbita",
  hop: "hop(?:s|ping)?|hüpft|brinca|sautille",
  jump: "jump(?:s|ing)?|leap(?:s|ing)?|springt|salta|saute",
  bounce: "bounc(?:es?|ing)|rebota|rebondit",
  dance: "danc(?:es|ing)|tanzt|baila|danse",
  spin: "spin(?:s|ning)?|rotat(?:es|ing)|twirl(?:s|ing)?|turning around|dreht|gira|tourne",
  roll: "roll(?:s|ing)?|rollt|rueda|roule",
  rest: "sleep(?:s|ing)?|rest(?:s|ing)?|schläft|duerme|dort",
  run: "run(?:s|ning)?|rac(?:es|ing)|gallop(?:s|ing)?|sprint(?:s|ing)?|chas(?:es|ing)|rennt|corre|court",
  walk: "walk(?:s|ing)?|stroll(?:s|ing)?|wander(?:s|ing)?|crawl(?:s|ing)?|geht|läuft|camina|marche",
  fly: "fl(?:y|ies|ying)|soar(?:s|ing)?|fliegt|vuela|vole",
  glide:
    "sail(?:s|ing)?|sw[ia]m(?:s|ming)?|drift(?:s|ing)?|float(?:s|ing)?|glid(?:es|ing)|slid(?:es|ing)|skat(?:es|ing)|surf(?:s|ing)?|ski(?:s|ing)|segelt|schwimmt|navega|nada|navigue|nage",
  cross:
    "cross(?:es|ing)|driv(?:es?|ing)|pass(?:es|ing)|speed(?:s|ing)|travel(?:s|ing|ling)?|leaving|arriv(?:es|ing)|depart(?:s|ing)|go(?:es|ing)|rid(?:es|ing)|fährt|conduce|cruza|traverse",
};

const actions = Object.entries(verbs) as [Action, string][];
const patterns = actions.map(([action, forms]) => ({
  action,
  pattern: new RegExp(String.raw`(?<!\p{L})(?:${forms})(?!\p{L})`, "gu"),
}));
const anyVerb = new RegExp(`^(?:${actions.map(([, forms]) => forms).join("|")})$`, "u");

/** Reports whether a lower-case word only names an action. */
export function isActionWord(word: string): boolean {
  return anyVerb.test(word);
}

/** Finds the verbs of a normalized text in their order; of "floats up" only the longer form. */
export function findActions(text: string): { readonly at: number; readonly action: Action }[] {
  const found = patterns.flatMap(({ action, pattern }) =>
    Array.from(text.matchAll(pattern), ({ index, 0: form }) => ({
      at: index,
      action,
      length: form.length,
    })),
  );
  return found
    .filter(({ at, length }) => found.every((other) => other.at !== at || other.length <= length))
    .toSorted((one, other) => one.at - other.at);
}
