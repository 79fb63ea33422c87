import { expect, test } from "vitest";

import { definitionSchema } from "#domain/pipelines/definition.ts";

import { runSeconds } from "./run-seconds.ts";

const image = { kind: "generate", capability: "text-to-image", prompt: "a fox" };

/** Voice and takes at once, then a film of both, which is painted again or not. */
const { steps, limits } = definitionSchema.parse({
  schemaVersion: 1,
  steps: {
    voice: image,
    shots: {
      kind: "map",
      over: "{{ range(5) }}",
      maxItems: 8,
      concurrency: 4,
      steps: { take: image, retake: image },
      value: "{{ steps.retake.output }}",
    },
    film: {
      kind: "switch",
      cases: [{ when: "{{ true }}", steps: { slow: image }, value: "{{ steps.slow.output }}" }],
      otherwise: { steps: { fast: image }, value: "{{ steps.fast.output }}" },
    },
  },
  outputs: { film: "{{ steps.film.value }}" },
});
/** A case uses both steps before it. */
const dependencies = { retake: ["take"], slow: ["shots", "voice"] };
const seconds = { voice: 5, take: 8, retake: 1, slow: 30, fast: 2 };

test.each([
  ["five items, four at once, take two rounds", { shots: 5 }, seconds, 48],
  ["a map of unknown length has all its items", {}, { ...seconds, take: 9 }, 50],
  ["a single round for four items", { shots: 4 }, seconds, 39],
  ["a slower step beside the map decides", { shots: 4 }, { ...seconds, voice: 60 }, 90],
] as const)("%s", (_, items, times, expected) => {
  expect(runSeconds({ steps, limits }, dependencies, { seconds: times, items })).toBe(expected);
});

test("the limit of a run bounds the concurrency of its maps", () => {
  const times = { seconds, items: { shots: 5 } };

  expect(runSeconds({ steps, limits: { concurrency: 1 } }, dependencies, times)).toBe(75);
});
