import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createMessageParser } from "./sse.ts";

const parse = (pieces: readonly string[]) => {
  const parser = createMessageParser();
  return pieces.flatMap((piece) => parser.push(piece));
};

test("pieces and line ends make no difference", () => {
  const lines = ["id: 1", "data: a:b", "", "data:  c", "event: x", "", "data: unfinished"];
  const expected = parse([lines.join("\n")]);
  fc.assert(
    fc.property(
      fc.constantFrom("\n", "\r", "\r\n"),
      fc.array(fc.nat({ max: 80 }), { maxLength: 12 }),
      (end, cuts) => {
        const text = lines.join(end);
        const places = [0, ...cuts.toSorted((left, right) => left - right), text.length];
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(parse(pieces)).toEqual(expected);
      },
    ),
  );
});

test("a message without an end is refused before it fills the memory", () => {
  const parser = createMessageParser();
  const push = () => {
    for (let count = 0; count < 20; count += 1) parser.push("x".repeat(65_536));
  };
  expect(push).toThrow("A message of the stream is too long.");
});
