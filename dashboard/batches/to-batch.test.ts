import { expect, test } from "vitest";

import { guessMapping, toBatch, toRowProblems } from "./to-batch.ts";

const settings = { name: "Foxes", capability: "text-to-image" };

test("columns are guessed by the names of fields, parameters and common synonyms", () => {
  expect(guessMapping(["Prompt", "seed", "id", "parameters.style", "comment"])).toEqual({
    Prompt: "prompt",
    seed: "parameters.seed",
    id: "clientItemId",
    "parameters.style": "parameters.style",
  });
});

test("cells become values of their fields, and empty cells are left out", () => {
  const mapping = {
    text: "prompt",
    seed: "parameters.seed",
    ratio: "parameters.aspectRatio",
    team: "metadata.team",
  };
  const rows = [
    { text: " a fox ", seed: "7", ratio: "16:9", team: "12" },
    { text: "an owl", seed: "", ratio: "", team: "" },
  ];

  expect(toBatch(rows, mapping, settings)).toEqual({
    name: "Foxes",
    defaults: { capability: "text-to-image" },
    items: [
      {
        prompt: "a fox",
        parameters: { seed: 7, aspectRatio: "16:9" },
        metadata: { team: "12" },
      },
      { prompt: "an owl" },
    ],
  });
});

test("problems of the server are those of rows and columns", () => {
  const mapping = { text: "prompt", seed: "parameters.seed" };
  const issues = [
    { pointer: "/items/1/parameters/seed", code: "too_large", message: "too large" },
    { pointer: "/items/2/model", code: "not_allowed", message: "unknown" },
    { pointer: "/budget", code: "too_small", message: "too small" },
  ];

  expect(toRowProblems(issues, mapping)).toEqual([
    { row: 1, column: "seed", code: "too_large", message: "too large" },
    { row: 2, column: null, code: "not_allowed", message: "unknown" },
    { row: null, column: null, code: "too_small", message: "too small" },
  ]);
});
