import type { Family } from "#studio/engines/model3d/family.ts";
import { glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  prism,
  ring,
  scale,
  slab,
  smooth,
  starOutline,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { steel, wood } from "./materials.ts";
import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const gunMetal = metal("#3c4047", 0.4);
const black = matte("#1f2024", 0.55);
const brass = metal("#c5a24a", 0.3);

/** A rod along x, which starts at x = 0. */
const rod = (length: number, radius: number, end = radius): Solid =>
  turn(cylinder(length, radius, end), [0, 90, 0]);
const grip = (tall: number): Solid =>
  slab(
    [
      [0, 0],
      [0.045, 0],
      [0.03, tall],
      [-0.02, tall],
    ],
    0.032,
  );
/** Long weapons lie across the view, their muzzle towards −x. */
const stock = slab(
  [
    [0.1, 0.1],
    [0.42, 0.02],
    [0.42, -0.1],
    [0.36, -0.1],
    [0.12, 0.02],
    [-0.16, 0.03],
    [-0.16, 0.1],
  ],
  0.045,
);
const trigger = move(turn(ring(0.028, 0.005), [90, 0, 0]), [0.06, 0, 0.02]);

const all: readonly Prop[] = [
  {
    names: ["pistol", "handgun", "gun", "glock", "firearm"],
    solid: union(
      move(box(0.22, 0.03, 0.045, 0.006), [-0.05, 0, 0.15]),
      move(box(0.03, 0.012, 0.014), [-0.14, 0, 0.195]),
      move(rod(0.02, 0.012), [-0.175, 0, 0.175]),
    ),
    material: gunMetal,
    others: [
      [
        "frame",
        union(
          move(box(0.2, 0.028, 0.026, 0.004), [-0.04, 0, 0.128]),
          move(turn(ring(0.024, 0.004), [90, 0, 0]), [-0.01, 0, 0.112]),
        ),
        black,
      ],
      ["grip", move(turn(grip(0.14), [0, 10, 0]), [0.015, 0, 0]), matte("#2a2521", 0.8)],
    ],
  },
  {
    names: ["revolver", "six shooter", "six-shooter", "cowboy gun", "magnum"],
    solid: union(
      move(rod(0.2, 0.013), [-0.24, 0, 0.17]),
      move(box(0.1, 0.03, 0.075, 0.01), [0, 0, 0.115]),
      move(turn(ring(0.026, 0.004), [90, 0, 0]), [0.0, 0, 0.1]),
      move(turn(box(0.014, 0.012, 0.04), [0, 30, 0]), [0.05, 0, 0.18]),
      move(box(0.012, 0.006, 0.018), [-0.235, 0, 0.18]),
    ),
    material: metal("#a9adb3", 0.22),
    others: [
      [
        "cylinder",
        move(
          cut(
            rod(0.07, 0.034),
            ...[0, 60, 120, 180, 240, 300].map((angle) =>
              turn(move(rod(0.2, 0.008), [-0.1, 0, 0.022]), [angle, 0, 0]),
            ),
          ),
          [-0.035, 0, 0.155],
        ),
        metal("#7d838b", 0.3),
      ],
      [
        "grip",
        move(
          hull(
            move(ball([0.02, 0.018, 0.02]), [0.05, 0, 0.12]),
            move(ball([0.026, 0.02, 0.02]), [0.1, 0, 0.03]),
          ),
          [0, 0, 0],
        ),
        wood,
      ],
    ],
  },
  {
    names: ["rifle", "sniper rifle", "hunting rifle", "musket", "carbine", "winchester"],
    solid: union(stock, move(box(0.3, 0.04, 0.04, 0.01), [-0.25, 0, 0.02])),
    material: wood,
    others: [
      [
        "barrel",
        union(
          move(rod(0.7, 0.013), [-0.82, 0, 0.085]),
          move(box(0.26, 0.036, 0.06, 0.008), [-0.02, 0, 0.07]),
          trigger,
        ),
        gunMetal,
      ],
      [
        "scope",
        union(
          move(rod(0.24, 0.02), [-0.14, 0, 0.175]),
          move(rod(0.04, 0.028, 0.02), [-0.17, 0, 0.175]),
          move(rod(0.04, 0.02, 0.027), [0.08, 0, 0.175]),
          at(box(0.02, 0.014, 0.05), [-0.08, 0, 0.12], [0.05, 0, 0.12]),
        ),
        black,
      ],
    ],
  },
  {
    names: ["shotgun", "double-barreled shotgun", "double barreled shotgun", "blunderbuss"],
    solid: union(stock, move(box(0.2, 0.05, 0.03, 0.01), [-0.35, 0, 0.04])),
    material: wood,
    others: [
      [
        "barrel",
        union(
          mirrored(move(rod(0.66, 0.014), [-0.78, 0.016, 0.09]), "y"),
          move(box(0.2, 0.044, 0.06, 0.008), [-0.02, 0, 0.06]),
          trigger,
        ),
        gunMetal,
      ],
    ],
  },
  {
    names: [
      "machine gun",
      "assault rifle",
      "submachine gun",
      "ak-47",
      "ak47",
      "m4",
      "m16",
      "tommy gun",
    ],
    solid: union(
      move(box(0.34, 0.05, 0.1, 0.01), [0, 0, 0]),
      move(rod(0.36, 0.012), [-0.52, 0, 0.06]),
      move(rod(0.06, 0.018), [-0.56, 0, 0.06]),
      move(box(0.2, 0.042, 0.06, 0.012), [-0.27, 0, 0.03]),
      move(box(0.02, 0.01, 0.06), [-0.42, 0, 0.07]),
      at(box(0.02, 0.014, 0.03), [-0.1, 0, 0.1], [0.1, 0, 0.1]),
      move(box(0.22, 0.03, 0.02), [0, 0, 0.125]),
    ),
    material: black,
    others: [
      [
        "magazine",
        move(
          turn(
            slab(
              [
                [0, 0],
                [0.06, 0],
                [0.1, -0.2],
                [0.03, -0.22],
              ]
                .map(([x, z]): [number, number] => [-(x ?? 0), z ?? 0])
                .toReversed(),
              0.032,
            ),
            [0, 0, 0],
          ),
          [-0.02, 0, 0.01],
        ),
        gunMetal,
      ],
      [
        "stock",
        union(
          slab(
            [
              [0.16, 0.08],
              [0.16, 0.03],
              [0.4, -0.04],
              [0.4, 0.08],
            ],
            0.036,
          ),
          move(turn(grip(0.12), [0, 14, 0]), [0.12, 0, -0.1]),
        ),
        wood,
      ],
    ],
  },
  {
    names: [
      "ray gun",
      "laser gun",
      "blaster",
      "laser pistol",
      "plasma gun",
      "plasma rifle",
      "laser rifle",
      "sci-fi gun",
      "space gun",
      "futuristic gun",
    ],
    solid: union(
      hull(
        move(ball([0.12, 0.055, 0.06]), [0.02, 0, 0.2]),
        move(ball([0.04, 0.035, 0.035]), [-0.14, 0, 0.21]),
      ),
      move(
        slab(
          [
            [0.02, 0.02],
            [0.08, 0],
            [0.1, 0.17],
            [0.03, 0.17],
          ],
          0.04,
        ),
        [0, 0, 0],
      ),
      move(
        slab(
          [
            [0, 0],
            [0.12, 0.08],
            [0.16, 0.05],
            [0.1, -0.02],
          ],
          0.012,
        ),
        [0.03, 0, 0.24],
      ),
    ),
    material: metal("#c8ccd4", 0.25),
    others: [
      [
        "barrel",
        union(
          move(rod(0.14, 0.018), [-0.28, 0, 0.21]),
          move(turn(ring(0.035, 0.008), [0, 90, 0]), [-0.18, 0, 0.21]),
          move(turn(ring(0.03, 0.008), [0, 90, 0]), [-0.22, 0, 0.21]),
          move(turn(ring(0.026, 0.008), [0, 90, 0]), [-0.26, 0, 0.21]),
        ),
        metal("#c8503a", 0.3),
      ],
      [
        "light",
        union(
          move(ball(0.026), [-0.3, 0, 0.21]),
          mirrored(move(ball([0.05, 0.02, 0.025]), [0.02, 0.045, 0.22]), "y"),
        ),
        glowing("#3fe0ff"),
      ],
    ],
  },
  {
    names: ["lightsaber", "light saber", "laser sword", "energy sword", "beam sword"],
    solid: turn(
      union(
        cylinder(0.28, 0.024),
        ...[0.03, 0.07, 0.11, 0.15].map((z) => move(cylinder(0.018, 0.029), [0, 0, z])),
        move(cylinder(0.03, 0.032, 0.026), [0, 0, 0.26]),
        move(box(0.02, 0.03, 0.05), [0.024, 0, 0.19]),
      ),
      [0, 14, 0],
    ),
    material: metal("#aeb3ba", 0.25),
    others: [
      [
        "blade",
        turn(
          move(union(cylinder(0.86, 0.018), move(ball(0.018), [0, 0, 0.86])), [0, 0, 0.28]),
          [0, 14, 0],
        ),
        glowing("#4ab8ff"),
      ],
    ],
  },
  {
    names: ["scythe", "grim reaper scythe", "sickle"],
    solid: turn(
      tube(
        [
          [0, 0, 0],
          [0.02, 0, 0.7],
          [0, 0, 1.5],
        ],
        0.02,
      ),
      [0, 8, 0],
    ),
    material: wood,
    others: [
      [
        "blade",
        move(
          slab(
            [
              [0.3, -0.05],
              [0.25, 0.02],
              [0, 0.07],
              [-0.35, 0.03],
              [-0.62, -0.18],
              [-0.32, -0.05],
              [0, -0.02],
            ],
            0.014,
          ),
          [0.1, 0, 1.44],
        ),
        steel,
      ],
    ],
  },
  {
    names: ["shuriken", "throwing star", "ninja star"],
    solid: move(
      turn(cut(prism(starOutline(4, 0.15, 0.045), 0.02), cylinder(0.1, 0.014)), [76, 0, 0]),
      [0, 0, 0.14],
    ),
    material: metal("#6d737c", 0.3),
  },
  {
    names: ["nunchucks", "nunchaku", "nunchuck"],
    solid: union(
      turn(move(cylinder(0.3, 0.016, 0.013), [-0.1, 0, 0]), [0, 10, 0]),
      turn(move(cylinder(0.3, 0.016, 0.013), [0.1, 0, 0]), [0, -10, 0]),
    ),
    material: wood,
    others: [
      [
        "chain",
        union(
          ...Array.from({ length: 7 }, (_, index) =>
            move(turn(scale(ring(0.011, 0.003), [1, 1.6, 1]), [90 * (index % 2), 0, 90]), [
              -0.051 + index * 0.017,
              0,
              0.29 + 0.012 * Math.sin((index / 6) * Math.PI),
            ]),
          ),
        ),
        steel,
      ],
    ],
  },
  {
    names: ["crossbow", "hand crossbow"],
    near: ["ballista"],
    solid: union(
      move(turn(box(0.05, 0.7, 0.05, 0.01), [0, 0, 0]), [0, 0, 0.2]),
      move(
        slab(
          [
            [-0.03, 0.12],
            [0.03, 0.12],
            [0.025, 0.2],
            [-0.025, 0.2],
          ],
          0.06,
        ),
        [0, 0.2, 0],
      ),
    ),
    material: wood,
    others: [
      [
        "bow",
        tube(
          smooth(
            [
              [0.36, 0.12],
              [0.2, 0.02],
              [0.001, -0.02],
            ],
            5,
          )
            .flatMap(([x, y]): Vec3[] => [[x, -0.34 + y, 0.24]])
            .concat(
              smooth(
                [
                  [0.001, -0.02],
                  [0.2, 0.02],
                  [0.36, 0.12],
                ],
                5,
              ).map(([x, y]): Vec3 => [-x, -0.34 + y, 0.24]),
            ),
          0.014,
        ),
        gunMetal,
      ],
      [
        "string",
        tube(
          [
            [-0.36, -0.22, 0.24],
            [0, 0.02, 0.26],
            [0.36, -0.22, 0.24],
          ],
          0.004,
        ),
        matte("#efe6cf"),
      ],
      [
        "bolt",
        union(
          move(turn(cylinder(0.5, 0.007), [90, 0, 0]), [0, 0.02, 0.262]),
          move(turn(cone(0.06, 0.016), [90, 0, 0]), [0, -0.46, 0.262]),
        ),
        steel,
      ],
    ],
  },
  {
    names: ["grenade", "hand grenade", "frag grenade"],
    solid: union(
      ...Array.from({ length: 6 }, (_, row) =>
        around(
          move(box(0.018, 0.022, 0.014, 0.004), [
            0.03 * Math.sin(0.55 + row * 0.42),
            0,
            0.012 + row * 0.015,
          ]),
          8,
        ),
      ),
      move(ball([0.032, 0.032, 0.05]), [0, 0, 0.052]),
    ),
    material: matte("#4f5a34", 0.7),
    others: [
      [
        "pin",
        union(
          move(cylinder(0.022, 0.012), [0, 0, 0.098]),
          slab(
            [
              [-0.01, 0.116],
              [0.03, 0.116],
              [0.052, 0.04],
              [0.045, 0.04],
              [0.022, 0.104],
              [-0.01, 0.104],
            ],
            0.012,
          ),
          move(turn(ring(0.016, 0.0026), [0, 90, 20]), [-0.03, 0, 0.106]),
        ),
        steel,
      ],
    ],
  },
  {
    names: ["dynamite", "stick of dynamite", "tnt", "dynamite bundle", "explosives"],
    solid: union(
      ...[
        [0, 0.042],
        [0.037, -0.021],
        [-0.037, -0.021],
      ].map(([x = 0, y = 0]) => move(cylinder(0.2, 0.022), [x, y, 0])),
    ),
    material: matte("#c4282c", 0.7),
    others: [
      [
        "band",
        move(
          hull(
            cylinder(0.03, 0.046),
            ...[
              [0, 0.044],
              [0.039, -0.022],
              [-0.039, -0.022],
            ].map(([x = 0, y = 0]) => move(cylinder(0.03, 0.0225), [x, y, 0])),
          ),
          [0, 0, 0.085],
        ),
        black,
      ],
      [
        "fuse",
        union(
          tube(
            [
              [0, 0.04, 0.2],
              [0.01, 0.03, 0.24],
              [0.05, 0.01, 0.26],
            ],
            0.004,
          ),
          ...[
            [0.037, -0.021],
            [-0.037, -0.021],
          ].map(([x = 0, y = 0]) =>
            tube(
              [
                [x, y, 0.2],
                [x, y, 0.21],
              ],
              0.005,
            ),
          ),
        ),
        matte("#d9cda8"),
      ],
      ["spark", move(ball(0.012), [0.052, 0.009, 0.264]), glowing("#ffb63a")],
    ],
  },
  {
    names: ["bazooka", "rocket launcher", "rpg launcher"],
    solid: union(
      cut(move(rod(1.1, 0.055), [-0.55, 0, 0.3]), move(rod(1.4, 0.042), [-0.7, 0, 0.3])),
      move(rod(0.1, 0.075, 0.055), [-0.58, 0, 0.3]),
      move(rod(0.14, 0.055, 0.085), [0.46, 0, 0.3]),
    ),
    material: matte("#5a633c", 0.7),
    others: [
      [
        "grip",
        union(
          move(grip(0.16), [-0.12, 0, 0.1]),
          move(grip(0.16), [0.12, 0, 0.1]),
          move(box(0.05, 0.03, 0.1, 0.01), [-0.2, 0, 0.34]),
        ),
        black,
      ],
    ],
  },
  {
    names: ["catapult", "trebuchet", "siege engine", "mangonel"],
    solid: union(
      mirrored(move(box(0.16, 2.4, 0.16, 0.02), [0.6, 0, 0.3]), "x"),
      ...[-1, 0, 1].map((y) => move(box(1.3, 0.14, 0.14, 0.02), [0, y, 0.31])),
      mirrored(
        hull(
          move(box(0.14, 0.14, 0.1), [0.6, 0.5, 0.4]),
          move(box(0.14, 0.14, 0.1), [0.6, 0.1, 1.5]),
        ),
        "x",
      ),
      mirrored(
        hull(
          move(box(0.14, 0.14, 0.1), [0.6, -0.5, 0.4]),
          move(box(0.14, 0.14, 0.1), [0.6, 0, 1.5]),
        ),
        "x",
      ),
      move(turn(cylinder(1.3, 0.08), [0, 90, 0]), [-0.65, 0.05, 1.5]),
      tube(
        [
          [0, 0.15, 0.5],
          [0, -0.2, 1.2],
          [0, -0.7, 2.3],
        ],
        [0.09, 0.08, 0.07],
      ),
    ),
    material: wood,
    others: [
      [
        "wheel",
        mirrored(
          union(
            ...[-0.9, 0.9].map((y) =>
              move(
                turn(
                  union(
                    cut(cylinder(0.1, 0.32), move(cylinder(0.3, 0.22), [0, 0, -0.1])),
                    cylinder(0.11, 0.07),
                    ...[0, 45, 90, 135].map((angle) =>
                      turn(move(box(0.5, 0.05, 0.06), [0, 0, 0.02]), [0, 0, angle]),
                    ),
                  ),
                  [0, 90, 0],
                ),
                [0.7, y, 0.32],
              ),
            ),
          ),
          "x",
        ),
        matte("#5b3a1f", 0.7),
      ],
      [
        "bucket",
        move(
          turn(
            lathe(
              smooth([
                [0, 0],
                [0.2, 0.03],
                [0.26, 0.16],
                [0.22, 0.16],
                [0.17, 0.06],
                [0, 0.05],
              ]),
            ),
            [40, 0, 0],
          ),
          [0, -0.78, 2.3],
        ),
        matte("#5b3a1f", 0.7),
      ],
      ["stone", move(ball(0.18), [0, -0.86, 2.45]), matte("#8d8d88", 0.95)],
    ],
  },
  {
    names: [
      "war hammer",
      "warhammer",
      "battle hammer",
      "mjolnir",
      "thor's hammer",
      "thor hammer",
      "sledgehammer",
      "sledge hammer",
    ],
    solid: turn(
      union(
        move(box(0.36, 0.19, 0.19, 0.02), [0, 0, 0.74]),
        mirrored(move(box(0.04, 0.21, 0.21, 0.01), [0.17, 0, 0.73]), "x"),
      ),
      [0, 10, 0],
    ),
    material: metal("#8a9099", 0.35),
    others: [
      [
        "handle",
        turn(union(cylinder(0.76, 0.022), move(ball(0.035), [0, 0, 0.02])), [0, 10, 0]),
        wood,
      ],
      [
        "grip",
        turn(
          union(
            ...[0.08, 0.13, 0.18, 0.23, 0.28].map((z) =>
              move(turn(ring(0.023, 0.006), [12, 0, 0]), [0, 0, z]),
            ),
          ),
          [0, 10, 0],
        ),
        matte("#4a2f1d", 0.8),
      ],
    ],
  },
  {
    names: ["breastplate", "chestplate", "suit of armor", "cuirass", "chainmail", "armor"],
    solid: cut(
      union(
        hull(
          move(box(0.42, 0.24, 0.05, 0.02), [0, 0, 0.36]),
          move(scale(ball(0.25), [1, 0.66, 0.8]), [0, 0, 0.66]),
        ),
        hull(
          move(box(0.4, 0.22, 0.04, 0.02), [0, 0, 0.36]),
          move(box(0.52, 0.3, 0.02, 0.01), [0, 0, 0.18]),
        ),
        mirrored(move(ball([0.13, 0.14, 0.11]), [0.28, 0, 0.76]), "x"),
      ),
      move(cylinder(0.3, 0.12), [0, 0, 0.72]),
      move(box(0.42, 0.2, 0.4, 0.05), [0, 0, 0.1]),
    ),
    material: metal("#b2b8c0", 0.28),
    others: [
      [
        "trim",
        union(
          move(scale(ring(0.12, 0.012), [1, 0.9, 1]), [0, 0, 0.84]),
          move(scale(ring(0.213, 0.013), [1, 0.6, 1]), [0, 0, 0.37]),
        ),
        brass,
      ],
      ["stand", union(move(cylinder(0.2, 0.02), [0, 0, 0.02]), cylinder(0.03, 0.2)), wood],
    ],
  },
  {
    names: ["archery target", "bullseye", "dart target"],
    solid: union(
      ...[0.5, 0.3, 0.1].map((radius, index) =>
        move(turn(cylinder(0.06 + index * 0.02, radius), [90, 0, 0]), [0, 0, 0.9]),
      ),
    ),
    material: matte("#c8262f", 0.8),
    others: [
      [
        "ring",
        union(
          ...[0.4, 0.2].map((radius, index) =>
            move(turn(cylinder(0.07 + index * 0.02, radius), [90, 0, 0]), [0, 0, 0.9]),
          ),
        ),
        matte("#f6f3ec", 0.8),
      ],
      [
        "stand",
        union(
          mirrored(
            hull(
              move(box(0.05, 0.05, 0.02), [0.34, 0.02, 0]),
              move(box(0.05, 0.05, 0.02), [0.1, 0.04, 1.4]),
            ),
            "x",
          ),
          hull(
            move(box(0.05, 0.05, 0.02), [0, 0.5, 0]),
            move(box(0.05, 0.05, 0.02), [0, 0.05, 1.4]),
          ),
        ),
        wood,
      ],
    ],
  },
  {
    names: ["quiver", "quiver of arrows"],
    solid: turn(
      cut(cylinder(0.52, 0.07, 0.085), move(cylinder(0.6, 0.06, 0.075), [0, 0, 0.03])),
      [0, 10, 0],
    ),
    material: matte("#6b4226", 0.7),
    others: [
      [
        "arrow",
        turn(
          union(
            ...[
              [0, 0],
              [0.035, 0.02],
              [-0.03, 0.03],
              [0.01, -0.04],
              [-0.04, -0.02],
            ].map(([x = 0, y = 0], index) =>
              move(
                union(
                  cylinder(0.62, 0.005),
                  ...[0, 120, 240].map((angle) =>
                    turn(move(box(0.03, 0.003, 0.1), [0.016, 0, 0.5]), [0, 0, angle]),
                  ),
                ),
                [x, y, 0.06 + 0.02 * index],
              ),
            ),
          ),
          [0, 10, 0],
        ),
        matte("#c8503a", 0.8),
      ],
      [
        "strap",
        turn(
          move(turn(scale(ring(0.26, 0.013), [0.5, 1, 1]), [90, 0, 0]), [0.1, 0, 0.26]),
          [0, 10, 0],
        ),
        matte("#4a2f1d", 0.8),
      ],
    ],
  },
  {
    names: ["handcuffs", "shackles", "manacles", "cuffs"],
    solid: mirrored(
      move(
        turn(
          union(ring(0.04, 0.007), move(box(0.03, 0.02, 0.016, 0.004), [-0.035, 0, -0.008])),
          [70, 0, 0],
        ),
        [0.075, 0, 0.045],
      ),
      "x",
    ),
    material: steel,
    others: [
      [
        "chain",
        union(
          ...[-1, 0, 1].map((index) =>
            move(turn(scale(ring(0.011, 0.003), [1.4, 1, 1]), [90 * index, 0, 0]), [
              index * 0.02,
              -0.005,
              0.045,
            ]),
          ),
        ),
        steel,
      ],
    ],
  },
  {
    names: ["bullet", "cartridge", "ammo", "ammunition", "bullets"],
    solid: at(
      union(cylinder(0.05, 0.014), cylinder(0.004, 0.016)),
      [-0.05, 0, 0],
      [0, 0.02, 0],
      [0.05, 0, 0],
    ),
    material: brass,
    others: [
      [
        "tip",
        at(
          lathe([
            ...smooth(
              [
                [0.0135, 0],
                [0.012, 0.016],
                [0.001, 0.032],
              ],
              5,
            ),
            [0, 0],
          ]),
          [-0.05, 0, 0.05],
          [0, 0.02, 0.05],
          [0.05, 0, 0.05],
        ),
        metal("#b0673a", 0.3),
      ],
    ],
  },
  {
    names: ["coil of rope", "rope", "lasso", "rope coil"],
    solid: union(
      ...Array.from({ length: 5 }, (_, index) =>
        move(
          turn(ring(0.16 + 0.008 * (index % 2), 0.016), [4 * (index % 3) - 4, 3 * (index % 2), 0]),
          [0, 0, 0.016 + index * 0.028],
        ),
      ),
      tube(
        [
          [0.16, 0, 0.12],
          [0.2, -0.1, 0.04],
          [0.26, -0.16, 0.016],
          [0.34, -0.14, 0.016],
        ],
        0.016,
      ),
    ),
    material: { ...matte("#c9a566", 0.95), layers: [{ name: "weave" }] },
  },
  {
    names: ["chain", "iron chain", "metal chain", "chain link"],
    solid: union(
      ...Array.from({ length: 7 }, (_, index) =>
        move(turn(scale(ring(0.05, 0.013), [1.5, 1, 1]), [index % 2 === 0 ? 20 : 100, 0, 0]), [
          index * 0.1 - 0.3,
          0,
          0.065,
        ]),
      ),
    ),
    material: metal("#8d9299", 0.35),
  },
  {
    names: ["barbed wire", "coil of barbed wire"],
    solid: union(
      ...Array.from({ length: 5 }, (_, index) =>
        move(turn(ring(0.2, 0.006), [86, 6 * index, 10 * index - 20]), [
          index * 0.08 - 0.16,
          0,
          0.2,
        ]),
      ),
      ...Array.from({ length: 40 }, (_, index) =>
        move(turn(scale(ball(0.008), [1, 1, 4]), [index * 47, index * 31, 0]), [
          ((index % 5) - 2) * 0.08,
          0.2 * Math.sin(index * 0.8) * 0.15,
          0.2 + 0.2 * Math.sin(index * 0.8),
        ]),
      ),
    ),
    material: metal("#8d9299", 0.5),
  },
];

export const arms: readonly Family[] = all.map(toFamily);
