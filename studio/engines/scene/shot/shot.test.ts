import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { styleNames } from "#studio/engines/filters/styles.ts";
import { createFilm } from "#studio/engines/scene/film.ts";
import { layOut } from "#studio/engines/scene/layout.ts";
import { poseAt } from "#studio/engines/scene/motion.ts";
import { buildScene } from "#studio/engines/scene/scene.ts";
import { buildScenery } from "#studio/engines/scene/scenery/scenery.ts";

import { readShot } from "./read-shot.ts";
import { styleFrames } from "./style-frames.ts";

test.each([
  ["a sailboat crossing a bay at sunset", null, 1, ["cross"]],
  ["a car driving through the desert, camera zooms in", "push", 1, ["cross"]],
  ["the camera slowly pulls back from a castle", "pull", 1, []],
  ["slow pan left over a mountain lake", "pan left", 1, []],
  ["tracking shot of a dog running on the beach", "pan right", 1, ["run"]],
  ["a timelapse of a city at dusk", null, 30, []],
  ["a cat jumping in slow motion, static camera", "still", 0.4, ["jump"]],
  ["a balloon floating up over the hills", null, 1, ["rise"]],
  ["a cat sleeps while a dog runs", null, 1, ["rest", "run"]],
  ["a frying pan on a stove", null, 1, []],
  ["an apple falling from a tree", null, 1, ["fall"]],
  ["a camera on a wooden table", null, 1, []],
])("reads the camera, the speed and the actions of “%s”", (prompt, camera, pace, actions) => {
  const { shot } = readShot(prompt, "", 4);

  expect({ ...shot, actions: [...shot.actions.values()] }).toMatchObject({ camera, pace, actions });
});

test.each([
  ["a video of a car driving through the desert, camera zooms in", ["🚗"]],
  ["a 4 second video of a sailboat crossing a bay at sunset", ["⛵"]],
  ["a rabbit hopping through a meadow, 5 seconds, 720p, 9:16", ["🐰"]],
  ["a drone shot of a lighthouse, zooming out", ["@lighthouse"]],
])(
  "draws of “%s” the subjects only, and reports none of its words as missing",
  (prompt, emojis) => {
    const { reading } = readShot(prompt, "", 4);

    expect(reading.subjects.map(({ emoji, count }) => ({ emoji, count }))).toEqual(
      emojis.map((emoji) => ({ emoji, count: 1 })),
    );
    expect(reading.unknownWords).toEqual([]);
  },
);

test("a train on a bridge crosses, and the bridge stays", () => {
  const { shot } = readShot("a train crossing a bridge", "", 4);

  expect([...shot.actions]).toEqual([["🚂", "cross"]]);
});

const frame = { width: 320, height: 180 };

/** Positions of the first figure in 41 moments, in shares of the frame. */
async function follow(prompt: string, seconds = 4) {
  const { reading, shot } = readShot(prompt, "", seconds);
  const { stage, place } = await buildScene(reading, frame, 7, shot);
  const [figure] = await layOut(reading, place, stage, buildScenery(place, stage, reading));
  if (figure === undefined) throw new Error("nothing to follow");
  return Array.from({ length: 41 }, (_, step) => {
    const pose = poseAt(figure, stage, shot, (step / 40) * shot.seconds);
    return { x: (figure.x + pose.x) / frame.width, y: (figure.y + pose.y) / frame.height };
  });
}

test.each([
  ["a sailboat crossing the sea", 0.5],
  ["a car driving through the desert", 0.5],
  ["a dog running on the beach", 0.5],
  ["a bird flying over a lake", 0.4],
  ["a rabbit hopping through a meadow", 0.3],
  ["a knight riding a horse", 0.3],
  ["a skier going down a snowy mountain", 0.5],
])("%s moves at least this share of the frame: %d", async (prompt, share) => {
  const path = await follow(prompt);
  const mirrored = await follow(`${prompt} from right to left`);

  expect((path.at(-1)?.x ?? 0) - (path[0]?.x ?? 0)).toBeGreaterThan(share);
  expect((mirrored.at(-1)?.x ?? 0) - (mirrored[0]?.x ?? 0)).toBeLessThan(-share);
});

test("a launched rocket stands on the ground first and leaves the frame at the top", async () => {
  const path = await follow("a rocket launching into space at night");

  expect(path[0]?.y).toBeGreaterThan(0.5);
  expect(path.at(-1)?.y).toBeLessThan(0);
});

test("a hopping rabbit leaves the ground and comes back", async () => {
  const heights = (await follow("a rabbit hopping through a meadow")).map(({ y }) => y);

  const ground = Math.max(...heights);
  expect(heights.filter((y) => y > ground - 0.01).length).toBeGreaterThan(3);
  expect(Math.min(...heights)).toBeLessThan(ground - 0.05);
});

test("without a verb, what moves travels within the frame only", async () => {
  for (const prompt of ["a red car in a city", "three birds over a lake", "a sailboat at sea"]) {
    const path = await follow(prompt, 10);
    for (const { x } of path) expect(Math.abs(x - 0.5)).toBeLessThan(0.5);
    expect(Math.abs((path.at(-1)?.x ?? 0) - (path[0]?.x ?? 0))).toBeGreaterThan(0.1);
  }
});

test.each(styleNames)(
  "films in the style %s differ from frame to frame and repeat",
  async (style) => {
    const { reading, shot } = readShot("a dog running on the beach", "", 2);
    const hashes = async () => {
      const scene = await buildScene(reading, frame, 7, shot);
      const draw = styleFrames(createFilm(scene, shot), style, { fps: 24, strength: 1, seed: 7 });
      return [0, 1, 24, 47].map((at) => createHash("sha256").update(draw(at).data()).digest("hex"));
    };

    const first = await hashes();

    expect(await hashes()).toEqual(first);
    expect(new Set(first).size).toBeGreaterThanOrEqual(3);
  },
);
