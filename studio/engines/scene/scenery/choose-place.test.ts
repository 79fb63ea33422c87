import { expect, test } from "vitest";

import { readPrompt } from "#studio/engines/scene/reading/read-prompt.ts";

import { choosePlace } from "./choose-place.ts";

test.each([
  ["a dolphin", "sea"],
  ["a whale", "sea"],
  ["a pirate ship in a storm", "sea"],
  ["a cat in a boat", "sea"],
  ["a lighthouse", "sea"],
  ["an octopus", "underwater"],
  ["a jellyfish", "underwater"],
  ["heavy traffic", "city"],
  ["a red car in front of a diner", "city"],
  ["a woman in a diner", "room"],
  ["two cats on a red sofa", "room"],
  ["a cat and a cup of coffee", "room"],
  ["a cup of coffee", "table"],
  ["a laptop and a book", "table"],
  ["a candle", "table"],
  ["a rocket", "space"],
  ["an astronaut", "space"],
  ["an astronaut riding a horse", "moonland"],
  ["a penguin", "arctic"],
  ["an igloo", "arctic"],
  ["a cactus", "desert"],
  ["a cow", "meadow"],
  ["a tractor", "meadow"],
  ["a crab", "beach"],
  ["a palm tree", "beach"],
  ["a fox", "forest"],
  ["an owl", "forest"],
  ["a plane", "sky"],
  ["a kite", "sky"],
])("places %s in the %s", (prompt, place) => {
  expect(choosePlace(readPrompt(prompt))).toBe(place);
});

test.each(["", "in a meadow", "in the forest", "in the mountains", "in a park", "in the desert"])(
  "places a boat %s on water",
  (where) => {
    for (const boat of ["a boat", "a pirate ship", "a canoe", "a ferry"]) {
      expect(["sea", "lake"]).toContain(choosePlace(readPrompt(`${boat} ${where}`)));
    }
  },
);

test.each(["a castle by the sea", "a horse and a sailboat", "a girl and a whale"])(
  "provides ground for subjects that cannot swim in %s",
  (prompt) => {
    expect(choosePlace(readPrompt(prompt))).toBe("beach");
  },
);

test("prefers the place that the prompt names", () => {
  expect(choosePlace(readPrompt("a cow on the beach"))).toBe("beach");
  expect(choosePlace(readPrompt("a penguin in the desert"))).toBe("desert");
});
