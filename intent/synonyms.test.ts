import { expect, test } from "vitest";

import { listSynonymFiles, words } from "./synonyms.ts";
import { foldInPlace } from "./text/normalize.ts";

const terms = listSynonymFiles().flatMap(({ language, synonyms }) =>
  Object.entries(synonyms).flatMap(([area, concepts]) =>
    Object.entries(concepts).flatMap(([concept, list]) =>
      list.map((term) => ({ language, concept: `${area}/${concept}`, term })),
    ),
  ),
);

test("every term is folded, because messages are folded before they are searched", () => {
  expect(terms.filter(({ term }) => foldInPlace(term) !== term)).toEqual([]);
});

test("no term consists of optional parts only, because it would match any text", () => {
  const isOptional = (term: string) => /^[\s*~.+-]*$/u.test(term.replace(/\([^)]*\)/gu, ""));

  expect(terms.filter(({ term }) => isOptional(term))).toEqual([]);
});

test("every concept is English or in several languages, so a misspelled one is noticed", () => {
  const languagesOf = Map.groupBy(terms, ({ concept }) => concept);
  const rare = [...languagesOf]
    .filter(([, of]) => new Set(of.map(({ language }) => language)).size === 1)
    .filter(([, of]) => of[0]?.language !== "en")
    .map(([concept]) => concept);

  expect(rare).toEqual([]);
});

test("the marks of a term stand for optional and further letters", () => {
  const matches = (concept: string, text: string) =>
    new RegExp(`^${words(concept)}$`, "u").test(text);

  expect(["boy", "boy's", "boys"].map((text) => matches("gender/male", text))).toEqual([
    true,
    true,
    false,
  ]);
  expect(
    ["time stamp", "time-stamps", "timestamp", "time--stamp"].map((text) =>
      matches("timestamps/timestamps", text),
    ),
  ).toEqual([true, true, true, false]);
  expect(["grandm", "grandma"].map((text) => matches("gender/female", text))).toEqual([
    false,
    true,
  ]);
  expect(["traurig", "traurige"].map((text) => matches("tone/sad", text))).toEqual([true, true]);
});

test("a concept that no file has is an error", () => {
  expect(() => words("style/unknown")).toThrow("style/unknown");
});
