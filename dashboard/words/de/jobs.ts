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
  removeLabel: "Filter entfernen",
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
} satisfies Words["jobs"];
