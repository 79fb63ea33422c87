import type { Family } from "#studio/engines/model3d/family.ts";
import { glossy, glowing, matte } from "#studio/engines/model3d/material.ts";
import type { Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  ball,
  box,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black, wood } from "./materials.ts";
import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const stone = matte("#8d8d88", 0.9);

/** Pieces of landscapes, and signs of the sky. */
const props: readonly Prop[] = [
  {
    names: ["hill", "grassy hill", "grass patch", "mound", "knoll"],
    surface: 0.42,
    solid: lathe(
      smooth([
        [0, 0],
        [1.5, 0],
        [1.2, 0.14],
        [0.6, 0.4],
        [0.2, 0.44],
        [0, 0.44],
      ]),
    ),
    material: { ...matte("#6f9f45", 0.98), layers: [{ name: "pile" }] },
  },
  {
    names: ["waterfall", "cascade"],
    solid: union(
      hull(move(box(1.6, 0.7, 0.1), [0, 0.3, 0]), move(box(1.3, 0.5, 0.1), [0, 0.4, 1.5])),
      ...[
        [-0.7, -0.1, 0.2],
        [0.72, -0.05, 0.24],
        [-0.55, -0.3, 0.14],
        [0.5, -0.4, 0.16],
        [-0.6, 0.3, 0.34],
        [0.62, 0.3, 0.36],
      ].map(([x = 0, y = 0, radius = 0]) =>
        move(scale(ball(radius), [1.2, 1, 1]), [x, y, radius * 0.5]),
      ),
    ),
    material: matte("#7d7a72", 0.95),
    others: [
      [
        "water",
        union(
          move(box(0.7, 0.5, 0.05), [0, 0.35, 1.58]),
          hull(
            move(box(0.7, 0.05, 0.05), [0, 0.1, 1.57]),
            move(box(0.8, 0.05, 0.05), [0, -0.16, 0]),
          ),
          move(scale(cylinder(0.06, 0.75), [1.1, 0.7, 1]), [0, -0.55, 0]),
        ),
        { ...glossy("#5fb4e6"), opacity: 0.85 },
      ],
      [
        "foam",
        union(
          ...Array.from({ length: 12 }, (_, index) =>
            move(ball(0.06 + 0.03 * (index % 3)), [
              -0.4 + index * 0.072,
              -0.22 - 0.05 * (index % 2),
              0.06,
            ]),
          ),
        ),
        matte("#f4fafc", 0.9),
      ],
      [
        "plant",
        union(
          ...[
            [-0.6, 0.2, 1.5],
            [0.55, 0.25, 1.55],
            [-0.75, 0, 0.5],
            [0.75, 0.1, 0.6],
          ].map(([x = 0, y = 0, z = 0]) => move(ball([0.2, 0.16, 0.13]), [x, y, z])),
        ),
        matte("#4f8a3f", 0.95),
      ],
    ],
  },
  {
    names: ["portal", "magic portal", "stargate"],
    solid: union(
      ...Array.from({ length: 16 }, (_, index) =>
        move(
          turn(move(box(0.34, 0.3, 0.28, 0.04), [0, 0, 0.78]), [0, index * 22.5, 0]),
          [0, 0, 1.02],
        ),
      ),
      move(box(1.6, 0.7, 0.16, 0.03), [0, 0, 0]),
    ),
    material: stone,
    others: [
      [
        "light",
        union(move(turn(cylinder(0.04, 0.8), [90, 0, 0]), [0, 0.02, 1.02])),
        glowing("#6a4cf0"),
      ],
      [
        "swirl",
        union(
          ...[0, 120, 240].map((angle) =>
            move(
              turn(
                tube(
                  Array.from({ length: 10 }, (_, step): Vec3 => [
                    0.08 * step * Math.cos(step * 0.42),
                    -0.03,
                    0.08 * step * Math.sin(step * 0.42),
                  ]),
                  0.03,
                ),
                [0, angle, 0],
              ),
              [0, 0, 1.02],
            ),
          ),
        ),
        glowing("#c7a6ff"),
      ],
    ],
  },
  {
    names: ["arch", "stone arch", "archway", "triumphal arch", "ruins", "stonehenge"],
    solid: cut(
      union(
        move(box(1.9, 0.5, 2, 0.02), [0, 0, 0]),
        move(box(2.1, 0.62, 0.16, 0.02), [0, 0, 2]),
        move(box(2, 0.58, 0.12, 0.02), [0, 0, 0]),
      ),
      move(box(1, 2, 1.1), [0, 0, -0.05]),
      move(turn(cylinder(3, 0.5), [90, 0, 0]), [0, 1.5, 1.05]),
    ),
    material: matte("#b3aa98", 0.95),
  },
  {
    names: ["totem pole", "totem"],
    solid: cylinder(2.4, 0.24),
    material: wood,
    others: [
      [
        "wing",
        mirrored(
          hull(move(box(0.1, 0.1, 0.3), [0.2, 0, 2.0]), move(box(0.05, 0.08, 0.16), [0.8, 0, 2.2])),
          "x",
        ),
        matte("#2f6f8a", 0.7),
      ],
      [
        "face",
        union(
          ...[0.3, 1.1, 1.9].map((z) =>
            union(
              move(box(0.4, 0.2, 0.1, 0.03), [0, -0.2, z + 0.42]),
              move(turn(cone(0.24, 0.09, 4), [100, 0, 0]), [0, -0.2, z + 0.24]),
            ),
          ),
        ),
        matte("#c8352c", 0.7),
      ],
      [
        "mouth",
        union(...[0.3, 1.1, 1.9].map((z) => move(box(0.28, 0.1, 0.08, 0.02), [0, -0.22, z]))),
        matte("#f2ead8", 0.7),
      ],
      [
        "eye",
        mirrored(
          union(...[0.3, 1.1, 1.9].map((z) => move(ball(0.06), [0.1, -0.22, z + 0.34]))),
          "x",
        ),
        black,
      ],
    ],
  },
  {
    names: ["lightning bolt", "thunderbolt", "lightning"],
    solid: slab(
      [
        [0.04, 1],
        [-0.3, 0.46],
        [-0.06, 0.46],
        [-0.16, 0],
        [0.28, 0.6],
        [0.04, 0.6],
        [0.24, 1],
      ],
      0.16,
    ),
    material: glossy("#f6c82a"),
  },
  {
    names: ["sun", "sun symbol"],
    solid: union(
      move(ball([0.32, 0.16, 0.32]), [0, 0, 0.6]),
      ...Array.from({ length: 12 }, (_, index) =>
        move(
          turn(move(scale(cone(0.2, 0.08, 4), [1, 0.4, 1]), [0, 0, 0.38]), [0, index * 30, 0]),
          [0, 0, 0.6],
        ),
      ),
    ),
    material: glowing("#f9c32e"),
  },
  {
    names: ["crystal cluster", "quartz", "amethyst cluster", "geode", "crystal shard"],
    solid: union(
      ...Array.from({ length: 9 }, (_, index) => {
        const angle = index * 2.4;
        const [lean, tall] = [
          index === 0 ? 0 : 20 + (index % 4) * 9,
          index === 0 ? 0.62 : 0.24 + ((index * 7) % 5) * 0.06,
        ];
        return turn(
          turn(union(cylinder(tall, 0.075, 0.085, 6), move(cone(0.13, 0.085, 6), [0, 0, tall])), [
            0,
            lean,
            0,
          ]),
          [0, 0, (angle * 180) / Math.PI],
        );
      }),
    ),
    material: { ...glossy("#a06be0"), opacity: 0.85, roughness: 0.06 },
    others: [["rock", move(scale(ball(0.26), [1.1, 1, 0.4]), [0, 0, 0.04]), stone]],
  },
];

export const landforms: readonly Family[] = props.map(toFamily);
