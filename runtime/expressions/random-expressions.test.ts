import fc from "fast-check";
import { expect, test } from "vitest";

import type { ScopeTypes } from "#domain/pipelines/expression-reader.ts";
import {
  isOptional,
  itemOf,
  objectTypes,
  presentOf,
  type ValueType,
} from "#domain/pipelines/value-types.ts";

import { evaluateText } from "./evaluate.ts";
import { readExpression } from "./read-expression.ts";

// The check of a definition and its evaluation must agree: what the check accepts has a value of the type that the
// check has found. Random expressions are mostly of fitting types, so that the check accepts enough of them.

const numRuns = Number(process.env["EXPRESSION_RUNS"] ?? 1_000);

const types: ScopeTypes = {
  inputs: {
    topic: "string",
    seconds: "int",
    ratio: "double",
    captions: "bool",
    names: "list<string>",
    numbers: "list<int>",
    photo: "Image",
    title: "optional<string>",
    shots: "optional<int>",
  },
  steps: { film: { output: "Video", credits: "int" }, sheet: { output: "optional<Image>" } },
  item: "int",
};

const image = { contentType: "image/png", bytes: 9, sha256: "ab", width: 640, height: 480 };

const values = {
  inputs: {
    topic: "a red fox, at night",
    seconds: 20,
    ratio: 1.5,
    captions: true,
    names: ["fox", "", "hare"],
    numbers: [3, 0, -2],
    photo: image,
    shots: 4,
  },
  steps: { film: { output: { ...image, durationSeconds: 2.5 }, credits: 2 }, sheet: {} },
  item: 7,
  index: 2,
};

/** Failures that depend on values, which no type rules out: calculations, places in lists and texts, conversions. */
const failuresOfValues =
  /(division|modulo) by zero|overflow|infinite or not a number|(Infinity|NaN) cannot|out of (range|bounds)|not present|cannot convert|conversion error/;

const int = fc.constantFrom(
  "0",
  "1",
  "7",
  "-3",
  "inputs.seconds",
  "item",
  "index",
  "steps.film.credits",
  "inputs.photo.width",
);
const double = fc.constantFrom("0.5", "-2.0", "inputs.ratio", "steps.film.output.durationSeconds");
const text = fc.constantFrom(
  "''",
  "'a, b'",
  "'12'",
  "inputs.topic",
  "inputs.photo.contentType",
  "'true'",
);
const bool = fc.constantFrom("true", "false", "inputs.captions", "inputs.title.hasValue()");
const texts = fc.constantFrom("inputs.names", "['a']", "inputs.topic.split(', ')");
const ints = fc.constantFrom("inputs.numbers", "range(3)", "[1, 2, 3]");
const rest = fc.constantFrom(
  "inputs.photo",
  "steps.film.output",
  "inputs.title",
  "inputs.shots",
  "steps.sheet.output",
  "x",
);

/** Fills the places `$i`, `$d`, `$s`, `$b`, `$S`, `$I` and `$x` of a form with expressions of that type, or of any. */
const forms = {
  i: [
    "$i + $i",
    "$i - $i",
    "$i * $i",
    "$i / $i",
    "$i % $i",
    "ceil($d)",
    "floor($d)",
    "round($d)",
    "min($i, $i)",
    "max($i, $i)",
    "words($s)",
    "size($s)",
    "size($S)",
    "$s.size()",
    "$s.indexOf($s)",
    "$s.lastIndexOf($s)",
    "int($d)",
    "int($s)",
    "$I[$i]",
    "$b ? $i : $i",
    "inputs.shots.orValue($i)",
    "inputs.shots.value()",
    "-($i)",
  ],
  d: [
    "$d + $d",
    "$d - $i",
    "$i * $d",
    "$d / $d",
    "$i / $d",
    "double($i)",
    "double($s)",
    "min($d, $i)",
    "max($d, $d)",
    "$b ? $d : $d",
    "-($d)",
  ],
  s: [
    "$s + $s",
    "$s.trim()",
    "$s.lowerAscii()",
    "$s.upperAscii()",
    "$s.substring($i)",
    "$s.substring($i, $i)",
    "string($i)",
    "string($d)",
    "string($b)",
    "$S.join($s)",
    "$S.join()",
    "$S[$i]",
    "$b ? $s : $s",
    "inputs.title.orValue($s)",
    "inputs.title.value()",
  ],
  b: [
    "$i < $i",
    "$d >= $d",
    "$i <= $d",
    "$s == $s",
    "$i != $i",
    "$b && $b",
    "$b || $b",
    "!($b)",
    "$s.contains($s)",
    "$s.startsWith($s)",
    "$s.endsWith($s)",
    "$i in $I",
    "$s in $S",
    "$I.all(x, x > $i)",
    "$S.exists(x, x == $s)",
    "$I.exists_one(x, x == $i)",
    "bool($s)",
    "$x == $x",
    "$s < $s",
  ],
  S: [
    "$s.split($s)",
    "$S + $S",
    "[$s, $s]",
    "$S.map(x, x + $s)",
    "$S.filter(x, x != $s)",
    "$I.map(x, string(x))",
    "$b ? $S : $S",
  ],
  I: [
    "range($i)",
    "$I + $I",
    "[$i, $i]",
    "$I.map(x, x * $i)",
    "$I.filter(x, x > $i)",
    "$S.map(x, size(x))",
  ],
  x: [
    "$i",
    "$d",
    "$s",
    "$b",
    "$S",
    "$I",
    "[$x, $x]",
    "$x.orValue($x)",
    "$x.hasValue()",
    "$x + $x",
    "$x[$i]",
    "size($x)",
    "$x.map(x, $x)",
  ],
} as const;
type Kind = keyof typeof forms;

const leaves = { i: int, d: double, s: text, b: bool, S: texts, I: ints, x: rest } as const;

const expressionOf = (kind: Kind, depth: number): fc.Arbitrary<string> =>
  depth === 0
    ? leaves[kind]
    : fc.oneof(
        { weight: 1, arbitrary: leaves[kind] },
        {
          weight: 3,
          arbitrary: fc.constantFrom(...forms[kind]).chain((form) => {
            const places = [...form.matchAll(/\$(\w)/g)].map(([, place]) => place as Kind);
            return fc
              .tuple(...places.map((place) => expressionOf(place, depth - 1)))
              .map((inner) => {
                const given = inner.values();
                return form.replaceAll(/\$\w/g, () => `(${given.next().value ?? ""})`);
              });
          }),
        },
      );

function isOf(type: ValueType, value: unknown): boolean {
  if (isOptional(type)) return isOf(presentOf(type), value);
  const item = itemOf(type);
  if (item !== undefined) return Array.isArray(value) && value.every((each) => isOf(item, each));
  if (type === "int") return Number.isInteger(value);
  if (type === "double") return Number.isFinite(value);
  if (type === "bool") return typeof value === "boolean";
  if (type === "string") return typeof value === "string";
  return Object.hasOwn(objectTypes, type) && typeof value === "object";
}

test("an expression that the check accepts has a value of its type, is absent, or fails for its values", () => {
  let checked = 0;
  const kinds = Object.keys(forms) as Kind[];
  const property = fc.property(
    fc.constantFrom(...kinds).chain((kind) => expressionOf(kind, 3)),
    (expression) => {
      const read = readExpression(expression);
      if ("code" in read) return;
      const found = read.typeIn(types);
      if ("code" in found) return;
      checked += 1;
      const evaluation = evaluateText({ text: `{{ ${expression} }}`, types, values });
      if (evaluation.outcome === "value") {
        expect(isOf(found.type, evaluation.value)).toBe(true);
      } else if (evaluation.outcome === "absent") {
        expect(isOptional(found.type)).toBe(true);
      } else if (evaluation.code === "expression_failed") {
        expect(evaluation.message).toMatch(failuresOfValues);
      }
    },
  );
  fc.assert(property, { numRuns });
  expect(checked).toBeGreaterThan(numRuns / 4);
});
