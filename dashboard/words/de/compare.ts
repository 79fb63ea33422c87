import type { Words } from "#words/en.ts";

export const compare = {
  title: "Modelle vergleichen",
  open: "Modelle vergleichen",
  prompt: "Prompt",
  promptHint: "Eine Beschreibung für alle Modelle …",
  capability: "Aufgabe",
  models: "Modelle",
  chosen: (count: number, max: number) => `${count} von ${max} gewählt; mindestens zwei`,
  none: "Für diese Aufgabe sind weniger als zwei Modelle verfügbar.",
  noneText:
    "Setzen Sie den Schlüssel eines weiteren Anbieters, oder wählen Sie eine andere Aufgabe.",
  price: (credits: string) => `bis zu ${credits}`,
  submit: "Vergleichen",
  submitPriced: (credits: string) => `Vergleichen · ${credits}`,
  budget: "Ein Preis für alle: Entweder beginnen alle Modelle, oder keines.",
  reading: "Die Preise werden gelesen …",
  notAffordable: (credits: string) =>
    `Sie haben ${credits}. Ein Eigentümer kann Credits hinzufügen.`,
  results: "Ergebnisse nebeneinander",
  name: (prompt: string) => `Vergleich: ${prompt}`,
  synchronised: "Zoom und Ausschnitt sind in allen Bildern gleich.",
} satisfies Words["compare"];
