import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  ball,
  chain,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  prism,
  box,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black } from "./materials.ts";

/** A bird with a long neck that faces −x, in metres. */
interface LongNeck {
  readonly names: readonly string[];
  readonly near?: readonly string[];
  readonly color: string;
  readonly bill: string;
  readonly billTip: string;
  readonly feet: string;
  /** Length, width and height of the body, and the height of its middle above the ground. */
  readonly body: Vec3;
  readonly high: number;
  /** Side view of the neck from the body to the head. */
  readonly neck: readonly Point[];
  readonly thick: number;
  readonly billLong: number;
  readonly legs: number;
}

function toFamily(bird: LongNeck): Family {
  const { names, near, body, high, neck, thick, billLong, legs } = bird;
  const [long, wide, tall] = body;
  const [headX, headZ] = neck.at(-1) ?? [0, 0];
  const head: Vec3 = [headX, 0, headZ];
  return {
    names,
    ...(near === undefined ? {} : { near }),
    parts: ["wing", "wings", "beak", "bill", "neck", "leg", "legs", "feather", "feathers"],
    head: { forward: -headX, width: thick * 3.4, top: headZ + thick * 1.1 },
    build: ({ main, detail }) => {
      const plumage = main(matte(bird.color, 0.85));
      return [
        part(
          union(
            hull(
              move(ball([long * 0.42, wide, tall]), [0, 0, high]),
              move(ball([long * 0.12, wide * 0.4, tall * 0.3]), [
                long * 0.58,
                0,
                high + tall * 0.35,
              ]),
            ),
            chain(
              neck.map(([x, z], index) =>
                move(ball(thick * (1.25 - (0.4 * index) / (neck.length - 1))), [x, 0, z]),
              ),
            ),
            move(ball([thick * 1.5, thick * 1.15, thick * 1.2]), head),
          ),
          plumage,
        ),
        part(
          mirrored(
            hull(
              move(ball([long * 0.3, wide * 0.22, tall * 0.62]), [
                long * 0.05,
                wide * 0.88,
                high + tall * 0.2,
              ]),
              move(ball([long * 0.06, wide * 0.1, tall * 0.12]), [
                long * 0.62,
                wide * 0.5,
                high + tall * 0.5,
              ]),
            ),
            "y",
          ),
          detail("wing", detail("wings", plumage)),
        ),
        part(
          chain([
            move(ball(thick * 0.7), [headX - thick * 1.1, 0, headZ]),
            move(ball(thick * 0.5), [
              headX - thick * 1.3 - billLong * 0.6,
              0,
              headZ - billLong * 0.12,
            ]),
          ]),
          detail("beak", detail("bill", glossy(bird.bill))),
        ),
        part(
          chain([
            move(ball(thick * 0.5), [
              headX - thick * 1.35 - billLong * 0.6,
              0,
              headZ - billLong * 0.13,
            ]),
            move(ball(thick * 0.26), [headX - thick * 1.2 - billLong, 0, headZ - billLong * 0.5]),
          ]),
          glossy(bird.billTip),
        ),
        part(
          mirrored(
            move(ball(thick * 0.26), [headX - thick * 0.7, thick * 0.95, headZ + thick * 0.35]),
            "y",
          ),
          black,
        ),
        part(
          mirrored(
            union(
              tube(
                [
                  [long * 0.02, wide * 0.4, high - tall * 0.6],
                  [long * 0.08, wide * 0.4, high * 0.5],
                  [0, wide * 0.4, 0.012],
                ],
                [legs * 1.6, legs, legs],
              ),
              ...[-24, 0, 24].map((degrees) =>
                move(
                  turn(hull(ball(legs), move(ball(legs * 0.7), [-legs * 7, 0, 0])), [
                    0,
                    0,
                    degrees,
                  ]),
                  [0, wide * 0.4, legs],
                ),
              ),
            ),
            "y",
          ),
          detail("leg", detail("legs", matte(bird.feet, 0.6))),
        ),
      ];
    },
  };
}

const curve = (points: readonly Point[]): Point[] => {
  // The profile of `smooth` has no negative x.
  const shift = 5;
  return smooth(
    points.map(([x, z]): Point => [x + shift, z]),
    4,
  ).map(([x, z]): Point => [x - shift, z]);
};

const longNecks: readonly LongNeck[] = [
  {
    names: ["swan", "cygnet"],
    color: "#f8f8f6",
    bill: "#f08a24",
    billTip: "#1f2024",
    feet: "#2c2d31",
    body: [1, 0.25, 0.24],
    high: 0.3,
    neck: curve([
      [-0.34, 0.36],
      [-0.52, 0.5],
      [-0.44, 0.72],
      [-0.36, 0.88],
      [-0.44, 1.02],
      [-0.56, 1],
    ]),
    thick: 0.058,
    billLong: 0.13,
    legs: 0.018,
  },
  {
    names: ["flamingo", "lawn flamingo", "flamingo lawn ornament", "plastic flamingo"],
    color: "#f58fae",
    bill: "#f7d9d0",
    billTip: "#1f2024",
    feet: "#ee7f9f",
    body: [0.5, 0.13, 0.14],
    high: 0.78,
    neck: curve([
      [-0.17, 0.84],
      [-0.3, 0.92],
      [-0.26, 1.08],
      [-0.16, 1.2],
      [-0.2, 1.32],
      [-0.32, 1.3],
    ]),
    thick: 0.034,
    billLong: 0.12,
    legs: 0.011,
  },
  {
    names: ["goose", "geese", "gander", "gosling"],
    color: "#eceae4",
    bill: "#f08a24",
    billTip: "#e07818",
    feet: "#f08a24",
    body: [0.6, 0.17, 0.17],
    high: 0.3,
    neck: curve([
      [-0.22, 0.38],
      [-0.3, 0.48],
      [-0.28, 0.62],
      [-0.34, 0.7],
    ]),
    thick: 0.046,
    billLong: 0.1,
    legs: 0.016,
  },
  {
    names: ["ostrich", "emu"],
    color: "#2f2b2c",
    bill: "#d9a58c",
    billTip: "#d9a58c",
    feet: "#d9b09a",
    body: [0.9, 0.34, 0.36],
    high: 1.25,
    neck: curve([
      [-0.36, 1.42],
      [-0.56, 1.62],
      [-0.5, 1.95],
      [-0.54, 2.2],
    ]),
    thick: 0.06,
    billLong: 0.14,
    legs: 0.035,
  },
  {
    names: ["heron", "stork", "egret", "crane bird"],
    color: "#9fb0c0",
    bill: "#eaa43a",
    billTip: "#eaa43a",
    feet: "#a89a58",
    body: [0.6, 0.12, 0.13],
    high: 0.62,
    neck: curve([
      [-0.2, 0.68],
      [-0.33, 0.74],
      [-0.25, 0.88],
      [-0.2, 1],
      [-0.3, 1.06],
    ]),
    thick: 0.03,
    billLong: 0.2,
    legs: 0.01,
  },
];

const frog: Family = {
  names: ["frog", "tree frog", "toad", "bullfrog"],
  parts: ["eye", "eyes", "belly", "leg", "legs"],
  head: { forward: 0.03, width: 0.055, top: 0.075 },
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.035, 0.036, 0.028]), [-0.03, 0, 0.048]),
          move(ball([0.03, 0.03, 0.02]), [0.035, 0, 0.026]),
        ),
        mirrored(
          union(
            move(ball(0.013), [-0.038, 0.021, 0.072]),
            hull(
              move(ball([0.028, 0.014, 0.018]), [0.03, 0.034, 0.024]),
              move(ball(0.012), [0.002, 0.05, 0.02]),
            ),
            chain([
              move(ball(0.009), [0.03, 0.046, 0.009]),
              move(ball([0.012, 0.008, 0.005]), [-0.005, 0.058, 0.006]),
              move(ball(0.004), [-0.02, 0.066, 0.005]),
            ]),
            chain([
              move(ball(0.012), [-0.02, 0.03, 0.035]),
              move(ball(0.008), [-0.022, 0.043, 0.016]),
              move(ball([0.011, 0.01, 0.005]), [-0.036, 0.046, 0.006]),
            ]),
          ),
          "y",
        ),
      ),
      main(glossy("#57ad3f")),
    ),
    part(
      move(ball([0.032, 0.03, 0.02]), [-0.034, 0, 0.04]),
      detail("belly", matte("#e3edb5", 0.6)),
    ),
    part(
      mirrored(move(ball(0.0095), [-0.043, 0.0255, 0.0745]), "y"),
      detail("eye", detail("eyes", glossy("#f4c22c"))),
    ),
    part(mirrored(move(ball([0.0035, 0.004, 0.0065]), [-0.0495, 0.0295, 0.0755]), "y"), black),
    part(
      tube(
        Array.from({ length: 11 }, (_, index): Vec3 => {
          const a = ((index - 5) / 5) * 1.15;
          return [
            -0.031 - 0.0345 * Math.cos(a),
            0.0355 * Math.sin(a),
            0.046 + 0.004 * Math.abs(Math.sin(a)),
          ];
        }),
        0.0012,
      ),
      matte("#2d5f24", 0.7),
    ),
  ],
};

const squirrel: Family = {
  names: ["squirrel", "chipmunk", "red squirrel"],
  parts: ["tail", "belly", "ear", "nut", "acorn"],
  head: { forward: 0.065, width: 0.07, top: 0.245 },
  build: ({ main, detail, has }) => {
    const fur = main(matte("#b5642d", 0.95));
    return [
      part(
        union(
          hull(
            move(ball([0.06, 0.055, 0.065]), [0.02, 0, 0.07]),
            move(ball([0.04, 0.042, 0.05]), [-0.035, 0, 0.145]),
          ),
          move(ball([0.047, 0.04, 0.04]), [-0.065, 0, 0.21]),
          move(ball([0.025, 0.024, 0.022]), [-0.105, 0, 0.2]),
          mirrored(
            union(
              hull(
                move(ball(0.014), [-0.05, 0.024, 0.245]),
                move(ball(0.005), [-0.045, 0.03, 0.272]),
              ),
              move(ball([0.045, 0.022, 0.04]), [0.015, 0.05, 0.05]),
              move(ball([0.035, 0.014, 0.012]), [-0.025, 0.05, 0.012]),
              chain([
                move(ball(0.016), [-0.04, 0.04, 0.14]),
                move(ball(0.012), [-0.085, 0.03, 0.125]),
                move(ball(0.01), [-0.105, 0.012, 0.13]),
              ]),
            ),
            "y",
          ),
        ),
        fur,
      ),
      part(
        chain(
          curve([
            [0.06, 0.04],
            [0.14, 0.06],
            [0.15, 0.16],
            [0.11, 0.25],
            [0.14, 0.31],
            [0.19, 0.28],
          ]).map(([x, z], index, all) =>
            move(ball(0.02 + 0.034 * Math.sin((Math.PI * (index + 2)) / (all.length + 2))), [
              x,
              0,
              z,
            ]),
          ),
        ),
        detail("tail", fur),
      ),
      part(
        move(ball([0.03, 0.036, 0.06]), [-0.046, 0, 0.11]),
        detail("belly", matte("#f3e2c8", 0.95)),
      ),
      part(
        union(
          move(ball(0.008), [-0.129, 0, 0.206]),
          mirrored(move(ball(0.0085), [-0.088, 0.033, 0.224]), "y"),
        ),
        black,
      ),
      ...(has("nut", "acorn")
        ? [
            part(
              union(move(ball([0.017, 0.017, 0.02]), [-0.112, 0, 0.128])),
              detail("nut", detail("acorn", matte("#c58a3f", 0.5))),
            ),
            part(
              move(
                lathe(
                  smooth([
                    [0, 0],
                    [0.019, 0],
                    [0.012, 0.012],
                    [0.003, 0.014],
                    [0.002, 0.022],
                    [0, 0.022],
                  ]),
                ),
                [-0.112, 0, 0.134],
              ),
              matte("#5f3d1e", 0.8),
            ),
          ]
        : []),
    ];
  },
};

/** Insects are built ten times as large, because faces of less than a thousandth of a square millimetre are omitted. */
const insectScale = 10;

const ladybug: Family = {
  names: ["ladybug", "ladybird", "lady bug", "ladybird beetle"],
  parts: ["spot", "spots", "dot", "dots", "antenna", "wing", "wings"],
  build: ({ main, detail }) => {
    const dots = [
      [-0.35, 0.34],
      [0.1, 0.5],
      [0.5, 0.36],
      [-0.1, 0.2],
      [0.36, 0.16],
    ] as const;
    const radii: Vec3 = [0.0042, 0.0036, 0.0032];
    return [
      part(
        scale(
          cut(
            move(ball(radii), [0, 0, 0.0014]),
            move(box(0.1, 0.1, 0.1), [0, 0, -0.0989]),
            move(box(0.02, 0.0002, 0.02), [0.001, 0, 0.0036]),
          ),
          insectScale,
        ),
        main(glossy("#d3231f")),
      ),
      part(
        scale(
          mirrored(
            union(
              ...dots.map(([x, y]) =>
                move(ball([0.0009, 0.0009, 0.0009]), [
                  x * radii[0],
                  (y + 0.1) * radii[1],
                  0.0014 + radii[2] * Math.sqrt(Math.max(0, 1 - x * x - (y + 0.1) ** 2)) - 0.00072,
                ]),
              ),
            ),
            "y",
          ),
          insectScale,
        ),
        detail("spot", detail("spots", detail("dot", detail("dots", black)))),
      ),
      part(
        scale(
          union(
            move(ball([0.0018, 0.0023, 0.0016]), [-0.0043, 0, 0.002]),
            mirrored(
              union(
                tube(
                  [
                    [-0.0056, 0.0007, 0.003],
                    [-0.007, 0.0014, 0.0044],
                  ],
                  0.00018,
                ),
                move(ball(0.0003), [-0.007, 0.0014, 0.0044]),
                ...[-0.0024, 0, 0.0024].map((x) =>
                  tube(
                    [
                      [x, 0.002, 0.0014],
                      [x * 1.3, 0.0042, 0.0016],
                      [x * 1.5, 0.005, 0.0002],
                    ],
                    0.00032,
                  ),
                ),
              ),
              "y",
            ),
            move(ball([0.0036, 0.0032, 0.0008]), [0, 0, 0.0012]),
          ),
          insectScale,
        ),
        detail("antenna", black),
      ),
      part(
        scale(mirrored(move(ball(0.0005), [-0.0056, 0.0013, 0.0026]), "y"), insectScale),
        matte("#f7f6f2"),
      ),
    ];
  },
};

const bee: Family = {
  names: ["bee", "bumblebee", "honeybee", "honey bee", "wasp", "hornet"],
  parts: ["wing", "wings", "stripe", "stripes", "antenna"],
  build: ({ main, detail }) => {
    const body: Vec3 = [0.0085, 0.006, 0.006];
    return [
      part(
        scale(
          union(move(ball(body), [0.002, 0, 0.009]), move(ball(0.0048), [-0.0085, 0, 0.0095])),
          insectScale,
        ),
        main(matte("#f2b81f", 0.9)),
      ),
      part(
        scale(
          union(
            ...[-0.0012, 0.003, 0.0068].map((x) => {
              const t = (x - 0.002) / body[0];
              const r = body[1] * Math.sqrt(1 - t * t);
              return move(turn(cylinder(0.0019, r + 0.0003), [0, 90, 0]), [x - 0.001, 0, 0.009]);
            }),
            move(turn(cone(0.004, 0.0009), [0, 90, 0]), [0.0098, 0, 0.009]),
            mirrored(
              union(
                tube(
                  [
                    [-0.011, 0.0016, 0.0132],
                    [-0.0135, 0.003, 0.0165],
                  ],
                  0.0003,
                ),
                move(ball(0.0007), [-0.0135, 0.003, 0.0165]),
                ...[-0.004, 0, 0.004].map((x) =>
                  tube(
                    [
                      [x, 0.003, 0.005],
                      [x * 1.2, 0.0062, 0.0042],
                      [x * 1.4, 0.007, 0.0004],
                    ],
                    0.0005,
                  ),
                ),
                move(ball([0.0012, 0.0016, 0.0018]), [-0.0115, 0.003, 0.0105]),
              ),
              "y",
            ),
          ),
          insectScale,
        ),
        detail("stripe", detail("stripes", black)),
      ),
      part(
        scale(
          mirrored(
            union(
              move(
                turn(scale(ball(0.007), [0.55, 1.1, 0.05]), [28, 0, 18]),
                [0.001, 0.0075, 0.0175],
              ),
              move(
                turn(scale(ball(0.005), [0.55, 1.1, 0.06]), [24, 0, -14]),
                [0.0055, 0.006, 0.0155],
              ),
            ),
            "y",
          ),
          insectScale,
        ),
        detail("wing", detail("wings", glass("#dceef6", 0.65))),
      ),
    ];
  },
};

const crab: Family = {
  names: ["crab", "hermit crab", "king crab"],
  parts: ["claw", "claws", "eye", "eyes", "leg", "legs"],
  build: ({ main, detail }) => {
    const red = main(glossy("#d8492f"));
    const claw = cut(
      scale(ball(0.034), [1, 0.55, 0.75]),
      move(
        turn(
          prism(
            [
              [0, 0],
              [0.06, -0.016],
              [0.06, 0.016],
            ],
            0.1,
          ),
          [90, 0, 0],
        ),
        [-0.002, 0.05, 0],
      ),
    );
    return [
      part(
        union(
          move(ball([0.075, 0.055, 0.032]), [0, 0, 0.055]),
          mirrored(
            union(
              ...[0, 1, 2].map((index) =>
                chain([
                  move(ball(0.011), [0.05, index * 0.02 - 0.01, 0.055]),
                  move(ball(0.008), [0.105 - index * 0.006, 0.005 + index * 0.026, 0.075]),
                  move(ball(0.004), [0.135 - index * 0.01, 0.02 + index * 0.034, 0.004]),
                ]),
              ),
              chain([
                move(ball(0.013), [0.05, -0.035, 0.055]),
                move(ball(0.011), [0.09, -0.07, 0.06]),
              ]),
            ),
            "x",
          ),
        ),
        red,
      ),
      part(
        mirrored(move(turn(claw, [0, 20, -115]), [0.1, -0.098, 0.07]), "x"),
        detail("claw", detail("claws", red)),
      ),
      part(mirrored(union(move(cylinder(0.028, 0.004), [0.022, -0.04, 0.075])), "x"), red),
      part(
        mirrored(move(ball(0.01), [0.022, -0.041, 0.107]), "x"),
        detail("eye", detail("eyes", glossy("#f8f8f5"))),
      ),
      part(mirrored(move(ball(0.0055), [0.022, -0.048, 0.108]), "x"), black),
    ];
  },
};

const jellyfish: Family = {
  names: ["jellyfish", "jelly fish", "medusa jellyfish"],
  parts: ["tentacle", "tentacles"],
  build: ({ main, detail }) => [
    part(
      cut(
        move(ball([0.16, 0.16, 0.13]), [0, 0, 0.42]),
        move(ball([0.145, 0.145, 0.115]), [0, 0, 0.41]),
        move(box(1, 1, 0.5), [0, 0, -0.1]),
        around(move(ball(0.02), [0.16, 0, 0.4]), 16),
      ),
      main(glass("#c77fe0", 0.65)),
    ),
    part(
      union(
        ...Array.from({ length: 14 }, (_, index) =>
          turn(
            tube(
              Array.from({ length: 9 }, (_step, step): Vec3 => [
                0.125 + 0.014 * Math.sin(step * 1.1 + index),
                0.014 * Math.cos(step * 0.9 + index * 2),
                0.41 - step * (0.034 + 0.006 * (index % 3)),
              ]),
              0.0045,
            ),
            [0, 0, index * (360 / 14)],
          ),
        ),
      ),
      detail("tentacle", detail("tentacles", glass("#b067d4", 0.8))),
    ),
    part(
      union(
        ...[0, 90, 180, 270].map((angle) =>
          turn(
            tube(
              Array.from({ length: 9 }, (_, step): Vec3 => [
                0.035 + 0.02 * Math.sin(step * 1.3),
                0.018 * Math.cos(step * 1.2),
                0.45 - step * 0.035,
              ]),
              [0.022, 0.022, 0.02, 0.02, 0.018, 0.016, 0.013, 0.009, 0.005],
            ),
            [0, 0, angle],
          ),
        ),
      ),
      matte("#f3b6da", 0.5),
    ),
  ],
};

const starfish: Family = {
  names: ["starfish", "sea star"],
  build: ({ main }) => [
    part(
      union(
        around(
          chain([
            move(ball([0.03, 0.03, 0.018]), [0, 0, 0.016]),
            move(ball([0.02, 0.02, 0.012]), [0.05, 0, 0.012]),
            move(ball(0.007), [0.1, 0, 0.007]),
          ]),
          5,
        ),
      ),
      main(matte("#e8813f", 0.9)),
    ),
    part(
      union(
        around(
          union(
            ...[0, 1, 2, 3, 4].map((index) =>
              move(ball(0.0034), [0.016 + index * 0.018, 0, 0.031 - index * 0.0042]),
            ),
          ),
          5,
        ),
        move(ball(0.005), [0, 0, 0.033]),
      ),
      matte("#f7d9a8", 0.8),
    ),
  ],
};

const seashell: Family = {
  names: ["seashell", "sea shell", "scallop", "scallop shell", "shell"],
  near: ["conch", "conch shell", "oyster", "clam", "abalone shell", "nautilus"],
  build: ({ main }) => {
    const ribs = Array.from({ length: 11 }, (_, index) => {
      const angle = -65 + index * 13;
      const long = 0.075 * (1 - 0.12 * Math.abs(angle / 65) ** 2);
      return turn(
        chain([
          move(ball(0.004), [0, 0, 0]),
          move(ball([0.009, 0.006, 0.009]), [0, -0.016, long * 0.6]),
          move(ball([0.0095, 0.004, 0.005]), [0, -0.006, long]),
        ]),
        [0, angle, 0],
      );
    });
    const hinge = hull(
      move(box(0.04, 0.006, 0.008), [0, 0, -0.002]),
      move(box(0.026, 0.006, 0.004), [0, 0, 0.01]),
    );
    return [
      part(
        move(turn(union(...ribs, hinge), [-22, 0, 0]), [0, 0, 0.004]),
        main(matte("#f0c9b0", 0.5)),
      ),
    ];
  },
};

const coral: Family = {
  names: ["coral", "coral reef", "coral branch"],
  near: ["sea anemone", "anemone"],
  build: ({ main, random }) => {
    const grow = (
      from: Vec3,
      lean: number,
      way: number,
      length: number,
      thick: number,
      depth: number,
    ): Solid[] => {
      const to: Vec3 = [
        from[0] + length * Math.sin(lean) * Math.cos(way),
        from[1] + length * Math.sin(lean) * Math.sin(way),
        from[2] + length * Math.cos(lean),
      ];
      const own = tube([from, to], [thick, thick * 0.8]);
      if (depth === 0) return [own];
      return [
        own,
        ...[0, 1, 2]
          .slice(0, depth > 1 ? 3 : 2)
          .flatMap((branch) =>
            grow(
              to,
              Math.min(1.1, lean * 0.5 + 0.3 + random() * 0.3),
              way + branch * 2.1 + random(),
              length * 0.78,
              thick * 0.78,
              depth - 1,
            ),
          ),
      ];
    };
    return [
      part(
        union(scale(ball(0.05), [1.2, 1.2, 0.5]), ...grow([0, 0, 0], 0.05, 0, 0.09, 0.022, 3)),
        main(matte("#ef6a5a", 0.9)),
      ),
    ];
  },
};

export const wildlife: readonly Family[] = [
  ...longNecks.map(toFamily),
  frog,
  squirrel,
  ladybug,
  bee,
  crab,
  jellyfish,
  starfish,
  seashell,
  coral,
];
