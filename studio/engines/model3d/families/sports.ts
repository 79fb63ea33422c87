import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  common,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  ring,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const steel = metal("#c2c6cb", 0.25);
const wood = matte("#c08a4e", 0.5);
const grip = matte("#26282d", 0.8);

/** An upright board with rounded ends, seen from its flat side: its outline is an ellipse of a power. */
function boardOutline(width: number, length: number, power: number, waist = 0): Point[] {
  const points = 40;
  return Array.from({ length: points }, (_, index) => {
    const angle = (2 * Math.PI * index) / points;
    const [x, z] = [Math.cos(angle), Math.sin(angle)];
    const curve = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / power);
    const narrow = 1 - waist * (1 - Math.abs(curve(z))) * 0.5;
    return [(curve(x) * width * narrow) / 2, length / 2 + (curve(z) * length) / 2];
  });
}

const surfboard: Family = {
  names: ["surfboard", "surf board", "paddleboard"],
  near: ["boogie board", "wakeboard", "water ski"],
  parts: ["stripe", "fin"],
  build: ({ main, detail }) => [
    part(
      common(slab(boardOutline(0.52, 1.9, 2), 0.2), move(ball([0.3, 0.036, 1.05]), [0, 0, 0.95])),
      main(glossy("#f3efe4")),
    ),
    part(
      common(slab(boardOutline(0.1, 1.86, 2), 0.2), move(ball([0.3, 0.038, 1.05]), [0, 0, 0.95])),
      detail("stripe", glossy("#2f8fc8")),
    ),
    part(
      at(
        hull(
          box(0.01, 0.1, 0.01),
          move(box(0.008, 0.03, 0.01), [0, 0.06, 0.02]),
          move(box(0.01, 0.02, 0.01), [0, 0.0, 0.14]),
        ),
        [0, 0.03, 0.14],
      ),
      detail("fin", grip),
    ),
  ],
};

const snowboard: Family = {
  names: ["snowboard"],
  parts: ["binding", "stripe"],
  build: ({ main, detail }) => [
    part(slab(boardOutline(0.3, 1.55, 3.2, 0.25), 0.014), main(glossy("#d6403a"))),
    part(
      slab(
        boardOutline(0.3, 1.55, 3.2, 0.25).map(([x, z]) => [x * 0.35, z * 0.86 + 0.11] as const),
        0.018,
      ),
      detail("stripe", glossy("#f2c744")),
    ),
    part(
      at(
        union(
          move(turn(box(0.12, 0.2, 0.02, 0.008), [90, 0, 0]), [0, -0.015, 0]),
          move(ring(0.055, 0.018), [0, -0.06, 0.05]),
          move(ring(0.05, 0.015), [0, -0.06, -0.05]),
        ),
        [0, 0, 0.52],
        [0, 0, 1.02],
      ),
      detail("binding", grip),
    ),
  ],
};

const skis: Family = {
  names: ["skis", "ski", "pair of skis"],
  parts: ["binding", "pole"],
  build: ({ main, detail }) => [
    part(
      at(
        union(
          slab(boardOutline(0.1, 1.6, 4, 0.3), 0.016),
          hull(
            move(box(0.09, 0.016, 0.01), [0, 0, 1.57]),
            move(box(0.03, 0.012, 0.01), [0, -0.09, 1.76]),
          ),
        ),
        [-0.09, 0, 0],
        [0.09, 0, 0],
      ),
      main(glossy("#2f6fc0")),
    ),
    part(
      at(
        union(
          move(box(0.06, 0.05, 0.1, 0.012), [0, -0.03, 0.84]),
          move(box(0.06, 0.05, 0.07, 0.012), [0, -0.03, 0.62]),
        ),
        [-0.09, 0, 0],
        [0.09, 0, 0],
      ),
      detail("binding", grip),
    ),
    part(
      at(
        union(
          move(cylinder(1.15, 0.008), [0, 0.02, 0]),
          move(cylinder(0.008, 0.05), [0, 0.02, 0.08]),
        ),
        [-0.24, 0, 0],
        [0.24, 0, 0],
      ),
      detail("pole", steel),
    ),
    part(at(move(cylinder(0.13, 0.017, 0.02), [0, 0.02, 1.15]), [-0.24, 0, 0], [0.24, 0, 0]), grip),
  ],
};

const skiPole: Family = {
  names: ["ski pole", "ski stick", "ski poles", "hiking pole"],
  build: ({ main }) => [
    part(move(cylinder(1.1, 0.008), [0, 0, 0.02]), main(metal("#3a7fc8", 0.3))),
    part(
      union(
        move(cylinder(0.008, 0.05), [0, 0, 0.1]),
        move(cylinder(0.13, 0.016, 0.02), [0, 0, 1.1]),
      ),
      grip,
    ),
    part(cylinder(0.04, 0.002, 0.007), steel),
  ],
};

/** A racket with strings in an oval frame. */
function racket(
  names: readonly string[],
  size: { width: number; length: number; handle: number },
): Family {
  const { width, length, handle } = size;
  const middle = handle + length / 2 + width * 0.45;
  const strings = (count: number, isUpright: boolean): Solid[] =>
    Array.from({ length: count }, (_, index) => {
      const offset = ((index + 1) / (count + 1) - 0.5) * (isUpright ? width : length);
      return isUpright
        ? move(box(0.003, 0.003, length), [offset, 0, middle - length / 2])
        : move(box(width, 0.003, 0.003), [0, 0, middle + offset]);
    });
  return {
    names,
    parts: ["handle", "string", "strings"],
    build: ({ main, detail }) => [
      part(
        union(
          move(turn(scale(ring(0.5, 0.05), [width, length, Math.min(width, 0.2)]), [90, 0, 0]), [
            0,
            0,
            middle,
          ]),
          ...[-1, 1].map((side) =>
            hull(
              move(ball(0.01), [0, 0, handle]),
              move(ball(0.01), [side * width * 0.27, 0, middle - length * 0.43]),
            ),
          ),
        ),
        main(glossy("#d23b36")),
      ),
      part(
        common(
          union(...strings(11, true), ...strings(13, false)),
          move(turn(scale(cylinder(0.2, 0.5), [width, length, 1]), [90, 0, 0]), [0, 0.1, middle]),
        ),
        detail("string", detail("strings", matte("#f1f2ee"))),
      ),
      part(union(cylinder(handle, 0.016), cylinder(0.02, 0.019)), detail("handle", grip)),
    ],
  };
}

const paddleBat: Family = {
  names: ["table tennis paddle", "ping pong paddle", "table tennis racket", "ping-pong bat"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      move(turn(scale(cylinder(0.014, 0.078), [1, 1.04, 1]), [90, 0, 0]), [0, 0.007, 0.175]),
      main(matte("#c9302c", 0.8)),
    ),
    part(
      union(
        move(turn(scale(cylinder(0.006, 0.08), [1, 1.04, 1]), [90, 0, 0]), [0, 0.003, 0.175]),
        hull(box(0.03, 0.022, 0.01), move(box(0.026, 0.02, 0.01), [0, 0, 0.1])),
      ),
      detail("handle", wood),
    ),
  ],
};

const baseballBat: Family = {
  names: ["baseball bat", "wooden bat", "softball bat", "cricket bat"],
  near: ["club", "poker"],
  parts: ["handle", "grip"],
  build({ main, detail, has }) {
    if (has("cricket")) {
      return [
        part(
          hull(box(0.105, 0.05, 0.5, 0.012), move(box(0.05, 0.03, 0.02), [0, 0, 0.56])),
          main(matte("#d9b77a", 0.6)),
        ),
        part(move(cylinder(0.28, 0.017), [0, 0, 0.56]), detail("handle", detail("grip", grip))),
      ];
    }
    return [
      part(
        lathe(
          smooth([
            [0, 0.84],
            [0.028, 0.835],
            [0.034, 0.78],
            [0.033, 0.62],
            [0.022, 0.42],
            [0.014, 0.24],
            [0.0125, 0.03],
            [0, 0.03],
          ]).toReversed(),
        ),
        main(wood),
      ),
      part(
        union(
          lathe(
            smooth([
              [0, 0],
              [0.024, 0.004],
              [0.024, 0.016],
              [0.0135, 0.03],
              [0.0138, 0.2],
              [0, 0.2],
            ]),
          ),
        ),
        detail("handle", detail("grip", matte("#4a2f1c", 0.8))),
      ),
    ];
  },
};

const baseballGlove: Family = {
  names: ["baseball glove", "baseball mitt", "catcher's mitt", "catchers mitt", "mitt"],
  build: ({ main }) => [
    part(
      union(
        cut(
          scale(ball(0.12), [1, 0.55, 1]),
          move(scale(ball(0.1), [1, 0.55, 1]), [0, -0.045, 0.03]),
        ),
        ...[-0.09, -0.045, 0, 0.045].map((x, index) =>
          hull(
            move(ball(0.024), [x, 0, 0.07]),
            move(ball(0.02), [x * 1.35, -0.02, 0.17 - Math.abs(index - 1.6) * 0.012]),
          ),
        ),
        hull(move(ball(0.028), [0.09, -0.01, 0]), move(ball(0.022), [0.14, -0.04, 0.1])),
        move(box(0.14, 0.1, 0.05, 0.02), [0, 0, -0.14]),
      ),
      main(matte("#9a5a2c", 0.6)),
    ),
    part(
      union(
        ...[0.05, 0.09].map((z) =>
          tube(
            [
              [0.055, -0.03, z],
              [0.09, -0.04, z + 0.01],
              [0.13, -0.04, z],
            ],
            0.006,
          ),
        ),
        tube(
          [
            [-0.13, -0.03, 0.1],
            [-0.06, -0.045, 0.12],
            [0, -0.045, 0.125],
            [0.06, -0.04, 0.11],
          ],
          0.006,
        ),
      ),
      matte("#e0c08a", 0.8),
    ),
  ],
};

const frisbee: Family = {
  names: ["frisbee", "flying disc", "frisbee disc"],
  build: ({ main }) => [
    part(
      cut(
        lathe(
          smooth([
            [0, 0],
            [0.13, 0],
            [0.136, 0.012],
            [0.125, 0.026],
            [0.09, 0.032],
            [0, 0.034],
          ]),
        ),
        lathe([
          [0, -0.01],
          [0.127, -0.01],
          [0.122, 0.02],
          [0, 0.026],
        ]),
      ),
      main(glossy("#e8502e")),
    ),
    part(
      union(
        ...[0.05, 0.075, 0.1].map((radius) =>
          move(ring(radius, 0.0025), [0, 0, 0.0325 - radius * 0.02]),
        ),
      ),
      matte("#f6d64a"),
    ),
  ],
};

const golfClub: Family = {
  names: ["golf club", "putter"],
  near: ["hockey stick", "golf stick"],
  parts: ["grip"],
  build: ({ main, detail }) => [
    part(
      hull(
        move(ball([0.02, 0.014, 0.016]), [0.01, 0, 0.02]),
        move(ball([0.03, 0.018, 0.024]), [-0.07, 0, 0.024]),
      ),
      main(metal("#4a4f57", 0.25)),
    ),
    part(
      tube(
        [
          [0.015, 0, 0.03],
          [0.12, 0, 0.75],
        ],
        0.006,
      ),
      steel,
    ),
    part(
      tube(
        [
          [0.12, 0, 0.75],
          [0.155, 0, 1.0],
        ],
        0.012,
      ),
      detail("grip", grip),
    ),
  ],
};

const dumbbell: Family = {
  names: ["dumbbell", "dumbbells", "barbell", "weights"],
  near: ["kettlebell"],
  parts: ["handle"],
  build({ main, detail, has }) {
    const length = has("barbell") ? 1.3 : 0.16;
    const radius = has("barbell") ? 0.2 : 0.075;
    return [
      part(
        at(
          union(
            ...[-1, 1].flatMap((side) =>
              [0, 0.05].map((out, index) =>
                move(turn(cylinder(0.045, radius * (1 - index * 0.18)), [0, 90, 0]), [
                  side * (length / 2 + out + 0.022) - 0.0225,
                  0,
                  radius,
                ]),
              ),
            ),
          ),
          [0, 0, 0],
        ),
        main(matte("#2d2f35", 0.5)),
      ),
      part(
        move(turn(cylinder(length + 0.26, 0.015), [0, 90, 0]), [-(length + 0.26) / 2, 0, radius]),
        detail("handle", steel),
      ),
    ];
  },
};

const soccerBall: Family = {
  names: ["soccer ball", "football", "soccerball"],
  build({ main }) {
    const golden = (1 + Math.sqrt(5)) / 2;
    const vertices = [-1, 1].flatMap((a) =>
      [-golden, golden].flatMap(
        (b) =>
          [
            [0, a, b],
            [a, b, 0],
            [b, 0, a],
          ] as const,
      ),
    );
    const radius = 0.11;
    const length = Math.hypot(1, golden);
    return [
      part(move(ball(radius), [0, 0, radius]), main(matte("#f5f5f2", 0.45))),
      part(
        move(
          common(
            cut(ball(radius * 1.008), ball(radius * 0.97)),
            union(
              ...vertices.map(([x, y, z]) =>
                hull(
                  ball(0.001),
                  move(
                    turn(
                      turn(cylinder(0.002, 0.038, 0.038, 5), [
                        0,
                        (Math.acos(z / length) * 180) / Math.PI,
                        0,
                      ]),
                      [0, 0, (Math.atan2(y, x) * 180) / Math.PI],
                    ),
                    [
                      (x / length) * radius * 1.01,
                      (y / length) * radius * 1.01,
                      (z / length) * radius * 1.01,
                    ],
                  ),
                ),
              ),
            ),
          ),
          [0, 0, radius],
        ),
        matte("#202126", 0.5),
      ),
    ];
  },
};

const seamBall = (
  names: readonly string[],
  near: readonly string[],
  radius: number,
  color: string,
  seam: string,
): Family => ({
  names,
  near,
  build: ({ main }) => [
    part(move(ball(radius), [0, 0, radius]), main(matte(color, 0.85))),
    part(
      move(
        union(
          tube(
            Array.from({ length: 61 }, (_, index) => {
              const angle = (index / 60) * 2 * Math.PI;
              const [a, b] = [0.75, 0.25];
              const point = [
                a * Math.cos(angle) + b * Math.cos(3 * angle),
                a * Math.sin(angle) - b * Math.sin(3 * angle),
                2 * Math.sqrt(a * b) * Math.sin(2 * angle),
              ] as const;
              return [point[0] * radius, point[1] * radius, point[2] * radius] as const;
            }),
            radius * 0.035,
          ),
        ),
        [0, 0, radius],
      ),
      matte(seam, 0.8),
    ),
  ],
});

const americanFootball: Family = {
  names: ["american football", "rugby ball"],
  parts: ["lace", "laces", "stripe"],
  build: ({ main, detail }) => [
    part(
      move(
        turn(
          lathe(
            smooth(
              [
                [0, -0.14],
                [0.03, -0.125],
                [0.075, -0.06],
                [0.085, 0],
                [0.075, 0.06],
                [0.03, 0.125],
                [0, 0.14],
              ],
              6,
            ),
          ),
          [0, 90, 0],
        ),
        [0, 0, 0.085],
      ),
      main(matte("#8a4a26", 0.7)),
    ),
    part(
      union(
        ...[-0.03, -0.015, 0, 0.015, 0.03].map((x) => move(box(0.004, 0.03, 0.006), [x, 0, 0.166])),
        move(box(0.09, 0.005, 0.008), [0, 0, 0.165]),
      ),
      detail("lace", detail("laces", matte("#f5f3ec"))),
    ),
    part(
      move(
        union(
          ...[-0.085, 0.085].map((x) => move(turn(ring(0.0595, 0.004), [0, 90, 0]), [x, 0, 0])),
        ),
        [0, 0, 0.085],
      ),
      detail("stripe", matte("#f5f3ec")),
    ),
  ],
};

const bowlingPin: Family = {
  names: ["bowling pin", "skittle"],
  build: ({ main }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.028, 0],
          [0.045, 0.06],
          [0.06, 0.13],
          [0.04, 0.22],
          [0.024, 0.28],
          [0.033, 0.34],
          [0.022, 0.375],
          [0, 0.38],
        ]),
      ),
      main(glossy("#f6f3ec")),
    ),
    part(at(ring(0.0265, 0.004), [0, 0, 0.262], [0, 0, 0.29]), glossy("#d23b36")),
  ],
};

const dartboard: Family = {
  names: ["dartboard", "dart board", "target"],
  build({ main }) {
    const segment = (index: number): Solid =>
      turn(
        hull(
          move(box(0.002, 0.012, 0.002), [0, 0, 0.02]),
          move(box(0.062, 0.012, 0.002), [0, 0, 0.198]),
        ),
        [0, index * 18, 0],
      );
    return [
      part(
        move(turn(cylinder(0.035, 0.225), [90, 0, 0]), [0, 0.03, 0.225]),
        main(matte("#1f2024", 0.8)),
      ),
      part(
        move(
          union(...Array.from({ length: 10 }, (_, index) => segment(index * 2))),
          [0, -0.002, 0.225],
        ),
        matte("#efe4c6", 0.9),
      ),
      part(
        move(at(turn(ring(0.11, 0.006), [90, 0, 0]), [0, -0.007, 0]), [0, 0, 0.225]),
        matte("#c8332e"),
      ),
      part(move(turn(ring(0.19, 0.006), [90, 0, 0]), [0, -0.007, 0.225]), matte("#2f8a4c")),
      part(move(turn(cylinder(0.012, 0.016), [90, 0, 0]), [0, -0.001, 0.225]), matte("#c8332e")),
    ];
  },
};

const boxingGlove: Family = {
  names: ["boxing glove", "boxing gloves"],
  build: ({ main }) => [
    part(
      union(
        hull(
          move(scale(ball(0.09), [1, 0.8, 1]), [0, 0, 0.22]),
          move(ball([0.06, 0.05, 0.05]), [0, 0, 0.12]),
        ),
        hull(move(ball(0.035), [0.08, -0.04, 0.15]), move(ball(0.032), [0.06, -0.07, 0.24])),
      ),
      main(glossy("#c9282d")),
    ),
    part(
      cut(cylinder(0.11, 0.062, 0.055), move(cylinder(0.1, 0.05), [0, 0, -0.01])),
      matte("#f4f2ec", 0.7),
    ),
  ],
};

const oar: Family = {
  names: ["oar", "paddle", "canoe paddle", "rowing oar"],
  parts: ["blade", "handle"],
  build: ({ main, detail }) => [
    part(
      union(
        move(cylinder(1.05, 0.016), [0, 0, 0.42]),
        move(turn(cylinder(0.1, 0.018), [0, 90, 0]), [-0.05, 0, 1.47]),
      ),
      detail("handle", main(wood)),
    ),
    part(
      hull(
        move(turn(scale(cylinder(0.014, 0.085), [1, 0.8, 1]), [90, 0, 0]), [0, 0.007, 0.07]),
        move(turn(cylinder(0.014, 0.07), [90, 0, 0]), [0, 0.007, 0.3]),
        move(ball(0.017), [0, 0, 0.5]),
      ),
      detail("blade", main(wood)),
    ),
  ],
};

const whistle: Family = {
  names: ["whistle", "referee whistle"],
  build: ({ main }) => [
    part(
      cut(
        union(
          move(turn(cylinder(0.02, 0.016), [90, 0, 0]), [0, 0.01, 0.018]),
          hull(
            move(box(0.02, 0.02, 0.012), [-0.01, 0, 0.022]),
            move(box(0.004, 0.016, 0.008), [-0.045, 0, 0.025]),
          ),
        ),
        move(box(0.008, 0.014, 0.02), [-0.012, 0, 0.028]),
      ),
      main(metal("#c9ccd1", 0.2)),
    ),
    part(move(turn(ring(0.007, 0.0018), [90, 0, 0]), [0.021, 0, 0.02]), steel),
  ],
};

const trampoline: Family = {
  names: ["trampoline"],
  surface: 0.7,
  build: ({ main }) => [
    part(move(ring(1.5, 0.06), [0, 0, 0.7]), main(matte("#2f6fc0", 0.7))),
    part(move(cylinder(0.02, 1.46), [0, 0, 0.69]), matte("#1f2126", 0.9)),
    part(around(move(cylinder(0.7, 0.03), [1.5, 0, 0]), 6), steel),
  ],
};

export const sports: readonly Family[] = [
  surfboard,
  snowboard,
  skis,
  skiPole,
  racket(["tennis racket", "racket", "tennis racquet"], {
    width: 0.26,
    length: 0.34,
    handle: 0.22,
  }),
  racket(["badminton racket", "squash racket"], { width: 0.2, length: 0.26, handle: 0.3 }),
  paddleBat,
  baseballBat,
  baseballGlove,
  frisbee,
  golfClub,
  dumbbell,
  soccerBall,
  seamBall(["baseball", "softball"], ["cricket ball"], 0.037, "#f6f3ea", "#c8332e"),
  seamBall(["tennis ball"], [], 0.033, "#cfe03a", "#f4f5ee"),
  seamBall(["volleyball"], ["handball"], 0.105, "#f7f4e8", "#3a6fd8"),
  americanFootball,
  bowlingPin,
  dartboard,
  boxingGlove,
  oar,
  whistle,
  trampoline,
];
