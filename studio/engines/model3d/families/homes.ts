import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glowing, matte } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  at,
  ball,
  box,
  cone,
  cut,
  cylinder,
  move,
  prism,
  slab,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const windowLight = glowing("#ffd98a");

/** Builds a gable roof along x, standing on z = 0. */
function roof(length: number, span: number, height: number, thickness: number): Solid {
  const outer: Point[] = [
    [-span / 2, 0],
    [span / 2, 0],
    [span / 2, thickness * 0.6],
    [0, height + thickness],
    [-span / 2, thickness * 0.6],
  ];
  return move(turn(turn(prism(outer, length), [90, 0, 0]), [0, 0, 90]), [-length / 2, 0, 0]);
}

const house: Family = {
  names: ["house", "home", "cottage", "cabin", "hut"],
  near: ["dollhouse"],
  parts: ["roof", "chimney", "door"],
  build({ main, detail }) {
    const panes: Vec3[] = [
      [-0.42, -0.6, 0.42],
      [0.42, -0.6, 0.42],
    ];
    return [
      part(
        union(box(1.6, 1.2, 0.95), move(roof(1.56, 1.2, 0.6, 0), [0, 0, 0.95])),
        main(matte("#ead9b8")),
      ),
      part(
        cut(
          move(roof(1.84, 1.56, 0.74, 0.1), [0, 0, 0.82]),
          move(roof(2, 1.34, 0.66, 0), [0, 0, 0.8]),
          move(box(1.6, 1.2, 0.4), [0, 0, 0.6]),
        ),
        detail("roof", matte("#b24a36")),
      ),
      part(
        union(
          at(box(0.22, 0.24, 0.6), [0.5, 0.22, 1.2]),
          at(box(0.28, 0.3, 0.08), [0.5, 0.22, 1.78]),
        ),
        detail("chimney", matte("#8f5546")),
      ),
      part(move(box(0.3, 0.06, 0.56, 0.01), [0, -0.6, 0]), detail("door", matte("#6e4122"))),
      part(at(box(0.26, 0.04, 0.28), ...panes, [0, -0.6, 1.02]), windowLight),
      part(
        union(
          at(
            cut(box(0.34, 0.07, 0.36), move(box(0.26, 0.2, 0.28), [0, 0, 0.04])),
            ...panes.map(([x, y, z]) => [x, y, z - 0.04] as const),
            [0, -0.6, 0.98],
          ),
          at(union(box(0.025, 0.06, 0.28), move(box(0.26, 0.06, 0.025), [0, 0, 0.13])), ...panes, [
            0, -0.6, 1.02,
          ]),
          at(box(0.4, 0.12, 0.03), ...panes.map(([x, y, z]) => [x, y - 0.03, z - 0.06] as const)),
        ),
        matte("#fbf6ea"),
      ),
      part(move(box(0.5, 0.3, 0.06), [0, -0.72, 0]), matte("#9a968c")),
      part(move(ball(0.02), [0.1, -0.64, 0.28]), matte("#e2b33c", 0.3)),
    ];
  },
};

const tavern: Family = {
  names: ["tavern", "inn", "pub", "medieval house", "timber house"],
  parts: ["roof"],
  build({ main, detail }) {
    const wood = matte("#59391f");
    const post = (x: number, y: number): Vec3 => [x, y, 0.7];
    return [
      part(box(1.7, 1.3, 0.7), matte("#8d867a")),
      part(
        union(
          move(box(1.86, 1.46, 0.72), [0, 0, 0.7]),
          move(roof(1.82, 1.46, 0.8, 0), [0, 0, 1.42]),
        ),
        main(matte("#efe3c8")),
      ),
      part(
        cut(
          move(roof(2.1, 1.86, 0.98, 0.12), [0, 0, 1.26]),
          move(roof(2.3, 1.62, 0.9, 0), [0, 0, 1.22]),
          move(box(1.86, 1.46, 0.4), [0, 0, 1.05]),
        ),
        detail("roof", matte("#6d4632")),
      ),
      part(
        union(
          at(
            box(0.09, 0.09, 0.72),
            ...[-0.9, -0.3, 0.3, 0.9].flatMap((x) => [post(x, -0.71), post(x, 0.71)]),
          ),
          at(
            box(1.92, 0.08, 0.09),
            [0, -0.71, 0.68],
            [0, 0.71, 0.68],
            [0, -0.71, 1.36],
            [0, 0.71, 1.36],
          ),
          at(
            box(0.08, 1.52, 0.09),
            [-0.91, 0, 0.68],
            [0.91, 0, 0.68],
            [-0.91, 0, 1.36],
            [0.91, 0, 1.36],
          ),
          tube(
            [
              [-0.88, -0.72, 0.76],
              [-0.34, -0.72, 1.36],
            ],
            0.035,
          ),
          tube(
            [
              [0.88, -0.72, 0.76],
              [0.34, -0.72, 1.36],
            ],
            0.035,
          ),
          move(box(0.4, 0.08, 0.6, 0.02), [0, -0.64, 0]),
          tube(
            [
              [-0.55, -0.72, 0.62],
              [-0.55, -1.06, 0.62],
            ],
            0.024,
          ),
          at(box(0.02, 0.015, 0.1), [-0.55, -0.92, 0.5], [-0.55, -1.02, 0.5]),
        ),
        wood,
      ),
      part(move(box(0.04, 0.26, 0.2, 0.015), [-0.55, -0.97, 0.31]), matte("#c8923a")),
      part(
        at(box(0.26, 0.05, 0.3), [0, -0.73, 0.9], [0.56, -0.64, 0.2], [-0.56, -0.64, 0.2]),
        windowLight,
      ),
      part(at(box(0.05, 0.26, 0.3), [0.92, 0.3, 0.9], [0.92, -0.3, 0.9]), windowLight),
      part(at(box(0.26, 0.28, 0.8), [0.55, 0.35, 1.6]), matte("#8d867a")),
    ];
  },
};

const sail = union(
  box(0.05, 0.04, 1.02),
  move(
    slab(
      [
        [0.02, 0],
        [0.2, 0],
        [0.2, 0.74],
        [0.02, 0.74],
      ],
      0.015,
    ),
    [0, 0, 0.26],
  ),
);
const sails = union(
  ...[0, 90, 180, 270].map((angle) => turn(sail, [0, angle, 0])),
  move(turn(cylinder(0.3, 0.06), [-90, 0, 0]), [0, -0.04, 0]),
);

const windmill: Family = {
  names: ["windmill", "mill"],
  parts: ["roof", "door", "sail"],
  build: ({ main, random, detail }) => [
    part(cylinder(1.4, 0.45, 0.3, 8), main(matte("#f0e6d2"))),
    part(
      union(
        move(cylinder(0.08, 0.36, 0.34, 8), [0, 0, 1.38]),
        move(cone(0.42, 0.36, 8), [0, 0, 1.45]),
      ),
      detail("roof", matte("#7a4a2e")),
    ),
    part(move(box(0.26, 0.1, 0.46, 0.01), [0, -0.41, 0]), detail("door", matte("#5b3a22"))),
    part(move(box(0.18, 0.06, 0.2), [0, -0.355, 0.85]), windowLight),
    part(
      move(turn(sails, [0, 10 + random() * 60, 0]), [0, -0.42, 1.42]),
      detail("sail", matte("#a5713f")),
    ),
  ],
};

const tent: Family = {
  names: ["tent", "camping tent"],
  build: ({ main }) => [
    part(
      cut(
        slab(
          [
            [-0.7, 0],
            [0.7, 0],
            [0, 0.9],
          ],
          1.5,
        ),
        move(
          slab(
            [
              [-0.26, 0],
              [0.26, 0],
              [0, 0.62],
            ],
            1,
          ),
          [0, -0.6, 0],
        ),
      ),
      main(matte("#e08a2e")),
    ),
    part(at(cylinder(1.02, 0.02), [0, -0.76, 0], [0, 0.76, 0]), matte("#6b4729")),
    part(box(1.5, 1.6, 0.03), matte("#4c5a44")),
  ],
};

const well: Family = {
  names: ["well", "wishing well"],
  parts: ["roof"],
  build: ({ main, detail }) => [
    part(
      cut(cylinder(0.42, 0.42), move(cylinder(0.5, 0.32), [0, 0, 0.05])),
      main(matte("#98948a", 0.95)),
    ),
    part(move(cylinder(0.02, 0.33), [0, 0, 0.22]), glass("#3f8fc0", 0.95)),
    part(
      union(
        at(box(0.08, 0.08, 0.9), [-0.38, 0, 0.35], [0.38, 0, 0.35]),
        move(turn(cylinder(0.9, 0.05), [0, 90, 0]), [-0.45, 0, 0.92]),
      ),
      matte("#6b4729"),
    ),
    part(
      cut(
        move(roof(1.06, 0.9, 0.36, 0.08), [0, 0, 1.16]),
        move(roof(1.2, 0.76, 0.3, 0), [0, 0, 1.13]),
      ),
      detail("roof", matte("#a4523d")),
    ),
    part(move(cylinder(0.14, 0.08, 0.1), [0, 0, 0.5]), matte("#8a5a33")),
    part(move(cylinder(0.32, 0.01), [0, 0, 0.62]), matte("#cbb68a")),
  ],
};

const skyscraper: Family = {
  names: ["skyscraper", "building", "office building", "apartment building"],
  build: ({ main }) => [
    part(
      union(
        box(0.9, 0.9, 2.3, 0.01),
        move(box(0.64, 0.64, 0.5, 0.01), [0, 0, 2.3]),
        move(cylinder(0.5, 0.02), [0, 0, 2.8]),
      ),
      main(matte("#7f93a8", 0.4)),
    ),
    part(
      union(
        ...Array.from({ length: 9 }, (_, floor) =>
          at(
            box(0.14, 0.93, 0.14),
            ...[-0.3, 0, 0.3].map((x) => [x, 0, 0.22 + floor * 0.23] as const),
          ),
        ),
        ...Array.from({ length: 9 }, (_, floor) =>
          at(
            box(0.93, 0.14, 0.14),
            ...[-0.3, 0, 0.3].map((y) => [0, y, 0.22 + floor * 0.23] as const),
          ),
        ),
      ),
      glowing("#f7e3a1"),
    ),
    part(box(1.15, 1.15, 0.06), matte("#6b6f75")),
  ],
};

export const homes: readonly Family[] = [house, tavern, tent, well, windmill, skyscraper];
