/**
 * Descriptions of parameters in the schemas of models, by their English text: first those that every model names alike, then
 * those of a provider's own. A test names each one of the catalog that is missing here.
 */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  "Width-to-height ratio.": "Breite im Verhältnis zur Höhe.",
  "In pixels.": "In Pixeln.",
  "Named size.": "Benannte Größe.",
  "Number of outputs.": "Anzahl der Ergebnisse.",
  "File format of the output.": "Dateiformat des Ergebnisses.",
  "The same seed and request produce a similar output.":
    "Gleicher Seed und gleiche Anfrage ergeben ein ähnliches Ergebnis.",
  "Changes of the input: names such as `denoise`, or media operations of docs/media-operations.md.":
    "Änderungen der Vorlage: Namen wie `denoise`, oder Operationen aus docs/media-operations.md.",
  "Deviation of the output from the input: 0 keeps the input, 1 ignores it.":
    "Abweichung des Ergebnisses von der Vorlage: 0 behält sie, 1 beachtet sie nicht.",
  "Duration of a video or an audio file, in seconds.":
    "Dauer eines Videos oder einer Aufnahme, in Sekunden.",
  "Speech rate; 1 is normal.": "Sprechtempo; 1 ist normal.",
  "Scale factor.": "Um wie viel vergrößert wird.",
  "True: a second output is the transcript as JSON, with the times of its segments and words.":
    "An: Ein zweites Ergebnis ist die Abschrift als JSON, mit den Zeiten ihrer Abschnitte und Wörter.",
  "Frames per second.": "Bilder pro Sekunde.",
  "frames per second": "Bilder pro Sekunde",
  pixels: "Pixel",
  "the same seed and request give a similar result":
    "gleicher Seed und gleiche Anfrage ergeben ein ähnliches Ergebnis",
  "file format of the result": "Dateiformat des Ergebnisses",
  "width to height; sometimes as a pair of pixel sizes":
    "Breite zu Höhe; bei manchen als Paar von Größen in Pixeln",
  "how far a result may leave its input, or follow its control":
    "wie weit das Ergebnis von der Vorlage abweichen darf, oder wie eng es der Steuerung folgt",
  "a named size such as 720p": "eine benannte Größe, etwa 720p",
  "which of the model's operations is meant": "welche Operation des Modells gemeint ist",
  "length of the result, in seconds or as a word such as 5s":
    "Länge des Ergebnisses, in Sekunden oder als Wort wie 5s",
  "a size as one word such as 1024x1024": "eine Größe als ein Wort, etwa 1024x1024",
  "how much effort, in the provider's words": "wie viel Aufwand, mit den Wörtern des Anbieters",
  "how many results": "wie viele Ergebnisse",
  "who speaks": "wer spricht",
  "a look or a manner of speaking": "ein Aussehen oder eine Sprechweise",
  "pace of the speech, 1 is normal": "Tempo der Sprache, 1 ist normal",
  "language of the speech": "Sprache der Aufnahme",
  "shape of a structured answer": "Aufbau einer strukturierten Antwort",
  "the recording to work on; as a switch, whether a video gets sound":
    "die Aufnahme, die bearbeitet wird; als Schalter, ob ein Video Ton erhält",
  "what to avoid": "was vermieden werden soll",
  "adapters that change the model's style": "Adapter, die den Stil des Modells ändern",
  "how many times larger": "wie viel größer",
  "whether a transcript tells when each word is said":
    "ob eine Abschrift sagt, wann jedes Wort gesprochen wird",
  "where the wanted part of a recording begins, in seconds":
    "wo der gewünschte Teil einer Aufnahme beginnt, in Sekunden",
  "where the wanted part of a recording ends, in seconds":
    "wo der gewünschte Teil einer Aufnahme endet, in Sekunden",
};
