import { expect, test } from "vitest";

import { chooseVoice, isSpeakable, looksEnglish } from "./choose-voice.ts";

const all = { hibari: true, joe: true };
const none = { hibari: false, joe: false };

test("neural voices speak where their packs are, classic ones elsewhere", () => {
  const male = { voice: { gender: "male" } } as const;

  expect(chooseVoice({}, all, true).engine.name).toBe("hibari");
  expect(chooseVoice(male, all, true).engine).toMatchObject({ name: "joe", tier: "neural" });
  expect(chooseVoice(male, { hibari: true, joe: false }, true).voice).toMatchObject({
    name: "rms",
  });
  expect(chooseVoice(male, { hibari: false, joe: true }, true).voice).toMatchObject({
    name: "rms",
  });
  expect(chooseVoice({}, none, true).engine).toMatchObject({ name: "flite", tier: "basic" });
});

test("a voice can be named, and an accent has a voice of its own", () => {
  expect(chooseVoice({ voice: { name: "SLT" } }, all, true).voice).toMatchObject({ name: "slt" });
  expect(chooseVoice({ voice: { accent: "Scottish" } }, all, true).voice).toMatchObject({
    name: "awb",
  });
});

test("a tone changes pitch and pace; a speed that was asked for counts alone", () => {
  expect(chooseVoice({ voice: { tone: "deep and calm" } }, all, true).pitch).toBeLessThan(0.9);
  expect(chooseVoice({ voice: { tone: "calm" } }, all, true).speed).toBeLessThan(1);
  expect(chooseVoice({ voice: { tone: "calm" }, speed: 1.5 }, all, true).speed).toBe(1.5);
});

test.for([
  ["Hello, welcome to the show", undefined, true],
  ["Hola, ¿cómo estás? Mañana será otro día", undefined, false],
  ["Привет, как дела?", undefined, false],
  ["Guten Tag", "de", false],
  ["Bonjour", "en-US", true],
] as const)("%s (%s) is English: %s", ([text, language, expected]) => {
  expect(looksEnglish(text, language)).toBe(expected);
});

test("text without Latin letters and digits cannot be spoken", () => {
  expect(isSpeakable("你好")).toBe(false);
  expect(isSpeakable("Zürich 42")).toBe(true);
});
