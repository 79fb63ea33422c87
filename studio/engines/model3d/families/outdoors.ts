import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
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
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const water = glass("#5db4dd", 0.85);

const fountain: Family = {
  names: ["fountain", "water fountain"],
  parts: ["water", "basin"],
  build: ({ main }) => [
    part(
      union(
        cut(
          lathe([
            [0, 0],
            [1.2, 0],
            [1.2, 0.1],
            [1.1, 0.14],
            [1.14, 0.4],
            [1.24, 0.46],
            [0, 0.46],
          ]),
          move(cylinder(1, 1.04), [0, 0, 0.14]),
        ),
        lathe(
          smooth([
            [0, 0.1],
            [0.3, 0.1],
            [0.16, 0.24],
            [0.12, 0.7],
            [0.2, 0.96],
            [0, 0.96],
          ]),
        ),
        cut(
          lathe([
            [0, 0.9],
            [0.2, 0.92],
            [0.62, 1.1],
            [0.64, 1.16],
            [0, 1.16],
          ]),
          move(cylinder(1, 0.5, 0.56), [0, 0, 1.06]),
        ),
        lathe(
          smooth([
            [0, 1],
            [0.1, 1],
            [0.07, 1.3],
            [0.14, 1.5],
            [0.26, 1.6],
            [0, 1.64],
          ]),
        ),
      ),
      main(matte("#b9b5ab", 0.9)),
    ),
    part(
      union(
        move(cylinder(0.03, 1.06), [0, 0, 0.36]),
        move(cylinder(0.03, 0.54), [0, 0, 1.1]),
        around(
          tube(
            arc(0.3, 0, 150, [0.28, 0, 1.55], 10),
            Array.from({ length: 11 }, (_, index) => 0.02 + 0.002 * Math.abs(index - 5)),
          ),
          6,
        ),
        around(
          tube(
            [
              [0.58, 0, 1.14],
              [0.72, 0, 1.05],
              [0.76, 0, 0.38],
            ],
            [0.03, 0.035, 0.05],
          ),
          6,
        ),
      ),
      water,
    ),
  ],
};

const pond: Family = {
  names: ["pond", "lake", "puddle", "swimming pool", "pool"],
  parts: ["water"],
  surface: 0.05,
  build: ({ main, random }) => [
    part(
      cut(
        scale(cylinder(0.09, 1.12, 1.02), [1.25, 1, 1]),
        move(scale(cylinder(1, 0.92), [1.25, 1, 1]), [0, 0, 0.03]),
      ),
      matte("#7fa65a", 0.95),
    ),
    part(
      move(scale(cylinder(0.03, 0.93), [1.25, 1, 1]), [0, 0, 0.03]),
      main(matte("#4aa3d8", 0.15)),
    ),
    part(
      union(
        ...Array.from({ length: 11 }, (_, index) => {
          const angle = index * 0.57 + random() * 0.3;
          const size = 0.07 + random() * 0.09;
          return move(ball([size, size * 0.8, size * 0.6]), [
            Math.cos(angle) * 1.24,
            Math.sin(angle),
            0.08,
          ]);
        }),
      ),
      matte("#96938b", 0.95),
    ),
  ],
};

const rowBoat: Family = {
  names: ["rowing boat", "rowboat", "row boat", "canoe", "dinghy", "kayak"],
  parts: ["oar", "paddle", "seat"],
  inside: 0.22,
  build({ main, detail }) {
    const shape = (inset: number) =>
      hull(
        move(scale(cylinder(0.46, 0.28 - inset, 0.42 - inset), [1.6, 1, 1]), [0.1, 0, 0]),
        move(cylinder(0.52, 0.05, 0.06), [-1.15 + inset, 0, 0.02]),
        move(box(0.06, 0.5 - inset * 2, 0.4), [0.98 - inset, 0, 0.06]),
      );
    const oar = (side: number): Vec3[] => [
      [0.45, side * 0.15, 0.62],
      [0.12, side * 0.5, 0.5],
      [-0.35, side * 1.2, 0.12],
    ];
    return [
      part(cut(shape(0), move(shape(0.06), [0, 0, 0.09])), main(matte("#8f5b33", 0.7))),
      part(
        union(
          move(box(0.2, 0.72, 0.04), [0.3, 0, 0.32]),
          move(box(0.2, 0.62, 0.04), [-0.35, 0, 0.32]),
        ),
        detail("seat", matte("#c29258")),
      ),
      part(
        union(
          ...[-1, 1].flatMap((side) => [
            tube(oar(side), 0.025),
            move(turn(scale(ball(0.14), [0.45, 1.5, 0.18]), [0, 0, side * 34]), [
              -0.42,
              side * 1.32,
              0.06,
            ]),
          ]),
        ),
        detail("oar", detail("paddle", matte("#d2a868"))),
      ),
    ];
  },
};

const fence: Family = {
  names: ["fence", "picket fence", "wooden fence"],
  build: ({ main }) => [
    part(
      union(
        ...[-0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9].map((x) =>
          move(
            union(box(0.16, 0.04, 0.8), move(turn(cone(0.14, 0.112, 4), [0, 0, 45]), [0, 0, 0.8])),
            [x, 0, 0],
          ),
        ),
        at(box(2.1, 0.05, 0.09), [0, 0.04, 0.22], [0, 0.04, 0.58]),
      ),
      main(matte("#f1ece0", 0.8)),
    ),
  ],
};

const campfire: Family = {
  names: ["campfire", "bonfire", "camp fire", "fire pit", "fire"],
  parts: ["log", "flame", "stone"],
  build: () => [
    part(
      around(
        turn(
          move(
            tube(
              [
                [0, 0, 0],
                [0, 0, 0.62],
              ],
              0.06,
            ),
            [0.32, 0, 0.04],
          ),
          [0, -32, 0],
        ),
        6,
      ),
      matte("#6b4327", 0.95),
    ),
    part(around(move(ball([0.11, 0.13, 0.09]), [0.56, 0, 0.06]), 11), matte("#8d8a84", 0.95)),
    part(
      union(
        lathe(
          smooth([
            [0, 0.1],
            [0.17, 0.14],
            [0.2, 0.3],
            [0.09, 0.6],
            [0, 0.86],
          ]),
        ),
        at(
          lathe(
            smooth([
              [0, 0.1],
              [0.1, 0.14],
              [0.11, 0.26],
              [0.04, 0.42],
              [0, 0.54],
            ]),
          ),
          [0.16, 0.05, 0],
          [-0.15, -0.06, 0],
          [0.02, -0.17, 0],
        ),
      ),
      glowing("#ff7f24"),
    ),
    part(
      move(
        lathe(
          smooth([
            [0, 0],
            [0.1, 0.05],
            [0.1, 0.16],
            [0, 0.36],
          ]),
        ),
        [0, -0.13, 0.14],
      ),
      glowing("#ffd34a"),
    ),
  ],
};

const ladder: Family = {
  names: ["ladder", "step ladder", "stepladder"],
  build: ({ main }) => [
    part(
      union(
        at(box(0.06, 0.05, 2), [-0.24, 0, 0], [0.24, 0, 0]),
        at(
          turn(cylinder(0.46, 0.022), [0, 90, 0]),
          ...[0.25, 0.55, 0.85, 1.15, 1.45, 1.75].map((z): Vec3 => [-0.23, 0, z]),
        ),
      ),
      main(matte("#b1813f")),
    ),
  ],
};

const wheel: Family = {
  names: ["wheel", "tire", "tyre", "wagon wheel", "cart wheel"],
  parts: ["spoke", "hub"],
  build: ({ main, has }) => {
    const stand = (solid: ReturnType<typeof ring>) => move(turn(solid, [90, 0, 0]), [0, 0, 0.5]);
    if (has("tire", "tyre")) {
      return [
        part(stand(scale(ring(0.34, 0.16), [1, 1, 1.1])), main(matte("#26272b", 0.95))),
        part(
          stand(
            union(
              move(cylinder(0.1, 0.2), [0, 0, -0.05]),
              around(move(box(0.2, 0.06, 0.08), [0.16, 0, -0.04]), 5),
            ),
          ),
          metal("#b9bec5", 0.3),
        ),
      ];
    }
    return [
      part(
        stand(
          union(
            ring(0.44, 0.06),
            move(cylinder(0.16, 0.09), [0, 0, -0.08]),
            around(move(turn(cylinder(0.4, 0.025), [0, 90, 0]), [0.04, 0, 0]), 8),
          ),
        ),
        main(matte("#8d5d33")),
      ),
    ];
  },
};

const igloo: Family = {
  names: ["igloo"],
  build: ({ main }) => [
    part(
      cut(
        union(
          cut(ball(1), move(box(3, 3, 2), [0, 0, -2])),
          move(turn(cylinder(0.55, 0.42), [90, 0, 0]), [0, -0.72, 0.05]),
        ),
        ...[0.25, 0.5, 0.72].map((z) =>
          move(cut(cylinder(0.02, 1.1), cylinder(0.02, Math.sqrt(1 - z * z) - 0.02)), [0, 0, z]),
        ),
        ...Array.from({ length: 8 }, (_, index) =>
          turn(cut(box(0.02, 2.1, 1.2), turn(cylinder(4, 0.975), [0, 90, 0])), [
            0,
            0,
            index * 22.5,
          ]),
        ),
        move(turn(cylinder(1.2, 0.3), [90, 0, 0]), [0, -0.6, 0.02]),
        move(box(4, 4, 1), [0, 0, -1]),
      ),
      main(matte("#e9f3fa", 0.8)),
    ),
    part(move(turn(cylinder(0.1, 0.34), [90, 0, 0]), [0, -0.62, 0.06]), matte("#24415a", 0.9)),
  ],
};

const statueBase: Family = {
  names: ["pedestal", "plinth", "podium"],
  surface: 1,
  build: ({ main }) => [
    part(
      union(
        box(0.8, 0.8, 0.12),
        move(box(0.6, 0.6, 0.8), [0, 0, 0.1]),
        move(box(0.74, 0.74, 0.12), [0, 0, 0.88]),
      ),
      main(matte("#d9d4c8", 0.7)),
    ),
  ],
};

const wheelbarrow: Family = {
  names: ["wheelbarrow", "cart", "wagon"],
  parts: ["wheel", "handle"],
  inside: 0.4,
  build: ({ main, detail }) => [
    part(
      cut(
        hull(move(box(1.1, 0.8, 0.02), [0, 0, 0.72]), move(box(0.7, 0.5, 0.02), [0, 0, 0.34])),
        hull(move(box(1.02, 0.72, 0.02), [0, 0, 0.74]), move(box(0.64, 0.44, 0.02), [0, 0, 0.39])),
      ),
      main(matte("#3f8a4e", 0.5)),
    ),
    part(
      union(
        at(
          tube(
            [
              [-0.75, 0, 0.2],
              [0.4, 0, 0.38],
              [1.1, 0, 0.62],
            ],
            0.03,
          ),
          [0, -0.26, 0],
          [0, 0.26, 0],
        ),
        at(cylinder(0.34, 0.028), ...corners(0.25, 0.24).filter(([x]) => x > 0)),
      ),
      detail("handle", matte("#8b6a43")),
    ),
    part(
      move(turn(ring(0.16, 0.06), [90, 0, 0]), [-0.75, 0, 0.22]),
      detail("wheel", matte("#26272b", 0.9)),
    ),
    part(move(turn(cylinder(0.5, 0.03), [90, 0, 0]), [-0.75, 0.25, 0.22]), metal("#8d949b")),
  ],
};

export const outdoors: readonly Family[] = [
  fountain,
  pond,
  rowBoat,
  fence,
  campfire,
  ladder,
  wheel,
  igloo,
  statueBase,
  wheelbarrow,
];
