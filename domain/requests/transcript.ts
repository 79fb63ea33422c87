export interface TranscriptSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string | undefined;
}

export interface TranscriptWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | undefined;
  /** Probability from 0 to 1. */
  readonly confidence?: number | undefined;
}

/** A transcript with times in seconds, in the one format of every model: the JSON file of a transcription. */
export interface Transcript {
  readonly text: string;
  /** Code of the language, as the model reports it. */
  readonly language?: string | undefined;
  /** Length of the recording in seconds. */
  readonly duration?: number | undefined;
  readonly segments: readonly TranscriptSegment[];
  readonly words: readonly TranscriptWord[];
}

/** A segment is at most two lines of a subtitle, and ends with a sentence, a speaker or a pause. */
const segmentLimits = { charactersMax: 84, secondsMax: 7, pauseSeconds: 0.8 };

/** Makes a transcript of words in the order of their times. Segments that the model states are kept. */
export function toTranscript({
  words,
  segments = toSegments(words),
  ...about
}: Omit<Transcript, "segments"> & { segments?: Transcript["segments"] | undefined }): Transcript {
  return { ...about, segments, words };
}

function toSegments(words: readonly TranscriptWord[]): TranscriptSegment[] {
  const groups: TranscriptWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group !== undefined && fits(group, word)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => {
    const { start = 0, speaker } = group[0] ?? {};
    const end = group.at(-1)?.end ?? start;
    return { start, end, text: textOf(group), ...(speaker === undefined ? {} : { speaker }) };
  });
}

function fits(group: readonly TranscriptWord[], word: TranscriptWord): boolean {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined || /[.!?…。！？]$/u.test(last.word)) return false;
  return (
    word.speaker === last.speaker &&
    word.start - last.end < segmentLimits.pauseSeconds &&
    word.end - first.start <= segmentLimits.secondsMax &&
    textOf([...group, word]).length <= segmentLimits.charactersMax
  );
}

/** Chinese, Japanese and Thai write without spaces. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function textOf(words: readonly TranscriptWord[]): string {
  return words.reduce(
    (text, { word }) => (text === "" || unspaced.test(word) ? `${text}${word}` : `${text} ${word}`),
    "",
  );
}

/** SubRip subtitles. */
export function toSrt({ segments }: Pick<Transcript, "segments">): string {
  return segments
    .map(
      ({ start, end, text }, index) =>
        `${index + 1}\n${clock(start, ",")} --> ${clock(end, ",")}\n${text}\n`,
    )
    .join("\n");
}

/** WebVTT subtitles, in which `<`, `>` and `&` are markup. */
export function toVtt({ segments }: Pick<Transcript, "segments">): string {
  const escape = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const cues = segments.map(
    ({ start, end, text }) => `${clock(start, ".")} --> ${clock(end, ".")}\n${escape(text)}\n`,
  );
  return ["WEBVTT\n", ...cues].join("\n");
}

/** Formats seconds as `00:00:00,000`. */
function clock(seconds: number, separator: "," | "."): string {
  const total = Math.round(seconds * 1_000);
  const parts = [total / 3_600_000, (total / 60_000) % 60, (total / 1_000) % 60];
  const time = parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
  return `${time}${separator}${String(total % 1_000).padStart(3, "0")}`;
}
