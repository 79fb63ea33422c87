import { expect, test } from "vitest";

import { evaluateSolids } from "#studio/engines/model3d/evaluate-solid.ts";
import { glass, matte } from "#studio/engines/model3d/material.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import type { Mesh } from "#studio/engines/model3d/mesh.ts";
import { boundsOf, toMesh } from "#studio/engines/model3d/mesh.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";
import { box, cylinder, move } from "#studio/engines/model3d/solid.ts";

import { paintMotif } from "./paint-motif.ts";

const heart = { emoji: "❤️" };
const brown = matte("#806040");

async function build(name: string, solid: Solid, material: Material): Promise<Mesh> {
  const [triangles] = await evaluateSolids([solid], { segments: 24 });
  if (!triangles) throw new Error("The kernel returned no triangles.");
  return toMesh(name, triangles, material, 35);
}

test("paints the front of a box, and leaves its other sides as they are", async () => {
  const { meshes, isShown } = await paintMotif([await build("box", box(1, 1, 1), brown)], heart);
  const painted = meshes.filter(({ texture }) => texture);

  expect(isShown).toBe(true);
  expect(painted).toHaveLength(1);
  const { low, high } = boundsOf(painted);
  expect([low[2], high[2]]).toEqual([0.5, 0.5]);
});

test("paints the top of what lies flat", async () => {
  const { meshes } = await paintMotif([await build("rug", box(2, 1, 0.02), brown)], heart);
  const { low } = boundsOf(meshes.filter(({ texture }) => texture));

  expect(low[1]).toBeCloseTo(0.02);
});

test("paints the panel on a frame instead of the larger frame", async () => {
  const frame = await build("frame", box(1, 0.1, 1), brown);
  const panel = await build("panel", move(box(0.9, 0.05, 0.9), [0, -0.05, 0.05]), brown);
  const { meshes } = await paintMotif([frame, panel], heart);

  expect(meshes.find(({ texture }) => texture)?.name).toBe("panel motif");
});

test("paints the same pixels again, and none on glass", async () => {
  const barrel = await build("barrel", cylinder(1, 0.4), brown);
  const [first, second] = await Promise.all([
    paintMotif([barrel], heart),
    paintMotif([barrel], heart),
  ]);
  const pane = await build("pane", box(1, 0.02, 1), glass("#cfe8ee"));

  expect(first.meshes.at(-1)?.texture?.image.png).toEqual(second.meshes.at(-1)?.texture?.image.png);
  expect((await paintMotif([pane], heart)).isShown).toBe(false);
});
