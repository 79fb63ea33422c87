import { expect, test } from "vitest";

import { explainReading } from "./explain-reading.ts";
import { readPrompt } from "./read-prompt.ts";

const subjectsOf = (prompt: string) =>
  readPrompt(prompt).subjects.map(({ emoji, count }) => `${emoji}×${count}`);

test("reads subject, place, time and weather from one sentence", () => {
  const reading = readPrompt("a red fox in a snowy forest at night");

  expect(reading.subjects).toMatchObject([{ emoji: "🦊", count: 1, color: null }]);
  expect(reading).toMatchObject({ settings: ["forest"], time: "night", weather: ["snow"] });
});

test.each([
  ["two cats", ["🐈×2"]],
  ["cats", ["🐈×3"]],
  ["a cat", ["🐈×1"]],
  ["a black cat", ["🐈‍⬛×1"]],
  ["wolves", ["🐺×3"]],
  ["a bowl of ramen", ["🍜×1"]],
  ["a toucan on a branch", ["🦜×1", "@solid:branch×1"]],
  ["portrait of an old fisherman", ["👴×1"]],
  ["portrait of a woman, facing the camera", ["👩×1"]],
  ["a man looking straight into the camera", ["👨×1"]],
  ["a heron by the lake", ["🐦×1"]],
  ["a jar of honey", ["🍯×1"]],
  ["a red rose", ["🌹×1"]],
  ["a golden retriever puppy", ["🐕×1"]],
  ["two old men", ["👴×2"]],
  ["a lion cub", ["🦁×1"]],
  ["two lion cubs", ["🦁×2"]],
  ["lion cubs", ["🦁×3"]],
  ["a stone lantern", ["🏮×1"]],
  ["an ice castle", ["🏰×1"]],
  ["a treehouse with a rope ladder in an oak tree", ["@solid:treehouse×1"]],
  ["an old woman selling flowers", ["👵×1", "💐×1"]],
  ["a red flower", ["🌷×1"]],
  ["a field of yellow flowers", []],
  ["zwei Katzen im Wald", ["🐈×2"]],
  ["рыжую лису и зайца", ["🦊×1", "🐰×1"]],
  ["一只猫在海滩上", ["🐈×1"]],
  ["月夜の海に浮かぶ帆船", ["⛵×1"]],
  ["un château et trois chiens", ["🏰×1", "🐕×3"]],
])("reads %s as %j", (prompt, expected) => {
  expect(subjectsOf(prompt)).toEqual(expected);
});

test("reads no subjects from verbs, numbers and adjectives", () => {
  expect(subjectsOf("two happy people smiling and laughing over a cozy old hill")).toEqual([
    "🧑×2",
  ]);
});

test("assigns a colour to the subject after it", () => {
  expect(readPrompt("a blue car and a house").subjects).toMatchObject([
    { emoji: "🚗", color: "blue" },
    { emoji: "🏠", color: null },
  ]);
});

test.each([
  ["two cats on a red sofa", { emoji: "@sofa", color: "red" }],
  ["a red and white lighthouse", { emoji: "@lighthouse", color: "red" }],
  ["un coche rojo en la ciudad", { emoji: "🚗", color: "red" }],
  ["a knight in black plate", { emoji: "@knight", color: null }],
])("assigns the colour in %s to its subject, not to the light", (prompt, subject) => {
  const reading = readPrompt(prompt);

  expect(reading.subjects).toContainEqual(expect.objectContaining(subject));
  expect(reading.colors).toEqual([]);
});

test("assigns a colour of the sky to the light, not to a subject", () => {
  const reading = readPrompt("a fox under a purple sky");

  expect(reading.colors).toEqual(["purple"]);
  expect(reading.subjects).toMatchObject([{ emoji: "🦊", color: null, shelter: null }]);
});

test("keeps colours of a prompt without subjects for an abstract image", () => {
  expect(readPrompt("purple nostalgia").colors).toEqual(["purple"]);
});

test.each([
  ["a pirate ship", ["@pirate-ship×1"]],
  ["pirates on a ship", ["@pirate-ship×1"]],
  ["a lighthouse on a cliff", ["@lighthouse×1"]],
])("reads %s as one subject: %j", (prompt, expected) => {
  expect(subjectsOf(prompt)).toEqual(expected);
});

test.each([
  ["two cats on a red sofa", { mount: "@sofa" }],
  ["a kitten in a teacup", { mount: "☕" }],
  ["a dog in a boat", { mount: "⛵" }],
  ["ein Hund auf einem Sofa", { mount: "@sofa" }],
  ["a fox under a tree", { shelter: "🌳", mount: null }],
  ["a fox next to a tree", { shelter: null, mount: null }],
  ["a fox on the left and a horse", { shelter: null, mount: null }],
  ["a man in a house", { mount: null }],
])("reads mount and shelter from %s", (prompt, first) => {
  expect(readPrompt(prompt).subjects[0]).toMatchObject(first);
});

test.each([
  ["children", ["🧒×3"]],
  ["a businesswoman", ["👩‍💼×1"]],
  ["a red-haired woman", ["👩‍🦰×1"]],
  ["a family", ["👨×1", "👩×1", "👧×1", "👦×1"]],
  ["a man running", ["🏃‍♂️×1"]],
  ["a pattern, a board and a team", []],
  ["two white horses and one black horse", ["🐎×2", "🐎×1"]],
])("reads people, activities and no loose keywords from %s", (prompt, expected) => {
  expect(subjectsOf(prompt)).toEqual(expected);
});

test.each([
  ["a chef holding a pizza", "🍕", { holder: "🧑‍🍳" }],
  ["a girl with a red balloon", "🎈", { holder: "👧", color: "red" }],
  ["a penguin holding an umbrella", "🐧", { shelter: "☂️" }],
  ["a dog behind a white picket fence", "🐕", { front: "@fence" }],
  ["a dog behind a white picket fence", "@fence", { color: "white" }],
  ["a vase of red roses", "🌹", { mount: "@solid:vase" }],
  ["a goldfish in a bowl", "🐟", { mount: "@solid:fishbowl" }],
  ["a stack of three books with an apple on top", "🍎", { mount: "📚" }],
  ["a stack of three books with an apple on top", "📚", { isStacked: true, count: 3 }],
  ["a table with eggs and bacon", "🥓", { mount: "@solid:table" }],
  ["a tiny mouse", "🐁", { scale: 0.5 }],
])("reads the relation in %s for %s", (prompt, emoji, expected) => {
  expect(readPrompt(prompt).subjects).toContainEqual(
    expect.objectContaining({ emoji, ...expected }),
  );
});

test("reads rider and mount", () => {
  expect(readPrompt("an astronaut riding a horse on Mars").subjects).toMatchObject([
    { emoji: "👩‍🚀", mount: "🐎" },
    { emoji: "🐎", mount: null },
  ]);
});

test("carries all members of a joined group, but no other subject of a list", () => {
  expect(readPrompt("a fox and a rabbit in a canoe").subjects).toMatchObject([
    { emoji: "🦊", mount: "🛶" },
    { emoji: "🐰", mount: "🛶" },
    { mount: null },
  ]);
  expect(readPrompt("a tree, a bird, a fox in a boat").subjects).toMatchObject([
    { emoji: "🌳", mount: null },
    { emoji: "🐦", mount: null },
    { emoji: "🦊", mount: "⛵" },
    { emoji: "⛵", mount: null },
  ]);
});

test("reads a field of flowers as several flowers", () => {
  expect(subjectsOf("a tulip field")).toEqual(["🌷×7"]);
});

test("omits subjects and weather that the prompt or the negative prompt excludes", () => {
  expect(readPrompt("a beach without people, one dog").subjects).toMatchObject([{ emoji: "🐕" }]);
  expect(readPrompt("a dog and a cat in the rain", "cat, rain")).toMatchObject({
    subjects: [{ emoji: "🐕" }],
    weather: [],
  });
});

test("reads quoted words as lettering, not as subjects", () => {
  expect(readPrompt('a poster saying "Cat Show" with a dog')).toMatchObject({
    quotedText: "Cat Show",
    subjects: [{ emoji: "🐕" }],
  });
});

test.each([
  ["a neon sign that says OPEN LATE", "OPEN LATE"],
  ["a cake with the words HAPPY 50TH BIRTHDAY on a table", "HAPPY 50TH BIRTHDAY"],
  ["a road sign reading STOP", "STOP"],
  ["a man reading A Tale of Two Cities", null],
  ["a girl reading in a park", null],
])("reads words in capitals as lettering: %s", (prompt, quotedText) => {
  expect(readPrompt(prompt).quotedText).toBe(quotedText);
});

test("names the colour of a thing that is not drawn, or drawn in its own colour", () => {
  expect(readPrompt("a cat with a green zeugma").unknownWords).toEqual(["zeugma", "green"]);
  expect(readPrompt("a cat with green eyes").unknownWords).toEqual(["green eyes"]);
});

test("names a second place, of which a picture shows one", () => {
  expect(readPrompt("an underwater city").unknownWords).toEqual(["city"]);
  expect(readPrompt("a lake in the mountains").unknownWords).toEqual([]);
});

test("reads a baby dragon as a small dragon", () => {
  expect(readPrompt("a cute baby dragon").subjects).toMatchObject([{ emoji: "🐉", scale: 0.7 }]);
});

test("names the words that cannot be drawn", () => {
  expect(explainReading(readPrompt("a fox and a zeugma"), "Limits")).toBe(
    "Limits. Not drawn: “zeugma”",
  );
  expect(explainReading(readPrompt("nostalgia and entropy"), "Limits")).toContain(
    "an abstract picture was drawn",
  );
});

test.each([
  ["pancakes with maple syrup and butter", ["🥞×1"], []],
  ["a lion with a brown mane", ["🦁×1"], []],
  ["a lion with a blue mane", ["🦁×1"], ["blue mane"]],
  ["a birthday cake with frosting and six candles", ["🎂×1"], ["6 candles"]],
  ["a man with a beard and a wizard with a white beard", ["🧔×1", "🧙‍♂️×1"], []],
  ["a castle with a moat", ["🏰×1"], ["moat"]],
])("knows which parts the art shows in %s", (prompt, subjects, unknownWords) => {
  expect(subjectsOf(prompt)).toEqual(subjects);
  expect(readPrompt(prompt).unknownWords).toEqual(unknownWords);
});

test.each([
  ["a unicorn flying over clouds", ["flying"]],
  ["an eagle flying over the mountains", []],
  ["a boy flying a kite on a hill", []],
  ["a man drinking in a forest", ["drinking"]],
  ["a girl playing with a red ball", []],
  ["a glowing cat", ["glowing"]],
  ["a glowing lantern in the forest", []],
  ["a sad clown", ["sad"]],
])("reports what the subjects of %s do not do as not drawn", (prompt, unknownWords) => {
  expect(readPrompt(prompt).unknownWords).toEqual(unknownWords);
});

test("gives a worn thing to an animal that is seen from the front", () => {
  expect(readPrompt("a cat wearing a wizard hat").subjects).toMatchObject([
    { emoji: "🐱" },
    { emoji: "@wizard-hat", holder: "🐱" },
  ]);
});

test("reads “in a hat” as wearing it, except of a magician's rabbit", () => {
  expect(readPrompt("a wolf in a top hat").subjects).toMatchObject([
    { emoji: "🐺" },
    { emoji: "🎩", holder: "🐺" },
  ]);
  expect(readPrompt("a rabbit in a hat").subjects).toContainEqual(
    expect.objectContaining({ mount: "🎩" }),
  );
});

test("reports smoke that nothing in the image gives off", () => {
  expect(explainReading(readPrompt("a house with smoke from the chimney"), "")).not.toContain(
    "smoke",
  );
  expect(explainReading(readPrompt("a cat with smoke from the chimney"), "")).toContain("smoke");
});

test("keeps what an animal holds when it turns to the front", () => {
  expect(readPrompt("a cat reading a book wearing a hat").subjects).toMatchObject([
    { emoji: "🐱" },
    { emoji: "📖", holder: "🐱" },
    { emoji: "🎩", holder: "🐱" },
  ]);
});

test("letters a chalkboard instead of drawing one beside the words", () => {
  const reading = readPrompt("a chalkboard that says OPEN outside a cafe");

  expect(reading).toMatchObject({ subjects: [], lettering: "chalkboard", quotedText: "OPEN" });
  expect(reading.features.has("outside")).toBe(true);
});

test("reports a view that is not drawn", () => {
  expect(readPrompt("a pizza, top view").unknownWords).toContain("top view");
});

test("gives each of several subjects the colour that the prompt says", () => {
  const { subjects, unknownWords } = readPrompt("three parrots, one red and two blue, on a branch");

  expect(subjects).toMatchObject([
    { emoji: "🦜", count: 1, color: "red", mount: "@solid:branch" },
    { emoji: "🦜", count: 2, color: "blue", mount: "@solid:branch" },
    { emoji: "@solid:branch", color: null },
  ]);
  expect(unknownWords).toEqual([]);
});

test("shows lightning only when the prompt names it", () => {
  expect(readPrompt("a storm at sea").features.has("lightning")).toBe(false);
  expect(readPrompt("a thunderstorm at sea").features.has("lightning")).toBe(true);
});

test.each([
  ["a cat wearing a hat on a sofa", { emoji: "🐱", mount: "@sofa" }],
  ["a dog wearing sunglasses driving a red convertible", { emoji: "🐶", mount: "🚗" }],
  ["a man holding an umbrella in a boat", { emoji: "👨", mount: "⛵", shelter: "☂️" }],
])("places the subject of %s, not the thing that it holds", (prompt, subject) => {
  expect(readPrompt(prompt).subjects[0]).toMatchObject(subject);
});

test("names the weather and the flowers that the place does not show", () => {
  const explain = (prompt: string) => explainReading(readPrompt(prompt), "Drawn");

  expect(explain("a cup of coffee on a table in the rain")).toBe("Drawn. Not drawn: “rain”");
  expect(explain("a planet in space, thunderstorm with lightning")).toContain("lightning");
  expect(explain("a cactus with flowers in the desert")).toBe("Drawn. Not drawn: “flowers”");
  expect(explain("a bus stop in the snow")).toBe("Drawn");
});

test.each([
  ["a candy cane on a table", "@solid:candy-cane"],
  ["ice cream with sprinkles", "@solid:ice-cream-with-sprinkles"],
  ["a cake with cherries", "@solid:cake-with-cherries"],
  ["a pizza topped with olives", "@solid:pizza-with-olives"],
])("draws %s as one thing", (prompt, emoji) => {
  const { subjects, unknownWords } = readPrompt(prompt);

  expect(subjects).toMatchObject([{ emoji }]);
  expect(unknownWords).toEqual([]);
});
