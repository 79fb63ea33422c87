import { type Form, nounList, taskName, taskTitle } from "./engine-terms.ts";

/** Questions of the engine about a message. Those of a pipeline's step are texts of its author. */
export const questionForms: readonly Form[] = [
  [
    /^What would you like to make: (.+)\?$/,
    ([results = ""]) => `Was möchten Sie erstellen: ${nounList(results)}?`,
  ],
  [
    /^Should this become (.+)\?$/,
    ([results = ""]) => `Was soll daraus werden: ${nounList(results)}?`,
  ],
  [
    /^(.+) works on something that exists: please attach (.+)\.$/,
    ([task = "", wanted = ""]) =>
      `${taskName(task)} braucht eine Vorlage: Hängen Sie bitte ${nounList(wanted)} an.`,
  ],
  [
    /^This works on a file: please attach the image, video or recording\.$/,
    () =>
      "Dafür wird eine Datei gebraucht: Hängen Sie bitte das Bild, das Video oder die Aufnahme an.",
  ],
  [
    /^Which text should be spoken\? Put it in quotes or after a colon\.$/,
    () =>
      "Welcher Text soll gesprochen werden? Setzen Sie ihn in Anführungszeichen oder hinter einen Doppelpunkt.",
  ],
  [/^What should it show\?$/, () => "Was soll zu sehen sein?"],
  [/^What should be done with this\?$/, () => "Was soll damit geschehen?"],
  [
    /^What should be done, and with which result\?$/,
    () => "Was soll geschehen, und mit welchem Ergebnis?",
  ],
  [/^Which of the (\d+) results\?$/, ([count]) => `Welches der ${count} Ergebnisse?`],
  [/^Is this meant\? 1: (.+)$/, ([meaning = ""]) => `Ist das gemeint? 1: ${describe(meaning)}`],
  [
    /^The (\w+) of "(.*)" is no longer stored\.$/,
    ([kind = "", title]) => `${results[kind] ?? kind} zu „${title}“ ist nicht mehr gespeichert.`,
  ],
  [
    /^Send the file again, with this message\.$/,
    () => "Senden Sie die Datei noch einmal, zusammen mit dieser Nachricht.",
  ],
  [/^1: make it again by (.+)\.$/, ([task = ""]) => `1: mit ${taskName(task)} neu erstellen.`],
  [
    /^Start these (\d+) generations\? (.+)$/,
    ([count, list = ""]) =>
      `Diese ${count} Ergebnisse erstellen? ${list
        .split(/ (?=\d+\. )/)
        .map((entry) => entry.replace(/^(\d+\. )(.+)$/, (_, at, what) => `${at}${describe(what)}`))
        .join(" ")}`,
  ],
  [
    /^Start the pipeline "(.+?)"\?(.*)$/,
    ([name, inputs = ""]) => `Die Pipeline „${name}“ starten?${inputs}`,
  ],
];

const results: Readonly<Record<string, string>> = {
  image: "Das Bild",
  video: "Das Video",
  audio: "Die Aufnahme",
  text: "Der Text",
  "3d": "Das 3D-Modell",
};

/** Labels of a question's options. Free texts and numbers stay. */
const labels: Readonly<Record<string, string>> = {
  Image: "Bild",
  Video: "Video",
  Audio: "Audio",
  "3D": "3D",
  Start: "Starten",
  Yes: "Ja",
  No: "Nein",
  "Write the text": "Text schreiben",
};

/** Translates the label of an option. */
export function translateLabel(label: string): string {
  const attached = /^Attach (.+)$/.exec(label)?.[1];
  if (attached !== undefined) return `${capitalize(nounList(attached))} anhängen`;
  return labels[label] ?? taskTitle(label) ?? label;
}

/** "Text-to-Video again (2 results, 20 s)", "Text-to-Video: a fox". */
function describe(meaning: string): string {
  return meaning
    .replace(/^[A-Z][\w-]+(?: [A-Z][a-z]+)?(?=$|:| \(|\.| again| of an)/, (title) => {
      return taskTitle(title) ?? title;
    })
    .replace(/^([^:]+?) again(?=$|\.| \()/, "$1, noch einmal")
    .replace(/^([^:]+?) of an earlier result(?=$|\.| \()/, "$1 mit einem früheren Ergebnis")
    .replace(/\((\d+) results/, "($1 Ergebnisse");
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
