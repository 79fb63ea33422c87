import { expect, test } from "vitest";

import { chooseVoice, isSpeakable, looksEnglish } from "./choose-voice.ts";

const all = { hibari: true, joe: true };
const none = { hibari: false, joe: false };

test("chooses neural voices when their packs are installed, classic ones otherwise", () => {
  const male = { voice: { gender: "male" } } as const;

  expect(chooseVoice({}, all, true).engine.name).toBe("hibari");
  expect(chooseVoice(male, all, true).engine).toMatchObject({ name: "joe", tier: "neural" });
  expect(chooseVoice(male, { hibari: true, joe: false }, true)).toMatchObject({
    pitch: 0.5,
    voice: { kind: "hibari", resonance: 0.85 },
    engine: { name: "hibari", tier: "neural" },
  });
  expect(chooseVoice(male, { hibari: false, joe: true }, true).voice).toMatchObject({
    name: "rms",
  });
  expect(chooseVoice({}, none, true).engine).toMatchObject({ name: "flite", tier: "basic" });
});

test("chooses a voice by name and by accent", () => {
  expect(chooseVoice({ voice: { name: "SLT" } }, all, true).voice).toMatchObject({ name: "slt" });
  expect(chooseVoice({ voice: { accent: "Scottish" } }, all, true).voice).toMatchObject({
    name: "awb",
  });
});

test("a tone changes pitch and speed; a requested speed overrides the tone's", () => {
  expect(chooseVoice({ voice: { tone: "deep and calm" } }, all, true).pitch).toBeLessThan(0.9);
  expect(chooseVoice({ voice: { tone: "calm" } }, all, true).speed).toBeLessThan(1);
  expect(chooseVoice({ voice: { tone: "calm" }, speed: 1.5 }, all, true).speed).toBe(1.5);
});

test.for([
  ["Hello, welcome to the show", undefined, true],
  ["Hola, ¿cómo estás? Mañana será otro día", undefined, false],
  ["Привет, как дела?", undefined, false],
  ["Guten Tag, wie geht es dir heute", undefined, false],
  ["Le train est en retard et je vous appelle plus tard", undefined, false],
  ["We met at the Café de Paris in München", undefined, true],
  ["Angela Müller", undefined, true],
  ["Die Hard was on the list of films", undefined, true],
  ["Guten Tag", "de", false],
  ["Bonjour", "en-US", true],
] as const)("classifies %s (%s) as English: %s", ([text, language, expected]) => {
  expect(looksEnglish(text, language)).toBe(expected);
});

test("refuses text without Latin letters and digits", () => {
  expect(isSpeakable("你好")).toBe(false);
  expect(isSpeakable("Zürich 42")).toBe(true);
});
