import { readdir, readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { collectServiceFacts } from "./service-facts.ts";

const services = (await collectServiceFacts()).filter(
  ({ provider }) => provider.tier !== "embedded",
);

test("every adapter passes the common suite against a simulator", () => {
  const without = services.filter(({ adapter, proof }) => adapter !== undefined && !proof.hasSuite);

  expect(without.map(({ slug }) => slug)).toEqual([]);
});

test("a document is named exactly where a simulator and a suite use it", async () => {
  const folder = new URL("../../test/", import.meta.url);
  const documents = await readdir(new URL("fixtures/provider-schemas/", folder));
  const validated = services.filter(({ proof }) => proof.document !== undefined);

  expect(documents).toEqual(expect.arrayContaining(validated.map(({ slug }) => `${slug}.json`)));
  for (const name of documents) {
    const slug = name.replace(".json", "");
    const proof = services.find((service) => service.slug === slug)?.proof;
    expect([slug, proof?.document !== undefined || proof?.isTyped]).toEqual([slug, true]);
    const suite = await readFile(new URL(`providers/${slug}.test.ts`, folder), "utf8");
    expect(suite).toContain("sendsRandomRequests: true");
  }
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
