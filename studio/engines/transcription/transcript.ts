import { type Word, endsSentence } from "./words.ts";

/** Words that a player shows together. */
export interface Segment {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
  readonly words: readonly Word[];
}

export interface Transcript {
  readonly text: string;
  readonly language: string;
  readonly durationSeconds: number;
  readonly segments: readonly Segment[];
}

/** Largest size of a segment, and the pause that ends a segment early. */
export interface SegmentLimits {
  readonly charactersMax: number;
  readonly secondsMax: number;
  readonly pauseSeconds: number;
}

/** Two lines of a subtitle. */
const subtitleLimits: SegmentLimits = { charactersMax: 84, secondsMax: 7, pauseSeconds: 0.8 };
const lineCharactersMax = 42;

export function toTranscript(
  words: readonly Word[],
  facts: Pick<Transcript, "language" | "durationSeconds">,
): Transcript {
  return { ...facts, text: textOf(words), segments: toSegments(words, subtitleLimits) };
}

/** Groups words to segments, which end with a sentence, at a pause, or when they are full. */
export function toSegments(words: readonly Word[], limits: SegmentLimits): Segment[] {
  const groups: Word[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group && fits(group, word, limits)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => ({
    startSeconds: group[0]?.startSeconds ?? 0,
    endSeconds: group.at(-1)?.endSeconds ?? 0,
    text: textOf(group),
    words: group,
  }));
}

function fits(
  group: readonly Word[],
  word: Word,
  { charactersMax, secondsMax, pauseSeconds }: SegmentLimits,
): boolean {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last || endsSentence(last.text)) return false;
  return (
    word.startSeconds - last.endSeconds < pauseSeconds &&
    word.endSeconds - first.startSeconds <= secondsMax &&
    textOf([...group, word]).length <= charactersMax
  );
}

function textOf(words: readonly Word[]): string {
  return words
    .map(({ text }) => text)
    .join("")
    .trim();
}

interface TranscriptFormat {
  readonly contentType: string;
  readonly write: (transcript: Transcript) => string;
}

/** Formats of transcripts by their file extensions. */
export const transcriptFormats = {
  txt: { contentType: "text/plain", write: ({ text }) => `${text}\n` },
  srt: { contentType: "application/x-subrip", write: writeSrt },
  vtt: { contentType: "text/vtt", write: writeVtt },
  json: { contentType: "application/json", write: writeJson },
} as const satisfies Record<string, TranscriptFormat>;

export type TranscriptFormatName = keyof typeof transcriptFormats;

export const transcriptFormatNames = Object.keys(transcriptFormats) as TranscriptFormatName[];

function writeSrt({ segments }: Transcript): string {
  return segments
    .map(
      ({ startSeconds, endSeconds, text }, index) =>
        `${index + 1}\n${clock(startSeconds, ",")} --> ${clock(endSeconds, ",")}\n${wrap(text)}\n`,
    )
    .join("\n");
}

function writeVtt({ segments }: Transcript): string {
  const cues = segments.map(
    ({ startSeconds, endSeconds, text }) =>
      `${clock(startSeconds, ".")} --> ${clock(endSeconds, ".")}\n${wrap(escapeCue(text))}\n`,
  );
  return ["WEBVTT\n", ...cues].join("\n");
}

/** WebVTT reads `<`, `>` and `&` as markup. */
function escapeCue(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Writes times in seconds, in the format that the engine has for transcripts of every model. */
function writeJson({ text, language, durationSeconds, segments }: Transcript): string {
  const value = {
    text,
    language,
    duration: round(durationSeconds),
    segments: segments.map((segment) => ({
      start: round(segment.startSeconds),
      end: round(segment.endSeconds),
      text: segment.text,
    })),
    words: segments
      .flatMap(({ words }) => words)
      .map((word) => ({
        word: word.text.trim(),
        start: round(word.startSeconds),
        end: round(word.endSeconds),
        confidence: round(word.confidence),
      })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Formats seconds as `00:00:00,000`. */
function clock(seconds: number, separator: "," | "."): string {
  const total = Math.round(seconds * 1000);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  const time = [total / 3_600_000, (total / 60_000) % 60, (total / 1000) % 60];
  return `${time.map((part) => pad(part)).join(":")}${separator}${pad(total % 1000, 3)}`;
}

/** Breaks a text that is too long for one line at the space nearest to its middle. */
function wrap(text: string): string {
  if (text.length <= lineCharactersMax) return text;
  const middle = text.length / 2;
  const spaces = Array.from(text.matchAll(/ /gu), ({ index }) => index);
  const nearest = spaces.toSorted(
    (left, right) => Math.abs(left - middle) - Math.abs(right - middle),
  )[0];
  if (nearest === undefined) return text;
  return `${text.slice(0, nearest)}\n${text.slice(nearest + 1)}`;
}
