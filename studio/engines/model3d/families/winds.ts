import type { Family } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import {
  around,
  at,
  ball,
  box,
  cone,
  cut,
  cylinder,
  lathe,
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

/** Wind instruments, gongs and horns. */
const props: readonly Prop[] = [
  {
    names: ["megaphone", "bullhorn", "loudhailer"],
    solid: turn(
      move(
        union(
          cut(
            lathe([
              [0, 0],
              [0.05, 0],
              [0.055, 0.1],
              [0.15, 0.32],
              [0.17, 0.33],
              [0.17, 0.35],
              [0.13, 0.33],
              [0.04, 0.1],
              [0, 0.1],
            ]),
          ),
        ),
        [0, 0, -0.16],
      ),
      [0, -78, 0],
    ),
    material: glossy("#f4f2ec"),
    others: [
      ["rim", turn(move(ring(0.165, 0.014), [0, 0, 0.18]), [0, -78, 0]), glossy("#d0302c")],
      [
        "grip",
        move(
          slab(
            [
              [0, -0.17],
              [0.05, -0.17],
              [0.06, 0],
              [0.02, 0],
            ],
            0.035,
          ),
          [0.02, 0, 0],
        ),
        black,
      ],
    ],
  },
  {
    names: ["harmonica", "mouth organ"],
    solid: move(box(0.3, 0.08, 0.06, 0.015), [0, 0, 0.01]),
    material: steel,
    others: [
      [
        "hole",
        union(
          ...Array.from({ length: 10 }, (_, index) =>
            move(box(0.016, 0.02, 0.02), [-0.11 + index * 0.0245, -0.034, 0.03]),
          ),
        ),
        black,
      ],
      ["comb", move(box(0.302, 0.07, 0.02, 0.004), [0, -0.001, 0.03]), wood],
    ],
  },
  {
    names: ["tuba", "french horn", "euphonium", "sousaphone"],
    solid: union(
      lathe([
        [0.05, 0.3],
        [0.07, 0.5],
        [0.12, 0.72],
        [0.28, 0.92],
        [0.29, 0.93],
        [0.27, 0.94],
        [0.1, 0.74],
        [0.04, 0.5],
        [0.03, 0.3],
      ]),
      tube(
        [
          [0, 0, 0.34],
          [0.02, 0, 0.16],
          [0.14, 0, 0.06],
          [0.26, 0, 0.14],
          [0.28, 0, 0.4],
          [0.24, 0, 0.6],
          [0.16, -0.06, 0.64],
        ],
        [0.055, 0.055, 0.05, 0.046, 0.036, 0.026, 0.018],
      ),
      move(turn(cone(0.07, 0.026), [0, -90, 0]), [0.16, -0.06, 0.645]),
      ...[0, 1, 2].map((index) => move(cylinder(0.26, 0.024), [0.1 + index * 0.056, -0.08, 0.26])),
    ),
    material: metal("#d9b04a", 0.22),
    others: [
      [
        "valve",
        union(
          ...[0, 1, 2].map((index) =>
            move(union(cylinder(0.05, 0.006), move(cylinder(0.01, 0.017), [0, 0, 0.05])), [
              0.1 + index * 0.056,
              -0.08,
              0.52,
            ]),
          ),
        ),
        steel,
      ],
    ],
  },
  {
    names: ["trombone"],
    solid: union(
      move(
        turn(
          lathe([
            [0.012, 0],
            [0.02, 0.3],
            [0.05, 0.48],
            [0.13, 0.62],
            [0.12, 0.62],
            [0.03, 0.44],
            [0.006, 0.1],
          ]),
          [0, -90, 0],
        ),
        [0.1, 0, 0.4],
      ),
      tube(
        [
          [0.1, 0, 0.4],
          [0.5, 0, 0.4],
          [0.56, 0, 0.34],
          [0.5, 0, 0.28],
          [0.2, 0, 0.28],
        ],
        0.013,
      ),
      tube(
        [
          [0.3, -0.02, 0.28],
          [-0.8, -0.02, 0.28],
          [-0.86, -0.02, 0.22],
          [-0.8, -0.02, 0.16],
          [0.22, -0.02, 0.16],
        ],
        0.011,
      ),
      move(turn(cone(0.06, 0.024), [0, -90, 0]), [0.26, -0.02, 0.16]),
      at(box(0.014, 0.014, 0.12), [0.1, -0.02, 0.16], [0.34, 0, 0.28]),
    ),
    material: metal("#d9b04a", 0.22),
  },
  {
    names: ["bagpipes", "bagpipe"],
    solid: move(scale(ball(0.2), [1.2, 0.75, 0.8]), [0, 0, 0.3]),
    material: { ...matte("#a3222c", 0.95), layers: [{ name: "plaid" }] },
    others: [
      [
        "pipe",
        union(
          ...[
            [-0.1, 14],
            [0, 4],
            [0.1, -6],
          ].map(([x = 0, angle = 0], index) =>
            move(
              turn(
                union(
                  cylinder(0.5 + index * 0.12, 0.018),
                  move(cylinder(0.1, 0.026), [0, 0, 0.16]),
                  move(cylinder(0.08, 0.03, 0.024), [0, 0, 0.44 + index * 0.12]),
                ),
                [0, angle, 0],
              ),
              [x, 0.02, 0.42],
            ),
          ),
          tube(
            [
              [0.2, 0, 0.36],
              [0.34, -0.03, 0.5],
            ],
            0.014,
          ),
          tube(
            [
              [-0.2, -0.02, 0.26],
              [-0.3, -0.08, 0.02],
            ],
            [0.02, 0.014],
          ),
        ),
        matte("#2a2019", 0.4),
      ],
      [
        "ring",
        union(
          ...[
            [-0.1, 14],
            [0, 4],
            [0.1, -6],
          ].map(([x = 0, angle = 0], index) =>
            move(
              turn(
                union(
                  move(cylinder(0.02, 0.028), [0, 0, 0.15]),
                  move(cylinder(0.02, 0.032), [0, 0, 0.5 + index * 0.12]),
                ),
                [0, angle, 0],
              ),
              [x, 0.02, 0.42],
            ),
          ),
        ),
        matte("#f2ead8", 0.4),
      ],
    ],
  },
  {
    names: ["gong"],
    solid: move(
      turn(
        lathe([
          [0, -0.01],
          [0.39, -0.01],
          [0.4, -0.04],
          [0.42, -0.04],
          [0.4, 0],
          [0.13, 0.012],
          [0.1, 0.03],
          [0, 0.03],
        ]),
        [90, 0, 0],
      ),
      [0, 0, 0.62],
    ),
    material: metal("#b98a3a", 0.3),
    others: [
      [
        "stand",
        union(
          mirrored(
            union(
              move(box(0.07, 0.07, 1.2, 0.01), [0.54, 0, 0]),
              move(box(0.1, 0.4, 0.07, 0.02), [0.54, 0, 0]),
            ),
            "x",
          ),
          move(box(1.3, 0.07, 0.07, 0.01), [0, 0, 1.18]),
          mirrored(
            tube(
              [
                [0.2, 0, 0.98],
                [0.2, 0, 1.2],
              ],
              0.008,
            ),
            "x",
          ),
        ),
        matte("#5b2420", 0.5),
      ],
    ],
  },
  {
    names: ["cymbal", "cymbals", "hi-hat"],
    solid: move(
      turn(
        lathe([
          [0, 0.02],
          [0.07, 0.01],
          [0.3, -0.006],
          [0.3, 0],
          [0.07, 0.02],
          [0.05, 0.045],
          [0, 0.05],
        ]),
        [0, 8, 0],
      ),
      [0, 0, 0.9],
    ),
    material: metal("#d9b04a", 0.25),
    others: [
      [
        "stand",
        union(
          cylinder(0.98, 0.012),
          around(
            tube(
              [
                [0, 0, 0.36],
                [0.26, 0, 0.01],
              ],
              0.012,
            ),
            3,
          ),
        ),
        steel,
      ],
    ],
  },
];

export const winds: readonly Family[] = props.map(toFamily);
