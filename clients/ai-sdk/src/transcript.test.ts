import { expect, test } from "vitest";

import { readTranscript } from "./transcript.ts";

const hello = { text: "Hello", startSecond: 0.1, endSecond: 0.5 };

test.each([
  [
    "studio",
    {
      language: "en",
      duration: 2,
      segments: [
        { start: 0.1, end: 0.5, text: "Hello", words: [{ word: "Hello", start: 0.1, end: 0.5 }] },
      ],
    },
    { segments: [hello], words: [hello], language: "en", durationInSeconds: 2 },
  ],
  [
    "OpenAI",
    {
      language: "english",
      duration: 2,
      segments: [{ id: 0, start: 0.1, end: 0.5, text: " Hello" }],
      words: [{ word: "Hello", start: 0.1, end: 0.5 }],
    },
    { segments: [hello], words: [hello], language: undefined, durationInSeconds: 2 },
  ],
  [
    "ElevenLabs",
    {
      language_code: "eng",
      words: [
        { text: "Hello", start: 0.1, end: 0.5, type: "word" },
        { text: " ", start: 0.5, end: 0.6, type: "spacing" },
      ],
    },
    { segments: [], words: [hello], language: "en", durationInSeconds: undefined },
  ],
  [
    "Deepgram",
    {
      metadata: { duration: 2 },
      results: {
        channels: [
          {
            detected_language: "en",
            alternatives: [
              { words: [{ word: "hello", punctuated_word: "Hello", start: 0.1, end: 0.5 }] },
            ],
          },
        ],
      },
    },
    { segments: [], words: [hello], language: "en", durationInSeconds: 2 },
  ],
  [
    "a stranger",
    { segments: "none", words: [null, { word: "x", start: "0" }], language: 3, results: [] },
    { segments: [], words: [], language: undefined, durationInSeconds: undefined },
  ],
])("the transcript of %s is read", (_, json, expected) => {
  expect(readTranscript(JSON.stringify(json))).toEqual(expected);
});
