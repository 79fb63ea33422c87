import { expect, test } from "vitest";

import { isAddress, isCommonPassword } from "./password-rules.ts";

test.each(["qwertyuiop", "QwertyUiop", "1234567890", " password123 ", "ｐａｓｓｗｏｒｄ123"])(
  "%s is common in any case and width",
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(["Generative Media Engine", "generative-media-engine-2026"])(
  "%s is no more than the product's name",
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test("a sentence is not common", () => {
  expect(isCommonPassword("correct horse battery")).toBe(false);
});

test.each(["ada.lovelace@example.org", "Ada.Lovelace", "ada lovelace!"])(
  "%s is the address of ada.lovelace@example.org",
  (password) => {
    expect(isAddress(password, "ada.lovelace@example.org")).toBe(true);
  },
);

test("a password that only holds a part of the address is none", () => {
  expect(isAddress("ada lovelace likes engines", "ada.lovelace@example.org")).toBe(false);
  expect(isAddress("!!!!!!!!!!", "!@example.org")).toBe(false);
});
