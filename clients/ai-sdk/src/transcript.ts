/** Times of a transcript as the AI SDK has them. */
export interface Timing {
  readonly text: string;
  readonly startSecond: number;
  readonly endSecond: number;
}

export interface TranscriptTimes {
  readonly segments: Timing[];
  readonly words: Timing[];
  readonly language: string | undefined;
  readonly durationInSeconds: number | undefined;
}

/**
 * Reads the JSON file of a transcript, which has the shape of its provider: studio and OpenAI have `segments` and
 * `words`, ElevenLabs `words` with a type, and Deepgram words within `results.channels`.
 */
export function readTranscript(json: string): TranscriptTimes {
  const transcript = toRecord(JSON.parse(json));
  const channel = toRecord(toList(toRecord(transcript["results"])["channels"])[0]);
  const alternative = toRecord(toList(channel["alternatives"])[0]);
  const segments = toList(transcript["segments"]).map(toRecord);
  const words = [
    ...toList(transcript["words"]),
    ...segments.flatMap((segment) => toList(segment["words"])),
    ...toList(alternative["words"]),
  ].map(toRecord);
  return {
    segments: segments.flatMap(toTiming),
    words: words.filter(isWord).flatMap(toTiming),
    language: toLanguage(
      transcript["language"] ?? transcript["language_code"] ?? channel["detected_language"],
    ),
    durationInSeconds: toNumber(
      transcript["duration"] ?? toRecord(transcript["metadata"])["duration"],
    ),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** ElevenLabs lists spaces and sounds among the words. */
function isWord({ type }: Fields): boolean {
  return type === undefined || type === "word";
}

function toTiming({ text, word, punctuated_word: punctuated, start, end }: Fields): Timing[] {
  const said = punctuated ?? word ?? text;
  const startSecond = toNumber(start);
  const endSecond = toNumber(end);
  const isComplete = typeof said === "string" && startSecond !== undefined;
  return isComplete && endSecond !== undefined
    ? [{ text: said.trim(), startSecond, endSecond }]
    : [];
}

/** Two-letter code of a language, which providers also name with three letters or as a word. */
function toLanguage(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  try {
    const { language } = new Intl.Locale(value);
    return language.length === 2 ? language : undefined;
  } catch {
    return undefined;
  }
}

function toNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function toRecord(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
