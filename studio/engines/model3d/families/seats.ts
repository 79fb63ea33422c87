import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Vec3 } from "#studio/engines/model3d/solid.ts";
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
  mirrored,
  move,
  ring,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const darkWood = matte("#4a2b1a", 0.5);
const gold = metal("#d9b25a", 0.22);
const chrome = metal("#cdd1d6", 0.18);

/** The legs of antique furniture, which curve outwards to a foot. */
const curvedLeg = (height: number) =>
  tube(
    smooth([
      [0.03, height],
      [0.05, height * 0.7],
      [0.02, height * 0.3],
      [0.04, 0.02],
    ]).map(([x, z]): Vec3 => [x, 0, z]),
    0.022,
  );

const throne: Family = {
  names: ["throne", "royal throne", "king's throne", "kings throne"],
  surface: 0.62,
  parts: ["cushion", "seat", "gem", "back"],
  build: ({ main, detail }) => {
    const crest: Point[] = [
      [-0.42, 0],
      [0.42, 0],
      [0.42, 1.3],
      [0.3, 1.42],
      [0.16, 1.38],
      [0, 1.62],
      [-0.16, 1.38],
      [-0.3, 1.42],
      [-0.42, 1.3],
    ];
    const velvet = detail("cushion", detail("seat", matte("#a01f35", 0.95)));
    return [
      part(
        union(
          move(box(1.3, 1.2, 0.14, 0.02), [0, -0.06, 0]),
          move(box(1.06, 0.96, 0.12, 0.02), [0, 0, 0.14]),
          move(box(0.84, 0.74, 0.26, 0.02), [0, 0, 0.26]),
          move(slab(crest, 0.12), [0, 0.34, 0.5]),
          mirrored(
            union(
              move(box(0.12, 0.66, 0.1, 0.03), [0.4, -0.02, 0.8]),
              move(cylinder(0.34, 0.045), [0.4, -0.3, 0.5]),
              move(ball(0.075), [0.4, -0.36, 0.85]),
              move(cylinder(1.42, 0.05, 0.045), [0.42, 0.34, 0.5]),
              move(ball(0.08), [0.42, 0.34, 1.97]),
            ),
            "x",
          ),
        ),
        main(gold),
      ),
      part(
        union(
          move(box(0.7, 0.62, 0.14, 0.06), [0, -0.03, 0.48]),
          move(box(0.62, 0.08, 0.86, 0.035), [0, 0.28, 0.76]),
        ),
        velvet,
      ),
      part(
        union(
          move(scale(ball(0.06), [1, 0.6, 1.2]), [0, 0.26, 1.86]),
          ...[-1, 1].map((side) =>
            move(scale(ball(0.045), [1, 0.6, 1]), [side * 0.28, 0.27, 1.76]),
          ),
        ),
        detail("gem", glossy("#2f58c8")),
      ),
    ];
  },
};

const beanBag: Family = {
  names: ["bean bag chair", "beanbag chair", "bean bag", "beanbag", "bean bags"],
  surface: 0.34,
  build: ({ main }) => [
    part(
      union(
        hull(
          move(ball([0.45, 0.45, 0.2]), [0, -0.06, 0.2]),
          move(ball([0.36, 0.22, 0.24]), [0, 0.26, 0.48]),
          move(ball([0.14, 0.1, 0.1]), [0, 0.34, 0.76]),
        ),
        move(ball(0.05), [0, 0.35, 0.86]),
      ),
      main(matte("#d9573f", 0.95)),
    ),
  ],
};

const wingChair: Family = {
  names: ["wingback chair", "wing chair", "wingback armchair", "wingback"],
  surface: 0.48,
  parts: ["leg", "cushion", "button"],
  build: ({ main, detail }) => {
    const cloth = main(matte("#2f6a55", 0.9));
    return [
      part(
        union(
          move(box(0.74, 0.7, 0.26, 0.05), [0, 0, 0.2]),
          move(turn(box(0.7, 0.16, 0.86, 0.07), [-8, 0, 0]), [0, 0.3, 0.3]),
          mirrored(
            union(
              move(box(0.13, 0.66, 0.4, 0.06), [0.36, -0.02, 0.24]),
              hull(
                move(box(0.08, 0.2, 0.1, 0.035), [0.37, 0.24, 0.56]),
                move(box(0.08, 0.34, 0.3, 0.035), [0.38, 0.2, 0.82]),
              ),
            ),
            "x",
          ),
        ),
        cloth,
      ),
      part(move(box(0.58, 0.6, 0.14, 0.06), [0, -0.06, 0.4]), detail("cushion", cloth)),
      part(
        at(
          ball(0.016),
          ...[0.68, 0.86, 1.04].flatMap((z): Vec3[] =>
            [-0.2, 0, 0.2].map((x) => [x, 0.235 + (z - 0.68) * 0.14, z]),
          ),
        ),
        detail("button", matte("#173c2f", 0.8)),
      ),
      part(at(cylinder(0.2, 0.02, 0.032), ...corners(0.31, 0.28)), detail("leg", darkWood)),
    ];
  },
};

const chaise: Family = {
  names: ["chaise longue", "chaise lounge", "chaise", "fainting couch", "daybed", "divan"],
  surface: 0.42,
  parts: ["leg", "pillow", "cushion"],
  build: ({ main, detail }) => {
    const cloth = main(matte("#8b3f5e", 0.9));
    return [
      part(
        union(
          move(box(1.6, 0.62, 0.18, 0.07), [0, 0, 0.24]),
          hull(
            move(turn(cylinder(0.6, 0.08), [90, 0, 0]), [-0.84, 0.3, 0.86]),
            move(turn(cylinder(0.6, 0.1), [90, 0, 0]), [-0.68, 0.3, 0.34]),
          ),
          move(turn(cylinder(0.6, 0.1), [90, 0, 0]), [-0.88, 0.3, 0.86]),
          move(
            hull(
              move(box(0.06, 0.1, 0.3, 0.03), [-0.7, 0, 0.3]),
              move(box(0.1, 0.1, 0.1, 0.03), [0.1, 0, 0.3]),
            ),
            [0, 0.28, 0.08],
          ),
        ),
        cloth,
      ),
      part(
        move(turn(cylinder(0.5, 0.09), [90, 0, 0]), [-0.56, 0.24, 0.5]),
        detail("pillow", detail("cushion", matte("#e6c9a0", 0.9))),
      ),
      part(
        union(
          move(box(1.56, 0.58, 0.06, 0.02), [0, 0, 0.2]),
          ...[0, 90, 180, 270].map((_, index) =>
            move(scale(curvedLeg(0.22), [index % 2 === 0 ? -1 : 1, 1, 1]), [
              (index % 2 === 0 ? -1 : 1) * 0.68,
              index < 2 ? -0.23 : 0.23,
              0,
            ]),
          ),
        ),
        detail("leg", darkWood),
      ),
    ];
  },
};

const adirondack: Family = {
  names: ["adirondack chair", "adirondack"],
  surface: 0.36,
  build: ({ main }) => [
    part(
      union(
        ...[-0.24, -0.12, 0, 0.12, 0.24].map((x, index) =>
          move(
            turn(box(0.1, 0.025, [0.72, 0.8, 0.84, 0.8, 0.72][index] ?? 0.8, 0.01), [-24, 0, 0]),
            [x, 0.16, 0.24],
          ),
        ),
        ...[0, 1, 2, 3].map((index) =>
          move(turn(box(0.56, 0.11, 0.025, 0.01), [-12, 0, 0]), [
            0,
            0.1 - index * 0.125,
            0.27 + index * 0.027,
          ]),
        ),
        mirrored(
          union(
            move(box(0.13, 0.78, 0.03, 0.012), [0.35, -0.02, 0.56]),
            move(box(0.03, 0.1, 0.56, 0.01), [0.34, -0.3, 0]),
            hull(
              move(box(0.03, 0.08, 0.1), [0.29, -0.32, 0.28]),
              move(box(0.03, 0.1, 0.05), [0.29, 0.5, 0]),
            ),
            move(turn(box(0.03, 0.06, 0.5), [14, 0, 0]), [0.34, 0.34, 0.08]),
          ),
          "x",
        ),
        move(box(0.6, 0.03, 0.08, 0.01), [0, 0.36, 0.58]),
      ),
      main(matte("#3f86b5", 0.7)),
    ),
  ],
};

const barberChair: Family = {
  names: ["barber chair", "dentist chair", "gaming chair", "salon chair", "barber's chair"],
  surface: 0.58,
  parts: ["seat", "base", "stripe"],
  build({ main, detail, has }) {
    const isGaming = has("gaming");
    const leather = main(matte(isGaming ? "#232428" : "#a3242c", 0.4));
    const base = isGaming
      ? union(
          around(
            hull(
              move(box(0.03, 0.04, 0.03), [0.33, 0, 0.07]),
              move(cylinder(0.06, 0.03), [0, 0, 0.09]),
            ),
            5,
          ),
          move(cylinder(0.34, 0.03), [0, 0, 0.12]),
          around(move(ball(0.04), [0.33, 0, 0.04]), 5),
        )
      : union(
          lathe(
            smooth([
              [0, 0],
              [0.3, 0],
              [0.29, 0.03],
              [0.08, 0.07],
              [0.065, 0.12],
              [0.065, 0.42],
              [0, 0.42],
            ]),
          ),
          move(box(0.38, 0.2, 0.03, 0.012), [0, -0.5, 0.16]),
          mirrored(
            tube(
              [
                [0.15, -0.2, 0.42],
                [0.15, -0.44, 0.2],
                [0.15, -0.5, 0.175],
              ],
              0.016,
            ),
            "x",
          ),
        );
    return [
      part(
        union(
          move(box(0.56, 0.56, 0.14, 0.05), [0, 0, 0.44]),
          move(
            turn(box(isGaming ? 0.5 : 0.54, 0.13, isGaming ? 0.86 : 0.58, 0.055), [-10, 0, 0]),
            [0, 0.25, 0.5],
          ),
          isGaming
            ? mirrored(move(turn(box(0.08, 0.2, 0.5, 0.035), [-10, 0, 0]), [0.25, 0.2, 0.72]), "x")
            : move(turn(box(0.3, 0.1, 0.16, 0.05), [-10, 0, 0]), [0, 0.36, 1.06]),
        ),
        leather,
      ),
      part(
        union(
          base,
          mirrored(
            union(
              move(box(0.06, 0.4, 0.04, 0.015), [0.32, -0.02, 0.72]),
              move(box(0.035, 0.05, 0.3), [0.31, 0.1, 0.46]),
            ),
            "x",
          ),
        ),
        detail("base", isGaming ? matte("#3a3c42", 0.5) : chrome),
      ),
      ...(isGaming
        ? [
            part(
              union(
                mirrored(
                  move(turn(box(0.05, 0.14, 0.8, 0.02), [-10, 0, 0]), [0.19, 0.235, 0.53]),
                  "x",
                ),
                move(turn(box(0.26, 0.08, 0.14, 0.035), [-10, 0, 0]), [0, 0.27, 1.18]),
                mirrored(move(box(0.05, 0.58, 0.12, 0.02), [0.2, 0, 0.465]), "x"),
              ),
              detail("stripe", matte("#d2232d", 0.5)),
            ),
          ]
        : []),
    ];
  },
};

const posterBed: Family = {
  names: ["four-poster bed", "four poster bed", "canopy bed", "princess bed", "poster bed"],
  surface: 0.6,
  parts: ["curtain", "pillow", "blanket", "canopy"],
  build: ({ main, detail }) => {
    const drape = detail("curtain", detail("canopy", matte("#b9485f", 0.95)));
    const fold = (x: number, y: number) =>
      move(
        lathe(
          smooth([
            [0, 0],
            [0.09, 0],
            [0.1, 0.5],
            [0.05, 0.95],
            [0.1, 1.5],
            [0.11, 1.62],
            [0, 1.62],
          ]),
        ),
        [x, y, 0.4],
      );
    return [
      part(
        union(
          at(
            union(
              cylinder(2.1, 0.04),
              move(ball(0.06), [0, 0, 0.5]),
              move(ball(0.06), [0, 0, 1.2]),
              move(ball(0.07), [0, 0, 2.14]),
            ),
            ...corners(0.86, 1.02),
          ),
          move(box(1.72, 2.1, 0.16, 0.02), [0, 0, 0.26]),
          move(box(1.7, 0.08, 0.9, 0.03), [0, 1.02, 0.3]),
          move(cut(box(1.84, 2.16, 0.12), box(1.7, 2.02, 0.4)), [0, 0, 2]),
        ),
        main(darkWood),
      ),
      part(move(box(1.62, 1.98, 0.22, 0.07), [0, 0, 0.38]), matte("#f7f3ea", 0.9)),
      part(
        move(box(1.68, 1.36, 0.12, 0.05), [0, -0.32, 0.52]),
        detail("blanket", matte("#c98aa0", 0.95)),
      ),
      part(
        at(box(0.66, 0.42, 0.16, 0.075), [-0.4, 0.74, 0.58], [0.4, 0.74, 0.58]),
        detail("pillow", matte("#ffffff", 0.9)),
      ),
      part(
        union(
          ...[-1, 1].flatMap((x) => [fold(x * 0.86, -1), fold(x * 0.86, 1)]),
          move(
            cut(box(1.88, 2.2, 0.18, 0.01), move(box(1.84, 2.16, 0.4), [0, 0, -0.1])),
            [0, 0, 1.92],
          ),
          move(box(1.8, 2.12, 0.02), [0, 0, 2.08]),
        ),
        drape,
      ),
    ];
  },
};

const clawBathtub: Family = {
  names: [
    "clawfoot bathtub",
    "claw-foot bathtub",
    "claw foot bathtub",
    "clawfoot tub",
    "claw-foot tub",
    "claw foot tub",
    "claw-footed bathtub",
    "clawfooted bathtub",
    "vintage bathtub",
  ],
  inside: 0.2,
  parts: ["foot", "faucet", "tap", "leg"],
  build({ main, detail }) {
    const shell = (inset: number) =>
      hull(
        move(scale(cylinder(0.01, 0.3 - inset), [1.5, 1, 1]), [0, 0, 0.14 + inset]),
        move(scale(cylinder(0.01, 0.36 - inset), [2.05, 1, 1]), [0, 0, 0.58]),
        move(scale(cylinder(0.01, 0.3 - inset), [1.2, 1, 1]), [-0.42, 0, 0.7]),
      );
    const rim = (x: number) => 0.575 + (x < -0.1 ? 0.125 * Math.min(1, (-0.1 - x) / 0.4) : 0);
    const edge: Vec3[] = Array.from({ length: 41 }, (_, index) => {
      const angle = (index / 40) * 2 * Math.PI;
      const x = 0.74 * Math.cos(angle);
      return [x, 0.355 * Math.sin(angle), rim(x) + 0.01];
    });
    return [
      part(
        union(
          cut(shell(0), move(shell(0.035), [0, 0, 0.012]), move(box(3, 2, 1), [0.9, 0, 0.586])),
          tube(edge, 0.026),
        ),
        main(glossy("#f7f7f4")),
      ),
      part(
        at(
          union(
            move(ball([0.05, 0.05, 0.042]), [0, 0, 0.042]),
            hull(move(ball(0.035), [0, 0, 0.06]), move(ball(0.07), [0, 0, 0.2])),
            ...[-1, 0, 1].map((side) =>
              hull(
                move(ball(0.022), [0.03, side * 0.03, 0.06]),
                move(ball(0.014), [0.055, side * 0.042, 0.014]),
              ),
            ),
          ),
          [0.36, -0.2, 0],
          [0.36, 0.2, 0],
          [-0.36, -0.2, 0],
          [-0.36, 0.2, 0],
        ),
        detail("foot", detail("leg", gold)),
      ),
      part(
        union(
          tube(
            [
              [0.78, 0, 0.1],
              [0.8, 0, 0.72],
              [0.74, 0, 0.82],
              [0.6, 0, 0.8],
              [0.58, 0, 0.74],
            ],
            0.02,
          ),
          at(
            union(
              cylinder(0.05, 0.012),
              move(around(move(ball(0.014), [0.03, 0, 0]), 4), [0, 0, 0.05]),
              move(box(0.07, 0.016, 0.014), [0, 0, 0.044]),
              move(box(0.016, 0.07, 0.014), [0, 0, 0.044]),
            ),
            [0.79, -0.08, 0.72],
            [0.79, 0.08, 0.72],
          ),
          move(turn(cylinder(0.2, 0.016), [90, 0, 0]), [0.79, 0.1, 0.72]),
        ),
        detail("faucet", detail("tap", gold)),
      ),
    ];
  },
};

const picnicTable: Family = {
  names: ["picnic table", "picnic bench", "beer table"],
  surface: 0.76,
  parts: ["bench", "seat"],
  build: ({ main, detail }) => [
    part(
      union(
        ...[-2, -1, 0, 1, 2].map((index) =>
          move(box(1.8, 0.14, 0.04, 0.008), [0, index * 0.15, 0.72]),
        ),
        ...[-0.65, 0.65].flatMap((x) => [
          mirrored(
            move(
              hull(
                move(box(0.06, 0.1, 0.01), [0, 0.24, 0.71]),
                move(box(0.06, 0.1, 0.01), [0, 0.68, 0]),
              ),
              [x, 0, 0],
            ),
            "y",
          ),
          move(box(0.06, 1.5, 0.08), [x, 0, 0.36]),
          move(box(0.06, 0.72, 0.07), [x, 0, 0.65]),
        ]),
      ),
      main(matte("#a8713f", 0.8)),
    ),
    part(
      mirrored(
        union(
          ...[0, 1].map((index) =>
            move(box(1.8, 0.13, 0.04, 0.008), [0, 0.62 + index * 0.14, 0.44]),
          ),
        ),
        "y",
      ),
      detail("bench", detail("seat", main(matte("#a8713f", 0.8)))),
    ),
  ],
};

const poolTable: Family = {
  names: ["pool table", "billiard table", "billiards table", "snooker table"],
  surface: 0.8,
  parts: ["ball", "cue", "leg", "pocket"],
  build({ main, detail }) {
    const colors = [
      "#f0c52e",
      "#2a56b8",
      "#c8302c",
      "#6b3fa0",
      "#ea7a24",
      "#2f8d4e",
      "#7a2331",
      "#1d1d20",
    ];
    const pockets: Vec3[] = [-1.2, 0, 1.2].flatMap((x): Vec3[] => [
      [x, -0.6, 0.7],
      [x, 0.6, 0.7],
    ]);
    const balls: Vec3[] = [];
    for (let row = 0; row < 4; row += 1) {
      for (let place = 0; place <= row; place += 1)
        balls.push([0.5 + row * 0.075, (place - row / 2) * 0.084, 0.832]);
    }
    return [
      part(
        union(
          cut(
            move(box(2.6, 1.4, 0.2, 0.03), [0, 0, 0.64]),
            move(box(2.36, 1.16, 0.2), [0, 0, 0.79]),
            at(cylinder(0.3, 0.065), ...pockets),
          ),
          at(
            lathe(
              smooth([
                [0, 0],
                [0.06, 0],
                [0.09, 0.08],
                [0.06, 0.2],
                [0.1, 0.45],
                [0.1, 0.66],
                [0, 0.66],
              ]),
            ),
            ...corners(1.02, 0.46),
          ),
        ),
        main(matte("#6b3a20", 0.4)),
      ),
      part(
        move(
          cut(
            box(2.38, 1.18, 0.02),
            at(cylinder(0.3, 0.06), ...pockets.map(([x, y]): Vec3 => [x, y, -0.1])),
          ),
          [0, 0, 0.785],
        ),
        detail("cloth", matte("#1f7a4c", 0.95)),
      ),
      part(
        at(cylinder(0.1, 0.062), ...pockets.map(([x, y]): Vec3 => [x, y, 0.685])),
        matte("#17171a", 0.9),
      ),
      ...balls
        .slice(0, 8)
        .map((place, index) => part(move(ball(0.036), place), glossy(colors[index] ?? "#c8302c"))),
      part(move(ball(0.036), [-0.6, 0.05, 0.835]), glossy("#f8f6ee")),
      part(
        tube(
          [
            [-1.5, -0.25, 0.92],
            [-0.68, 0.03, 0.84],
          ],
          [0.018, 0.008],
        ),
        detail("cue", matte("#d8a862", 0.4)),
      ),
    ];
  },
};

const filingCabinet: Family = {
  names: ["filing cabinet", "file cabinet"],
  near: ["locker"],
  surface: 1.3,
  parts: ["drawer", "handle"],
  build: ({ main, detail }) => [
    part(
      cut(
        box(0.5, 0.6, 1.3, 0.015),
        ...[0, 1, 2, 3].map((row) =>
          move(cut(box(0.46, 0.02, 0.29), move(box(0.445, 0.1, 0.275), [0, 0, 0.0075])), [
            0,
            -0.298,
            0.06 + row * 0.305,
          ]),
        ),
      ),
      main(metal("#8d959c", 0.5)),
    ),
    part(
      union(
        ...[0, 1, 2, 3].map((row) =>
          union(
            move(box(0.13, 0.035, 0.022, 0.008), [0, -0.31, 0.17 + row * 0.305]),
            move(cut(box(0.1, 0.012, 0.05), box(0.08, 0.05, 0.034)), [
              0,
              -0.302,
              0.235 + row * 0.305,
            ]),
          ),
        ),
      ),
      detail("handle", chrome),
    ),
  ],
};

const vanity: Family = {
  names: ["vanity table", "dressing table", "vanity", "makeup table", "vanity desk"],
  surface: 0.76,
  parts: ["mirror", "drawer", "stool", "knob"],
  build: ({ main, detail }) => {
    const wood = main(matte("#f1e6d8", 0.5));
    return [
      part(
        union(
          move(box(1.1, 0.45, 0.05, 0.015), [0, 0, 0.72]),
          mirrored(move(box(0.3, 0.42, 0.28, 0.01), [0.38, 0, 0.45]), "x"),
          move(box(0.46, 0.4, 0.12, 0.01), [0, 0, 0.6]),
          ...[-0.48, 0.48].flatMap((x) =>
            [-0.17, 0.17].map((y) => move(cylinder(0.46, 0.016, 0.024), [x, y, 0])),
          ),
          move(
            scale(
              cut(
                turn(cylinder(0.04, 0.38), [90, 0, 0]),
                move(turn(cylinder(0.2, 0.33), [90, 0, 0]), [0, 0.1, 0]),
              ),
              [0.85, 1, 1.1],
            ),
            [0, 0.2, 1.18],
          ),
          move(box(0.12, 0.04, 0.1), [0, 0.18, 0.76]),
        ),
        wood,
      ),
      part(
        move(scale(turn(cylinder(0.015, 0.335), [90, 0, 0]), [0.85, 1, 1.1]), [0, 0.19, 1.18]),
        detail("mirror", metal("#dfe9f0", 0.05)),
      ),
      part(
        at(
          ball(0.018),
          [-0.38, -0.22, 0.52],
          [-0.38, -0.22, 0.66],
          [0.38, -0.22, 0.52],
          [0.38, -0.22, 0.66],
          [0, -0.21, 0.66],
        ),
        detail("knob", gold),
      ),
      part(
        union(move(cylinder(0.09, 0.19), [0, -0.42, 0.38])),
        detail("stool", matte("#d991a4", 0.95)),
      ),
      part(
        union(
          ...[0, 90, 180, 270].map((angle) =>
            move(
              turn(move(cylinder(0.4, 0.013, 0.02), [0.14, 0, 0]), [0, 0, angle + 45]),
              [0, -0.42, 0],
            ),
          ),
        ),
        wood,
      ),
    ];
  },
};

const pewter = metal("#c7ccd2", 0.22);

/** Candles stand on its arms. */
const candelabra: Family = {
  names: ["candelabra", "candelabrum", "menorah", "hanukkiah"],
  parts: ["candle", "flame"],
  build({ main, detail, has }) {
    const isMenorah = has("menorah", "hanukkiah");
    const reaches = isMenorah ? [0.07, 0.13, 0.19] : [0.14];
    const cup = lathe([
      [0, 0],
      [0.012, 0],
      [0.028, 0.02],
      [0.028, 0.028],
      [0, 0.028],
    ]);
    const places: Vec3[] = isMenorah
      ? [
          [0, 0, 0.33],
          ...reaches.flatMap((x): Vec3[] => [
            [-x, 0, 0.33],
            [x, 0, 0.33],
          ]),
        ]
      : [
          [0, 0, 0.38],
          [-0.14, 0, 0.3],
          [0.14, 0, 0.3],
          [0, -0.14, 0.3],
          [0, 0.14, 0.3],
        ];
    const armAt = (x: number) =>
      isMenorah
        ? Array.from({ length: 13 }, (_, index): Vec3 => {
            const angle = (index / 12) * Math.PI;
            return [x * Math.cos(angle), 0, 0.33 - x * Math.sin(angle)];
          })
        : smooth([
            [0, 0.16],
            [0.07, 0.13],
            [0.13, 0.18],
            [0.14, 0.3],
          ]).map(([r, z]): Vec3 => [r, 0, z]);
    const stem = lathe(
      smooth([
        [0, 0],
        [0.085, 0],
        [0.08, 0.012],
        [0.025, 0.035],
        [0.012, 0.07],
        [0.022, 0.1],
        [0.01, 0.13],
        [0.01, 0.3],
        [0.012, isMenorah ? 0.33 : 0.38],
        [0, isMenorah ? 0.33 : 0.38],
      ]),
    );
    const arms = isMenorah
      ? union(...reaches.map((x) => tube(armAt(x), 0.008)))
      : around(tube(armAt(0.14), 0.008), 4);
    return [
      part(union(stem, arms, at(cup, ...places)), main(isMenorah ? gold : pewter)),
      part(
        at(cylinder(0.13, 0.011), ...places.map(([x, y, z]): Vec3 => [x, y, z + 0.024])),
        detail("candle", matte("#f6efdc", 0.6)),
      ),
      part(
        at(
          lathe(
            smooth([
              [0, 0],
              [0.007, 0.008],
              [0.0075, 0.014],
              [0, 0.034],
            ]),
          ),
          ...places.map(([x, y, z]): Vec3 => [x, y, z + 0.158]),
        ),
        detail("flame", { ...matte("#ffb73a"), glows: true }),
      ),
    ];
  },
};

const lavaLamp: Family = {
  names: ["lava lamp"],
  parts: ["lava", "base", "cap"],
  build: ({ main, detail }) => [
    part(
      lathe([
        [0, 0],
        [0.075, 0],
        [0.05, 0.1],
        [0.058, 0.14],
        [0, 0.14],
      ]),
      detail("base", metal("#c9cdd2", 0.2)),
    ),
    part(
      move(
        lathe(
          smooth([
            [0, 0],
            [0.057, 0],
            [0.066, 0.05],
            [0.05, 0.16],
            [0.034, 0.24],
            [0, 0.24],
          ]),
        ),
        [0, 0, 0.14],
      ),
      main({ color: "#7a3fd0", roughness: 0.08, metallic: 0, opacity: 0.5, glows: false }),
    ),
    part(
      union(
        move(ball([0.045, 0.045, 0.022]), [0, 0, 0.162]),
        move(ball([0.02, 0.02, 0.034]), [0.012, -0.008, 0.215]),
        move(ball([0.024, 0.024, 0.028]), [-0.014, 0, 0.275]),
        move(ball([0.012, 0.012, 0.014]), [0.014, 0.004, 0.325]),
        move(ball(0.008), [-0.022, -0.01, 0.23]),
      ),
      detail("lava", { ...glossy("#ff6a3d"), glows: true }),
    ),
    part(
      move(
        lathe([
          [0, 0],
          [0.036, 0],
          [0.026, 0.07],
          [0, 0.075],
        ]),
        [0, 0, 0.375],
      ),
      detail("cap", metal("#c9cdd2", 0.2)),
    ),
  ],
};

const genieLamp: Family = {
  names: [
    "genie lamp",
    "magic lamp",
    "aladdin's lamp",
    "aladdin lamp",
    "genie's lamp",
    "arabian lamp",
  ],
  parts: ["lid", "handle"],
  build: ({ main }) => [
    part(
      union(
        lathe(
          smooth([
            [0, 0],
            [0.05, 0],
            [0.045, 0.01],
            [0.016, 0.025],
            [0.02, 0.035],
            [0, 0.04],
          ]),
        ),
        move(ball([0.09, 0.07, 0.042]), [0, 0, 0.075]),
        tube(
          smooth([
            [0.06, 0.075],
            [0.12, 0.085],
            [0.165, 0.115],
            [0.195, 0.135],
          ]).map(([x, z]): Vec3 => [-x, 0, z]),
          [
            0.03, 0.027, 0.024, 0.021, 0.019, 0.017, 0.015, 0.014, 0.013, 0.013, 0.014, 0.015,
            0.018,
          ],
        ),
        tube(
          smooth([
            [0.08, 0.085],
            [0.13, 0.125],
            [0.145, 0.085],
            [0.115, 0.06],
            [0.08, 0.062],
          ]).map(([x, z]): Vec3 => [x, 0, z]),
          0.008,
        ),
        move(
          lathe(
            smooth([
              [0, 0],
              [0.045, 0],
              [0.04, 0.014],
              [0.012, 0.034],
              [0.008, 0.044],
              [0.012, 0.052],
              [0, 0.064],
            ]),
          ),
          [0, 0, 0.108],
        ),
        move(ring(0.045, 0.005), [0, 0, 0.108]),
      ),
      main(metal("#dcae45", 0.2)),
    ),
  ],
};

const discoBall: Family = {
  names: ["disco ball", "mirror ball", "discoball"],
  build({ main }) {
    const rows = 9;
    const tiles = Array.from({ length: rows }, (_, row) => {
      const tilt = -72 + row * 18;
      const count = Math.max(5, Math.round(26 * Math.cos((tilt * Math.PI) / 180)));
      return around(
        turn(
          move(
            box(0.012, (0.062 * (26 * Math.cos((tilt * Math.PI) / 180))) / count, 0.062),
            [0.296, 0, -0.031],
          ),
          [0, -tilt, 0],
        ),
        count,
      );
    });
    return [
      part(move(union(...tiles), [0, 0, 0.3]), main(metal("#dfe5ec", 0.06))),
      part(move(ball(0.292), [0, 0, 0.3]), metal("#8b929b", 0.3)),
      part(
        union(
          move(cylinder(0.05, 0.06), [0, 0, 0.58]),
          move(ring(0.03, 0.008), [0, 0, 0.64]),
          move(cylinder(0.3, 0.006), [0, 0, 0.63]),
        ),
        metal("#5e646b", 0.4),
      ),
    ];
  },
};

const paperLantern: Family = {
  names: ["paper lantern", "chinese lantern", "japanese lantern", "red lantern"],
  parts: ["tassel"],
  build({ main, detail }) {
    return [
      part(
        union(
          move(ball([0.2, 0.2, 0.17]), [0, 0, 0.42]),
          ...Array.from({ length: 9 }, (_, index) => {
            const z = -0.136 + index * 0.034;
            const radius = 0.2 * Math.sqrt(Math.max(0.05, 1 - (z / 0.17) ** 2));
            return move(ring(radius, 0.005), [0, 0, 0.42 + z]);
          }),
        ),
        main(matte("#d2261f", 0.8)),
      ),
      part(
        union(
          move(cylinder(0.035, 0.085), [0, 0, 0.56]),
          move(cylinder(0.035, 0.085), [0, 0, 0.245]),
          move(turn(ring(0.03, 0.005), [90, 0, 0]), [0, 0, 0.62]),
        ),
        metal("#e0b13c", 0.3),
      ),
      part(
        union(
          move(ball(0.022), [0, 0, 0.2]),
          move(cylinder(0.05, 0.006), [0, 0, 0.2]),
          move(cylinder(0.18, 0.032, 0.02), [0, 0, 0.01]),
        ),
        detail("tassel", matte("#e0a42c", 0.9)),
      ),
    ];
  },
};

export const seats: readonly Family[] = [
  throne,
  beanBag,
  wingChair,
  chaise,
  adirondack,
  barberChair,
  posterBed,
  clawBathtub,
  picnicTable,
  poolTable,
  filingCabinet,
  vanity,
  candelabra,
  lavaLamp,
  genieLamp,
  discoBall,
  paperLantern,
];
