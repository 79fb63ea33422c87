import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
  cut,
  cylinder,
  hull,
  move,
  ring,
  scale,
  slab,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const steel = metal("#a9adb3", 0.35);
const tire = matte("#232428", 0.9);

/** A wheel that rolls along x. */
function wheel(radius: number, width: number): Solid {
  return turn(
    union(ring(radius - width / 2, width / 2), cylinder(width * 0.6, radius * 0.25)),
    [90, 0, 0],
  );
}

function spokes(radius: number, count: number): Solid {
  return turn(around(turn(cylinder(radius, 0.006), [0, 90, 0]), count), [90, 0, 0]);
}

const stroller: Family = {
  names: ["stroller", "baby buggy", "pram", "baby carriage", "pushchair", "baby stroller"],

  parts: ["hood", "wheels"],
  build: ({ main, detail }) => [
    part(
      hull(move(ball([0.3, 0.2, 0.1]), [0, 0, 0.52]), move(box(0.72, 0.4, 0.02), [0.02, 0, 0.72])),
      main(matte("#2f4f86", 0.8)),
    ),
    part(
      cut(
        move(turn(cylinder(0.42, 0.34), [90, 0, 0]), [0.04, 0.21, 0.72]),
        move(turn(cylinder(0.38, 0.32), [90, 0, 0]), [0.04, 0.19, 0.72]),
        move(box(2, 2, 1), [0, 0, -0.28]),
        move(turn(box(1, 1, 1), [0, 25, 0]), [-0.5, 0, 0.6]),
      ),
      detail("hood", main(matte("#2f4f86", 0.8))),
    ),
    part(
      union(
        ...[-0.2, 0.2].flatMap((y) => [
          tube(
            [
              [-0.3, y, 0.2],
              [0.25, y, 0.42],
              [0.62, y, 0.98],
            ],
            0.014,
          ),
          tube(
            [
              [0.3, y, 0.2],
              [-0.25, y, 0.45],
            ],
            0.014,
          ),
        ]),
        move(turn(cylinder(0.4, 0.016), [90, 0, 0]), [0.62, 0.2, 0.98]),
      ),
      steel,
    ),
    part(
      union(
        ...[-0.24, 0.24].flatMap((y) => [
          move(wheel(0.2, 0.04), [0.32, y, 0.2]),
          move(wheel(0.2, 0.04), [-0.32, y, 0.2]),
        ]),
      ),
      detail("wheels", tire),
    ),
    part(
      union(
        ...[-0.24, 0.24].flatMap((y) => [
          move(spokes(0.18, 10), [0.32, y, 0.2]),
          move(spokes(0.18, 10), [-0.32, y, 0.2]),
        ]),
      ),
      steel,
    ),
  ],
};

const wheelchair: Family = {
  names: ["wheelchair", "wheel chair"],
  parts: ["seat"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(0.46, 0.46, 0.06, 0.02), [0, 0, 0.48]),
        move(turn(box(0.05, 0.46, 0.5, 0.02), [0, 6, 0]), [0.25, 0, 0.52]),
      ),
      detail("seat", main(matte("#26406e", 0.8))),
    ),
    part(
      union(
        ...[-0.25, 0.25].flatMap((y) => [
          tube(
            [
              [-0.42, y, 0.12],
              [-0.28, y, 0.5],
              [0.24, y, 0.5],
              [0.3, y, 0.95],
              [0.42, y, 0.98],
            ],
            0.014,
          ),
          tube(
            [
              [-0.2, y, 0.5],
              [-0.2, y, 0.72],
              [0.27, y, 0.72],
            ],
            0.014,
          ),
          move(box(0.14, 0.14, 0.015), [-0.46, y * 0.55, 0.12]),
        ]),
      ),
      steel,
    ),
    part(
      union(
        ...[-0.3, 0.3].flatMap((y) => [
          move(wheel(0.31, 0.035), [0.12, y, 0.31]),
          move(wheel(0.09, 0.035), [-0.3, y * 0.85, 0.09]),
        ]),
      ),
      tire,
    ),
    part(
      union(
        ...[-0.3, 0.3].map((y) =>
          move(union(spokes(0.29, 18), turn(ring(0.27, 0.008), [90, 0, 0])), [
            0.12,
            y * 1.08,
            0.31,
          ]),
        ),
      ),
      metal("#d5d8dc", 0.2),
    ),
  ],
};

const tricycle: Family = {
  names: ["tricycle", "kick scooter", "unicycle", "push scooter"],
  near: ["hoverboard", "balance bike", "pedicab"],
  parts: ["seat", "handlebar"],
  build({ main, detail, has }) {
    if (has("unicycle"))
      return [
        part(union(move(wheel(0.3, 0.05), [0, 0, 0.3])), tire),
        part(
          union(
            move(spokes(0.27, 16), [0, 0, 0.3]),
            move(turn(cylinder(0.3, 0.012), [90, 0, 0]), [0, 0.15, 0.3]),
          ),
          steel,
        ),
        part(
          union(
            ...[-0.05, 0.05].map((y) =>
              tube(
                [
                  [0, y, 0.3],
                  [0, y, 0.66],
                  [0, 0, 0.72],
                  [0, 0, 0.86],
                ],
                0.014,
              ),
            ),
          ),
          main(glossy("#d23b36")),
        ),
        part(
          hull(
            move(ball([0.06, 0.07, 0.03]), [0.08, 0, 0.89]),
            move(ball([0.05, 0.035, 0.025]), [-0.12, 0, 0.9]),
          ),
          detail("seat", matte("#26282d", 0.6)),
        ),
      ];
    if (has("scooter"))
      return [
        part(
          union(
            move(box(0.55, 0.12, 0.03, 0.012), [0.05, 0, 0.1]),
            hull(move(ball(0.03), [-0.22, 0, 0.12]), move(ball(0.025), [-0.34, 0, 0.22])),
            tube(
              [
                [-0.4, 0, 0.1],
                [-0.28, 0, 0.95],
              ],
              0.018,
            ),
          ),
          main(glossy("#3a86c8")),
        ),
        part(
          union(move(wheel(0.1, 0.045), [-0.42, 0, 0.1]), move(wheel(0.1, 0.045), [0.38, 0, 0.1])),
          tire,
        ),
        part(
          union(move(turn(cylinder(0.46, 0.014), [90, 0, 0]), [-0.28, 0.23, 0.96])),
          detail("handlebar", steel),
        ),
      ];
    return [
      part(
        union(
          tube(
            [
              [-0.3, 0, 0.25],
              [-0.22, 0, 0.5],
              [-0.2, 0, 0.6],
            ],
            0.018,
          ),
          tube(
            [
              [-0.22, 0, 0.48],
              [0, 0, 0.36],
              [0.28, 0, 0.2],
            ],
            0.02,
          ),
          move(turn(cylinder(0.44, 0.014), [90, 0, 0]), [0.28, 0.22, 0.16]),
          move(box(0.16, 0.36, 0.02), [0.28, 0, 0.2]),
        ),
        main(glossy("#d23b36")),
      ),
      part(
        union(
          move(wheel(0.24, 0.05), [-0.32, 0, 0.24]),
          ...[-0.24, 0.24].map((y) => move(wheel(0.15, 0.05), [0.28, y, 0.15])),
        ),
        tire,
      ),
      part(
        union(
          move(spokes(0.2, 10), [-0.32, 0, 0.24]),
          ...[-0.24, 0.24].map((y) => move(spokes(0.12, 8), [0.28, y, 0.15])),
          move(turn(cylinder(0.44, 0.012), [90, 0, 0]), [-0.2, 0.22, 0.62]),
          move(turn(cylinder(0.24, 0.014), [90, 0, 0]), [-0.32, 0.12, 0.24]),
        ),
        detail("handlebar", steel),
      ),
      part(
        hull(
          move(ball([0.09, 0.09, 0.035]), [0.1, 0, 0.42]),
          move(ball([0.05, 0.04, 0.03]), [-0.04, 0, 0.43]),
        ),
        detail("seat", matte("#26282d", 0.6)),
      ),
    ];
  },
};

const forklift: Family = {
  names: ["forklift", "fork lift"],
  near: ["pallet truck", "golfcart", "golf cart", "lawn mower", "go-kart"],
  build: ({ main }) => [
    part(
      union(
        move(box(1.5, 1, 0.55, 0.08), [0.25, 0, 0.3]),
        move(box(0.6, 1, 0.45, 0.1), [0.7, 0, 0.75]),
      ),
      main(glossy("#f0b323")),
    ),
    part(
      union(
        ...[-0.42, 0.42].flatMap((y) => [
          tube(
            [
              [-0.4, y, 0.8],
              [-0.25, y, 1.95],
              [0.6, y, 1.95],
              [0.85, y, 1.1],
            ],
            0.03,
          ),
          move(box(0.1, 0.08, 2.1), [-0.6, y * 0.7, 0.08]),
        ]),
        move(box(1, 0.95, 0.04), [0.18, 0, 1.95]),
        ...[0.6, 1.4, 2.1].map((z) => move(box(0.08, 0.66, 0.08), [-0.6, 0, z])),
      ),
      matte("#2b2d33", 0.5),
    ),
    part(
      at(
        union(
          move(box(1, 0.12, 0.045), [-1.15, 0, 0.12]),
          move(box(0.05, 0.12, 0.5), [-0.67, 0, 0.12]),
        ),
        [0, -0.22, 0],
        [0, 0.22, 0],
      ),
      steel,
    ),
    part(
      union(
        ...[-0.46, 0.46].flatMap((y) => [
          move(wheel(0.28, 0.2), [-0.25, y, 0.28]),
          move(wheel(0.24, 0.2), [0.75, y, 0.24]),
        ]),
      ),
      tire,
    ),
    part(
      union(
        move(box(0.4, 0.45, 0.12, 0.04), [0.3, 0, 0.85]),
        move(box(0.12, 0.45, 0.45, 0.04), [0.5, 0, 0.9]),
        tube(
          [
            [-0.25, 0, 0.85],
            [-0.12, 0, 1.15],
          ],
          0.02,
        ),
        move(turn(ring(0.16, 0.02), [0, 65, 0]), [-0.1, 0, 1.17]),
      ),
      matte("#1d1f23", 0.7),
    ),
  ],
};

const excavator: Family = {
  names: ["excavator", "power shovel", "digger"],
  near: ["backhoe"],
  build: ({ main }) => [
    part(
      union(
        move(box(2.2, 1.7, 0.8, 0.15), [0.5, 0, 1]),
        move(box(0.9, 0.75, 1.3, 0.08), [-0.3, -0.45, 1]),
      ),
      main(glossy("#f0ad1f")),
    ),
    part(
      union(
        hull(
          move(turn(cylinder(0.26, 0.16), [90, 0, 0]), [-0.6, 0.43, 1.3]),
          move(turn(cylinder(0.26, 0.2), [90, 0, 0]), [-1.7, 0.43, 3]),
        ),
        hull(
          move(turn(cylinder(0.26, 0.2), [90, 0, 0]), [-1.7, 0.43, 3]),
          move(turn(cylinder(0.26, 0.13), [90, 0, 0]), [-3, 0.43, 2.6]),
        ),
        hull(
          move(turn(cylinder(0.22, 0.13), [90, 0, 0]), [-2.8, 0.41, 2.8]),
          move(turn(cylinder(0.22, 0.1), [90, 0, 0]), [-3.4, 0.41, 1.3]),
        ),
      ),
      main(glossy("#f0ad1f")),
    ),
    part(
      cut(
        move(turn(cylinder(0.9, 0.5), [90, 0, 0]), [-3.3, 0.75, 0.95]),
        move(turn(cylinder(0.8, 0.42), [90, 0, 0]), [-3.25, 0.7, 0.97]),
        move(box(1, 2, 2), [-2.6, 0, 0.3]),
      ),
      metal("#55585d", 0.5),
    ),
    part(
      union(
        ...[-0.65, 0.65].map((y) =>
          hull(
            ...[-1.1, 1.3].map((x) =>
              move(turn(cylinder(0.5, 0.38), [90, 0, 0]), [x, y + 0.25, 0.38]),
            ),
          ),
        ),
        move(cylinder(0.3, 0.55), [0.2, 0, 0.74]),
      ),
      tire,
    ),
    part(
      union(
        move(box(0.7, 0.78, 0.75), [-0.36, -0.45, 1.45]),
        move(box(0.92, 0.5, 0.7), [-0.31, -0.45, 1.48]),
      ),
      glass("#5f7f92", 0.85),
    ),
  ],
};

const jetSki: Family = {
  names: ["jet ski", "water scooter", "snowmobile", "jetski"],
  near: ["quad bike", "dune buggy"],
  parts: ["seat"],
  build({ main, detail, has }) {
    return [
      part(
        union(
          hull(
            move(ball([0.3, 0.4, 0.2]), [0.9, 0, 0.42]),
            move(ball([0.2, 0.14, 0.12]), [-1.2, 0, 0.5]),
            move(ball([0.5, 0.42, 0.16]), [0, 0, 0.4]),
          ),
          hull(
            move(ball([0.3, 0.24, 0.14]), [-0.5, 0, 0.68]),
            move(ball([0.1, 0.14, 0.1]), [-0.2, 0, 0.92]),
          ),
        ),
        main(glossy("#e8472f")),
      ),
      part(
        hull(
          move(box(0.5, 0.34, 0.2, 0.09), [0.25, 0, 0.6]),
          move(box(0.4, 0.32, 0.22, 0.09), [0.75, 0, 0.62]),
        ),
        detail("seat", matte("#232428", 0.7)),
      ),
      part(
        union(
          move(turn(cylinder(0.8, 0.024), [90, 0, 0]), [-0.2, 0.4, 1.02]),
          hull(move(ball(0.04), [-0.2, 0, 1.02]), move(ball(0.05), [-0.28, 0, 0.88])),
          ...(has("snowmobile")
            ? [
                ...[-0.4, 0.4].flatMap((y) => [
                  hull(
                    move(box(0.7, 0.14, 0.03, 0.01), [-0.7, y, 0]),
                    move(box(0.1, 0.12, 0.03), [-1.25, y, 0.16]),
                  ),
                  tube(
                    [
                      [-0.75, y, 0.03],
                      [-0.6, y * 0.6, 0.4],
                    ],
                    0.03,
                  ),
                ]),
                hull(
                  move(turn(cylinder(0.4, 0.16), [90, 0, 0]), [0.1, 0.2, 0.16]),
                  move(turn(cylinder(0.4, 0.2), [90, 0, 0]), [1.1, 0.2, 0.2]),
                ),
              ]
            : []),
        ),
        tire,
      ),
      part(
        union(
          move(
            turn(hull(box(0.02, 0.4, 0.02), move(box(0.01, 0.3, 0.01), [0, 0, 0.24])), [0, 35, 0]),
            [-0.48, 0, 0.8],
          ),
        ),
        glass("#3b4a58", 0.6),
      ),
    ];
  },
};

const raft: Family = {
  names: ["raft", "rubber boat", "inflatable boat"],
  near: ["air boat", "paddle boat"],
  build({ main, has }) {
    if (has("wooden", "log"))
      return [
        part(
          union(
            ...Array.from({ length: 7 }, (_, index) =>
              move(turn(cylinder(2.2, 0.14), [0, 90, 0]), [-1.1, (index - 3) * 0.27, 0.14]),
            ),
          ),
          main(matte("#8f5f34", 0.9)),
        ),
        part(
          at(box(0.14, 2, 0.08), [-0.8, 0, 0.26], [0, 0, 0.26], [0.8, 0, 0.26]),
          matte("#6b4426", 0.9),
        ),
      ];
    const outline = [
      [-1.2, 0.3],
      [-1, 0.55],
      [0.9, 0.6],
      [1.05, 0.5],
      [1.05, -0.5],
      [0.9, -0.6],
      [-1, -0.55],
      [-1.2, -0.3],
      [-1.35, 0],
      [-1.2, 0.3],
    ].map(([x = 0, y = 0]) => [x, y, 0.2] as const);
    return [
      part(
        union(
          tube(outline, 0.2),
          at(turn(cylinder(1, 0.13), [90, 0, 0]), [-0.3, 0.5, 0.22], [0.5, 0.5, 0.22]),
        ),
        main(glossy("#f07a2a")),
      ),
      part(move(box(2.1, 1, 0.06), [-0.1, 0, 0.08]), matte("#2b2d33", 0.8)),
    ];
  },
};

const carriage: Family = {
  names: [
    "carriage",
    "horse carriage",
    "stagecoach",
    "horse-drawn carriage",
    "horse buggy",
    "coach",
  ],
  near: ["rickshaw", "covered wagon"],
  parts: ["wheels", "roof"],
  build: ({ main, detail }) => [
    part(
      union(
        cut(
          hull(
            move(box(1.2, 1.1, 0.1, 0.04), [0.1, 0, 0.6]),
            move(box(1.7, 1.2, 0.1, 0.04), [0.1, 0, 1.2]),
            move(box(1.6, 1.15, 0.1, 0.04), [0.1, 0, 1.9]),
          ),
          move(box(0.5, 3, 0.5, 0.04), [0.1, 0, 1.3]),
          move(box(3, 0.6, 0.4, 0.04), [0, 0, 1.35]),
        ),
        move(box(0.5, 1, 0.4, 0.04), [-1.05, 0, 0.85]),
      ),
      main(glossy("#7a1f2c")),
    ),
    part(
      union(
        move(hull(box(1.7, 1.25, 0.05, 0.02), box(1.2, 0.9, 0.14, 0.03)), [0.1, 0, 1.98]),
        move(turn(cylinder(1.6, 0.03), [0, -90, 0]), [-1.2, 0, 0.6]),
      ),
      detail("roof", matte("#241d1f", 0.6)),
    ),
    part(
      union(
        ...[-0.68, 0.68].flatMap((y) => [
          move(wheel(0.55, 0.07), [0.75, y, 0.55]),
          move(wheel(0.42, 0.07), [-0.75, y, 0.42]),
        ]),
      ),
      detail("wheels", matte("#2d2320", 0.7)),
    ),
    part(
      union(
        ...[-0.68, 0.68].flatMap((y) => [
          move(turn(around(turn(cylinder(0.52, 0.018), [0, 90, 0]), 12), [90, 0, 0]), [
            0.75,
            y,
            0.55,
          ]),
          move(turn(around(turn(cylinder(0.4, 0.018), [0, 90, 0]), 10), [90, 0, 0]), [
            -0.75,
            y,
            0.42,
          ]),
        ]),
        move(turn(cylinder(1.36, 0.04), [90, 0, 0]), [0.75, 0.68, 0.55]),
        move(turn(cylinder(1.36, 0.04), [90, 0, 0]), [-0.75, 0.68, 0.42]),
      ),
      metal("#d9aa3f", 0.3),
    ),
  ],
};

const shoppingCart: Family = {
  names: ["shopping cart", "shopping trolley", "supermarket cart"],
  near: ["handcart", "barrow"],
  parts: ["handle"],
  build({ main, detail }) {
    const wires = [
      ...Array.from({ length: 9 }, (_, index) => {
        const y = (index / 8 - 0.5) * 0.44;
        return tube(
          [
            [-0.4, y * 0.8, 0.95],
            [-0.34, y * 0.8, 0.5],
            [0.3, y, 0.45],
            [0.36, y * 1.1, 1],
          ],
          0.006,
        );
      }),
      ...Array.from({ length: 9 }, (_, index) => {
        const x = -0.34 + index * 0.08;
        return tube(
          [
            [x, -0.25, 0.97],
            [x, -0.2, 0.48],
            [x, 0.2, 0.48],
            [x, 0.25, 0.97],
          ],
          0.006,
        );
      }),
      ...[0.6, 0.75, 0.97].map((z) =>
        tube(
          [
            [-0.39, -0.2, z],
            [0.35, -0.25, z],
            [0.35, 0.25, z],
            [-0.39, 0.2, z],
            [-0.39, -0.2, z],
          ],
          0.009,
        ),
      ),
    ];
    return [
      part(union(...wires), main(metal("#b9bec4", 0.25))),
      part(
        union(
          ...[-0.2, 0.2].flatMap((y) => [
            tube(
              [
                [-0.36, y, 0.12],
                [0.34, y * 1.1, 0.14],
                [0.36, y * 1.1, 0.48],
              ],
              0.014,
            ),
            tube(
              [
                [0.36, y * 1.2, 0.97],
                [0.5, y * 1.2, 1.03],
              ],
              0.012,
            ),
          ]),
        ),
        steel,
      ),
      part(
        move(turn(cylinder(0.5, 0.02), [90, 0, 0]), [0.5, 0.25, 1.03]),
        detail("handle", glossy("#d23b36")),
      ),
      part(
        union(
          ...[-0.2, 0.2].flatMap((y) => [
            move(wheel(0.06, 0.03), [-0.33, y, 0.06]),
            move(wheel(0.06, 0.03), [0.32, y * 1.1, 0.06]),
          ]),
        ),
        tire,
      ),
    ];
  },
};

const slide: Family = {
  names: ["slide", "playground slide"],
  near: ["water slide"],
  parts: ["ladder"],
  build: ({ main, detail }) => [
    part(
      union(
        ...[
          [-1.5, 0.25, -1.1, 0.32],
          [-1.1, 0.32, 0.5, 1.6],
          [0.5, 1.6, 0.9, 1.6],
        ].map(([x = 0, z = 0, toX = 0, toZ = 0]) =>
          union(
            hull(move(box(0.02, 0.5, 0.03), [x, 0, z]), move(box(0.02, 0.5, 0.03), [toX, 0, toZ])),
            ...[-0.26, 0.26].map((y) =>
              hull(
                move(box(0.02, 0.03, 0.14), [x, y, z]),
                move(box(0.02, 0.03, 0.14), [toX, y, toZ]),
              ),
            ),
          ),
        ),
      ),
      main(glossy("#e8412f")),
    ),
    part(
      union(
        ...[-0.26, 0.26].flatMap((y) => [
          tube(
            [
              [1.25, y, 0],
              [0.9, y, 1.6],
              [0.85, y, 2.1],
              [0.5, y, 2.1],
              [0.45, y, 1.75],
            ],
            0.025,
          ),
          tube(
            [
              [0.55, y, 0],
              [0.6, y, 1.6],
            ],
            0.025,
          ),
          tube(
            [
              [-1.3, y, 0],
              [-1.3, y, 0.28],
            ],
            0.025,
          ),
        ]),
        ...[0.25, 0.55, 0.85, 1.15, 1.42].map((z) =>
          move(turn(cylinder(0.52, 0.022), [90, 0, 0]), [1.25 - z * 0.22, 0.26, z]),
        ),
      ),
      detail("ladder", matte("#2f6fc0", 0.4)),
    ),
  ],
};

const rockingHorse: Family = {
  names: ["rocking horse", "hobby horse"],
  near: ["horse toy"],
  parts: ["saddle", "mane", "rockers", "rocker"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.12, 0.11, 0.13]), [-0.16, 0, 0.55]),
          move(ball([0.12, 0.11, 0.13]), [0.16, 0, 0.55]),
        ),
        hull(move(ball(0.09), [-0.2, 0, 0.6]), move(ball([0.06, 0.055, 0.07]), [-0.34, 0, 0.86])),
        hull(
          move(ball([0.06, 0.055, 0.06]), [-0.35, 0, 0.87]),
          move(ball([0.045, 0.045, 0.05]), [-0.5, 0, 0.78]),
        ),
        ...[-0.03, 0.03].map((y) =>
          hull(move(ball(0.02), [-0.32, y, 0.92]), move(ball(0.006), [-0.31, y, 0.98])),
        ),
        ...[-0.09, 0.09].flatMap((y) => [
          hull(move(ball(0.05), [-0.2, y, 0.5]), move(ball(0.03), [-0.34, y * 1.5, 0.14])),
          hull(move(ball(0.055), [0.2, y, 0.5]), move(ball(0.03), [0.34, y * 1.5, 0.14])),
        ]),
      ),
      main(matte("#b07a44", 0.6)),
    ),
    part(
      union(
        ...[-0.15, 0.15].map((y) => tube(arc(1.1, 238, 302, [0, y, 1.13], 14), 0.028)),
        ...[-0.34, 0, 0.34].map((x) => move(box(0.06, 0.32, 0.03), [x, 0, x === 0 ? 0.02 : 0.08])),
      ),
      detail("rocker", detail("rockers", matte("#8f3a2c", 0.5))),
    ),
    part(
      union(
        ...Array.from({ length: 7 }, (_, index) =>
          move(ball([0.035, 0.025, 0.05]), [-0.28 + index * 0.022 - 0.01, 0, 0.95 - index * 0.045]),
        ),
        ...[0, 1, 2, 3, 4].map((index) =>
          move(ball([0.03, 0.025, 0.05]), [0.29 + index * 0.018, 0, 0.6 - index * 0.06]),
        ),
      ),
      detail("mane", matte("#3a2a1f", 0.95)),
    ),
    part(
      union(
        move(
          hull(box(0.2, 0.2, 0.02, 0.009), move(box(0.16, 0.1, 0.02, 0.009), [0, 0, 0.03])),
          [0.02, 0, 0.66],
        ),
        move(ball([0.03, 0.08, 0.04]), [0.12, 0, 0.7]),
        ...[-0.122, 0.122].map((y) => move(box(0.12, 0.02, 0.14, 0.008), [0.02, y, 0.52])),
      ),
      detail("saddle", matte("#a3262f", 0.6)),
    ),
    part(
      union(
        ...[-0.05, 0.05].map((y) => move(ball(0.012), [-0.4, y, 0.86])),
        move(turn(cylinder(0.2, 0.012), [90, 0, 0]), [-0.3, 0.1, 0.8]),
      ),
      matte("#1f1c1a", 0.4),
    ),
  ],
};

const beacon: Family = {
  names: ["siren", "warning light"],
  near: ["police light"],
  build: ({ main }) => [
    part(
      move(
        union(cut(ball([0.08, 0.08, 0.1]), move(box(1, 1, 1), [0, 0, -1])), cylinder(0.03, 0.08)),
        [0, 0, 0.05],
      ),
      main(glowing("#ff3a2f")),
    ),
    part(
      union(
        cylinder(0.06, 0.1, 0.09),
        at(
          scale(
            slab(
              [
                [-0.01, 0],
                [0.01, 0],
                [0.01, 0.02],
                [-0.01, 0.02],
              ],
              0.02,
            ),
            1,
          ),
          [0.08, 0, 0.06],
          [-0.08, 0, 0.06],
        ),
      ),
      matte("#2b2d33", 0.5),
    ),
  ],
};

export const rides: readonly Family[] = [
  stroller,
  wheelchair,
  tricycle,
  forklift,
  excavator,
  jetSki,
  raft,
  carriage,
  shoppingCart,
  slide,
  rockingHorse,
  beacon,
];
