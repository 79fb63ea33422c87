import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  prism,
  ring,
  scale,
  slab,
  starOutline,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const sword: Family = {
  names: ["sword", "dagger", "knife"],
  parts: ["blade", "handle"],
  build({ main, detail }) {
    const blade = (z: number, width: number, thick: number) =>
      move(
        prism(
          [
            [-width, 0],
            [0, -thick],
            [width, 0],
            [0, thick],
          ],
          0.002,
        ),
        [0, 0, z],
      );
    return [
      part(
        hull(blade(0.4, 0.055, 0.018), blade(1.25, 0.045, 0.014), blade(1.45, 0.002, 0.002)),
        detail("blade", metal("#cfd4da", 0.2)),
      ),
      part(
        union(
          tube(
            [
              [-0.2, 0, 0.43],
              [-0.1, 0, 0.39],
              [0.1, 0, 0.39],
              [0.2, 0, 0.43],
            ],
            0.026,
          ),
          move(ball(0.045), [0, 0, 0.06]),
          at(ball(0.036), [-0.2, 0, 0.43], [0.2, 0, 0.43]),
        ),
        main(metal("#d6a93c", 0.28)),
      ),
      part(
        union(
          move(cylinder(0.3, 0.024), [0, 0, 0.08]),
          at(
            ring(0.024, 0.007),
            ...[0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.36].map((z): Vec3 => [0, 0, z]),
          ),
        ),
        detail("handle", matte("#4a2f1d", 0.8)),
      ),
    ];
  },
};

const shieldOutline: Point[] = [
  [0, -0.5],
  [0.24, -0.3],
  [0.36, -0.02],
  [0.38, 0.42],
  [0.2, 0.45],
  [0, 0.5],
  [-0.2, 0.45],
  [-0.38, 0.42],
  [-0.36, -0.02],
  [-0.24, -0.3],
];

const shieldStar = move(
  slab(
    starOutline(5, 0.18, 0.075).map(([x, z]): Point => [x, z + 0.06]),
    0.05,
  ),
  [0, -0.03, 0],
);

const shield: Family = {
  names: ["shield"],
  parts: ["star", "rim"],
  build({ main, detail, has }) {
    const upright = (solid: Solid) => move(solid, [0, 0, 0.5]);
    const inner = shieldOutline.map(([x, z]): Point => [x * 0.88, z * 0.89]);
    return [
      part(
        upright(cut(slab(shieldOutline, 0.1), move(slab(inner, 0.1), [0, -0.06, 0]))),
        detail("rim", metal("#b9bec5", 0.3)),
      ),
      part(upright(move(slab(inner, 0.06), [0, 0.005, 0])), main(matte("#2f5fb0", 0.5))),
      ...(has("motif") ? [] : [part(upright(shieldStar), detail("star", metal("#e3b341", 0.25)))]),
    ];
  },
};

const gear: Family = {
  names: ["gear", "cog", "cogwheel"],
  build({ main }) {
    const tooth = prism(
      [
        [0.38, -0.075],
        [0.52, -0.045],
        [0.52, 0.045],
        [0.38, 0.075],
      ],
      0.16,
    );
    const wheel = cut(
      union(cylinder(0.16, 0.42), around(tooth, 12)),
      move(cylinder(0.4, 0.1), [0, 0, -0.1]),
      around(move(cylinder(0.4, 0.085), [0.25, 0, -0.1]), 6),
    );
    const hub = cut(
      move(cylinder(0.22, 0.155), [0, 0, -0.03]),
      move(cylinder(0.4, 0.1), [0, 0, -0.1]),
    );
    return [
      part(
        move(turn(union(wheel, hub), [72, 0, 0]), [0, 0.08, 0.52]),
        main(metal("#8f959c", 0.38)),
      ),
    ];
  },
};

const key: Family = {
  names: ["key"],
  build: ({ main }) => [
    part(
      union(
        move(turn(ring(0.14, 0.035), [90, 0, 0]), [0, 0, 0.86]),
        move(cylinder(0.72, 0.032), [0, 0, 0.02]),
        move(ring(0.035, 0.02), [0, 0, 0.68]),
        move(box(0.2, 0.04, 0.06), [0.1, 0, 0.04]),
        move(box(0.15, 0.04, 0.06), [0.08, 0, 0.16]),
        move(box(0.06, 0.04, 0.14), [0.17, 0, 0.04]),
      ),
      main(metal("#d2a53c", 0.28)),
    ),
  ],
};

const hammer: Family = {
  names: ["hammer", "mallet"],
  parts: ["handle"],
  build({ main, detail }) {
    const handle = part(
      tube(
        [
          [0, 0, 0.04],
          [0, 0, 0.98],
        ],
        0.036,
      ),
      detail("handle", matte("#9a6636", 0.6)),
    );
    return [
      handle,
      part(
        union(
          move(box(0.16, 0.13, 0.15, 0.02), [0, 0, 0.83]),
          move(turn(cylinder(0.18, 0.06, 0.085), [0, 90, 0]), [0.06, 0, 0.905]),
          hull(
            move(box(0.02, 0.12, 0.12), [-0.07, 0, 0.84]),
            move(box(0.02, 0.13, 0.02), [-0.3, 0, 0.84]),
          ),
        ),
        main(metal("#868c94", 0.35)),
      ),
    ];
  },
};

const pencil: Family = {
  names: ["pencil", "crayon"],
  build: ({ main }) =>
    [
      part(move(cylinder(0.9, 0.06, 0.06, 6), [0, 0, 0.2]), main(matte("#f2b92c", 0.4))),
      part(
        lathe([
          [0.014, 0.05],
          [0.055, 0.2],
          [0, 0.2],
          [0, 0.05],
        ]),
        matte("#e8c796", 0.8),
      ),
      part(
        lathe([
          [0, 0],
          [0.0155, 0.055],
          [0, 0.055],
        ]),
        matte("#2b2b30"),
      ),
      part(move(cylinder(0.09, 0.062), [0, 0, 1.1]), metal("#b9bec5", 0.3)),
      part(
        move(
          union(cylinder(0.06, 0.058), move(scale(ball(0.058), [1, 1, 0.5]), [0, 0, 0.06])),
          [0, 0, 1.19],
        ),
        matte("#ee8aa0", 0.9),
      ),
    ].map(({ solid, material }) => part(move(turn(solid, [0, 14, 0]), [-0.14, 0, 0]), material)),
};

const anchor: Family = {
  names: ["anchor"],
  build: ({ main }) => [
    part(
      union(
        tube(
          [
            [0, 0, 0.12],
            [0, 0, 0.95],
          ],
          0.045,
        ),
        tube(arc(0.4, 200, 340, [0, 0, 0.46], 14), 0.045),
        tube(
          [
            [-0.24, 0, 0.8],
            [0.24, 0, 0.8],
          ],
          0.036,
        ),
        move(turn(ring(0.1, 0.03), [90, 0, 0]), [0, 0, 1.06]),
        ...[-1, 1].map((side) =>
          move(turn(cone(0.2, 0.09), [0, side * -28, 0]), [side * 0.36, 0, 0.32]),
        ),
      ),
      main(metal("#4a525c", 0.45)),
    ),
  ],
};

const umbrella: Family = {
  names: ["umbrella", "parasol"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      cut(
        move(ball([0.6, 0.6, 0.38]), [0, 0, 0.78]),
        move(ball([0.585, 0.585, 0.36]), [0, 0, 0.775]),
        move(box(2, 2, 1), [0, 0, -0.2]),
        around(move(ball([0.2, 0.24, 0.16]), [0.56, 0, 0.76]), 8),
      ),
      main(matte("#d6453f", 0.7)),
    ),
    part(
      union(move(cylinder(1.1, 0.016), [0, 0, 0.08]), move(cone(0.08, 0.025), [0, 0, 1.15])),
      metal("#a9adb3", 0.35),
    ),
    part(
      tube(arc(0.09, 180, 360, [0.09, 0, 0.09], 10), 0.026),
      detail("handle", matte("#6b4729", 0.5)),
    ),
  ],
};

export const tools: readonly Family[] = [
  sword,
  shield,
  hammer,
  key,
  anchor,
  pencil,
  umbrella,
  gear,
];
