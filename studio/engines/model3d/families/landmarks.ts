import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glowing, matte } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  cone,
  corners,
  cut,
  cylinder,
  move,
  slab,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const windowLight = glowing("#ffd98a");

function crenels(radius: number, z: number, count: number): Solid {
  return move(around(move(box(0.09, 0.11, 0.12), [radius, 0, 0]), count), [0, 0, z]);
}

function roundTower(height: number, radius: number): Solid {
  return union(
    cylinder(height, radius * 1.06, radius),
    move(cylinder(0.1, radius, radius * 1.2), [0, 0, height - 0.02]),
    cut(
      move(cylinder(0.14, radius * 1.2), [0, 0, height + 0.07]),
      move(cylinder(0.2, radius * 0.95), [0, 0, height + 0.09]),
    ),
    crenels(radius * 1.08, height + 0.18, 8),
  );
}

const castle: Family = {
  names: ["castle", "fortress", "fort"],
  parts: ["roof", "flag", "tower"],
  build({ main, detail }) {
    const stone = main(matte("#a8a59c", 0.9));
    const wall = (length: number) =>
      union(
        box(length, 0.18, 0.8),
        at(box(0.12, 0.18, 0.12), ...steps(length, 0.26).map((x) => [x, 0, 0.8] as const)),
      );
    const places = corners(0.95, 0.95);
    return [
      part(
        cut(
          union(
            at(roundTower(1.15, 0.26), ...places),
            at(wall(1.7), [0, -0.95, 0], [0, 0.95, 0]),
            at(turn(wall(1.7), [0, 0, 90]), [-0.95, 0, 0], [0.95, 0, 0]),
            move(box(0.8, 0.8, 1.5), [0, 0.2, 0]),
            at(
              box(0.14, 0.14, 0.14),
              ...[-0.33, -0.11, 0.11, 0.33].flatMap((x): Vec3[] => [
                [x, -0.13, 1.5],
                [x, 0.53, 1.5],
              ]),
            ),
            at(
              box(0.14, 0.14, 0.14),
              ...[-0.33, 0.33].flatMap((x): Vec3[] => [
                [x, 0.09, 1.5],
                [x, 0.31, 1.5],
              ]),
            ),
            move(box(0.56, 0.3, 0.95), [0, -0.95, 0]),
          ),
          archway(0.34, 0.6, 2, [0, -1, 0]),
          at(box(0.07, 3, 0.2), [-0.22, 0, 1.05], [0.22, 0, 1.05], [0, 0, 1.15]),
        ),
        stone,
      ),
      part(
        at(cone(0.5, 0.36), ...places.map(([x, y]) => [x, y, 1.42] as const)),
        detail("roof", matte("#3f5fa6")),
      ),
      part(
        at(cylinder(0.3, 0.012), ...places.map(([x, y]) => [x, y, 1.85] as const), [0, 0.2, 1.5]),
        matte("#5b3a22"),
      ),
      part(
        at(
          slab(
            [
              [0, 0],
              [0.24, 0.07],
              [0, 0.14],
            ],
            0.02,
          ),
          ...places.map(([x, y]) => [x, y, 2] as const),
          [0, 0.2, 1.66],
        ),
        detail("flag", matte("#d23b36")),
      ),
      part(move(box(0.36, 0.04, 0.6), [0, -0.92, 0]), matte("#5b3a22")),
      part(move(box(0.36, 0.6, 0.04), [0, -1.36, 0]), matte("#6b4729")),
    ];
  },
};

function steps(length: number, gap: number): number[] {
  const count = Math.floor(length / gap);
  return Array.from({ length: count }, (_, index) => (index - (count - 1) / 2) * gap);
}

/** Builds the shape of a passage along y with a round top, to be cut from a wall. */
function archway(width: number, height: number, depth: number, place: Vec3): Solid {
  return move(
    union(
      box(width, depth, height - width / 2),
      move(turn(move(cylinder(depth, width / 2), [0, 0, -depth / 2]), [90, 0, 0]), [
        0,
        0,
        height - width / 2,
      ]),
    ),
    place,
  );
}

const tower: Family = {
  names: ["tower", "wizard tower", "watchtower", "turret"],
  parts: ["roof", "door"],
  build: ({ main, detail }) => [
    part(
      cut(
        union(
          cylinder(1.7, 0.42, 0.32),
          move(cylinder(0.16, 0.32, 0.46), [0, 0, 1.6]),
          move(cylinder(0.42, 0.46), [0, 0, 1.75]),
        ),
        archway(0.26, 0.5, 1.2, [0, -0.5, 0]),
        move(around(move(box(0.3, 0.12, 0.22), [0.45, 0, 0]), 6), [0, 0, 1.86]),
      ),
      main(matte("#a39f96", 0.9)),
    ),
    part(move(cone(0.85, 0.56), [0, 0, 2.15]), detail("roof", matte("#7a3f9a"))),
    part(move(ball(0.06), [0, 0, 3.02]), matte("#e2b33c", 0.3)),
    part(move(cylinder(0.24, 0.36), [0, 0, 1.85]), windowLight),
    part(move(box(0.3, 0.12, 0.48), [0, -0.3, 0]), detail("door", matte("#5b3a22"))),
    part(at(box(0.1, 0.06, 0.18), [0, -0.36, 0.85], [0.12, -0.33, 1.3]), windowLight),
  ],
};

const lighthouse: Family = {
  names: ["lighthouse"],
  parts: ["door", "stripe"],
  build({ main, detail }) {
    const band = (low: number, high: number) =>
      move(cylinder(high - low, 0.4 - 0.1 * low, 0.4 - 0.1 * high), [0, 0, low]);
    return [
      part(union(band(0, 0.42), band(0.84, 1.26)), main(matte("#d23b36"))),
      part(union(band(0.42, 0.84), band(1.26, 1.68)), detail("stripe", matte("#f7f4ec"))),
      part(
        union(
          move(cylinder(0.06, 0.36), [0, 0, 1.68]),
          move(cylinder(0.05, 0.22), [0, 0, 2.02]),
          move(around(move(cylinder(0.2, 0.012), [0.33, 0, 0]), 10), [0, 0, 1.7]),
          move(cut(cylinder(0.02, 0.345), cylinder(0.02, 0.315)), [0, 0, 1.89]),
          move(around(move(cylinder(0.32, 0.014), [0.19, 0, 0]), 8), [0, 0, 1.72]),
        ),
        matte("#2d3138", 0.5),
      ),
      part(move(cylinder(0.3, 0.15), [0, 0, 1.73]), glowing("#ffe9a0")),
      part(move(cone(0.24, 0.27), [0, 0, 2.06]), main(matte("#d23b36"))),
      part(move(box(0.2, 0.1, 0.36, 0.02), [0, -0.36, 0]), detail("door", matte("#5b3a22"))),
      part(move(cylinder(0.12, 0.62, 0.5), [0, 0, -0.1]), matte("#8b8678", 0.95)),
    ];
  },
};

const bridge: Family = {
  names: ["bridge", "stone bridge"],
  build({ main }) {
    const profile: Point[] = Array.from({ length: 25 }, (_, index) => {
      const x = -1.3 + (2.6 * index) / 24;
      return [x, 0.42 + 0.3 * Math.cos((x / 1.3) * (Math.PI / 2))] as const;
    });
    const side = [...profile, [1.3, 0] as const, [-1.3, 0] as const].toReversed();
    const top = profile.map(([x, z]) => [x, z + 0.16] as const);
    const rail = [...top, ...profile.toReversed()].toReversed();
    return [
      part(
        cut(
          union(slab(side, 0.7), at(slab(rail, 0.08), [0, -0.36, 0], [0, 0.36, 0])),
          turn(move(cylinder(2, 0.5), [0, 0, -1]), [90, 0, 0]),
        ),
        main(matte("#9c978c", 0.9)),
      ),
      part(at(box(0.14, 0.14, 0.34), ...corners(1.24, 0.36, 0.42)), matte("#827d73", 0.9)),
    ];
  },
};

const pyramid: Family = {
  names: ["pyramid"],
  build: ({ main }) => [part(turn(cone(0.9, 0.9, 4), [0, 0, 45]), main(matte("#dcbc7a", 0.95)))],
};

export const landmarks: readonly Family[] = [castle, tower, lighthouse, bridge, pyramid];
