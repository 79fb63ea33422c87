import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import { outlineText } from "#studio/engines/model3d/outline-text.ts";
import {
  at,
  ball,
  box,
  circleOutline,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  letters,
  mirrored,
  move,
  prism,
  scale,
  smooth,
  starOutline,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const head: Family = {
  names: ["head", "human head", "face", "bust", "human face"],
  build: ({ main }) => [
    part(
      union(
        hull(
          move(ball([0.095, 0.115, 0.11]), [0, 0.01, 0.3]),
          move(ball([0.06, 0.07, 0.05]), [0, -0.045, 0.17]),
        ),
        cylinder(0.2, 0.06, 0.055),
        hull(
          move(ball([0.19, 0.08, 0.05]), [0, 0.02, -0.03]),
          move(ball([0.06, 0.06, 0.05]), [0, 0.01, 0.06]),
        ),
        mirrored(move(ball([0.018, 0.03, 0.038]), [0.1, 0.01, 0.26]), "x"),
        hull(
          move(ball(0.008), [0, -0.105, 0.285]),
          move(ball([0.02, 0.02, 0.014]), [0, -0.125, 0.228]),
        ),
        mirrored(move(turn(ball([0.034, 0.02, 0.009]), [0, 6, 0]), [0.042, -0.095, 0.297]), "x"),
      ),
      main(matte("#e0ac86", 0.7)),
    ),
    part(
      mirrored(move(ball([0.019, 0.012, 0.013]), [0.042, -0.096, 0.27]), "x"),
      glossy("#f5f3ef"),
    ),
    part(mirrored(move(ball(0.0085), [0.042, -0.105, 0.27]), "x"), glossy("#3a2a20")),
    part(move(ball([0.034, 0.014, 0.011]), [0, -0.104, 0.186]), matte("#b9605a", 0.6)),
    part(
      cut(
        move(ball([0.106, 0.126, 0.12]), [0, 0.018, 0.315]),
        move(box(0.3, 0.2, 0.3), [0, -0.145, 0.05]),
        move(box(0.3, 0.3, 0.2), [0, 0, 0.05]),
      ),
      matte("#4a3124", 0.85),
    ),
  ],
};

const hand: Family = {
  names: ["hand", "human hand", "palm"],
  build({ main }) {
    const fingers = [
      [-0.036, 0.082, -7],
      [-0.012, 0.094, -2],
      [0.012, 0.088, 3],
      [0.035, 0.07, 9],
    ] as const;
    return [
      part(
        union(
          hull(
            move(ball([0.046, 0.016, 0.03]), [0, 0, 0.135]),
            move(ball([0.036, 0.018, 0.03]), [0, 0, 0.07]),
          ),
          tube(
            [
              [0, 0, 0],
              [0, 0, 0.07],
            ],
            [0.03, 0.029],
          ),
          ...fingers.map(([x, long, lean]) => {
            const tip = x + Math.sin((lean * Math.PI) / 180) * long;
            return tube(
              [
                [x, 0, 0.14],
                [(x + tip) / 2, -0.004, 0.15 + long / 2],
                [tip, -0.012, 0.15 + long],
              ],
              [0.0125, 0.0115, 0.0095],
            );
          }),
          tube(
            [
              [-0.03, -0.004, 0.075],
              [-0.062, -0.012, 0.105],
              [-0.082, -0.018, 0.14],
            ],
            [0.018, 0.0145, 0.011],
          ),
        ),
        main(matte("#e3b08a", 0.7)),
      ),
      part(
        union(
          ...fingers.map(([x, long, lean]) =>
            move(ball([0.007, 0.004, 0.009]), [
              x + Math.sin((lean * Math.PI) / 180) * long,
              -0.02,
              0.152 + long,
            ]),
          ),
        ),
        glossy("#f3cdb6"),
      ),
    ];
  },
};

const skull: Family = {
  names: ["skull", "human skull"],
  build: ({ main }) => [
    part(
      cut(
        union(
          move(ball([0.078, 0.1, 0.085]), [0, 0.01, 0.14]),
          hull(
            move(ball([0.05, 0.05, 0.03]), [0, -0.04, 0.09]),
            move(ball([0.036, 0.03, 0.02]), [0, -0.06, 0.035]),
          ),
          mirrored(move(ball([0.016, 0.03, 0.012]), [0.062, -0.045, 0.095]), "x"),
        ),
        mirrored(move(ball([0.022, 0.04, 0.021]), [0.031, -0.1, 0.122]), "x"),
        move(scale(cone(0.032, 0.014), [1, 2, 1]), [0, -0.1, 0.072]),
        at(
          box(0.0022, 0.04, 0.024),
          ...[-0.024, -0.016, -0.008, 0, 0.008, 0.016, 0.024].map((x) => [x, -0.09, 0.03] as const),
        ),
        move(box(0.07, 0.05, 0.003), [0, -0.085, 0.042]),
      ),
      main(matte("#eae2cf", 0.7)),
    ),
    part(
      mirrored(move(ball([0.021, 0.012, 0.02]), [0.031, -0.066, 0.122]), "x"),
      matte("#1d1a19", 0.9),
    ),
  ],
};

const sculpture: Family = {
  names: [
    "abstract sculpture",
    "twisted sculpture",
    "sculpture",
    "abstract shape",
    "twisted shape",
  ],
  build: ({ main }) => [
    part(
      move(prism(starOutline(5, 0.36, 0.2), 1.5, { twist: 200, topScale: 0.45 }), [0, 0, 0.26]),
      main(metal("#c9a24a", 0.22)),
    ),
    part(move(ball(0.13), [0, 0, 1.84]), main(metal("#c9a24a", 0.22))),
    part(
      union(box(0.9, 0.9, 0.2, 0.02), move(box(0.76, 0.76, 0.06, 0.01), [0, 0, 0.2])),
      matte("#3a3b40", 0.4),
    ),
  ],
};

const spaceship: Family = {
  names: ["spaceship", "space ship", "spacecraft", "starship", "space fighter"],
  build: ({ main }) => [
    part(
      union(
        turn(
          lathe(
            smooth([
              [0, 0],
              [0.24, 0.02],
              [0.4, 0.6],
              [0.36, 1.4],
              [0.16, 2.2],
              [0, 2.5],
            ]),
          ),
          [90, 0, 0],
        ),
        hull(
          move(box(0.3, 1.1, 0.1, 0.03), [0, -0.75, -0.08]),
          move(box(2.6, 0.35, 0.04, 0.01), [0, -0.25, -0.16]),
        ),
        hull(
          move(box(0.08, 0.7, 0.1), [0, -0.45, 0.2]),
          move(box(0.05, 0.3, 0.05), [0, -0.15, 0.75]),
        ),
      ),
      main(metal("#cfd6df", 0.35)),
    ),
    part(
      union(
        at(turn(cylinder(0.9, 0.13), [90, 0, 0]), [-1.2, 0.1, -0.14], [1.2, 0.1, -0.14]),
        at(turn(cylinder(0.1, 0.2, 0.26), [90, 0, 0]), [0, 0.08, 0]),
        at(turn(cone(0.4, 0.1), [90, 0, 0]), [-1.2, -0.8, -0.14], [1.2, -0.8, -0.14]),
      ),
      matte("#c8402f", 0.4),
    ),
    part(move(ball([0.2, 0.46, 0.2]), [0, -1.5, 0.22]), glass("#4fb7ea", 0.8)),
    part(
      at(
        turn(cylinder(0.06, 0.11), [90, 0, 0]),
        [-1.2, 0.16, -0.14],
        [1.2, 0.16, -0.14],
        [0, 0.14, 0],
      ),
      glowing("#6fe3ff"),
    ),
  ],
};

const chessPawn: Family = {
  names: ["pawn", "chess pawn", "chess piece"],
  build: ({ main }) => [
    part(
      union(
        lathe([
          [0, 0],
          ...smooth(
            [
              [0.2, 0],
              [0.21, 0.025],
              [0.2, 0.055],
              [0.16, 0.075],
              [0.165, 0.1],
              [0.11, 0.16],
              [0.075, 0.26],
              [0.062, 0.37],
              [0.08, 0.4],
            ],
            6,
          ),
          [0, 0.42],
        ]),
        move(scale(ball(0.12), [1, 1, 0.2]), [0, 0, 0.415]),
        move(ball(0.125), [0, 0, 0.54]),
      ),
      main(glossy("#ece0c4")),
    ),
  ],
};

const text: Family = {
  names: ["3d text", "text", "letters", "word"],
  build({ main, text: words }) {
    const outlines = outlineText(words === "" ? "ABC" : words);
    return [
      part(move(turn(letters(outlines, 0.26), [90, 0, 0]), [0, 0.13, 0]), main(glossy("#e0483c"))),
    ];
  },
};

const sneaker: Family = {
  names: ["sneaker", "running shoe", "trainer", "sports shoe"],
  parts: ["sole", "lace"],
  build: ({ main, detail }) => [
    part(
      hull(
        move(scale(cylinder(0.03, 0.052), [1, 1.25, 1]), [0, -0.2, 0]),
        move(scale(cylinder(0.035, 0.043), [1, 1.2, 1]), [0, 0.03, 0]),
        move(cylinder(0.038, 0.042), [0, 0.06, 0]),
      ),
      detail("sole", matte("#f4f4f2", 0.7)),
    ),
    part(
      cut(
        hull(
          move(ball([0.047, 0.06, 0.034]), [0, -0.2, 0.045]),
          move(ball([0.042, 0.06, 0.05]), [0, -0.08, 0.07]),
          move(ball([0.04, 0.04, 0.05]), [0, 0.055, 0.1]),
          move(ball([0.04, 0.045, 0.03]), [0, 0.05, 0.05]),
        ),
        move(scale(cylinder(0.12, 0.032), [1, 1.5, 1]), [0, 0.035, 0.075]),
        move(box(0.3, 0.6, 0.06), [0, 0, -0.03]),
      ),
      main(matte("#2f74d0", 0.7)),
    ),
    part(
      union(
        ...[0, 1, 2, 3].map((lace) => {
          const y = -0.15 + lace * 0.032;
          const z = 0.098 + lace * 0.0125;
          return tube(
            [
              [-0.026, y, z],
              [0, y - 0.004, z + 0.012],
              [0.026, y, z],
            ],
            0.0045,
          );
        }),
      ),
      detail("lace", matte("#fafafa", 0.8)),
    ),
    part(
      mirrored(
        move(turn(prism(circleOutline(0.02, 16), 0.006), [90, 0, 80]), [0.046, -0.04, 0.07]),
        "x",
      ),
      matte("#f4f4f2", 0.6),
    ),
  ],
};

export const figures: readonly Family[] = [
  head,
  hand,
  skull,
  sculpture,
  spaceship,
  chessPawn,
  text,
  sneaker,
];
