import { availabilityForms } from "./engine-availability.ts";
import { questionForms } from "./engine-questions.ts";
import { type Form, taskName } from "./engine-terms.ts";
import { fieldName, valueForms } from "./engine-values.ts";

/*
 * The engine explains its choices in English sentences, which are part of its API. They have few forms: each has its
 * translation here or in the files of questions and values, and a test asks the engine for all of them. A sentence of
 * another form is shown in English.
 */

const goals: Readonly<Record<string, string>> = {
  quality: "nach Qualität",
  cost: "nach Preis",
  latency: "nach Tempo",
};

/** Models that were left out, after their number. */
const leftOut: Readonly<Record<string, string>> = {
  "not allowed or already attempted": "nicht erlaubt oder schon versucht",
  "without a key": "ohne Schlüssel",
  "failing or disabled": "gestört oder ausgeschaltet",
  "no longer offered": "nicht mehr angeboten",
  "with other inputs or without support for a parameter":
    "mit anderen Eingaben oder ohne einen der Parameter",
  "too expensive": "zu teuer",
};

const forms: readonly Form[] = [
  [
    /^(.+?) of (.+) was requested \((.+)\); (.+)\.$/,
    ([model, provider, name, terms = ""]) =>
      `${model} von ${provider} wurde verlangt (${name}); ${facts(terms)}.`,
  ],
  [
    /^(.+?) of (.+) is the only usable model for (\S+) here; (.+)\.$/,
    ([model, provider, task = "", terms = ""]) =>
      `${model} von ${provider} ist hier das einzige nutzbare Modell für ${taskName(task)}; ${facts(terms)}.`,
  ],
  [
    /^(.+?) of (.+) is the best of (\d+) usable models for (\S+) by (\w+); (.+)\.$/,
    ([model, provider, count, task = "", goal = "", terms = ""]) =>
      `${model} von ${provider} ist das beste von ${count} nutzbaren Modellen für ${taskName(task)} ${goals[goal] ?? goal}; ${facts(terms)}.`,
  ],
  [
    /^(\d+) providers are as good; this one gets (\d+) % of such jobs\.$/,
    ([count, percent]) =>
      `${count} Anbieter sind gleich gut; dieser erhält ${percent} % solcher Aufträge.`,
  ],
  [
    /^Left out: (.+)\.$/,
    ([list = ""]) =>
      `Nicht berücksichtigt: ${list
        .split(/, (?=\d)/)
        .map((part) =>
          part.replace(/^(\d+) (.+)$/, (_, count, why) => `${count} ${leftOut[why] ?? why}`),
        )
        .join(", ")}.`,
  ],
  [
    /^An image, because the message names no medium\.$/,
    () => "Ein Bild, weil die Nachricht kein Medium nennt.",
  ],
  [
    /^Language "(.+)", because the text is written in it\.$/,
    ([language]) => `Sprache „${language}“, weil der Text in ihr geschrieben ist.`,
  ],
  [/^The same request with another seed\.$/, () => "Dieselbe Anfrage mit anderem Seed."],
  [
    /^"(.+)" is not in the catalog; another model was chosen\.$/,
    ([name]) => `„${name}“ ist nicht im Katalog; ein anderes Modell wurde gewählt.`,
  ],
  [
    /^(\d+ credits?) charged, (\d+ credits?) held until the job ends\.$/,
    ([charged = "", held = ""]) =>
      `${facts(charged)} berechnet, ${facts(held)} bis zum Ende des Auftrags reserviert.`,
  ],
  [/^(\d+ credits?) charged so far\.$/, ([price = ""]) => `Bisher ${facts(price)} berechnet.`],
  [
    /^(\d+ credits?) charged for the steps that completed\.$/,
    ([price = ""]) => `${facts(price)} für die fertigen Schritte berechnet.`,
  ],
  [
    /^(\d+ credits?) charged and (\d+ credits?) released: the provider made fewer results than ordered\.$/,
    ([charged = "", released = ""]) =>
      `${facts(charged)} berechnet und ${facts(released)} zurückgegeben: Der Anbieter hat weniger Ergebnisse erzeugt als bestellt.`,
  ],
  [
    /^(\d+ credits?) charged for the result\.$/,
    ([price = ""]) => `${facts(price)} für das Ergebnis berechnet.`,
  ],
  [
    /^(\d+ credits?) held until the job ends\.$/,
    ([price = ""]) => `${facts(price)} bis zum Ende des Auftrags reserviert.`,
  ],
  [
    /^(\d+ credits?) released: the job is (\w+)\.$/,
    ([price = ""]) => `${facts(price)} zurückgegeben.`,
  ],
  [/^Nothing was charged\.$/, () => "Nichts wurde berechnet."],
  [/^Media operations cost nothing\.$/, () => "Bearbeitungen von Medien kosten nichts."],
  [
    /^Priced when the model is chosen\.$/,
    () => "Der Preis steht fest, sobald das Modell gewählt ist.",
  ],
  [
    /^The provider bills the organization-provided key\.$/,
    () => "Der Anbieter rechnet über den Schlüssel der Organisation ab.",
  ],
  [
    /^(\S+) (?:is deprecated|will be retired on (\S+?))(?:; (\S+) replaces it)?\.$/,
    ([model, date, successor]) =>
      `${model} ${date === undefined ? "ist veraltet" : `wird am ${date} eingestellt`}${successor === undefined ? "" : `; Nachfolger ist ${successor}`}.`,
  ],
];

const allForms = [...forms, ...questionForms, ...availabilityForms, ...valueForms];

/** Translates a text of the engine sentence by sentence. */
export function translateSentences(text: string): string {
  const translated: string[] = [];
  let open: string[] = [];
  for (const part of text.split(/(?<=\.) (?=\S)/)) {
    open.push(part);
    // A full stop in a name ends no sentence, so a sentence may have several parts.
    for (const index of open.keys()) {
      const german = translate(open.slice(index).join(" "));
      if (german === undefined) continue;
      translated.push(...open.slice(0, index), german);
      open = [];
      break;
    }
  }
  return [...translated, ...open].join(" ");
}

function translate(sentence: string): string | undefined {
  for (const [form, toGerman] of allForms) {
    const match = form.exec(sentence);
    if (match !== null) return toGerman(match.slice(1));
  }
  // "resolution: The model takes one of: 720p, 1080p."
  const [, field = "", rest = ""] = /^([\w.]+): (.+)$/s.exec(sentence) ?? [];
  const german = rest === "" ? undefined : translate(rest);
  return german === undefined ? undefined : `${fieldName(field)}: ${german}`;
}

/** Price, quality and time. */
function facts(text: string): string {
  return text
    .replace(/\b(\d+) credits?\b/, (_, count: string) =>
      count === "1" ? "1 Credit" : `${count} Credits`,
    )
    .replace("with the organization-provided key", "mit dem Schlüssel der Organisation")
    .replace(/quality (\d) of 3/, "Qualität $1 von 3")
    .replace(
      /about ([\d.]+) s( as measured)?/,
      (_, seconds: string, measured?: string) =>
        `etwa ${seconds.replace(".", ",")} s${measured === undefined ? "" : " (gemessen)"}`,
    );
}
