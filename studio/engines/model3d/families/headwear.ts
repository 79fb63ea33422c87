import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  chain,
  cone,
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

import { gold } from "./materials.ts";

/** A hat or a helmet: its body in the requested colour, and trim that a prompt may name. */
interface Headwear {
  readonly names: readonly string[];
  readonly near?: readonly string[];
  readonly body: Solid;
  readonly material: Material;
  readonly trims: readonly (readonly [name: string, solid: Solid, material: Material])[];
}

function toFamily({ names, near, body, material, trims }: Headwear): Family {
  return {
    names,
    ...(near === undefined ? {} : { near }),
    parts: [...new Set(trims.map(([name]) => name))],
    build: ({ main, detail }) => [
      part(body, main(material)),
      ...trims.map(([name, solid, own]) => part(solid, detail(name, own))),
    ],
  };
}

const visorGlass = glass("#2a3a52", 0.9);
const black = matte("#1f2024", 0.6);

/** The upper part of a hollow ball of radii, above the ground. */
function dome(radii: Vec3, wall: number): Solid {
  const [x, y, z] = radii;
  return cut(ball(radii), ball([x - wall, y - wall, z - wall]), move(box(3, 3, 2), [0, 0, -2]));
}

/** A shell around the whole head, open for the neck and the face. */
function shell(opening: Solid): Solid {
  return cut(
    move(ball([0.15, 0.17, 0.165]), [0, 0, 0.155]),
    move(ball([0.13, 0.15, 0.145]), [0, 0, 0.155]),
    move(box(1, 1, 0.5), [0, 0, -0.48]),
    opening,
  );
}

const hats: readonly Headwear[] = [
  {
    names: [
      "hard hat",
      "construction helmet",
      "safety helmet",
      "construction hat",
      "builder's helmet",
    ],
    body: union(
      dome([0.13, 0.155, 0.13], 0.006),
      hull(
        move(scale(cylinder(0.01, 0.14), [1, 1.15, 1]), [0, 0, 0]),
        move(scale(cylinder(0.006, 0.1), [1, 0.7, 1]), [0, -0.13, 0]),
      ),
      scale(ring(0.138, 0.008), [1, 1.17, 1]),
    ),
    material: glossy("#f2c21c"),
    trims: [
      [
        "ridge",
        union(
          ...[-0.035, 0, 0.035].map((x) =>
            cut(
              move(scale(ball([0.008, 0.156, 0.134]), [1, 1, 1]), [x, 0, 0.003]),
              move(box(1, 1, 1), [0, 0, -1]),
            ),
          ),
        ),
        glossy("#e0ad10"),
      ],
    ],
  },
  {
    names: ["chef hat", "chef's hat", "chefs hat", "toque", "cook hat", "cook's hat"],
    body: union(
      cylinder(0.11, 0.105, 0.11),
      ...Array.from({ length: 9 }, (_, index) =>
        turn(move(ball([0.06, 0.06, 0.055]), [0.095, 0, 0.16]), [0, 0, index * 40]),
      ),
      move(ball([0.11, 0.11, 0.07]), [0, 0, 0.175]),
    ),
    material: matte("#fbfaf7", 0.95),
    trims: [["band", move(cylinder(0.012, 0.1065), [0, 0, 0]), matte("#e4e2dc", 0.95)]],
  },
  {
    names: ["party hat", "birthday hat"],
    body: move(cone(0.19, 0.075), [0, 0, 0]),
    material: glossy("#e23b8b"),
    trims: [
      [
        "pompom",
        move(around(move(ball(0.014), [0.008, 0, 0]), 5), [0, 0, 0.192]),
        matte("#f7d23c", 0.95),
      ],
      [
        "stripe",
        union(
          ...[0.03, 0.075, 0.12].map((z) =>
            cut(
              move(cylinder(0.016, 0.0765 * (1 - z / 0.19), 0.0765 * (1 - (z + 0.016) / 0.19)), [
                0,
                0,
                z,
              ]),
            ),
          ),
        ),
        glossy("#3aa6dd"),
      ],
    ],
  },
  {
    names: ["santa hat", "christmas hat", "santa claus hat", "elf hat", "sleeping cap"],
    body: chain([
      move(cylinder(0.02, 0.125, 0.12), [0, 0, 0.03]),
      move(ball(0.095), [0.01, 0, 0.12]),
      move(ball(0.06), [0.06, 0, 0.19]),
      move(ball(0.035), [0.13, 0, 0.19]),
      move(ball(0.018), [0.18, 0, 0.13]),
    ]),
    material: matte("#c8202b", 0.95),
    trims: [
      ["brim", move(scale(ring(0.122, 0.032), [1, 1, 1]), [0, 0, 0.03]), matte("#fbfaf6", 1)],
      ["pompom", move(ball(0.042), [0.195, 0, 0.095]), matte("#fbfaf6", 1)],
    ],
  },
  {
    names: ["graduation cap", "mortarboard", "graduation hat", "academic cap", "grad cap"],
    body: union(
      lathe(
        smooth([
          [0, 0],
          [0.095, 0],
          [0.1, 0.06],
          [0.08, 0.085],
          [0, 0.085],
        ]),
      ),
      move(turn(box(0.25, 0.25, 0.012, 0.003), [0, 0, 30]), [0, 0, 0.085]),
    ),
    material: matte("#1e1f25", 0.8),
    trims: [
      [
        "tassel",
        union(
          move(cylinder(0.008, 0.012), [0, 0, 0.096]),
          tube(
            [
              [0, 0, 0.1],
              [-0.1, -0.09, 0.1],
              [-0.115, -0.1, 0.07],
            ],
            0.0035,
          ),
          move(cylinder(0.07, 0.013, 0.006), [-0.116, -0.101, 0]),
        ),
        matte("#e0aa2a", 0.8),
      ],
    ],
  },
  {
    names: ["fez", "tarboosh", "fez hat"],
    body: cylinder(0.13, 0.1, 0.08),
    material: matte("#a8202c", 0.95),
    trims: [
      [
        "tassel",
        union(
          move(ball(0.01), [0, 0, 0.13]),
          tube(
            [
              [0, 0, 0.134],
              [0.07, -0.04, 0.134],
              [0.088, -0.05, 0.1],
            ],
            0.003,
          ),
          move(cylinder(0.055, 0.012, 0.005), [0.09, -0.051, 0.05]),
        ),
        matte("#1f2024", 0.9),
      ],
    ],
  },
  {
    names: ["pirate hat", "tricorn hat", "tricorne", "captain hat", "tricorn"],
    body: union(
      move(ball([0.11, 0.11, 0.1]), [0, 0, 0.03]),
      ...[0, 120, 240].map((angle) =>
        turn(
          hull(
            move(turn(ball([0.17, 0.012, 0.02]), [0, 0, 0]), [0, -0.075, 0.012]),
            move(ball([0.09, 0.008, 0.02]), [0, -0.115, 0.14]),
          ),
          [0, 0, angle],
        ),
      ),
    ),
    material: matte("#26232a", 0.85),
    trims: [
      [
        "trim",
        union(
          ...[0, 120, 240].map((angle) =>
            turn(
              tube(
                [
                  [-0.16, -0.078, 0.012],
                  [-0.09, -0.118, 0.145],
                  [0, -0.125, 0.162],
                  [0.09, -0.118, 0.145],
                  [0.16, -0.078, 0.012],
                ],
                0.006,
              ),
              [0, 0, angle],
            ),
          ),
        ),
        gold,
      ],
      [
        "skull",
        move(
          turn(
            union(
              move(ball([0.026, 0.01, 0.026]), [0, 0, 0.015]),
              move(box(0.026, 0.012, 0.02, 0.005), [0, 0, -0.022]),
              ...[40, -40]
                .map((degrees) =>
                  turn(
                    union(
                      turn(move(cylinder(0.09, 0.005), [0, 0, -0.045]), [0, 90, 0]),
                      mirrored(move(ball(0.009), [0.045, 0, 0]), "x"),
                    ),
                    [0, degrees, 0],
                  ),
                )
                .map((solid) => move(solid, [0, 0.004, -0.01])),
            ),
            [15, 0, 0],
          ),
          [0, -0.122, 0.085],
        ),
        matte("#f6f3ea", 0.6),
      ],
      [
        "eye",
        move(
          turn(mirrored(move(ball([0.007, 0.006, 0.008]), [0.01, -0.009, 0.014]), "x"), [15, 0, 0]),
          [0, -0.122, 0.085],
        ),
        black,
      ],
    ],
  },
  {
    names: ["sombrero", "mexican hat"],
    body: union(
      lathe(
        smooth([
          [0, 0],
          [0.27, 0],
          [0.33, 0.045],
          [0.345, 0.09],
          [0.335, 0.085],
          [0.27, 0.012],
          [0.11, 0.016],
          [0.095, 0.1],
          [0.04, 0.2],
          [0, 0.21],
        ]),
      ),
    ),
    material: matte("#e2bd6a", 0.95),
    trims: [
      [
        "band",
        union(
          move(ring(0.335, 0.011), [0, 0, 0.086]),
          move(cylinder(0.03, 0.108, 0.104), [0, 0, 0.022]),
        ),
        matte("#c4262e", 0.8),
      ],
      [
        "pattern",
        union(
          move(ring(0.25, 0.007), [0, 0, 0.012]),
          move(around(move(ball(0.014), [0.345, 0, 0]), 16), [0, 0, 0.092]),
        ),
        matte("#2f8a4e", 0.8),
      ],
    ],
  },
  {
    names: ["jester hat", "joker hat", "fool's cap", "jester's hat"],
    body: union(
      move(cylinder(0.05, 0.11), [0, 0, 0.015]),
      chain([
        move(ball(0.09), [0.03, 0, 0.08]),
        move(ball(0.055), [0.12, 0, 0.17]),
        move(ball(0.032), [0.2, 0, 0.13]),
        move(ball(0.014), [0.225, 0, 0.06]),
      ]),
    ),
    material: matte("#7a2fae", 0.9),
    trims: [
      [
        "side",
        chain([
          move(ball(0.09), [-0.03, 0, 0.08]),
          move(ball(0.055), [-0.12, 0, 0.17]),
          move(ball(0.032), [-0.2, 0, 0.13]),
          move(ball(0.014), [-0.225, 0, 0.06]),
        ]),
        matte("#e0b02c", 0.9),
      ],
      [
        "middle",
        chain([
          move(ball(0.085), [0, 0.02, 0.09]),
          move(ball(0.055), [0, 0.03, 0.19]),
          move(ball(0.03), [0, -0.02, 0.25]),
          move(ball(0.014), [0, -0.08, 0.24]),
        ]),
        matte("#2f8a4e", 0.9),
      ],
      ["bell", at(ball(0.022), [0.228, 0, 0.045], [-0.228, 0, 0.045], [0, -0.095, 0.235]), gold],
      ["brim", move(ring(0.11, 0.02), [0, 0, 0.02]), matte("#e0b02c", 0.9)],
    ],
  },
  {
    names: ["football helmet", "american football helmet"],
    body: union(
      shell(
        hull(
          move(box(0.2, 0.1, 0.12, 0.02), [0, -0.17, 0.03]),
          move(box(0.24, 0.1, 0.02), [0, -0.15, 0]),
        ),
      ),
      mirrored(move(turn(cylinder(0.03, 0.06), [0, 90, 0]), [0.125, -0.02, 0.1]), "x"),
    ),
    material: glossy("#2a4fa8"),
    trims: [
      [
        "stripe",
        cut(
          move(ball([0.022, 0.1715, 0.167]), [0, 0, 0.155]),
          move(ball([0.2, 0.165, 0.16]), [0, 0, 0.155]),
          move(box(1, 1, 0.6), [0, 0, -0.44]),
        ),
        glossy("#f5f4f0"),
      ],
      [
        "cage",
        union(
          ...[0.045, 0.085, 0.12].map((z) =>
            tube(
              [
                [-0.13, -0.05, z + 0.01],
                [-0.1, -0.17, z],
                [0, -0.215, z],
                [0.1, -0.17, z],
                [0.13, -0.05, z + 0.01],
              ],
              0.007,
            ),
          ),
          ...[-0.05, 0.05].map((x) =>
            tube(
              [
                [x, -0.2, 0.045],
                [x, -0.2, 0.12],
              ],
              0.006,
            ),
          ),
        ),
        metal("#c9cdd2", 0.3),
      ],
    ],
  },
  {
    names: ["motorcycle helmet", "motorbike helmet", "racing helmet", "biker helmet"],
    body: union(
      shell(
        hull(
          move(box(0.24, 0.12, 0.09, 0.03), [0, -0.15, 0.125]),
          move(box(0.24, 0.02, 0.08, 0.02), [0, -0.08, 0.13]),
        ),
      ),
      move(
        hull(
          move(box(0.12, 0.04, 0.05, 0.02), [0, -0.15, 0.03]),
          move(box(0.22, 0.04, 0.05, 0.02), [0, -0.09, 0.03]),
        ),
        [0, 0, 0.01],
      ),
    ),
    material: glossy("#c9252d"),
    trims: [
      [
        "visor",
        cut(
          move(ball([0.146, 0.166, 0.155]), [0, 0, 0.16]),
          move(ball([0.138, 0.158, 0.147]), [0, 0, 0.16]),
          move(box(1, 1, 0.5), [0, 0, -0.375]),
          move(box(1, 1, 0.5), [0, 0, 0.215]),
          move(box(1, 0.6, 1), [0, 0.26, 0]),
        ),
        visorGlass,
      ],
      [
        "stripe",
        cut(
          move(ball([0.026, 0.1715, 0.1665]), [0, 0, 0.155]),
          move(ball([0.2, 0.165, 0.16]), [0, 0, 0.155]),
          move(box(1, 1, 0.7), [0, 0, -0.47]),
        ),
        glossy("#f5f4f0"),
      ],
    ],
  },
  {
    names: ["astronaut helmet", "space helmet", "spaceman helmet", "astronaut's helmet"],
    body: union(
      cut(
        move(ball([0.17, 0.175, 0.17]), [0, 0, 0.19]),
        move(ball([0.155, 0.16, 0.155]), [0, 0, 0.19]),
        move(scale(ball(0.13), [1, 1, 0.85]), [0, -0.13, 0.19]),
      ),
      cylinder(0.04, 0.135, 0.125),
      move(ring(0.13, 0.014), [0, 0, 0.02]),
      mirrored(move(turn(cylinder(0.04, 0.045), [0, 90, 0]), [0.145, 0, 0.19]), "x"),
    ),
    material: glossy("#f3f4f4"),
    trims: [
      [
        "visor",
        move(scale(ball(0.152), [0.94, 1.02, 0.9]), [0, -0.012, 0.19]),
        metal("#c98f2c", 0.12),
      ],
    ],
  },
  {
    names: ["diving helmet", "diver helmet", "deep sea diving helmet", "diver's helmet"],
    body: union(
      cut(
        move(ball([0.16, 0.16, 0.17]), [0, 0, 0.24]),
        move(turn(cylinder(0.5, 0.075), [90, 0, 0]), [0, 0, 0.26]),
      ),
      lathe(
        smooth([
          [0, 0],
          [0.19, 0],
          [0.2, 0.02],
          [0.15, 0.08],
          [0.12, 0.1],
          [0, 0.1],
        ]),
      ),
      ...[0, 90, 270].map((angle) =>
        turn(
          move(
            turn(cut(cylinder(0.05, 0.075), move(cylinder(0.1, 0.055), [0, 0, 0.02])), [90, 0, 0]),
            [0, -0.13, 0.26],
          ),
          [0, 0, angle],
        ),
      ),
      move(around(move(ball(0.014), [0.175, 0, 0]), 10), [0, 0, 0.045]),
    ),
    material: metal("#b9793a", 0.32),
    trims: [
      [
        "window",
        union(
          ...[0, 90, 270].map((angle) =>
            turn(move(turn(cylinder(0.01, 0.057), [90, 0, 0]), [0, -0.135, 0.26]), [0, 0, angle]),
          ),
        ),
        glass("#9cc6cf", 0.8),
      ],
      [
        "bars",
        union(
          ...[0, 90, 270].map((angle) =>
            turn(
              move(
                turn(union(box(0.11, 0.012, 0.01), box(0.012, 0.11, 0.01)), [90, 0, 0]),
                [0, -0.165, 0.26],
              ),
              [0, 0, angle],
            ),
          ),
        ),
        metal("#d3a94f", 0.3),
      ],
    ],
  },
  {
    names: [
      "spartan helmet",
      "greek helmet",
      "gladiator helmet",
      "corinthian helmet",
      "roman helmet",
      "trojan helmet",
    ],
    body: cut(
      union(
        hull(
          move(ball([0.12, 0.145, 0.12]), [0, 0, 0.2]),
          move(scale(cylinder(0.01, 0.11), [1, 1.15, 1]), [0, 0.01, 0]),
        ),
        mirrored(
          hull(
            move(box(0.03, 0.06, 0.1, 0.01), [0.06, -0.13, 0.06]),
            move(box(0.02, 0.03, 0.02, 0.008), [0.035, -0.15, -0.02]),
          ),
          "x",
        ),
      ),
      hull(
        move(ball([0.105, 0.13, 0.105]), [0, 0.005, 0.2]),
        move(scale(cylinder(0.01, 0.1), [1, 1.15, 1]), [0, 0.01, -0.03]),
      ),
      move(box(0.02, 0.3, 0.16, 0.008), [0, -0.17, -0.03]),
      mirrored(move(turn(box(0.055, 0.3, 0.036, 0.016), [0, 14, 0]), [0.05, -0.17, 0.165]), "x"),
    ),
    material: metal("#b8843c", 0.28),
    trims: [
      [
        "plume",
        union(
          move(
            turn(
              cut(
                cylinder(0.03, 0.21),
                move(cylinder(0.1, 0.135), [0, 0, -0.03]),
                move(box(1, 1, 1), [0, -0.56, -0.4]),
              ),
              [90, 0, 90],
            ),
            [-0.015, 0.01, 0.2],
          ),
        ),
        matte("#b3202a", 0.95),
      ],
    ],
  },
  {
    names: ["bicycle helmet", "bike helmet", "cycling helmet"],
    body: cut(
      hull(
        move(ball([0.125, 0.15, 0.11]), [0, 0, 0.03]),
        move(ball([0.07, 0.06, 0.04]), [0, 0.14, 0.03]),
      ),
      move(ball([0.105, 0.135, 0.095]), [0, 0, 0.01]),
      move(box(1, 1, 0.5), [0, 0, -0.49]),
      ...[-0.075, -0.03, 0.03, 0.075].flatMap((x) => [
        move(
          hull(move(ball(0.012), [x, -0.1, 0.12]), move(ball(0.012), [x * 0.85, 0, 0.15])),
          [0, 0, -0.02],
        ),
        hull(move(ball(0.012), [x * 0.85, 0.06, 0.12]), move(ball(0.012), [x * 0.6, 0.16, 0.08])),
      ]),
    ),
    material: glossy("#2f8fc0"),
    trims: [
      [
        "strap",
        union(
          mirrored(
            tube(
              [
                [0.11, -0.04, 0.02],
                [0.09, -0.03, -0.08],
                [0, -0.04, -0.12],
              ],
              0.006,
            ),
            "x",
          ),
          mirrored(
            tube(
              [
                [0.11, 0.05, 0.02],
                [0.09, -0.03, -0.08],
              ],
              0.006,
            ),
            "x",
          ),
        ),
        black,
      ],
    ],
  },
  {
    names: ["samurai helmet", "kabuto"],
    body: union(
      dome([0.13, 0.145, 0.13], 0.012),
      ...[0, 1, 2, 3].map((row) =>
        cut(
          scale(
            move(cylinder(0.034, 0.185 - row * 0.014, 0.165 - row * 0.014), [
              0,
              0,
              -0.11 + row * 0.032,
            ]),
            [1, 1.1, 1],
          ),
          scale(move(cylinder(0.2, 0.165 - row * 0.014), [0, 0, -0.2]), [1, 1.1, 1]),
          move(box(0.2, 0.3, 0.5), [0, -0.2, -0.3]),
        ),
      ),
      move(
        hull(
          move(box(0.22, 0.02, 0.01), [0, 0, 0]),
          move(box(0.16, 0.02, 0.01), [0, -0.06, -0.02]),
        ),
        [0, -0.13, 0],
      ),
    ),
    material: matte("#8f1f26", 0.4),
    trims: [
      [
        "horn",
        mirrored(
          tube(
            smooth([
              [0.01, 0.04],
              [0.08, 0.09],
              [0.12, 0.17],
              [0.11, 0.25],
            ]).map(([x, z]): Vec3 => [x, -0.14, z]),
            [
              0.018, 0.018, 0.017, 0.016, 0.015, 0.014, 0.013, 0.012, 0.01, 0.009, 0.007, 0.005,
              0.003,
            ],
          ),
          "x",
        ),
        gold,
      ],
      [
        "crest",
        union(
          move(turn(cylinder(0.012, 0.034), [90, 0, 0]), [0, -0.135, 0.055]),
          move(ball(0.016), [0, 0, 0.132]),
        ),
        gold,
      ],
      [
        "rim",
        union(
          ...[-40, -20, 0, 20, 40].map((degrees) =>
            turn(cut(ball([0.134, 0.006, 0.134]), move(box(1, 1, 1), [0, 0, -1])), [
              0,
              0,
              degrees * 2,
            ]),
          ),
        ),
        black,
      ],
    ],
  },
];

const plague: Family = {
  names: ["plague doctor mask", "plague mask", "beak mask"],
  parts: ["lens", "lenses", "strap"],
  build: ({ main, detail }) => [
    part(
      union(
        chain([
          move(ball([0.1, 0.09, 0.13]), [0, 0, 0.16]),
          move(ball([0.06, 0.06, 0.07]), [0, -0.1, 0.13]),
          move(ball([0.034, 0.04, 0.04]), [0, -0.2, 0.085]),
          move(ball(0.012), [0, -0.3, 0.02]),
        ]),
      ),
      main(matte("#4a2f1e", 0.6)),
    ),
    part(
      mirrored(
        union(
          move(turn(ring(0.034, 0.008), [76, 0, 22]), [0.054, -0.078, 0.2]),
          ...Array.from({ length: 5 }, (_, index) =>
            move(ball(0.005), [0.05 - index * 0.006, -0.12 - index * 0.03, 0.12 - index * 0.014]),
          ),
        ),
        "x",
      ),
      metal("#b98b45", 0.3),
    ),
    part(
      mirrored(move(turn(scale(ball(0.032), [1, 1, 0.5]), [76, 0, 22]), [0.053, -0.076, 0.2]), "x"),
      detail("lens", detail("lenses", glass("#a3202a", 0.85))),
    ),
    part(
      move(scale(ring(0.1, 0.008), [1, 0.92, 1]), [0, 0.002, 0.17]),
      detail("strap", matte("#1f1712", 0.7)),
    ),
  ],
};

const gasMask: Family = {
  names: ["gas mask", "respirator", "respirator mask"],
  parts: ["filter", "lens", "lenses", "strap"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.09, 0.08, 0.1]), [0, 0, 0.19]),
          move(ball([0.055, 0.06, 0.05]), [0, -0.04, 0.08]),
        ),
        move(turn(cylinder(0.05, 0.035), [90, 0, 0]), [0, -0.07, 0.085]),
      ),
      main(matte("#3c4139", 0.8)),
    ),
    part(
      mirrored(
        move(
          turn(
            union(cylinder(0.05, 0.045, 0.042), move(ring(0.043, 0.004), [0, 0, 0.04])),
            [90, 0, 32],
          ),
          [0.055, -0.062, 0.075],
        ),
        "x",
      ),
      detail("filter", metal("#6d7467", 0.45)),
    ),
    part(
      mirrored(move(turn(ring(0.035, 0.008), [84, 0, 16]), [0.044, -0.075, 0.2]), "x"),
      metal("#9aa0a3", 0.35),
    ),
    part(
      mirrored(
        move(turn(scale(ball(0.033), [1, 1, 0.45]), [84, 0, 16]), [0.044, -0.074, 0.2]),
        "x",
      ),
      detail("lens", detail("lenses", glass("#9fb9b4", 0.85))),
    ),
    part(
      union(
        move(scale(ring(0.088, 0.007), [1, 0.95, 1]), [0, 0.004, 0.22]),
        move(turn(scale(ring(0.09, 0.007), [1, 1, 1]), [50, 0, 0]), [0, 0.012, 0.2]),
      ),
      detail("strap", matte("#1f2220", 0.7)),
    ),
  ],
};

const hockeyMask: Family = {
  names: ["hockey mask", "goalie mask"],
  parts: ["strap"],
  build: ({ main, detail }) => {
    const holes: Vec3[] = [
      [0, 0.25],
      [-0.03, 0.235],
      [0.03, 0.235],
      [-0.055, 0.21],
      [0.055, 0.21],
      [-0.02, 0.1],
      [0.02, 0.1],
      [-0.02, 0.07],
      [0.02, 0.07],
      [-0.045, 0.085],
      [0.045, 0.085],
      [0, 0.055],
    ].map(([x = 0, z = 0]) => [x, 0.05, z]);
    return [
      part(
        cut(
          move(ball([0.1, 0.075, 0.14]), [0, 0, 0.15]),
          move(ball([0.092, 0.067, 0.132]), [0, 0.004, 0.15]),
          move(box(1, 1, 1), [0, 0.52, 0]),
          mirrored(move(turn(cylinder(0.3, 0.022), [90, 0, 0]), [0.04, 0, 0.165]), "x"),
          at(turn(cylinder(0.3, 0.006), [90, 0, 0]), ...holes),
        ),
        main(matte("#f1eee4", 0.4)),
      ),
      part(
        union(
          move(
            slab(
              [
                [-0.018, 0],
                [0, -0.04],
                [0.018, 0],
              ],
              0.02,
            ),
            [0, -0.062, 0.27],
          ),
          mirrored(
            move(
              turn(
                slab(
                  [
                    [-0.01, 0],
                    [0, -0.045],
                    [0.01, 0],
                  ],
                  0.01,
                ),
                [0, 0, 24],
              ),
              [0.055, -0.058, 0.135],
            ),
            "x",
          ),
        ),
        matte("#b3202a"),
      ),
      part(
        cut(
          move(scale(ring(0.1, 0.007), [0.98, 0.8, 1]), [0, 0.01, 0.17]),
          move(box(1, 0.5, 1), [0, -0.25, 0]),
        ),
        detail("strap", black),
      ),
    ];
  },
};

export const headwear: readonly Family[] = [...hats.map(toFamily), plague, gasMask, hockeyMask];
