import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte } from "#studio/engines/model3d/material.ts";
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
  lathe,
  move,
  scale,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const bark = matte("#6f4a2c", 0.95);

const tree: Family = {
  names: ["tree", "oak tree", "apple tree"],
  build({ main, has, random }) {
    const crowns = Array.from({ length: 7 }, (_, index) => {
      const angle = index * 2.1 + random();
      const reach = index === 0 ? 0 : 0.3 + random() * 0.12;
      const radius = 0.34 + random() * 0.12 + (index === 0 ? 0.14 : 0);
      const height = index === 0 ? 1.62 : 1.2 + random() * 0.4;
      return move(ball([radius, radius, radius * 0.88]), [
        reach * Math.cos(angle),
        reach * Math.sin(angle),
        height,
      ]);
    });
    const trunk = union(
      lathe([
        [0, 0],
        [0.2, 0],
        [0.12, 0.1],
        [0.09, 0.5],
        [0.08, 1.1],
        [0, 1.1],
      ]),
      tube(
        [
          [0, 0, 0.7],
          [0.26, 0.05, 1.1],
        ],
        [0.06, 0.04],
      ),
      tube(
        [
          [0, 0, 0.62],
          [-0.24, -0.08, 1.05],
        ],
        [0.06, 0.04],
      ),
    );
    const parts = [part(trunk, bark), part(union(...crowns), main(matte("#4f9a44", 0.95)))];
    if (!has("apple")) return parts;
    const apples = Array.from({ length: 16 }, (_, index) => {
      const angle = index * 2.4;
      return move(ball(0.05), [
        0.72 * Math.cos(angle),
        0.72 * Math.sin(angle),
        1.15 + (index % 5) * 0.13,
      ]);
    });
    return [...parts, part(union(...apples), glossy("#d2302c"))];
  },
};

const pine: Family = {
  names: ["pine", "pine tree", "fir", "fir tree", "christmas tree", "spruce"],
  near: ["conifer"],
  build({ main, has }) {
    const snow = (z: number, radius: number, height: number) =>
      move(cone(height, radius), [0, 0, z]);
    const layer = (z: number, radius: number, height: number) =>
      move(
        cut(cone(height, radius), around(move(cylinder(0.5, 0.09), [radius + 0.02, 0, -0.1]), 9)),
        [0, 0, z],
      );
    const parts = [
      part(cylinder(0.4, 0.1, 0.08), bark),
      part(
        union(
          layer(0.3, 0.66, 0.8),
          layer(0.72, 0.54, 0.72),
          layer(1.1, 0.42, 0.64),
          layer(1.45, 0.29, 0.55),
        ),
        main(matte("#2f7142", 0.95)),
      ),
      ...(has("snow", "snowy")
        ? [
            part(
              union(
                snow(0.53, 0.51, 0.62),
                snow(0.93, 0.41, 0.56),
                snow(1.29, 0.32, 0.49),
                snow(1.6, 0.22, 0.43),
              ),
              matte("#f6f9fc", 0.95),
            ),
          ]
        : []),
    ];
    if (!has("christmas")) return parts;
    const baubles = (offset: number): Solid =>
      union(
        ...Array.from({ length: 10 }, (_, index) => {
          const angle = offset + index * 2.4;
          const z = 0.4 + index * 0.13;
          const radius = 0.55 - index * 0.042;
          return move(ball(0.05), [radius * Math.cos(angle), radius * Math.sin(angle), z]);
        }),
      );
    return [
      ...parts,
      part(baubles(0), glossy("#d2302c")),
      part(baubles(1.3), glossy("#e8b93c")),
      part(move(ball(0.08), [0, 0, 2.02]), matte("#ffd34d", 0.3)),
    ];
  },
};

const palm: Family = {
  names: ["palm tree"],
  parts: ["trunk"],
  build: ({ main, detail }) => [
    part(
      tube(
        Array.from({ length: 9 }, (_, i): Vec3 => [0.012 * i * i * 0.5, 0, i * 0.2]),
        Array.from({ length: 9 }, (_, i) => 0.12 - i * 0.007),
      ),
      detail("trunk", matte("#94714a", 0.95)),
    ),
    part(
      move(
        union(
          ...Array.from({ length: 9 }, (_, index) =>
            turn(
              tube(
                Array.from({ length: 7 }, (_, i): Vec3 => [
                  i * 0.14,
                  0,
                  0.24 * Math.sin(i * 0.5) - 0.012 * i * i,
                ]),
                [0.03, 0.06, 0.075, 0.07, 0.055, 0.035, 0.01],
              ),
              [0, 0, index * 40 + (index % 2) * 8],
            ),
          ),
        ),
        [0.38, 0, 1.6],
      ),
      main(matte("#4d9c3e", 0.9)),
    ),
    part(
      at(ball(0.075), [0.44, 0.09, 1.54], [0.32, -0.1, 1.53], [0.48, -0.06, 1.52]),
      matte("#5c3a20", 0.8),
    ),
  ],
};

const cactus: Family = {
  names: ["cactus"],
  parts: ["pot", "flower"],
  build: ({ main, detail }) => [
    part(
      union(
        tube(
          [
            [0, 0, 0.24],
            [0, 0, 0.82],
          ],
          0.11,
        ),
        tube(
          [
            [0, 0, 0.46],
            [0.23, 0, 0.5],
            [0.25, 0, 0.74],
          ],
          0.06,
        ),
        tube(
          [
            [0, 0, 0.36],
            [-0.21, 0, 0.4],
            [-0.23, 0, 0.58],
          ],
          0.055,
        ),
      ),
      main(matte("#4f9a58", 0.8)),
    ),
    part(
      union(cylinder(0.2, 0.13, 0.18), move(cylinder(0.05, 0.2), [0, 0, 0.18])),
      detail("pot", matte("#c1663f")),
    ),
    part(move(cylinder(0.02, 0.17), [0, 0, 0.22]), matte("#d8c398", 0.95)),
    part(
      at(scale(ball(0.05), [1, 1, 0.6]), [0, 0, 0.93], [0.25, 0, 0.8]),
      detail("flower", matte("#ef6fa0")),
    ),
  ],
};

const flower: Family = {
  names: ["flower", "daisy", "sunflower", "rose", "tulip"],
  near: ["bouquet", "carnation"],
  parts: ["stem", "leaf", "petal"],
  build({ main, has, detail }) {
    const isSunflower = has("sunflower");
    const petals = isSunflower ? 16 : 9;
    const head = (solid: Solid) => move(turn(solid, [58, 0, 0]), [0, -0.03, 0.78]);
    const stem = [
      part(
        union(
          tube(
            [
              [0, 0.05, 0],
              [0.02, 0.06, 0.4],
              [0, -0.01, 0.76],
            ],
            0.018,
          ),
          move(turn(scale(ball(0.12), [1, 0.45, 0.12]), [0, -35, 0]), [0.1, 0.05, 0.3]),
          move(turn(scale(ball(0.1), [1, 0.45, 0.12]), [0, 215, 0]), [-0.07, 0.05, 0.22]),
        ),
        detail("stem", detail("leaf", matte("#4d9c48"))),
      ),
    ];
    if (has("tulip", "rose")) {
      const cup = lathe([
        [0, 0],
        [0.06, 0.01],
        [0.1, 0.07],
        [0.1, 0.15],
        [0.075, 0.22],
        [0.06, 0.21],
        [0.08, 0.14],
        [0, 0.05],
      ]);
      return [
        ...stem,
        part(
          move(
            union(cup, around(move(scale(ball(0.1), [0.35, 0.8, 1.25]), [0.06, 0, 0.12]), 5)),
            [0, 0, 0.74],
          ),
          detail("petal", main(matte(has("rose") ? "#c3203c" : "#ec5a8c", 0.6))),
        ),
      ];
    }
    return [
      ...stem,
      part(
        head(
          around(
            move(scale(ball(0.13), [1, isSunflower ? 0.3 : 0.46, 0.14]), [0.18, 0, 0]),
            petals,
          ),
        ),
        detail("petal", main(matte(isSunflower ? "#f5c02e" : "#fbf7f0", 0.7))),
      ),
      part(
        head(scale(ball(isSunflower ? 0.13 : 0.09), [1, 1, 0.5])),
        matte(isSunflower ? "#5d3a1c" : "#f2bf33", 0.9),
      ),
    ];
  },
};

const mushroom: Family = {
  names: ["mushroom", "toadstool"],
  parts: ["dot", "stem"],
  build({ main, detail }) {
    const cap = cut(ball([0.34, 0.34, 0.27]), move(box(1, 1, 0.5), [0, 0, -0.5]));
    const spots: Vec3[] = [
      [0, 0, 0.27],
      [0.2, -0.1, 0.2],
      [-0.17, -0.16, 0.19],
      [0.05, -0.28, 0.14],
      [0.27, 0.12, 0.12],
      [-0.27, 0.05, 0.14],
      [-0.05, 0.24, 0.18],
      [-0.28, -0.14, 0.07],
      [0.24, -0.21, 0.07],
    ];
    return [
      part(
        lathe([
          [0, 0],
          [0.14, 0],
          [0.15, 0.06],
          [0.1, 0.2],
          [0.1, 0.4],
          [0, 0.4],
        ]),
        detail("stem", matte("#f3ead6", 0.8)),
      ),
      part(move(cap, [0, 0, 0.36]), main(matte("#cf3030", 0.4))),
      part(
        move(
          common(
            ball([0.347, 0.347, 0.277]),
            at(ball(0.055), ...spots),
            move(box(1, 1, 0.5), [0, 0, 0.01]),
          ),
          [0, 0, 0.36],
        ),
        detail("dot", matte("#fbf6ea", 0.6)),
      ),
      part(move(cylinder(0.012, 0.3), [0, 0, 0.35]), matte("#e6d7ba", 0.9)),
    ];
  },
};

export const plants: readonly Family[] = [tree, pine, palm, cactus, flower, mushroom];
