import fc from "fast-check";
import { expect, test } from "vitest";

import { matchesBlocklist, termProblem, toBlocklist } from "./blocklist.ts";

const list = toBlocklist([
  "bomb",
  "Bombe*",
  "make a gun",
  "бомба",
  "爆弹",
  "폭탄*",
  "ระเบิด",
  "قنبلة",
  "Straße",
]);

test.each([
  ["another case", "BOMB"],
  ["accents", "bömb, a b\u0301omb"],
  ["struck letters", "b\u0336o\u0336m\u0336b\u0336"],
  ["zero-width characters", "bo\u200bm\u00adb"],
  ["full-width letters", "ｂｏｍｂ"],
  ["mathematical letters", "𝐛𝐨𝐦𝐛"],
  ["digits for letters", "a b0mb"],
  ["Cyrillic letters among Latin ones", "b\u043emb"],
  ["letters one by one", "b o m b"],
  ["letters with full stops", "b.o.m-b"],
  ["digits one by one", "b 0 m b"],
  ["punctuation and line breaks in a term of several words", "make\n a… GUN!"],
  ["a German compound", "Bombenbau"],
  ["a Russian word", "Эта Бомба здесь"],
  ["a Chinese sentence", "请画爆弹吗"],
  ["a Korean word with its particle", "폭탄을 그려"],
  ["a Thai sentence", "การระเบิดใหญ่"],
  ["an Arabic sentence", "هذه قنبلة"],
  ["ss for ß", "strasse"],
])("finds a term written with %s", (_how, text) => {
  expect(matchesBlocklist(text, list)).toBe(true);
});

test.each([
  "a red fox in a snowy forest",
  "bombastic music",
  "a plan to make an old gun shop",
  "the year 1900, 4K, 16:9",
  "",
  "💥",
  "爆 and 弹 far apart",
])("leaves %j alone", (text) => {
  expect(matchesBlocklist(text, list)).toBe(false);
});

test("finds each term, in any surroundings, that the term's check accepts", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
      fc.array(fc.string({ unit: "binary", maxLength: 20 })),
      (term, others) => {
        fc.pre(termProblem(term) === null);
        const terms = toBlocklist([term]);

        expect(matchesBlocklist(term, terms)).toBe(true);
        expect(matchesBlocklist([...others, term, ...others].join(" \n "), terms)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

test("a longer list refuses everything that a shorter one refuses", () => {
  const word = fc.constantFrom("bomb", "b0mb", "gun", "make", "a", "b", "o", "m", "爆弹", "bom*");
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, fc.array(text), fc.array(text), (each, few, more) => {
      const shorter = toBlocklist(few.filter((term) => termProblem(term) === null));
      const longer = toBlocklist([...few, ...more].filter((term) => termProblem(term) === null));

      expect(!matchesBlocklist(each, shorter) || matchesBlocklist(each, longer)).toBe(true);
    }),
  );
});

test.each([
  ["repeated words that begin a long term", "a ".repeat(20_000)],
  ["combining marks", `a${"\u0301".repeat(40_000)}`],
  ["apostrophes", `a${"'".repeat(40_000)}`.repeat(2)],
  ["one long word", "b".repeat(40_000)],
  ["lone surrogates", "\ud800".repeat(40_000)],
])("checks 40,000 characters of %s before the test's time is over", (_what, text) => {
  const terms = [`${"a ".repeat(31)}b`, `${"a".repeat(60)}b`, "bbbbb*"];

  expect(matchesBlocklist(text, toBlocklist(terms))).toBe(text.startsWith("bbbbb"));
});

test.each([
  ["", /letter or a digit/],
  ["…", /letter or a digit/],
  ["two words*", /one word/],
  ["a*", /one word/],
  ["x ".repeat(33), /32 words/],
  ["x".repeat(101), /100 characters/],
])("refuses the term %j", (term, problem) => {
  expect(termProblem(term)).toMatch(problem);
});
