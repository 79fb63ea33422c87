import { describe, expect, test } from "vitest";

import { toSrt, toTranscript, toVtt } from "./transcript.ts";

function wordsOf(text: string, speaker?: string) {
  return text.split(" ").map((word, index) => ({
    word,
    start: index / 2,
    end: index / 2 + 0.4,
    ...(speaker === undefined ? {} : { speaker }),
  }));
}

describe("segments", () => {
  test("end with a sentence, a speaker, a pause and two lines", () => {
    const long = "word ".repeat(30).trim();
    const texts = (words: ReturnType<typeof wordsOf>) =>
      toTranscript({ text: "", words }).segments.map(({ text }) => text);

    expect(texts(wordsOf("Yes. No"))).toEqual(["Yes.", "No"]);
    expect(texts([...wordsOf("Yes", "a"), ...wordsOf("No", "b")])).toEqual(["Yes", "No"]);
    expect(
      texts([
        { word: "a", start: 0, end: 1 },
        { word: "b", start: 2, end: 3 },
      ]),
    ).toHaveLength(2);
    expect(texts(wordsOf(long)).every((text) => text.length <= 84)).toBe(true);
    expect(texts(wordsOf("你 好"))).toEqual(["你好"]);
  });

  test("that a model states are kept", () => {
    const segments = [{ start: 0, end: 9, text: "All of it." }];

    const transcript = toTranscript({ text: "All of it.", words: wordsOf("All of it."), segments });

    expect(transcript.segments).toEqual(segments);
  });
});

test("subtitles have times of hours, and WebVTT escapes markup", () => {
  const segments = [{ start: 3_599.9996, end: 3_601.5, text: "<b> & c" }];

  expect(toSrt({ segments })).toBe("1\n01:00:00,000 --> 01:00:01,500\n<b> & c\n");
  expect(toVtt({ segments })).toBe("WEBVTT\n\n01:00:00.000 --> 01:00:01.500\n&lt;b&gt; &amp; c\n");
});
