import type { Words } from "#words/en.ts";

export const jobs = {
  title: "Aufträge",
  status: "Status",
  type: "Art",
  any: "Alle",
  search: "Suche",
  searchHint: "Prompt oder Titel",
  marks: "Markierungen",
  starred: "Mit Stern",
  star: "Stern",
  labels: "Schlagwörter",
  labelsHint: "Durch Kommas getrennt, höchstens zehn.",
  name: "Titel",
  nameHint: "Steht anstelle des Prompts.",
  mark: "Titel und Schlagwörter",
  result: "Ergebnis",
  empty: "Noch keine Aufträge",
  emptyText: "Hier steht alles, was Sie oder Ihre Programme erstellen.",
  noMatch: "Kein Auftrag passt zu diesen Filtern",
  noMatchText: "Entfernen Sie einen Filter, um mehr Aufträge zu sehen.",
  select: (name: string) => `${name} auswählen`,
  selectAll: "Alle gezeigten Aufträge auswählen",
  selection: "Ausgewählte Aufträge",
  selected: (count: number) =>
    count === 1 ? "1 Auftrag ausgewählt" : `${count} Aufträge ausgewählt`,
  clearSelection: "Auswahl aufheben",
  cancelSome: (count: number) =>
    count === 1 ? "1 Auftrag abbrechen" : `${count} Aufträge abbrechen`,
  cancelSomeTitle: (count: number) =>
    count === 1 ? "1 Auftrag abbrechen?" : `${count} Aufträge abbrechen?`,
  cancelSomeText:
    "Wo der Anbieter schon fertig ist, wird das Ergebnis geliefert und berechnet. Sonst wird nichts berechnet.",
  keepSome: (count: number): string =>
    count === 1 ? "Weiterlaufen lassen" : "Alle weiterlaufen lassen",
  canceled: (count: number) =>
    count === 1 ? "1 Auftrag wurde abgebrochen." : `${count} Aufträge wurden abgebrochen.`,
  canceling: (count: number) =>
    count === 1
      ? "1 Auftrag endet, sobald sein Anbieter antwortet."
      : `${count} Aufträge enden, sobald ihre Anbieter antworten.`,
  alreadyEnded: (count: number) =>
    count === 1 ? "1 Auftrag war schon beendet." : `${count} Aufträge waren schon beendet.`,
  deleteSome: (count: number) => (count === 1 ? "1 Auftrag löschen" : `${count} Aufträge löschen`),
  deleteSomeTitle: (count: number) =>
    count === 1 ? "1 Auftrag löschen?" : `${count} Aufträge löschen?`,
  deleteSomeText:
    "Die Aufträge werden mit ihren Prompts und allen Dateien gelöscht. Abgerechnete Credits bleiben.",
  deletedSome: (count: number) =>
    count === 1 ? "1 Auftrag wurde gelöscht." : `${count} Aufträge wurden gelöscht.`,
  ofAll: (count: number, all: number) => `${count} von ${all}`,
  stop: "Anhalten",
  failedSome: (count: number) =>
    count === 1
      ? "1 Auftrag blieb wegen eines Fehlers unverändert:"
      : `${count} Aufträge blieben wegen Fehlern unverändert. Der erste:`,
  notSent: (count: number) =>
    count === 1
      ? "1 Auftrag blieb unverändert, weil Sie angehalten haben."
      : `${count} Aufträge blieben unverändert, weil Sie angehalten haben.`,
} satisfies Words["jobs"];
