import * as fc from "fast-check";

/** Runs per property: few in each commit, more on demand. */
export const fuzzRuns: fc.Parameters<unknown> = {
  numRuns: Number(process.env["EVENT_LOOP_RUNS"] ?? 15),
  endOnFailure: true,
};

/** Characters with a special meaning for parsers and patterns. */
const pieces = [
  ...Array.from("aA1 \t\n\"'\\/.,:;-_=+*?%&#@!|~^$()[]{}<>"),
  ...Array.from("éßﷺ的你作の絵\u200D\u0301\u202E\uE001🦊"),
  ..."the a of with no make picture http:// data: \\u0000 W/ % 的 を描いて".split(" "),
];

/** Generates repetitive text, usually the worst input of a pattern: a head, a repeated unit and an end. */
export function hostileText(charactersMax: number): fc.Arbitrary<string> {
  const some = (maxLength: number) =>
    fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(""));
  return fc
    .tuple(some(6), some(4), fc.integer({ min: 1, max: charactersMax }), some(3))
    .map(([head, unit, count, end]) => {
      const repeated = unit.repeat(Math.ceil(count / Math.max(unit.length, 1)));
      return head + repeated.slice(0, charactersMax - head.length - end.length) + end;
    });
}

/** Generates the same as a header value. */
export function hostileHeader(charactersMax: number): fc.Arbitrary<string> {
  return hostileText(charactersMax).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "").trim());
}
