import { expect, test } from "vitest";

import { toTranscript, transcriptFormats } from "./transcript.ts";
import type { Word } from "./words.ts";

/** Words of 0.4 s one after the other, with a pause where the text has a bar. */
function wordsOf(text: string): Word[] {
  let time = 3599;
  return text.split(" ").flatMap((word) => {
    if (word === "|") {
      time += 2;
      return [];
    }
    const start = time;
    time += 0.4;
    return [{ text: ` ${word}`, startSeconds: start, endSeconds: time, confidence: 0.9 }];
  });
}

const facts = { language: "en", durationSeconds: 3700 };

test("segments end with a sentence, at a pause and after two lines", () => {
  const long = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
  const { segments, text } = toTranscript(wordsOf(`Hello there. How | are you? ${long}`), facts);

  expect(segments.slice(0, 3).map((segment) => segment.text)).toEqual([
    "Hello there.",
    "How",
    "are you?",
  ]);
  expect(Math.max(...segments.map((segment) => segment.text.length))).toBeLessThanOrEqual(84);
  expect(segments.map((segment) => segment.text).join(" ")).toBe(text);
});

test("SRT and WebVTT have times beyond an hour, and WebVTT escapes markup", () => {
  const transcript = toTranscript(wordsOf("Is <b> & bold? Yes."), facts);

  expect(transcriptFormats.srt.write(transcript)).toBe(
    "1\n00:59:59,000 --> 01:00:00,600\nIs <b> & bold?\n\n2\n01:00:00,600 --> 01:00:01,000\nYes.\n",
  );
  expect(transcriptFormats.vtt.write(transcript)).toBe(
    "WEBVTT\n\n00:59:59.000 --> 01:00:00.600\nIs &lt;b&gt; &amp; bold?\n\n01:00:00.600 --> 01:00:01.000\nYes.\n",
  );
});

test("JSON has the times of segments and words", () => {
  const transcript = toTranscript(wordsOf("Yes."), facts);

  expect(JSON.parse(transcriptFormats.json.write(transcript))).toEqual({
    text: "Yes.",
    language: "en",
    duration: 3700,
    segments: [{ start: 3599, end: 3599.4, text: "Yes." }],
    words: [{ word: "Yes.", start: 3599, end: 3599.4, confidence: 0.9 }],
  });
});
