import { expect, test } from "vitest";

import { layoutGraph } from "./layout-graph.ts";

const size = { width: 200, height: 60 };
const step = (name: string, parent: string | null = null) => ({
  name,
  title: name,
  kind: "generate",
  parent,
});

test("a step stands to the right of the steps that it uses, and around its inner steps", () => {
  const boxes = layoutGraph(
    {
      steps: [step("voice"), step("shots"), step("take", "shots"), step("film")],
      edges: [
        { from: "voice", to: "take" },
        { from: "shots", to: "film" },
      ],
    },
    () => size,
  );
  const boxOf = (name: string) => {
    const box = boxes.get(name);
    if (box === undefined) throw new Error(`no box of ${name}`);
    return box;
  };

  expect(boxOf("voice").x + size.width).toBeLessThan(boxOf("shots").x);
  expect(boxOf("shots").x + boxOf("shots").width).toBeLessThan(boxOf("film").x);
  expect(boxOf("take").x + size.width).toBeLessThan(boxOf("shots").width);
  expect(boxOf("take").y + size.height).toBeLessThan(boxOf("shots").height);
});

test("steps that use each other are laid out, too, because a draft may have a cycle", () => {
  const boxes = layoutGraph(
    {
      steps: [step("a"), step("b")],
      edges: [
        { from: "a", to: "b" },
        { from: "b", to: "a" },
      ],
    },
    () => size,
  );

  expect([...boxes.keys()]).toEqual(["a", "b"]);
});
