import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { definitionSchema } from "#domain/pipelines/definition.ts";

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".json"));

test.each(files)("%s is a definition", (name) => {
  const text = readFileSync(`${import.meta.dirname}/${name}`, "utf8");
  expect(definitionSchema.parse(JSON.parse(text))).toEqual(JSON.parse(text));
});
