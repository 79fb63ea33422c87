import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createKeyValue, hashKeyValue, isKeyValue } from "./api-key-value.ts";

test("a new key has its prefix, 38 letters and digits, and a valid checksum", () => {
  const keys = Array.from({ length: 200 }, createKeyValue);

  expect(keys.filter((key) => !/^gme_[0-9A-Za-z]{38}$/.test(key))).toEqual([]);
  expect(keys.filter((key) => !isKeyValue(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

test("rejects a key with one wrong character without a database query", () => {
  const key = createKeyValue();
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: key.length - 1 }),
      fc.stringMatching(/^[0-9A-Za-z]$/),
      (index, letter) => {
        fc.pre(key[index] !== letter);

        expect(isKeyValue(key.slice(0, index) + letter + key.slice(index + 1))).toBe(false);
      },
    ),
  );
});

test("rejects any other string", () => {
  fc.assert(
    fc.property(fc.string(), (word) => {
      expect(isKeyValue(word)).toBe(false);
      expect(isKeyValue(`gme_${word}`)).toBe(false);
    }),
  );
});

test("stores the SHA-256 of the whole value", () => {
  expect(hashKeyValue("gme_").toString("hex")).toMatch(/^[0-9a-f]{64}$/);
  expect(hashKeyValue("a").equals(hashKeyValue("a"))).toBe(true);
  expect(hashKeyValue("a").equals(hashKeyValue("b"))).toBe(false);
});
