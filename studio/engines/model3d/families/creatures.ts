import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte } from "#studio/engines/model3d/material.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";
import {
  around,
  ball,
  box,
  common,
  cone,
  cut,
  hull,
  lathe,
  mirrored,
  move,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const eye = (x: number, y: number, z: number, radius: number) =>
  part(mirrored(move(ball(radius), [x, y, z]), "x"), glossy("#1c1a1d"));

const penguin: Family = {
  names: ["penguin"],
  parts: ["belly", "beak", "foot", "flipper"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.24, 0.21, 0.26]), [0, 0, 0.28]),
          move(ball([0.16, 0.15, 0.16]), [0, 0, 0.6]),
        ),
        mirrored(move(turn(scale(ball(0.2), [0.22, 0.55, 1.1]), [0, 18, 0]), [0.26, 0, 0.38]), "x"),
        move(turn(cone(0.14, 0.06), [120, 0, 0]), [0, 0.18, 0.1]),
      ),
      main(matte("#26303c", 0.7)),
    ),
    part(
      union(
        hull(
          move(ball([0.18, 0.14, 0.2]), [0, -0.09, 0.28]),
          move(ball([0.1, 0.08, 0.1]), [0, -0.085, 0.52]),
        ),
        mirrored(move(ball([0.065, 0.05, 0.075]), [0.06, -0.11, 0.63]), "x"),
      ),
      detail("belly", matte("#f7f6f2", 0.8)),
    ),
    part(
      union(
        move(turn(cone(0.12, 0.045), [90, 0, 0]), [0, -0.14, 0.59]),
        mirrored(move(scale(ball(0.09), [1, 1.4, 0.35]), [0.11, -0.08, 0.03]), "x"),
      ),
      detail("beak", detail("foot", matte("#f0932b", 0.5))),
    ),
    eye(0.06, -0.155, 0.645, 0.02),
  ],
};

const owl: Family = {
  names: ["owl"],
  parts: ["belly", "beak", "eye"],
  head: { forward: 0, width: 0.4, top: 0.72 },
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.22, 0.19, 0.24]), [0, 0, 0.26]),
          move(ball([0.2, 0.17, 0.16]), [0, 0, 0.54]),
        ),
        mirrored(move(turn(cone(0.14, 0.06), [0, 16, 0]), [0.12, -0.04, 0.64]), "x"),
        mirrored(move(turn(scale(ball(0.2), [0.3, 0.7, 1.15]), [0, 8, 0]), [0.22, 0.02, 0.3]), "x"),
        move(turn(scale(ball(0.14), [0.8, 0.25, 1.2]), [-30, 0, 0]), [0, 0.18, 0.1]),
      ),
      main(matte("#8b6239", 0.9)),
    ),
    part(
      union(
        move(ball([0.15, 0.1, 0.18]), [0, -0.12, 0.24]),
        mirrored(move(ball([0.1, 0.06, 0.1]), [0.085, -0.13, 0.55]), "x"),
      ),
      detail("belly", matte("#e9d3ab", 0.9)),
    ),
    part(
      mirrored(move(ball([0.062, 0.03, 0.062]), [0.085, -0.175, 0.55]), "x"),
      detail("eye", glossy("#f5b62a")),
    ),
    eye(0.085, -0.195, 0.55, 0.032),
    part(
      union(
        move(turn(cone(0.09, 0.035), [115, 0, 0]), [0, -0.17, 0.51]),
        mirrored(move(scale(ball(0.06), [1, 1.3, 0.5]), [0.08, -0.12, 0.03]), "x"),
      ),
      detail("beak", matte("#e8a53a", 0.5)),
    ),
  ],
};

/** Birds that stand sideways, with the beak towards −x. */
const bird: Family = {
  names: ["bird", "sparrow", "robin", "songbird", "bluebird", "pigeon", "dove", "crow", "raven"],
  near: ["seabird", "parakeet", "hummingbird", "pelican", "puffin", "mallard"],
  parts: ["belly", "wing", "beak", "tail"],
  head: { forward: 0.12, width: 0.16, top: 0.42 },
  build({ main, detail, has }) {
    const coat = has("dove")
      ? "#f3f2ef"
      : has("crow", "raven")
        ? "#26262c"
        : has("pigeon")
          ? "#8a93a0"
          : "#3f86c9";
    const isPlain = has("dove", "crow", "raven");
    const feathers = main(matte(coat, 0.85));
    return [
      part(
        union(
          hull(
            move(ball([0.13, 0.11, 0.12]), [-0.03, 0, 0.2]),
            move(ball([0.05, 0.05, 0.04]), [0.14, 0, 0.17]),
          ),
          move(ball(0.095), [-0.12, 0, 0.33]),
          hull(
            move(ball([0.04, 0.06, 0.02]), [0.14, 0, 0.17]),
            move(ball([0.03, 0.07, 0.012]), [0.32, 0, 0.16]),
          ),
        ),
        feathers,
      ),
      part(
        union(
          move(ball([0.11, 0.09, 0.09]), [-0.07, 0, 0.175]),
          move(ball([0.05, 0.05, 0.05]), [-0.16, 0, 0.3]),
        ),
        detail("belly", isPlain ? feathers : matte("#f0cfa0", 0.9)),
      ),
      part(
        union(
          ...[-1, 1].map((side) =>
            move(turn(scale(ball(0.13), [1.25, 0.25, 0.6]), [0, 12, side * -6]), [
              0.05,
              side * 0.105,
              0.22,
            ]),
          ),
        ),
        detail("wing", main(matte(coat, 0.6))),
      ),
      part(
        move(turn(cone(0.09, 0.028), [0, -95, 0]), [-0.2, 0, 0.33]),
        detail("beak", matte("#f0a32c", 0.5)),
      ),
      part(
        union(...[-1, 1].map((side) => move(ball(0.016), [-0.16, side * 0.075, 0.36]))),
        glossy("#1c1a1d"),
      ),
      part(
        union(
          ...[-1, 1].flatMap((side) => [
            tube(
              [
                [0, side * 0.05, 0.12],
                [0, side * 0.05, 0.012],
              ],
              0.01,
            ),
            tube(
              [
                [-0.06, side * 0.05, 0.01],
                [0.03, side * 0.05, 0.01],
              ],
              0.01,
            ),
          ]),
        ),
        matte("#c9862e", 0.6),
      ),
    ];
  },
};

const chicken: Family = {
  names: ["chicken", "hen", "rooster", "cock"],
  parts: ["comb", "beak", "tail", "wing"],
  head: { forward: 0.2, width: 0.16, top: 0.55 },
  build: ({ main, detail, has }) => [
    part(
      union(
        hull(
          move(ball([0.19, 0.15, 0.15]), [0, 0, 0.25]),
          move(ball([0.06, 0.05, 0.08]), [0.2, 0, 0.36]),
        ),
        tube(
          [
            [-0.1, 0, 0.3],
            [-0.17, 0, 0.46],
          ],
          [0.11, 0.08],
        ),
        move(ball(0.085), [-0.18, 0, 0.48]),
        ...[-1, 1].map((side) =>
          move(scale(ball(0.13), [1.1, 0.3, 0.7]), [0.03, side * 0.14, 0.27]),
        ),
      ),
      main(matte(has("rooster") ? "#b5582b" : "#f3efe6", 0.9)),
    ),
    part(
      union(
        ...[0, 1, 2, 3].map((index) =>
          tube(
            [
              [0.2, 0, 0.34],
              [0.28 + index * 0.02, 0, 0.48 + index * 0.03],
              [0.36 - index * 0.02, 0, 0.42 + index * 0.07],
            ],
            [0.035, 0.045, 0.015],
          ),
        ),
      ),
      detail("tail", matte(has("rooster") ? "#1f4a44" : "#e4ddcf", 0.8)),
    ),
    part(
      union(
        ...[-0.05, 0, 0.05].map((x) => move(ball([0.035, 0.02, 0.045]), [-0.18 + x, 0, 0.575])),
        move(ball([0.025, 0.02, 0.04]), [-0.25, 0, 0.42]),
      ),
      detail("comb", matte("#d6342c", 0.6)),
    ),
    part(
      union(
        move(turn(cone(0.07, 0.028), [0, -95, 0]), [-0.25, 0, 0.48]),
        ...[-1, 1].flatMap((side) => [
          tube(
            [
              [0, side * 0.07, 0.14],
              [0, side * 0.07, 0.015],
            ],
            0.014,
          ),
          tube(
            [
              [-0.07, side * 0.07, 0.014],
              [0.04, side * 0.07, 0.014],
            ],
            0.013,
          ),
        ]),
      ),
      detail("beak", matte("#eaa233", 0.5)),
    ),
    part(
      union(...[-1, 1].map((side) => move(ball(0.015), [-0.21, side * 0.07, 0.5]))),
      glossy("#1c1a1d"),
    ),
  ],
};

const turtle: Family = {
  names: ["turtle", "tortoise", "sea turtle"],
  parts: ["shell"],
  head: { forward: 0.42, width: 0.18, top: 0.33 },
  build({ main, detail }) {
    const dome = cut(
      move(ball([0.36, 0.3, 0.26]), [0, 0, 0.12]),
      move(box(2, 2, 1), [0, 0, -0.88]),
    );
    return [
      part(dome, detail("shell", main(matte("#5f7a3a", 0.7)))),
      part(
        common(
          scale(dome, [1.015, 1.015, 1.012]),
          union(
            ...[-0.17, 0.0, 0.17].map((x) =>
              move(cut(box(0.15, 0.2, 1), box(0.12, 0.17, 3)), [x, 0, 0]),
            ),
            cut(box(0.54, 0.44, 1), box(0.5, 0.4, 3)),
          ),
        ),
        matte("#3c4f25", 0.8),
      ),
      part(scale(move(ball([0.37, 0.31, 0.05]), [0, 0, 0.13]), 1), matte("#d8c58a", 0.8)),
      part(
        union(
          ...[
            [-0.24, -0.22],
            [-0.24, 0.22],
            [0.22, -0.22],
            [0.22, 0.22],
          ].map(([x = 0, y = 0]) => move(ball([0.09, 0.08, 0.1]), [x, y, 0.08])),
          tube(
            [
              [-0.28, 0, 0.14],
              [-0.42, 0, 0.22],
            ],
            [0.075, 0.085],
          ),
          move(ball([0.1, 0.085, 0.085]), [-0.43, 0, 0.24]),
          move(turn(cone(0.12, 0.04), [0, 100, 0]), [0.33, 0, 0.12]),
        ),
        matte("#8db05a", 0.8),
      ),
      part(
        union(...[-1, 1].map((side) => move(ball(0.018), [-0.49, side * 0.06, 0.275]))),
        glossy("#1c1a1d"),
      ),
    ];
  },
};

const octopus: Family = {
  names: ["octopus"],

  parts: ["tentacle", "eye"],
  build({ main }) {
    const skin = main(matte("#b0569c", 0.5));
    const arms = around(
      tube(
        [
          [0.1, 0, 0.24],
          [0.26, 0, 0.09],
          [0.44, 0.04, 0.05],
          [0.56, 0.12, 0.09],
          [0.58, 0.2, 0.17],
        ],
        [0.1, 0.085, 0.06, 0.04, 0.018],
      ),
      8,
    );
    return [
      part(
        union(
          move(ball([0.25, 0.24, 0.28]), [0, 0, 0.5]),
          move(ball([0.2, 0.2, 0.14]), [0, 0, 0.26]),
          arms,
        ),
        skin,
      ),
      part(mirrored(move(ball([0.075, 0.04, 0.085]), [0.1, -0.215, 0.46]), "x"), glossy("#f8f6f2")),
      eye(0.1, -0.25, 0.455, 0.036),
      part(
        tube(
          [
            [-0.05, -0.205, 0.335],
            [0, -0.213, 0.32],
            [0.05, -0.205, 0.335],
          ],
          0.012,
        ),
        matte("#5b2450", 0.6),
      ),
    ];
  },
};

const snail: Family = {
  names: ["snail"],
  parts: ["shell"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.1, 0.08, 0.06]), [-0.26, 0, 0.06]),
          move(ball([0.06, 0.05, 0.03]), [0.36, 0, 0.03]),
        ),
        tube(
          [
            [-0.26, 0, 0.08],
            [-0.34, 0, 0.26],
          ],
          [0.075, 0.065],
        ),
        ...[-1, 1].map((side) =>
          tube(
            [
              [-0.35, side * 0.03, 0.3],
              [-0.4, side * 0.06, 0.42],
            ],
            [0.016, 0.012],
          ),
        ),
        ...[-1, 1].map((side) => move(ball(0.024), [-0.4, side * 0.06, 0.43])),
      ),
      matte("#d8b98a", 0.6),
    ),
    part(
      union(
        ...Array.from({ length: 34 }, (_, index) => {
          const angle = index * 0.36;
          const away = 0.02 + index * 0.0046;
          return move(
            ball([0.045 + index * 0.0016, 0.09 - index * 0.0005, 0.045 + index * 0.0016]),
            [0.06 + away * Math.cos(angle), 0, 0.27 + away * Math.sin(angle)],
          );
        }),
      ),
      detail("shell", main(matte("#b5713c", 0.5))),
    ),
  ],
};

const fish: Family = {
  names: ["fish", "goldfish", "clownfish"],
  parts: ["fin", "tail", "stripe"],
  build: ({ main, detail, has }) => [
    part(
      hull(
        move(ball([0.2, 0.1, 0.16]), [-0.06, 0, 0.2]),
        move(ball([0.04, 0.03, 0.04]), [0.24, 0, 0.2]),
      ),
      main(glossy(has("clownfish") ? "#f07a24" : "#f09a2c")),
    ),
    part(
      union(
        hull(
          move(ball([0.02, 0.014, 0.03]), [0.24, 0, 0.2]),
          move(ball([0.03, 0.012, 0.03]), [0.42, 0, 0.33]),
          move(ball([0.03, 0.012, 0.03]), [0.36, 0, 0.2]),
        ),
        hull(
          move(ball([0.02, 0.014, 0.03]), [0.24, 0, 0.2]),
          move(ball([0.03, 0.012, 0.03]), [0.42, 0, 0.07]),
          move(ball([0.03, 0.012, 0.03]), [0.36, 0, 0.2]),
        ),
        hull(
          move(ball([0.09, 0.012, 0.03]), [-0.02, 0, 0.34]),
          move(ball([0.04, 0.01, 0.02]), [0.1, 0, 0.4]),
        ),
        hull(
          move(ball([0.05, 0.012, 0.03]), [0, 0, 0.06]),
          move(ball([0.03, 0.01, 0.02]), [0.08, 0, 0.01]),
        ),
        ...[-1, 1].map((side) =>
          move(turn(scale(ball(0.07), [1, 0.2, 0.7]), [0, 0, side * -28]), [
            -0.02,
            side * 0.12,
            0.17,
          ]),
        ),
      ),
      detail("fin", detail("tail", main(matte("#e8742a", 0.5)))),
    ),
    ...(has("clownfish")
      ? [
          part(
            common(
              hull(
                move(ball([0.205, 0.105, 0.165]), [-0.06, 0, 0.2]),
                move(ball([0.044, 0.034, 0.044]), [0.24, 0, 0.2]),
              ),
              union(
                move(box(0.06, 1, 1), [-0.11, 0, -0.2]),
                move(box(0.05, 1, 1), [0.08, 0, -0.2]),
              ),
            ),
            detail("stripe", matte("#f8f7f3", 0.5)),
          ),
        ]
      : []),
    part(
      union(
        ...[-1, 1].map((side) => move(ball([0.035, 0.02, 0.035]), [-0.18, side * 0.075, 0.24])),
      ),
      glossy("#f8f6f2"),
    ),
    part(
      union(...[-1, 1].map((side) => move(ball(0.02), [-0.19, side * 0.09, 0.24]))),
      glossy("#1c1a1d"),
    ),
  ],
};

/** A spindle with fins for dolphins, sharks and whales, with the head towards −x. */
const whale: Family = {
  names: ["whale", "dolphin", "shark"],
  parts: ["fin", "belly", "tail"],
  build({ main, detail, has }) {
    const isWhale = has("whale");
    const [wide, coat] = isWhale ? [0.34, "#4a7fb0"] : [0.2, has("shark") ? "#7d8993" : "#6f9cc2"];
    const isShark = has("shark");
    const body = lathe(
      smooth([
        [0, 0],
        [wide * 0.62, 0.14],
        [wide, 0.45],
        [wide * 0.72, 0.95],
        [wide * 0.22, 1.4],
        [0, 1.5],
      ]),
    );
    const lying = (solid: Solid) => move(turn(solid, [0, 90, 0]), [-0.75, 0, wide + 0.04]);
    const fluke = hull(ball([0.05, 0.03, 0.02]), move(ball([0.06, 0.05, 0.012]), [0.16, 0.3, 0]));
    const tail = mirrored(fluke, "y");
    const z = wide + 0.04;
    return [
      part(
        union(
          lying(body),
          move(isShark ? turn(tail, [90, 0, 0]) : tail, [0.7, 0, z]),
          hull(
            move(ball([0.12, 0.02, 0.02]), [0, 0, z + wide * 0.85]),
            move(ball([0.03, 0.014, 0.02]), [0.14, 0, z + wide + (isWhale ? 0.06 : 0.2)]),
          ),
          ...[-1, 1].map((side) =>
            hull(
              move(ball([0.09, 0.03, 0.02]), [-0.22, side * wide * 0.8, z - wide * 0.4]),
              move(ball([0.04, 0.02, 0.012]), [-0.06, side * (wide + 0.26), z - wide * 0.7]),
            ),
          ),
          ...(isWhale || isShark
            ? []
            : [move(scale(ball(0.13), [1.3, 0.5, 0.4]), [-0.76, 0, z - 0.03])]),
        ),
        main(matte(coat, 0.45)),
      ),
      part(
        common(
          scale(lying(body), [1.01, 1.02, 1]),
          move(lying(body), [0, 0, -wide * 0.9]),
          box(4, 4, 4),
        ),
        detail("belly", matte("#eef2f4", 0.6)),
      ),
      part(
        union(...[-1, 1].map((side) => move(ball(0.026), [-0.52, side * wide * 0.78, z + 0.02]))),
        glossy("#16181c"),
      ),
    ];
  },
};

const butterfly: Family = {
  names: ["butterfly", "moth"],
  parts: ["wing"],
  build: ({ main, detail }) => {
    const wing = (side: number, wide: number, move_: readonly [number, number, number]) =>
      move(turn(scale(ball(wide), [1, 0.06, 0.8]), [0, side * -28, side * 22]), [
        side * move_[0],
        move_[1],
        move_[2],
      ]);
    return [
      part(
        union(
          ...[-1, 1].flatMap((side) => [
            wing(side, 0.26, [0.25, 0.02, 0.46]),
            wing(side, 0.18, [0.18, 0.02, 0.2]),
          ]),
        ),
        detail("wing", main(matte("#e8862c", 0.6))),
      ),
      part(
        union(
          ...[-1, 1].flatMap((side) => [
            wing(side, 0.12, [0.27, 0, 0.47]),
            wing(side, 0.08, [0.2, 0, 0.2]),
          ]),
        ),
        matte("#f7d35a", 0.6),
      ),
      part(
        union(
          hull(move(ball(0.035), [0, 0, 0.12]), move(ball(0.045), [0, 0, 0.4])),
          move(ball(0.05), [0, 0, 0.48]),
          ...[-1, 1].map((side) =>
            tube(
              [
                [0, 0, 0.5],
                [side * 0.05, -0.02, 0.6],
                [side * 0.1, -0.02, 0.66],
              ],
              0.009,
            ),
          ),
        ),
        matte("#2c2320", 0.7),
      ),
    ];
  },
};

export const creatures: readonly Family[] = [
  penguin,
  owl,
  bird,
  chicken,
  turtle,
  octopus,
  snail,
  fish,
  whale,
  butterfly,
];
