import type { Words } from "#words/en.ts";

export const jobs = {
  title: "Aufträge",
  status: "Status",
  type: "Art",
  any: "Alle",
  result: "Ergebnis",
  empty: "Noch keine Aufträge",
  emptyText: "Hier steht alles, was Sie oder Ihre Programme erstellen.",
  noMatch: "Kein Auftrag passt zu diesen Filtern",
  noMatchText: "Entfernen Sie einen Filter, um mehr Aufträge zu sehen.",
  more: "Ältere Aufträge",
} satisfies Words["jobs"];
