import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  cone,
  corners,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  ring,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const stripes = [-3, -2, -1, 0, 1, 2, 3];

/** Strips of an awning that slopes to the front, every second one. */
function awning(width: number, depth: number, height: number, isOdd: boolean): Solid {
  const wide = width / stripes.length;
  return union(
    ...stripes
      .filter((stripe) => Math.abs(stripe) % 2 === (isOdd ? 1 : 0))
      .map((stripe) =>
        move(
          union(
            turn(box(wide, depth, 0.04), [18, 0, 0]),
            move(box(wide, 0.03, 0.16, 0.012), [0, -depth * 0.47, -depth * 0.15 - 0.13]),
          ),
          [stripe * wide, -depth * 0.45, height],
        ),
      ),
  );
}

const stall: Family = {
  names: ["market stall", "stall", "food stall", "market stand", "kiosk"],
  surface: 0.8,
  build: ({ main }) => [
    part(
      union(
        move(box(1.8, 0.7, 0.1), [0, 0, 0.7]),
        move(box(1.76, 0.6, 0.7), [0, 0.03, 0]),
        at(cylinder(1.7, 0.04), ...corners(0.85, 0.32)),
      ),
      matte("#9c6b3c"),
    ),
    part(awning(2.1, 1.05, 1.86, false), main(matte("#d2453f", 0.8))),
    part(awning(2.1, 1.05, 1.86, true), matte("#f6efdf", 0.8)),
    part(
      at(
        ball(0.085),
        ...[-0.7, -0.55, -0.62, -0.4].map((x, i): Vec3 => [x, -0.16 + (i % 2) * 0.14, 0.87]),
      ),
      glossy("#e0442f"),
    ),
    part(
      at(
        ball(0.085),
        ...[-0.15, 0, 0.13, 0.02].map((x, i): Vec3 => [x, -0.16 + (i % 2) * 0.14, 0.87]),
      ),
      glossy("#f0a12b"),
    ),
    part(
      at(
        ball(0.085),
        ...[0.4, 0.55, 0.68, 0.48].map((x, i): Vec3 => [x, -0.16 + (i % 2) * 0.14, 0.87]),
      ),
      glossy("#6fae3c"),
    ),
    part(at(ball([0.1, 0.1, 0.13]), [-0.6, -0.3, 1.42], [0.6, -0.3, 1.42]), glowing("#ffc35a")),
  ],
};

const mailbox: Family = {
  names: ["mailbox", "letterbox", "letter box"],
  parts: ["flag"],
  build: ({ main, detail }) => [
    part(box(0.1, 0.1, 0.95), matte("#8a5d34")),
    part(
      move(
        union(box(0.32, 0.56, 0.16), move(turn(cylinder(0.56, 0.16), [90, 0, 0]), [0, 0.28, 0.16])),
        [0, 0, 0.95],
      ),
      main(glossy("#cf3130")),
    ),
    part(move(turn(cylinder(0.02, 0.13), [90, 0, 0]), [0, -0.275, 1.11]), matte("#e8e4dc", 0.4)),
    part(
      union(
        move(box(0.02, 0.05, 0.32), [0.175, 0.05, 1.1]),
        move(box(0.02, 0.16, 0.1), [0.175, 0.1, 1.34]),
      ),
      detail("flag", matte("#f2b634")),
    ),
  ],
};

const hydrant: Family = {
  names: ["fire hydrant", "hydrant", "fireplug"],
  build: ({ main }) => [
    part(
      union(
        cylinder(0.07, 0.24),
        cylinder(0.6, 0.16),
        move(cylinder(0.06, 0.2), [0, 0, 0.56]),
        move(ball([0.17, 0.17, 0.17]), [0, 0, 0.62]),
        move(cylinder(0.08, 0.06, 0.05, 6), [0, 0, 0.77]),
        at(turn(cylinder(0.52, 0.085), [0, 90, 0]), [-0.26, 0, 0.42]),
        move(turn(cylinder(0.2, 0.1), [90, 0, 0]), [0, 0, 0.36]),
      ),
      main(glossy("#cf2f2b")),
    ),
    part(
      union(
        at(turn(cylinder(0.04, 0.1, 0.1, 8), [0, 90, 0]), [-0.29, 0, 0.42], [0.25, 0, 0.42]),
        move(turn(cylinder(0.04, 0.12, 0.12, 8), [90, 0, 0]), [0, -0.19, 0.36]),
        around(move(cylinder(0.1, 0.022), [0.2, 0, 0]), 8),
      ),
      metal("#d9d3c4", 0.4),
    ),
  ],
};

const streetLamp: Family = {
  names: ["street lamp", "lamp post", "lamppost", "streetlight", "street light"],
  build: ({ main }) => [
    part(
      union(
        cylinder(0.3, 0.14, 0.09),
        cylinder(2.3, 0.045),
        move(ring(0.07, 0.025), [0, 0, 0.32]),
        move(cylinder(0.06, 0.16, 0.2, 6), [0, 0, 2.3]),
        move(cone(0.26, 0.24, 6), [0, 0, 2.72]),
        around(move(box(0.02, 0.02, 0.4), [0.17, 0, 2.34]), 6),
      ),
      main(metal("#2f353d", 0.5)),
    ),
    part(move(cylinder(0.36, 0.13, 0.17), [0, 0, 2.35]), glowing("#ffd98a")),
  ],
};

const shop: Family = {
  names: ["shop", "cafe", "coffee shop", "bakery", "store", "shopfront", "restaurant"],
  build: ({ main }) => [
    part(
      union(
        box(2.2, 1.4, 2.5),
        move(box(2.34, 1.54, 0.14), [0, 0, 2.5]),
        move(box(2.26, 1.46, 0.1), [0, 0, 1.5]),
      ),
      main(matte("#d8a679", 0.85)),
    ),
    part(
      union(
        move(box(1.16, 0.06, 0.95), [-0.36, -0.69, 0.32]),
        at(box(0.42, 0.06, 0.56), [-0.6, -0.69, 1.74], [0.1, -0.69, 1.74], [0.75, -0.69, 1.74]),
      ),
      glowing("#ffdf9c"),
    ),
    part(
      union(
        move(box(0.52, 0.08, 1.16), [0.68, -0.68, 0]),
        at(
          cut(box(0.52, 0.1, 0.66), move(box(0.42, 0.3, 0.56), [0, 0, 0.05])),
          [-0.6, -0.7, 1.69],
          [0.1, -0.7, 1.69],
          [0.75, -0.7, 1.69],
        ),
        cut(
          move(box(1.28, 0.1, 1.07), [-0.36, -0.7, 0.26]),
          move(box(1.16, 0.4, 0.95), [-0.36, -0.7, 0.32]),
        ),
      ),
      matte("#5a3a2a"),
    ),
    part(move(awning(2.1, 0.6, 1.56, false), [0, -0.68, 0]), matte("#3f7f6a", 0.8)),
    part(move(awning(2.1, 0.6, 1.56, true), [0, -0.68, 0]), matte("#f6efdf", 0.8)),
    part(move(box(0.26, 0.05, 0.5), [0.68, -0.72, 0.5]), glowing("#ffe6b0")),
  ],
};

const townHouse: Family = {
  names: ["town house", "townhouse", "row house", "terraced house"],
  parts: ["door", "roof"],
  build: ({ main, detail }) => [
    part(
      union(
        box(1.5, 1.2, 2.9),
        move(
          slab(
            [
              [-0.82, 0],
              [0.82, 0],
              [0, 0.75],
            ],
            1.2,
          ),
          [0, 0, 2.9],
        ),
      ),
      main(matte("#d9b06a", 0.9)),
    ),
    part(
      at(
        union(box(0.32, 0.05, 0.5), move(box(0.4, 0.12, 0.05), [0, -0.03, -0.06])),
        ...[0.98, 1.75, 2.4].flatMap((z): Vec3[] => [
          [-0.45, -0.6, z],
          [0, -0.6, z],
          [0.45, -0.6, z],
        ]),
      ),
      glowing("#ffe2a0"),
    ),
    part(move(box(0.4, 0.08, 0.75, 0.02), [0, -0.6, 0]), detail("door", matte("#4b3527"))),
    part(
      union(
        move(turn(box(1.16, 1.34, 0.07), [0, 42, 0]), [0.44, 0, 3.3]),
        move(turn(box(1.16, 1.34, 0.07), [0, -42, 0]), [-0.44, 0, 3.3]),
      ),
      detail("roof", matte("#8a4338", 0.9)),
    ),
  ],
};

const barn: Family = {
  names: ["barn", "stable"],
  parts: ["roof", "door"],
  build({ main, detail }) {
    const gable = slab(
      [
        [-1.2, 0],
        [1.2, 0],
        [1.2, 1.2],
        [0.75, 1.9],
        [0, 2.25],
        [-0.75, 1.9],
        [-1.2, 1.2],
      ],
      2.2,
    );
    return [
      part(gable, main(matte("#b2322b", 0.85))),
      part(
        union(
          ...[1, -1].flatMap((side) => [
            hull(
              move(box(0.08, 2.5, 0.05), [side * 1.26, 0, 1.16]),
              move(box(0.08, 2.5, 0.05), [side * 0.78, 0, 1.9]),
            ),
            hull(
              move(box(0.08, 2.5, 0.05), [side * 0.78, 0, 1.9]),
              move(box(0.08, 2.5, 0.05), [0, 0, 2.26]),
            ),
          ]),
        ),
        detail("roof", matte("#5d5f66", 0.8)),
      ),
      part(
        union(
          cut(
            move(box(1.1, 0.06, 1.15), [0, -1.11, 0]),
            move(box(0.94, 0.3, 1.02), [0, -1.11, 0.05]),
          ),
          move(turn(box(1.34, 0.06, 0.08), [0, 47, 0]), [0, -1.11, 0.55]),
          move(turn(box(1.34, 0.06, 0.08), [0, -47, 0]), [0, -1.11, 0.55]),
          cut(
            move(box(0.5, 0.06, 0.44), [0, -1.11, 1.42]),
            move(box(0.38, 0.3, 0.32), [0, -1.11, 1.48]),
          ),
        ),
        detail("door", matte("#f6f1e6")),
      ),
      part(move(box(0.38, 0.03, 0.32), [0, -1.1, 1.48]), matte("#2b1f1c")),
    ];
  },
};

const eiffelTower: Family = {
  names: ["eiffel tower"],
  build({ main }) {
    const leg = (x: number, y: number) =>
      union(
        tube(
          [
            [x * 1.3, y * 1.3, 0],
            [x * 0.72, y * 0.72, 1],
          ],
          [0.17, 0.13],
        ),
        tube(
          [
            [x * 0.72, y * 0.72, 1],
            [x * 0.34, y * 0.34, 2.1],
          ],
          [0.13, 0.1],
        ),
        tube(
          [
            [x * 0.34, y * 0.34, 2.1],
            [x * 0.06, y * 0.06, 4.6],
          ],
          [0.1, 0.05],
        ),
      );
    const braces = [0.4, 1.45, 1.75, 2.5, 2.9, 3.3, 3.7].map((z) => {
      const half =
        z < 1 ? 0 : z < 2.1 ? 0.72 - ((z - 1) / 1.1) * 0.38 : 0.34 - ((z - 2.1) / 2.5) * 0.28;
      return half === 0
        ? move(box(0.01, 0.01, 0.01), [0, 0, 1])
        : move(box(half * 2, half * 2, 0.05), [0, 0, z]);
    });
    const arch = (turned: number) =>
      turn(
        tube(
          Array.from({ length: 11 }, (_, i): Vec3 => {
            const angle = (Math.PI * i) / 10;
            return [Math.cos(angle) * 0.82, -0.92, 0.25 + Math.sin(angle) * 0.6];
          }),
          0.05,
        ),
        [0, 0, turned],
      );
    return [
      part(
        union(
          leg(0.8, 0.8),
          leg(-0.8, 0.8),
          leg(0.8, -0.8),
          leg(-0.8, -0.8),
          arch(0),
          arch(90),
          arch(180),
          arch(270),
          move(box(1.75, 1.75, 0.16), [0, 0, 0.95]),
          move(box(0.98, 0.98, 0.14), [0, 0, 2.05]),
          move(box(0.36, 0.36, 0.14), [0, 0, 4.1]),
          move(cylinder(0.9, 0.05, 0.01), [0, 0, 4.5]),
          ...braces,
          at(box(0.6, 0.6, 0.14), ...corners(1.04, 1.04)),
        ),
        main(metal("#8d6b48", 0.55)),
      ),
    ];
  },
};

const clockTower: Family = {
  names: ["clock tower", "big ben"],
  build: ({ main }) => [
    part(
      union(
        box(0.9, 0.9, 3.1),
        at(box(0.1, 0.1, 3.1), ...corners(0.42, 0.42)),
        move(box(1.06, 1.06, 0.9), [0, 0, 3.1]),
        at(cone(0.4, 0.09, 4), ...corners(0.48, 0.48, 4)),
      ),
      main(matte("#c9a468", 0.85)),
    ),
    part(
      union(move(cylinder(1.15, 0.72, 0.06, 4), [0, 0, 4]), move(cylinder(0.5, 0.02), [0, 0, 5.1])),
      matte("#55606b", 0.6),
    ),
    part(at(turn(cylinder(0.04, 0.38), [90, 0, 0]), [0, -0.52, 3.55]), glowing("#fff6da")),
    part(move(turn(cylinder(0.04, 0.38), [0, 90, 0]), [-0.56, 0, 3.55]), glowing("#fff6da")),
    part(
      union(
        move(turn(ring(0.39, 0.03), [90, 0, 0]), [0, -0.54, 3.55]),
        move(box(0.03, 0.03, 0.3), [0, -0.57, 3.55]),
        move(box(0.22, 0.03, 0.03), [0.1, -0.57, 3.54]),
      ),
      matte("#2e3238"),
    ),
    part(
      at(
        box(0.1, 0.03, 0.5, 0.02),
        ...[0.4, 1.1, 1.8, 2.5].flatMap((z): Vec3[] => [
          [-0.2, -0.45, z],
          [0.06, -0.45, z],
        ]),
      ),
      matte("#6b5433"),
    ),
  ],
};

const swing: Family = {
  names: ["swing set", "swing", "swings"],
  build: ({ main }) => [
    part(
      union(
        ...[-1, 1].flatMap((side) => [
          tube(
            [
              [side * 1.1, -0.6, 0],
              [side * 0.95, 0, 1.9],
            ],
            0.05,
          ),
          tube(
            [
              [side * 1.1, 0.6, 0],
              [side * 0.95, 0, 1.9],
            ],
            0.05,
          ),
        ]),
        tube(
          [
            [-1.1, 0, 1.9],
            [1.1, 0, 1.9],
          ],
          0.055,
        ),
      ),
      main(matte("#c9403a", 0.5)),
    ),
    part(
      union(
        ...[-0.67, -0.27, 0.27, 0.67].map((x) =>
          tube(
            [
              [x, 0, 1.9],
              [x, -0.08, 0.55],
            ],
            0.014,
          ),
        ),
      ),
      metal("#8d949b"),
    ),
    part(
      at(box(0.46, 0.2, 0.045, 0.015), [-0.47, -0.08, 0.52], [0.47, -0.08, 0.52]),
      matte("#e2b13d"),
    ),
  ],
};

const branch: Family = {
  names: ["branch"],
  surface: 0.15,
  build: ({ main }) => [
    part(
      union(
        tube(
          [
            [-1.3, 0, 0],
            [-0.5, 0, 0.08],
            [0.4, 0, 0.05],
            [1.2, 0, 0.16],
          ],
          [0.11, 0.09, 0.075, 0.04],
        ),
        tube(
          [
            [0.3, 0, 0.06],
            [0.6, 0, 0.26],
            [0.75, 0, 0.4],
          ],
          [0.05, 0.04, 0.02],
        ),
        tube(
          [
            [-0.6, 0, 0.06],
            [-0.8, 0, -0.16],
          ],
          [0.05, 0.02],
        ),
      ),
      main(matte("#6f4a2e", 0.9)),
    ),
    part(
      union(
        ...(
          [
            [0.8, 0.44],
            [0.66, 0.34],
            [1.22, 0.2],
            [1.1, 0.06],
            [0.95, 0.2],
            [-0.84, -0.2],
          ] as const
        ).map(([x, z], index) =>
          move(turn(scale(ball(0.13), [1.2, 0.25, 0.6]), [0, index * 55, 0]), [x, -0.02, z]),
        ),
      ),
      matte("#5fa548", 0.8),
    ),
  ],
};

const signpost: Family = {
  names: ["street sign", "signpost", "sign post"],
  build: ({ main }) => [
    part(cylinder(2, 0.04), metal("#8d949b")),
    part(
      union(
        move(
          slab(
            [
              [-0.1, -0.12],
              [0.6, -0.12],
              [0.75, 0],
              [0.6, 0.12],
              [-0.1, 0.12],
            ],
            0.04,
          ),
          [0, -0.05, 1.8],
        ),
        move(
          scale(
            slab(
              [
                [-0.1, -0.12],
                [0.6, -0.12],
                [0.75, 0],
                [0.6, 0.12],
                [-0.1, 0.12],
              ],
              0.04,
            ),
            [-1, 1, 1],
          ),
          [0, -0.05, 1.45],
        ),
      ),
      main(matte("#b07a42")),
    ),
  ],
};

const hotAirBalloon: Family = {
  names: ["hot air balloon", "hot air balloons"],

  parts: ["basket"],
  build({ main, detail }) {
    const wedge = (index: number) =>
      turn(
        lathe(
          smooth([
            [0, 0.86],
            [0.2, 0.88],
            [0.58, 1.3],
            [0.8, 1.8],
            [0.74, 2.3],
            [0.42, 2.66],
            [0, 2.76],
          ]),
          30,
        ),
        [0, 0, index * 30],
      );
    const every = (from: number) => union(...[0, 3, 6, 9].map((index) => wedge(index + from)));
    return [
      part(every(0), main(matte("#d8403a", 0.6))),
      part(every(1), matte("#f6c64e", 0.6)),
      part(every(2), matte("#f3efe4", 0.6)),
      part(box(0.34, 0.34, 0.28, 0.05), detail("basket", matte("#8f6238", 0.9))),
      part(
        union(
          ...corners(0.14, 0.14).map(([x, y]) =>
            tube(
              [
                [x, y, 0.26],
                [x * 1.5, y * 1.5, 0.98],
              ],
              0.012,
            ),
          ),
        ),
        matte("#4a3a2c"),
      ),
      part(move(ring(0.17, 0.025), [0, 0, 0.29]), matte("#6b4526")),
    ];
  },
};

export const street: readonly Family[] = [
  stall,
  mailbox,
  hydrant,
  streetLamp,
  shop,
  townHouse,
  barn,
  eiffelTower,
  clockTower,
  swing,
  signpost,
  branch,
  hotAirBalloon,
];
