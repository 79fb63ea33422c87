import { beforeAll, expect, test } from "vitest";

/** Texts with the phonemes that hibari 0.2.1 produces in Python. */
import cases from "#studio/engines/speech/fixtures/phonemes.json" with { type: "json" };
import { splitSentences } from "#studio/engines/speech/sentences.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder } from "#studio/models/packs.ts";

import type { HibariVoice } from "./hibari-voice.ts";
import { loadHibari } from "./hibari-voice.ts";

let voice: HibariVoice;
beforeAll(async () => {
  const { missing } = await ensureModels({ folder: defaultModelsFolder, log: () => undefined });
  if (missing[0]) throw new Error(missing[0].reason);
  voice = await loadHibari(defaultModelsFolder);
}, 120_000);

test("produces the phonemes of the Python original for every text of the fixture", async () => {
  const different: unknown[] = [];
  for (const [text, expected] of cases as [string, string[]][]) {
    const phonemes: string[] = [];
    for (const sentence of splitSentences(text)) {
      phonemes.push(...(await voice.phonemise(sentence.text)));
    }
    if (phonemes.join("|") !== expected.join("|")) different.push({ text, expected, phonemes });
  }

  expect(cases.length).toBeGreaterThan(400);
  expect(different).toEqual([]);
}, 60_000);

test("produces no phonemes for text without words", async () => {
  expect(await voice.phonemise("😀")).toEqual([]);
});
