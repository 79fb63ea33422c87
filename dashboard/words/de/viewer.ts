import type { Words } from "#words/en.ts";

export const viewer = {
  image: (prompt: string) => `Erzeugtes Bild: ${prompt}`,
  video: (prompt: string) => `Erzeugtes Video: ${prompt}`,
  audio: (prompt: string) => `Erzeugtes Audio: ${prompt}`,
  model: (prompt: string) =>
    `3D-Modell: ${prompt}. Zum Drehen ziehen oder die Pfeiltasten benutzen.`,
  play: "Abspielen",
  pause: "Pause",
  waveform: "Stelle in der Aufnahme",
  loading: "Wird geladen …",
  failed: "Diese Datei kann nicht angezeigt werden. Sie können sie trotzdem herunterladen.",
} satisfies Words["viewer"];
