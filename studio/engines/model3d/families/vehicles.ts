import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  common,
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

const windowGlass = glass("#2e4256", 0.9);
const tyre = matte("#25262a", 0.95);
const hub = metal("#c9ccd1", 0.3);

/** A wheel in the x–z plane. */
function wheel(radius: number, width: number): { tyre: Solid; hub: Solid } {
  const upright = (solid: Solid) => turn(solid, [90, 0, 0]);
  return {
    tyre: upright(move(ring(radius * 0.72, radius * 0.28), [0, 0, 0])),
    hub: upright(move(cylinder(width, radius * 0.6), [0, 0, -width / 2])),
  };
}

const car: Family = {
  names: ["car", "sports car", "taxi", "automobile"],
  build({ main, has }) {
    const body: Point[] = [
      [-1, 0.2],
      [1, 0.2],
      [1.02, 0.34],
      [0.96, 0.46],
      [0.5, 0.53],
      [-0.9, 0.55],
      [-1.02, 0.45],
    ];
    const cabin: Point[] = [
      [-0.8, 0.5],
      [0.52, 0.5],
      [0.2, 0.82],
      [-0.5, 0.84],
    ];
    const wheels = wheel(0.2, 0.13);
    const places = corners(0.6, 0.4, 0.2);
    const arches = at(
      turn(move(cylinder(2, 0.24), [0, 0, -1]), [90, 0, 0]),
      [-0.6, 0, 0.2],
      [0.6, 0, 0.2],
    );
    const rounded = (outline: readonly Point[], depth: number, radius: number) =>
      hull(
        ...outline.flatMap(([x, z]) =>
          [-1, 1].map((side) => move(ball(radius), [x, side * (depth / 2 - radius), z])),
        ),
      );
    return [
      part(
        cut(rounded(body, 0.88, 0.06), arches),
        main(glossy(has("taxi") ? "#f4c21f" : "#d2352f")),
      ),
      part(rounded(cabin, 0.74, 0.06), windowGlass),
      part(
        union(
          move(box(0.66, 0.72, 0.04, 0.018), [-0.15, 0, 0.865]),
          ...[-1, 1].map((side) =>
            tube(
              [
                [-0.16, side * 0.37, 0.55],
                [-0.16, side * 0.355, 0.88],
              ],
              0.03,
            ),
          ),
        ),
        main(glossy(has("taxi") ? "#f4c21f" : "#d2352f")),
      ),
      part(at(wheels.tyre, ...places), tyre),
      part(at(wheels.hub, ...places), hub),
      part(
        at(scale(ball(0.075), [0.5, 1, 0.75]), [1.04, -0.28, 0.4], [1.04, 0.28, 0.4]),
        glowing("#fff3c4"),
      ),
      part(at(box(0.04, 0.16, 0.07), [-1.06, -0.3, 0.38], [-1.06, 0.3, 0.38]), glowing("#d4221c")),
      part(
        union(at(box(0.06, 0.7, 0.07, 0.02), [1.06, 0, 0.2], [-1.06, 0, 0.2])),
        matte("#3a3c41", 0.6),
      ),
    ];
  },
};

const truck: Family = {
  names: ["truck", "lorry", "van", "bus"],
  build({ main, has }) {
    const wheels = wheel(0.22, 0.16);
    const places: Vec3[] = [-0.72, 0.74].flatMap((x): Vec3[] => [
      [x, -0.42, 0.22],
      [x, 0.42, 0.22],
    ]);
    const isBus = has("bus", "van");
    const paint = main(glossy(isBus ? "#e8b12c" : "#2f7dc2"));
    const panes = [-0.75, -0.3, 0.15, 0.6].map((x): Vec3 => [x, 0, 0.72]);
    return [
      ...(isBus
        ? [
            part(move(box(2.3, 0.92, 0.95, 0.08), [0, 0, 0.2]), paint),
            part(
              union(
                at(box(0.36, 0.94, 0.28, 0.02), ...panes),
                move(box(0.1, 0.74, 0.34, 0.02), [1.12, 0, 0.66]),
              ),
              windowGlass,
            ),
          ]
        : [
            part(move(box(0.66, 0.86, 0.8, 0.08), [0.8, 0, 0.22]), paint),
            part(
              union(
                move(box(0.1, 0.7, 0.3, 0.02), [1.1, 0, 0.62]),
                move(box(0.3, 0.88, 0.28, 0.02), [0.86, 0, 0.64]),
              ),
              windowGlass,
            ),
            part(move(box(1.5, 0.92, 0.98, 0.03), [-0.34, 0, 0.34]), matte("#f1efe9", 0.5)),
          ]),
      part(move(box(2.1, 0.6, 0.14), [0, 0, 0.18]), matte("#35373c")),
      part(at(wheels.tyre, ...places), tyre),
      part(at(wheels.hub, ...places), hub),
      part(
        at(box(0.04, 0.16, 0.1, 0.015), [1.15, -0.28, 0.34], [1.15, 0.28, 0.34]),
        glowing("#fff3c4"),
      ),
    ];
  },
};

const rocket: Family = {
  names: ["rocket", "rocket ship", "spaceship", "space ship", "spacecraft"],
  build({ main }) {
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
        metal("#54575d", 0.45),
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

/** Hull cross-sections along x: half width, height of the keel and of the deck. */
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
  return union(
    ...stations
      .slice(1)
      .map((station, index) => hull(rib(stations[index] ?? station), rib(station))),
  );
}

const boat: Family = {
  names: ["boat", "sailboat", "sailing boat", "ship", "sailing ship", "yacht"],
  build: ({ main }) => [
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
      matte("#faf6ec", 0.9),
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
      matte("#f4e9d2", 0.9),
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
      matte("#d23b36"),
    ),
  ],
};

const airplane: Family = {
  names: ["airplane", "plane", "aeroplane", "aircraft", "jet"],
  build({ main }) {
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
    const pair = (solid: Solid) => union(solid, scale(solid, [1, -1, 1]));
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
      part(body, matte("#f4f4f2", 0.35)),
      part(
        union(
          move(pair(wing(1.15, 0.5, 0.2, 0.36)), [0.1, 0, 0.53]),
          move(pair(wing(0.46, 0.26, 0.13, 0.16)), [-0.98, 0, 0.66]),
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
      part(pair(engine), metal("#9aa0a8", 0.35)),
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

const train: Family = {
  names: ["train", "locomotive", "steam train", "steam engine"],
  build({ main }) {
    const wheels = wheel(0.17, 0.08);
    const places = [-0.55, -0.1, 0.35, 0.75].flatMap((x): Vec3[] => [
      [x, -0.3, 0.17],
      [x, 0.3, 0.17],
    ]);
    return [
      part(
        union(
          move(turn(cylinder(1.15, 0.28), [0, 90, 0]), [-0.2, 0, 0.6]),
          move(box(0.62, 0.7, 0.78, 0.03), [-0.58, 0, 0.3]),
        ),
        main(glossy("#2c7a4b")),
      ),
      part(move(box(0.74, 0.84, 0.07, 0.03), [-0.58, 0, 1.06]), matte("#2a2c30", 0.6)),
      part(at(box(0.3, 0.72, 0.26, 0.02), [-0.56, 0, 0.74]), windowGlass),
      part(
        union(
          move(box(1.9, 0.5, 0.12), [-0.02, 0, 0.24]),
          move(cylinder(0.36, 0.09, 0.13), [0.72, 0, 0.8]),
          move(turn(cylinder(0.06, 0.29), [0, 90, 0]), [0.92, 0, 0.6]),
          hull(
            move(box(0.04, 0.6, 0.2), [0.96, 0, 0.08]),
            move(box(0.3, 0.1, 0.05), [1.1, 0, 0.06]),
          ),
        ),
        matte("#2a2c30", 0.6),
      ),
      part(
        union(
          move(
            lathe([
              [0, 0],
              [0.1, 0],
              [0.1, 0.08],
              [0.05, 0.16],
              [0, 0.17],
            ]),
            [0.25, 0, 0.85],
          ),
          at(
            turn(cut(cylinder(0.05, 0.288), cylinder(0.05, 0.26)), [0, 90, 0]),
            [0.1, 0, 0.6],
            [0.5, 0, 0.6],
          ),
        ),
        metal("#d8ab3e", 0.28),
      ),
      part(at(wheels.tyre, ...places), matte("#a8302a", 0.5)),
      part(at(wheels.hub, ...places), hub),
      part(move(turn(cylinder(0.07, 0.09), [0, 90, 0]), [0.95, 0, 0.68]), glowing("#fff0b8")),
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

const bicycle: Family = {
  names: ["bicycle", "bike"],
  build({ main }) {
    const upright = (x: number) => move(turn(ring(0.33, 0.024), [90, 0, 0]), [x, 0, 0.36]);
    const spokes = (x: number) =>
      move(turn(around(turn(cylinder(0.32, 0.005), [0, 90, 0]), 12), [90, 0, 0]), [x, 0, 0.36]);
    return [
      part(union(upright(-0.52), upright(0.56)), tyre),
      part(union(spokes(-0.52), spokes(0.56)), hub),
      part(
        union(
          tube(
            [
              [-0.52, 0, 0.36],
              [-0.06, 0, 0.34],
              [-0.2, 0, 0.84],
            ],
            0.022,
          ),
          tube(
            [
              [-0.52, 0, 0.36],
              [-0.18, 0, 0.76],
              [0.4, 0, 0.8],
              [-0.06, 0, 0.34],
            ],
            0.022,
          ),
          tube(
            [
              [0.56, 0, 0.36],
              [0.36, 0, 0.94],
            ],
            0.022,
          ),
        ),
        main(glossy("#2f8fc0")),
      ),
      part(
        union(
          move(box(0.26, 0.12, 0.06, 0.028), [-0.22, 0, 0.85]),
          tube(
            [
              [0.3, -0.24, 0.96],
              [0.38, -0.2, 0.98],
              [0.36, 0, 0.95],
              [0.38, 0.2, 0.98],
              [0.3, 0.24, 0.96],
            ],
            0.02,
          ),
          move(turn(cylinder(0.03, 0.08), [90, 0, 0]), [-0.06, 0.015, 0.34]),
          at(box(0.1, 0.07, 0.02), [-0.06, -0.11, 0.2], [-0.06, 0.11, 0.46]),
          tube(
            [
              [-0.06, -0.06, 0.34],
              [-0.06, -0.08, 0.21],
            ],
            0.012,
          ),
          tube(
            [
              [-0.06, 0.06, 0.34],
              [-0.06, 0.08, 0.47],
            ],
            0.012,
          ),
        ),
        matte("#2f3136", 0.6),
      ),
    ];
  },
};

export const vehicles: readonly Family[] = [
  car,
  truck,
  rocket,
  boat,
  airplane,
  train,
  ufo,
  bicycle,
];
