import { countLines, graphemesOf } from "./draw-text.ts";

export interface Segment {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

export interface CaptionShape {
  /** Height of the letters and width of a line, in pixels. */
  readonly size: number;
  readonly width: number;
}

const linesMax = 2;

/** Splits a text into captions of at most two lines, shown one after the other by their length. */
export function spreadText(text: string, seconds: number, shape: CaptionShape): Segment[] {
  return timeSegments(splitText(text, shape), 0, seconds);
}

/** Splits segments that are longer than a caption. A segment ends when the next one begins. */
export function splitSegments(
  segments: readonly Segment[],
  seconds: number,
  shape: CaptionShape,
): Segment[] {
  return segments.flatMap(({ startSeconds, endSeconds, text }, index) => {
    const next = segments[index + 1]?.startSeconds ?? seconds;
    const end = Math.min(endSeconds, next, seconds);
    return end > startSeconds ? timeSegments(splitText(text, shape), startSeconds, end) : [];
  });
}

/** People read short captions slower for each letter, so each has a few letters more. */
const lettersOfCaption = 6;

function timeSegments(texts: readonly string[], start: number, end: number): Segment[] {
  const weights = texts.map((text) => graphemesOf(text).length + lettersOfCaption);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  return texts.map((text, index) => {
    const startSeconds = start + ((end - start) * passed) / total;
    passed += weights[index] ?? 0;
    return { startSeconds, endSeconds: start + ((end - start) * passed) / total, text };
  });
}

function splitText(text: string, shape: CaptionShape): string[] {
  const sentences = text
    .split(/\n+|(?<=[.!?…]["')\]]*)\s+|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  return sentences.flatMap((sentence) => splitSentence(sentence, shape));
}

/** Halves a long sentence near its middle, at a comma if there is one near, until each part fits. */
function splitSentence(sentence: string, shape: CaptionShape): string[] {
  if (countLines(sentence, shape.size, shape.width) <= linesMax) return [sentence];
  const words = sentence.split(/\s+/u);
  const parts = words.length > 1 ? words : graphemesOf(sentence);
  const glue = words.length > 1 ? " " : "";
  if (parts.length < 2) return [sentence];
  const middle = sentence.length / 2;
  let position = 0;
  let best = { place: 1, cost: Infinity };
  for (const [index, part] of parts.slice(0, -1).entries()) {
    position += part.length + glue.length;
    const bonus = /[,;:–—]$/u.test(part) ? sentence.length * 0.2 : 0;
    const cost = Math.abs(position - middle) - bonus;
    if (cost < best.cost) best = { place: index + 1, cost };
  }
  return [
    ...splitSentence(parts.slice(0, best.place).join(glue), shape),
    ...splitSentence(parts.slice(best.place).join(glue), shape),
  ];
}
