import { expect, test } from "vitest";

import { collectServiceFacts } from "./service-facts.ts";

const services = (await collectServiceFacts()).filter(
  ({ provider }) => provider.tier !== "embedded",
);

test("every adapter passes the common suite against a simulator", () => {
  const without = services.filter(({ adapter, proof }) => adapter !== undefined && !proof.hasSuite);

  expect(without.map(({ slug }) => slug)).toEqual([]);
});

test("sentences of adapters that say what is not verified are found whole", () => {
  const told = services.flatMap(({ unverified }) => unverified);

  expect(told.length).toBeGreaterThan(services.length / 2);
  for (const sentence of told) {
    expect(sentence).toMatch(/not verified/i);
    expect(sentence).toMatch(/^\S.*\.$/);
    expect(sentence).not.toMatch(/\s\*\s|\n/);
  }
});
