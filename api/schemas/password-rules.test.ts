import { expect, test } from "vitest";

import { isAddress, isCommonPassword } from "./password-rules.ts";

test.each(["qwertyuiop", "QwertyUiop", "1234567890", " password123 ", "ｐａｓｓｗｏｒｄ123"])(
  "refuses %s in any case and width",
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(["Generative Media Engine", "generative-media-engine-2026"])(
  "refuses the product's name %s",
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test("accepts a sentence", () => {
  expect(isCommonPassword("correct horse battery")).toBe(false);
});

test.each(["ada.lovelace@example.org", "Ada.Lovelace", "ada lovelace!"])(
  "recognizes %s as the email address ada.lovelace@example.org",
  (password) => {
    expect(isAddress(password, "ada.lovelace@example.org")).toBe(true);
  },
);

test("accepts a password that merely contains a part of the email address", () => {
  expect(isAddress("ada lovelace likes engines", "ada.lovelace@example.org")).toBe(false);
  expect(isAddress("!!!!!!!!!!", "!@example.org")).toBe(false);
});
