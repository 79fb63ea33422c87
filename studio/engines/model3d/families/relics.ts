import type { Family } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Vec3 } from "#studio/engines/model3d/solid.ts";
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
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black, wood } from "./materials.ts";
import type { Prop } from "./prop.ts";
import { toFamily } from "./prop.ts";

const gold = metal("#dcb458", 0.25);
const stone = matte("#8d8d88", 0.9);

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

/** Old, holy and precious things. */
const props: readonly Prop[] = [
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
];

export const relics: readonly Family[] = props.map(toFamily);
