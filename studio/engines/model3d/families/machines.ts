import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
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

const rubber = matte("#25262a", 0.95);
const hubs = metal("#c9ccd1", 0.3);
const pane = glass("#2e4256", 0.9);

const upright = (solid: Solid) => turn(solid, [90, 0, 0]);
const tyreOf = (radius: number, thick: number) =>
  upright(scale(ring(radius - thick, thick), [1, 1, 1.2]));
const hubOf = (radius: number) => upright(move(cylinder(0.14, radius), [0, 0, -0.07]));

const fireTruck: Family = {
  names: ["fire truck", "fire engine", "firetruck"],
  parts: ["ladder", "light", "wheel", "siren"],
  build({ main, detail }) {
    const places: Vec3[] = [-0.85, -0.4, 0.8].flatMap((x): Vec3[] => [
      [x, -0.4, 0.22],
      [x, 0.4, 0.22],
    ]);
    const rungs = Array.from({ length: 14 }, (_, index): Vec3 => [-1.05 + index * 0.14, 0, 0]);
    return [
      part(
        union(
          move(box(0.72, 0.9, 0.86, 0.08), [0.82, 0, 0.22]),
          move(box(1.62, 0.92, 0.66, 0.04), [-0.36, 0, 0.26]),
        ),
        main(glossy("#cf2a28")),
      ),
      part(
        union(
          move(box(0.1, 0.74, 0.34, 0.02), [1.15, 0, 0.64]),
          move(box(0.4, 0.92, 0.3, 0.02), [0.86, 0, 0.66]),
        ),
        pane,
      ),
      part(
        union(
          move(box(1.64, 0.94, 0.07), [-0.36, 0, 0.48]),
          at(box(0.34, 0.95, 0.22, 0.01), [-0.86, 0, 0.62], [-0.42, 0, 0.62], [0.02, 0, 0.62]),
        ),
        matte("#f1efe9", 0.5),
      ),
      part(
        move(
          turn(
            union(
              at(box(2, 0.05, 0.06), [-0.14, -0.17, 0], [-0.14, 0.17, 0]),
              at(
                upright(move(cylinder(0.34, 0.018), [0, 0, -0.17])),
                ...rungs.map(([x]): Vec3 => [x, 0, 0.03]),
              ),
            ),
            [0, -8, 0],
          ),
          [-0.1, 0, 1.1],
        ),
        detail("ladder", metal("#d4d8dd", 0.3)),
      ),
      part(
        union(move(cylinder(0.16, 0.2), [0.42, 0, 0.92]), move(box(2.2, 0.66, 0.12), [0, 0, 0.16])),
        matte("#35373c"),
      ),
      part(
        at(box(0.14, 0.2, 0.1, 0.03), [0.86, -0.25, 1.08], [0.86, 0.25, 1.08]),
        detail("light", detail("siren", glowing("#3f8cff"))),
      ),
      part(at(tyreOf(0.22, 0.07), ...places), detail("wheel", rubber)),
      part(at(hubOf(0.12), ...places), hubs),
      part(
        at(box(0.04, 0.18, 0.1, 0.015), [1.18, -0.28, 0.34], [1.18, 0.28, 0.34]),
        glowing("#fff3c4"),
      ),
    ];
  },
};

const sportsCar: Family = {
  names: [
    "sports car",
    "race car",
    "racing car",
    "supercar",
    "ferrari",
    "lamborghini",
    "convertible",
  ],
  parts: ["wheel", "spoiler", "stripe", "window", "light"],
  build({ main, detail }) {
    const places = corners(0.68, 0.42, 0.19);
    const rounded = (
      outline: readonly (readonly [number, number])[],
      depth: number,
      radius: number,
    ) =>
      hull(
        ...outline.flatMap(([x, z]) =>
          [-1, 1].map((side) => move(ball(radius), [x, side * (depth / 2 - radius), z])),
        ),
      );
    const arches = at(
      upright(move(cylinder(2, 0.235), [0, 0, -1])),
      [-0.68, 0, 0.19],
      [0.68, 0, 0.19],
    );
    const paint = main(glossy("#d2221f"));
    return [
      part(
        cut(
          union(
            rounded(
              [
                [-1.08, 0.2],
                [1.16, 0.16],
                [1.16, 0.22],
                [0.5, 0.4],
                [-0.7, 0.46],
                [-1.1, 0.44],
              ],
              0.96,
              0.05,
            ),
            ...[-1, 1].map((side) => move(ball([0.34, 0.12, 0.2]), [-0.68, side * 0.42, 0.32])),
            ...[-1, 1].map((side) => move(ball([0.32, 0.11, 0.17]), [0.68, side * 0.42, 0.28])),
          ),
          arches,
        ),
        paint,
      ),
      part(
        rounded(
          [
            [-0.72, 0.42],
            [0.42, 0.38],
            [0.02, 0.64],
            [-0.3, 0.65],
          ],
          0.72,
          0.04,
        ),
        detail("window", pane),
      ),
      part(
        union(
          move(
            hull(box(0.3, 0.6, 0.02), move(box(0.24, 0.56, 0.02), [0, 0, 0.02])),
            [-0.14, 0, 0.685],
          ),
          ...[-1, 1].map((side) =>
            tube(
              [
                [0.36, side * 0.33, 0.44],
                [0.02, side * 0.29, 0.69],
              ],
              0.022,
            ),
          ),
        ),
        paint,
      ),
      part(
        union(
          move(box(0.22, 0.98, 0.035, 0.012), [-1.02, 0, 0.66]),
          at(box(0.1, 0.03, 0.24), [-1, -0.32, 0.44], [-1, 0.32, 0.44]),
        ),
        detail("spoiler", matte("#222328", 0.5)),
      ),
      part(at(tyreOf(0.2, 0.06), ...places), detail("wheel", rubber)),
      part(
        at(
          union(hubOf(0.05), upright(around(move(box(0.13, 0.03, 0.15), [0.07, 0, -0.075]), 5))),
          ...places,
        ),
        hubs,
      ),
      part(
        union(
          ...[-1, 1].map((side) =>
            move(turn(scale(ball(0.08), [1.5, 0.7, 0.35]), [0, 12, side * -16]), [
              0.98,
              side * 0.33,
              0.29,
            ]),
          ),
        ),
        detail("light", glowing("#fff6d8")),
      ),
      part(
        at(box(0.04, 0.22, 0.05, 0.015), [-1.14, -0.3, 0.38], [-1.14, 0.3, 0.38]),
        glowing("#e01f1f"),
      ),
      part(
        union(move(box(0.1, 0.9, 0.05), [1.16, 0, 0.1]), move(box(0.9, 0.92, 0.05), [0, 0, 0.12])),
        matte("#1f2024", 0.6),
      ),
    ];
  },
};

const helicopter: Family = {
  names: ["helicopter", "chopper"],
  parts: ["rotor", "blade", "window", "tail"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.5, 0.36, 0.38]), [0.2, 0, 0.62]),
          move(ball([0.26, 0.26, 0.28]), [-0.3, 0, 0.7]),
        ),
        tube(
          [
            [-0.3, 0, 0.74],
            [-1.5, 0, 0.86],
          ],
          [0.17, 0.06],
        ),
        hull(
          move(box(0.2, 0.05, 0.04), [-1.45, 0, 0.84]),
          move(box(0.12, 0.04, 0.04), [-1.6, 0, 1.2]),
        ),
        move(box(0.3, 0.24, 0.16, 0.05), [0.05, 0, 0.94]),
      ),
      main(glossy("#2f6fc4")),
    ),
    part(
      cut(
        move(ball([0.5, 0.365, 0.37]), [0.22, 0, 0.63]),
        move(box(1.2, 2, 2), [-0.24, 0, -0.4]),
        move(box(2, 2, 1), [0, 0, -0.46]),
      ),
      detail("window", pane),
    ),
    part(
      union(
        move(cylinder(0.16, 0.04), [0.05, 0, 1.06]),
        move(cylinder(0.05, 0.09), [0.05, 0, 1.17]),
        ...[20, 110].map((degrees) =>
          move(turn(box(2.7, 0.13, 0.02), [0, 0, degrees]), [0.05, 0, 1.19]),
        ),
        move(upright(union(box(0.5, 0.07, 0.02), box(0.07, 0.5, 0.02))), [-1.56, -0.06, 1.04]),
      ),
      detail("rotor", detail("blade", matte("#35373c", 0.6))),
    ),
    part(
      union(
        ...[-1, 1].flatMap((side) => [
          tube(
            [
              [-0.5, side * 0.34, 0.03],
              [0.55, side * 0.34, 0.03],
              [0.7, side * 0.34, 0.1],
            ],
            0.03,
          ),
          tube(
            [
              [0.3, side * 0.18, 0.4],
              [0.32, side * 0.34, 0.03],
            ],
            0.024,
          ),
          tube(
            [
              [-0.2, side * 0.18, 0.44],
              [-0.22, side * 0.34, 0.03],
            ],
            0.024,
          ),
        ]),
      ),
      metal("#8d949b", 0.4),
    ),
  ],
};

const tractor: Family = {
  names: ["tractor", "farm tractor"],
  parts: ["wheel", "cab"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(1, 0.44, 0.42, 0.06), [0.52, 0, 0.52]),
        move(box(0.6, 0.5, 0.3, 0.05), [-0.28, 0, 0.46]),
        ...[-1, 1].map((side) =>
          cut(
            move(upright(move(cylinder(0.3, 0.62), [0, 0, -0.15])), [-0.4, side * 0.45, 0.55]),
            move(upright(move(cylinder(1, 0.56), [0, 0, -0.5])), [-0.4, side * 0.45, 0.55]),
            move(box(3, 2, 2), [0, side * 0.45, -1.35]),
          ),
        ),
      ),
      main(glossy("#3a8f3f")),
    ),
    part(
      union(
        move(box(0.78, 0.74, 0.06, 0.02), [-0.35, 0, 1.42]),
        at(
          box(0.05, 0.05, 0.7),
          ...corners(0.33, 0.3, 0.74).map(([x, y, z]): Vec3 => [x - 0.35, y, z]),
        ),
      ),
      detail("cab", main(glossy("#3a8f3f"))),
    ),
    part(move(box(0.62, 0.6, 0.56, 0.02), [-0.35, 0, 0.84]), glass("#9cc4d8", 0.4)),
    part(
      union(
        at(tyreOf(0.55, 0.15), [-0.4, -0.45, 0.55], [-0.4, 0.45, 0.55]),
        at(tyreOf(0.32, 0.1), [0.8, -0.38, 0.32], [0.8, 0.38, 0.32]),
      ),
      rubber,
    ),
    part(
      union(
        at(hubOf(0.3), [-0.4, -0.45, 0.55], [-0.4, 0.45, 0.55]),
        at(hubOf(0.16), [0.8, -0.38, 0.32], [0.8, 0.38, 0.32]),
      ),
      detail("wheel", matte("#f2c02e", 0.4)),
    ),
    part(
      union(
        move(cylinder(0.42, 0.035), [0.66, 0.12, 0.92]),
        move(box(0.05, 0.36, 0.3), [1.01, 0, 0.58]),
        move(box(1.7, 0.3, 0.14), [0.2, 0, 0.36]),
      ),
      matte("#2b2d31", 0.6),
    ),
    part(at(ball(0.06), [1.03, -0.14, 0.86], [1.03, 0.14, 0.86]), glowing("#fff3c4")),
  ],
};

const motorcycle: Family = {
  names: ["motorcycle", "motorbike", "scooter", "vespa", "moped"],
  parts: ["seat", "wheel", "light"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.2, 0.12, 0.1]), [0.16, 0, 0.8]),
          move(ball([0.1, 0.1, 0.08]), [-0.14, 0, 0.76]),
        ),
        hull(
          move(ball([0.08, 0.09, 0.05]), [-0.5, 0, 0.78]),
          move(ball([0.03, 0.06, 0.03]), [-0.78, 0, 0.86]),
        ),
        move(
          cut(
            upright(move(cylinder(0.12, 0.4), [0, 0, -0.06])),
            upright(move(cylinder(1, 0.36), [0, 0, -0.5])),
            move(box(2, 2, 1), [0, 0, -0.86]),
            move(box(1, 1, 2), [-0.56, 0, -0.5]),
          ),
          [0.78, 0, 0.34],
        ),
      ),
      main(glossy("#c8262a")),
    ),
    part(
      hull(
        move(ball([0.14, 0.13, 0.05]), [-0.18, 0, 0.82]),
        move(ball([0.12, 0.12, 0.05]), [-0.5, 0, 0.84]),
      ),
      detail("seat", matte("#2a2320", 0.6)),
    ),
    part(
      union(
        tube(
          [
            [0.78, -0.09, 0.34],
            [0.5, -0.09, 1.0],
          ],
          0.03,
        ),
        tube(
          [
            [0.78, 0.09, 0.34],
            [0.5, 0.09, 1.0],
          ],
          0.03,
        ),
        tube(
          [
            [0.4, -0.36, 1.04],
            [0.48, -0.2, 1.06],
            [0.48, 0.2, 1.06],
            [0.4, 0.36, 1.04],
          ],
          0.025,
        ),
        tube(
          [
            [-0.7, -0.1, 0.34],
            [-0.1, -0.12, 0.3],
            [0.2, -0.12, 0.4],
          ],
          0.045,
        ),
        tube(
          [
            [-0.78, 0.13, 0.4],
            [-0.2, 0.15, 0.26],
            [0.1, 0.13, 0.3],
          ],
          0.05,
        ),
        move(upright(cylinder(0.02, 0.1)), [0.06, -0.13, 0.42]),
      ),
      metal("#c9ccd1", 0.2),
    ),
    part(
      union(
        move(box(0.42, 0.24, 0.3, 0.06), [0, 0, 0.36]),
        tube(
          [
            [0.45, 0, 0.9],
            [0.2, 0, 0.66],
            [0.1, 0, 0.34],
            [-0.4, 0, 0.4],
            [-0.5, 0, 0.74],
          ],
          0.04,
        ),
      ),
      matte("#2f3136", 0.5),
    ),
    part(
      union(move(tyreOf(0.34, 0.075), [0.78, 0, 0.34]), move(tyreOf(0.34, 0.085), [-0.7, 0, 0.34])),
      detail("wheel", rubber),
    ),
    part(
      union(
        ...[0.78, -0.7].map((x) =>
          move(
            upright(
              union(
                ring(0.25, 0.02),
                around(
                  tube(
                    [
                      [0, 0, 0],
                      [0.25, 0, 0],
                    ],
                    0.012,
                  ),
                  10,
                ),
                move(cylinder(0.12, 0.05), [0, 0, -0.06]),
              ),
            ),
            [x, 0, 0.34],
          ),
        ),
      ),
      hubs,
    ),
    part(move(ball([0.07, 0.1, 0.1]), [0.6, 0, 0.94]), detail("light", glowing("#fff3c4"))),
  ],
};

const tank: Family = {
  names: ["tank", "military tank", "army tank"],
  parts: ["barrel", "turret"],
  build: ({ main }) => [
    part(
      union(
        hull(move(box(1.7, 0.8, 0.16), [0, 0, 0.34]), move(box(1.3, 0.74, 0.02), [-0.06, 0, 0.62])),
        hull(
          move(cylinder(0.02, 0.42), [-0.1, 0, 0.62]),
          move(cylinder(0.02, 0.28), [-0.16, 0, 0.88]),
        ),
        move(cylinder(0.06, 0.12), [-0.24, 0.08, 0.88]),
        tube(
          [
            [0.15, 0, 0.76],
            [1.25, 0, 0.82],
          ],
          [0.06, 0.045],
        ),
        move(turn(cylinder(0.12, 0.065), [0, 90, 0]), [1.2, 0, 0.82]),
      ),
      main(matte("#6b7548", 0.85)),
    ),
    part(
      union(
        ...[-1, 1].map((side) =>
          hull(
            ...[-0.72, 0.72].map((x) =>
              move(upright(move(cylinder(0.24, 0.2), [0, 0, -0.12])), [x, side * 0.5, 0.22]),
            ),
          ),
        ),
      ),
      matte("#2b2c2a", 0.9),
    ),
    part(
      union(
        ...[-1, 1].flatMap((side) =>
          [-0.7, -0.35, 0, 0.35, 0.7].map((x) =>
            move(upright(move(cylinder(0.28, 0.13), [0, 0, -0.14])), [x, side * 0.5, 0.21]),
          ),
        ),
      ),
      main(matte("#5a633c", 0.8)),
    ),
  ],
};

const telescope: Family = {
  names: ["telescope"],
  parts: ["tripod"],
  build: ({ main, detail }) => [
    part(
      move(
        turn(
          union(
            cylinder(1, 0.11),
            move(cylinder(0.24, 0.13), [0, 0, 0.9]),
            move(cylinder(0.16, 0.05), [0, 0, -0.14]),
          ),
          [0, 58, 0],
        ),
        [-0.4, 0, 0.94],
      ),
      main(matte("#e9e6e0", 0.4)),
    ),
    part(
      union(
        around(
          tube(
            [
              [0, 0, 1.02],
              [0.42, 0, 0],
            ],
            [0.03, 0.022],
          ),
          3,
        ),
        move(ball(0.08), [0, 0, 1.04]),
      ),
      detail("tripod", matte("#8b5e34", 0.6)),
    ),
  ],
};

const drum: Family = {
  names: ["drum", "drums"],
  parts: ["stick", "stripe", "rim"],
  build: ({ main, detail }) => [
    part(cylinder(0.36, 0.34), main(glossy("#c8262a"))),
    part(
      union(move(ring(0.345, 0.026), [0, 0, 0.02]), move(ring(0.345, 0.026), [0, 0, 0.35])),
      detail("rim", metal("#e0b03c", 0.3)),
    ),
    part(move(cylinder(0.02, 0.33), [0, 0, 0.355]), matte("#f4efe2", 0.8)),
    part(
      union(
        tube(
          [
            [-0.3, -0.24, 0.42],
            [0.14, 0.1, 0.41],
          ],
          0.018,
        ),
        tube(
          [
            [0.3, -0.26, 0.42],
            [-0.06, 0.12, 0.43],
          ],
          0.018,
        ),
        move(ball(0.035), [0.15, 0.11, 0.41]),
        move(ball(0.035), [-0.07, 0.13, 0.43]),
      ),
      detail("stick", matte("#c99a5c")),
    ),
  ],
};

const camera: Family = {
  names: ["camera", "photo camera", "vintage camera"],
  parts: ["lens", "strap"],
  build: ({ main, detail }) => [
    part(
      union(
        box(0.5, 0.2, 0.3, 0.03),
        move(hull(box(0.2, 0.18, 0.02), move(box(0.12, 0.14, 0.02), [0, 0, 0.08])), [0, 0, 0.29]),
      ),
      main(matte("#2b2c30", 0.6)),
    ),
    part(
      union(
        move(box(0.502, 0.205, 0.06, 0.02), [0, 0, 0.22]),
        move(cylinder(0.04, 0.04), [0.18, 0, 0.29]),
        move(cylinder(0.03, 0.05), [-0.18, 0, 0.29]),
      ),
      metal("#c4c8cd", 0.3),
    ),
    part(
      upright(
        move(
          lathe(
            smooth([
              [0, 0],
              [0.13, 0],
              [0.13, 0.14],
              [0.115, 0.16],
              [0.09, 0.15],
              [0, 0.12],
            ]),
          ),
          [0, 0.14, 0.08],
        ),
      ),
      detail("lens", matte("#1d1e22", 0.4)),
    ),
    part(move(ball([0.085, 0.04, 0.085]), [0, -0.2, 0.14]), {
      ...glossy("#3a5f9c"),
      roughness: 0.05,
    }),
    part(move(box(0.08, 0.02, 0.04), [0, -0.095, 0.33]), glossy("#8fb8d8")),
  ],
};

export const machines: readonly Family[] = [
  fireTruck,
  sportsCar,
  helicopter,
  tractor,
  motorcycle,
  tank,
  telescope,
  drum,
  camera,
];
