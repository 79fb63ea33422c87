import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
  chain,
  cone,
  corners,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  prism,
  ring,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black, gold } from "./materials.ts";

const ivory = glossy("#f6f1e2");
const colors = ["#d8302b", "#2f66c4", "#f2c230", "#3f9a50", "#ee7e2a", "#f7f6f2"];

const piggyBank: Family = {
  names: ["piggy bank", "money box", "coin bank", "money bank"],
  parts: ["coin", "slot", "nose", "ear"],
  build: ({ main, detail }) => {
    const pink = main(glossy("#f2a0b5"));
    return [
      part(
        cut(
          union(
            move(ball([0.12, 0.09, 0.09]), [0, 0, 0.115]),
            move(ball([0.055, 0.06, 0.06]), [-0.1, 0, 0.125]),
            at(cylinder(0.06, 0.024, 0.03), ...corners(0.06, 0.045)),
            mirrored(
              move(
                turn(scale(cone(0.05, 0.026), [0.5, 1, 1]), [24, -12, 0]),
                [-0.085, -0.04, 0.165],
              ),
              "y",
            ),
            tube(
              Array.from({ length: 16 }, (_, index): Vec3 => [
                0.115 + index * 0.0022,
                0.016 * Math.cos(index * 0.7),
                0.14 + 0.016 * Math.sin(index * 0.7),
              ]),
              0.0055,
            ),
          ),
          move(box(0.06, 0.008, 0.1), [0.01, 0, 0.17]),
        ),
        pink,
      ),
      part(
        union(move(turn(cylinder(0.03, 0.03, 0.027), [0, -90, 0]), [-0.142, 0, 0.118])),
        detail("nose", matte("#e77f9c", 0.3)),
      ),
      part(
        union(
          mirrored(move(ball([0.006, 0.0065, 0.0085]), [-0.17, -0.011, 0.118]), "y"),
          mirrored(move(ball(0.0085), [-0.144, -0.034, 0.148]), "y"),
        ),
        black,
      ),
      part(
        move(turn(cylinder(0.005, 0.032), [90, 0, 0]), [0.01, 0.0025, 0.222]),
        detail("coin", gold),
      ),
    ];
  },
};

const spinningTop: Family = {
  names: ["spinning top", "toy top", "dreidel top", "wooden top"],
  parts: ["stripe", "handle"],
  build: ({ main, detail }) => {
    const lean = (solid: Solid) => turn(solid, [0, 14, 0]);
    const layer = (from: number, to: number, low: number, high: number) =>
      move(cylinder(to - from, low, high), [0, 0, from]);
    return [
      part(
        lean(union(layer(0, 0.035, 0.004, 0.035), layer(0.055, 0.075, 0.05, 0.04))),
        main(glossy("#d8302b")),
      ),
      part(lean(union(layer(0.035, 0.055, 0.035, 0.05))), detail("stripe", glossy("#f2c230"))),
      part(lean(union(layer(0.075, 0.088, 0.04, 0.014))), glossy("#2f66c4")),
      part(
        lean(union(move(cylinder(0.05, 0.006), [0, 0, 0.085]), move(ball(0.01), [0, 0, 0.136]))),
        detail("handle", matte("#c99b5c", 0.5)),
      ),
    ];
  },
};

const yoyo: Family = {
  names: ["yo-yo", "yoyo", "yo yo"],
  parts: ["string"],
  build: ({ main, detail }) => {
    const half = lathe(
      smooth([
        [0, 0.003],
        [0.02, 0.003],
        [0.029, 0.007],
        [0.026, 0.016],
        [0.012, 0.019],
        [0, 0.019],
      ]),
    );
    return [
      part(
        move(
          turn(
            union(half, scale(half, [1, 1, -1]), move(cylinder(0.01, 0.008), [0, 0, -0.005])),
            [90, 0, 24],
          ),
          [0, 0, 0.03],
        ),
        main(glossy("#d8302b")),
      ),
      part(
        move(
          turn(mirrored(move(cylinder(0.002, 0.012), [0, 0, 0.0185]), "x"), [90, 0, 24]),
          [0, 0, 0.03],
        ),
        gold,
      ),
      part(
        union(
          tube(
            smooth([
              [0.008, 0.03],
              [0.012, 0.07],
              [0.03, 0.1],
              [0.02, 0.12],
            ]).map(([x, z]): Vec3 => [x, 0, z]),
            0.0013,
          ),
          move(turn(ring(0.009, 0.0013), [90, 0, 0]), [0.02, 0, 0.129]),
        ),
        detail("string", matte("#f3efe2", 0.9)),
      ),
    ];
  },
};

const rubiksCube: Family = {
  names: ["rubik's cube", "rubiks cube", "rubik cube", "puzzle cube", "magic cube", "speed cube"],
  build: ({ main, random }) => {
    const faces: readonly Vec3[] = [
      [0, 0, 0],
      [90, 0, 0],
      [-90, 0, 0],
      [0, 90, 0],
      [0, -90, 0],
      [180, 0, 0],
    ];
    const step = 0.019;
    const stickers: Solid[][] = colors.map(() => []);
    for (const angles of faces) {
      for (const x of [-1, 0, 1]) {
        for (const y of [-1, 0, 1]) {
          const sticker = turn(
            move(box(0.0165, 0.0165, 0.0012, 0.0005), [x * step, y * step, 0.0284]),
            angles,
          );
          stickers[Math.floor(random() * colors.length)]?.push(sticker);
        }
      }
    }
    return [
      part(move(box(0.0575, 0.0575, 0.0575, 0.003), [0, 0, 0]), main(matte("#17181b", 0.4))),
      ...stickers.flatMap((solids, index) =>
        solids.length > 0
          ? [part(move(union(...solids), [0, 0, 0.02875]), glossy(colors[index] ?? "#ffffff"))]
          : [],
      ),
    ];
  },
};

const toyBrick: Family = {
  names: ["lego brick", "toy brick", "lego", "lego block", "building brick", "building block"],
  build: ({ main }) => [
    part(
      union(
        cut(box(0.032, 0.016, 0.0096, 0.0004), move(box(0.0292, 0.0132, 0.02), [0, 0, -0.0115])),
        at(
          cylinder(0.0018, 0.0024),
          ...[-0.012, -0.004, 0.004, 0.012].flatMap((x): Vec3[] => [
            [x, -0.004, 0.0095],
            [x, 0.004, 0.0095],
          ]),
        ),
      ),
      main(glossy("#d3222a")),
    ),
  ],
};

const matryoshka: Family = {
  names: [
    "matryoshka doll",
    "russian doll",
    "nesting doll",
    "matryoshka",
    "russian nesting doll",
    "babushka doll",
  ],
  parts: ["scarf", "flower", "apron"],
  build: ({ main, detail }) => [
    part(
      lathe(
        smooth(
          [
            [0, 0],
            [0.045, 0],
            [0.056, 0.04],
            [0.05, 0.085],
            [0.038, 0.11],
            [0.042, 0.135],
            [0.03, 0.165],
            [0, 0.175],
          ],
          6,
        ),
      ),
      main(glossy("#cf2f36")),
    ),
    part(move(scale(ball(0.031), [1, 0.5, 1.05]), [0, -0.028, 0.138]), matte("#f6d3b3", 0.4)),
    part(
      union(
        move(scale(ball(0.032), [1, 0.5, 0.5]), [0, -0.025, 0.157]),
        mirrored(move(ball([0.0042, 0.003, 0.0052]), [0.011, -0.0425, 0.14]), "x"),
      ),
      matte("#4a2a1a", 0.5),
    ),
    part(
      union(
        mirrored(move(scale(ball(0.008), [1, 0.3, 1]), [0.018, -0.0385, 0.128]), "x"),
        move(scale(ball(0.005), [1.4, 0.4, 0.7]), [0, -0.043, 0.124]),
      ),
      matte("#e8606a", 0.5),
    ),
    part(
      move(scale(ball(0.038), [1, 0.52, 1.2]), [0, -0.04, 0.058]),
      detail("apron", glossy("#f3d354")),
    ),
    part(
      union(
        move(ball(0.008), [0, -0.0605, 0.062]),
        move(
          turn(around(move(ball([0.008, 0.006, 0.004]), [0.013, 0, 0]), 6), [90, 0, 0]),
          [0, -0.058, 0.062],
        ),
      ),
      detail("flower", glossy("#d8302b")),
    ),
    part(
      union(
        mirrored(move(turn(ball([0.014, 0.004, 0.005]), [0, 30, 0]), [0.016, -0.057, 0.04]), "x"),
      ),
      matte("#3f8f4c", 0.5),
    ),
    part(union(move(ring(0.0392, 0.003), [0, 0, 0.109])), detail("scarf", glossy("#f3d354"))),
  ],
};

const nutcracker: Family = {
  names: [
    "nutcracker doll",
    "nutcracker",
    "nutcracker soldier",
    "toy soldier",
    "wooden soldier",
    "tin soldier",
  ],
  parts: ["hat", "beard", "sword"],
  build: ({ main, detail }) => {
    const white = matte("#f6f4ee", 0.9);
    return [
      part(
        union(
          move(
            lathe([
              [0, 0],
              [0.045, 0],
              [0.052, 0.1],
              [0, 0.1],
            ]),
            [0, 0, 0.16],
          ),
          mirrored(
            union(
              move(cylinder(0.11, 0.016), [0.068, 0, 0.14]),
              move(ball(0.024), [0.062, 0, 0.248]),
            ),
            "x",
          ),
        ),
        main(glossy("#c8262d")),
      ),
      part(
        union(mirrored(move(cylinder(0.1, 0.019), [0.024, 0, 0.065]), "x")),
        matte("#f1efe8", 0.5),
      ),
      part(
        union(
          move(box(0.13, 0.1, 0.02, 0.004), [0, 0, 0]),
          mirrored(
            union(
              move(cylinder(0.055, 0.021), [0.024, 0, 0.018]),
              move(box(0.038, 0.06, 0.022, 0.009), [0.024, -0.016, 0.018]),
            ),
            "x",
          ),
          move(cylinder(0.02, 0.0475), [0, 0, 0.158]),
        ),
        black,
      ),
      part(
        union(
          move(cylinder(0.07, 0.036), [0, 0, 0.262]),
          mirrored(move(ball(0.018), [0.068, 0, 0.132]), "x"),
          move(scale(ball(0.011), [1, 1.4, 1]), [0, -0.038, 0.302]),
        ),
        matte("#f4cfa8", 0.5),
      ),
      part(
        union(
          move(cylinder(0.09, 0.04), [0, 0, 0.33]),
          move(box(0.05, 0.03, 0.006), [0, -0.042, 0.332]),
          mirrored(move(ball([0.005, 0.003, 0.006]), [0.014, -0.036, 0.317]), "x"),
          move(box(0.03, 0.012, 0.02), [0, -0.034, 0.268]),
        ),
        detail("hat", black),
      ),
      part(
        union(
          hull(
            move(box(0.045, 0.02, 0.004, 0.001), [0, -0.034, 0.262]),
            move(box(0.02, 0.01, 0.004), [0, -0.04, 0.225]),
          ),
          mirrored(move(scale(ball(0.016), [1, 0.4, 0.4]), [0.014, -0.039, 0.292]), "x"),
          mirrored(move(scale(ball(0.016), [0.6, 1.2, 1.6]), [0.034, 0.006, 0.3]), "x"),
          move(box(0.024, 0.012, 0.008), [0, -0.036, 0.276]),
        ),
        detail("beard", white),
      ),
      part(
        union(
          move(cylinder(0.012, 0.0415), [0, 0, 0.33]),
          move(turn(cylinder(0.006, 0.016), [90, 0, 0]), [0, -0.038, 0.375]),
          at(ball(0.006), [0, -0.05, 0.185], [0, -0.051, 0.21], [0, -0.052, 0.235]),
          mirrored(move(cylinder(0.008, 0.025), [0.063, 0, 0.262]), "x"),
          move(box(0.03, 0.01, 0.02), [0, -0.046, 0.158]),
        ),
        gold,
      ),
    ];
  },
};

const jackInTheBox: Family = {
  names: ["jack-in-the-box", "jack in the box", "jack in a box"],
  parts: ["spring", "hat", "crank", "clown"],
  build: ({ main, detail }) => {
    const spring: Vec3[] = Array.from({ length: 80 }, (_, index) => [
      0.035 * Math.cos(index * 0.42),
      0.035 * Math.sin(index * 0.42),
      0.1 + index * 0.0016,
    ]);
    return [
      part(
        union(
          cut(box(0.16, 0.16, 0.15, 0.006), move(box(0.145, 0.145, 0.2), [0, 0, 0.012])),
          move(turn(box(0.16, 0.16, 0.01, 0.003), [-105, 0, 0]), [0, 0.1, 0.226]),
        ),
        main(glossy("#2f66c4")),
      ),
      part(
        union(
          ...[0, 90, 180, 270].map((angle) =>
            turn(
              move(
                slab(
                  Array.from({ length: 10 }, (_, index): Point => {
                    const r = index % 2 === 0 ? 0.05 : 0.021;
                    const a = Math.PI / 2 + (index * Math.PI) / 5;
                    return [r * Math.cos(a), 0.072 + r * Math.sin(a)];
                  }),
                  0.004,
                ),
                [0, -0.081, 0],
              ),
              [0, 0, angle],
            ),
          ),
        ),
        glossy("#f2c230"),
      ),
      part(tube(spring, 0.004), detail("spring", metal("#b5bac1", 0.3))),
      part(
        union(move(ball([0.045, 0.045, 0.05]), [0, 0, 0.28])),
        detail("clown", matte("#fbe3d0", 0.6)),
      ),
      part(
        union(
          move(ball(0.012), [0, -0.046, 0.278]),
          mirrored(move(ball(0.022), [0.045, 0.01, 0.295]), "x"),
          move(scale(ball(0.018), [1.2, 0.4, 0.4]), [0, -0.04, 0.256]),
        ),
        glossy("#d8302b"),
      ),
      part(mirrored(move(ball(0.006), [0.016, -0.04, 0.293]), "x"), black),
      part(
        union(
          move(cone(0.08, 0.038), [0, 0, 0.315]),
          move(ball(0.012), [0, 0, 0.395]),
          move(ring(0.04, 0.007), [0, 0, 0.232]),
        ),
        detail("hat", glossy("#3f9a50")),
      ),
      part(
        union(
          tube(
            [
              [0.08, 0, 0.06],
              [0.1, 0, 0.06],
              [0.1, 0, 0.1],
            ],
            0.004,
          ),
          move(ball(0.009), [0.1, 0, 0.108]),
        ),
        detail("crank", gold),
      ),
    ];
  },
};

const kite: Family = {
  names: ["kite", "diamond kite", "toy kite"],
  parts: ["tail", "bow", "bows", "ribbon", "string"],
  build: ({ main, detail }) => {
    const face = (outline: readonly Point[]) => move(slab(outline, 0.006), [0, 0, 0]);
    const path = smooth(
      [
        [0, 0.62],
        [0, 0.5],
        [0, 0.34],
        [0, 0.18],
        [0, 0.03],
      ],
      8,
    );
    const lean = (solid: Solid) => move(turn(solid, [-14, 0, -14]), [0, 0, 0]);
    return [
      part(
        lean(
          union(
            face([
              [0, 0.62],
              [0.36, 1.2],
              [0, 1.2],
            ]),
            face([
              [-0.36, 1.2],
              [0, 1.2],
              [0, 1.5],
            ]),
          ),
        ),
        main(matte("#d8302b", 0.7)),
      ),
      part(
        lean(
          union(
            face([
              [-0.36, 1.2],
              [0, 0.62],
              [0, 1.2],
            ]),
            face([
              [0, 1.2],
              [0.36, 1.2],
              [0, 1.5],
            ]),
          ),
        ),
        matte("#f2c230", 0.7),
      ),
      part(
        lean(
          union(
            tube(
              [
                [0, 0.008, 0.62],
                [0, 0.008, 1.5],
              ],
              0.006,
            ),
            tube(
              [
                [-0.36, 0.008, 1.2],
                [0.36, 0.008, 1.2],
              ],
              0.006,
            ),
          ),
        ),
        matte("#8a5a33"),
      ),
      part(
        lean(
          tube(
            path.map(([, z], index): Vec3 => [tailWave(index, path.length), 0, z]),
            0.005,
          ),
        ),
        detail("string", detail("tail", matte("#f4efe2"))),
      ),
      part(
        lean(
          union(
            ...[0.22, 0.42, 0.62, 0.82].map((share) => {
              const index = Math.round(share * (path.length - 1));
              const [, z = 0] = path[index] ?? [];
              return move(
                mirrored(
                  hull(move(ball(0.008), [0, 0, 0]), move(box(0.01, 0.01, 0.06), [0.06, 0, -0.03])),
                  "x",
                ),
                [tailWave(index, path.length), 0, z],
              );
            }),
          ),
        ),
        detail("bow", detail("bows", detail("ribbon", detail("tail", matte("#2f66c4", 0.8))))),
      ),
    ];
  },
};

/** The profile of `smooth` has no negative x, so the tail's waves are computed. */
function tailWave(index: number, count: number): number {
  return 0.09 * Math.sin((index / count) * 4 * Math.PI);
}

const pinwheel: Family = {
  names: ["pinwheel", "toy windmill", "paper windmill", "whirligig"],
  parts: ["stick"],
  build: ({ main, detail }) => {
    const blade = hull(
      move(box(0.004, 0.004, 0.004), [0, 0, 0]),
      move(box(0.003, 0.004, 0.003), [0.1, 0, 0.02]),
      move(box(0.003, 0.003, 0.003), [0.075, -0.03, 0.085]),
    );
    const spin = (index: number) => move(turn(blade, [0, index * 45, 0]), [0, -0.02, 0.36]);
    return [
      part(union(...[0, 2, 4, 6].map(spin)), main(glossy("#e23b6b"))),
      part(union(...[1, 3, 5, 7].map(spin)), glossy("#3aa6dd")),
      part(union(move(cylinder(0.37, 0.006), [0, 0, 0])), detail("stick", matte("#f2e9d6"))),
      part(move(ball(0.012), [0, -0.03, 0.361]), glossy("#f2c230")),
    ];
  },
};

const paperBoat: Family = {
  names: ["paper boat", "origami boat", "paper ship"],
  build: ({ main }) => [
    part(
      union(
        cut(
          hull(
            move(box(0.1, 0.03, 0.001), [0, 0, 0]),
            move(box(0.2, 0.085, 0.001), [0, 0, 0.055]),
            move(box(0.27, 0.001, 0.001), [0, 0, 0.08]),
          ),
          hull(
            move(box(0.08, 0.02, 0.001), [0, 0, 0.008]),
            move(box(0.19, 0.076, 0.001), [0, 0, 0.06]),
            move(box(0.25, 0.001, 0.03), [0, 0, 0.085]),
          ),
        ),
        hull(
          move(box(0.13, 0.04, 0.001), [0, 0, 0.012]),
          move(box(0.004, 0.002, 0.002), [0, 0, 0.14]),
        ),
      ),
      main(matte("#f7f7f4", 0.9)),
    ),
  ],
};

const origamiCrane: Family = {
  names: ["origami crane", "paper crane", "origami bird", "paper bird"],
  near: ["origami"],
  build: ({ main }) => {
    const point = (x: number, y: number, z: number) => move(box(0.002, 0.002, 0.002), [x, y, z]);
    return [
      part(
        union(
          hull(
            point(-0.03, 0, 0.07),
            point(0.03, 0, 0.07),
            point(0, -0.022, 0.03),
            point(0, 0.022, 0.03),
            point(0, 0, 0.085),
          ),
          mirrored(
            hull(
              point(-0.028, 0.012, 0.05),
              point(0.03, 0.012, 0.05),
              point(0.012, 0.11, 0.12),
              point(0, 0.008, 0.078),
            ),
            "y",
          ),
          hull(
            point(-0.02, 0.006, 0.045),
            point(-0.02, -0.006, 0.045),
            point(-0.03, 0, 0.07),
            point(-0.1, 0, 0.125),
          ),
          hull(
            point(-0.1, 0, 0.125),
            point(-0.092, 0.004, 0.112),
            point(-0.092, -0.004, 0.112),
            point(-0.135, 0, 0.1),
          ),
          hull(
            point(0.02, 0.006, 0.045),
            point(0.02, -0.006, 0.045),
            point(0.03, 0, 0.07),
            point(0.12, 0, 0.14),
          ),
        ),
        main(matte("#e2574c", 0.85)),
      ),
    ];
  },
};

const balloonDog: Family = {
  names: ["balloon dog", "balloon animal", "balloon poodle"],
  build: ({ main }) => {
    const link = (from: Vec3, to: Vec3, thick: number): Solid =>
      hull(
        ...[0, 0.25, 0.5, 0.75, 1].map((t) =>
          move(ball(thick * (0.62 + 0.38 * Math.sin(Math.PI * t))), [
            from[0] + (to[0] - from[0]) * t,
            from[1] + (to[1] - from[1]) * t,
            from[2] + (to[2] - from[2]) * t,
          ]),
        ),
      );
    return [
      part(
        union(
          link([-0.1, 0, 0.22], [0.12, 0, 0.22], 0.055),
          ...[-0.11, 0.13].flatMap((x) =>
            [-0.045, 0.045].map((y) => link([x, y, 0.05], [x, y * 0.9, 0.19], 0.048)),
          ),
          link([-0.11, 0, 0.24], [-0.15, 0, 0.33], 0.042),
          link([-0.18, 0, 0.36], [-0.28, 0, 0.33], 0.046),
          mirrored(link([-0.14, 0.035, 0.37], [-0.12, 0.06, 0.47], 0.042), "y"),
          move(ball(0.016), [-0.325, 0, 0.325]),
          link([0.15, 0, 0.26], [0.2, 0, 0.4], 0.038),
          move(ball(0.02), [0.21, 0, 0.45]),
        ),
        main(metal("#d12f8c", 0.12)),
      ),
    ];
  },
};

const bowlingBall: Family = {
  names: ["bowling ball"],
  build: ({ main }) => [
    part(
      cut(
        move(ball(0.108), [0, 0, 0.108]),
        ...(
          [
            [-0.016, -0.03],
            [0.016, -0.03],
            [0, 0.012],
          ] as const
        ).map(([x, y]) =>
          move(turn(move(cylinder(0.1, 0.0125), [x, y, 0.07]), [38, 0, -16]), [0, 0, 0.108]),
        ),
      ),
      main(glossy("#2b3f8f")),
    ),
  ],
};

const golfBall: Family = {
  names: ["golf ball"],
  build: ({ main }) => {
    const dimples: Vec3[] = Array.from({ length: 150 }, (_, index) => {
      const z = 1 - (2 * index + 1) / 150;
      const away = Math.sqrt(1 - z * z);
      return [
        0.0226 * away * Math.cos(index * 2.39996),
        0.0226 * away * Math.sin(index * 2.39996),
        0.0214 + 0.0226 * z,
      ];
    });
    return [
      part(
        cut(move(ball(0.0214), [0, 0, 0.0214]), at(ball(0.0021), ...dimples)),
        main(glossy("#f8f8f5")),
      ),
    ];
  },
};

const eightBall: Family = {
  names: [
    "eight ball",
    "8 ball",
    "8-ball",
    "magic 8 ball",
    "billiard ball",
    "pool ball",
    "snooker ball",
  ],
  parts: ["number"],
  build({ main, detail }) {
    const face = (solid: Solid) => move(turn(solid, [48, 0, -24]), [0, 0, 0.0286]);
    return [
      part(move(ball(0.0286), [0, 0, 0.0286]), main(glossy("#17181b"))),
      part(face(move(scale(ball(0.0145), [1, 1, 0.28]), [0, 0, 0.0252])), ivory),
      part(
        face(
          union(
            move(ring(0.0034, 0.0011), [0, 0.0034, 0.0291]),
            move(ring(0.004, 0.0012), [0, -0.0042, 0.029]),
          ),
        ),
        detail("number", black),
      ),
    ];
  },
};

const chessBases = [
  [0, 0],
  [0.022, 0],
  [0.022, 0.006],
  [0.016, 0.011],
  [0.015, 0.014],
] as const;

/** A turned chess piece: the base of all of them, its own profile, and what is on top. */
function chessPiece(names: readonly string[], profile: readonly Point[], top: Solid): Family {
  return {
    names,
    build: ({ main }) => [
      part(
        union(lathe([...chessBases, ...smooth(profile), [0, profile.at(-1)?.[1] ?? 0]]), top),
        main(matte("#e9d9b5", 0.35)),
      ),
    ],
  };
}

const chessKing = chessPiece(
  ["chess king", "king chess piece"],
  [
    [0.0115, 0.016],
    [0.009, 0.045],
    [0.016, 0.058],
    [0.011, 0.062],
    [0.009, 0.066],
    [0.0145, 0.088],
    [0.006, 0.092],
    [0, 0.094],
  ],
  union(
    move(box(0.004, 0.004, 0.016), [0, 0, 0.09]),
    move(box(0.011, 0.004, 0.004), [0, 0, 0.098]),
  ),
);
const chessQueen = chessPiece(
  ["chess queen", "queen chess piece"],
  [
    [0.0115, 0.016],
    [0.009, 0.042],
    [0.0155, 0.054],
    [0.01, 0.058],
    [0.0085, 0.062],
    [0.0145, 0.084],
    [0, 0.08],
  ],
  union(
    move(around(move(ball(0.0026), [0.0135, 0, 0]), 8), [0, 0, 0.085]),
    move(ball(0.005), [0, 0, 0.085]),
  ),
);
const chessBishop = chessPiece(
  ["chess bishop", "bishop chess piece"],
  [
    [0.011, 0.016],
    [0.008, 0.038],
    [0.014, 0.046],
    [0.0085, 0.049],
    [0.0075, 0.052],
  ],
  union(
    move(
      cut(
        lathe(
          smooth([
            [0, 0],
            [0.0075, 0],
            [0.0115, 0.01],
            [0.006, 0.022],
            [0, 0.026],
          ]),
        ),
        move(turn(box(0.02, 0.03, 0.003), [0, -35, 0]), [0.008, 0, 0.014]),
      ),
      [0, 0, 0.05],
    ),
    move(ball(0.0032), [0, 0, 0.078]),
  ),
);
const chessRook = chessPiece(
  ["chess rook", "rook chess piece", "rook"],
  [
    [0.0125, 0.016],
    [0.011, 0.04],
    [0.016, 0.046],
    [0.016, 0.048],
  ],
  move(
    cut(
      cylinder(0.014, 0.016),
      move(cylinder(0.02, 0.011), [0, 0, 0.007]),
      around(move(box(0.04, 0.005, 0.02), [0.02, 0, 0.008]), 6),
    ),
    [0, 0, 0.047],
  ),
);

const chessboard: Family = {
  names: [
    "chessboard",
    "chess board",
    "chess set",
    "chess game",
    "checkerboard",
    "checkers board",
    "game of chess",
  ],
  surface: 0.025,
  parts: ["piece", "pieces"],
  build({ main, detail, has }) {
    const step = 0.05;
    const square = (isDark: boolean) =>
      union(
        ...Array.from({ length: 64 }, (_, index) => index)
          .filter((index) => (Math.floor(index / 8) + index) % 2 === (isDark ? 0 : 1))
          .map((index) =>
            move(box(step, step, 0.004), [
              ((index % 8) - 3.5) * step,
              (Math.floor(index / 8) - 3.5) * step,
              0.022,
            ]),
          ),
      );
    const pawn = lathe(
      smooth([
        [0, 0],
        [0.016, 0],
        [0.015, 0.006],
        [0.007, 0.014],
        [0.006, 0.026],
        [0.011, 0.034],
        [0.006, 0.043],
        [0, 0.044],
      ]),
    );
    const tall = (height: number, top: Solid) =>
      union(
        lathe(
          smooth([
            [0, 0],
            [0.018, 0],
            [0.017, 0.006],
            [0.009, 0.016],
            [0.007, height * 0.6],
            [0.013, height * 0.72],
            [0.01, height],
            [0, height],
          ]),
        ),
        move(top, [0, 0, height]),
      );
    const back = [
      tall(0.045, cylinder(0.006, 0.013)),
      tall(
        0.05,
        union(
          hull(move(ball(0.008), [0, 0, 0]), move(ball(0.006), [0, -0.012, 0.004])),
          move(cone(0.012, 0.005), [0, 0.003, 0.004]),
        ),
      ),
      tall(0.055, ball(0.009)),
      tall(0.065, ball(0.011)),
      tall(0.07, union(box(0.004, 0.004, 0.016), move(box(0.012, 0.004, 0.004), [0, 0, 0.008]))),
      tall(0.055, ball(0.009)),
      tall(
        0.05,
        union(
          hull(move(ball(0.008), [0, 0, 0]), move(ball(0.006), [0, -0.012, 0.004])),
          move(cone(0.012, 0.005), [0, 0.003, 0.004]),
        ),
      ),
      tall(0.045, cylinder(0.006, 0.013)),
    ];
    const army = union(
      ...back.map((piece, index) => move(piece, [(index - 3.5) * step, -3.5 * step, 0.025])),
      ...back.map((_, index) => move(pawn, [(index - 3.5) * step, -2.5 * step, 0.025])),
    );
    const isBare = has("empty", "checkerboard", "checkers");
    const ownBoard = matte("#5d3721", 0.45);
    const board = main(ownBoard);
    // The pieces of a wooden or carved chess set are, too.
    const isDressed = board.roughness !== ownBoard.roughness || board.layers !== undefined;
    const piece = (own: Material, wooden: string): Material =>
      isDressed ? { ...board, color: has("wooden", "wood") ? wooden : own.color } : own;
    return [
      part(union(move(box(0.46, 0.46, 0.022, 0.004), [0, 0, 0])), board),
      part(square(false), matte("#ecd9b0", 0.4)),
      part(square(true), matte("#7a4a2a", 0.4)),
      ...(isBare
        ? []
        : [
            part(army, detail("piece", detail("pieces", piece(ivory, "#d8b27a")))),
            part(turn(army, [0, 0, 180]), piece(glossy("#26201d"), "#5a3420")),
          ]),
    ];
  },
};

const playingCards: Family = {
  names: [
    "playing card",
    "deck of cards",
    "playing cards",
    "card deck",
    "poker cards",
    "ace of spades",
    "pack of cards",
  ],
  parts: ["heart", "spade"],
  build: ({ main, detail }) => {
    const card = box(0.063, 0.088, 0.0006);
    const fan = (index: number, solid: Solid) =>
      turn(move(solid, [0, 0.05, 0.0008 * index]), [0, 0, 36 - index * 18]);
    const lean = (solid: Solid) => move(turn(solid, [52, 0, 0]), [0, 0, 0.01]);
    const heart = (size: number) =>
      scale(
        prism(
          Array.from({ length: 24 }, (_, index): Point => {
            const a = (index / 24) * 2 * Math.PI;
            return [
              16 * Math.sin(a) ** 3,
              13 * Math.cos(a) - 5 * Math.cos(2 * a) - 2 * Math.cos(3 * a) - Math.cos(4 * a),
            ];
          }).toReversed(),
          60,
        ),
        [size / 32, size / 32, 0.00002],
      );
    const spade = (size: number) =>
      union(
        scale(heart(size), [1, -1, 1]),
        scale(
          prism(
            [
              [-6, -18],
              [6, -18],
              [0, 4],
            ],
            60,
          ),
          [size / 32, size / 32, 0.00002],
        ),
      );
    const corner = (solid: Solid) =>
      union(move(solid, [-0.022, 0.032, 0.0004]), move(solid, [0.022, -0.032, 0.0004]));
    return [
      part(
        lean(union(...[0, 1, 2, 3, 4].map((index) => fan(index, card)))),
        main(matte("#fbfaf5", 0.5)),
      ),
      part(
        lean(
          union(
            ...[0, 2, 4].map((index) =>
              fan(index, union(move(heart(0.026), [0, 0, 0.0004]), corner(heart(0.01)))),
            ),
          ),
        ),
        detail("heart", matte("#cf1f28")),
      ),
      part(
        lean(
          union(
            ...[1, 3].map((index) =>
              fan(index, union(move(spade(0.026), [0, 0, 0.0004]), corner(spade(0.01)))),
            ),
          ),
        ),
        detail("spade", black),
      ),
    ];
  },
};

const domino: Family = {
  names: ["domino", "domino tile", "dominoes", "domino piece"],
  parts: ["dot", "dots"],
  build: ({ main, detail }) => {
    const lean = (solid: Solid) => turn(solid, [80, 0, 0]);
    const pips = [
      ...[
        [-1, -1],
        [1, -1],
        [0, 0],
        [-1, 1],
        [1, 1],
      ].map(([x = 0, y = 0]): Vec3 => [x * 0.0065, 0.036 + y * 0.0065, 0.0085]),
      ...[
        [-1, -1],
        [0, 0],
        [1, 1],
      ].map(([x = 0, y = 0]): Vec3 => [x * 0.0065, 0.0125 + y * 0.0065, 0.0085]),
    ];
    return [
      part(
        lean(
          cut(move(box(0.024, 0.048, 0.0085, 0.0015), [0, 0.024, 0]), at(ball(0.0019), ...pips)),
        ),
        main(ivory),
      ),
      part(
        lean(
          union(
            at(scale(ball(0.0019), [1, 1, 0.45]), ...pips.map(([x, y]): Vec3 => [x, y, 0.0076])),
            move(box(0.018, 0.0008, 0.0006), [0, 0.0243, 0.0083]),
          ),
        ),
        detail("dot", detail("dots", black)),
      ),
    ];
  },
};

/** The twelve corners of an icosahedron. */
const golden = (1 + Math.sqrt(5)) / 2;
const icosahedron: readonly Vec3[] = [-1, 1].flatMap((a) =>
  [-golden, golden].flatMap((b): Vec3[] => [
    [0, a, b],
    [a, b, 0],
    [b, 0, a],
  ]),
);

const d20: Family = {
  names: [
    "20-sided die",
    "20-sided dice",
    "twenty-sided die",
    "twenty-sided dice",
    "d20",
    "d20 die",
    "d20 dice",
    "20 sided die",
    "20 sided dice",
  ],
  build: ({ main }) => [
    part(
      move(
        turn(
          hull(
            ...icosahedron.map(([x, y, z]) =>
              move(ball(0.0006), [x * 0.0075, y * 0.0075, z * 0.0075]),
            ),
          ),
          [20.9, 0, 12],
        ),
        [0, 0, 0.0118],
      ),
      main(glossy("#6a2fc0")),
    ),
  ],
};

const pokerChip: Family = {
  names: ["poker chip", "poker chips", "casino chip", "stack of poker chips"],
  build: ({ main }) => [
    part(
      union(
        ...[0, 1, 2, 3, 4, 5].map((index) =>
          move(cylinder(0.0031, 0.0195), [
            0.0012 * Math.sin(index * 2.1),
            0.0012 * Math.cos(index * 2.7),
            index * 0.0033,
          ]),
        ),
        move(turn(cylinder(0.0031, 0.0195), [72, 0, -20]), [0.034, -0.012, 0.0195]),
      ),
      main(glossy("#c3222b")),
    ),
    part(
      union(
        ...[0, 1, 2, 3, 4, 5].map((index) =>
          move(
            turn(around(move(box(0.004, 0.008, 0.0033), [0.018, 0, -0.0001]), 6), [
              0,
              0,
              index * 23,
            ]),
            [0.0012 * Math.sin(index * 2.1), 0.0012 * Math.cos(index * 2.7), index * 0.0033],
          ),
        ),
        move(
          turn(
            union(
              around(move(box(0.004, 0.008, 0.0035), [0.0182, 0, -0.0002]), 6),
              move(cylinder(0.0036, 0.0115), [0, 0, -0.0002]),
            ),
            [72, 0, -20],
          ),
          [0.034, -0.012, 0.0195],
        ),
        move(cylinder(0.0036, 0.0115), [0.0012 * Math.sin(10.5), 0.0012 * Math.cos(13.5), 0.0165]),
      ),
      ivory,
    ),
  ],
};

const gnome: Family = {
  names: ["garden gnome", "gnome", "lawn gnome", "dwarf"],
  near: ["lawn ornament"],
  parts: ["hat", "beard", "boot", "belt"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(cylinder(0.02, 0.1), [0, 0, 0.06]),
          move(ball([0.085, 0.075, 0.06]), [0, 0, 0.18]),
        ),
        mirrored(
          chain([
            move(ball(0.035), [0.085, 0, 0.2]),
            move(ball(0.03), [0.115, -0.03, 0.14]),
            move(ball(0.028), [0.075, -0.085, 0.125]),
          ]),
          "x",
        ),
      ),
      matte("#2f66b0", 0.8),
    ),
    part(
      union(
        move(ball(0.065), [0, -0.01, 0.27]),
        mirrored(move(ball(0.026), [0.065, -0.1, 0.125]), "x"),
        move(ball(0.021), [0, -0.08, 0.268]),
      ),
      matte("#f3c6a0", 0.7),
    ),
    part(mirrored(move(ball(0.008), [0.024, -0.07, 0.284]), "x"), black),
    part(
      union(
        hull(
          move(ball([0.062, 0.03, 0.03]), [0, -0.055, 0.245]),
          move(ball(0.014), [0, -0.088, 0.13]),
        ),
        mirrored(move(turn(ball([0.03, 0.016, 0.013]), [0, 18, 0]), [0.026, -0.08, 0.252]), "x"),
        mirrored(move(ball([0.02, 0.035, 0.04]), [0.058, -0.012, 0.27]), "x"),
      ),
      detail("beard", matte("#f5f3ee", 0.95)),
    ),
    part(
      chain([
        move(cylinder(0.02, 0.078, 0.074), [0, 0, 0.29]),
        move(cylinder(0.02, 0.045), [0, 0.01, 0.4]),
        move(ball(0.012), [0, 0.03, 0.5]),
      ]),
      main(detail("hat", matte("#c8262d", 0.8))),
    ),
    part(
      union(
        mirrored(
          hull(
            move(ball([0.04, 0.04, 0.035]), [0.05, -0.01, 0.034]),
            move(ball([0.036, 0.03, 0.026]), [0.055, -0.075, 0.028]),
          ),
          "x",
        ),
        move(cylinder(0.024, 0.1, 0.098), [0, 0, 0.12]),
      ),
      detail("boot", detail("belt", matte("#40261a", 0.6))),
    ),
    part(move(box(0.04, 0.01, 0.03, 0.004), [0, -0.1, 0.117]), gold),
  ],
};

const scarecrow: Family = {
  names: ["scarecrow", "straw man"],
  parts: ["hat", "straw", "shirt"],
  build: ({ main, detail }) => {
    const straw = (place: Vec3, angles: Vec3) =>
      move(
        turn(
          union(
            ...Array.from({ length: 9 }, (_, index) =>
              turn(move(cylinder(0.2, 0.012, 0.004), [0, 0, 0]), [
                16 * Math.sin(index * 2.4),
                16 * Math.cos(index * 2.4),
                0,
              ]),
            ),
          ),
          angles,
        ),
        place,
      );
    return [
      part(
        union(
          move(cylinder(1.5, 0.03), [0, 0, 0]),
          move(turn(cylinder(1.5, 0.024), [0, 90, 0]), [-0.75, 0, 1.26]),
        ),
        matte("#7a5230", 0.8),
      ),
      part(
        union(
          hull(
            move(box(0.4, 0.2, 0.1, 0.05), [0, 0, 1.22]),
            move(box(0.34, 0.18, 0.1, 0.05), [0, 0, 0.84]),
          ),
          mirrored(
            hull(move(ball(0.09), [0.16, 0, 1.26]), move(ball(0.075), [0.58, 0, 1.24])),
            "x",
          ),
        ),
        main(detail("shirt", matte("#b33a2e", 0.9))),
      ),
      part(
        union(
          hull(
            move(box(0.36, 0.19, 0.06, 0.03), [0, 0, 0.82]),
            move(box(0.34, 0.18, 0.06, 0.03), [0, 0, 0.7]),
          ),
          mirrored(hull(move(ball(0.09), [0.09, 0, 0.7]), move(ball(0.075), [0.12, 0, 0.36])), "x"),
          move(box(0.1, 0.02, 0.1), [0.09, -0.085, 0.56]),
        ),
        matte("#3b5a8c", 0.9),
      ),
      part(
        union(
          straw([0.64, 0, 1.24], [0, 90, 0]),
          straw([-0.64, 0, 1.24], [0, -90, 0]),
          straw([0.12, 0, 0.32], [180, 0, 0]),
          straw([-0.12, 0, 0.32], [180, 0, 0]),
          straw([0, 0, 1.34], [10, 160, 0]),
        ),
        detail("straw", matte("#e2bf5a", 0.95)),
      ),
      part(move(ball([0.15, 0.14, 0.17]), [0, 0, 1.52]), matte("#dcb98a", 0.95)),
      part(
        union(
          mirrored(move(scale(ball(0.024), [1, 0.5, 1]), [0.055, -0.13, 1.55]), "x"),
          tube(
            [
              [-0.07, -0.12, 1.47],
              [-0.03, -0.135, 1.445],
              [0.03, -0.135, 1.445],
              [0.07, -0.12, 1.47],
            ],
            0.008,
          ),
        ),
        black,
      ),
      part(move(turn(cone(0.07, 0.024), [90, 0, 0]), [0, -0.13, 1.51]), matte("#e27c2c")),
      part(
        union(
          move(
            lathe(
              smooth([
                [0, 0],
                [0.29, 0],
                [0.28, 0.02],
                [0.15, 0.03],
                [0.1, 0.14],
                [0.02, 0.26],
                [0, 0.26],
              ]),
            ),
            [0, 0, 1.62],
          ),
        ),
        detail("hat", matte("#8a5f33", 0.95)),
      ),
      part(move(ring(0.142, 0.016), [0, 0, 1.665]), matte("#b33a2e", 0.8)),
    ];
  },
};

const sandcastle: Family = {
  names: ["sandcastle", "sand castle", "castle of sand"],
  parts: ["flag", "shell", "tower", "door"],
  build: ({ main, detail }) => {
    const tower = (height: number, radius: number) =>
      union(
        cylinder(height, radius, radius * 0.86),
        move(
          cut(
            cylinder(0.05, radius),
            move(cylinder(0.1, radius * 0.72), [0, 0, 0.02]),
            around(move(box(0.5, 0.035, 0.06), [0.25, 0, 0.025]), 4),
          ),
          [0, 0, height],
        ),
      );
    return [
      part(
        cut(
          union(
            scale(ball(0.44), [1.05, 1, 0.2]),
            at(tower(0.26, 0.075), ...corners(0.22, 0.2, 0.04)),
            cut(
              move(box(0.44, 0.4, 0.2), [0, 0, 0.04]),
              ...[-0.15, 0, 0.15].map((x) => move(box(0.05, 1, 0.1), [x, 0, 0.21])),
              move(
                turn(
                  hull(
                    move(cylinder(0.2, 0.05), [0, 0.09, 0]),
                    move(box(0.1, 0.01, 0.2), [0, 0.02, 0]),
                  ),
                  [90, 0, 0],
                ),
                [0, -0.1, 0.02],
              ),
            ),
            move(tower(0.44, 0.11), [0, 0.02, 0.06]),
            move(cone(0.16, 0.085), [0, 0.02, 0.53]),
          ),
          move(box(2, 2, 1), [0, 0, -1]),
        ),
        main(matte("#e0bf85", 1)),
      ),
      part(
        union(
          move(cylinder(0.2, 0.006), [0, 0.02, 0.66]),
          at(cylinder(0.12, 0.004), [-0.22, -0.2, 0.3], [0.22, -0.2, 0.3]),
        ),
        matte("#8a5a33"),
      ),
      part(
        union(
          move(
            slab(
              [
                [0, 0],
                [0.13, 0.04],
                [0, 0.08],
              ],
              0.006,
            ),
            [0, 0.02, 0.77],
          ),
          ...[-0.22, 0.22].map((x) =>
            move(
              slab(
                [
                  [0, 0],
                  [0.07, 0.025],
                  [0, 0.05],
                ],
                0.005,
              ),
              [x, -0.2, 0.37],
            ),
          ),
        ),
        detail("flag", matte("#d8302b", 0.8)),
      ),
      part(
        union(
          ...[
            [-0.08, -0.3],
            [0.14, -0.31],
            [0.3, -0.22],
          ].map(([x = 0, y = 0]) => move(scale(ball(0.03), [1, 1, 0.6]), [x, y, 0.07])),
        ),
        detail("shell", matte("#f7e7da", 0.6)),
      ),
    ];
  },
};

const carousel: Family = {
  names: ["carousel", "merry-go-round", "carrousel", "merry go round"],
  parts: ["horse", "horses", "roof"],
  build: ({ main, detail }) => {
    const horse = union(
      hull(move(ball([0.32, 0.16, 0.18]), [0, 0, 0]), move(ball(0.16), [0.22, 0, 0.06])),
      chain([
        move(ball(0.13), [0.28, 0, 0.1]),
        move(ball(0.1), [0.42, 0, 0.4]),
        move(ball(0.07), [0.62, 0, 0.32]),
      ]),
      ...[
        [0.26, 1],
        [-0.24, -1],
      ].flatMap(([x = 0, way = 1]) =>
        [-0.09, 0.09].map((y) =>
          tube(
            [
              [x, y, -0.06],
              [x + way * 0.12, y, -0.34],
              [x + way * 0.02, y, -0.55],
            ],
            [0.07, 0.05, 0.04],
          ),
        ),
      ),
      tube(
        [
          [-0.3, 0, 0.08],
          [-0.48, 0, 0],
          [-0.5, 0, -0.25],
        ],
        [0.06, 0.07, 0.03],
      ),
    );
    const ride = (index: number, solid: Solid) =>
      turn(move(turn(solid, [0, 0, 90]), [1.75, 0, index % 2 === 0 ? 1.15 : 1.5]), [
        0,
        0,
        index * 60,
      ]);
    const sector = (index: number) =>
      turn(
        lathe(
          [
            [0, 2.98],
            [2.6, 2.98],
            [2.6, 3.05],
            [0, 3.9],
          ],
          30,
        ),
        [0, 0, index * 30],
      );
    return [
      part(
        union(cylinder(0.3, 2.5), move(cylinder(2.8, 0.55), [0, 0, 0.3])),
        main(matte("#f6e3c0", 0.6)),
      ),
      part(union(...[0, 2, 4, 6, 8, 10].map(sector)), detail("roof", matte("#d8302b", 0.7))),
      part(union(...[1, 3, 5, 7, 9, 11].map(sector)), matte("#fbf6ea", 0.7)),
      part(
        union(
          move(ring(2.55, 0.09), [0, 0, 3]),
          move(ring(2.5, 0.07), [0, 0, 0.3]),
          ...[0, 1, 2, 3, 4, 5].map((index) =>
            turn(move(cylinder(2.7, 0.035), [1.75, 0, 0.3]), [0, 0, index * 60]),
          ),
          move(ball(0.16), [0, 0, 3.95]),
          move(around(move(ball(0.1), [2.6, 0, 0]), 18), [0, 0, 2.9]),
        ),
        gold,
      ),
      part(
        union(...[0, 2, 4].map((index) => ride(index, horse))),
        detail("horse", detail("horses", matte("#f7f3ea", 0.5))),
      ),
      part(union(...[1, 3, 5].map((index) => ride(index, horse))), matte("#9a5c34", 0.5)),
      part(
        union(
          ...[0, 1, 2, 3, 4, 5].map((index) =>
            ride(index, move(box(0.26, 0.36, 0.1, 0.05), [-0.02, 0, 0.1])),
          ),
        ),
        glossy("#2f66c4"),
      ),
    ];
  },
};

const ferrisWheel: Family = {
  names: ["ferris wheel", "big wheel", "observation wheel"],
  parts: ["cabin", "cabins"],
  build: ({ main, detail }) => {
    const upright = (solid: Solid) => move(turn(solid, [90, 0, 0]), [0, 0, 6.2]);
    const places = Array.from({ length: 12 }, (_, index): Vec3 => {
      const a = (index / 12) * 2 * Math.PI;
      return [5 * Math.cos(a), 0, 6.2 + 5 * Math.sin(a)];
    });
    const cabin = move(
      union(
        cut(
          box(0.9, 0.9, 0.9, 0.18),
          move(box(0.6, 2, 0.36, 0.1), [0, 0, 0.36]),
          move(box(2, 0.6, 0.36, 0.1), [0, 0, 0.36]),
        ),
      ),
      [0, 0, -1.15],
    );
    return [
      part(
        union(
          ...[-0.55, 0.55].map((y) =>
            upright(
              move(
                union(
                  ring(5, 0.09),
                  ring(3.6, 0.06),
                  around(turn(move(cylinder(5, 0.05), [0, 0, 0]), [0, 90, 0]), 12),
                ),
                [0, 0, y],
              ),
            ),
          ),
          upright(move(cylinder(1.6, 0.4), [0, 0, -0.8])),
          at(
            turn(cylinder(1.3, 0.06), [90, 0, 0]),
            ...places.map(([x, , z]): Vec3 => [x, 0.65, z]),
          ),
        ),
        main(metal("#dfe5ea", 0.35)),
      ),
      part(
        mirrored(
          union(
            mirrored(
              tube(
                [
                  [2.6, 1.3, 0],
                  [0, 0.85, 6.2],
                ],
                0.16,
              ),
              "x",
            ),
            move(box(6, 0.5, 0.2), [0, 1.3, 0]),
          ),
          "y",
        ),
        matte("#3f5f8c", 0.5),
      ),
      ...colors
        .slice(0, 4)
        .map((color, index) =>
          part(
            at(cabin, ...places.filter((_, place) => place % 4 === index)),
            detail("cabin", detail("cabins", glossy(color))),
          ),
        ),
    ];
  },
};

const sleigh: Family = {
  names: ["sleigh", "santa sleigh", "santa's sleigh", "christmas sleigh", "one-horse sleigh"],
  near: ["dog sled"],
  inside: 0.4,
  parts: ["seat", "runner", "runners"],
  build: ({ main, detail }) => {
    const side: Point[] = smooth([
      [0, 0.3],
      [0.25, 0.28],
      [1.3, 0.28],
      [1.65, 0.34],
      [1.95, 0.62],
      [2.05, 0.95],
      [1.9, 1.0],
    ]).concat([
      [1.72, 0.78],
      [1.4, 0.62],
      [0.95, 0.6],
      [0.62, 0.86],
      [0.3, 1.2],
      [0.02, 1.28],
    ]);
    const shift = (solid: Solid) => move(solid, [-1, 0, 0]);
    return [
      part(
        shift(
          union(
            mirrored(move(slab(side, 0.06), [0, 0.42, 0]), "y"),
            move(box(1.5, 0.84, 0.08), [0.95, 0, 0.28]),
            hull(
              move(box(0.05, 0.84, 0.05), [0.06, 0, 0.3]),
              move(box(0.05, 0.84, 0.05), [0.08, 0, 1.2]),
            ),
            hull(
              move(box(0.06, 0.84, 0.05), [1.6, 0, 0.32]),
              move(box(0.06, 0.84, 0.05), [1.93, 0, 0.82]),
            ),
          ),
        ),
        main(glossy("#b51f2b")),
      ),
      part(
        shift(
          mirrored(
            union(
              tube(
                [
                  [0, 0.4, 0.05],
                  [1.6, 0.4, 0.05],
                  [2, 0.4, 0.16],
                  [2.2, 0.4, 0.42],
                  [2.12, 0.4, 0.62],
                  [1.98, 0.4, 0.56],
                ],
                0.035,
              ),
              ...[0.35, 0.95, 1.5].map((x) =>
                tube(
                  [
                    [x, 0.4, 0.05],
                    [x, 0.4, 0.3],
                  ],
                  0.028,
                ),
              ),
              tube(
                [
                  [0.02, 0.42, 1.29],
                  [0.3, 0.42, 1.21],
                  [0.62, 0.42, 0.87],
                  [0.95, 0.42, 0.61],
                  [1.4, 0.42, 0.63],
                  [1.72, 0.42, 0.79],
                  [1.92, 0.42, 1.01],
                ],
                0.03,
              ),
            ),
            "y",
          ),
        ),
        detail("runner", detail("runners", gold)),
      ),
      part(
        shift(
          union(
            move(box(0.5, 0.78, 0.14, 0.06), [0.42, 0, 0.5]),
            move(turn(box(0.1, 0.78, 0.5, 0.05), [0, -8, 0]), [0.18, 0, 0.6]),
          ),
        ),
        detail("seat", matte("#f3ead8", 0.95)),
      ),
    ];
  },
};

const dreamcatcher: Family = {
  names: ["dreamcatcher", "dream catcher"],
  parts: ["feather", "feathers", "bead", "beads"],
  build: ({ main, detail }) => {
    const point = (index: number, radius: number, count: number): Vec3 => {
      const a = (index / count) * 2 * Math.PI;
      return [radius * Math.cos(a), 0, 0.42 + radius * Math.sin(a)];
    };
    const web = [0.14, 0.1, 0.065, 0.035].map((radius, row) =>
      tube(
        Array.from({ length: 21 }, (_, index) =>
          point(index, index % 2 === 0 ? radius : radius * 0.74, 20),
        ),
        0.0018 - row * 0.0002,
      ),
    );
    const feather = (x: number, z: number) =>
      move(hull(scale(ball(0.05), [0.42, 0.08, 1.3]), move(ball(0.002), [0, 0, -0.09])), [x, 0, z]);
    const drops = [
      [-0.09, 0.13],
      [0, 0.09],
      [0.09, 0.13],
    ] as const;
    return [
      part(
        union(
          move(turn(ring(0.15, 0.01), [90, 0, 0]), [0, 0, 0.42]),
          tube(
            [
              [0, 0, 0.57],
              [0, 0, 0.66],
            ],
            0.003,
          ),
        ),
        main(matte("#8a5a33", 0.8)),
      ),
      part(
        union(
          ...web,
          ...Array.from({ length: 10 }, (_, index) =>
            tube([point(index * 2, 0.145, 20), point(index * 2, 0.03, 20)], 0.0012),
          ),
          ...drops.map(([x, z]) =>
            tube(
              [
                [x, 0, z + 0.04],
                [x, 0, 0.42 - Math.sqrt(0.15 ** 2 - x ** 2)],
              ],
              0.002,
            ),
          ),
        ),
        matte("#f1ead8", 0.9),
      ),
      part(
        union(...drops.map(([x, z]) => feather(x, z - 0.02))),
        detail("feather", detail("feathers", matte("#3aa6a0", 0.9))),
      ),
      part(
        at(ball(0.011), ...drops.map(([x, z]): Vec3 => [x, 0, z + 0.06]), [0, 0, 0.42]),
        detail("bead", detail("beads", glossy("#d8302b"))),
      ),
    ];
  },
};

const horseshoe: Family = {
  names: ["horseshoe", "horse shoe", "lucky horseshoe"],
  build: ({ main }) => {
    const path = arc(0.055, -58, 238, [0, 0, 0.07], 24);
    const bar = chain(
      path.map(([x, , z], index) =>
        move(turn(box(0.006, 0.01, 0.022), [0, 90 - (-58 + index * 12.33), 0]), [
          x * (1 - Math.abs(index - 12) * 0.004),
          0,
          z - 0.005,
        ]),
      ),
    );
    const holes = [20, 45, 70, 110, 135, 160].map((degrees) => {
      const a = ((degrees - 35 * (degrees < 90 ? 1 : -1)) * Math.PI) / 180;
      return move(turn(cylinder(0.1, 0.003), [90, 0, 0]), [
        0.055 * Math.cos(a),
        0.05,
        0.07 + 0.055 * Math.sin(a),
      ]);
    });
    return [part(turn(cut(bar, ...holes), [-12, 0, 0]), main(metal("#8b9098", 0.4)))];
  },
};

const magnet: Family = {
  names: ["magnet", "horseshoe magnet"],
  build: ({ main, detail }) => {
    const rail = (from: number, to: number): Solid =>
      union(mirrored(move(box(0.03, 0.025, to - from), [0.035, 0, from]), "x"));
    return [
      part(
        union(
          move(
            cut(
              turn(move(cylinder(0.025, 0.05), [0, 0, -0.0125]), [90, 0, 0]),
              turn(move(cylinder(0.1, 0.02), [0, 0, -0.05]), [90, 0, 0]),
              move(box(0.2, 0.2, 0.2), [0, 0, -0.2]),
            ),
            [0, 0, 0.08],
          ),
          rail(0.03, 0.081),
        ),
        main(glossy("#cf2430")),
      ),
      part(rail(0, 0.031), detail("tip", metal("#c9cdd2", 0.2))),
    ];
  },
};

const snowflake: Family = {
  names: ["snowflake", "snow crystal"],
  build: ({ main }) => [
    part(
      move(
        turn(
          union(
            around(
              union(
                move(box(0.12, 0.012, 0.01), [0.06, 0, 0]),
                ...[0.05, 0.085].map((x) =>
                  move(
                    union(
                      turn(move(box(0.04, 0.009, 0.01), [0.02, 0, 0]), [0, 0, 60]),
                      turn(move(box(0.04, 0.009, 0.01), [0.02, 0, 0]), [0, 0, -60]),
                    ),
                    [x, 0, 0],
                  ),
                ),
                move(cylinder(0.01, 0.009), [0.12, 0, 0]),
              ),
              6,
            ),
            cylinder(0.011, 0.022, 0.022, 6),
          ),
          [90, 0, 0],
        ),
        [0, 0.005, 0.13],
      ),
      main(glass("#d5effa", 0.85)),
    ),
  ],
};

export const playthings: readonly Family[] = [
  piggyBank,
  spinningTop,
  yoyo,
  rubiksCube,
  toyBrick,
  matryoshka,
  nutcracker,
  jackInTheBox,
  kite,
  pinwheel,
  paperBoat,
  origamiCrane,
  balloonDog,
  bowlingBall,
  golfBall,
  eightBall,
  chessKing,
  chessQueen,
  chessBishop,
  chessRook,
  chessboard,
  playingCards,
  domino,
  d20,
  pokerChip,
  gnome,
  scarecrow,
  sandcastle,
  carousel,
  ferrisWheel,
  sleigh,
  dreamcatcher,
  horseshoe,
  magnet,
  snowflake,
];
