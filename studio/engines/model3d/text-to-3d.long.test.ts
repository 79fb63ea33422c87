import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { validateBytes } from "gltf-validator";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineContext } from "#studio/engine.ts";
import { createRandom } from "#studio/engines/scene/random.ts";

import { buildItem, lowPolyLook, smoothLook } from "./build-item.ts";
import { families } from "./families.ts";
import { boundsOf, triangleCount } from "./mesh.ts";
import { listUnbuilt, readScene } from "./read-scene.ts";
import { stateWords } from "./states/states.ts";
import { textTo3d } from "./text-to-3d.ts";
import { writeGlb } from "./write-glb.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "model-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function make(prompt: string, seed = 1) {
  const context: EngineContext = {
    seed,
    inputs: [],
    workFolder: folder,
    settings: { modelsFolder: folder, ffmpegPath: null },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const request = { capability: "text-to-3d", model: "studio-3d", prompt, parameters: {} } as const;
  const { engine, outputs } = await textTo3d.run(request, context);
  const files = await Promise.all(outputs.map(({ path }) => readFile(path)));
  return { engine, outputs, files };
}

async function problems(glb: Uint8Array) {
  const { issues } = await validateBytes(glb);
  return issues.messages.filter(({ severity }) => severity <= 1);
}

const plain = () => 0.5;

function seeded(): () => number {
  const random = createRandom(1);
  return () => random.next();
}

/** Smooth meshes take ten times as long, and differ from the others only in the number of faces. */
const smoothEach = 8;

test.for(families.map((family, index) => [family.names[0] ?? "", family, index] as const))(
  "builds a %s as valid glTF without empty parts",
  async ([name, family, index]) => {
    const [item] = readScene(name, undefined);
    if (!item) throw new Error(`${name} is not understood`);
    const parts = family.build({
      main: (own) => own,
      has: (...words) => words.includes(name),
      detail: (_, own) => own,
      text: "",
      random: seeded(),
    });

    const lowPoly = await buildItem(item, lowPolyLook, seeded());

    expect(item.subject).toEqual({ kind: "family", family });
    expect(lowPoly.meshes.length).toBe(parts.length);
    expect(await problems(await writeGlb(lowPoly.meshes, { title: name, note: "" }))).toEqual([]);
    if (index % smoothEach > 0) return;
    const smooth = await buildItem(item, smoothLook, seeded());
    expect(triangleCount(lowPoly.meshes)).toBeLessThanOrEqual(triangleCount(smooth.meshes));
    expect(await problems(await writeGlb(smooth.meshes, { title: name, note: "" }))).toEqual([]);
  },
);

test("produces a valid model and a preview image, with the same bytes for the same seed", async () => {
  const first = await make("three red mugs on a wooden table");
  const second = await make("three red mugs on a wooden table");
  const other = await make("three red mugs on a wooden table", 2);

  expect(first.outputs.map(({ contentType }) => contentType)).toEqual([
    "model/gltf-binary",
    "image/png",
  ]);
  expect(await problems(first.files[0] ?? new Uint8Array())).toEqual([]);
  expect(first.files.map((file, index) => file.equals(second.files[index] ?? file))).toEqual([
    true,
    true,
  ]);
  expect(first.files[0]?.equals(other.files[0] ?? first.files[0])).toBe(false);
});

test("inflates an image for a subject without a family, and names that engine", async () => {
  const { engine, files } = await make("a cute 3D model of a waffle");

  expect(engine).toMatchObject({ name: "inflate", tier: "procedural" });
  expect(engine.limitation).toContain("mirrors");
  expect(await problems(files[0] ?? new Uint8Array())).toEqual([]);
});

test("builds the nearest kind of a thing without a solid, and says so", async () => {
  const { engine } = await make("a low poly waffle iron");

  expect(engine.limitation).toContain("Nearest kind: “waffle iron: toaster”");
});

test.for([
  ["a bowl of oranges", ["oranges", "bowl"]],
  ["a car painted orange", ["car"]],
  ["a cat, orange and white", ["cat"]],
  ["an apple and two oranges", ["apple", "oranges"]],
  ["a robot that can fly", ["robot"]],
  ["an iron gate", ["gate"]],
  ["a crystal champagne flute", ["champagne flute"]],
  ["a panda eating bamboo", ["panda"]],
  ["a horse pulling a carriage", ["horse", "carriage"]],
  ["a woman reading a book", ["book", "woman"]],
] as const)("does not take colours, materials and verbs for things: %s", ([prompt, names]) => {
  expect(readScene(prompt, undefined).map(({ name }) => name)).toEqual(names);
});

test("names each kind once", () => {
  const own = families.flatMap(({ names }) => names);
  const near = families.flatMap((family) => family.near ?? []);
  const repeated = (list: readonly string[]) => list.filter((name, at) => list.indexOf(name) < at);

  expect(repeated(own)).toEqual([]);
  expect(repeated(near)).toEqual([]);
  expect(near.filter((name) => own.includes(name))).toEqual([]);
});

test("refuses a prompt without a known object", async () => {
  await expect(make("something nice please")).rejects.toMatchObject({ code: "invalid_input" });
});

test("reads numbers, colours, materials and positions", () => {
  const [mugs, table] = readScene("two big red mugs on a round wooden table", undefined);

  expect(mugs).toMatchObject({ name: "mugs", count: 2, size: 1.35, relation: "on" });
  expect(mugs?.color).toBe("#d23b36");
  expect(table?.finish).toBeDefined();
  expect(table?.words.has("round")).toBe(true);
});

test.for([
  ["a stone bridge", ["stone bridge"]],
  ["a brick house", ["house"]],
  ["a house with a red roof", ["house"]],
  ["sunflower in a blue vase", ["sunflower", "vase"]],
  ["a sword made of gold", ["sword"]],
  ["3d model of a castle next to a tree", ["castle", "tree"]],
  ["a robot and a snowman", ["robot", "snowman"]],
  ["une maison", ["house"]],
] as const)("reads the items of %s", ([prompt, names]) => {
  expect(readScene(prompt, undefined).map(({ name }) => name)).toEqual(names);
});

test("applies the material of “made of gold”, and ignores the colour of “with a red roof”", () => {
  expect(readScene("a sword made of gold", undefined)[0]?.finish?.metallic).toBeGreaterThan(0.5);
  expect(readScene("a house with a red roof", undefined)[0]?.color).toBeUndefined();
});

test("places an item on a table at the table's height", async () => {
  const [mug, table] = readScene("mug on a table", undefined);
  if (!mug || !table) throw new Error("not understood");
  const { placeScene } = await import("./place-scene.ts");
  const built = await Promise.all([mug, table].map((item) => buildItem(item, smoothLook, plain)));

  const meshes = placeScene(built, plain);

  const mugBounds = boundsOf(meshes.filter(({ name }) => name.startsWith("mug")));
  const tableBounds = boundsOf(meshes.filter(({ name }) => name.startsWith("table")));
  expect(mugBounds.low[1]).toBeCloseTo(tableBounds.high[1]);
});

test.each([
  ["a perfume bottle", "perfume bottle"],
  ["a grandfather clock", "grandfather clock"],
  ["a vintage television", "retro tv"],
  ["a claw-foot bathtub", "clawfoot bathtub"],
  ["a rubik's cube", "rubik's cube"],
  ["a double decker bus", "double-decker bus"],
  ["a piggy bank", "piggy bank"],
  ["a porcelain doll's face", "doll head"],
  ["a tire swing", "tire swing"],
  ["a stag beetle", "beetle"],
  ["a lipstick tube", "lipstick"],
  ["a window pane", "window"],
  ["a quill ink pen", "quill"],
  ["a perfume glass bottle", "perfume bottle"],
  ["a rocking wooden chair", "rocking chair"],
])("builds the kind, and not its plain noun: %s", (prompt, kind) => {
  const [item, ...others] = readScene(prompt, undefined);

  expect(item?.subject).toMatchObject({
    kind: "family",
    family: { names: expect.arrayContaining([kind]) },
  });
  expect(others).toEqual([]);
});

test("puts a thing into the mouth of an animal, and at the hands of a robot", async () => {
  const { placeScene } = await import("./place-scene.ts");
  const boundsIn = async (prompt: string) => {
    const [thing, holder] = readScene(prompt, undefined);
    if (!thing || !holder) throw new Error(`${prompt} is not understood`);
    const built = await Promise.all(
      [thing, holder].map((item) => buildItem(item, lowPolyLook, plain)),
    );
    const meshes = placeScene(built, plain);
    const boundsOfItem = ({ name }: { name: string }) =>
      boundsOf(meshes.filter((mesh) => mesh.name.startsWith(name)));
    return [boundsOfItem(thing), boundsOfItem(holder)] as const;
  };

  const [bone, dog] = await boundsIn("a dog holding a bone");
  const [flower, robot] = await boundsIn("a robot holding a flower");

  expect(bone.low[0]).toBeLessThan(dog.low[0]);
  expect(bone.low[1]).toBeGreaterThan((dog.low[1] + dog.high[1]) / 2);
  expect(flower.high[2]).toBeGreaterThan(robot.high[2]);
  expect(flower.low[1]).toBeGreaterThan(robot.low[1]);
  expect(flower.high[1]).toBeLessThan(robot.high[1]);
});

test.each([
  [
    "a stack of three books with an apple on top",
    [
      ["apple", 1, "on"],
      ["books", 3, "beside"],
    ],
  ],
  [
    "a blue vase with flowers",
    [
      ["flowers", 3, "in"],
      ["vase", 1, "beside"],
    ],
  ],
  [
    "a bowl of apples",
    [
      ["apples", 3, "in"],
      ["bowl", 1, "beside"],
    ],
  ],
  [
    "a wooden table with four chairs",
    [
      ["chairs", 4, "around"],
      ["table", 1, "beside"],
    ],
  ],
  [
    "a desk with a laptop and a lamp",
    [
      ["lamp", 1, "beside"],
      ["laptop", 1, "on"],
      ["desk", 1, "beside"],
    ],
  ],
  ["a house with a blue door", [["house", 1, "beside"]]],
  ["the Eiffel Tower", [["eiffel tower", 1, "beside"]]],
  ["a birthday cake with five candles", [["birthday cake", 1, "beside"]]],
  ["a blue office chair", [["office chair", 1, "beside"]]],
  ["a pair of red sneakers", [["sneakers", 2, "beside"]]],
  ["three green cacti in clay pots", [["cacti", 3, "beside"]]],
  ["a stone centaur", []],
  ["a constructor", []],
  [
    "four foxes around a castle",
    [
      ["foxes", 4, "around"],
      ["castle", 1, "beside"],
    ],
  ],
  [
    "a castle surrounded by trees",
    [
      ["trees", 4, "around"],
      ["castle", 1, "beside"],
    ],
  ],
  [
    "a black cat sitting on a stack of books",
    [
      ["cat", 1, "on"],
      ["books", 4, "beside"],
    ],
  ],
  [
    "a wooden crate full of apples",
    [
      ["apples", 9, "in"],
      ["wooden crate", 1, "beside"],
    ],
  ],
  [
    "a snow globe with a house inside",
    [
      ["house", 1, "in"],
      ["snow globe", 1, "beside"],
    ],
  ],
  [
    "a fox wearing a top hat",
    [
      ["top hat", 1, "worn"],
      ["fox", 1, "beside"],
    ],
  ],
  ["a ship in a bottle", [["ship in a bottle", 1, "beside"]]],
  ["a jack-in-the-box", [["jack in the box", 1, "beside"]]],
  ["a stack of pancakes", [["stack of pancakes", 1, "beside"]]],
  [
    "a fruit bowl",
    [
      ["fruit", 1, "in"],
      ["bowl", 1, "beside"],
    ],
  ],
  [
    "a plate of cookies",
    [
      ["cookies", 3, "on"],
      ["plate", 1, "beside"],
    ],
  ],
  [
    "a robot holding a flower",
    [
      ["flower", 1, "held"],
      ["robot", 1, "beside"],
    ],
  ],
  ["a wizard holding a staff", [["wizard", 1, "beside"]]],
  ["a porcelain doll with a frilly dress", [["porcelain doll", 1, "beside"]]],
  ["a vase with red roses painted on it", [["vase", 1, "beside"]]],
  ["a man wearing a red coat", [["man", 1, "beside"]]],
  [
    "a boy with a yellow jacket and a hat",
    [
      ["hat", 1, "worn"],
      ["boy", 1, "beside"],
    ],
  ],
  [
    "a frog riding a bicycle",
    [
      ["frog", 1, "riding"],
      ["bicycle", 1, "beside"],
    ],
  ],
  [
    "a penguin wearing a party hat",
    [
      ["party hat", 1, "worn"],
      ["penguin", 1, "beside"],
    ],
  ],
  [
    "a teddy bear wearing sunglasses and a scarf",
    [
      ["sunglasses", 1, "on eyes"],
      ["scarf", 1, "on neck"],
      ["teddy bear", 1, "beside"],
    ],
  ],
  [
    "a table with glasses",
    [
      ["glasses", 1, "on"],
      ["table", 1, "beside"],
    ],
  ],
  ["a horse with a saddle", [["horse", 1, "beside"]]],
  ["a cat with a blue bow tie", [["cat", 1, "beside"]]],
  ["a pizza topped with olives and basil", [["pizza", 1, "beside"]]],
  ["a cake topped with strawberries", [["cake", 1, "beside"]]],
  [
    "a table with a lamp on it",
    [
      ["lamp", 1, "on"],
      ["table", 1, "beside"],
    ],
  ],
])("reads %s as %j", (prompt, expected) => {
  const items = readScene(prompt, undefined);

  expect(items.map(({ name, count, relation }) => [name, count, relation])).toEqual(expected);
});

test("paints the door of a house instead of adding a door", () => {
  const [house] = readScene("a house with a blue door", undefined);

  expect(house?.details.get("door")?.color).toMatch(/^#/);
});

test("enlarges what would be too small to see, and says so", async () => {
  const { engine } = await make("a fox beside a castle");

  expect(engine.limitation).toContain("Larger than real, to be seen: “fox”");
});

test("reads words that name properties of every object as unknown words", () => {
  const [cat] = readScene("a constructor cat", undefined);

  expect(cat).toMatchObject({ name: "cat", size: 1 });
  expect(cat?.color).toBeUndefined();
});

test.each([
  ["3D text that says HELLO", "HELLO"],
  ['the letters "Rex" in gold', "Rex"],
  ["a red mug", ""],
])("reads the letters of %s", (prompt, text) => {
  expect(readScene(prompt, undefined)[0]?.text).toBe(text);
});

test.each([
  ["a coffee mug", 0.1],
  ["a car", 1.45],
  ["a chess pawn", 0.06],
])("builds %s in its real height of %d m", async (prompt, metres) => {
  const [item] = readScene(prompt, undefined);
  if (!item) throw new Error(`${prompt} is not understood`);
  const { meshes, size } = await buildItem(item, smoothLook, plain);
  const { low, high } = boundsOf(meshes);

  expect((high[1] - low[1]) * size).toBeCloseTo(metres, 3);
});

test.each([
  ["a red wooden chair", []],
  ["a steampunk chair with ornate carvings", ["steampunk"]],
  ["a half-eaten apple", []],
  ["a watermelon sliced in half", []],
  ["a dusty lace umbrella with white dots", []],
  ["a tattered flag", []],
  ["a tattered hammer", ["tattered"]],
  ["an old dog", ["old"]],
  ["a cobweb-covered chest", []],
  ["an abandoned bicycle", []],
  ["a sunflower with green leaves", []],
  ["a vase with peonies painted on it", []],
  ["an emerald green beetle", []],
  ["a water-streaked glass window", []],
  ["an old doll with a frilly dress", []],
  ["a cake with three tiers", []],
  ["a pine tree with snow", []],
  ["a birthday cake with five candles", []],
  ["a wooden chair with a blue cushion", []],
  ["a girl with a sword", []],
  ["a chair with a red roof", ["roof"]],
  ["a stool with three legs", []],
  ["a stool with five legs", ["five"]],
])("lists the words of %s that are not built: %j", async (prompt, expected) => {
  const items = readScene(prompt, undefined);
  const [item] = items;
  if (!item) throw new Error(`${prompt} is not understood`);
  const { applied } = await buildItem(item, smoothLook, plain);

  expect(listUnbuilt(prompt, items, applied)).toEqual(expected);
});

/** Only cloth is torn, and only flat things are rolled or folded. */
const flatOnly = new Set(["tattered", "frayed", "rolled", "folded"]);

test.for(stateWords)(
  "draws a %s thing as valid glTF, and the same for the same seed",
  async (word) => {
    const prompt = `a ${word} ${flatOnly.has(word) ? "rug" : "vase"}`;
    const items = readScene(prompt, undefined);
    const [item] = items;
    if (!item) throw new Error(`${prompt} is not understood`);

    const plainly = await buildItem({ ...item, states: [] }, lowPolyLook, seeded());
    const { meshes, applied } = await buildItem(item, lowPolyLook, seeded());
    const again = await buildItem(item, lowPolyLook, seeded());

    expect(listUnbuilt(prompt, items, applied)).toEqual([]);
    expect(await problems(await writeGlb(meshes, { title: word, note: "" }))).toEqual([]);
    expect(meshes).not.toEqual(plainly.meshes);
    expect(again.meshes).toEqual(meshes);
  },
);

test.for([
  ["a mushroom with white dots", ["mushroom"], undefined],
  ["a cloud with a rainbow", ["cloud", "rainbow"], undefined],
  ["a stone covered in moss", ["stone"], ["moss"]],
  ["a tower covered with ivy", ["tower"], ["leaves"]],
] as const)("distinguishes states from parts and things: %s", ([prompt, names, shown]) => {
  const items = readScene(prompt, undefined);
  const states = items[0]?.states?.map(({ layers, addition }) => layers?.[0] ?? addition);

  expect(items.map(({ name }) => name)).toEqual(names);
  expect(states).toEqual(shown);
});

test.for([
  ["a scarf, striped red and black", "scarf", "#d23b36", "#26262b", "stripes"],
  ["a blue and white cup", "cup", "#3a6fd8", "#f4f3f0", "bands"],
  ["a dress with red and white polka dots", "dress", "#d23b36", "#f4f3f0", "dots"],
  ["a black and white checkered flag", "flag", "#26262b", "#f4f3f0", "checks"],
  ["a cat, orange and white", "cat", "#ee8130", "#f4f3f0", "bands"],
] as const)("paints %s in both colours", ([prompt, name, color, accent, pattern]) => {
  const [item, ...others] = readScene(prompt, undefined);

  expect(item).toMatchObject({ name, color, accent });
  expect(item?.states?.map((state) => state.pattern)).toEqual([pattern]);
  expect(others).toEqual([]);
});

test.for([
  ["an apple and orange", ["apple"], undefined],
  ["a sword stuck in a stone", ["sword"], undefined],
  ["a cup in gold", ["cup"], "#e3b341"],
  ["an emerald green cup", ["cup"], undefined, "#128a50"],
] as const)("paints only with what describes the item: %s", ([prompt, names, finish, color]) => {
  const items = readScene(prompt, undefined);

  expect(items.map(({ name }) => name)).toEqual(names);
  expect([items[0]?.color, items[0]?.finish?.color]).toEqual([color, finish]);
});

test("puts bands only on things without parts in the second colour", async () => {
  const areBanded = async (prompt: string) => {
    const [item] = readScene(prompt, undefined);
    if (!item) throw new Error(`${prompt} is not understood`);
    const { meshes } = await buildItem(item, lowPolyLook, seeded());
    return meshes.some(({ texture }) => texture !== undefined);
  };

  expect(await areBanded("a black and white penguin")).toBe(false);
  expect(await areBanded("a blue and white vase")).toBe(true);
});

test("spares the rubber of a rusty bicycle, and the coins of a chest without a treasure", async () => {
  const build = async (prompt: string) => {
    const [item] = readScene(prompt, undefined);
    if (!item) throw new Error(`${prompt} is not understood`);
    const { meshes } = await buildItem(item, lowPolyLook, seeded());
    return meshes;
  };

  const isRusty = (await build("a rusty bicycle")).map(({ texture }) => texture !== undefined);
  const [chest, treasure] = [await build("a chest"), await build("a chest full of gold")];

  expect(isRusty).toEqual([false, true, true, true]);
  expect(chest.length).toBeLessThan(treasure.length);
});

test("keeps states that are drawn on a single part off the other parts", async () => {
  const [house] = readScene("a house with a rusty door", undefined);

  expect(house?.states).toBeUndefined();
  expect(house?.details.get("door")?.states?.map(({ layers }) => layers)).toEqual([["rust"]]);
});
