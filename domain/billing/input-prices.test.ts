import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { InputFacts } from "#domain/requests/input-facts.ts";

import { explainInputs, type InputPrices, inputsUsd } from "./input-prices.ts";

const side = fc.integer({ min: 1, max: 20_000 });
const image: fc.Arbitrary<InputFacts> = fc.oneof(
  fc.constant({ kind: "image" } as const),
  fc.record({ kind: fc.constant("image" as const), width: side, height: side }),
);
const price = fc
  .record(
    {
      usd: fc.constantFrom(0.002, 0.015, 0.07),
      per: fc.constantFrom("file" as const, "megapixel" as const),
      free: fc.integer({ min: 1, max: 4 }),
      megapixelsMax: fc.constantFrom(1, 4),
    },
    { requiredKeys: ["usd", "per"] },
  )
  .map((image): InputPrices => ({ image }));

test("a further image never makes a request cheaper, and a larger one neither", () => {
  fc.assert(
    fc.property(price, fc.array(image, { maxLength: 8 }), image, (prices, images, further) => {
      const usd = inputsUsd(prices, images);

      expect(inputsUsd(prices, [...images, further])).toBeGreaterThanOrEqual(usd);
      const larger = images.map(({ kind, width, height }) =>
        width === undefined || height === undefined
          ? { kind }
          : { kind, width: width * 2, height: height * 2 },
      );
      expect(inputsUsd(prices, larger)).toBeGreaterThanOrEqual(usd);
    }),
  );
});

test("an image of unknown size costs as much as the largest that is billed", () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const prices = { image: { usd: 0.01, per: "megapixel", megapixelsMax: 4 } } as const;

      expect(inputsUsd(prices, [{ kind: "image" }])).toBeGreaterThanOrEqual(
        inputsUsd(prices, [{ kind: "image", width, height }]),
      );
    }),
  );
});

test("free files and files of other kinds cost nothing", () => {
  const prices = { image: { usd: 0.003, per: "file", free: 2 } } as const;
  const images = (count: number) =>
    Array.from({ length: count }, () => ({ kind: "image" }) as const);

  expect(inputsUsd(prices, images(2))).toBe(0);
  expect(inputsUsd(prices, images(5))).toBeCloseTo(0.009, 9);
  expect(inputsUsd(prices, [{ kind: "mask" }, { kind: "video" }])).toBe(0);
  expect(explainInputs(prices, images(2))).toEqual([]);
  expect(explainInputs(prices, images(3))).toEqual([
    "inputs: 1 of kind image is part of the price.",
  ]);
});

test("the sizes in the price are explained, and the unknown ones named", () => {
  const prices = { image: { usd: 0.015, per: "megapixel", megapixelsMax: 4 } } as const;
  const known = { kind: "image", width: 1_024, height: 1_025 } as const;

  expect(explainInputs(prices, [known, { kind: "image" }])).toEqual([
    "inputs: 2 of kind image with 6 megapixels are part of the price. The size of 1 is unknown and counts as " +
      "4 megapixels; assets are priced by their size.",
  ]);
});
