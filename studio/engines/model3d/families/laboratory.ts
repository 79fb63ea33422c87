import type { Family } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  at,
  ball,
  box,
  cut,
  cylinder,
  hull,
  mirrored,
  move,
  ring,
  scale,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black, steel } from "./materials.ts";
import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const white = matte("#f4f2ec", 0.6);

/** Medicine, science and electronics. */
const props: readonly Prop[] = [
  {
    names: ["stethoscope"],
    solid: union(
      tube(
        [
          [-0.1, 0, 0.5],
          [-0.13, 0, 0.4],
          [-0.06, 0, 0.3],
          [0, 0, 0.24],
        ],
        0.009,
      ),
      tube(
        [
          [0.1, 0, 0.5],
          [0.13, 0, 0.4],
          [0.06, 0, 0.3],
          [0, 0, 0.24],
        ],
        0.009,
      ),
      tube(
        [
          [0, 0, 0.24],
          [-0.01, -0.02, 0.12],
          [0.08, -0.04, 0.02],
          [0.2, -0.02, 0.02],
          [0.26, 0, 0.1],
        ],
        0.012,
      ),
    ),
    material: matte("#23262c", 0.5),
    others: [
      [
        "head",
        union(
          move(
            turn(
              union(cylinder(0.025, 0.05), move(cylinder(0.03, 0.02), [0, 0, 0.02])),
              [80, 0, 0],
            ),
            [0.26, 0.01, 0.12],
          ),
          mirrored(
            union(
              tube(
                [
                  [0.1, 0, 0.5],
                  [0.06, 0, 0.58],
                ],
                0.006,
              ),
              move(ball(0.016), [0.05, 0, 0.59]),
            ),
            "x",
          ),
        ),
        steel,
      ],
    ],
  },
  {
    names: ["syringe", "injection needle", "vaccine"],
    solid: turn(
      union(
        cut(cylinder(0.16, 0.02), move(cylinder(0.2, 0.017), [0, 0, 0.01])),
        move(cylinder(0.02, 0.008), [0, 0, -0.02]),
      ),
      [0, 40, 0],
    ),
    material: glass("#dfeef4", 0.5),
    others: [
      [
        "liquid",
        turn(move(cylinder(0.08, 0.0165), [0, 0, 0.012]), [0, 40, 0]),
        { ...glossy("#4aa3e0"), opacity: 0.85 },
      ],
      [
        "plunger",
        turn(
          union(
            move(cylinder(0.012, 0.017), [0, 0, 0.094]),
            move(cylinder(0.12, 0.006), [0, 0, 0.1]),
            move(cylinder(0.006, 0.02), [0, 0, 0.22]),
            move(box(0.08, 0.02, 0.006, 0.002), [0, 0, 0.158]),
          ),
          [0, 40, 0],
        ),
        white,
      ],
      ["needle", turn(move(cylinder(0.07, 0.0022, 0.0016), [0, 0, -0.09]), [0, 40, 0]), steel],
    ],
  },
  {
    names: ["pill", "capsule", "medicine capsule", "tablet pill", "pills"],
    solid: at(
      turn(union(cylinder(0.04, 0.022), ball(0.022)), [0, 78, 0]),
      [0, 0, 0.023],
      [0.02, 0.08, 0.023],
    ),
    material: glossy("#d0302c"),
    others: [
      [
        "half",
        at(
          turn(
            union(move(cylinder(0.04, 0.0215), [0, 0, -0.04]), move(ball(0.0215), [0, 0, -0.04])),
            [0, 78, 0],
          ),
          [0, 0, 0.023],
          [0.02, 0.08, 0.023],
        ),
        glossy("#f7f4ec"),
      ],
    ],
  },
  {
    names: ["bandage", "band-aid", "band aid", "plaster"],
    solid: hull(
      move(cylinder(0.008, 0.03), [-0.1, 0, 0.01]),
      move(box(0.12, 0.06, 0.008), [0, 0, 0.014]),
      move(cylinder(0.008, 0.03), [0.1, 0, 0.01]),
    ),
    material: matte("#e3b48a", 0.8),
    others: [
      ["pad", move(box(0.07, 0.045, 0.012, 0.003), [0, 0, 0.014]), matte("#f3dcc3", 0.9)],
      [
        "hole",
        union(
          ...[-0.085, -0.065, 0.065, 0.085].flatMap((x) =>
            [-0.012, 0.012].map((y) => move(cylinder(0.0235, 0.003), [x, y, 0])),
          ),
        ),
        matte("#b5855c", 0.9),
      ],
    ],
  },
  {
    names: ["brain", "human brain"],
    solid: mirrored(
      union(
        ...Array.from({ length: 34 }, (_, index) => {
          const [angle, rise] = [index * 2.4, 1 - (index / 33) * 1.5];
          const wide = Math.sqrt(Math.max(0, 1 - rise * rise));
          return move(turn(scale(ring(0.036, 0.022), [1.5, 1, 1]), [index * 40, index * 63, 0]), [
            0.075 + 0.052 * Math.abs(wide * Math.cos(angle)),
            0.12 * wide * Math.sin(angle),
            0.15 + 0.08 * rise,
          ]);
        }),
        move(ball([0.085, 0.15, 0.1]), [0.08, 0, 0.15]),
      ),
      "x",
    ),
    material: matte("#e59aa4", 0.5),
    others: [
      [
        "stem",
        union(
          move(ball([0.07, 0.06, 0.05]), [0, 0.1, 0.07]),
          tube(
            [
              [0, 0.05, 0.1],
              [0, 0.07, 0],
            ],
            [0.035, 0.026],
          ),
        ),
        matte("#d9838f", 0.5),
      ],
    ],
  },
  {
    names: ["eyeball", "human eye", "eye ball"],
    solid: move(ball(0.12), [0, 0, 0.12]),
    material: glossy("#f6f3ee"),
    others: [
      [
        "iris",
        move(turn(cylinder(0.05, 0.055, 0.048), [90, 0, -22]), [-0.028, -0.064, 0.125]),
        glossy("#3f7fb5"),
      ],
      [
        "pupil",
        move(turn(cylinder(0.06, 0.024), [90, 0, -22]), [-0.028, -0.064, 0.125]),
        glossy("#0f0f12"),
      ],
    ],
  },
  {
    names: ["dna", "dna helix", "double helix", "dna strand"],
    solid: tube(
      Array.from({ length: 49 }, (_, step): Vec3 => [
        0.14 * Math.cos(step * 0.26),
        0.14 * Math.sin(step * 0.26),
        0.03 + step * 0.018,
      ]),
      0.02,
    ),
    material: glossy("#2f6fd0"),
    others: [
      [
        "strand",
        tube(
          Array.from({ length: 49 }, (_, step): Vec3 => [
            -0.14 * Math.cos(step * 0.26),
            -0.14 * Math.sin(step * 0.26),
            0.03 + step * 0.018,
          ]),
          0.02,
        ),
        glossy("#d0344a"),
      ],
      [
        "rung",
        union(
          ...Array.from({ length: 16 }, (_, step) => {
            const angle = step * 0.78;
            return tube(
              [
                [0.14 * Math.cos(angle), 0.14 * Math.sin(angle), 0.03 + step * 0.054],
                [-0.14 * Math.cos(angle), -0.14 * Math.sin(angle), 0.03 + step * 0.054],
              ],
              0.01,
            );
          }),
        ),
        glossy("#f0c83a"),
      ],
    ],
  },
  {
    names: ["atom", "atom model", "molecule", "water molecule"],
    solid: union(
      move(ball(0.07), [0.03, 0, 0.3]),
      move(ball(0.07), [-0.04, 0.03, 0.32]),
      move(ball(0.07), [0, -0.04, 0.26]),
    ),
    material: glossy("#d0344a"),
    others: [
      [
        "orbit",
        union(
          ...[0, 60, 120].map((angle) =>
            move(turn(scale(ring(0.28, 0.008), [1, 0.42, 1]), [70, angle, 0]), [0, 0, 0.3]),
          ),
        ),
        metal("#aeb6c2", 0.3),
      ],
      [
        "electron",
        union(
          move(ball(0.03), [0.28, 0, 0.3]),
          move(ball(0.03), [-0.14, 0.04, 0.54]),
          move(ball(0.03), [-0.14, -0.04, 0.06]),
        ),
        glossy("#2f6fd0"),
      ],
    ],
  },
  {
    names: [
      "circuit board",
      "motherboard",
      "graphics card",
      "computer chip",
      "microchip",
      "cpu",
      "processor",
      "arduino",
      "raspberry pi",
    ],
    solid: box(0.6, 0.44, 0.014),
    material: matte("#1f6b43", 0.5),
    others: [
      [
        "chip",
        union(
          move(box(0.15, 0.15, 0.025, 0.003), [-0.02, 0.02, 0.014]),
          move(box(0.09, 0.06, 0.02, 0.002), [0.18, -0.1, 0.014]),
          move(box(0.06, 0.06, 0.02, 0.002), [-0.2, -0.12, 0.014]),
          ...[0, 1, 2].map((index) =>
            move(box(0.02, 0.2, 0.05, 0.002), [0.16 + index * 0.035, 0.08, 0.014]),
          ),
        ),
        black,
      ],
      [
        "trace",
        union(
          ...Array.from({ length: 9 }, (_, index) =>
            move(box(0.2, 0.004, 0.002), [
              -0.18 + (index % 3) * 0.18,
              -0.19 + index * 0.045,
              0.014,
            ]),
          ),
          ...Array.from({ length: 14 }, (_, index) =>
            move(box(0.006, 0.02, 0.006), [-0.085 + index * 0.0102, -0.064, 0.014]),
          ),
        ),
        metal("#d9b24a", 0.3),
      ],
      [
        "capacitor",
        union(
          ...[
            [-0.25, 0.14],
            [-0.25, 0.06],
            [-0.2, 0.17],
            [0.05, -0.16],
            [0.09, -0.16],
          ].map(([x = 0, y = 0]) => move(cylinder(0.05, 0.016), [x, y, 0.014])),
          move(box(0.08, 0.06, 0.06, 0.003), [-0.26, -0.04, 0.014]),
        ),
        steel,
      ],
    ],
  },
];

export const laboratory: readonly Family[] = props.map(toFamily);
