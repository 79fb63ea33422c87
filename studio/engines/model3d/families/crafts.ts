import type { Family } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";
import {
  around,
  ball,
  box,
  circleOutline,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black, steel, wood } from "./materials.ts";
import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const white = matte("#f4f2ec", 0.6);

/** Every second strip of a sail, from the given one on. */
const sailStrips = (first: number): Solid =>
  union(
    ...[first, first + 2, first + 4].map((index) =>
      hull(
        move(box(0.04, 0.3, 0.02), [-0.02, (index - 2.5) * 0.3 + 0.15, 2.05]),
        move(box(0.04, 0.3, 0.02), [-0.24, (index - 2.5) * 0.3 + 0.15, 1.5]),
        move(box(0.04, 0.3, 0.02), [-0.06, (index - 2.5) * 0.3 + 0.15, 0.95]),
      ),
    ),
  );

/** Spacecraft and boats. */
const props: readonly Prop[] = [
  {
    names: ["satellite", "space satellite", "space station", "space probe"],
    solid: union(
      move(box(0.5, 0.5, 0.7, 0.02), [0, 0, 0.5]),
      move(cylinder(0.14, 0.12), [0, 0, 1.2]),
    ),
    material: metal("#d9b24a", 0.35),
    others: [
      [
        "panel",
        mirrored(
          union(
            ...[0, 1, 2].map((index) =>
              move(turn(box(0.48, 0.02, 0.62, 0.004), [0, 0, 0]), [0.68 + index * 0.52, 0, 0.54]),
            ),
          ),
          "x",
        ),
        glossy("#1f3f8a"),
      ],
      [
        "arm",
        union(
          move(turn(cylinder(3.3, 0.02), [0, 90, 0]), [-1.65, 0, 0.85]),
          ...[-0.24, 0.24].map((x) => move(cylinder(0.3, 0.012), [x, 0.2, 1.2])),
        ),
        steel,
      ],
      [
        "dish",
        union(
          move(
            turn(cut(ball(0.34), ball(0.325), move(box(1, 1, 1), [0, 0, -0.22])), [130, 0, -20]),
            [0, -0.4, 1.06],
          ),
          move(turn(cylinder(0.3, 0.012), [110, 0, -20]), [-0.05, -0.34, 0.82]),
        ),
        white,
      ],
    ],
  },
  {
    names: ["mars rover", "rover", "lunar rover", "moon rover", "space rover"],
    solid: union(
      move(box(1.4, 0.9, 0.34, 0.04), [0, 0, 0.55]),
      move(box(0.26, 0.14, 0.16, 0.03), [-0.5, -0.1, 1.4]),
    ),
    material: matte("#e8e6e0", 0.5),
    others: [
      [
        "wheel",
        mirrored(
          union(
            ...[-0.7, 0, 0.7].map((x) =>
              move(
                turn(
                  union(
                    cut(cylinder(0.24, 0.26), move(cylinder(0.4, 0.2), [0, 0, -0.1])),
                    move(cylinder(0.06, 0.21), [0, 0, 0.09]),
                    around(move(box(0.03, 0.06, 0.24), [0.26, 0, 0]), 14),
                  ),
                  [90, 0, 0],
                ),
                [x, 0.82, 0.26],
              ),
            ),
          ),
          "y",
        ),
        metal("#4b4f56", 0.4),
      ],
      [
        "arm",
        union(
          mirrored(
            tube(
              [
                [-0.7, 0.6, 0.28],
                [-0.3, 0.52, 0.62],
                [0, 0.6, 0.3],
                [0.3, 0.52, 0.62],
                [0.7, 0.6, 0.28],
              ],
              0.03,
            ),
            "y",
          ),
          move(cylinder(0.55, 0.04), [-0.5, -0.1, 0.88]),
          tube(
            [
              [-0.7, -0.3, 0.7],
              [-1.1, -0.4, 0.95],
              [-1.35, -0.4, 0.5],
            ],
            0.035,
          ),
        ),
        steel,
      ],
      [
        "camera",
        union(
          ...[-0.05, 0.05].map((y) =>
            move(turn(cylinder(0.05, 0.04), [0, -90, 0]), [-0.6, -0.1 + y, 1.48]),
          ),
        ),
        black,
      ],
      [
        "panel",
        union(
          move(box(0.6, 0.5, 0.05, 0.01), [0.35, 0, 0.9]),
          move(turn(cylinder(0.03, 0.24), [0, 18, 0]), [0.1, 0.3, 1.0]),
        ),
        glossy("#27458f"),
      ],
    ],
  },
  {
    names: ["lunar lander", "moon lander", "apollo lander", "space capsule", "lunar module"],
    solid: union(
      hull(
        move(cylinder(0.5, 0.9, 0.9, 8), [0, 0, 0.9]),
        move(cylinder(0.2, 0.8, 0.8, 8), [0, 0, 0.8]),
      ),
      move(
        lathe([
          [0, 0],
          [0.28, 0],
          [0.16, 0.3],
          [0, 0.3],
        ]),
        [0, 0, 0.5],
      ),
    ),
    material: metal("#d9b24a", 0.4),
    others: [
      [
        "cabin",
        union(
          hull(move(box(1.1, 1, 0.6, 0.1), [0, 0, 1.4]), move(box(0.7, 0.6, 0.3, 0.1), [0, 0, 2])),
          move(cylinder(0.2, 0.25), [0, 0, 2.2]),
          move(cylinder(0.5, 0.015), [0.3, 0.2, 2.2]),
        ),
        metal("#b9bec5", 0.4),
      ],
      [
        "leg",
        union(
          ...[45, 135, 225, 315].map((angle) =>
            turn(
              union(
                tube(
                  [
                    [0.75, 0, 1.2],
                    [1.35, 0, 0.08],
                  ],
                  0.05,
                ),
                tube(
                  [
                    [0.8, 0, 0.9],
                    [1.2, 0, 0.4],
                  ],
                  0.035,
                ),
                move(cylinder(0.07, 0.22, 0.16), [1.36, 0, 0]),
              ),
              [0, 0, angle],
            ),
          ),
        ),
        metal("#c9a24a", 0.4),
      ],
      [
        "window",
        mirrored(move(turn(cylinder(0.06, 0.16, 0.16, 3), [78, 0, 0]), [0.25, -0.48, 1.8]), "x"),
        black,
      ],
    ],
  },
  {
    names: ["space shuttle", "shuttle orbiter"],
    solid: union(
      tube(
        [
          [-1.5, 0, 0.62],
          [-1.1, 0, 0.66],
          [1.1, 0, 0.68],
        ],
        [0.16, 0.32, 0.34],
      ),
      hull(
        move(box(0.1, 0.5, 0.06), [-0.7, 0, 0.42]),
        move(box(0.3, 2, 0.06), [0.95, 0, 0.42]),
        move(box(0.3, 0.5, 0.06), [1.1, 0, 0.42]),
      ),
      hull(move(box(0.7, 0.08, 0.04), [0.85, 0, 0.95]), move(box(0.3, 0.05, 0.04), [1.2, 0, 1.65])),
      mirrored(
        tube(
          [
            [0.8, 0.2, 0.95],
            [1.2, 0.2, 0.98],
          ],
          [0.08, 0.15],
        ),
        "y",
      ),
    ),
    material: matte("#f3f3f1", 0.5),
    others: [
      [
        "tile",
        union(
          hull(
            move(box(0.1, 0.4, 0.05), [-1.3, 0, 0.38]),
            move(box(0.3, 1.95, 0.05), [0.95, 0, 0.39]),
            move(box(0.3, 0.5, 0.05), [1.1, 0, 0.39]),
          ),
          move(ball([0.12, 0.13, 0.1]), [-1.57, 0, 0.6]),
        ),
        black,
      ],
      [
        "engine",
        union(
          ...[
            [0, 0.95],
            [-0.16, 0.66],
            [0.16, 0.66],
          ].map(([y = 0, z = 0]) =>
            move(
              turn(
                lathe([
                  [0, 0],
                  [0.09, 0],
                  [0.17, 0.26],
                  [0.14, 0.26],
                  [0.06, 0.02],
                  [0, 0.02],
                ]),
                [0, 90, 0],
              ),
              [1.34, y, z],
            ),
          ),
        ),
        metal("#5f646b", 0.4),
      ],
      ["window", mirrored(move(box(0.14, 0.14, 0.1, 0.03), [-1.22, 0.1, 0.84]), "y"), black],
    ],
  },
  {
    names: ["speedboat", "motorboat", "motor boat", "power boat"],
    solid: cut(
      hull(
        ...circleOutline(0.02, 3).map(([x, y]) => move(box(0.05, 0.05, 0.05), [-1.6 + x, y, 0.62])),
        move(box(0.1, 1.1, 0.1), [0.2, 0, 0.5]),
        move(box(0.1, 1.0, 0.1), [1.5, 0, 0.5]),
        move(box(0.1, 0.6, 0.1), [1.5, 0, 0.02]),
        move(box(0.1, 0.3, 0.1), [-0.5, 0, 0.02]),
      ),
      move(box(1.3, 0.8, 0.4, 0.1), [0.75, 0, 0.32]),
    ),
    material: glossy("#f3f3f1"),
    others: [
      [
        "stripe",
        hull(
          move(box(0.05, 0.05, 0.06), [-1.57, 0, 0.46]),
          move(box(0.1, 1.1, 0.06), [0.2, 0, 0.36]),
          move(box(0.1, 1.02, 0.06), [1.5, 0, 0.36]),
        ),
        glossy("#c8262f"),
      ],
      [
        "windshield",
        hull(move(box(0.03, 0.8, 0.03), [0, 0, 0.6]), move(box(0.03, 0.7, 0.03), [0.26, 0, 0.92])),
        glass("#9fc7dd", 0.6),
      ],
      [
        "seat",
        union(
          ...[-0.2, 0.2].map((y) =>
            union(
              move(box(0.34, 0.3, 0.14, 0.05), [0.6, y, 0.36]),
              move(box(0.1, 0.3, 0.36, 0.05), [0.8, y, 0.4]),
            ),
          ),
        ),
        matte("#8a4f2a", 0.6),
      ],
      [
        "engine",
        union(
          move(box(0.26, 0.3, 0.34, 0.06), [1.62, 0, 0.5]),
          move(box(0.12, 0.1, 0.5, 0.03), [1.64, 0, 0.06]),
        ),
        black,
      ],
    ],
  },
  {
    names: ["viking longship", "longship", "viking boat", "drakkar"],
    solid: union(
      cut(
        union(
          ...[-1, 1].map((side) =>
            hull(
              move(box(2.6, 0.04, 0.3), [0, side * 0.42, 0.34]),
              move(box(2, 0.2, 0.04), [0, 0, 0.04]),
              move(box(0.06, 0.06, 0.5), [-1.7, 0, 0.4]),
              move(box(0.06, 0.06, 0.5), [1.7, 0, 0.4]),
            ),
          ),
        ),
        move(box(2.6, 0.74, 0.5), [0, 0, 0.3]),
      ),
      tube(
        [
          [-1.66, 0, 0.5],
          [-1.95, 0, 0.9],
          [-1.86, 0, 1.3],
          [-2.05, 0, 1.45],
        ],
        [0.1, 0.08, 0.08, 0.1],
      ),
      move(turn(cone(0.24, 0.07), [0, -100, 0]), [-2.05, 0, 1.47]),
      tube(
        [
          [1.66, 0, 0.5],
          [1.95, 0, 0.9],
          [1.85, 0, 1.3],
          [1.7, 0, 1.35],
        ],
        [0.1, 0.08, 0.06, 0.05],
      ),
      move(cylinder(2.1, 0.05), [0, 0, 0.1]),
    ),
    material: wood,
    others: [
      ["sail", sailStrips(0), matte("#b3202c", 0.9)],
      ["stripe", sailStrips(1), matte("#f1e8d4", 0.9)],
      [
        "shield",
        mirrored(
          union(
            ...[-1, -0.6, -0.2, 0.2, 0.6, 1].map((x) =>
              move(turn(cylinder(0.04, 0.16), [90, 0, 0]), [x, -0.43, 0.58]),
            ),
          ),
          "y",
        ),
        matte("#d0a03a", 0.6),
      ],
    ],
  },
];

export const crafts: readonly Family[] = props.map(toFamily);
