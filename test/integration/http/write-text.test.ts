import { afterAll, beforeAll, expect, test } from "vitest";

import { createWriteText, firstWords } from "#intent/text/write-text.ts";
import {
  startLanguageModel,
  type FakeLanguageModel,
} from "#test/support/servers/language-model.ts";

let model: FakeLanguageModel;

beforeAll(async () => {
  model = await startLanguageModel();
});

afterAll(async () => model.close());

const { signal } = new AbortController();
const order = { instruction: "A rhyme about rain.", maxWords: 4 };

const writer = () => createWriteText({ model: "small", baseUrl: model.url, timeoutMs: 20_000 });

test("a text is written with one request, which has the limit of words", async () => {
  model.requests.length = 0;
  model.behave(() => " Rain. Drops fall. It never stops again. ");

  expect(await writer()?.(order, signal)).toBe("Rain. Drops fall.");
  expect(model.requests).toHaveLength(1);
  const [rules, instruction] = model.requests[0]?.messages ?? [];
  expect(rules?.content).toContain("at most 4 words");
  expect(instruction).toMatchObject({ role: "user", content: order.instruction });
});

test.each([
  ["fails", null, "500"],
  ["writes nothing", "  ", "wrote nothing"],
])("a model that %s throws", async (_, answer, problem) => {
  model.requests.length = 0;
  model.behave(() => answer);

  await expect(writer()?.(order, signal)).rejects.toThrow(problem);
  expect(model.requests).toHaveLength(1);
});

test("without a model nothing writes", () => {
  expect(createWriteText({ timeoutMs: 1_000 })).toBeNull();
});

test.each([
  ["One two three.", 3, "One two three."],
  ["One two. Three four five.", 4, "One two."],
  ['"One two." Three four.', 3, '"One two."'],
  ["one two three four", 3, "one two three"],
])("%s has at most %i words: %s", (text, maxWords, cut) => {
  expect(firstWords(text, maxWords)).toBe(cut);
});
