import type { Words } from "#words/en.ts";

export const batches = {
  title: "Stapel",
  one: "Stapel",
  name: "Name (optional)",
  unnamed: "Stapel ohne Namen",
  create: "Neuer Stapel",
  empty: "Noch keine Stapel",
  emptyText:
    "Bis zu 1.000 Ergebnisse auf einmal: Legen Sie eine CSV- oder JSON-Datei mit einer Zeile für jedes ab.",
  status: {
    processing: "In Arbeit",
    canceling: "Wird abgebrochen",
    completed: "Fertig",
    canceled: "Abgebrochen",
  },
  items: "Einträge",
  ended: (done, total) => `${done} von ${total} beendet`,
  created: "Erstellt",
  drop: "CSV- oder JSON-Datei hier ablegen",
  choose: "Datei wählen",
  another: "Andere Datei wählen",
  formats: "CSV mit Kopfzeile oder eine JSON-Liste von Objekten. Höchstens 1.000 Zeilen und 4 MB.",
  sample: "Beispiel einfügen",
  tooLarge: "Die Datei ist größer als 4 MB. Teilen Sie sie auf.",
  tooMany: (rows) =>
    `Die Datei hat ${rows} Zeilen; ein Stapel hat höchstens 1.000. Teilen Sie die Datei auf.`,
  noRows: "Die Datei hat keine Zeilen.",
  notList: "Die JSON-Datei muss eine Liste von Objekten sein.",
  unreadable: (reason) => `Die Datei konnte nicht gelesen werden: ${reason}`,
  columns: "Spalten",
  columnsText: "Welches Feld der Anfrage jede Spalte füllt.",
  column: (name) => `Spalte ${name}`,
  ignore: "Nicht verwenden",
  fields: {
    prompt: "Prompt",
    capability: "Aufgabe",
    model: "Modell",
    provider: "Anbieter",
    clientItemId: "Ihre Kennung",
    maxCredits: "Höchster Preis",
  },
  parameter: (name) => `Parameter ${name}`,
  metadata: (name) => `Etikett ${name}`,
  defaultTask: "Aufgabe von Zeilen ohne Angabe",
  rows: "Zeilen",
  row: "Zeile",
  edit: (field, row) => `${field} von Zeile ${row}`,
  removeRow: (row) => `Zeile ${row} entfernen`,
  problem: "Problem",
  problems: (count) =>
    count === 1 ? "1 Problem. Nichts wurde erstellt." : `${count} Probleme. Nichts wurde erstellt.`,
  firstRows: (shown, all) => `Die ersten ${shown} von ${all} Zeilen.`,
  check: "Prüfen und Preis zeigen",
  checked: (count) => (count === 1 ? "1 Zeile ist gültig." : `Alle ${count} Zeilen sind gültig.`),
  start: (items, credits) =>
    items === 1 ? `1 Eintrag erstellen · ${credits}` : `${items} Einträge erstellen · ${credits}`,
  filter: "Status",
  all: "Alle",
  cancel: "Stapel abbrechen",
  cancelTitle: "Diesen Stapel abbrechen?",
  cancelText:
    "Wartende Einträge enden sofort und werden nicht berechnet. Fertige Einträge bleiben und werden berechnet.",
  rerun: (count) =>
    count === 1
      ? "1 fehlgeschlagenen Eintrag erneut erstellen"
      : `${count} fehlgeschlagene Einträge erneut erstellen`,
  rerunTitle: "Fehlgeschlagene Einträge erneut erstellen?",
  rerunText: (count, credits) =>
    `${count === 1 ? "Ein Auftrag" : `${count} Aufträge`} außerhalb dieses Stapels, für höchstens ${credits}. Fehlgeschlagene Aufträge wurden nicht berechnet.`,
  rerunDone: (count) =>
    count === 1 ? "1 Auftrag wurde erstellt." : `${count} Aufträge wurden erstellt.`,
  item: (number) => `Eintrag ${number}`,
  noItems: "Kein Eintrag hat diesen Status",
  gone: "Diesen Stapel gibt es nicht",
  goneText: "Vielleicht gehört er einer anderen Organisation.",
  held: "Reserviert",
  charged: "Berechnet",
  returned: "Zurückgegeben",
} satisfies Words["batches"];
