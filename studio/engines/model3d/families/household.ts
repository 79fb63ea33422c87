import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  at,
  ball,
  box,
  cone,
  corners,
  cut,
  cylinder,
  lathe,
  move,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const rockingChair: Family = {
  names: ["rocking chair", "rocker"],
  surface: 0.52,
  build({ main }) {
    const runner: Vec3[] = arc(1.2, -112, -68, [0, 0, 1.2], 14).map(([x, , z]) => [0, x, z]);
    const post = (x: number): Vec3[] => [
      [x, 0.2, 0.44],
      [x, 0.27, 0.8],
      [x, 0.34, 1.12],
    ];
    const spindles = [-0.16, -0.08, 0, 0.08, 0.16];
    return [
      part(
        union(
          at(tube(runner, 0.024), [-0.25, 0, 0], [0.25, 0, 0]),
          at(cylinder(0.44, 0.023), ...corners(0.24, 0.2, 0.03)),
          move(box(0.56, 0.52, 0.045, 0.02), [0, 0, 0.45]),
          tube(post(-0.24), 0.024),
          tube(post(0.24), 0.024),
          ...spindles.map((x) =>
            tube(
              [
                [x, 0.21, 0.47],
                [x, 0.33, 1.06],
              ],
              0.012,
            ),
          ),
          move(turn(box(0.56, 0.035, 0.13, 0.02), [-10, 0, 0]), [0, 0.34, 1.02]),
          ...[-0.27, 0.27].flatMap((x) => [
            tube(
              [
                [x, -0.2, 0.46],
                [x, -0.2, 0.7],
              ],
              0.02,
            ),
            tube(
              [
                [x, -0.26, 0.71],
                [x, 0.24, 0.73],
              ],
              0.026,
            ),
          ]),
        ),
        main(matte("#94602f")),
      ),
    ];
  },
};

const bench: Family = {
  names: ["bench", "park bench"],
  surface: 0.46,
  build: ({ main }) => [
    part(
      union(
        at(box(1.5, 0.11, 0.04, 0.012), [0, -0.16, 0.42], [0, 0, 0.42], [0, 0.16, 0.42]),
        at(turn(box(1.5, 0.035, 0.11, 0.012), [-10, 0, 0]), [0, 0.25, 0.56], [0, 0.28, 0.73]),
      ),
      main(matte("#a8703a")),
    ),
    part(
      at(
        union(
          box(0.05, 0.44, 0.05),
          at(box(0.05, 0.05, 0.42), [0, -0.19, 0], [0, 0.19, 0]),
          move(box(0.05, 0.42, 0.05), [0, 0, 0.38]),
          move(turn(box(0.05, 0.05, 0.5), [-10, 0, 0]), [0, 0.22, 0.4]),
        ),
        [-0.62, 0, 0],
        [0.62, 0, 0],
      ),
      metal("#3b4048", 0.5),
    ),
  ],
};

const fireplace: Family = {
  names: ["fireplace", "hearth"],
  surface: 1.26,
  build: ({ main }) => [
    part(
      cut(
        union(move(box(1.6, 0.5, 1.12), [0, 0, 0.08]), move(box(1, 0.4, 1), [0, 0.05, 1.2])),
        move(box(0.9, 0.5, 0.78, 0.05), [0, -0.2, 0.08]),
      ),
      main(matte("#a5543f", 0.9)),
    ),
    part(
      union(box(1.86, 0.8, 0.09, 0.02), move(box(1.8, 0.62, 0.09, 0.02), [0, -0.02, 1.19])),
      matte("#e6dccb", 0.6),
    ),
    part(move(box(0.9, 0.06, 0.78), [0, 0.03, 0.08]), matte("#241a18", 0.95)),
    part(
      at(
        turn(cylinder(0.6, 0.065), [0, 90, 0]),
        [-0.3, -0.14, 0.16],
        [-0.3, -0.02, 0.16],
        [-0.28, -0.08, 0.27],
      ),
      matte("#5d3b22", 0.9),
    ),
    part(
      at(
        scale(cone(0.46, 0.15), [1, 0.5, 1]),
        [0, -0.1, 0.24],
        [-0.17, -0.1, 0.22],
        [0.17, -0.1, 0.2],
      ),
      glowing("#ff8a2a"),
    ),
    part(
      at(scale(cone(0.27, 0.09), [1, 0.5, 1]), [0, -0.17, 0.24], [0.13, -0.17, 0.22]),
      glowing("#ffd24a"),
    ),
  ],
};

const fridge: Family = {
  names: ["fridge", "refrigerator", "freezer"],
  build: ({ main }) => [
    part(
      union(
        move(box(0.72, 0.62, 1.2, 0.05), [0, 0, 0.04]),
        move(box(0.72, 0.62, 0.56, 0.05), [0, 0, 1.26]),
      ),
      main(glossy("#dfe6ea")),
    ),
    part(
      at(box(0.03, 0.05, 0.4, 0.012), [-0.27, -0.33, 0.72], [-0.27, -0.33, 1.36]),
      metal("#8b949c", 0.3),
    ),
    part(box(0.66, 0.56, 0.06), matte("#3c4147")),
  ],
};

const counter: Family = {
  names: ["kitchen counter", "stove", "oven", "cooker", "counter", "sink"],
  surface: 0.92,
  build: ({ main }) => [
    part(box(2.1, 0.6, 0.86, 0.015), main(matte("#7fa8a0", 0.6))),
    part(move(box(2.2, 0.68, 0.06, 0.015), [0, -0.02, 0.86]), matte("#e9e2d6", 0.4)),
    part(
      union(
        move(box(0.62, 0.04, 0.74, 0.02), [0.55, -0.31, 0.06]),
        move(box(0.66, 0.5, 0.02), [0.55, 0, 0.915]),
      ),
      glossy("#2d3138"),
    ),
    part(move(box(0.44, 0.02, 0.3, 0.02), [0.55, -0.335, 0.2]), glowing("#d9822f")),
    part(
      at(
        cylinder(0.02, 0.1),
        [0.4, 0.1, 0.93],
        [0.7, 0.1, 0.93],
        [0.4, -0.12, 0.93],
        [0.7, -0.12, 0.93],
      ),
      matte("#54585f"),
    ),
    part(
      union(
        at(
          box(0.36, 0.03, 0.03, 0.01),
          [-0.75, -0.33, 0.7],
          [-0.25, -0.33, 0.7],
          [0.55, -0.34, 0.7],
        ),
        tube(
          [
            [-0.5, 0.2, 0.9],
            [-0.5, 0.2, 1.2],
            [-0.5, 0.05, 1.26],
            [-0.5, -0.02, 1.16],
          ],
          0.025,
        ),
      ),
      metal("#b9c0c6", 0.25),
    ),
    part(at(box(0.012, 0.02, 0.78), [-0.5, -0.3, 0.05], [0.02, -0.3, 0.05]), matte("#5f837c")),
    // A pot stands on the stove.
    part(
      move(
        union(
          cylinder(0.18, 0.15),
          move(cylinder(0.02, 0.16), [0, 0, 0.18]),
          move(ball(0.03), [0, 0, 0.22]),
        ),
        [0.7, 0.1, 0.95],
      ),
      metal("#c9493c", 0.4),
    ),
  ],
};

const bathtub: Family = {
  names: ["bathtub", "tub", "bath"],
  inside: 0.34,
  build: ({ main }) => [
    part(
      cut(
        scale(
          lathe(
            smooth([
              [0, 0.12],
              [0.5, 0.14],
              [0.68, 0.3],
              [0.76, 0.62],
              [0.82, 0.64],
              [0.8, 0.66],
              [0, 0.66],
            ]),
          ),
          [1.1, 0.56, 1],
        ),
        scale(
          lathe(
            smooth([
              [0, 0.2],
              [0.46, 0.22],
              [0.62, 0.34],
              [0.72, 0.7],
              [0, 0.7],
            ]),
          ),
          [1.1, 0.54, 1],
        ),
      ),
      main(glossy("#f4f5f6")),
    ),
    part(at(ball([0.09, 0.09, 0.1]), ...corners(0.5, 0.22, 0.09)), metal("#d6b04a", 0.3)),
    part(move(scale(cylinder(0.02, 0.69), [1.1, 0.52, 1]), [0, 0, 0.5]), glass("#8fd3ee", 0.75)),
    part(
      tube(
        [
          [0.86, 0, 0.5],
          [0.86, 0, 0.86],
          [0.72, 0, 0.9],
          [0.66, 0, 0.8],
        ],
        0.03,
      ),
      metal("#c5cbd0", 0.25),
    ),
  ],
};

const plate: Family = {
  names: ["plate", "saucer", "platter"],
  surface: 0.022,
  build: ({ main }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.11, 0],
          [0.13, 0.012],
          [0.22, 0.034],
          [0.225, 0.042],
          [0.14, 0.024],
          [0.12, 0.014],
          [0, 0.014],
        ]),
      ),
      main(glossy("#f3f1ec")),
    ),
  ],
};

const openBox: Family = {
  names: ["cardboard box", "open box", "carton"],
  near: ["matchbox", "cigar box"],
  inside: 0.03,
  build: ({ main }) => [
    part(
      union(
        cut(box(0.6, 0.5, 0.42), move(box(0.57, 0.47, 0.42), [0, 0, 0.015])),
        move(turn(box(0.58, 0.24, 0.012), [28, 0, 0]), [0, -0.35, 0.36]),
        move(turn(box(0.58, 0.24, 0.012), [-28, 0, 0]), [0, 0.35, 0.36]),
        move(turn(box(0.2, 0.48, 0.012), [0, -32, 0]), [-0.38, 0, 0.36]),
        move(turn(box(0.2, 0.48, 0.012), [0, 32, 0]), [0.38, 0, 0.36]),
      ),
      main(matte("#c1915a", 0.9)),
    ),
    part(move(box(0.07, 0.006, 0.3), [0, -0.252, 0.1]), matte("#e0c08c", 0.6)),
  ],
};

const fishbowl: Family = {
  names: ["fishbowl", "fish bowl", "fish tank", "aquarium"],
  inside: 0.1,
  build: () => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.14, 0],
          [0.24, 0.12],
          [0.24, 0.26],
          [0.16, 0.38],
          [0.18, 0.4],
          [0, 0.4],
        ]),
      ),
      glass("#bfe6f5", 0.32),
    ),
    part(
      scale(
        lathe(
          smooth([
            [0, 0.02],
            [0.13, 0.02],
            [0.225, 0.12],
            [0.225, 0.26],
            [0.2, 0.31],
            [0, 0.31],
          ]),
        ),
        [0.98, 0.98, 1],
      ),
      glass("#54b4e0", 0.4),
    ),
    part(move(cylinder(0.03, 0.14, 0.19), [0, 0, 0.02]), matte("#d9b877")),
  ],
};

const blackboard: Family = {
  names: ["blackboard", "chalkboard", "whiteboard"],
  build: ({ main, has }) => [
    part(
      move(
        cut(box(1.9, 0.07, 1.1, 0.02), move(box(1.76, 0.1, 0.96), [0, -0.04, 0.07])),
        [0, 0, 0.8],
      ),
      matte("#9a6a38"),
    ),
    part(
      move(box(1.78, 0.03, 0.98), [0, 0.01, 0.86]),
      main(matte(has("whiteboard") ? "#f5f6f6" : "#2c5a48", 0.9)),
    ),
    part(at(box(0.06, 0.1, 0.8), [-0.8, 0.02, 0], [0.8, 0.02, 0]), matte("#7d5429")),
    part(
      at(
        box(0.3, 0.01, 0.02),
        [-0.5, -0.012, 1.55],
        [-0.1, -0.012, 1.55],
        [0.4, -0.012, 1.35],
        [-0.45, -0.012, 1.3],
      ),
      matte("#f2f2ea"),
    ),
  ],
};

const desk: Family = {
  names: ["office desk", "school desk", "writing desk"],
  surface: 0.76,
  build: ({ main }) => [
    part(
      union(
        move(box(1.5, 0.7, 0.045, 0.012), [0, 0, 0.72]),
        move(box(0.42, 0.6, 0.7), [0.5, 0, 0.02]),
        at(box(0.06, 0.06, 0.72), [-0.68, -0.28, 0], [-0.68, 0.28, 0]),
      ),
      main(matte("#ab7a48")),
    ),
    part(
      at(box(0.37, 0.02, 0.19, 0.01), [0.5, -0.305, 0.06], [0.5, -0.305, 0.28], [0.5, -0.305, 0.5]),
      matte("#94653a"),
    ),
    part(
      at(box(0.12, 0.03, 0.02), [0.5, -0.325, 0.16], [0.5, -0.325, 0.38], [0.5, -0.325, 0.6]),
      metal("#c9ccd0"),
    ),
  ],
};

const toilet: Family = {
  names: ["toilet", "lavatory"],
  build: ({ main }) => [
    part(
      union(
        move(
          scale(
            lathe(
              smooth([
                [0, 0],
                [0.16, 0],
                [0.12, 0.18],
                [0.24, 0.38],
                [0.25, 0.42],
                [0, 0.42],
              ]),
            ),
            [1, 1.25, 1],
          ),
          [0, -0.1, 0],
        ),
        move(box(0.5, 0.2, 0.44, 0.05), [0, 0.24, 0.36]),
        move(box(0.24, 0.24, 0.4), [0, 0.16, 0]),
      ),
      main(glossy("#f4f5f6")),
    ),
    part(move(scale(cylinder(0.03, 0.25), [1, 1.25, 1]), [0, -0.1, 0.42]), glossy("#e2e5e8")),
  ],
};

const armchair: Family = {
  names: ["armchair", "easy chair", "recliner"],
  surface: 0.46,
  build: ({ main }) => [
    part(
      union(
        move(box(0.86, 0.8, 0.26, 0.06), [0, 0, 0.1]),
        move(turn(box(0.8, 0.2, 0.72, 0.09), [-8, 0, 0]), [0, 0.32, 0.26]),
        at(box(0.18, 0.8, 0.46, 0.08), [-0.42, -0.02, 0.12], [0.42, -0.02, 0.12]),
      ),
      main(matte("#3f8f8a", 0.85)),
    ),
    part(move(box(0.64, 0.62, 0.16, 0.06), [0, -0.06, 0.34]), main(matte("#57aaa4", 0.85))),
    part(at(cylinder(0.12, 0.03, 0.04), ...corners(0.36, 0.32)), matte("#5d3b22")),
  ],
};

const piano: Family = {
  names: ["piano", "upright piano"],
  surface: 1.2,
  build({ main }) {
    const keys = Array.from({ length: 21 }, (_, key) => (key - 10) * 0.06);
    return [
      part(
        union(
          move(box(1.5, 0.42, 1.18, 0.02), [0, 0.1, 0.02]),
          move(box(1.5, 0.36, 0.08, 0.015), [0, -0.24, 0.62]),
          at(box(0.09, 0.1, 0.62), [-0.68, -0.34, 0], [0.68, -0.34, 0]),
          move(box(1.56, 0.46, 0.05, 0.015), [0, 0.1, 1.18]),
          move(box(0.7, 0.04, 0.3, 0.01), [0, -0.14, 0.8]),
        ),
        main(glossy("#3b2219")),
      ),
      part(
        at(box(0.056, 0.2, 0.025, 0.004), ...keys.map((x) => [x, -0.3, 0.7] as const)),
        glossy("#f6f3ea"),
      ),
      part(
        at(
          box(0.03, 0.12, 0.04, 0.004),
          ...keys
            .filter((_, key) => ![2, 6].includes(key % 7))
            .map((x) => [x + 0.03, -0.26, 0.71] as const),
        ),
        glossy("#17151a"),
      ),
      part(
        at(box(0.04, 0.1, 0.02), [-0.08, -0.14, 0.06], [0.08, -0.14, 0.06]),
        metal("#d6b04a", 0.3),
      ),
    ];
  },
};

export const household: readonly Family[] = [
  rockingChair,
  bench,
  fireplace,
  fridge,
  counter,
  bathtub,
  plate,
  openBox,
  fishbowl,
  blackboard,
  desk,
  toilet,
  armchair,
  piano,
];
