import { dativeOf, decimal, type Form, genitiveOf } from "./engine-terms.ts";
import { schemaForm } from "./schema-form.ts";

/** Sentences about values that the engine has chosen, and about models that do not take a value. */
export const valueForms: readonly Form[] = [
  [
    /^The model does not support (\S+)\.$/,
    ([field = ""]) => `Das Modell unterstützt „${fieldName(field)}“ nicht.`,
  ],
  [
    /^The model takes one of: (.+)\.$/,
    ([values = ""]) => `Das Modell nimmt einen dieser Werte: ${decimal(values)}.`,
  ],
  [
    /^The model takes one of: (.+)\. Did you mean (.+)\?$/,
    ([values = "", near = ""]) =>
      `Das Modell nimmt einen dieser Werte: ${decimal(values)}. Meinten Sie ${decimal(near)}?`,
  ],
  [
    /^The model takes at least (\S+)\.$/,
    ([least = ""]) => `Das Modell nimmt mindestens ${decimal(least)}.`,
  ],
  [
    /^The model takes at most (\S+)\.$/,
    ([most = ""]) => `Das Modell nimmt höchstens ${decimal(most)}.`,
  ],
  [
    /^The model takes at most (.+) pixels\.$/,
    ([most]) => `Das Modell nimmt höchstens ${most} Pixel.`,
  ],
  [
    /^The model takes at most (\d+) characters\.$/,
    ([most]) => `Das Modell nimmt höchstens ${most} Zeichen.`,
  ],
  [
    /^The model takes at most (\d+) entries\.$/,
    ([most]) => `Das Modell nimmt höchstens ${most} Einträge.`,
  ],
  [/^The model takes whole numbers\.$/, () => "Das Modell nimmt ganze Zahlen."],
  [
    /^The model takes multiples of (\S+)\.$/,
    ([step = ""]) => `Das Modell nimmt Vielfache von ${decimal(step)}.`,
  ],
  [
    /^The model takes ratios of width to height from (\S+) to (\S+)\.$/,
    ([least = "", most = ""]) =>
      `Das Modell nimmt Seitenverhältnisse von ${decimal(least)} bis ${decimal(most)}.`,
  ],
  [
    /^The model takes sides in steps of (\d+) pixels\.$/,
    ([step]) => `Das Modell nimmt Seiten in Schritten von ${step} Pixeln.`,
  ],
  [
    /^The model takes as (\S+) one of: (.+)\.$/,
    ([field = "", values = ""]) =>
      `Das Modell nimmt für „${fieldName(field)}“ einen dieser Werte: ${decimal(values)}.`,
  ],
  [
    /^The model has no voice with this name\.$/,
    () => "Das Modell hat keine Stimme mit diesem Namen.",
  ],
  [
    /^The model performs no typed operations; studio-edit does\.$/,
    () => "Das Modell führt keine einzelnen Operationen aus; studio-edit tut es.",
  ],
  [
    /^The model's results have no timestamps\.$/,
    () => "Die Ergebnisse des Modells haben keine Zeitmarken.",
  ],
  [
    /^(With(?:out)? .+), the model takes one of: (.+)\.$/,
    ([condition = "", values = ""]) =>
      `${condition
        .replace(/\bwithout\b/gi, (word) => (word === "Without" ? "Ohne" : "ohne"))
        .replace(/\bwith\b/gi, (word) => (word === "With" ? "Mit" : "mit"))
        .replaceAll(" and ", " und ")
        .replaceAll(" or ", " oder ")} nimmt das Modell einen dieser Werte: ${decimal(values)}.`,
  ],
  [
    /^(\S+) s are charged, the duration of the (\w+)\.$/,
    ([seconds = "", kind = ""]) =>
      `Berechnet werden ${decimal(seconds)} s, die Dauer ${genitiveOf(kind)}.`,
  ],
  [
    /^(\S+) is used for the (\w+) of (\S+) s\.$/,
    ([value = "", kind = "", seconds = ""]) =>
      `Verwendet wird ${decimal(value)}, passend zu ${dativeOf(kind)} von ${decimal(seconds)} s.`,
  ],
  [/^(?!\w+: )(.+) is used\.$/, ([value = ""]) => `Verwendet wird ${decimal(value)}.`],
  [/^the image has (\S+)\.$/, ([millions = ""]) => `Das Bild hat ${decimal(millions)} Megapixel.`],
  [
    /^the image has (\S+), and its sides become (\S+) times as long\.$/,
    ([millions = "", scale = ""]) =>
      `Das Bild hat ${decimal(millions)} Megapixel, und seine Seiten werden ${decimal(scale)}-mal so lang.`,
  ],
  [
    /^(\S+) are in the price, which includes (\S+) at its base rate\.$/,
    ([rate = "", included = ""]) =>
      `${decimal(rate)} sind im Preis, dessen Grundbetrag ${decimal(included)} enthält.`,
  ],
  [
    /^(\d+) of kind (\w+)(?: with (\S+) megapixels?)? (?:is|are) part of the price\.$/,
    ([count, kind = "", millions]) =>
      `${count} × ${inputNames[kind] ?? kind}${millions === undefined ? "" : ` mit ${decimal(millions)} Megapixeln`} im Preis enthalten.`,
  ],
  [
    /^The size of (\d+) is unknown and counts as (\S+) megapixels?; assets are priced by their size\.$/,
    ([count, millions = ""]) =>
      `Bei ${count} ist die Größe unbekannt und zählt als ${decimal(millions)} Megapixel; Dateien der Mediathek werden nach ihrer Größe berechnet.`,
  ],
  [
    /^With the (.+) of an earlier message\.$/,
    ([things = ""]) =>
      `Aus einer früheren Nachricht: ${things.split(" and ").map(fieldName).join(", ")}.`,
  ],
  [
    /^Made again, because the (\w+) is no longer stored\.$/,
    ([kind = ""]) =>
      `Neu erstellt, weil ${(inputNames[kind] ?? kind) === "Aufnahme" ? "die" : "das"} ${inputNames[kind] ?? kind} nicht mehr gespeichert ist.`,
  ],
  [
    /^Changed (.+)\.$/,
    ([changes = ""]) =>
      `Geändert: ${changes.replaceAll(/(^|, )(\w+): /g, (_, before: string, field: string) => `${before}${fieldName(field)}: `)}.`,
  ],
  [
    /^The language model could not be used; the embedded parser read this message instead\.$/,
    () => "Das Sprachmodell war nicht nutzbar; der eingebaute Leser hat diese Nachricht gelesen.",
  ],
  [
    /^(\S+) is (retired|deprecated|disabled|preview)\.$/,
    ([model, status = ""]) => `${model} ${statuses[status] ?? status}.`,
  ],
];

const statuses: Readonly<Record<string, string>> = {
  retired: "wurde eingestellt",
  deprecated: "ist veraltet",
  disabled: "ist ausgeschaltet",
  preview: "ist eine Vorschau",
};

const inputNames: Readonly<Record<string, string>> = {
  image: "Bild",
  mask: "Maske",
  video: "Video",
  audio: "Aufnahme",
  text: "Text",
  "3d": "3D-Modell",
};

/** Names in sentences that are no fields of a form. */
const otherFields: Readonly<Record<string, string>> = {
  duration: schemaForm.names.durationSeconds,
  size: "Größe",
  megapixels: "Megapixel",
  framesPerSecond: schemaForm.names.fps,
  inputs: "Dateien",
  optimizeFor: "Wahl des Modells",
  modelParameters: "Parameter des Anbieters",
  model: "Modell",
  capability: "Aufgabe",
};

/** Name of a field of a request, or of a parameter of a model, which has only its own. */
export function fieldName(field: string): string {
  const names: Readonly<Record<string, string>> = schemaForm.names;
  const [parent = "", child] = field.split(".");
  const name = names[parent] ?? otherFields[parent] ?? parent;
  return child === undefined ? name : `${name}: ${names[child] ?? child}`;
}
