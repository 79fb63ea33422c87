import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  common,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  ring,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

/** The shape and its mirror image on the other side of x = 0. */
function both(solid: Solid): Solid {
  return union(solid, scale(solid, [-1, 1, 1]));
}

const robot: Family = {
  names: ["robot", "android"],
  build: ({ main }) => [
    part(
      union(
        move(box(0.56, 0.4, 0.58, 0.06), [0, 0, 0.46]),
        move(box(0.5, 0.42, 0.4, 0.07), [0, 0, 1.12]),
        both(move(box(0.17, 0.26, 0.13, 0.03), [0.15, -0.03, 0])),
        both(move(box(0.16, 0.18, 0.18, 0.05), [0.45, -0.04, 0.46])),
      ),
      main(metal("#8fa3b5", 0.4)),
    ),
    part(
      union(
        move(cylinder(0.14, 0.09), [0, 0, 1.02]),
        both(move(cylinder(0.36, 0.075), [0.15, 0, 0.12])),
        both(
          tube(
            [
              [0.28, 0, 0.96],
              [0.42, 0, 0.86],
              [0.45, -0.03, 0.6],
            ],
            0.055,
          ),
        ),
        both(move(turn(cylinder(0.06, 0.1), [0, 90, 0]), [0.24, 0, 1.32])),
        move(cylinder(0.2, 0.018), [0, 0, 1.5]),
        move(box(0.36, 0.02, 0.26, 0.008), [0, -0.205, 0.62]),
      ),
      matte("#454b54", 0.5),
    ),
    part(move(ball(0.05), [0, 0, 1.72]), glowing("#ff5544")),
    part(
      both(move(turn(cylinder(0.05, 0.085), [90, 0, 0]), [0.12, -0.19, 1.36])),
      glowing("#63e6ff"),
    ),
    part(
      union(
        move(box(0.22, 0.03, 0.05, 0.01), [0, -0.215, 1.19]),
        both(move(ball(0.035), [0.1, -0.22, 0.82])),
      ),
      glowing("#ffd34d"),
    ),
    part(move(ball(0.035), [0, -0.22, 0.74]), glowing("#ff5544")),
  ],
};

const snowman: Family = {
  names: ["snowman"],
  build: ({ main }) => [
    part(
      union(
        move(ball([0.42, 0.42, 0.38]), [0, 0, 0.34]),
        move(ball(0.3), [0, 0, 0.84]),
        move(ball(0.22), [0, 0, 1.24]),
      ),
      main(matte("#f6f9fc", 0.9)),
    ),
    part(
      union(
        both(move(ball(0.026), [0.075, -0.2, 1.3])),
        at(
          ball(0.022),
          [-0.1, -0.185, 1.17],
          [-0.05, -0.2, 1.145],
          [0, -0.205, 1.135],
          [0.05, -0.2, 1.145],
          [0.1, -0.185, 1.17],
        ),
        at(ball(0.032), [0, -0.285, 0.94], [0, -0.3, 0.83], [0, -0.29, 0.72]),
      ),
      matte("#25262a"),
    ),
    part(move(turn(cone(0.24, 0.042), [90, 0, 0]), [0, -0.2, 1.24]), matte("#f08a2c", 0.6)),
    part(
      union(move(cylinder(0.03, 0.27), [0, 0, 1.4]), move(cylinder(0.27, 0.17), [0, 0, 1.4])),
      matte("#2b2c31", 0.7),
    ),
    part(
      union(
        move(cylinder(0.06, 0.174), [0, 0, 1.44]),
        move(ring(0.19, 0.05), [0, 0, 1.06]),
        tube(
          [
            [0.13, -0.17, 1.05],
            [0.15, -0.28, 0.9],
            [0.16, -0.3, 0.8],
          ],
          0.045,
        ),
      ),
      matte("#cf3a3a", 0.95),
    ),
    part(
      both(
        union(
          tube(
            [
              [0.26, 0, 0.9],
              [0.46, -0.04, 1.02],
              [0.62, -0.06, 1.16],
            ],
            0.022,
          ),
          tube(
            [
              [0.5, -0.045, 1.05],
              [0.6, -0.05, 1.02],
            ],
            0.015,
          ),
        ),
      ),
      matte("#6b4729"),
    ),
  ],
};

const teddy: Family = {
  names: ["teddy bear", "teddy", "bear toy", "bear"],
  build({ main }) {
    const fur = main(matte("#a8713f", 0.95));
    return [
      part(
        union(
          move(ball([0.3, 0.26, 0.32]), [0, 0, 0.36]),
          move(ball([0.27, 0.25, 0.25]), [0, -0.02, 0.84]),
          both(move(ball([0.1, 0.06, 0.1]), [0.2, 0, 1.04])),
          both(move(turn(ball([0.1, 0.11, 0.22]), [-25, -38, 0]), [0.32, -0.1, 0.48])),
          both(move(turn(ball([0.13, 0.24, 0.13]), [0, 0, 18]), [0.2, -0.26, 0.14])),
        ),
        fur,
      ),
      part(
        union(
          move(ball([0.12, 0.1, 0.09]), [0, -0.22, 0.79]),
          both(move(ball([0.06, 0.03, 0.06]), [0.2, -0.045, 1.04])),
          both(move(ball([0.085, 0.03, 0.085]), [0.275, -0.475, 0.15])),
          move(ball([0.2, 0.1, 0.22]), [0, -0.19, 0.36]),
        ),
        matte("#e3c08d", 0.95),
      ),
      part(
        union(
          both(move(ball(0.033), [0.1, -0.245, 0.9])),
          move(ball([0.045, 0.03, 0.032]), [0, -0.315, 0.83]),
        ),
        glossy("#25201d"),
      ),
    ];
  },
};

const ghost: Family = {
  names: ["ghost"],
  build: ({ main }) => [
    part(
      cut(
        lathe(
          smooth([
            [0, 0],
            [0.36, 0],
            [0.32, 0.2],
            [0.3, 0.5],
            [0.28, 0.68],
            [0.2, 0.84],
            [0.1, 0.91],
            [0, 0.93],
          ]),
        ),
        around(move(turn(cylinder(0.5, 0.085), [0, 90, 0]), [0.1, 0, 0]), 9),
      ),
      main(matte("#f4f6fb", 0.8)),
    ),
    part(
      union(
        both(move(ball([0.045, 0.03, 0.07]), [0.1, -0.275, 0.65])),
        move(ball([0.05, 0.03, 0.06]), [0, -0.3, 0.47]),
      ),
      matte("#22242b"),
    ),
    part(both(move(ball([0.1, 0.09, 0.07]), [0.31, -0.08, 0.48])), main(matte("#f4f6fb", 0.8))),
  ],
};

const duck: Family = {
  names: ["duck", "rubber duck", "duckling"],
  build: ({ main }) => [
    part(
      union(
        move(ball([0.3, 0.24, 0.2]), [0, 0, 0.2]),
        move(ball(0.17), [0.2, 0, 0.47]),
        turn(
          tube(
            [
              [-0.2, 0, 0.24],
              [-0.36, 0, 0.38],
            ],
            [0.14, 0.02],
          ),
          [0, 0, 0],
        ),
        move(turn(ball([0.16, 0.06, 0.1]), [0, -14, 0]), [-0.05, -0.22, 0.25]),
        move(turn(ball([0.16, 0.06, 0.1]), [0, -14, 0]), [-0.05, 0.22, 0.25]),
      ),
      main(glossy("#f7cd2f")),
    ),
    part(move(ball([0.1, 0.09, 0.035]), [0.39, 0, 0.44]), glossy("#f0842c")),
    part(at(ball(0.027), [0.3, -0.125, 0.53], [0.3, 0.125, 0.53]), glossy("#1f1f23")),
  ],
};

const person: Family = {
  names: ["person", "man", "woman", "figurine", "astronaut", "pawn"],
  build({ main, has }) {
    if (has("astronaut")) {
      const suit = main(matte("#f1f2f4", 0.6));
      return [
        part(
          union(
            move(box(0.46, 0.34, 0.5, 0.13), [0, 0, 0.42]),
            move(ball(0.26), [0, 0, 1.1]),
            both(
              tube(
                [
                  [0.2, 0, 0.84],
                  [0.34, -0.04, 0.68],
                  [0.36, -0.12, 0.5],
                ],
                0.085,
              ),
            ),
            both(
              tube(
                [
                  [0.12, 0, 0.46],
                  [0.13, 0, 0.12],
                ],
                0.105,
              ),
            ),
            both(move(box(0.2, 0.3, 0.13, 0.06), [0.13, -0.04, 0])),
            move(box(0.4, 0.2, 0.48, 0.05), [0, 0.22, 0.46]),
          ),
          suit,
        ),
        part(
          common(
            move(ball(0.265), [0, -0.012, 1.1]),
            move(scale(turn(cylinder(0.4, 0.19), [90, 0, 0]), [1, 1, 0.82]), [0, 0, 1.11]),
          ),
          metal("#d99a2b", 0.15),
        ),
        part(
          union(
            both(move(ring(0.09, 0.02), [0.13, 0, 0.2])),
            move(box(0.2, 0.04, 0.13, 0.02), [0, -0.165, 0.62]),
          ),
          matte("#d8512f", 0.6),
        ),
        part(
          at(ball(0.02), [-0.05, -0.19, 0.69], [0, -0.19, 0.69], [0.05, -0.19, 0.69]),
          glowing("#58c8ff"),
        ),
      ];
    }
    if (has("pawn")) {
      return [
        part(
          lathe([
            [0, 0],
            [0.2, 0],
            [0.2, 0.05],
            [0.14, 0.1],
            [0.08, 0.2],
            [0.065, 0.36],
            [0.11, 0.4],
            [0.06, 0.43],
            [0.1, 0.47],
            [0.125, 0.55],
            [0.1, 0.63],
            [0.05, 0.67],
            [0, 0.68],
          ]),
          main(glossy("#ece0c4")),
        ),
      ];
    }
    return [
      part(
        union(
          move(ball(0.16), [0, 0, 1.28]),
          both(move(ball(0.055), [0.33, -0.02, 0.58])),
          move(cylinder(0.1, 0.06), [0, 0, 1.06]),
        ),
        matte("#e2ac82", 0.8),
      ),
      part(
        union(
          move(box(0.42, 0.24, 0.5, 0.09), [0, 0, 0.6]),
          both(
            tube(
              [
                [0.19, 0, 1],
                [0.29, 0, 0.82],
                [0.33, -0.02, 0.64],
              ],
              0.065,
            ),
          ),
        ),
        main(matte("#3f78c4", 0.9)),
      ),
      part(
        both(
          tube(
            [
              [0.1, 0, 0.62],
              [0.11, 0, 0.1],
            ],
            0.085,
          ),
        ),
        matte("#33415c", 0.9),
      ),
      part(both(move(box(0.15, 0.27, 0.1, 0.045), [0.11, -0.05, 0])), matte("#4b3423", 0.7)),
      part(
        cut(
          move(ball([0.175, 0.175, 0.17]), [0, 0.015, 1.3]),
          move(box(0.5, 0.5, 0.3), [0, -0.2, 1.04]),
        ),
        matte("#4a2f1d", 0.9),
      ),
      part(both(move(ball(0.018), [0.055, -0.15, 1.3])), matte("#221c1a")),
    ];
  },
};

const dice: Family = {
  names: ["die", "dice"],
  build({ main }) {
    const pip = ball(0.045);
    const half = 0.25;
    const face = (places: readonly (readonly [number, number])[]) =>
      union(...places.map(([x, y]) => move(pip, [x * 0.13, y * 0.13, half + 0.02])));
    const faces: Solid[] = [
      face([
        [-1, -1],
        [0, 0],
        [1, 1],
        [-1, 1],
        [1, -1],
      ]),
      turn(face([[0, 0]]), [90, 0, 0]),
      turn(
        face([
          [-1, -1],
          [0, 0],
          [1, 1],
        ]),
        [0, 90, 0],
      ),
      turn(
        face([
          [-1, -1],
          [1, 1],
          [-1, 1],
          [1, -1],
        ]),
        [0, -90, 0],
      ),
      turn(
        face([
          [-1, -1],
          [1, 1],
          [-1, 1],
          [1, -1],
          [-1, 0],
          [1, 0],
        ]),
        [-90, 0, 0],
      ),
      turn(
        face([
          [-1, -1],
          [1, 1],
        ]),
        [180, 0, 0],
      ),
    ];
    const cube = move(box(0.5, 0.5, 0.5, 0.07), [0, 0, -0.25]);
    return [
      part(move(cut(cube, ...faces), [0, 0, 0.25]), main(glossy("#f5f2ea"))),
      part(
        move(
          common(move(box(0.488, 0.488, 0.488, 0.06), [0, 0, -0.244]), union(...faces)),
          [0, 0, 0.25],
        ),
        matte("#26262b", 0.4),
      ),
    ];
  },
};

const sphere: Family = {
  names: ["ball", "sphere", "marble", "bead"],
  build: ({ main }) => [part(move(ball(0.3), [0, 0, 0.3]), main(glossy("#e0474c")))],
};

const soccerBall: Family = {
  names: ["basketball", "beach ball"],
  build({ main, has }) {
    if (has("beach")) {
      const wedge = (index: number) =>
        common(
          ball(0.32),
          turn(
            lathe(
              [
                [0, -0.5],
                [0.5, -0.5],
                [0.5, 0.5],
                [0, 0.5],
              ],
              60,
            ),
            [0, 0, index * 60],
          ),
        );
      const stand = (solid: Solid) => move(turn(solid, [24, 12, 0]), [0, 0, 0.32]);
      return [
        part(stand(union(wedge(0), wedge(2), wedge(4))), main(glossy("#e0474c"))),
        part(stand(union(wedge(1), wedge(3), wedge(5))), glossy("#f8f6f0")),
      ];
    }
    const seams = union(
      ring(0.3, 0.012),
      turn(ring(0.3, 0.012), [90, 0, 0]),
      turn(ring(0.3, 0.012), [90, 0, 90]),
      at(turn(ring(0.245, 0.012), [0, 90, 0]), [0.175, 0, 0], [-0.175, 0, 0]),
    );
    return [
      part(move(cut(ball(0.3), seams), [0, 0, 0.3]), main(matte("#dc6f26", 0.7))),
      part(move(common(ball(0.297), scale(seams, 1)), [0, 0, 0.3]), matte("#29211d")),
    ];
  },
};

const primitives: Family = {
  names: ["cube", "box", "block", "brick"],
  build: ({ main }) => [part(box(0.6, 0.6, 0.6, 0.03), main(matte("#4f86c6", 0.5)))],
};

const coneShape: Family = {
  names: ["cone", "traffic cone"],
  build: ({ main, has }) =>
    has("traffic")
      ? [
          part(
            union(
              move(cylinder(0.16, 0.23, 0.19), [0, 0, 0.05]),
              move(cylinder(0.16, 0.13, 0.09), [0, 0, 0.45]),
              box(0.62, 0.62, 0.05, 0.02),
            ),
            main(matte("#f0702a", 0.5)),
          ),
          part(move(cylinder(0.24, 0.19, 0.13), [0, 0, 0.21]), matte("#f6f4ee", 0.5)),
          part(move(cylinder(0.1, 0.09, 0.06), [0, 0, 0.61]), main(matte("#f0702a", 0.5))),
        ]
      : [part(cone(0.8, 0.35), main(matte("#4f86c6", 0.5)))],
};

const cylinderShape: Family = {
  names: ["cylinder", "pillar", "column"],
  build: ({ main, has }) =>
    has("pillar", "column")
      ? [
          part(
            union(
              box(0.62, 0.62, 0.1),
              cut(
                move(cylinder(1.5, 0.24, 0.2), [0, 0, 0.14]),
                around(move(cylinder(2, 0.028), [0.235, 0, 0]), 16),
              ),
              move(cylinder(0.06, 0.29, 0.27), [0, 0, 0.1]),
              move(cylinder(0.1, 0.2, 0.29), [0, 0, 1.62]),
              move(box(0.62, 0.62, 0.09), [0, 0, 1.72]),
            ),
            main(matte("#e9e4d8", 0.6)),
          ),
        ]
      : [part(cylinder(0.7, 0.3), main(matte("#4f86c6", 0.5)))],
};

const torus: Family = {
  names: ["torus", "donut", "doughnut"],
  build({ main, has, random }) {
    const dough = move(scale(ring(0.28, 0.14), [1, 1, 0.85]), [0, 0, 0.12]);
    if (has("torus")) return [part(dough, main(glossy("#4f86c6")))];
    const palette = ["#f7d34a", "#5fb8e8", "#f2f2f2", "#7fd06a"];
    const sprinkle = tube(
      [
        [-0.022, 0, 0],
        [0.022, 0, 0],
      ],
      0.009,
    );
    const sprinkles = palette.map((color, shade) =>
      part(
        union(
          ...Array.from({ length: 11 }, (_, index) => {
            const angle = (index * palette.length + shade) * 2.4;
            const reach = 0.28 + (random() - 0.5) * 0.15;
            const height = 0.12 + 0.122 * Math.sqrt(Math.max(0, 1 - ((reach - 0.28) / 0.15) ** 2));
            const place: Vec3 = [reach * Math.cos(angle), reach * Math.sin(angle), height];
            return move(turn(sprinkle, [0, 0, random() * 180]), place);
          }),
        ),
        matte(color, 0.5),
      ),
    );
    const icing = common(
      move(scale(ring(0.28, 0.147), [1, 1, 0.87]), [0, 0, 0.12]),
      union(
        move(cylinder(0.2, 0.4), [0, 0, 0.15]),
        ...Array.from({ length: 12 }, (_, index) => {
          const angle = (index / 12) * 2 * Math.PI;
          const drop = move(ball([0.075, 0.075, 0.06 + random() * 0.05]), [
            0.38 * Math.cos(angle),
            0.38 * Math.sin(angle),
            0.15,
          ]);
          return drop;
        }),
      ),
    );
    return [part(dough, matte("#d99a55", 0.8)), part(icing, main(glossy("#f07fae"))), ...sprinkles];
  },
};

const rainbow: Family = {
  names: ["rainbow"],
  build: () =>
    ["#e23f3f", "#f08a2c", "#f5cf3a", "#57b14f", "#3d86d8", "#7a4fc0"].map((color, index) => {
      const radius = 0.95 - index * 0.085;
      return part(
        common(
          turn(
            move(
              cut(cylinder(0.2, radius), move(cylinder(0.4, radius - 0.085), [0, 0, -0.1])),
              [0, 0, -0.1],
            ),
            [90, 0, 0],
          ),
          box(3, 3, 3),
        ),
        matte(color, 0.6),
      );
    }),
};

/** A band whose upper edge is a row of points. */
function pointedBand(radius: number, low: number, high: number, points: number): Solid {
  const tooth = (index: number): Solid => {
    const angle = ((index + 0.5) / points) * 2 * Math.PI;
    const half = Math.PI / points;
    const on = (bearing: number, reach: number, z: number) =>
      move(ball(0.014), [reach * Math.cos(bearing), reach * Math.sin(bearing), z]);
    return hull(
      on(angle - half, radius, low),
      on(angle + half, radius, low),
      on(angle, radius * 1.02, low),
      on(angle, radius * 1.12, high),
    );
  };
  return union(...Array.from({ length: points }, (_, index) => tooth(index)));
}

const crown: Family = {
  names: ["crown", "tiara"],
  build({ main }) {
    const jewels = (offset: number) =>
      turn(around(move(scale(ball(0.036), [0.6, 1, 1]), [0.315, 0, 0.09]), 4), [0, 0, offset]);
    return [
      part(
        union(
          cut(cylinder(0.17, 0.3, 0.305), move(cylinder(0.3, 0.275, 0.28), [0, 0, -0.02])),
          pointedBand(0.29, 0.15, 0.4, 8),
          at(ring(0.3, 0.024), [0, 0, 0.02], [0, 0, 0.16]),
          turn(around(move(ball(0.034), [0.328, 0, 0.42]), 8), [0, 0, 22.5]),
        ),
        main(metal("#e6b63c", 0.22)),
      ),
      part(jewels(0), glossy("#c62339")),
      part(jewels(45), glossy("#2b6fd0")),
      part(move(scale(ball(0.27), [1, 1, 0.5]), [0, 0, 0.14]), matte("#7a1f36", 0.95)),
    ];
  },
};

export const toys: readonly Family[] = [
  robot,
  snowman,
  teddy,
  ghost,
  duck,
  person,
  dice,
  sphere,
  soccerBall,
  primitives,
  coneShape,
  cylinderShape,
  torus,
  rainbow,
  crown,
];
