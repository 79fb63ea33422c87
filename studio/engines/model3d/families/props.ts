import type { Family } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
  chain,
  corners,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  ring,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black, steel, gold, wood } from "./materials.ts";
import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const parchment = matte("#e6d3a3", 0.9);

/** A weapon with a long shaft leans a little, so that its head is seen. */
const leaning = (solid: Solid) => turn(solid, [0, 12, 0]);
const shaft = (length: number, radius = 0.016) => leaning(cylinder(length, radius));

const yarnStrands = union(
  ...Array.from({ length: 15 }, (_, index) =>
    turn(move(ring(0.052 - 0.0006 * (index % 5), 0.0042), [0, 0, 0.006 * ((index % 7) - 3)]), [
      index * 47,
      index * 71,
      index * 29,
    ]),
  ),
);

const pancake = lathe(
  smooth([
    [0, 0],
    [0.07, 0],
    [0.078, 0.006],
    [0.07, 0.013],
    [0, 0.014],
  ]),
);
const popcornKernels: Vec3[] = Array.from({ length: 32 }, (_, index) => {
  const away = 0.062 * Math.sqrt(((index * 13) % 32) / 32);
  return [
    away * Math.cos(index * 2.4),
    away * Math.sin(index * 2.4),
    0.155 + 0.03 * (1 - away / 0.062) + 0.008 * (index % 3),
  ];
});

const all: readonly Prop[] = [
  {
    names: ["ball of yarn", "yarn ball", "yarn", "ball of wool", "skein of yarn", "wool ball"],
    solid: union(
      move(ball(0.051), [0, 0, 0.056]),
      move(yarnStrands, [0, 0, 0.056]),
      tube(
        smooth([
          [0.03, 0.005],
          [0.08, 0.005],
          [0.11, 0.005],
          [0.15, 0.005],
        ]).map(([x, y], index): Vec3 => [x, -0.03 + 0.02 * Math.sin(index * 0.8) + y, 0.0045]),
        0.0042,
      ),
    ),
    material: matte("#c8455f", 0.98),
  },
  {
    names: ["bow and arrow", "bow and arrows", "archery bow", "longbow", "recurve bow"],
    near: ["archery set"],
    solid: tube(
      smooth(
        [
          [0.02, 0],
          [0.18, 0.25],
          [0.24, 0.62],
          [0.18, 1],
          [0.02, 1.25],
        ],
        6,
      ).map(([x, z]): Vec3 => [x, 0, z]),
      0.016,
    ),
    material: wood,
    others: [
      [
        "string",
        tube(
          [
            [0.02, 0, 0],
            [0.02, 0, 1.25],
          ],
          0.003,
        ),
        matte("#f0ead8"),
      ],
      [
        "grip",
        tube(
          smooth([
            [0.225, 0.5],
            [0.24, 0.62],
            [0.225, 0.74],
          ]).map(([x, z]): Vec3 => [x, 0, z]),
          0.022,
        ),
        matte("#3c2417", 0.7),
      ],
      [
        "arrow",
        union(
          move(turn(cylinder(0.72, 0.006), [0, 90, 0]), [-0.3, -0.03, 0.64]),
          ...[0, 120, 240].map((angle) =>
            move(
              turn(
                slab(
                  [
                    [0, 0],
                    [0.08, 0],
                    [0.06, 0.03],
                    [-0.01, 0.03],
                  ],
                  0.003,
                ),
                [angle, 0, 0],
              ),
              [-0.29, -0.03, 0.64],
            ),
          ),
        ),
        matte("#c9a063", 0.6),
      ],
      [
        "tip",
        move(
          turn(
            lathe([
              [0, 0],
              [0.018, 0],
              [0, 0.05],
            ]),
            [0, 90, 0],
          ),
          [0.42, -0.03, 0.64],
        ),
        steel,
      ],
    ],
  },
  {
    names: ["hay bale", "bale of hay", "straw bale", "hay"],
    near: ["haystack"],
    surface: 0.45,
    solid: union(
      move(box(1, 0.5, 0.44, 0.03), [0, 0, 0]),
      ...Array.from({ length: 90 }, (_, index) =>
        move(turn(box(0.16, 0.008, 0.008), [index * 31, (index % 5) * 9 - 18, index * 53]), [
          0.46 * Math.sin(index * 1.7),
          0.25 * Math.sin(index * 2.9),
          0.22 + 0.22 * Math.sin(index * 4.1),
        ]),
      ),
    ),
    material: matte("#ddb95a", 1),
    others: [
      [
        "string",
        union(
          ...[-0.25, 0.25].map((x) =>
            cut(
              move(box(0.014, 0.51, 0.45, 0.03), [x, 0, -0.005]),
              move(box(0.1, 0.49, 0.43), [x, 0, 0.005]),
            ),
          ),
        ),
        matte("#a5542c", 0.9),
      ],
    ],
  },
  {
    names: ["pancake", "stack of pancakes", "pancakes", "hotcake", "flapjack"],
    solid: union(
      ...[0, 1, 2, 3].map((index) =>
        move(pancake, [
          0.004 * Math.sin(index * 2),
          0.004 * Math.cos(index * 3),
          0.016 + index * 0.0145,
        ]),
      ),
    ),
    material: matte("#d59a4a", 0.8),
    others: [
      [
        "plate",
        lathe(
          smooth([
            [0, 0],
            [0.06, 0],
            [0.075, 0.005],
            [0.115, 0.014],
            [0.113, 0.018],
            [0.072, 0.011],
            [0, 0.01],
          ]),
        ),
        glossy("#f3f1ec"),
      ],
      [
        "syrup",
        union(
          move(
            lathe(
              smooth([
                [0, 0],
                [0.05, 0],
                [0.055, 0.003],
                [0, 0.005],
              ]),
            ),
            [0, 0, 0.073],
          ),
          ...[10, 75, 130, 200, 255, 320].map((angle, index) =>
            turn(
              tube(
                [
                  [0.045, 0, 0.075],
                  [0.074, 0, 0.07],
                  [0.0815, 0, 0.055 - (index % 3) * 0.013],
                ],
                0.006,
              ),
              [0, 0, angle],
            ),
          ),
        ),
        glass("#8a4310", 0.9),
      ],
      [
        "butter",
        move(turn(box(0.028, 0.028, 0.012, 0.003), [0, 0, 24]), [0, 0, 0.077]),
        glossy("#f8e27a"),
      ],
    ],
  },
  {
    names: ["lily pad", "lilypad", "water lily", "waterlily", "lotus", "lotus flower"],
    surface: 0.014,
    solid: cut(
      lathe(
        smooth([
          [0, 0],
          [0.15, 0],
          [0.165, 0.012],
          [0.158, 0.014],
          [0.14, 0.009],
          [0, 0.008],
        ]),
      ),
      move(
        hull(
          move(box(0.002, 0.002, 0.1), [0, 0, -0.05]),
          move(box(0.002, 0.1, 0.1), [0.2, 0, -0.05]),
        ),
        [0, 0, 0],
      ),
    ),
    material: matte("#4f9a45", 0.5),
    others: [
      [
        "flower",
        union(
          ...[0, 1]
            .map((row) =>
              move(
                around(
                  turn(scale(ball(0.03), [1.25 - row * 0.2, 0.55, 0.3]), [0, -24 - row * 30, 0]),
                  8,
                ),
                [0, 0, 0],
              ),
            )
            .map((solid, row) =>
              move(
                turn(
                  union(
                    solid,
                    around(
                      move(turn(scale(ball(0.03), [1.2, 0.55, 0.25]), [0, -30 - row * 28, 0]), [
                        0.026 - row * 0.008,
                        0,
                        0.02 + row * 0.01,
                      ]),
                      8,
                    ),
                  ),
                  [0, 0, row * 22],
                ),
                [-0.07, 0.06, 0.012],
              ),
            ),
        ),
        matte("#f3a6c4", 0.6),
      ],
      ["center", move(ball(0.013), [-0.07, 0.06, 0.04]), matte("#f2c230", 0.8)],
    ],
  },
  {
    names: ["scroll", "ancient scroll", "parchment scroll", "parchment", "paper scroll", "papyrus"],
    solid: move(
      turn(
        union(
          box(0.2, 0.003, 0.26),
          move(
            turn(cut(cylinder(0.2, 0.022), move(cylinder(0.3, 0.017), [0, 0, -0.05])), [0, 90, 0]),
            [-0.1, -0.014, 0.272],
          ),
          move(
            turn(cut(cylinder(0.2, 0.022), move(cylinder(0.3, 0.017), [0, 0, -0.05])), [0, 90, 0]),
            [-0.1, -0.014, -0.006],
          ),
        ),
        [-24, 0, 0],
      ),
      [0, 0, 0.03],
    ),
    material: parchment,
    others: [
      [
        "rod",
        move(
          turn(
            union(
              ...[0.272, -0.006].map((z) =>
                move(
                  union(
                    turn(cylinder(0.26, 0.009), [0, 90, 0]),
                    ...[0, 0.26].map((x) => move(ball(0.014), [x, 0, 0])),
                  ),
                  [-0.13, -0.014, z],
                ),
              ),
            ),
            [-24, 0, 0],
          ),
          [0, 0, 0.03],
        ),
        wood,
      ],
      [
        "writing",
        move(
          turn(
            union(
              ...[0, 1, 2, 3, 4, 5, 6, 7].map((row) =>
                move(box(row % 4 === 3 ? 0.09 : 0.15, 0.001, 0.005), [
                  row % 4 === 3 ? -0.03 : 0,
                  -0.002,
                  0.215 - row * 0.023,
                ]),
              ),
            ),
            [-24, 0, 0],
          ),
          [0, 0, 0.03],
        ),
        matte("#4a3521"),
      ],
    ],
  },
  {
    names: ["treasure map", "map", "old map", "world map", "pirate map"],
    solid: turn(
      union(
        move(box(0.44, 0.32, 0.003), [0, 0, 0.02]),
        mirrored(
          move(
            turn(cut(cylinder(0.32, 0.019), move(cylinder(0.5, 0.014), [0, 0, -0.1])), [90, 0, 0]),
            [0.22, 0.16, 0.037],
          ),
          "x",
        ),
      ),
      [28, 0, 0],
    ),
    material: parchment,
    others: [
      [
        "land",
        turn(
          union(
            ...[
              [-0.12, 0.06, 0.07],
              [-0.05, 0.03, 0.06],
              [0.12, -0.06, 0.06],
              [0.14, 0.08, 0.045],
              [-0.13, -0.09, 0.04],
            ].map(([x = 0, y = 0, r = 0.05]) =>
              move(scale(cylinder(0.0035, r), [1, 0.6, 1]), [x, y, 0.0205]),
            ),
          ),
          [28, 0, 0],
        ),
        matte("#a9823f", 0.9),
      ],
      [
        "cross",
        turn(
          move(
            union(
              turn(box(0.06, 0.01, 0.006), [0, 0, 45]),
              turn(box(0.06, 0.01, 0.006), [0, 0, -45]),
            ),
            [0.12, -0.06, 0.0215],
          ),
          [28, 0, 0],
        ),
        matte("#c3201f"),
      ],
      [
        "route",
        turn(
          union(
            ...Array.from({ length: 8 }, (_, index) => {
              const t = index / 8;
              return move(box(0.018, 0.006, 0.006), [
                -0.1 + t * 0.21,
                0.06 - t * 0.12 + 0.03 * Math.sin(t * 6),
                0.0205,
              ]);
            }),
          ),
          [28, 0, 0],
        ),
        matte("#5b2f1c"),
      ],
    ],
  },
  {
    names: [
      "crystal ball",
      "fortune teller ball",
      "scrying orb",
      "magic orb",
      "fortune-telling ball",
    ],
    solid: move(ball(0.075), [0, 0, 0.115]),
    material: glass("#a98df0", 0.6),
    others: [
      [
        "stand",
        union(
          lathe(
            smooth([
              [0, 0],
              [0.06, 0],
              [0.058, 0.012],
              [0.036, 0.022],
              [0.04, 0.034],
              [0.054, 0.05],
              [0.05, 0.054],
              [0, 0.045],
            ]),
          ),
          around(move(ball(0.012), [0.055, 0, 0.012]), 4),
        ),
        gold,
      ],
      [
        "glow",
        union(
          move(ball([0.03, 0.02, 0.022]), [0.01, 0, 0.12]),
          move(ball([0.018, 0.024, 0.016]), [-0.02, 0.01, 0.1]),
        ),
        glowing("#e9d7ff"),
      ],
    ],
  },
  {
    names: ["magic wand", "wand", "fairy wand", "wizard wand"],
    near: ["baton", "conductor's baton"],
    solid: leaning(cylinder(0.26, 0.005, 0.006)),
    material: matte("#3a2a52", 0.4),
    others: [
      [
        "star",
        leaning(
          move(
            slab(
              Array.from({ length: 10 }, (_, index): Point => {
                const r = index % 2 === 0 ? 0.045 : 0.02;
                const a = Math.PI / 2 + (index * Math.PI) / 5;
                return [r * Math.cos(a), r * Math.sin(a)];
              }),
              0.014,
            ),
            [0, 0, 0.29],
          ),
        ),
        glowing("#f8d23c"),
      ],
      [
        "grip",
        leaning(
          union(
            cylinder(0.05, 0.0075),
            move(ball(0.009), [0, 0, 0]),
            move(ring(0.007, 0.002), [0, 0, 0.05]),
          ),
        ),
        gold,
      ],
    ],
  },
  {
    names: [
      "wizard staff",
      "magic staff",
      "wizard's staff",
      "staff",
      "sorcerer staff",
      "scepter",
      "sceptre",
    ],
    solid: leaning(
      union(
        tube(
          [
            [0, 0, 0],
            [0.01, 0, 0.5],
            [-0.01, 0, 1],
            [0, 0, 1.4],
          ],
          [0.02, 0.024, 0.022, 0.026],
        ),
        ...[0, 120, 240].map((angle) =>
          move(
            turn(
              tube(
                [
                  [0, 0, 0],
                  [0.08, 0, 0.08],
                  [0.085, 0, 0.18],
                  [0.05, 0, 0.24],
                ],
                [0.02, 0.017, 0.013, 0.007],
              ),
              [0, 0, angle],
            ),
            [0, 0, 1.38],
          ),
        ),
      ),
    ),
    material: wood,
    others: [
      [
        "crystal",
        leaning(
          move(
            lathe([
              [0, 0],
              [0.045, 0.07],
              [0.04, 0.12],
              [0, 0.19],
            ]),
            [0, 0, 1.42],
          ),
        ),
        glowing("#54c8f4"),
      ],
    ],
  },
  {
    names: ["spear", "lance", "javelin", "pike"],
    near: ["halberd"],
    solid: shaft(1.7),
    material: wood,
    others: [
      [
        "tip",
        leaning(
          move(
            scale(
              lathe([
                [0, 0],
                [0.05, 0.05],
                [0.035, 0.14],
                [0, 0.3],
              ]),
              [1, 0.25, 1],
            ),
            [0, 0, 1.69],
          ),
        ),
        steel,
      ],
      [
        "binding",
        leaning(
          union(move(cylinder(0.09, 0.022), [0, 0, 1.63]), move(cylinder(0.12, 0.02), [0, 0, 0.8])),
        ),
        matte("#a3282c", 0.8),
      ],
    ],
  },
  {
    names: ["trident", "poseidon's trident", "poseidon trident"],
    solid: leaning(
      union(
        cylinder(1.5, 0.017),
        move(tube(arc(0.13, 180, 360, [0, 0, 0.13], 14), 0.016), [0, 0, 1.36]),
        ...[-0.13, 0, 0.13].map((x) =>
          move(
            union(
              cylinder(x === 0 ? 0.34 : 0.14, 0.015),
              move(
                scale(
                  lathe([
                    [0, 0],
                    [0.045, 0],
                    [0, 0.13],
                  ]),
                  [1, 0.4, 1],
                ),
                [0, 0, x === 0 ? 0.33 : 0.13],
              ),
            ),
            [x, 0, x === 0 ? 1.4 : 1.48],
          ),
        ),
        move(ball(0.035), [0, 0, 1.37]),
        move(ball(0.03), [0, 0, 0]),
      ),
    ),
    material: gold,
  },
  {
    names: ["mace", "flail", "morning star", "spiked mace", "spiked club"],
    solid: leaning(
      union(
        move(ball(0.075), [0, 0, 0.62]),
        ...Array.from({ length: 22 }, (_, index) => {
          const z = 1 - (2 * index + 1) / 22;
          const tilt = (Math.acos(z) * 180) / Math.PI;
          return move(
            turn(
              turn(
                move(
                  lathe([
                    [0, 0],
                    [0.018, 0],
                    [0, 0.05],
                  ]),
                  [0, 0, 0.068],
                ),
                [0, tilt, 0],
              ),
              [0, 0, index * 137.5],
            ),
            [0, 0, 0.62],
          );
        }),
        move(cylinder(0.04, 0.03), [0, 0, 0.53]),
      ),
    ),
    material: metal("#8d9298", 0.35),
    others: [["handle", leaning(union(cylinder(0.56, 0.017), move(ball(0.026), [0, 0, 0]))), wood]],
  },
  {
    names: ["katana", "samurai sword", "japanese sword"],
    near: ["scimitar", "saber", "sabre", "machete"],
    solid: move(
      chain(
        Array.from({ length: 12 }, (_, index) => {
          const t = index / 11;
          return move(turn(box(0.032 - 0.006 * t, 0.006, 0.01), [0, 0, 0]), [
            0.05 * t * t,
            0,
            0.3 + t * 0.7,
          ]);
        }),
      ),
      [0, 0, 0],
    ),
    material: metal("#dfe3e8", 0.12),
    others: [
      [
        "handle",
        union(
          scale(cylinder(0.27, 0.018), [1, 0.75, 1]),
          ...[0, 1, 2, 3, 4].map((index) =>
            move(turn(box(0.02, 0.032, 0.02), [0, 45, 0]), [0, 0, 0.03 + index * 0.05]),
          ),
        ),
        matte("#22242c", 0.8),
      ],
      [
        "guard",
        union(
          move(scale(cylinder(0.01, 0.045), [1, 0.9, 1]), [0, 0, 0.275]),
          move(scale(cylinder(0.02, 0.02), [1, 0.75, 1]), [0, 0, -0.012]),
        ),
        gold,
      ],
    ],
  },
  {
    names: ["bomb", "cartoon bomb", "cannonball bomb", "round bomb"],

    solid: union(
      move(ball(0.1), [0, 0, 0.1]),
      move(turn(cylinder(0.04, 0.034), [0, 20, 0]), [0.03, 0, 0.185]),
    ),
    material: glossy("#23252b"),
    others: [
      [
        "fuse",
        tube(
          [
            [0.044, 0, 0.22],
            [0.05, 0, 0.26],
            [0.08, 0, 0.285],
            [0.105, 0, 0.275],
          ],
          0.007,
        ),
        matte("#c9a86a", 0.9),
      ],
      [
        "spark",
        union(
          move(ball(0.014), [0.11, 0, 0.276]),
          ...Array.from({ length: 9 }, (_, index) =>
            move(
              turn(
                lathe([
                  [0, 0],
                  [0.006, 0],
                  [0, 0.04],
                ]),
                [index * 40, 90 + (index % 3) * 30, index * 71],
              ),
              [0.11, 0, 0.276],
            ),
          ),
        ),
        glowing("#ffb02e"),
      ],
    ],
  },
  {
    names: ["bone", "dog bone", "femur"],
    solid: move(
      turn(
        union(
          cylinder(0.16, 0.014),
          ...[0, 0.16].flatMap((z) => [-0.016, 0.016].map((x) => move(ball(0.023), [x, 0, z]))),
          move(
            lathe(
              smooth([
                [0.02, -0.01],
                [0.013, 0.05],
                [0.013, 0.11],
                [0.02, 0.17],
              ]).concat([
                [0, 0.17],
                [0, -0.01],
              ]),
            ),
            [0, 0, 0],
          ),
        ),
        [0, 80, 20],
      ),
      [-0.08, 0, 0.03],
    ),
    material: matte("#f4eddc", 0.5),
  },
  {
    names: ["tooth", "molar"],
    solid: union(
      cut(
        hull(
          at(ball(0.13), ...corners(0.16, 0.13, 0.66)),
          at(ball(0.1), ...corners(0.13, 0.1, 0.4)),
        ),
        move(ball(0.13), [0, 0, 0.87]),
        move(box(0.5, 0.03, 0.06, 0.014), [0, 0, 0.75]),
        move(box(0.03, 0.5, 0.06, 0.014), [0, 0, 0.75]),
      ),
      ...corners(0.14, 0.1).map(([x, y]) =>
        chain([
          move(ball(0.11), [x, y, 0.36]),
          move(ball(0.08), [x * 1.1, y * 1.1, 0.18]),
          move(ball(0.035), [x * 0.95, y * 0.95, 0.035]),
        ]),
      ),
    ),
    material: glossy("#fbf9f2"),
  },
  {
    names: ["fruit", "mixed fruit", "assorted fruit", "fresh fruit"],
    solid: at(
      union(
        lathe(
          smooth([
            [0, 0.012],
            [0.02, 0.002],
            [0.037, 0.03],
            [0.03, 0.06],
            [0.01, 0.062],
            [0, 0.056],
          ]),
        ),
        move(cylinder(0.02, 0.002), [0, 0, 0.055]),
      ),
      [-0.05, -0.05, 0],
      [0.045, 0.05, 0],
    ),
    material: glossy("#cc2a2a"),
    others: [
      [
        "orange",
        at(ball(0.037), [0.04, -0.045, 0.037], [-0.05, 0.05, 0.037]),
        matte("#f0892a", 0.6),
      ],
      [
        "banana",
        union(
          ...[0, 1].map((index) =>
            move(
              turn(
                chain(
                  arc(0.085, 215, 325, [0, 0, 0.1], 10).map((place, step) =>
                    move(ball(0.017 * Math.min(1, 0.4 + 0.3 * Math.min(step, 10 - step))), place),
                  ),
                ),
                [26, 0, 20 + index * 22],
              ),
              [0, -0.005 + index * 0.03, 0.06],
            ),
          ),
        ),
        matte("#f3d23f", 0.5),
      ],
      [
        "grapes",
        union(
          ...Array.from({ length: 20 }, (_, index) =>
            move(ball(0.0125), [
              0.055 + 0.022 * Math.cos(index * 2.4) * (1 - index / 26),
              0.022 * Math.sin(index * 2.4) * (1 - index / 26),
              0.07 + (index % 5) * 0.011,
            ]),
          ),
        ),
        glossy("#6a2f8a"),
      ],
      [
        "pear",
        move(
          lathe(
            smooth([
              [0, 0],
              [0.03, 0.006],
              [0.036, 0.03],
              [0.018, 0.065],
              [0.012, 0.08],
              [0, 0.086],
            ]),
          ),
          [-0.01, 0, 0.05],
        ),
        matte("#a9c04a", 0.5),
      ],
    ],
  },
  {
    names: ["oil drum", "oil barrel", "steel drum", "metal barrel", "fuel drum"],
    near: ["propane tank"],
    surface: 0.88,
    solid: union(
      cut(cylinder(0.88, 0.29), move(cylinder(0.1, 0.275), [0, 0, 0.865])),
      ...[0.02, 0.3, 0.58, 0.865].map((z) => move(ring(0.29, 0.014), [0, 0, z])),
    ),
    material: metal("#2f66a8", 0.5),
    others: [
      [
        "cap",
        union(
          move(cylinder(0.02, 0.05), [0.14, 0, 0.86]),
          move(cylinder(0.02, 0.025), [-0.16, 0.05, 0.86]),
        ),
        steel,
      ],
    ],
  },
  {
    names: ["gas can", "jerry can", "jerrycan", "fuel can", "petrol can", "gasoline can"],
    solid: union(
      move(box(0.34, 0.16, 0.4, 0.03), [0, 0, 0]),
      hull(
        move(box(0.3, 0.14, 0.02, 0.01), [0, 0, 0.38]),
        move(box(0.2, 0.1, 0.02, 0.01), [0.04, 0, 0.42]),
      ),
      tube(
        [
          [-0.1, 0, 0.4],
          [-0.06, 0, 0.47],
          [0.1, 0, 0.47],
          [0.12, 0, 0.42],
        ],
        0.014,
      ),
      mirrored(
        union(
          ...[1, -1].map((way) =>
            move(
              turn(move(box(0.03, 0.02, 0.36, 0.008), [0, 0, -0.18]), [0, way * 38, 0]),
              [0, 0.078, 0.2],
            ),
          ),
        ),
        "y",
      ),
    ),
    material: glossy("#c4262c"),
    others: [
      [
        "spout",
        union(
          tube(
            [
              [0.13, 0, 0.4],
              [0.2, 0, 0.47],
              [0.28, 0, 0.5],
            ],
            [0.022, 0.018, 0.015],
          ),
          move(ball(0.02), [-0.13, 0, 0.41]),
        ),
        matte("#e8b12c", 0.5),
      ],
    ],
  },
  {
    names: ["toolbox", "tool box", "tool chest"],
    near: ["tackle box", "first aid kit"],
    solid: union(
      move(box(0.44, 0.2, 0.17, 0.012), [0, 0, 0]),
      hull(
        move(box(0.44, 0.2, 0.02, 0.008), [0, 0, 0.175]),
        move(box(0.4, 0.1, 0.02, 0.008), [0, 0, 0.235]),
      ),
    ),
    material: metal("#c3262c", 0.4),
    others: [
      [
        "handle",
        union(
          tube(
            [
              [-0.1, 0, 0.25],
              [-0.1, 0, 0.3],
              [0.1, 0, 0.3],
              [0.1, 0, 0.25],
            ],
            0.011,
          ),
        ),
        black,
      ],
      [
        "latch",
        union(...[-0.13, 0.13].map((x) => move(box(0.05, 0.02, 0.06, 0.005), [x, -0.1, 0.145]))),
        steel,
      ],
    ],
  },
  {
    names: ["briefcase", "attache case", "business case"],
    near: ["violin case"],
    solid: union(
      move(box(0.44, 0.11, 0.31, 0.02), [0, 0, 0]),
      tube(
        [
          [-0.07, 0, 0.305],
          [-0.06, 0, 0.35],
          [0.06, 0, 0.35],
          [0.07, 0, 0.305],
        ],
        0.011,
      ),
    ),
    material: matte("#6b4023", 0.5),
    others: [
      [
        "lock",
        union(
          ...[-0.13, 0.13].map((x) => move(box(0.05, 0.02, 0.035, 0.004), [x, -0.05, 0.255])),
          mirrored(
            union(
              ...[0.02, 0.29].map((z) => move(box(0.05, 0.115, 0.05, 0.02), [0.2, 0, z - 0.025])),
            ),
            "x",
          ),
        ),
        gold,
      ],
      [
        "seam",
        cut(move(box(0.444, 0.113, 0.012), [0, 0, 0.215]), move(box(0.42, 0.09, 0.1), [0, 0, 0.2])),
        matte("#3c2417", 0.6),
      ],
    ],
  },
  {
    names: ["fishing rod", "fishing pole", "rod and reel"],
    solid: tube(
      [
        [0, 0, 0],
        [0.1, 0, 0.35],
        [0.36, 0, 1.1],
        [0.62, 0, 1.6],
      ],
      [0.012, 0.01, 0.006, 0.003],
    ),
    material: matte("#2f4a6e", 0.4),
    others: [
      [
        "grip",
        tube(
          [
            [-0.04, 0, -0.14],
            [0.04, 0, 0.14],
          ],
          0.02,
        ),
        matte("#c39a66", 0.9),
      ],
      [
        "reel",
        union(
          move(turn(cylinder(0.05, 0.05), [90, 0, 0]), [0.12, 0.025, 0.2]),
          tube(
            [
              [0.05, 0, 0.19],
              [0.12, 0, 0.2],
            ],
            0.01,
          ),
          tube(
            [
              [0.12, 0.03, 0.2],
              [0.12, 0.05, 0.2],
              [0.17, 0.05, 0.24],
            ],
            0.006,
          ),
          move(ball(0.014), [0.17, 0.055, 0.24]),
        ),
        steel,
      ],
      [
        "line",
        union(
          tube(
            [
              [0.62, 0, 1.6],
              [0.66, 0, 0.5],
            ],
            0.002,
          ),
          tube(
            [
              [0.12, 0, 0.24],
              [0.38, 0, 1.08],
              [0.62, 0, 1.6],
            ],
            0.0015,
          ),
        ),
        matte("#e9eef2"),
      ],
      ["float", union(move(ball(0.03), [0.66, 0, 0.48])), glossy("#d8302b")],
    ],
  },
  {
    names: [
      "popcorn",
      "popcorn box",
      "popcorn bucket",
      "bucket of popcorn",
      "box of popcorn",
      "bag of popcorn",
      "popcorn bag",
    ],
    solid: at(
      union(
        ball(0.016),
        move(ball(0.012), [0.012, 0.006, 0.008]),
        move(ball(0.011), [-0.011, -0.006, 0.007]),
      ),
      ...popcornKernels,
    ),
    material: matte("#fbf0c9", 0.9),
    others: [
      [
        "box",
        hull(move(box(0.1, 0.1, 0.002), [0, 0, 0]), move(box(0.145, 0.145, 0.002), [0, 0, 0.155])),
        matte("#f7f5ef", 0.6),
      ],
      [
        "stripe",
        union(
          ...[-0.4, 0, 0.4].flatMap((share) =>
            [0, 90].map((angle) =>
              turn(
                hull(
                  move(box(0.018, 0.1015, 0.002), [share * 0.1, 0, 0]),
                  move(box(0.026, 0.1465, 0.002), [share * 0.145, 0, 0.1555]),
                ),
                [0, 0, angle],
              ),
            ),
          ),
        ),
        matte("#d3222a", 0.6),
      ],
    ],
  },
  {
    names: ["french fries", "fries", "french fry", "box of fries", "chips and fries"],
    solid: union(
      ...Array.from({ length: 26 }, (_, index) =>
        move(
          turn(box(0.009, 0.009, 0.1 + 0.03 * ((index * 7) % 5) * 0.3, 0.001), [
            (index % 5) * 5 - 10,
            ((index * 3) % 7) * 4 - 12,
            index * 20,
          ]),
          [0.032 * Math.sin(index * 1.9), 0.016 * Math.cos(index * 2.7), 0.045],
        ),
      ),
    ),
    material: matte("#f1c24a", 0.7),
    others: [
      [
        "box",
        cut(
          hull(move(box(0.06, 0.035, 0.002), [0, 0, 0]), move(box(0.1, 0.06, 0.002), [0, 0, 0.1])),
          hull(
            move(box(0.05, 0.026, 0.002), [0, 0, 0.006]),
            move(box(0.094, 0.052, 0.01), [0, 0, 0.1]),
          ),
          move(turn(cylinder(0.2, 0.045), [90, 0, 0]), [0, 0, 0.118]),
        ),
        glossy("#d3222a"),
      ],
    ],
  },
  {
    names: ["taco", "tacos", "hard shell taco"],
    near: ["burrito", "quesadilla"],
    solid: move(
      cut(
        turn(cylinder(0.05, 0.075), [90, 0, 0]),
        move(box(1, 1, 1), [0, 0, 0.02]),
        move(
          hull(
            move(box(0.15, 0.006, 0.002), [0, -0.025, -0.07]),
            move(box(0.16, 0.04, 0.002), [0, -0.025, 0.03]),
          ),
          [0, 0, 0],
        ),
      ),
      [0, 0.025, 0.076],
    ),
    material: matte("#e3b04e", 0.8),
    others: [
      [
        "meat",
        union(
          ...Array.from({ length: 14 }, (_, index) =>
            move(ball(0.011), [
              -0.06 + index * 0.0092,
              0.004 * Math.sin(index * 3),
              0.088 + 0.003 * Math.cos(index * 2),
            ]),
          ),
        ),
        matte("#6e3d1f", 0.9),
      ],
      [
        "lettuce",
        union(
          ...Array.from({ length: 16 }, (_, index) =>
            move(turn(scale(ball(0.014), [1, 0.25, 0.7]), [index * 40, index * 25, index * 60]), [
              -0.062 + index * 0.0082,
              0.009 * Math.sin(index * 2.1),
              0.098,
            ]),
          ),
        ),
        matte("#6fb544", 0.7),
      ],
      [
        "tomato",
        union(
          ...[-0.045, -0.012, 0.02, 0.05].map((x, index) =>
            move(box(0.012, 0.012, 0.012, 0.002), [x, index % 2 === 0 ? -0.006 : 0.006, 0.1]),
          ),
        ),
        glossy("#d8352a"),
      ],
    ],
  },
  {
    names: ["locket", "heart locket", "gold locket", "golden locket"],
    solid: union(
      scale(move(turn(cylinder(0.006, 0.014), [90, 0, 0]), [0, 0.003, 0.018]), [1, 1, 1.2]),
      move(turn(ring(0.004, 0.001), [90, 0, 0]), [0, 0, 0.0425]),
      scale(move(turn(ring(0.0135, 0.0014), [90, 0, 0]), [0, -0.003, 0.018]), [1, 1, 1.2]),
    ),
    material: gold,
    others: [
      [
        "chain",
        union(
          ...Array.from({ length: 40 }, (_, index) => {
            const t = index / 39;
            const side = t < 0.5 ? -1 : 1;
            const s = Math.abs(t - 0.5) * 2;
            return move(
              turn(scale(ring(0.0022, 0.0006), [1.3, 1, 1]), [
                index % 2 === 0 ? 90 : 0,
                side * 60,
                0,
              ]),
              [side * 0.036 * Math.sin(s * 1.9), 0, 0.044 + 0.07 * s ** 1.2],
            );
          }),
        ),
        gold,
      ],
      ["gem", move(scale(ball(0.004), [1, 0.6, 1.2]), [0, -0.004, 0.0215]), glossy("#c8202f")],
    ],
  },
  {
    names: ["torii gate", "torii", "japanese gate", "shinto gate"],
    solid: union(
      mirrored(
        hull(move(cylinder(0.1, 0.28), [2, 0, 0]), move(cylinder(0.1, 0.22), [1.8, 0, 4.6])),
        "x",
      ),
      move(box(5.4, 0.3, 0.34, 0.03), [0, 0, 3.5]),
      move(box(0.3, 0.26, 0.9), [0, 0, 3.8]),
      chain(
        [-3.1, -1.8, 0, 1.8, 3.1].map((x) =>
          move(box(0.3, 0.5, 0.36), [x, 0, 4.5 + 0.022 * x * x]),
        ),
      ),
    ),
    material: matte("#cf3a22", 0.6),
    others: [
      [
        "roof",
        chain(
          [-3.3, -1.9, 0, 1.9, 3.3].map((x) =>
            move(box(0.3, 0.66, 0.16), [x, 0, 4.85 + 0.024 * x * x]),
          ),
        ),
        black,
      ],
      ["base", mirrored(move(cylinder(0.4, 0.36), [2, 0, 0]), "x"), black],
    ],
  },
  {
    names: ["church", "chapel", "village church", "cathedral"],
    near: ["abbey"],
    solid: union(
      move(box(6, 9, 4.4), [0, 2, 0]),
      move(box(3, 3, 8.6), [0, -3.4, 0]),
      hull(move(box(6, 0.02, 0.1), [0, -2.49, 4.3]), move(box(0.05, 0.02, 0.1), [0, -2.49, 7.2])),
      hull(move(box(6, 0.02, 0.1), [0, 6.49, 4.3]), move(box(0.05, 0.02, 0.1), [0, 6.49, 7.2])),
    ),
    material: matte("#f2efe6", 0.8),
    others: [
      [
        "roof",
        union(
          hull(
            ...[-3.4, 3.4].map((x) => move(box(0.1, 9.6, 0.1), [x, 2, 4.1])),
            move(box(0.1, 9.6, 0.1), [0, 2, 7.3]),
          ),
          hull(move(box(3.4, 3.4, 0.1), [0, -3.4, 8.5]), move(box(0.1, 0.1, 0.1), [0, -3.4, 13.2])),
        ),
        matte("#7c3c2c", 0.8),
      ],
      [
        "window",
        union(
          mirrored(
            union(
              ...[-1, 1.6, 4.2].map((y) =>
                hull(
                  move(box(0.1, 0.9, 1.6), [3, y, 1.2]),
                  move(turn(cylinder(0.1, 0.45), [0, 90, 0]), [2.95, y, 2.9]),
                ),
              ),
            ),
            "x",
          ),
          move(turn(cylinder(0.2, 0.6), [90, 0, 0]), [0, -4.8, 5.4]),
        ),
        glass("#4f7fc0", 0.9),
      ],
      [
        "door",
        hull(
          move(box(1.4, 0.1, 1.6), [0, -4.9, 0]),
          move(turn(cylinder(0.1, 0.7), [90, 0, 0]), [0, -4.85, 1.7]),
        ),
        wood,
      ],
      [
        "cross",
        union(
          move(box(0.14, 0.14, 1.5), [0, -3.4, 13.1]),
          move(box(0.8, 0.14, 0.14), [0, -3.4, 13.9]),
        ),
        gold,
      ],
    ],
  },
  {
    names: ["greek temple", "temple", "parthenon", "roman temple", "acropolis"],
    near: ["courthouse"],
    solid: union(
      ...[0, 1, 2].map((index) =>
        move(box(12 - index * 0.7, 16 - index * 0.7, 0.4), [0, 0, index * 0.4]),
      ),
      move(box(6, 10, 5), [0, 0, 1.2]),
      move(box(10.6, 14.6, 0.9), [0, 0, 6.4]),
      ...[-7.4, 7.4].map((y) =>
        hull(move(box(11, 0.3, 0.1), [0, y, 7.3]), move(box(0.1, 0.3, 0.1), [0, y, 9.6])),
      ),
      ...[-4.6, -2.76, -0.92, 0.92, 2.76, 4.6].flatMap((x) =>
        [-6.6, 6.6].map((y) => move(cylinder(5, 0.48, 0.4), [x, y, 1.3])),
      ),
      ...[-3.96, -1.32, 1.32, 3.96].flatMap((y) =>
        [-4.6, 4.6].map((x) => move(cylinder(5, 0.48, 0.4), [x, y, 1.3])),
      ),
      ...[-4.6, -2.76, -0.92, 0.92, 2.76, 4.6].flatMap((x) =>
        [-6.6, 6.6].map((y) => move(box(1.1, 1.1, 0.3), [x, y, 6.15])),
      ),
    ),
    material: matte("#ebe5d6", 0.7),
    others: [
      [
        "roof",
        mirrored(
          hull(
            move(box(0.1, 15.4, 0.2), [5.8, 0, 7.2]),
            move(box(0.1, 15.4, 0.2), [0, 0, 9.75]),
            move(box(0.1, 15.4, 0.1), [0, 0, 9.5]),
            move(box(0.1, 15.4, 0.1), [5.5, 0, 7.2]),
          ),
          "x",
        ),
        matte("#c98d5e", 0.8),
      ],
    ],
  },
];

export const props: readonly Family[] = all.map(toFamily);
