import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glowing, matte } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  at,
  ball,
  box,
  chain,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  prism,
  scale,
  slab,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const canvas = matte("#f0e7d2", 0.9);
const spar = matte("#5b3a22");

/** A hull with a high stern, from cross-sections along x. */
function shipHull(inset: number): Solid {
  const stations: readonly (readonly [x: number, half: number, keel: number, deck: number])[] = [
    [-1.25, 0.34, 0.2, 1],
    [-0.75, 0.42, 0.04, 0.95],
    [-0.7, 0.44, 0.02, 0.66],
    [0.3, 0.42, 0, 0.6],
    [0.95, 0.26, 0.1, 0.72],
    [1.35, 0.04, 0.4, 0.9],
  ];
  const rib = ([x, half, keel, deck]: readonly [number, number, number, number]) =>
    union(
      move(box(0.02, Math.max(0.02, half * 2 - inset), 0.02), [x, 0, deck]),
      move(box(0.02, Math.max(0.02, half - inset), 0.02), [x, 0, keel + inset]),
    );
  return chain(stations.map(rib));
}

/** A square sail that bulges forwards. */
function squareSail(x: number, z: number, width: number, height: number): Solid {
  const bulge: Point[] = Array.from({ length: 9 }, (_, index) => {
    const side = index / 4 - 1;
    return [x + 0.16 * (1 - side * side), (side * width) / 2];
  });
  const back = bulge.map(([u, v]): Point => [u - 0.025, v]).toReversed();
  return move(prism([...bulge, ...back], height, { topScale: 1 }), [0, 0, z]);
}

const pirateShip: Family = {
  names: ["pirate ship", "pirate boat", "galleon", "viking ship"],
  parts: ["sail", "flag", "mast"],
  build({ main, has }) {
    const isPirate = has("pirate");
    const mast = (x: number, height: number) => move(cylinder(height, 0.04, 0.025), [x, 0, 0.4]);
    const yard = (x: number, z: number, width: number): Solid =>
      tube(
        [
          [x, -width / 2, z],
          [x, width / 2, z],
        ],
        0.022,
      );
    const flag = slab(
      [
        [-0.35, 2.64],
        [-0.75, 2.6],
        [-0.75, 2.32],
        [-0.35, 2.36],
      ],
      0.02,
    );
    return [
      part(cut(shipHull(0), move(shipHull(0.1), [0, 0, 0.12])), main(matte("#6f4426", 0.7))),
      part(move(box(1.6, 0.7, 0.03), [-0.1, 0, 0.5]), matte("#b98a58")),
      part(
        union(
          mast(-0.35, 2.25),
          mast(0.45, 1.9),
          tube(
            [
              [1.2, 0, 0.8],
              [1.75, 0, 1.12],
            ],
            0.03,
          ),
          yard(-0.35, 1.72, 1.1),
          yard(-0.35, 2.3, 0.85),
          yard(0.45, 1.5, 0.95),
          yard(0.45, 2, 0.7),
        ),
        spar,
      ),
      part(
        union(
          squareSail(-0.33, 0.98, 1.02, 0.7),
          squareSail(-0.33, 1.78, 0.78, 0.48),
          squareSail(0.47, 0.9, 0.88, 0.56),
          squareSail(0.47, 1.56, 0.62, 0.4),
        ),
        isPirate ? matte("#2b2a2f", 0.9) : canvas,
      ),
      part(flag, matte(isPirate ? "#1c1b1f" : "#d23b36")),
      part(
        at(
          turn(cylinder(0.2, 0.05), [90, 0, 0]),
          ...[-0.5, -0.1, 0.3].map((x): Vec3 => [x, -0.34, 0.42]),
        ),
        matte("#2d2f33", 0.4),
      ),
      part(
        at(box(0.12, 0.02, 0.12), [-1.05, -0.4, 0.74], [-0.88, -0.42, 0.74]),
        glowing("#ffcf70"),
      ),
    ];
  },
};

const island: Family = {
  names: ["island", "desert island", "tropical island"],
  surface: 0.42,
  build: ({ main }) => [
    part(
      lathe([
        [0, 0.06],
        [2, 0.06],
        [1.7, 0.2],
        [1, 0.36],
        [0, 0.42],
      ]),
      main(matte("#ecd49a", 0.95)),
    ),
    part(cylinder(0.08, 2.5), matte("#3fa7cf", 0.25)),
    part(
      union(
        move(scale(ball(0.3), [1.2, 1, 0.8]), [0.8, -0.8, 0.24]),
        move(scale(ball(0.2), [1.2, 1, 0.8]), [1.15, -0.6, 0.2]),
      ),
      matte("#8a8780", 0.95),
    ),
  ],
};

const treehouse: Family = {
  names: ["treehouse", "tree house"],
  build: ({ main }) => [
    part(
      union(
        lathe([
          [0, 0],
          [0.5, 0],
          [0.3, 0.25],
          [0.24, 1.2],
          [0.2, 3.4],
          [0, 3.4],
        ]),
        tube(
          [
            [0, 0, 1.2],
            [0.8, -0.2, 1.75],
          ],
          [0.14, 0.1],
        ),
        tube(
          [
            [0, 0, 1.2],
            [-0.8, -0.2, 1.75],
          ],
          [0.14, 0.1],
        ),
      ),
      matte("#6f4a2c", 0.95),
    ),
    part(
      union(
        ...(
          [
            [0, 0.3, 3.7, 1],
            [-0.95, 0.35, 3.2, 0.75],
            [0.95, 0.35, 3.25, 0.78],
            [-0.5, 0.5, 4.1, 0.7],
            [0.55, 0.45, 4.15, 0.7],
          ] as const
        ).map(([x, y, z, radius]) => move(ball([radius, radius * 0.8, radius * 0.85]), [x, y, z])),
      ),
      matte("#4f9a44", 0.95),
    ),
    part(move(box(2.1, 1.4, 0.1, 0.02), [0, -0.25, 1.75]), matte("#a87a4a")),
    part(
      cut(
        move(box(1.3, 1, 1, 0.02), [0, -0.2, 1.85]),
        move(box(0.42, 0.3, 0.72), [-0.28, -0.68, 1.85]),
        move(box(0.34, 0.3, 0.34), [0.32, -0.68, 2.2]),
      ),
      main(matte("#b8793f")),
    ),
    part(move(box(1.2, 0.02, 0.9), [0, -0.55, 1.88]), glowing("#ffd98a")),
    part(
      move(
        slab(
          [
            [-0.82, 0],
            [0.82, 0],
            [0, 0.68],
          ],
          1.3,
        ),
        [0, -0.25, 2.85],
      ),
      matte("#b4473a"),
    ),
    part(
      union(
        ...[-0.16, 0.16].map((x) =>
          tube(
            [
              [0.75 + x, -0.98, 1.8],
              [0.75 + x, -1.25, 0.02],
            ],
            0.03,
          ),
        ),
        ...Array.from({ length: 7 }, (_, index) =>
          tube(
            [
              [0.58, -1.23 + index * 0.037, 0.2 + index * 0.24],
              [0.92, -1.23 + index * 0.037, 0.2 + index * 0.24],
            ],
            0.025,
          ),
        ),
      ),
      matte("#8a6236"),
    ),
  ],
};

const submarine: Family = {
  names: ["submarine", "yellow submarine"],
  build({ main }) {
    const hull = main(matte("#f0c02e", 0.45));
    const disc = (radius: number, y: number) =>
      union(
        ...[-0.6, -0.1, 0.4].map((x) =>
          move(turn(cylinder(0.12, radius), [90, 0, 0]), [x, y, 0.62]),
        ),
      );
    return [
      part(
        union(
          move(scale(ball(0.5), [2.3, 1, 1]), [0, 0, 0.55]),
          move(scale(cylinder(0.42, 0.34, 0.28), [1.3, 0.7, 1]), [-0.05, 0, 0.95]),
        ),
        hull,
      ),
      part(
        union(
          tube(
            [
              [0.05, 0, 1.3],
              [0.05, 0, 1.66],
              [-0.16, 0, 1.68],
            ],
            0.04,
          ),
          move(box(0.36, 0.05, 0.8, 0.02), [1.08, 0, 0.15]),
          move(box(0.36, 0.9, 0.05, 0.02), [1.05, 0, 0.53]),
        ),
        matte("#c8402f", 0.5),
      ),
      part(disc(0.14, -0.4), matte("#8f6a2a", 0.4)),
      part(disc(0.1, -0.42), glowing("#bfe9f5")),
    ];
  },
};

const skateboard: Family = {
  names: ["skateboard", "longboard"],
  parts: ["wheel"],
  build({ main, detail }) {
    const deck: Vec3[] = [
      [-0.42, 0, 0.19],
      [-0.3, 0, 0.13],
      [0.3, 0, 0.13],
      [0.42, 0, 0.19],
    ];
    const board = deck.slice(1).map((end, index) => {
      const start = deck[index] ?? end;
      const plate = (at: Vec3) => move(cylinder(0.018, 0.1), at);
      return hull(plate(start), plate(end));
    });
    const axle = turn(move(cylinder(0.22, 0.012), [0, 0, -0.11]), [90, 0, 0]);
    const wheel = turn(move(cylinder(0.04, 0.035), [0, 0, -0.02]), [90, 0, 0]);
    return [
      part(union(...board), main(matte("#c8613a", 0.7))),
      part(
        union(
          at(axle, [-0.24, 0, 0.04], [0.24, 0, 0.04]),
          at(box(0.06, 0.06, 0.1), [-0.24, 0, 0.04], [0.24, 0, 0.04]),
        ),
        matte("#8d9299", 0.4),
      ),
      part(
        at(
          wheel,
          ...[-0.24, 0.24].flatMap((x): Vec3[] => [
            [x, -0.1, 0.04],
            [x, 0.1, 0.04],
          ]),
        ),
        detail("wheel", matte("#f2efe6", 0.5)),
      ),
    ];
  },
};

export const adventure: readonly Family[] = [pirateShip, island, treehouse, submarine, skateboard];
