import type { Family } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
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

import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const gold = metal("#dcb458", 0.25);
const steel = metal("#c3c7cc", 0.25);
const stone = matte("#8d8d88", 0.9);
const black = matte("#1f2024", 0.5);
const wood = matte("#7a4f2b", 0.6);
const white = matte("#f4f2ec", 0.6);

const cordLoop = (radius: number): Vec3[] =>
  Array.from({ length: 25 }, (_, step): Vec3 => {
    const angle = (step / 24) * 1.7 * Math.PI - 0.35 * Math.PI;
    return [radius * 0.8 * Math.sin(angle + Math.PI), 0, radius * (1 - Math.cos(angle)) + 0.1];
  });
const necklaceCord = tube(
  [
    [0, 0, 0.12],
    [0.07, 0, 0.22],
    [0.11, 0, 0.32],
    [0.09, 0, 0.42],
    [0, 0, 0.46],
    [-0.09, 0, 0.42],
    [-0.11, 0, 0.32],
    [-0.07, 0, 0.22],
    [0, 0, 0.12],
  ],
  0.004,
);

/** A plinth under statues. */
const plinth = union(
  move(box(0.5, 0.5, 0.08, 0.01), [0, 0, 0]),
  move(box(0.42, 0.42, 0.1, 0.01), [0, 0, 0.07]),
);

const all: readonly Prop[] = [
  {
    names: ["anvil", "blacksmith anvil"],
    solid: union(
      hull(move(box(0.34, 0.2, 0.06, 0.01), [0, 0, 0]), move(box(0.24, 0.14, 0.04), [0, 0, 0.08])),
      move(box(0.2, 0.12, 0.14, 0.01), [0, 0, 0.08]),
      hull(
        move(box(0.2, 0.12, 0.02), [0.02, 0, 0.2]),
        move(box(0.44, 0.16, 0.09, 0.01), [0.06, 0, 0.25]),
      ),
      move(turn(cone(0.26, 0.075), [0, -86, 0]), [-0.14, 0, 0.285]),
    ),
    material: metal("#4b4f56", 0.45),
  },
  {
    names: ["gold bar", "gold ingot", "ingot", "bullion", "gold bars", "bar of gold"],
    solid: at(
      prism(
        [
          [-0.15, -0.06],
          [0.15, -0.06],
          [0.15, 0.06],
          [-0.15, 0.06],
        ],
        0.07,
        { topScale: 0.78 },
      ),
      [0, -0.075, 0],
      [0, 0.075, 0],
      [0, 0, 0.07],
    ),
    material: gold,
  },
  {
    names: ["christmas ornament", "bauble", "christmas ball", "ornament", "christmas bauble"],
    solid: move(ball(0.09), [0, 0, 0.09]),
    material: glossy("#c4242c"),
    others: [
      [
        "cap",
        union(
          move(cylinder(0.028, 0.03), [0, 0, 0.172]),
          move(turn(ring(0.018, 0.004), [90, 0, 0]), [0, 0, 0.215]),
        ),
        gold,
      ],
      [
        "band",
        union(
          move(ring(0.0895, 0.004), [0, 0, 0.09]),
          move(ring(0.085, 0.003), [0, 0, 0.118]),
          move(ring(0.085, 0.003), [0, 0, 0.062]),
        ),
        gold,
      ],
    ],
  },
  {
    names: ["amulet", "pendant", "medallion", "talisman", "charm necklace"],
    solid: move(
      turn(
        union(
          cut(cylinder(0.02, 0.075), move(cylinder(0.02, 0.06), [0, 0, 0.012])),
          around(move(ball(0.01), [0.068, 0, 0.02]), 12),
          move(ring(0.014, 0.005), [0, 0.085, 0.01]),
        ),
        [84, 0, 0],
      ),
      [0, 0, 0.075],
    ),
    material: gold,
    others: [
      [
        "gem",
        move(
          turn(
            hull(
              cylinder(0.012, 0.045, 0.045, 8),
              move(cylinder(0.01, 0.03, 0.03, 8), [0, 0, 0.024]),
            ),
            [84, 0, 0],
          ),
          [0, -0.006, 0.075],
        ),
        { ...glossy("#1f8f5a"), roughness: 0.06 },
      ],
      ["chain", move(necklaceCord, [0, 0, 0.05]), gold],
    ],
  },
  {
    names: ["cross", "crucifix", "holy cross", "celtic cross"],
    solid: union(
      move(box(0.12, 0.09, 1, 0.012), [0, 0, 0.1]),
      move(box(0.62, 0.09, 0.12, 0.012), [0, 0, 0.7]),
      move(box(0.4, 0.26, 0.12, 0.015), [0, 0, 0]),
    ),
    material: wood,
  },
  {
    names: ["gargoyle", "stone gargoyle", "chimera"],
    solid: union(
      plinth,
      hull(
        move(ball([0.16, 0.15, 0.14]), [0, 0.04, 0.3]),
        move(ball([0.15, 0.13, 0.13]), [0, -0.02, 0.52]),
      ),
      mirrored(
        union(
          tube(
            [
              [0.12, 0.02, 0.3],
              [0.2, -0.14, 0.38],
              [0.15, -0.16, 0.2],
            ],
            [0.09, 0.07, 0.06],
          ),
          move(box(0.1, 0.16, 0.05, 0.02), [0.14, -0.2, 0.17]),
          tube(
            [
              [0.13, -0.03, 0.56],
              [0.16, -0.16, 0.4],
              [0.06, -0.2, 0.26],
            ],
            [0.06, 0.045, 0.045],
          ),
          turn(
            move(
              slab(
                [
                  [0.02, 0],
                  [0.16, 0.08],
                  [0.3, -0.06],
                  [0.42, 0.06],
                  [0.54, 0.02],
                  [0.42, 0.42],
                  [0.14, 0.34],
                  [0.02, 0.14],
                ],
                0.03,
              ),
              [0.03, 0.14, 0.46],
            ),
            [0, 0, 24],
          ),
          tube(
            [
              [0.07, 0, 0.78],
              [0.12, 0.02, 0.88],
              [0.1, 0, 0.96],
            ],
            [0.03, 0.024, 0.006],
          ),
          move(turn(scale(cone(0.18, 0.05), [1, 0.5, 1]), [0, 66, 0]), [0.1, 0, 0.72]),
          move(ball([0.04, 0.03, 0.03]), [0.05, -0.15, 0.76]),
        ),
        "x",
      ),
      cut(
        hull(
          move(ball([0.13, 0.13, 0.12]), [0, -0.04, 0.72]),
          move(ball([0.08, 0.08, 0.05]), [0, -0.18, 0.65]),
        ),
        mirrored(move(ball(0.026), [0.05, -0.17, 0.74]), "x"),
        move(box(0.14, 0.12, 0.02), [0, -0.22, 0.63]),
      ),
      mirrored(move(turn(cone(0.05, 0.014), [180, 0, 0]), [0.035, -0.24, 0.65]), "x"),
    ),
    material: stone,
  },
  {
    names: ["sphinx", "great sphinx", "egyptian sphinx"],
    solid: union(
      move(box(1.5, 0.62, 0.1, 0.01), [0.05, 0, 0]),
      hull(
        move(ball([0.26, 0.24, 0.22]), [-0.2, 0, 0.34]),
        move(ball([0.24, 0.26, 0.22]), [0.45, 0, 0.3]),
      ),
      mirrored(
        union(
          move(box(0.62, 0.14, 0.12, 0.05), [-0.4, 0.17, 0.1]),
          move(box(0.42, 0.14, 0.24, 0.06), [0.42, 0.22, 0.1]),
        ),
        "y",
      ),
      hull(
        move(box(0.2, 0.2, 0.1, 0.04), [-0.32, 0, 0.48]),
        move(ball([0.13, 0.13, 0.15]), [-0.36, 0, 0.72]),
      ),
      mirrored(
        hull(
          move(box(0.14, 0.04, 0.04), [-0.3, 0.08, 0.86]),
          move(box(0.16, 0.06, 0.04), [-0.3, 0.24, 0.44]),
          move(box(0.16, 0.04, 0.04), [-0.3, 0.08, 0.44]),
        ),
        "y",
      ),
      move(box(0.05, 0.05, 0.14, 0.01), [-0.46, 0, 0.48]),
      tube(
        [
          [0.66, 0, 0.24],
          [0.7, 0.26, 0.2],
          [0.4, 0.34, 0.16],
        ],
        0.04,
      ),
    ),
    material: matte("#d3b184", 0.95),
  },
  {
    names: ["obelisk", "monolith", "stele"],
    solid: union(
      move(box(0.9, 0.9, 0.16, 0.02), [0, 0, 0]),
      move(box(0.7, 0.7, 0.14, 0.02), [0, 0, 0.16]),
      move(
        prism(
          [
            [-0.24, -0.24],
            [0.24, -0.24],
            [0.24, 0.24],
            [-0.24, 0.24],
          ],
          2.2,
          { topScale: 0.68 },
        ),
        [0, 0, 0.3],
      ),
      move(turn(cone(0.28, 0.231, 4), [0, 0, 45]), [0, 0, 2.5]),
    ),
    material: stone,
  },
  {
    names: ["moai", "easter island head", "moai statue", "easter island statue"],
    solid: union(
      hull(
        move(box(0.5, 0.42, 0.1, 0.04), [0, 0.04, 0]),
        move(box(0.46, 0.4, 0.2, 0.06), [0, 0.02, 0.5]),
        move(box(0.4, 0.34, 0.1, 0.05), [0, 0.04, 1.3]),
      ),
      move(box(0.42, 0.14, 0.1, 0.04), [0, -0.2, 1.02]),
      hull(
        move(box(0.07, 0.06, 0.06, 0.02), [0, -0.2, 1.04]),
        move(box(0.16, 0.12, 0.1, 0.03), [0, -0.26, 0.62]),
      ),
      move(box(0.26, 0.1, 0.05, 0.02), [0, -0.2, 0.48]),
      move(box(0.26, 0.1, 0.05, 0.02), [0, -0.2, 0.41]),
      move(box(0.34, 0.12, 0.14, 0.04), [0, -0.2, 0.24]),
      mirrored(move(box(0.06, 0.16, 0.46, 0.02), [0.24, 0.06, 0.62]), "x"),
    ),
    material: matte("#86837c", 0.95),
  },
  {
    names: ["buddha", "buddha statue", "meditating buddha", "sitting buddha"],
    solid: union(
      lathe(
        smooth([
          [0, 0],
          [0.5, 0],
          [0.54, 0.06],
          [0.46, 0.12],
          [0, 0.13],
        ]),
      ),
      hull(
        move(ball([0.24, 0.18, 0.16]), [0, 0, 0.32]),
        move(ball([0.26, 0.16, 0.14]), [0, 0.02, 0.64]),
      ),
      mirrored(
        union(
          tube(
            [
              [0.14, 0.02, 0.22],
              [0.42, -0.06, 0.2],
              [0.1, -0.26, 0.2],
            ],
            [0.14, 0.13, 0.1],
          ),
          tube(
            [
              [0.26, 0.02, 0.66],
              [0.36, -0.04, 0.44],
              [0.1, -0.24, 0.34],
            ],
            [0.085, 0.075, 0.06],
          ),
          move(ball([0.03, 0.04, 0.09]), [0.15, 0.02, 0.9]),
        ),
        "x",
      ),
      move(cylinder(0.12, 0.09), [0, 0, 0.72]),
      move(ball([0.16, 0.16, 0.18]), [0, 0, 0.94]),
      move(ball([0.15, 0.15, 0.12]), [0, 0.02, 1.03]),
      move(ball(0.06), [0, 0.02, 1.15]),
      ...[0, 1, 2]
        .flatMap((row) =>
          Array.from({ length: 11 }, (_, index) =>
            turn(move(ball(0.028), [0.15 - row * 0.03, 0, 1.0 + row * 0.055]), [
              0,
              0,
              index * 32.7 + row * 16,
            ]),
          ),
        )
        .filter((_, index) => index % 11 !== 8),
      mirrored(move(box(0.05, 0.01, 0.008), [0.06, -0.155, 0.95]), "x"),
    ),
    material: metal("#c89a3c", 0.35),
  },
  {
    names: ["coffin", "casket", "vampire coffin"],
    solid: cut(
      prism(
        [
          [-0.2, -0.9],
          [0.2, -0.9],
          [0.34, 0.4],
          [0.2, 0.9],
          [-0.2, 0.9],
          [-0.34, 0.4],
        ].map(([x = 0, y = 0]): Point => [y, -x]),
        0.36,
      ),
      move(
        prism(
          [
            [-0.15, -0.84],
            [0.15, -0.84],
            [0.28, 0.4],
            [0.16, 0.84],
            [-0.16, 0.84],
            [-0.28, 0.4],
          ].map(([x = 0, y = 0]): Point => [y, -x]),
          0.4,
        ),
        [0, 0, 0.05],
      ),
    ),
    material: matte("#4f2f1c", 0.5),
    others: [
      [
        "lid",
        move(
          turn(
            prism(
              [
                [-0.22, -0.92],
                [0.22, -0.92],
                [0.36, 0.4],
                [0.22, 0.92],
                [-0.22, 0.92],
                [-0.36, 0.4],
              ].map(([x = 0, y = 0]): Point => [y, -x]),
              0.06,
            ),
            [8, 0, 3],
          ),
          [0, 0.14, 0.36],
        ),
        matte("#5b3722", 0.5),
      ],
      [
        "cross",
        move(
          turn(
            union(
              move(box(0.6, 0.06, 0.02), [0.2, 0, 0.06]),
              move(box(0.06, 0.26, 0.02), [0.34, 0, 0.06]),
            ),
            [8, 0, 3],
          ),
          [0, 0.14, 0.36],
        ),
        gold,
      ],
      ["lining", move(box(1.5, 0.36, 0.04, 0.02), [0, 0, 0.12]), matte("#a3182a", 0.9)],
      [
        "handle",
        mirrored(
          at(turn(tube(cordLoop(0.05), 0.012), [0, 0, 0]), [-0.3, -0.31, 0.02], [0.3, -0.31, 0.02]),
          "y",
        ),
        gold,
      ],
    ],
  },
  {
    names: ["sarcophagus", "egyptian sarcophagus", "pharaoh coffin", "pharaoh"],
    solid: turn(
      move(
        union(
          hull(
            move(box(0.44, 0.3, 0.06, 0.03), [0, 0, 0]),
            move(box(0.66, 0.34, 0.08, 0.06), [0, 0, 1.2]),
            move(ball([0.26, 0.17, 0.28]), [0, 0, 1.5]),
          ),
        ),
        [0, 0, 0],
      ),
      [0, 0, 0],
    ),
    material: metal("#dcb043", 0.3),
    others: [
      [
        "stripe",
        union(
          mirrored(
            hull(
              move(box(0.08, 0.14, 0.05), [0.17, -0.14, 1.62]),
              move(box(0.14, 0.16, 0.05), [0.22, -0.14, 1.12]),
            ),
            "x",
          ),
          ...[0.1, 0.3, 0.5, 0.7].map((z) =>
            move(hull(box(0.46 + z * 0.2, 0.32, 0.05, 0.02)), [0, -0.02, z]),
          ),
        ),
        matte("#1f4fa0", 0.5),
      ],
      [
        "face",
        union(
          move(ball([0.13, 0.1, 0.16]), [0, -0.13, 1.5]),
          mirrored(
            tube(
              [
                [0.02, -0.2, 0.95],
                [0.2, -0.19, 1.02],
                [0.28, -0.1, 1.14],
              ],
              [0.05, 0.05, 0.05],
            ),
            "x",
          ),
          move(box(0.05, 0.06, 0.16, 0.02), [0, -0.22, 1.22]),
        ),
        metal("#e8c458", 0.25),
      ],
      ["eye", mirrored(move(scale(ball(0.03), [1.2, 0.5, 0.6]), [0.05, -0.222, 1.53]), "x"), black],
      [
        "staff",
        union(
          move(turn(cylinder(0.5, 0.018), [0, 24, 0]), [0.02, -0.24, 0.9]),
          move(turn(cylinder(0.5, 0.018), [0, -24, 0]), [-0.02, -0.24, 0.9]),
        ),
        matte("#c8262f", 0.5),
      ],
    ],
  },
  {
    names: ["amphora", "greek vase", "ancient vase", "grecian urn", "funeral urn"],
    solid: union(
      lathe([
        ...smooth([
          [0, 0],
          [0.1, 0],
          [0.07, 0.05],
          [0.2, 0.3],
          [0.22, 0.46],
          [0.1, 0.64],
          [0.08, 0.74],
          [0.13, 0.78],
        ]),
        [0.1, 0.78],
        [0.06, 0.7],
        [0, 0.68],
      ]),
      mirrored(
        tube(
          [
            [0.08, 0, 0.74],
            [0.18, 0, 0.74],
            [0.22, 0, 0.62],
            [0.19, 0, 0.52],
          ],
          0.018,
        ),
        "x",
      ),
    ),
    material: matte("#b5623a", 0.7),
    others: [
      [
        "band",
        union(
          ...[
            [0.213, 0.36],
            [0.223, 0.44],
            [0.15, 0.58],
          ].map(([radius = 0, z = 0]) =>
            move(
              lathe([
                [radius - 0.02, 0],
                [radius, 0],
                [radius, 0.022],
                [radius - 0.02, 0.022],
              ]),
              [0, 0, z],
            ),
          ),
        ),
        matte("#1f1a18", 0.6),
      ],
    ],
  },
  {
    names: ["incense burner", "censer", "thurible", "incense holder"],
    solid: union(
      lathe(
        smooth([
          [0, 0.05],
          [0.08, 0.05],
          [0.16, 0.12],
          [0.17, 0.2],
          [0.15, 0.22],
          [0, 0.22],
        ]),
      ),
      cut(
        move(
          lathe(
            smooth([
              [0, 0],
              [0.15, 0],
              [0.12, 0.1],
              [0.04, 0.16],
              [0, 0.17],
            ]),
          ),
          [0, 0, 0.22],
        ),
        ...[0, 60, 120, 180, 240, 300].map((angle) =>
          turn(move(ball(0.028), [0.13, 0, 0.28]), [0, 0, angle]),
        ),
      ),
      move(ball(0.03), [0, 0, 0.41]),
      around(
        tube(
          [
            [0.09, 0, 0.08],
            [0.13, 0, 0.03],
            [0.12, 0, 0],
          ],
          [0.024, 0.02, 0.022],
        ),
        3,
      ),
      mirrored(move(turn(ring(0.045, 0.012), [90, 0, 0]), [0.19, 0, 0.18]), "x"),
    ),
    material: metal("#a8703a", 0.35),
    others: [
      [
        "smoke",
        tube(
          [
            [0, 0, 0.46],
            [0.03, 0, 0.54],
            [-0.03, 0, 0.62],
            [0.02, 0, 0.72],
          ],
          [0.012, 0.018, 0.016, 0.004],
        ),
        { ...matte("#e8e8ea", 1), opacity: 0.5 },
      ],
    ],
  },
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
      [
        "sail",
        union(
          ...[0, 2, 4].map((index) =>
            hull(
              move(box(0.04, 0.3, 0.02), [-0.02, (index - 2.5) * 0.3 + 0.15, 2.05]),
              move(box(0.04, 0.3, 0.02), [-0.24, (index - 2.5) * 0.3 + 0.15, 1.5]),
              move(box(0.04, 0.3, 0.02), [-0.06, (index - 2.5) * 0.3 + 0.15, 0.95]),
            ),
          ),
        ),
        matte("#b3202c", 0.9),
      ],
      [
        "stripe",
        union(
          ...[1, 3, 5].map((index) =>
            hull(
              move(box(0.04, 0.3, 0.02), [-0.02, (index - 2.5) * 0.3 + 0.15, 2.05]),
              move(box(0.04, 0.3, 0.02), [-0.24, (index - 2.5) * 0.3 + 0.15, 1.5]),
              move(box(0.04, 0.3, 0.02), [-0.06, (index - 2.5) * 0.3 + 0.15, 0.95]),
            ),
          ),
        ),
        matte("#f1e8d4", 0.9),
      ],
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

export const finds: readonly Family[] = all.map(toFamily);
