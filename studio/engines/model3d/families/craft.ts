import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  chain,
  common,
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

const windowGlass = glass("#2e4256", 0.9);

const rocket: Family = {
  names: ["rocket", "rocket ship", "space rocket"],
  parts: ["engine"],
  build({ main, detail }) {
    const body = lathe([
      [0, 0.32],
      ...smooth([
        [0.22, 0.32],
        [0.3, 0.6],
        [0.325, 0.95],
        [0.3, 1.3],
        [0.22, 1.58],
      ]),
      [0, 1.58],
    ]);
    const nose = lathe([
      [0, 1.56],
      ...smooth([
        [0.228, 1.56],
        [0.15, 1.74],
        [0.06, 1.88],
        [0, 1.92],
      ]),
    ]);
    const fin = slab(
      [
        [0.2, 0.74],
        [0.22, 0.36],
        [0.5, 0.02],
        [0.56, 0.06],
        [0.5, 0.44],
      ],
      0.06,
    );
    const window = (radius: number, depth: number) =>
      move(turn(cylinder(depth, radius), [90, 0, 0]), [0, -0.22, 1.12]);
    const accent = main(glossy("#d8362f"));
    return [
      part(body, glossy("#f2f1ee")),
      part(union(nose, turn(around(fin, 4), [0, 0, 45])), accent),
      part(cut(window(0.15, 0.15), window(0.11, 0.3)), metal("#b9bdc4", 0.3)),
      part(window(0.115, 0.12), glass("#5fb4e8", 0.95)),
      part(
        lathe([
          [0, 0.24],
          [0.2, 0.2],
          [0.16, 0.34],
          [0, 0.34],
        ]),
        detail("engine", metal("#54575d", 0.45)),
      ),
      part(
        lathe([
          [0, -0.16],
          [0.07, 0],
          [0.12, 0.14],
          [0.11, 0.24],
          [0, 0.26],
        ]),
        glowing("#ffa02e"),
      ),
    ];
  },
};

/** Builds a hull from cross-sections along x: half width, height of the keel and of the deck. */
function boatHull(): Solid {
  const stations: readonly (readonly [x: number, half: number, keel: number, deck: number])[] = [
    [-1, 0.3, 0.1, 0.5],
    [-0.4, 0.4, 0, 0.42],
    [0.3, 0.38, 0, 0.42],
    [0.8, 0.2, 0.1, 0.5],
    [1.15, 0.02, 0.34, 0.6],
  ];
  const rib = ([x, half, keel, deck]: readonly [number, number, number, number]) =>
    union(
      move(box(0.02, half * 2, 0.02), [x, 0, deck]),
      move(box(0.02, half, 0.02), [x, 0, keel]),
      move(box(0.02, half * 1.7, 0.02), [x, 0, (keel + deck) / 2 - 0.04]),
    );
  return chain(stations.map(rib));
}

const boat: Family = {
  names: ["boat", "sailboat", "sailing boat", "ship", "sailing ship", "yacht"],
  near: ["barge"],
  parts: ["sail", "flag"],
  build: ({ main, detail }) => [
    part(
      cut(boatHull(), move(scale(boatHull(), [0.9, 0.86, 1]), [0.02, 0, 0.12])),
      main(matte("#8a4f2b", 0.6)),
    ),
    part(move(box(1.7, 0.56, 0.03), [-0.05, 0, 0.26]), matte("#c89a64")),
    part(
      union(
        move(cylinder(1.6, 0.035, 0.022), [0.1, 0, 0.26]),
        tube(
          [
            [0.1, 0, 0.62],
            [-0.8, 0, 0.66],
          ],
          0.02,
        ),
      ),
      matte("#5b3a22"),
    ),
    part(
      slab(
        [
          [0.06, 1.78],
          [-0.78, 0.74],
          [0.04, 0.7],
        ],
        0.03,
      ),
      detail("sail", matte("#faf6ec", 0.9)),
    ),
    part(
      slab(
        [
          [0.98, 0.66],
          [0.17, 1.7],
          [0.16, 0.7],
        ],
        0.03,
      ),
      detail("sail", matte("#f4e9d2", 0.9)),
    ),
    part(
      slab(
        [
          [0.1, 1.86],
          [-0.2, 1.79],
          [0.1, 1.72],
        ],
        0.02,
      ),
      detail("flag", matte("#d23b36")),
    ),
  ],
};

const airplane: Family = {
  names: ["airplane", "plane", "aeroplane", "aircraft", "jet"],
  near: ["fighter jet"],
  parts: ["body"],
  build({ main, detail }) {
    const body = move(
      turn(
        lathe([
          [0, -1.2],
          [0.06, -1.15],
          [0.17, -0.7],
          [0.2, -0.2],
          [0.2, 0.6],
          [0.15, 0.9],
          [0, 1.05],
        ]),
        [0, 90, 0],
      ),
      [0, 0, 0.6],
    );
    const wing = (length: number, root: number, tip: number, sweep: number): Solid =>
      hull(
        move(box(root, 0.02, 0.05, 0.01), [0, 0, -0.02]),
        move(box(tip, 0.02, 0.025, 0.006), [-sweep, -length, 0.06]),
        move(box(tip, 0.02, 0.025, 0.006), [-sweep, -length, 0.06]),
      );
    const engine = move(
      turn(
        lathe([
          [0, -0.16],
          [0.07, -0.14],
          [0.085, 0.05],
          [0.08, 0.16],
          [0, 0.14],
        ]),
        [0, 90, 0],
      ),
      [0.14, -0.5, 0.47],
    );
    return [
      part(body, detail("body", matte("#f4f4f2", 0.35))),
      part(
        union(
          move(mirrored(wing(1.15, 0.5, 0.2, 0.36), "y"), [0.1, 0, 0.53]),
          move(mirrored(wing(0.46, 0.26, 0.13, 0.16), "y"), [-0.98, 0, 0.66]),
          slab(
            [
              [-1.15, 0.66],
              [-0.78, 0.68],
              [-1.02, 1.1],
              [-1.2, 1.1],
            ],
            0.045,
          ),
        ),
        main(glossy("#2f6fc4")),
      ),
      part(mirrored(engine, "y"), metal("#9aa0a8", 0.35)),
      part(
        union(
          at(
            scale(ball(0.04), [1, 1, 1.1]),
            ...Array.from({ length: 8 }, (_, i): Vec3[] => [
              [-0.5 + i * 0.15, -0.175, 0.66],
              [-0.5 + i * 0.15, 0.175, 0.66],
            ]).flat(),
          ),
          common(
            move(ball([0.3, 0.17, 0.14]), [0.76, 0, 0.66]),
            move(box(0.22, 1, 0.2), [0.86, 0, 0.66]),
          ),
        ),
        windowGlass,
      ),
    ];
  },
};

const ufo: Family = {
  names: ["ufo", "flying saucer", "alien ship"],
  build: ({ main }) => [
    part(
      lathe([
        [0, 0.14],
        [0.3, 0.16],
        [0.85, 0.34],
        [0.9, 0.39],
        [0.85, 0.44],
        [0.36, 0.56],
        [0, 0.58],
      ]),
      main(metal("#a9b0ba", 0.28)),
    ),
    part(
      move(cut(ball([0.36, 0.36, 0.36]), move(box(2, 2, 1), [0, 0, -1])), [0, 0, 0.54]),
      glass("#7fe0e8", 0.6),
    ),
    part(move(around(move(ball(0.06), [0.72, 0, 0]), 10), [0, 0, 0.46]), glowing("#ffd54a")),
    part(move(ball([0.16, 0.16, 0.2]), [0, 0, 0.62]), matte("#6cbf4c")),
    part(move(cylinder(0.08, 0.2, 0.26), [0, 0, 0.1]), glowing("#9ff0ff")),
  ],
};

export const craft: readonly Family[] = [rocket, boat, airplane, ufo];
