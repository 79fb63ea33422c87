import * as fc from "fast-check";
import { expect, test } from "vitest";

import { partsOf } from "./text-parts.ts";

test.each([
  ["plain", [{ text: "plain" }]],
  ["{{ a }}", [{ expression: "a" }]],
  ["x {{ a }}{{b}} y", [{ text: "x " }, { expression: "a" }, { expression: "b" }, { text: " y" }]],
  ["{{ '}}' + \"{{\" }}", [{ expression: "'}}' + \"{{\"" }]],
  ["{{ {'a': {'b': 1}} }}", [{ expression: "{'a': {'b': 1}}" }]],
  ["{{ a", null],
  ["{{ 'a\\'}}", null],
])("%s", (text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});

test("no text is lost between expressions", () => {
  const word = fc.stringMatching(/^[a-z ]{0,8}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word)), (pairs) => {
      const text = pairs.map(([before, name]) => `${before}{{ ${name} }}`).join("");
      const parts = partsOf(text) ?? [];
      expect(
        parts.map((part) => ("text" in part ? part.text : `{{ ${part.expression} }}`)).join(""),
      ).toBe(pairs.map(([before, name]) => `${before}{{ ${name.trim()} }}`).join(""));
    }),
  );
});
