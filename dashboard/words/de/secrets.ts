import type { Words } from "#words/en.ts";

export const secrets = {
  once: "Kopieren Sie diesen Wert jetzt. Er wird nur einmal angezeigt.",
  saved: "Ich habe ihn gespeichert",
  overlap: "Der bisherige Wert funktioniert noch",
  overlaps: {
    "0": "Gar nicht: Er endet sofort",
    "3600": "1 Stunde",
    "86400": "1 Tag",
    "604800": "7 Tage",
  },
} satisfies Words["secrets"];
