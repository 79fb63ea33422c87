import type { Family } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import {
  ball,
  box,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  prism,
  ring,
  scale,
  smooth,
  starOutline,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { steel, wood } from "./materials.ts";
import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const gold = metal("#dcb458", 0.25);

/** Money, tokens and small signs. */
const props: readonly Prop[] = [
  {
    names: ["credit card", "bank card", "debit card", "gift card"],
    solid: move(turn(box(0.34, 0.215, 0.006, 0.002), [70, 0, 0]), [0, 0, 0.1]),
    material: glossy("#26437f"),
    others: [
      [
        "chip",
        move(
          turn(move(box(0.05, 0.04, 0.004, 0.002), [-0.1, 0.02, 0.005]), [70, 0, 0]),
          [0, 0, 0.1],
        ),
        gold,
      ],
      [
        "number",
        move(
          turn(
            union(
              ...Array.from({ length: 16 }, (_, index) =>
                move(box(0.01, 0.016, 0.003), [
                  -0.13 + index * 0.0165 + Math.floor(index / 4) * 0.006,
                  -0.03,
                  0.005,
                ]),
              ),
            ),
            [70, 0, 0],
          ),
          [0, 0, 0.1],
        ),
        metal("#dfe3e8", 0.3),
      ],
      [
        "logo",
        move(
          turn(mirrored(move(cylinder(0.003, 0.028), [0.014, 0, 0]), "x"), [70, 0, 0]),
          [0.12, -0.055, 0.052],
        ),
        matte("#e8632c", 0.5),
      ],
    ],
  },
  {
    names: [
      "dollar bill",
      "banknote",
      "money",
      "cash",
      "stack of money",
      "dollar bills",
      "paper money",
      "wad of cash",
    ],
    solid: union(
      ...Array.from({ length: 6 }, (_, index) =>
        move(turn(box(0.32, 0.14, 0.008), [0, 0, ((index * 37) % 7) - 3]), [0, 0, index * 0.0085]),
      ),
    ),
    material: matte("#8fae84", 0.9),
    others: [
      ["band", move(box(0.06, 0.15, 0.055), [0, 0, 0]), matte("#e8dcae", 0.9)],
      [
        "print",
        move(
          turn(
            union(
              cut(box(0.29, 0.11, 0.003), move(box(0.275, 0.095, 0.01), [0, 0, -0.002])),
              mirrored(move(cylinder(0.003, 0.022), [0.1, 0, 0]), "x"),
            ),
            [0, 0, -1],
          ),
          [0, 0, 0.0495],
        ),
        matte("#4f7a4a", 0.9),
      ],
    ],
  },
  {
    names: [
      "money bag",
      "bag of money",
      "coin pouch",
      "pouch",
      "bag of gold",
      "coin purse",
      "sack of coins",
    ],
    solid: lathe(
      smooth([
        [0, 0],
        [0.14, 0],
        [0.2, 0.08],
        [0.18, 0.2],
        [0.06, 0.3],
        [0.05, 0.32],
        [0.1, 0.39],
        [0.08, 0.38],
        [0, 0.34],
      ]),
    ),
    material: { ...matte("#b3905c", 0.98), layers: [{ name: "weave" }] },
    others: [
      [
        "string",
        union(
          move(ring(0.055, 0.01), [0, 0, 0.31]),
          tube(
            [
              [0.04, -0.05, 0.31],
              [0.08, -0.1, 0.26],
              [0.07, -0.14, 0.2],
            ],
            0.007,
          ),
        ),
        matte("#6b4226", 0.8),
      ],
      [
        "coin",
        union(
          ...[
            [0.22, -0.1, 0],
            [0.28, 0.02, 0],
            [-0.24, -0.08, 0],
            [0.24, -0.03, 0.014],
          ].map(([x = 0, y = 0, z = 0]) => move(cylinder(0.014, 0.045), [x, y, z])),
        ),
        gold,
      ],
    ],
  },
  {
    names: ["ticket", "train ticket", "movie ticket", "raffle ticket"],
    solid: move(
      turn(
        cut(
          box(0.34, 0.15, 0.004),
          move(cylinder(0.02, 0.024), [-0.17, 0, -0.01]),
          move(cylinder(0.02, 0.024), [0.17, 0, -0.01]),
        ),
        [70, 0, 0],
      ),
      [0, 0, 0.075],
    ),
    material: matte("#e8c25a", 0.9),
    others: [
      [
        "print",
        move(
          turn(
            union(
              cut(box(0.24, 0.12, 0.005), move(box(0.23, 0.11, 0.02), [0, 0, -0.01])),
              ...[-1, 0, 1].map((row) => move(box(0.16, 0.012, 0.005), [0, row * 0.03, 0])),
              move(prism(starOutline(5, 0.02, 0.009), 0.005), [0.1, 0, 0]),
            ),
            [70, 0, 0],
          ),
          [0, -0.001, 0.076],
        ),
        matte("#a3222c", 0.9),
      ],
    ],
  },
  {
    names: ["abacus", "counting frame"],
    solid: union(
      cut(
        move(turn(box(0.6, 0.44, 0.04, 0.01), [90, 0, 0]), [0, 0.02, 0.24]),
        move(box(0.53, 0.2, 0.37), [0, 0, 0.055]),
      ),
      mirrored(move(box(0.05, 0.2, 0.03, 0.01), [0.26, 0, 0]), "x"),
    ),
    material: wood,
    others: [
      [
        "rod",
        union(
          ...[0, 1, 2, 3, 4].map((row) =>
            move(turn(cylinder(0.54, 0.005), [0, 90, 0]), [-0.27, 0, 0.1 + row * 0.07]),
          ),
        ),
        steel,
      ],
      [
        "bead",
        union(
          ...[0, 2, 4].flatMap((row) =>
            Array.from({ length: 8 }, (_, index) =>
              move(scale(ball(0.03), [0.75, 1, 1]), [
                -0.23 + index * 0.047 + (index > 4 - row / 2 ? 0.13 : 0),
                0,
                0.1 + row * 0.07,
              ]),
            ),
          ),
        ),
        glossy("#d0302c"),
      ],
      [
        "counter",
        union(
          ...[1, 3].flatMap((row) =>
            Array.from({ length: 8 }, (_, index) =>
              move(scale(ball(0.03), [0.75, 1, 1]), [
                -0.23 + index * 0.047 + (index > 2 + row ? 0.13 : 0),
                0,
                0.1 + row * 0.07,
              ]),
            ),
          ),
        ),
        glossy("#f0c03a"),
      ],
    ],
  },
  {
    names: ["dreidel"],
    solid: union(
      hull(move(box(0.1, 0.1, 0.1, 0.01), [0, 0, 0.06]), move(ball(0.004), [0, 0, 0.004])),
      move(cylinder(0.07, 0.01), [0, 0, 0.15]),
    ),
    material: glossy("#2f6fd0"),
  },
  {
    names: ["peace sign", "peace symbol"],
    solid: move(
      turn(
        union(
          ring(0.3, 0.04),
          ...[0, 90, 135, 225].map((angle) =>
            turn(move(box(0.3, 0.07, 0.06, 0.02), [0.15, 0, -0.03]), [0, 0, angle + 90]),
          ),
        ),
        [84, 0, 0],
      ),
      [0, 0, 0.34],
    ),
    material: glossy("#3f8f5a"),
  },
];

export const pocketThings: readonly Family[] = props.map(toFamily);
