import type { Family } from "#studio/engines/model3d/family.ts";
import { glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import {
  ball,
  box,
  cone,
  cut,
  cylinder,
  hull,
  mirrored,
  move,
  ring,
  scale,
  slab,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black, steel, wood } from "./materials.ts";
import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const gold = metal("#dcb458", 0.25);
const white = matte("#f4f2ec", 0.6);

/** Things that stand outside, at work and at play. */
const props: readonly Prop[] = [
  {
    names: ["wind turbine", "windmill turbine", "wind generator"],
    solid: union(
      cylinder(4.6, 0.18, 0.1),
      move(box(0.3, 0.7, 0.3, 0.1), [0, 0.1, 4.5]),
      move(ball([0.16, 0.2, 0.16]), [0, -0.3, 4.65]),
      ...[10, 130, 250].map((angle) =>
        move(
          turn(
            hull(
              move(box(0.3, 0.05, 0.1, 0.02), [0.04, 0, 0.3]),
              move(box(0.06, 0.02, 0.05), [0, 0, 2.3]),
            ),
            [0, angle, 0],
          ),
          [0, -0.36, 4.65],
        ),
      ),
    ),
    material: matte("#f1f2f3", 0.5),
  },
  {
    names: ["solar panel", "solar cell", "photovoltaic panel"],
    solid: move(turn(box(1.7, 1.05, 0.05, 0.008), [38, 0, 0]), [0, 0, 0.62]),
    material: metal("#c3c7cc", 0.3),
    others: [
      [
        "cell",
        move(
          turn(
            union(
              ...Array.from({ length: 40 }, (_, index) =>
                move(box(0.19, 0.225, 0.008), [
                  ((index % 8) - 3.5) * 0.204,
                  (Math.floor(index / 8) - 2) * 0.2 * 0.98,
                  0.048,
                ]),
              ),
            ),
            [38, 0, 0],
          ),
          [0, 0, 0.62],
        ),
        glossy("#1a2f6b"),
      ],
      [
        "stand",
        mirrored(
          union(
            tube(
              [
                [0.6, 0.34, 0.84],
                [0.6, 0.4, 0],
              ],
              0.03,
            ),
            tube(
              [
                [0.6, -0.36, 0.34],
                [0.6, -0.42, 0],
              ],
              0.03,
            ),
            tube(
              [
                [0.6, -0.42, 0.02],
                [0.6, 0.4, 0.02],
              ],
              0.03,
            ),
          ),
          "x",
        ),
        steel,
      ],
    ],
  },
  {
    names: [
      "gas pump",
      "fuel pump",
      "petrol pump",
      "vintage gas pump",
      "petrol station",
      "gas station",
    ],
    solid: union(
      move(box(0.6, 0.42, 1.3, 0.05), [0, 0, 0.08]),
      move(box(0.68, 0.5, 0.1, 0.02), [0, 0, 0]),
      move(box(0.6, 0.42, 0.16, 0.05), [0, 0, 1.36]),
    ),
    material: glossy("#c8262f"),
    others: [
      [
        "dial",
        union(
          move(box(0.44, 0.04, 0.3, 0.02), [0, -0.2, 0.96]),
          move(turn(cylinder(0.12, 0.2), [90, 0, 0]), [0, 0.06, 1.72]),
        ),
        white,
      ],
      [
        "number",
        union(...[0, 1].map((row) => move(box(0.34, 0.03, 0.08), [0, -0.215, 1.02 + row * 0.12]))),
        black,
      ],
      [
        "hose",
        union(
          tube(
            [
              [0.32, 0, 1.0],
              [0.5, 0, 0.9],
              [0.52, -0.05, 0.4],
              [0.42, -0.1, 0.24],
              [0.36, -0.12, 0.5],
              [0.36, -0.1, 0.72],
            ],
            0.026,
          ),
          move(turn(box(0.07, 0.05, 0.2, 0.015), [0, -14, 0]), [0.35, -0.08, 0.7]),
        ),
        black,
      ],
    ],
  },
  {
    names: ["dumpster", "skip bin", "garbage container", "waste container"],
    solid: cut(
      hull(move(box(1.5, 0.8, 0.05), [0, 0, 0.12]), move(box(1.7, 1.05, 0.05), [0, 0, 1.05])),
      move(
        hull(move(box(1.4, 0.7, 0.05), [0, 0, 0.2]), move(box(1.6, 0.95, 0.1), [0, 0, 1.08])),
        [0, 0, 0],
      ),
    ),
    material: matte("#2f6b45", 0.6),
    others: [
      [
        "lid",
        mirrored(move(turn(box(0.84, 1.1, 0.05, 0.02), [12, 0, 0]), [0.43, 0.04, 1.14]), "x"),
        black,
      ],
      [
        "rib",
        union(
          ...[-0.6, -0.2, 0.2, 0.6].map((x) =>
            hull(
              move(box(0.07, 0.06, 0.02), [x * 0.94, -0.42, 0.2]),
              move(box(0.07, 0.06, 0.02), [x, -0.52, 1]),
            ),
          ),
        ),
        matte("#27593a", 0.6),
      ],
      [
        "wheel",
        mirrored(
          union(
            ...[-0.3, 0.3].map((y) => move(turn(cylinder(0.08, 0.1), [0, 90, 0]), [0.6, y, 0.1])),
          ),
          "x",
        ),
        black,
      ],
    ],
  },
  {
    names: ["barricade", "road barrier", "traffic barrier", "road block", "construction barrier"],
    solid: union(...[0.45, 0.8].map((z) => move(box(1.4, 0.05, 0.22, 0.01), [0, 0, z]))),
    material: matte("#f4f2ec", 0.6),
    others: [
      [
        "stripe",
        union(
          ...[0.45, 0.8].flatMap((z) =>
            [-0.55, -0.2, 0.15, 0.5].map((x) =>
              move(
                slab(
                  [
                    [0, 0.005],
                    [0.16, 0.005],
                    [0.24, 0.215],
                    [0.08, 0.215],
                  ],
                  0.056,
                ),
                [x - 0.1, 0, z],
              ),
            ),
          ),
        ),
        matte("#e0622c", 0.6),
      ],
      [
        "leg",
        mirrored(
          union(
            hull(
              move(box(0.06, 0.06, 0.02), [0.58, -0.3, 0]),
              move(box(0.06, 0.06, 0.02), [0.58, 0.03, 1.05]),
            ),
            hull(
              move(box(0.06, 0.06, 0.02), [0.58, 0.3, 0]),
              move(box(0.06, 0.06, 0.02), [0.58, 0.03, 1.05]),
            ),
          ),
          "x",
        ),
        steel,
      ],
      [
        "light",
        mirrored(move(turn(cylinder(0.06, 0.08), [90, 0, 0]), [0.58, 0.05, 1.14]), "x"),
        glowing("#ffb43a"),
      ],
    ],
  },
  {
    names: ["treadmill", "running machine"],
    solid: union(
      move(box(1.5, 0.7, 0.16, 0.03), [0.1, 0, 0.04]),
      move(box(0.12, 0.7, 0.2, 0.04), [-0.62, 0, 1.15]),
      mirrored(
        hull(
          move(box(0.12, 0.06, 0.05), [-0.5, 0.34, 0.1]),
          move(box(0.08, 0.06, 0.05), [-0.62, 0.34, 1.2]),
        ),
        "y",
      ),
      mirrored(
        tube(
          [
            [-0.6, 0.34, 1.16],
            [-0.1, 0.34, 1.0],
          ],
          0.03,
        ),
        "y",
      ),
    ),
    material: matte("#33373d", 0.5),
    others: [
      ["belt", move(box(1.3, 0.5, 0.03, 0.01), [0.14, 0, 0.185]), black],
      [
        "screen",
        move(turn(box(0.03, 0.4, 0.22, 0.01), [0, -20, 0]), [-0.56, 0, 1.18]),
        glowing("#2f9fd0"),
      ],
    ],
  },
  {
    names: ["seesaw", "teeter totter", "teeter-totter"],
    solid: move(turn(box(2.6, 0.26, 0.06, 0.02), [0, 10, 0]), [0, 0, 0.5]),
    material: matte("#d0302c", 0.5),
    others: [
      [
        "base",
        union(
          mirrored(
            hull(
              move(box(0.08, 0.06, 0.02), [0.3, 0.2, 0]),
              move(box(0.08, 0.06, 0.02), [0, 0.12, 0.5]),
            ),
            "y",
          ),
          mirrored(
            hull(
              move(box(0.08, 0.06, 0.02), [-0.3, 0.2, 0]),
              move(box(0.08, 0.06, 0.02), [0, 0.12, 0.5]),
            ),
            "y",
          ),
          move(turn(cylinder(0.4, 0.05), [90, 0, 0]), [0, 0.2, 0.5]),
        ),
        matte("#2f6fd0", 0.5),
      ],
      [
        "handle",
        union(
          ...[-1, 1].map((side) =>
            move(
              turn(
                tube(
                  [
                    [0, 0.1, 0],
                    [0, 0.1, 0.24],
                    [0, -0.1, 0.24],
                    [0, -0.1, 0],
                  ],
                  0.02,
                ),
                [0, 10, 0],
              ),
              [side * 0.95, 0, 0.53 - side * 0.165],
            ),
          ),
        ),
        matte("#f0c83a", 0.5),
      ],
    ],
  },
  {
    names: ["sandbox", "sand pit", "sandpit"],
    solid: cut(box(1.6, 1.6, 0.26, 0.02), move(box(1.4, 1.4, 0.4), [0, 0, 0.04])),
    material: wood,
    others: [
      [
        "sand",
        union(
          move(box(1.42, 1.42, 0.16), [0, 0, 0.02]),
          move(scale(ball(0.3), [1, 1, 0.4]), [0.3, 0.25, 0.16]),
        ),
        { ...matte("#e3c98d", 1), layers: [{ name: "speckles" }] },
      ],
      [
        "bucket",
        union(
          cut(
            move(cylinder(0.2, 0.09, 0.12), [-0.3, -0.2, 0.18]),
            move(cylinder(0.2, 0.08, 0.11), [-0.3, -0.2, 0.2]),
          ),
          move(turn(ring(0.115, 0.008), [70, 0, 0]), [-0.3, -0.2, 0.4]),
        ),
        glossy("#2f6fd0"),
      ],
      [
        "shovel",
        union(
          tube(
            [
              [0.1, -0.4, 0.2],
              [0.34, -0.44, 0.3],
            ],
            0.016,
          ),
          move(turn(scale(ball(0.08), [1.2, 0.8, 0.2]), [0, 20, 0]), [0.04, -0.39, 0.18]),
        ),
        glossy("#d0302c"),
      ],
    ],
  },
  {
    names: ["neon sign", "neon light", "led sign"],
    solid: union(
      move(box(1.2, 0.05, 0.6, 0.02), [0, 0.03, 0.1]),
      mirrored(move(box(0.06, 0.3, 0.1, 0.01), [0.4, 0.04, 0]), "x"),
    ),
    material: matte("#1d1e24", 0.5),
    others: [
      [
        "border",
        move(
          turn(
            scale(
              tube(
                [
                  [-0.54, -0.24, 0],
                  [0.54, -0.24, 0],
                  [0.54, 0.24, 0],
                  [-0.54, 0.24, 0],
                  [-0.54, -0.24, 0],
                ],
                0.014,
              ),
              1,
            ),
            [90, 0, 0],
          ),
          [0, -0.02, 0.4],
        ),
        glowing("#3fd8ff"),
      ],
    ],
  },
  {
    names: ["banner", "hanging banner", "heraldic banner", "gonfalon"],
    solid: slab(
      [
        [-0.4, 1.75],
        [-0.4, 0.7],
        [0, 0.45],
        [0.4, 0.7],
        [0.4, 1.75],
      ],
      0.03,
    ),
    material: matte("#a3182a", 0.9),
    others: [
      [
        "pole",
        union(
          move(turn(cylinder(1, 0.024), [0, 90, 0]), [-0.5, 0, 1.76]),
          mirrored(move(ball(0.04), [0.5, 0, 1.76]), "x"),
          move(cylinder(1.95, 0.024), [0, 0.05, 0]),
          move(cone(0.14, 0.045), [0, 0.05, 1.95]),
          move(cylinder(0.04, 0.24), [0, 0.05, 0]),
        ),
        gold,
      ],
      [
        "trim",
        slab(
          [
            [-0.4, 0.74],
            [-0.4, 0.7],
            [0, 0.45],
            [0.4, 0.7],
            [0.4, 0.74],
            [0, 0.5],
          ],
          0.036,
        ),
        gold,
      ],
    ],
  },
  {
    names: ["brick wall", "wall", "stone wall", "garden wall", "ruined wall"],
    solid: union(
      ...Array.from({ length: 10 }, (_, row) =>
        Array.from({ length: row % 2 === 0 ? 8 : 9 }, (__, index) =>
          move(
            box(row % 2 === 1 && (index === 0 || index === 8) ? 0.11 : 0.235, 0.2, 0.108, 0.008),
            [
              row % 2 === 0
                ? (index - 3.5) * 0.25
                : index === 0
                  ? -0.937
                  : index === 8
                    ? 0.937
                    : (index - 4) * 0.25,
              0,
              row * 0.12,
            ],
          ),
        ),
      ).flat(),
    ),
    material: matte("#a4523d", 0.9),
    others: [["mortar", move(box(1.98, 0.17, 1.18), [0, 0, 0.005]), matte("#c9c2b6", 0.95)]],
  },
];

export const sites: readonly Family[] = props.map(toFamily);
