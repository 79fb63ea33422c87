import { models } from "./models.ts";

/** A form of an English sentence, and its translation with the groups of the form. */
export type Form = readonly [form: RegExp, translate: (groups: Groups) => string];
export type Groups = readonly string[];

/** Nouns in sentences of the engine, in the accusative. */
const nouns: Readonly<Record<string, string>> = {
  "an image": "ein Bild",
  "a picture": "ein Bild",
  "a video": "ein Video",
  "an audio recording": "eine Aufnahme",
  "a mask": "eine Maske",
  "a 3D model": "ein 3D-Modell",
  speech: "Sprache",
};

/** Kinds of files in the genitive and the dative, with their article. */
const kinds: Readonly<Record<string, readonly [genitive: string, dative: string]>> = {
  picture: ["des Bildes", "dem Bild"],
  image: ["des Bildes", "dem Bild"],
  video: ["des Videos", "dem Video"],
  recording: ["der Aufnahme", "der Aufnahme"],
  audio: ["der Aufnahme", "der Aufnahme"],
  mask: ["der Maske", "der Maske"],
  text: ["des Textes", "dem Text"],
  "3d": ["des 3D-Modells", "dem 3D-Modell"],
};

/** "an image and a mask or a video" → "ein Bild und eine Maske oder ein Video". */
export function nounList(text: string): string {
  return text
    .split(/(, | and | or )/)
    .map((part) => ({ " and ": " und ", " or ": " oder " })[part] ?? nouns[part] ?? part)
    .join("");
}

export function genitiveOf(kind: string): string {
  return kinds[kind]?.[0] ?? kind;
}

export function dativeOf(kind: string): string {
  return kinds[kind]?.[1] ?? kind;
}

/** Name of a capability, given by its id or its English title. */
export function taskName(capability: string): string {
  return `„${taskTitle(capability) ?? capability}“`;
}

export function taskTitle(capability: string): string | undefined {
  const titles: Readonly<Record<string, string>> = models.capabilities;
  return titles[capability.toLowerCase().replaceAll(" ", "-")];
}

/** English numbers of the engine have a decimal point. */
export function decimal(text: string): string {
  return text.replaceAll(/(\d)\.(\d)/g, "$1,$2");
}
