import { readFileSync } from "node:fs";

/** Words of one language in the messages that start pipelines. */
interface PhraseLanguage {
  /** Courtesies before and after a request. */
  readonly lead: readonly string[];
  readonly trail: readonly string[];
  /** Words before and after a text that is to be spoken. */
  readonly beforeText: readonly string[];
  readonly afterText: readonly string[];
  /** Parts of a message that describe the voice. */
  readonly voices: readonly string[];
  /** Words for the narrator, which the words for a man or a woman can stand next to. */
  readonly narrator: readonly string[];
  /** Phrases of the built-in pipelines, by id. */
  readonly phrases: Readonly<Record<string, readonly string[]>>;
}

/** Words and phrases by language. */
export const phraseLanguages: readonly PhraseLanguage[] = read();

function read(): readonly PhraseLanguage[] {
  const file = new URL("phrases.json", import.meta.url);
  const data = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string[]>>;
  return Object.values(data).map(
    ({
      lead = [],
      trail = [],
      beforeText = [],
      afterText = [],
      voices = [],
      narrator = [],
      ...phrases
    }) => ({ lead, trail, beforeText, afterText, voices, narrator, phrases }),
  );
}
