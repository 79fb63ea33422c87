import type { Family } from "#studio/engines/model3d/family.ts";
import { glossy, matte } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  ball,
  box,
  chain,
  cone,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  ring,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const eye = glossy("#17161a");
const white = matte("#f4f2ec", 0.8);

/** A body along x whose head is at −x: the points of its middle line with their radii. */
const trunk = (
  points: readonly (readonly [x: number, z: number, radius: number])[],
  y = 0,
): Solid =>
  tube(
    points.map(([x, z]): Vec3 => [x, y, z]),
    points.map(([, , radius]) => radius),
  );
const both = (solid: Solid): Solid => mirrored(solid, "y");
const eyes = (x: number, y: number, z: number, radius: number): Solid =>
  both(move(ball(radius), [x, y, z]));
/** A bent leg of an insect or a reptile, from the body outwards. */
const leg = (x: number, reach: number, high: number, out: number, radius: number): Solid =>
  both(
    tube(
      [
        [x, 0.1 * out, high * 0.6],
        [x + reach * 0.5, out * 0.62, high],
        [x + reach, out, radius],
      ],
      [radius, radius, radius * 0.6],
    ),
  );

const snakeCoils: Vec3[] = Array.from({ length: 46 }, (_, step): Vec3 => {
  const angle = step * 0.42;
  const wide = 0.3 - step * 0.0035;
  const rise = step < 36 ? 0.05 + step * 0.0028 : 0.15 + (step - 36) * 0.045;
  const pull = step < 36 ? 1 : 1 - (step - 36) * 0.09;
  return [wide * pull * Math.cos(angle), wide * pull * Math.sin(angle), rise];
});
const snakeHead = snakeCoils.at(-1) ?? [0, 0, 0.6];

const apeBody = union(
  hull(
    move(ball([0.24, 0.2, 0.2]), [0, 0, 0.34]),
    move(ball([0.34, 0.24, 0.24]), [0, -0.02, 0.72]),
  ),
  mirrored(
    union(
      tube(
        [
          [0.3, -0.02, 0.84],
          [0.48, -0.1, 0.5],
          [0.42, -0.24, 0.12],
        ],
        [0.13, 0.11, 0.1],
      ),
      tube(
        [
          [0.14, 0, 0.34],
          [0.26, -0.14, 0.24],
          [0.22, -0.1, 0.08],
        ],
        [0.13, 0.11, 0.08],
      ),
    ),
    "x",
  ),
  move(ball([0.2, 0.2, 0.21]), [0, -0.08, 1.06]),
);
const monkeyBody = union(
  hull(move(ball([0.15, 0.13, 0.13]), [0, 0, 0.2]), move(ball([0.13, 0.11, 0.11]), [0, 0, 0.42])),
  move(ball([0.17, 0.15, 0.16]), [0, -0.02, 0.64]),
  mirrored(
    union(
      tube(
        [
          [0.11, 0, 0.46],
          [0.24, -0.06, 0.32],
          [0.2, -0.16, 0.16],
        ],
        [0.05, 0.04, 0.045],
      ),
      tube(
        [
          [0.08, 0, 0.18],
          [0.2, -0.14, 0.2],
          [0.18, -0.18, 0.04],
        ],
        [0.06, 0.05, 0.05],
      ),
    ),
    "x",
  ),
  tube(
    [
      [0, 0.1, 0.12],
      [0.1, 0.28, 0.1],
      [0.24, 0.3, 0.3],
      [0.2, 0.26, 0.52],
      [0.12, 0.26, 0.48],
    ],
    0.028,
  ),
);

const birdOfPrey = union(
  hull(move(ball([0.17, 0.13, 0.15]), [0, 0, 0.36]), move(ball([0.1, 0.08, 0.1]), [0.14, 0, 0.2])),
  hull(
    move(box(0.1, 0.12, 0.03, 0.01), [0.18, 0, 0.18]),
    move(box(0.06, 0.2, 0.02, 0.008), [0.42, 0, 0.06]),
  ),
  both(
    union(
      ...[0, 1, 2, 3, 4].map((index) =>
        move(turn(scale(ball(0.34 - index * 0.03), [0.2, 1, 0.07]), [0, 0, -4 - index * 12]), [
          0.02 + index * 0.03,
          0.34 - index * 0.03,
          0.48 - index * 0.012,
        ]),
      ),
    ),
  ),
);

const all: readonly Prop[] = [
  {
    names: ["snake", "python", "viper", "serpent", "rattlesnake", "anaconda", "boa"],
    solid: union(
      tube(
        snakeCoils,
        snakeCoils.map((_, step) => (step < 8 ? 0.008 + step * 0.005 : 0.05)),
      ),
      move(scale(ball(0.075), [1.3, 0.9, 0.65]), [
        snakeHead[0] - 0.06,
        snakeHead[1] - 0.03,
        snakeHead[2] + 0.02,
      ]),
    ),
    material: matte("#5f9a3f", 0.5),
    others: [
      [
        "eye",
        move(eyes(-0.05, 0.055, 0.03, 0.014), [
          snakeHead[0] - 0.06,
          snakeHead[1] - 0.03,
          snakeHead[2] + 0.02,
        ]),
        eye,
      ],
      [
        "tongue",
        move(
          union(
            move(box(0.08, 0.012, 0.006), [-0.13, 0, 0]),
            both(move(turn(box(0.04, 0.008, 0.006), [0, 0, 24]), [-0.18, 0.008, 0])),
          ),
          [snakeHead[0] - 0.06, snakeHead[1] - 0.03, snakeHead[2]],
        ),
        matte("#d0344a"),
      ],
    ],
  },
  {
    names: ["cobra", "king cobra"],
    solid: union(
      tube(
        snakeCoils.slice(0, 38),
        snakeCoils.slice(0, 38).map((_, step) => (step < 8 ? 0.008 + step * 0.005 : 0.05)),
      ),
      tube(
        [
          [-0.1, -0.1, 0.14],
          [0.06, 0, 0.34],
          [0, 0, 0.62],
          [-0.04, 0, 0.78],
        ],
        [0.05, 0.052, 0.05, 0.05],
      ),
      move(scale(ball(0.17), [0.24, 0.9, 1.25]), [0.03, 0, 0.62]),
      move(scale(ball(0.075), [1.3, 0.9, 0.65]), [-0.1, 0, 0.8]),
    ),
    material: matte("#8a6b3a", 0.5),
    others: [
      ["eye", eyes(-0.15, 0.055, 0.82, 0.014), eye],
      ["belly", move(scale(ball(0.12), [0.24, 0.75, 1.2]), [0, 0, 0.6]), matte("#e0cf9a", 0.6)],
    ],
  },
  {
    names: ["crocodile", "alligator", "caiman"],
    solid: union(
      trunk([
        [-0.62, 0.2, 0.13],
        [-0.2, 0.24, 0.22],
        [0.3, 0.23, 0.21],
        [0.7, 0.16, 0.13],
        [1.2, 0.1, 0.06],
        [1.55, 0.08, 0.015],
      ]),
      hull(
        move(ball([0.16, 0.15, 0.09]), [-0.72, 0, 0.24]),
        move(ball([0.1, 0.1, 0.06]), [-1.22, 0, 0.2]),
      ),
      hull(
        move(ball([0.14, 0.13, 0.05]), [-0.72, 0, 0.13]),
        move(ball([0.1, 0.09, 0.035]), [-1.2, 0, 0.08]),
      ),
      both(move(ball(0.06), [-0.76, 0.09, 0.33])),
      leg(-0.35, -0.06, 0.26, 0.36, 0.07),
      leg(0.42, 0.06, 0.26, 0.36, 0.07),
      ...[-0.3, -0.15, 0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.05].map((x) =>
        both(
          move(scale(cone(0.1, 0.05, 4), [1, 0.5, 1]), [
            x,
            0.07,
            0.42 - Math.max(0, x - 0.2) * 0.34,
          ]),
        ),
      ),
    ),
    material: matte("#56773f", 0.8),
    others: [
      [
        "tooth",
        both(
          union(
            ...[-1.18, -1.1, -1.02, -0.94, -0.86].map((x) =>
              move(turn(cone(0.05, 0.016), [180, 0, 0]), [x, 0.08, 0.19]),
            ),
          ),
        ),
        white,
      ],
      ["eye", eyes(-0.79, 0.11, 0.36, 0.03), glossy("#e8c83a")],
    ],
  },
  {
    names: ["lizard", "gecko", "iguana", "komodo dragon", "salamander", "newt", "skink"],
    solid: union(
      trunk([
        [-0.42, 0.15, 0.09],
        [-0.26, 0.14, 0.075],
        [0, 0.15, 0.11],
        [0.26, 0.14, 0.08],
        [0.52, 0.09, 0.045],
        [0.8, 0.06, 0.025],
        [1, 0.1, 0.008],
      ]),
      hull(
        move(ball([0.1, 0.095, 0.075]), [-0.45, 0, 0.16]),
        move(ball([0.05, 0.06, 0.04]), [-0.6, 0, 0.13]),
      ),
      leg(-0.18, -0.1, 0.17, 0.27, 0.035),
      leg(0.22, 0.1, 0.17, 0.27, 0.035),
      ...[-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3].map((x) =>
        move(scale(cone(0.05, 0.02, 4), [1, 0.4, 1]), [x, 0, 0.25 - Math.abs(x) * 0.12]),
      ),
    ),
    material: matte("#6aa544", 0.65),
    others: [["eye", eyes(-0.5, 0.075, 0.2, 0.024), eye]],
  },
  {
    names: ["chameleon"],
    solid: union(
      hull(
        move(ball([0.16, 0.09, 0.14]), [-0.1, 0, 0.34]),
        move(ball([0.14, 0.08, 0.12]), [0.12, 0, 0.32]),
      ),
      hull(
        move(ball([0.1, 0.075, 0.08]), [-0.3, 0, 0.38]),
        move(ball([0.03, 0.04, 0.03]), [-0.44, 0, 0.34]),
        move(ball([0.04, 0.03, 0.03]), [-0.24, 0, 0.5]),
      ),
      tube(
        Array.from({ length: 22 }, (_, step): Vec3 => {
          const angle = -1.4 + step * 0.44;
          const wide = 0.17 - step * 0.0066;
          return [
            0.4 + wide * Math.sin(-angle) * -1,
            0,
            0.14 + 0.1 + wide * Math.cos(angle) * -1 + 0.02,
          ];
        }),
        Array.from({ length: 22 }, (_, step) => 0.05 - step * 0.0018),
      ),
      trunk([
        [0.16, 0.3, 0.08],
        [0.3, 0.18, 0.055],
        [0.42, 0.08, 0.05],
      ]),
      leg(-0.14, -0.05, 0.22, 0.16, 0.032),
      leg(0.12, 0.05, 0.22, 0.16, 0.032),
      ...[-0.2, -0.12, -0.04, 0.04, 0.12, 0.2].map((x) =>
        move(scale(cone(0.05, 0.025, 4), [1, 0.4, 1]), [x, 0, 0.47 - Math.abs(x) * 0.2]),
      ),
    ),
    material: matte("#63b04a", 0.6),
    others: [
      ["eye", union(eyes(-0.33, 0.085, 0.41, 0.038)), matte("#a8cf4a", 0.6)],
      ["pupil", eyes(-0.345, 0.118, 0.415, 0.014), eye],
      [
        "stripe",
        both(
          union(
            ...[-0.14, -0.02, 0.1].map((x) =>
              move(turn(scale(ball(0.1), [0.14, 0.14, 1]), [0, 14, 0]), [x, 0.078, 0.34]),
            ),
          ),
        ),
        matte("#3d8a5f", 0.6),
      ],
    ],
  },
  {
    names: ["spider", "tarantula", "black widow"],
    solid: union(
      move(ball([0.24, 0.2, 0.19]), [0.22, 0, 0.28]),
      move(ball([0.15, 0.14, 0.11]), [-0.1, 0, 0.24]),
      ...[-0.17, -0.1, -0.03, 0.04].map((x, index) =>
        leg(x, (index - 1.5) * 0.26, 0.42, 0.52, 0.026),
      ),
      both(
        tube(
          [
            [-0.22, 0.05, 0.22],
            [-0.32, 0.07, 0.2],
            [-0.34, 0.05, 0.12],
          ],
          [0.03, 0.025, 0.01],
        ),
      ),
    ),
    material: matte("#2a2529", 0.85),
    others: [
      [
        "eye",
        union(eyes(-0.23, 0.035, 0.29, 0.022), eyes(-0.21, 0.08, 0.28, 0.015)),
        glossy("#c42a2a"),
      ],
    ],
  },
  {
    names: ["scorpion"],
    solid: union(
      trunk([
        [-0.24, 0.14, 0.1],
        [0, 0.15, 0.12],
        [0.2, 0.14, 0.09],
      ]),
      ...[
        [0.3, 0.16],
        [0.42, 0.24],
        [0.48, 0.36],
        [0.45, 0.49],
        [0.34, 0.57],
      ].map(([x = 0, z = 0]) => move(ball(0.062), [x, 0, z])),
      trunk([
        [0.28, 0.58, 0.05],
        [0.18, 0.58, 0.035],
        [0.12, 0.5, 0.006],
      ]),
      ...[-0.16, -0.05, 0.06, 0.16].map((x, index) => leg(x, (index - 1.5) * 0.1, 0.2, 0.32, 0.02)),
      both(
        union(
          tube(
            [
              [-0.24, 0.06, 0.14],
              [-0.4, 0.2, 0.16],
              [-0.52, 0.16, 0.14],
            ],
            [0.03, 0.03, 0.035],
          ),
          move(scale(ball(0.09), [1.2, 0.75, 0.6]), [-0.6, 0.15, 0.14]),
          move(turn(cone(0.12, 0.03), [0, -86, -14]), [-0.66, 0.19, 0.14]),
          move(turn(cone(0.12, 0.03), [0, -86, 16]), [-0.66, 0.11, 0.14]),
        ),
      ),
    ),
    material: glossy("#4a2f1d"),
    others: [["eye", eyes(-0.32, 0.03, 0.21, 0.016), glossy("#0f0e10")]],
  },
  {
    names: ["bat animal", "vampire bat", "fruit bat", "flying fox"],
    solid: union(
      move(ball([0.09, 0.09, 0.13]), [0, 0, 0.3]),
      move(ball([0.09, 0.08, 0.08]), [0, -0.02, 0.47]),
      mirrored(
        move(turn(scale(cone(0.13, 0.05), [1, 0.5, 1]), [0, 14, 0]), [0.055, -0.01, 0.5]),
        "x",
      ),
    ),
    material: matte("#3b3038", 0.9),
    others: [
      [
        "wing",
        mirrored(
          hull(
            move(box(0.02, 0.02, 0.2), [0.07, 0.01, 0.22]),
            move(box(0.02, 0.012, 0.02), [0.34, 0.03, 0.52]),
          ),
          "x",
        ),
        matte("#4d3c46", 0.85),
      ],
      [
        "wingtip",
        mirrored(
          union(
            hull(
              move(box(0.02, 0.012, 0.02), [0.34, 0.03, 0.52]),
              move(box(0.02, 0.012, 0.02), [0.62, 0.05, 0.3]),
              move(box(0.02, 0.012, 0.02), [0.4, 0.03, 0.3]),
            ),
            hull(
              move(box(0.02, 0.012, 0.02), [0.34, 0.03, 0.5]),
              move(box(0.02, 0.012, 0.02), [0.2, 0.02, 0.2]),
              move(box(0.02, 0.012, 0.02), [0.42, 0.03, 0.24]),
            ),
          ),
          "x",
        ),
        matte("#4d3c46", 0.85),
      ],
      ["eye", mirrored(move(ball(0.016), [0.035, -0.09, 0.49]), "x"), glossy("#e8d23a")],
      [
        "fang",
        mirrored(move(turn(cone(0.035, 0.009), [180, 0, 0]), [0.018, -0.09, 0.44]), "x"),
        white,
      ],
    ],
  },
  {
    names: ["eagle", "bald eagle", "hawk", "falcon", "vulture", "condor", "osprey", "golden eagle"],
    solid: birdOfPrey,
    material: matte("#4f3823", 0.9),
    others: [
      [
        "head",
        union(
          move(ball([0.105, 0.09, 0.095]), [-0.17, 0, 0.5]),
          move(ball([0.1, 0.09, 0.09]), [-0.11, 0, 0.44]),
          hull(
            move(box(0.04, 0.14, 0.02, 0.008), [0.36, 0, 0.085]),
            move(box(0.04, 0.22, 0.018, 0.008), [0.48, 0, 0.04]),
          ),
        ),
        matte("#f3efe6", 0.9),
      ],
      [
        "beak",
        tube(
          [
            [-0.25, 0, 0.5],
            [-0.32, 0, 0.5],
            [-0.345, 0, 0.44],
          ],
          [0.038, 0.03, 0.006],
        ),
        glossy("#e8b23a"),
      ],
      [
        "claw",
        both(
          union(
            move(cylinder(0.18, 0.025, 0.03), [0.02, 0.07, 0.06]),
            ...[-0.05, 0, 0.05].map((y) =>
              tube(
                [
                  [0.02, 0.07, 0.06],
                  [-0.06, 0.07 + y, 0.05],
                  [-0.09, 0.07 + y, 0.006],
                ],
                [0.018, 0.016, 0.006],
              ),
            ),
          ),
        ),
        matte("#e0a83a", 0.6),
      ],
      ["eye", eyes(-0.235, 0.055, 0.53, 0.017), eye],
    ],
  },
  {
    names: ["parrot", "macaw", "cockatoo", "parakeet bird", "budgie"],
    solid: union(
      hull(
        move(ball([0.1, 0.09, 0.11]), [0, 0, 0.38]),
        move(ball([0.06, 0.06, 0.06]), [0.08, 0, 0.22]),
      ),
      move(ball([0.09, 0.08, 0.09]), [-0.04, 0, 0.54]),
      hull(
        move(box(0.04, 0.08, 0.03, 0.01), [0.1, 0, 0.2]),
        move(box(0.03, 0.04, 0.02, 0.008), [0.26, 0, 0.0]),
      ),
    ),
    material: matte("#d0302c", 0.85),
    others: [
      [
        "wing",
        both(move(turn(scale(ball(0.17), [0.42, 0.16, 1]), [0, -26, 0]), [0.05, 0.09, 0.34])),
        matte("#2f63c4", 0.85),
      ],
      [
        "feather",
        both(move(turn(scale(ball(0.1), [0.4, 0.2, 0.9]), [0, -26, 0]), [0.02, 0.1, 0.4])),
        matte("#f2c23a", 0.85),
      ],
      [
        "beak",
        tube(
          [
            [-0.11, 0, 0.56],
            [-0.17, 0, 0.54],
            [-0.165, 0, 0.47],
          ],
          [0.042, 0.03, 0.006],
        ),
        matte("#2a2622", 0.4),
      ],
      ["cheek", both(move(scale(ball(0.04), [1, 0.5, 1]), [-0.08, 0.062, 0.54])), white],
      ["eye", eyes(-0.09, 0.082, 0.56, 0.013), eye],
      [
        "perch",
        union(move(turn(cylinder(0.5, 0.02), [90, 0, 0]), [0, 0.25, 0.17])),
        matte("#7a5230", 0.9),
      ],
    ],
  },
  {
    names: ["toucan"],
    solid: union(
      hull(
        move(ball([0.12, 0.1, 0.12]), [0, 0, 0.34]),
        move(ball([0.06, 0.06, 0.06]), [0.12, 0, 0.2]),
      ),
      move(ball([0.09, 0.08, 0.09]), [-0.05, 0, 0.52]),
      hull(
        move(box(0.04, 0.08, 0.03, 0.01), [0.14, 0, 0.18]),
        move(box(0.03, 0.1, 0.02, 0.008), [0.3, 0, 0.04]),
      ),
      both(move(turn(scale(ball(0.16), [0.45, 0.16, 1]), [0, -30, 0]), [0.05, 0.095, 0.31])),
    ),
    material: matte("#1f1e22", 0.85),
    others: [
      [
        "beak",
        tube(
          [
            [-0.1, 0, 0.54],
            [-0.26, 0, 0.55],
            [-0.38, 0, 0.46],
          ],
          [0.062, 0.055, 0.012],
        ),
        glossy("#f0902a"),
      ],
      ["chest", move(ball([0.07, 0.078, 0.1]), [-0.07, 0, 0.42]), matte("#f6efcf", 0.85)],
      ["eye", eyes(-0.1, 0.07, 0.56, 0.018), eye],
      [
        "foot",
        both(
          union(
            move(cylinder(0.16, 0.014), [0, 0.05, 0.02]),
            move(box(0.1, 0.06, 0.02, 0.008), [-0.03, 0.05, 0]),
          ),
        ),
        matte("#5a7a9a", 0.7),
      ],
    ],
  },
  {
    names: ["peacock", "peafowl"],
    solid: union(
      hull(
        move(ball([0.16, 0.11, 0.13]), [0, 0, 0.4]),
        move(ball([0.08, 0.07, 0.08]), [0.14, 0, 0.36]),
      ),
      tube(
        [
          [-0.1, 0, 0.46],
          [-0.18, 0, 0.62],
          [-0.18, 0, 0.78],
        ],
        [0.085, 0.055, 0.05],
      ),
      move(ball([0.07, 0.06, 0.06]), [-0.2, 0, 0.8]),
      ...[-1, 0, 1].map((side) =>
        union(
          tube(
            [
              [-0.18, 0, 0.85],
              [-0.17, side * 0.04, 0.95],
            ],
            0.005,
          ),
          move(ball(0.016), [-0.17, side * 0.04, 0.96]),
        ),
      ),
    ),
    material: matte("#2456b8", 0.5),
    others: [
      [
        "tail",
        union(
          ...Array.from({ length: 13 }, (_, index) =>
            turn(move(scale(ball(0.32), [0.05, 0.22, 1.4]), [0.14, 0, 0.44]), [
              (index - 6) * 13.5,
              0,
              0,
            ]),
          ).map((feather) => move(feather, [0.06, 0, 0.38])),
        ),
        matte("#2f8a5a", 0.7),
      ],
      [
        "spot",
        union(
          ...Array.from({ length: 13 }, (_, index) =>
            turn(move(scale(ball(0.052), [0.5, 0.8, 1]), [0.122, 0, 0.78]), [
              (index - 6) * 13.5,
              0,
              0,
            ]),
          ).map((spot) => move(spot, [0.06, 0, 0.38])),
        ),
        glossy("#1f4fd0"),
      ],
      ["beak", move(turn(cone(0.08, 0.025), [0, -96, 0]), [-0.25, 0, 0.8]), matte("#d9cda8")],
      ["eye", eyes(-0.23, 0.052, 0.82, 0.013), eye],
      [
        "leg",
        both(
          union(
            move(cylinder(0.32, 0.016), [0, 0.06, 0]),
            move(box(0.13, 0.07, 0.02, 0.008), [-0.04, 0.06, 0]),
          ),
        ),
        matte("#a58a5a", 0.8),
      ],
    ],
  },
  {
    names: ["gorilla", "ape", "king kong", "silverback"],
    solid: apeBody,
    material: matte("#2d2c31", 0.95),
    others: [
      [
        "face",
        union(
          move(ball([0.13, 0.1, 0.1]), [0, -0.2, 1]),
          move(box(0.26, 0.1, 0.06, 0.03), [0, -0.21, 1.1]),
          move(ball([0.2, 0.1, 0.16]), [0, -0.2, 0.74]),
        ),
        matte("#5a565c", 0.85),
      ],
      ["eye", mirrored(move(ball(0.022), [0.065, -0.265, 1.085]), "x"), eye],
    ],
  },
  {
    names: ["orangutan"],
    solid: apeBody,
    material: matte("#b0582a", 0.98),
    others: [
      [
        "face",
        union(
          move(scale(ball(0.19), [1.1, 0.5, 1]), [0, -0.17, 1.05]),
          move(ball([0.12, 0.09, 0.08]), [0, -0.24, 0.98]),
        ),
        matte("#7a5648", 0.85),
      ],
      ["eye", mirrored(move(ball(0.02), [0.055, -0.265, 1.1]), "x"), eye],
    ],
  },
  {
    names: ["monkey", "chimpanzee", "chimp", "baboon", "lemur", "capuchin", "sloth"],
    solid: monkeyBody,
    material: matte("#7a4f30", 0.95),
    others: [
      [
        "face",
        union(
          mirrored(move(scale(ball(0.085), [1, 0.6, 1.1]), [0.06, -0.12, 0.67]), "x"),
          move(ball([0.11, 0.08, 0.075]), [0, -0.12, 0.58]),
          mirrored(move(ball([0.04, 0.025, 0.055]), [0.175, -0.01, 0.65]), "x"),
          move(ball([0.1, 0.06, 0.12]), [0, -0.085, 0.33]),
        ),
        matte("#e0b48a", 0.85),
      ],
      [
        "ear",
        mirrored(move(ball([0.06, 0.03, 0.07]), [0.175, 0.01, 0.65]), "x"),
        matte("#7a4f30", 0.95),
      ],
      ["eye", mirrored(move(ball(0.02), [0.055, -0.172, 0.68]), "x"), eye],
      ["nose", mirrored(move(ball(0.01), [0.018, -0.195, 0.605]), "x"), eye],
    ],
  },
  {
    names: ["kangaroo", "wallaby"],
    solid: union(
      chain([
        move(ball([0.26, 0.22, 0.26]), [0.1, 0, 0.55]),
        move(ball([0.18, 0.16, 0.18]), [-0.06, 0, 0.95]),
        move(ball(0.1), [-0.14, 0, 1.2]),
      ]),
      hull(
        move(ball([0.13, 0.1, 0.11]), [-0.18, 0, 1.32]),
        move(ball([0.06, 0.06, 0.05]), [-0.38, 0, 1.26]),
      ),
      both(move(turn(scale(ball(0.15), [0.3, 0.4, 1]), [14, 8, 0]), [-0.12, 0.09, 1.5])),
      trunk([
        [0.3, 0.42, 0.16],
        [0.62, 0.18, 0.11],
        [1, 0.08, 0.06],
        [1.25, 0.07, 0.03],
      ]),
      both(
        union(
          tube(
            [
              [0.1, 0.17, 0.5],
              [-0.08, 0.2, 0.36],
              [0.12, 0.2, 0.12],
            ],
            [0.15, 0.1, 0.06],
          ),
          move(box(0.42, 0.11, 0.09, 0.04), [-0.06, 0.2, 0]),
          tube(
            [
              [-0.16, 0.14, 0.98],
              [-0.28, 0.14, 0.82],
              [-0.38, 0.1, 0.84],
            ],
            [0.06, 0.045, 0.04],
          ),
        ),
      ),
    ),
    material: matte("#b5804a", 0.9),
    others: [
      [
        "pouch",
        union(
          move(ball([0.17, 0.16, 0.22]), [-0.04, 0, 0.62]),
          move(ball([0.11, 0.11, 0.16]), [-0.14, 0, 0.96]),
        ),
        matte("#e6cba0", 0.9),
      ],
      ["eye", eyes(-0.24, 0.085, 1.36, 0.022), eye],
      ["nose", move(ball(0.03), [-0.43, 0, 1.28]), eye],
    ],
  },
  {
    names: ["seal", "sea lion", "walrus", "manatee"],
    solid: union(
      trunk([
        [-0.3, 0.62, 0.14],
        [-0.2, 0.4, 0.2],
        [0.1, 0.24, 0.24],
        [0.5, 0.16, 0.16],
        [0.85, 0.09, 0.07],
      ]),
      move(ball([0.17, 0.15, 0.15]), [-0.36, 0, 0.68]),
      both(
        union(
          move(turn(scale(ball(0.24), [0.55, 1, 0.2]), [24, 0, 30]), [-0.05, 0.3, 0.1]),
          move(turn(scale(ball(0.17), [1, 0.5, 0.25]), [0, 0, 24]), [0.98, 0.1, 0.08]),
        ),
      ),
    ),
    material: matte("#6d7480", 0.45),
    others: [
      [
        "muzzle",
        union(both(move(ball([0.075, 0.07, 0.06]), [-0.49, 0.045, 0.63]))),
        matte("#a9aeb8", 0.6),
      ],
      ["nose", move(ball([0.03, 0.04, 0.03]), [-0.55, 0, 0.67]), eye],
      ["eye", eyes(-0.47, 0.085, 0.74, 0.025), eye],
    ],
  },
  {
    names: ["orca", "killer whale"],
    solid: union(
      trunk([
        [-0.75, 0.42, 0.14],
        [-0.4, 0.42, 0.27],
        [0.1, 0.42, 0.28],
        [0.6, 0.44, 0.16],
        [0.95, 0.48, 0.07],
      ]),
      move(turn(scale(cone(0.46, 0.16), [1, 0.3, 1]), [0, 14, 0]), [0.04, 0, 0.64]),
      both(
        union(
          move(turn(scale(ball(0.24), [0.5, 1, 0.14]), [20, 0, -34]), [-0.2, 0.32, 0.26]),
          move(turn(scale(ball(0.2), [0.55, 1, 0.16]), [0, 0, -30]), [1.04, 0.16, 0.49]),
        ),
      ),
    ),
    material: glossy("#1d1e24"),
    others: [
      [
        "belly",
        union(
          trunk([
            [-0.72, 0.34, 0.1],
            [-0.3, 0.28, 0.16],
            [0.3, 0.3, 0.15],
          ]),
          both(move(turn(scale(ball(0.11), [1.4, 0.3, 0.55]), [0, 8, 0]), [-0.5, 0.2, 0.54])),
        ),
        glossy("#f4f4f2"),
      ],
      ["eye", eyes(-0.62, 0.19, 0.46, 0.02), eye],
    ],
  },
  {
    names: ["narwhal"],
    solid: union(
      trunk([
        [-0.6, 0.4, 0.16],
        [-0.25, 0.4, 0.25],
        [0.2, 0.38, 0.22],
        [0.6, 0.42, 0.12],
        [0.85, 0.46, 0.06],
      ]),
      both(
        union(
          move(turn(scale(ball(0.16), [0.5, 1, 0.16]), [20, 0, -34]), [-0.2, 0.28, 0.24]),
          move(turn(scale(ball(0.16), [0.55, 1, 0.16]), [0, 0, -30]), [0.92, 0.13, 0.47]),
        ),
      ),
    ),
    material: matte("#8a9bb0", 0.4),
    others: [
      ["tusk", move(turn(cone(0.75, 0.035), [0, -82, 0]), [-0.72, 0, 0.46]), matte("#f0e8d4", 0.5)],
      ["eye", eyes(-0.62, 0.13, 0.46, 0.02), eye],
    ],
  },
  {
    names: ["seahorse", "sea horse"],
    solid: union(
      tube(
        [
          [-0.02, 0, 0.78],
          [0.06, 0, 0.68],
          [0.02, 0, 0.5],
          [-0.02, 0, 0.34],
          [0.08, 0, 0.18],
          [0.18, 0, 0.1],
          [0.24, 0, 0.18],
          [0.18, 0, 0.24],
          [0.15, 0, 0.19],
        ],
        [0.06, 0.075, 0.12, 0.1, 0.06, 0.045, 0.035, 0.025, 0.015],
      ),
      hull(move(ball(0.075), [-0.05, 0, 0.8]), move(ball(0.03), [-0.12, 0, 0.77])),
      trunk([
        [-0.1, 0.78, 0.034],
        [-0.26, 0.74, 0.028],
        [-0.28, 0.74, 0.034],
      ]),
      ...[
        [0.02, 0.88],
        [0.08, 0.84],
        [0.13, 0.74],
        [0.15, 0.6],
        [0.14, 0.48],
      ].map(([x = 0, z = 0], index) =>
        move(turn(cone(0.08, 0.025), [0, 20 + index * 18, 0]), [x, 0, z]),
      ),
    ),
    material: matte("#f0a43a", 0.6),
    others: [
      ["fin", move(scale(ball(0.11), [0.9, 0.16, 1]), [0.15, 0, 0.42]), matte("#f6d27a", 0.6)],
      ["eye", eyes(-0.07, 0.062, 0.82, 0.018), eye],
    ],
  },
  {
    names: ["stingray", "manta ray", "ray fish"],
    solid: union(
      hull(
        move(ball([0.34, 0.12, 0.07]), [-0.02, 0, 0.2]),
        both(move(ball([0.06, 0.03, 0.02]), [0.1, 0.58, 0.26])),
        move(ball([0.05, 0.05, 0.03]), [0.34, 0, 0.19]),
      ),
      trunk([
        [0.32, 0.19, 0.035],
        [0.7, 0.2, 0.02],
        [1.1, 0.28, 0.006],
      ]),
      both(move(ball([0.06, 0.04, 0.045]), [-0.26, 0.09, 0.25])),
    ),
    material: matte("#5f7a8c", 0.5),
    others: [["eye", eyes(-0.29, 0.105, 0.27, 0.022), eye]],
  },
  {
    names: ["squid", "giant squid", "kraken", "cuttlefish"],
    solid: union(
      lathe(
        smooth([
          [0, 0.3],
          [0.16, 0.32],
          [0.19, 0.5],
          [0.14, 0.85],
          [0.04, 1.08],
          [0, 1.12],
        ]),
      ),
      mirrored(
        hull(
          move(ball([0.03, 0.02, 0.14]), [0.1, 0, 0.95]),
          move(ball([0.03, 0.015, 0.05]), [0.3, 0, 0.82]),
        ),
        "x",
      ),
      ...Array.from({ length: 8 }, (_, index) =>
        turn(
          tube(
            [
              [0.09, 0, 0.34],
              [0.15, 0.02, 0.2],
              [0.24, 0.05, 0.05],
              [0.4, 0.1, 0.03],
              [0.46, 0.18, 0.06],
            ],
            [0.05, 0.045, 0.038, 0.028, 0.012],
          ),
          [0, 0, index * 45 + 12],
        ),
      ),
    ),
    material: matte("#d9596a", 0.5),
    others: [
      ["eye", mirrored(move(scale(ball(0.055), [0.7, 0.6, 1]), [0.12, -0.13, 0.42]), "x"), white],
      ["pupil", mirrored(move(ball(0.026), [0.13, -0.165, 0.42]), "x"), eye],
    ],
  },
  {
    names: ["lobster", "crayfish", "crawfish", "shrimp", "prawn"],
    solid: union(
      trunk([
        [-0.34, 0.12, 0.07],
        [-0.1, 0.14, 0.12],
        [0.06, 0.14, 0.115],
      ]),
      ...[0.16, 0.27, 0.37, 0.46].map((x, index) =>
        move(scale(ball(0.105 - index * 0.012), [0.75, 1, 0.85]), [x, 0, 0.13 - index * 0.012]),
      ),
      ...[-0.06, 0, 0.06].map((y, index) =>
        move(turn(scale(ball(0.1), [1, 0.5, 0.16]), [0, 0, (index - 1) * 26]), [
          0.58,
          y * 1.3,
          0.07,
        ]),
      ),
      ...[-0.2, -0.1, 0, 0.08].map((x, index) => leg(x, (index - 1.5) * 0.06, 0.14, 0.26, 0.016)),
      both(
        union(
          tube(
            [
              [-0.26, 0.08, 0.13],
              [-0.4, 0.24, 0.13],
              [-0.54, 0.22, 0.12],
            ],
            [0.035, 0.035, 0.045],
          ),
          hull(
            move(ball([0.1, 0.07, 0.045]), [-0.66, 0.21, 0.12]),
            move(ball([0.03, 0.02, 0.02]), [-0.86, 0.16, 0.12]),
          ),
          move(turn(cone(0.16, 0.035), [0, -86, -12]), [-0.68, 0.28, 0.12]),
          tube(
            [
              [-0.36, 0.04, 0.17],
              [-0.6, 0.1, 0.34],
              [-0.5, 0.2, 0.52],
            ],
            [0.01, 0.007, 0.004],
          ),
        ),
      ),
    ),
    material: glossy("#c8352a"),
    others: [["eye", eyes(-0.38, 0.05, 0.2, 0.022), eye]],
  },
  {
    names: ["dragonfly", "damselfly"],
    solid: union(
      trunk([
        [-0.12, 0.22, 0.055],
        [0, 0.22, 0.065],
        [0.12, 0.21, 0.035],
        [0.55, 0.2, 0.02],
      ]),
      move(ball([0.06, 0.075, 0.06]), [-0.2, 0, 0.22]),
      ...[-0.08, -0.02, 0.04].map((x, index) => leg(x, (index - 1) * 0.08, 0.2, 0.14, 0.01)),
    ),
    material: glossy("#2f8f9a"),
    others: [
      [
        "wing",
        both(
          union(
            move(turn(scale(ball(0.32), [0.2, 1, 0.03]), [10, 0, 10]), [-0.06, 0.34, 0.3]),
            move(turn(scale(ball(0.3), [0.24, 1, 0.03]), [6, 0, -14]), [0.08, 0.32, 0.28]),
          ),
        ),
        { ...glossy("#cfe9f4"), opacity: 0.6 },
      ],
      ["eye", eyes(-0.22, 0.05, 0.25, 0.042), glossy("#7a2f2a")],
    ],
  },
  {
    names: ["grasshopper", "cricket", "praying mantis", "locust", "mantis"],
    solid: union(
      trunk([
        [-0.2, 0.24, 0.06],
        [0, 0.2, 0.075],
        [0.4, 0.14, 0.03],
      ]),
      hull(move(ball([0.06, 0.06, 0.08]), [-0.27, 0, 0.29]), move(ball(0.03), [-0.31, 0, 0.22])),
      both(
        union(
          tube(
            [
              [0, 0.06, 0.2],
              [0.34, 0.12, 0.44],
              [0.42, 0.14, 0.02],
            ],
            [0.045, 0.025, 0.012],
          ),
          tube(
            [
              [-0.26, 0.03, 0.34],
              [-0.44, 0.06, 0.5],
              [-0.5, 0.08, 0.5],
            ],
            [0.007, 0.006, 0.004],
          ),
          tube(
            [
              [-0.18, 0.05, 0.22],
              [-0.34, 0.1, 0.24],
              [-0.26, 0.09, 0.1],
              [-0.34, 0.1, 0.02],
            ],
            [0.024, 0.02, 0.014, 0.01],
          ),
        ),
      ),
      leg(-0.02, -0.04, 0.16, 0.18, 0.014),
      both(move(turn(scale(ball(0.3), [1, 0.12, 0.22]), [0, 12, 4]), [0.16, 0.05, 0.22])),
    ),
    material: matte("#6fae3a", 0.6),
    others: [["eye", eyes(-0.29, 0.05, 0.32, 0.024), eye]],
  },
  {
    names: ["ant", "termite", "fire ant"],
    solid: union(
      move(ball([0.2, 0.15, 0.15]), [0.28, 0, 0.22]),
      trunk([
        [-0.1, 0.2, 0.08],
        [0.06, 0.2, 0.07],
      ]),
      move(ball([0.12, 0.12, 0.11]), [-0.26, 0, 0.24]),
      ...[-0.1, -0.02, 0.06].map((x, index) => leg(x, (index - 1) * 0.2, 0.24, 0.34, 0.018)),
      both(
        union(
          tube(
            [
              [-0.33, 0.05, 0.32],
              [-0.42, 0.1, 0.46],
              [-0.54, 0.12, 0.46],
            ],
            [0.014, 0.012, 0.01],
          ),
          move(turn(cone(0.1, 0.02), [0, -100, -16]), [-0.34, 0.05, 0.19]),
        ),
      ),
    ),
    material: glossy("#5a2a1c"),
    others: [["eye", eyes(-0.33, 0.085, 0.28, 0.022), eye]],
  },
  {
    names: ["caterpillar", "worm", "inchworm", "larva", "earthworm"],
    solid: union(
      ...[0, 1, 2, 3, 4, 5, 6].map((index) =>
        move(ball(0.1 - index * 0.003), [
          -0.3 + index * 0.125,
          0,
          0.12 + (index === 0 ? 0.06 : 0.03 * Math.sin(index * 1.2)),
        ]),
      ),
    ),
    material: matte("#7cc04a", 0.7),
    others: [
      [
        "leg",
        union(
          ...[1, 2, 3, 4, 5, 6].map((index) =>
            both(move(cylinder(0.06, 0.02), [-0.3 + index * 0.125, 0.05, 0])),
          ),
        ),
        matte("#e0883a", 0.7),
      ],
      ["eye", both(move(ball(0.026), [-0.38, 0.045, 0.21])), eye],
      [
        "antenna",
        both(
          union(
            tube(
              [
                [-0.32, 0.04, 0.26],
                [-0.36, 0.07, 0.36],
              ],
              0.008,
            ),
            move(ball(0.018), [-0.36, 0.07, 0.37]),
          ),
        ),
        matte("#d0484a", 0.7),
      ],
    ],
  },
  {
    names: ["pterodactyl", "pteranodon", "pterosaur"],
    solid: union(
      trunk([
        [-0.2, 0.5, 0.09],
        [0.1, 0.48, 0.12],
        [0.4, 0.46, 0.05],
      ]),
      tube(
        [
          [-0.18, 0, 0.52],
          [-0.36, 0, 0.62],
          [-0.44, 0, 0.7],
        ],
        [0.06, 0.05, 0.06],
      ),
      hull(move(ball([0.08, 0.06, 0.06]), [-0.46, 0, 0.72]), move(ball(0.015), [-0.86, 0, 0.66])),
      move(turn(cone(0.34, 0.05), [0, 76, 0]), [-0.42, 0, 0.76]),
      both(
        hull(
          move(box(0.4, 0.02, 0.02), [0.08, 0.06, 0.5]),
          move(box(0.05, 0.02, 0.02), [-0.1, 0.5, 0.6]),
          move(box(0.05, 0.02, 0.015), [0.34, 1, 0.5]),
        ),
      ),
    ),
    material: matte("#8a6b4a", 0.8),
    others: [["eye", eyes(-0.5, 0.05, 0.74, 0.018), glossy("#e8c83a")]],
  },
  {
    names: ["velociraptor", "raptor", "allosaurus"],
    solid: union(
      chain([
        move(ball(0.1), [-0.36, 0, 0.82]),
        move(ball([0.16, 0.13, 0.15]), [-0.14, 0, 0.6]),
        move(ball([0.17, 0.14, 0.16]), [0.14, 0, 0.58]),
      ]),
      trunk([
        [0.2, 0.6, 0.13],
        [0.6, 0.64, 0.07],
        [1.1, 0.72, 0.015],
      ]),
      hull(
        move(ball([0.11, 0.08, 0.09]), [-0.42, 0, 0.92]),
        move(ball([0.05, 0.045, 0.04]), [-0.66, 0, 0.88]),
      ),
      both(
        union(
          tube(
            [
              [0.1, 0.13, 0.56],
              [-0.06, 0.15, 0.36],
              [0.14, 0.15, 0.2],
              [0.06, 0.15, 0.05],
            ],
            [0.12, 0.08, 0.05, 0.04],
          ),
          move(box(0.2, 0.09, 0.05, 0.02), [0, 0.15, 0]),
          tube(
            [
              [-0.22, 0.12, 0.58],
              [-0.32, 0.14, 0.44],
              [-0.42, 0.12, 0.48],
            ],
            [0.045, 0.032, 0.024],
          ),
        ),
      ),
    ),
    material: matte("#7a7a3f", 0.75),
    others: [
      [
        "tooth",
        both(
          union(
            ...[-0.62, -0.57, -0.52].map((x) =>
              move(turn(cone(0.03, 0.009), [180, 0, 0]), [x, 0.035, 0.86]),
            ),
          ),
        ),
        white,
      ],
      [
        "stripe",
        union(
          ...[-0.06, 0.1, 0.26, 0.42].map((x) =>
            move(turn(ring(0.15 - Math.max(0, x) * 0.12, 0.02), [0, 84, 0]), [x, 0, 0.6]),
          ),
        ),
        matte("#4a4524", 0.75),
      ],
      ["eye", eyes(-0.47, 0.075, 0.96, 0.022), glossy("#e8b23a")],
      [
        "claw",
        both(move(turn(cone(0.08, 0.016), [0, -60, 0]), [-0.1, 0.12, 0.05])),
        matte("#e6dcc0", 0.5),
      ],
    ],
  },
  {
    names: ["robot dog", "robotic dog", "mechanical dog", "cyber dog"],
    solid: union(
      move(box(0.62, 0.26, 0.24, 0.06), [0, 0, 0.4]),
      move(box(0.26, 0.22, 0.2, 0.05), [-0.42, 0, 0.6]),
      both(
        union(
          ...[-0.24, 0.24].map((x) =>
            union(
              move(box(0.12, 0.08, 0.2, 0.03), [x, 0.15, 0.26]),
              move(box(0.09, 0.07, 0.2, 0.02), [x + 0.03, 0.15, 0.06]),
            ),
          ),
        ),
      ),
    ),
    material: matte("#e3e6ea", 0.35),
    others: [
      [
        "joint",
        union(
          both(
            union(
              ...[-0.24, 0.24].map((x) =>
                union(
                  move(turn(cylinder(0.06, 0.06), [90, 0, 0]), [x, 0.2, 0.42]),
                  move(turn(cylinder(0.1, 0.045), [90, 0, 0]), [x + 0.02, 0.2, 0.25]),
                  move(box(0.13, 0.09, 0.06, 0.02), [x + 0.02, 0.15, 0]),
                ),
              ),
            ),
          ),
          tube(
            [
              [-0.28, 0, 0.54],
              [-0.38, 0, 0.66],
            ],
            0.05,
          ),
          both(move(turn(box(0.05, 0.03, 0.14, 0.01), [10, 0, 0]), [-0.38, 0.09, 0.78])),
          tube(
            [
              [0.3, 0, 0.56],
              [0.42, 0, 0.66],
              [0.44, 0, 0.8],
            ],
            0.022,
          ),
        ),
        matte("#33373d", 0.5),
      ],
      ["visor", move(box(0.05, 0.18, 0.08, 0.02), [-0.545, 0, 0.66]), glossy("#101318")],
      [
        "light",
        union(eyes(-0.572, 0.045, 0.7, 0.02), move(ball(0.025), [0.44, 0, 0.81])),
        { ...glossy("#3fd0ff"), glows: true },
      ],
    ],
  },
];

export const critters: readonly Family[] = all.map(toFamily);
