import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  cut,
  cylinder,
  hull,
  move,
  prism,
  scale,
  slab,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

interface Handled {
  readonly names: readonly string[];
  /** Length of the handle in metres, from the ground upwards. */
  readonly length: number;
  readonly radius: number;
  readonly handle: Material;
  /** Stands on z = 0, and is carried by the handle. */
  readonly head: Solid;
  readonly headMaterial: Material;
  /** True when the colour of the prompt is that of the head. */
  readonly isHeadMain?: boolean;
}

const steel = metal("#c2c6cb", 0.22);
const beech = matte("#b98552", 0.7);

/** A tool that consists of a handle and a head on top of it. */
function handled(tool: Handled): Family {
  const { names, length, radius, handle, head, headMaterial, isHeadMain } = tool;
  return {
    names,
    parts: ["handle"],
    build: ({ main, detail }) => [
      part(
        hull(
          move(ball([radius, radius * 0.7, radius]), [0, 0, radius]),
          move(cylinder(0.001, radius * 0.6), [0, 0, length]),
        ),
        detail("handle", isHeadMain ? handle : main(handle)),
      ),
      part(move(head, [0, 0, length]), isHeadMain ? main(headMaterial) : headMaterial),
    ],
  };
}

/** Cutlery is of one piece and leans on nothing: it stands upright like the tools. */
function cutlery(names: readonly string[], head: Solid): Family {
  return {
    names,
    build: ({ main }) => [
      part(
        union(
          hull(
            move(ball([0.011, 0.003, 0.011]), [0, 0, 0.011]),
            move(ball([0.0035, 0.0025, 0.004]), [0, 0, 0.125]),
          ),
          move(head, [0, 0, 0.12]),
        ),
        main(steel),
      ),
    ],
  };
}

const spoonBowl = cut(
  scale(ball(0.024), [0.85, 0.4, 1.25]),
  move(scale(ball(0.022), [0.85, 0.4, 1.25]), [0, -0.004, 0]),
  move(box(0.1, 0.02, 0.1), [0, -0.01, -0.05]),
);

const forkHead = union(
  hull(
    move(ball([0.004, 0.003, 0.004]), [0, 0, 0.002]),
    move(box(0.026, 0.004, 0.004), [0, 0, 0.026]),
  ),
  at(
    hull(box(0.004, 0.004, 0.002), move(box(0.003, 0.003, 0.002), [0, 0, 0.045])),
    [-0.011, 0, 0.028],
    [-0.0037, 0, 0.028],
    [0.0037, 0, 0.028],
    [0.011, 0, 0.028],
  ),
);

const tableKnife = slab(
  [
    [-0.008, 0],
    [0.008, 0],
    [0.011, 0.03],
    [0.01, 0.08],
    [0, 0.105],
    [-0.008, 0.1],
  ],
  0.003,
);

function bristles(width: number, depth: number, height: number): Solid {
  const grooves = Array.from({ length: 7 }, (_, index) =>
    move(box(0.08 * width, depth * 2, height * 0.7), [width * (-0.45 + index * 0.15), 0, -0.01]),
  );
  return cut(box(width, depth, height), ...grooves);
}

const chopsticks: Family = {
  names: ["chopstick", "chopsticks"],
  build: ({ main }) => [
    part(
      union(
        ...[-1, 1].map((side) =>
          hull(
            move(ball(0.0025), [side * 0.006, 0, 0.0025]),
            move(box(0.007, 0.007, 0.002), [side * 0.024, 0, 0.23]),
          ),
        ),
      ),
      main(matte("#8c3b2a", 0.4)),
    ),
  ],
};

const tongs: Family = {
  names: ["tongs", "tong", "kitchen tongs"],
  build: ({ main }) => [
    part(
      union(
        ...[-1, 1].map((side) =>
          union(
            hull(
              move(box(0.004, 0.012, 0.002), [side * 0.03, 0, 0.03]),
              move(box(0.004, 0.018, 0.002), [side * 0.004, 0, 0.25]),
            ),
            move(ball([0.006, 0.016, 0.02]), [side * 0.03, 0, 0.02]),
          ),
        ),
        move(box(0.014, 0.018, 0.012, 0.004), [0, 0, 0.245]),
      ),
      main(steel),
    ),
  ],
};

const whisk: Family = {
  names: ["whisk", "eggbeater", "egg beater"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      hull(ball(0.012), move(ball(0.01), [0, 0, 0.12])),
      detail("handle", main(matte("#3d3f45", 0.5))),
    ),
    part(
      around(
        tube(
          [
            [0, 0, 0.11],
            [0.03, 0, 0.18],
            [0.036, 0, 0.23],
            [0.022, 0, 0.265],
            [0, 0, 0.275],
          ],
          0.0022,
        ),
        8,
      ),
      steel,
    ),
  ],
};

const cuttingBoard: Family = {
  names: ["chopping board", "cutting board", "bread board"],
  build: ({ main }) => [
    part(
      cut(
        union(box(0.26, 0.022, 0.36, 0.01), move(box(0.07, 0.022, 0.13, 0.01), [0, 0, 0.33])),
        move(turn(cylinder(0.1, 0.014), [90, 0, 0]), [0, 0.05, 0.42]),
      ),
      main(matte("#b98a55", 0.6)),
    ),
  ],
};

const rollingPin: Family = {
  names: ["rolling pin"],
  build: ({ main }) => [
    part(move(turn(cylinder(0.26, 0.028), [0, 90, 0]), [-0.13, 0, 0.028]), main(beech)),
    part(
      union(
        ...[-1, 1].map((side) =>
          hull(
            move(ball(0.01), [side * 0.135, 0, 0.028]),
            move(ball(0.014), [side * 0.21, 0, 0.028]),
          ),
        ),
      ),
      matte("#8a5a33", 0.6),
    ),
  ],
};

const corkscrew: Family = {
  names: ["corkscrew"],
  build: ({ main }) => [
    part(
      hull(move(ball(0.012), [-0.045, 0, 0.12]), move(ball(0.012), [0.045, 0, 0.12])),
      main(beech),
    ),
    part(
      union(
        move(cylinder(0.05, 0.004), [0, 0, 0.065]),
        tube(
          Array.from({ length: 33 }, (_, index) => {
            const angle = (index * Math.PI) / 4;
            return [
              0.008 * Math.cos(angle),
              0.008 * Math.sin(angle),
              0.004 + index * 0.002,
            ] as const;
          }),
          0.0024,
        ),
      ),
      steel,
    ),
  ],
};

const comb: Family = {
  names: ["comb", "hair comb"],
  build: ({ main }) => [
    part(
      union(
        move(box(0.18, 0.006, 0.018, 0.003), [0, 0, 0.03]),
        ...Array.from({ length: 22 }, (_, index) =>
          move(box(0.004, 0.004, 0.032), [-0.084 + index * 0.008, 0, 0]),
        ),
      ),
      main(glossy("#3f6fb5")),
    ),
  ],
};

export const cutleries: readonly Family[] = [
  cutlery(
    ["spoon", "teaspoon", "soupspoon", "tablespoon", "dessert spoon"],
    move(spoonBowl, [0, 0, 0.028]),
  ),
  cutlery(["fork", "dinner fork", "table fork"], forkHead),
  cutlery(["table knife", "butter knife", "dinner knife"], tableKnife),
  chopsticks,
  tongs,
  whisk,
  cuttingBoard,
  rollingPin,
  corkscrew,
  comb,
  handled({
    names: ["wooden spoon", "cooking spoon"],
    length: 0.24,
    radius: 0.008,
    handle: beech,
    head: move(scale(spoonBowl, 1.2), [0, 0, 0.03]),
    headMaterial: beech,
  }),
  handled({
    names: ["ladle", "soup ladle"],
    length: 0.26,
    radius: 0.01,
    handle: steel,
    head: move(
      turn(cut(ball(0.045), ball(0.041), move(box(0.2, 0.2, 0.1), [0, 0, 0.005])), [90, 0, 0]),
      [0, 0.005, 0.04],
    ),
    headMaterial: steel,
  }),
  handled({
    names: ["spatula", "turner", "fish slice"],
    length: 0.22,
    radius: 0.011,
    handle: matte("#2f3238", 0.5),
    head: cut(
      move(box(0.08, 0.005, 0.1, 0.002), [0, 0, -0.002]),
      at(box(0.009, 0.05, 0.065), [-0.02, 0, 0.02], [0, 0, 0.02], [0.02, 0, 0.02]),
    ),
    headMaterial: steel,
  }),
  handled({
    names: ["toothbrush"],
    length: 0.15,
    radius: 0.006,
    handle: glossy("#3aa0d8"),
    head: union(
      box(0.011, 0.006, 0.03, 0.002),
      move(turn(bristles(0.01, 0.024, 0.012), [90, 0, 0]), [0, -0.002, 0.015]),
    ),
    headMaterial: matte("#f4f5f7"),
  }),
  handled({
    names: ["hairbrush", "hair brush"],
    length: 0.11,
    radius: 0.013,
    handle: glossy("#b23a5d"),
    head: union(
      move(scale(ball(0.05), [0.7, 0.25, 1]), [0, 0, 0.045]),
      ...[-0.02, -0.007, 0.007, 0.02].flatMap((x) =>
        [0.015, 0.032, 0.049, 0.066, 0.083].map((z) =>
          move(turn(cylinder(0.024, 0.002), [90, 0, 0]), [x, -0.008, z - 0.005]),
        ),
      ),
    ),
    headMaterial: matte("#35363c"),
  }),
  handled({
    names: ["scrubbing brush", "scrub brush", "dish brush", "toilet brush"],
    length: 0.2,
    radius: 0.012,
    handle: beech,
    head: union(
      move(scale(ball(0.035), [1, 0.5, 1]), [0, 0, 0.03]),
      move(turn(cylinder(0.035, 0.028), [90, 0, 0]), [0, -0.01, 0.03]),
    ),
    headMaterial: matte("#efe4c8", 0.95),
  }),
  handled({
    names: ["paintbrush", "paint brush"],
    length: 0.17,
    radius: 0.01,
    handle: beech,
    head: union(
      move(box(0.05, 0.016, 0.035), [0, 0, -0.01]),
      move(
        hull(box(0.048, 0.014, 0.03), move(box(0.044, 0.003, 0.002), [0, 0, 0.06])),
        [0, 0, 0.02],
      ),
    ),
    headMaterial: matte("#3c2c20", 0.95),
  }),
  handled({
    names: ["potato masher", "masher"],
    length: 0.2,
    radius: 0.013,
    handle: matte("#2f3238", 0.5),
    head: union(
      at(cylinder(0.07, 0.004), [-0.03, 0, 0], [0.03, 0, 0]),
      box(0.066, 0.008, 0.006),
      move(
        cut(
          prism(
            [
              [-0.04, -0.035],
              [0.04, -0.035],
              [0.04, 0.035],
              [-0.04, 0.035],
            ],
            0.005,
          ),
          at(box(0.008, 0.05, 0.02), [-0.02, 0, -0.005], [0, 0, -0.005], [0.02, 0, -0.005]),
        ),
        [0, 0, 0.068],
      ),
    ),
    headMaterial: steel,
  }),
];
