import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
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
  mirrored,
  move,
  ring,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { coatOf, garments, hemOf } from "./people.ts";

const robot: Family = {
  names: ["robot", "android"],
  head: { forward: 0, width: 0.5, top: 1.52 },
  parts: ["eye", "arm", "light", "antenna"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(0.56, 0.4, 0.58, 0.06), [0, 0, 0.46]),
        move(box(0.5, 0.42, 0.4, 0.07), [0, 0, 1.12]),
        mirrored(move(box(0.17, 0.26, 0.13, 0.03), [0.15, -0.03, 0]), "x"),
        mirrored(move(box(0.16, 0.18, 0.18, 0.05), [0.45, -0.04, 0.46]), "x"),
      ),
      main(metal("#8fa3b5", 0.4)),
    ),
    part(
      union(
        move(cylinder(0.14, 0.09), [0, 0, 1.02]),
        mirrored(move(cylinder(0.36, 0.075), [0.15, 0, 0.12]), "x"),
        mirrored(
          tube(
            [
              [0.28, 0, 0.96],
              [0.42, 0, 0.86],
              [0.45, -0.03, 0.6],
            ],
            0.055,
          ),
          "x",
        ),
        mirrored(move(turn(cylinder(0.06, 0.1), [0, 90, 0]), [0.24, 0, 1.32]), "x"),
        move(cylinder(0.2, 0.018), [0, 0, 1.5]),
        move(box(0.36, 0.02, 0.26, 0.008), [0, -0.205, 0.62]),
      ),
      detail("arm", matte("#454b54", 0.5)),
    ),
    part(move(ball(0.05), [0, 0, 1.72]), detail("light", glowing("#ff5544"))),
    part(
      mirrored(move(turn(cylinder(0.05, 0.085), [90, 0, 0]), [0.12, -0.19, 1.36]), "x"),
      detail("eye", glowing("#63e6ff")),
    ),
    part(
      union(
        move(box(0.22, 0.03, 0.05, 0.01), [0, -0.215, 1.19]),
        mirrored(move(ball(0.035), [0.1, -0.22, 0.82]), "x"),
      ),
      glowing("#ffd34d"),
    ),
    part(move(ball(0.035), [0, -0.22, 0.74]), detail("light", glowing("#ff5544"))),
  ],
};

const snowman: Family = {
  names: ["snowman"],
  parts: ["nose", "hat", "scarf", "button", "arm"],
  build: ({ main, detail }) => [
    part(
      union(
        move(ball([0.42, 0.42, 0.38]), [0, 0, 0.34]),
        move(ball(0.3), [0, 0, 0.84]),
        move(ball(0.22), [0, 0, 1.24]),
      ),
      main(matte("#f6f9fc", 0.9)),
    ),
    part(
      union(
        mirrored(move(ball(0.026), [0.075, -0.2, 1.3]), "x"),
        at(
          ball(0.022),
          [-0.1, -0.185, 1.17],
          [-0.05, -0.2, 1.145],
          [0, -0.205, 1.135],
          [0.05, -0.2, 1.145],
          [0.1, -0.185, 1.17],
        ),
        at(ball(0.032), [0, -0.285, 0.94], [0, -0.3, 0.83], [0, -0.29, 0.72]),
      ),
      detail("button", matte("#25262a")),
    ),
    part(
      move(turn(cone(0.24, 0.042), [90, 0, 0]), [0, -0.2, 1.24]),
      detail("nose", matte("#f08a2c", 0.6)),
    ),
    part(
      union(move(cylinder(0.03, 0.27), [0, 0, 1.4]), move(cylinder(0.27, 0.17), [0, 0, 1.4])),
      detail("hat", matte("#2b2c31", 0.7)),
    ),
    part(
      union(
        move(cylinder(0.06, 0.174), [0, 0, 1.44]),
        move(ring(0.19, 0.05), [0, 0, 1.06]),
        tube(
          [
            [0.13, -0.17, 1.05],
            [0.15, -0.28, 0.9],
            [0.16, -0.3, 0.8],
          ],
          0.045,
        ),
      ),
      detail("scarf", matte("#cf3a3a", 0.95)),
    ),
    part(
      mirrored(
        union(
          tube(
            [
              [0.26, 0, 0.9],
              [0.46, -0.04, 1.02],
              [0.62, -0.06, 1.16],
            ],
            0.022,
          ),
          tube(
            [
              [0.5, -0.045, 1.05],
              [0.6, -0.05, 1.02],
            ],
            0.015,
          ),
        ),
        "x",
      ),
      detail("arm", matte("#6b4729")),
    ),
  ],
};

const teddy: Family = {
  names: ["teddy bear", "teddy", "bear toy"],
  build({ main }) {
    const fur = main(matte("#a8713f", 0.95));
    return [
      part(
        union(
          move(ball([0.3, 0.26, 0.32]), [0, 0, 0.36]),
          move(ball([0.27, 0.25, 0.25]), [0, -0.02, 0.84]),
          mirrored(move(ball([0.1, 0.06, 0.1]), [0.2, 0, 1.04]), "x"),
          mirrored(move(turn(ball([0.1, 0.11, 0.22]), [-25, -38, 0]), [0.32, -0.1, 0.48]), "x"),
          mirrored(move(turn(ball([0.13, 0.24, 0.13]), [0, 0, 18]), [0.2, -0.26, 0.14]), "x"),
        ),
        fur,
      ),
      part(
        union(
          move(ball([0.12, 0.1, 0.09]), [0, -0.22, 0.79]),
          mirrored(move(ball([0.06, 0.03, 0.06]), [0.2, -0.045, 1.04]), "x"),
          mirrored(move(ball([0.085, 0.03, 0.085]), [0.275, -0.475, 0.15]), "x"),
          move(ball([0.2, 0.1, 0.22]), [0, -0.19, 0.36]),
        ),
        matte("#e3c08d", 0.95),
      ),
      part(
        union(
          mirrored(move(ball(0.033), [0.1, -0.245, 0.9]), "x"),
          move(ball([0.045, 0.03, 0.032]), [0, -0.315, 0.83]),
        ),
        glossy("#25201d"),
      ),
    ];
  },
};

const ghost: Family = {
  names: ["ghost"],
  build: ({ main }) => [
    part(
      cut(
        lathe(
          smooth([
            [0, 0],
            [0.36, 0],
            [0.32, 0.2],
            [0.3, 0.5],
            [0.28, 0.68],
            [0.2, 0.84],
            [0.1, 0.91],
            [0, 0.93],
          ]),
        ),
        around(move(turn(cylinder(0.5, 0.085), [0, 90, 0]), [0.1, 0, 0]), 9),
      ),
      main(matte("#f4f6fb", 0.8)),
    ),
    part(
      union(
        mirrored(move(ball([0.045, 0.03, 0.07]), [0.1, -0.275, 0.65]), "x"),
        move(ball([0.05, 0.03, 0.06]), [0, -0.3, 0.47]),
      ),
      matte("#22242b"),
    ),
    part(
      mirrored(move(ball([0.1, 0.09, 0.07]), [0.31, -0.08, 0.48]), "x"),
      main(matte("#f4f6fb", 0.8)),
    ),
  ],
};

const duck: Family = {
  names: ["duck", "rubber duck", "duckling"],
  parts: ["beak"],
  build: ({ main, detail }) => [
    part(
      union(
        move(ball([0.3, 0.24, 0.2]), [0, 0, 0.2]),
        move(ball(0.17), [0.2, 0, 0.47]),
        tube(
          [
            [-0.2, 0, 0.24],
            [-0.36, 0, 0.38],
          ],
          [0.14, 0.02],
        ),
        move(turn(ball([0.16, 0.06, 0.1]), [0, -14, 0]), [-0.05, -0.22, 0.25]),
        move(turn(ball([0.16, 0.06, 0.1]), [0, -14, 0]), [-0.05, 0.22, 0.25]),
      ),
      main(glossy("#f7cd2f")),
    ),
    part(move(ball([0.1, 0.09, 0.035]), [0.39, 0, 0.44]), detail("beak", glossy("#f0842c"))),
    part(at(ball(0.027), [0.3, -0.125, 0.53], [0.3, 0.125, 0.53]), glossy("#1f1f23")),
  ],
};

const person: Family = {
  names: ["person", "man", "figurine", "statuette", "astronaut"],
  parts: ["trouser", "hair", ...garments],
  build(request) {
    const { main, has, detail } = request;
    const hem = hemOf(request);
    if (has("astronaut")) {
      const suit = main(matte("#f1f2f4", 0.6));
      return [
        part(
          union(
            move(box(0.46, 0.34, 0.5, 0.13), [0, 0, 0.42]),
            move(ball(0.26), [0, 0, 1.1]),
            mirrored(
              tube(
                [
                  [0.2, 0, 0.84],
                  [0.34, -0.04, 0.68],
                  [0.36, -0.12, 0.5],
                ],
                0.085,
              ),
              "x",
            ),
            mirrored(
              tube(
                [
                  [0.12, 0, 0.46],
                  [0.13, 0, 0.12],
                ],
                0.105,
              ),
              "x",
            ),
            mirrored(move(box(0.2, 0.3, 0.13, 0.06), [0.13, -0.04, 0]), "x"),
            move(box(0.4, 0.2, 0.48, 0.05), [0, 0.22, 0.46]),
          ),
          suit,
        ),
        part(
          common(
            move(ball(0.265), [0, -0.012, 1.1]),
            move(scale(turn(cylinder(0.4, 0.19), [90, 0, 0]), [1, 1, 0.82]), [0, 0, 1.11]),
          ),
          metal("#d99a2b", 0.15),
        ),
        part(
          union(
            mirrored(move(ring(0.09, 0.02), [0.13, 0, 0.2]), "x"),
            move(box(0.2, 0.04, 0.13, 0.02), [0, -0.165, 0.62]),
          ),
          matte("#d8512f", 0.6),
        ),
        part(
          at(ball(0.02), [-0.05, -0.19, 0.69], [0, -0.19, 0.69], [0.05, -0.19, 0.69]),
          glowing("#58c8ff"),
        ),
      ];
    }
    return [
      part(
        union(
          move(ball(0.16), [0, 0, 1.28]),
          mirrored(move(ball(0.055), [0.33, -0.02, 0.58]), "x"),
          move(cylinder(0.1, 0.06), [0, 0, 1.06]),
        ),
        matte("#e2ac82", 0.8),
      ),
      part(
        union(
          move(box(0.42, 0.24, 0.5, 0.09), [0, 0, 0.6]),
          mirrored(
            tube(
              [
                [0.19, 0, 1],
                [0.29, 0, 0.82],
                [0.33, -0.02, 0.64],
              ],
              0.065,
            ),
            "x",
          ),
          ...(hem ? [hem] : []),
        ),
        coatOf(request, matte("#3f78c4", 0.9)),
      ),
      part(
        mirrored(
          tube(
            [
              [0.1, 0, 0.62],
              [0.11, 0, 0.1],
            ],
            0.085,
          ),
          "x",
        ),
        detail("trouser", matte("#33415c", 0.9)),
      ),
      part(
        mirrored(move(box(0.15, 0.27, 0.1, 0.045), [0.11, -0.05, 0]), "x"),
        matte("#4b3423", 0.7),
      ),
      part(
        cut(
          move(ball([0.175, 0.175, 0.17]), [0, 0.015, 1.3]),
          move(box(0.5, 0.5, 0.3), [0, -0.2, 1.04]),
        ),
        detail("hair", matte("#4a2f1d", 0.9)),
      ),
      part(mirrored(move(ball(0.018), [0.055, -0.15, 1.3]), "x"), matte("#221c1a")),
    ];
  },
};

export const characters: readonly Family[] = [robot, snowman, teddy, ghost, duck, person];
