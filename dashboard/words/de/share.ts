import type { Words } from "#words/en.ts";

export const share = {
  title: "Teilen",
  dialog: "Ergebnis teilen",
  text: "Wer den Link hat, sieht die Dateien ohne Konto, bis er abläuft oder Sie ihn widerrufen.",
  until: "Gültig für",
  days: { "1": "1 Tag", "7": "7 Tage", "30": "30 Tage", "90": "90 Tage" },
  showsPrompt: "Prompt zeigen",
  create: "Link erstellen",
  created: "Der Link ist bereit",
  links: "Links",
  validUntil: (time: string) => `Gültig bis ${time}`,
  withPrompt: "mit Prompt",
  revoke: "Widerrufen",
} satisfies Words["share"];
