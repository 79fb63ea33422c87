import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { builtInPipelines } from "./index.ts";

/** Stored versions never change, so neither do their files. A new file gets a new line. */
const digests: Readonly<Record<string, string>> = {
  "narrated-clip.v1.json": "4aa6669be3e2450f",
  "podcast.v1.json": "ca11868d0dfcad1c",
  "product-shots.v1.json": "554e562955deafb3",
  "product-shots.v2.json": "1f42d4809b9d5821",
  "talking-portrait.v1.json": "42afc0779c67cb5f",
  "talking-portrait.v2.json": "1d0c3e44024ec4ac",
  "turntable.v1.json": "bc5b986f339b84cc",
};

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".json"));

test.each(files)("%s has not changed since its version was published", (name) => {
  const text = readFileSync(`${import.meta.dirname}/${name}`);
  expect(createHash("sha256").update(text).digest("hex").slice(0, 16)).toBe(digests[name]);
});

test("every file is a version of a built-in pipeline, and the reverse", () => {
  const named = builtInPipelines.flatMap(({ slug, versions }) =>
    versions.map(({ version }) => `${slug}.v${version}.json`),
  );
  expect(named.toSorted()).toEqual(files.toSorted());
  expect(Object.keys(digests).toSorted()).toEqual(files.toSorted());
});
