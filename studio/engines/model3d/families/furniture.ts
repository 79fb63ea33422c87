import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import {
  around,
  at,
  ball,
  box,
  corners,
  cut,
  cylinder,
  lathe,
  move,
  slab,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const table: Family = {
  names: ["table", "desk", "coffee table", "dining table"],
  build({ main, has }) {
    const wood = main(matte("#a8733f"));
    if (has("round", "circular")) {
      return [
        part(move(cylinder(0.05, 0.55), [0, 0, 0.7]), wood),
        part(
          lathe([
            [0, 0],
            [0.3, 0],
            [0.28, 0.04],
            [0.08, 0.1],
            [0.06, 0.4],
            [0.1, 0.7],
            [0, 0.7],
          ]),
          wood,
        ),
      ];
    }
    return [
      part(move(box(1.3, 0.8, 0.06, 0.02), [0, 0, 0.69]), wood),
      part(
        union(
          at(cylinder(0.69, 0.03, 0.045), ...corners(0.56, 0.31)),
          at(box(1.12, 0.03, 0.09), [0, -0.31, 0.6], [0, 0.31, 0.6]),
          at(box(0.03, 0.62, 0.09), [-0.56, 0, 0.6], [0.56, 0, 0.6]),
        ),
        wood,
      ),
    ];
  },
};

const chair: Family = {
  names: ["chair", "dining chair", "wooden chair"],
  parts: ["cushion"],
  surface: 0.5,
  build({ main, detail }) {
    const wood = main(matte("#9a6636"));
    return [
      part(
        union(
          move(box(0.48, 0.46, 0.045, 0.015), [0, 0, 0.43]),
          at(cylinder(0.44, 0.02, 0.027), ...corners(0.2, 0.19)),
          at(
            tube(
              [
                [0, 0, 0.45],
                [0, 0.05, 1],
              ],
              0.024,
            ),
            [-0.2, 0.19, 0],
            [0.2, 0.19, 0],
          ),
          at(box(0.4, 0.02, 0.02), [0, -0.19, 0.2], [0, 0.19, 0.2]),
          turn(move(box(0.42, 0.025, 0.11, 0.01), [0, 0.19, 0.86]), [-2, 0, 0]),
          turn(move(box(0.4, 0.02, 0.06, 0.008), [0, 0.198, 0.68]), [-2, 0, 0]),
        ),
        wood,
      ),
      part(
        move(box(0.42, 0.4, 0.05, 0.022), [0, -0.01, 0.46]),
        detail("cushion", matte("#c9504a", 0.9)),
      ),
    ];
  },
};

const officeChair: Family = {
  names: ["office chair", "desk chair", "swivel chair"],
  surface: 0.5,
  build({ main }) {
    const cloth = main(matte("#3b4048", 0.9));
    const steel = metal("#8d9299", 0.35);
    return [
      part(
        union(
          move(box(0.52, 0.5, 0.1, 0.045), [0, 0, 0.44]),
          turn(move(box(0.48, 0.09, 0.6, 0.04), [0, 0.24, 0.62]), [-5, 0, 0]),
        ),
        cloth,
      ),
      part(
        union(
          at(box(0.06, 0.3, 0.04, 0.015), [-0.3, 0, 0.68], [0.3, 0, 0.68]),
          at(box(0.03, 0.05, 0.26, 0.01), [-0.3, 0.02, 0.44], [0.3, 0.02, 0.44]),
          move(box(0.64, 0.08, 0.03), [0, 0.02, 0.42]),
        ),
        matte("#26282c", 0.6),
      ),
      part(
        union(
          move(cylinder(0.36, 0.035), [0, 0, 0.08]),
          around(
            tube(
              [
                [0, 0, 0.13],
                [0.3, 0, 0.08],
              ],
              [0.03, 0.022],
            ),
            5,
          ),
          move(box(0.06, 0.05, 0.36, 0.02), [0, 0.27, 0.42]),
        ),
        steel,
      ),
      part(around(move(ball([0.035, 0.025, 0.04]), [0.3, 0, 0.04]), 5), matte("#1f2023", 0.5)),
    ];
  },
};

const wardrobe: Family = {
  names: ["wardrobe", "closet", "armoire"],
  parts: ["knob"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(1.2, 0.6, 1.85, 0.02), [0, 0, 0.1]),
        move(box(1.3, 0.68, 0.08, 0.02), [0, 0, 1.94]),
        at(cylinder(0.1, 0.05), ...corners(0.5, 0.22)),
        at(box(0.54, 0.03, 1.66, 0.01), [-0.285, -0.3, 0.2], [0.285, -0.3, 0.2]),
      ),
      main(matte("#a06d3c")),
    ),
    part(
      at(ball(0.03), [-0.06, -0.34, 1.02], [0.06, -0.34, 1.02]),
      detail("knob", metal("#c5a24a")),
    ),
  ],
};

const stool: Family = {
  names: ["stool", "bar stool"],
  near: ["step stool"],
  parts: ["leg"],
  build: ({ main, detail, has }) => [
    part(move(cylinder(0.06, 0.2), [0, 0, 0.56]), main(matte("#b5793f"))),
    part(
      union(
        around(
          tube(
            [
              [0.2, 0.2, 0.02],
              [0.11, 0.11, 0.57],
            ],
            0.022,
          ),
          has("three") ? 3 : 4,
        ),
        ...(has("three") ? [] : [at(box(0.34, 0.018, 0.018), [0, -0.17, 0.18], [0, 0.17, 0.18])]),
      ),
      detail("leg", matte("#6e4527")),
    ),
  ],
};

const bed: Family = {
  names: ["bed", "double bed"],
  near: ["headboard"],
  parts: ["frame", "pillow"],
  surface: 0.56,
  build: ({ main, detail }) => [
    part(
      union(
        move(box(1.5, 2.05, 0.16, 0.02), [0, 0, 0.16]),
        at(cylinder(0.18, 0.04), ...corners(0.68, 0.95)),
        move(box(1.56, 0.09, 0.98, 0.04), [0, 1.02, 0.08]),
        move(box(1.56, 0.07, 0.48, 0.03), [0, -1.03, 0.08]),
      ),
      detail("frame", matte("#8a5a33")),
    ),
    part(move(box(1.42, 1.96, 0.22, 0.07), [0, 0, 0.29]), matte("#f3efe6")),
    part(
      union(
        move(box(1.5, 1.32, 0.16, 0.07), [0, -0.3, 0.4]),
        move(box(1.5, 0.26, 0.2, 0.09), [0, 0.3, 0.4]),
      ),
      main(matte("#4f7cc4", 0.95)),
    ),
    part(
      at(turn(box(0.56, 0.36, 0.16, 0.075), [18, 0, 0]), [-0.34, 0.74, 0.46], [0.34, 0.74, 0.46]),
      detail("pillow", matte("#fbf8f1", 0.95)),
    ),
  ],
};

const sofa: Family = {
  names: ["sofa", "couch", "settee"],
  surface: 0.46,
  build({ main, has }) {
    const width = has("armchair") ? 0.95 : 1.8;
    const cushions = has("armchair") ? 1 : 2;
    const cushionWidth = (width - 0.4) / cushions;
    const cloth = main(matte("#3e8e86", 0.95));
    const centers = Array.from(
      { length: cushions },
      (_, index) => (index - (cushions - 1) / 2) * cushionWidth,
    );
    return [
      part(
        union(
          move(box(width, 0.86, 0.22, 0.06), [0, 0, 0.1]),
          move(box(width, 0.26, 0.72, 0.1), [0, 0.32, 0.1]),
          at(box(0.22, 0.88, 0.5, 0.09), [-width / 2 + 0.1, 0, 0.1], [width / 2 - 0.1, 0, 0.1]),
        ),
        cloth,
      ),
      part(
        union(
          ...centers.map((x) => move(box(cushionWidth - 0.02, 0.62, 0.16, 0.06), [x, -0.1, 0.31])),
          ...centers.map((x) =>
            move(turn(box(cushionWidth - 0.03, 0.16, 0.42, 0.07), [-10, 0, 0]), [x, 0.17, 0.42]),
          ),
        ),
        cloth,
      ),
      part(at(cylinder(0.12, 0.025, 0.035), ...corners(width / 2 - 0.12, 0.34)), matte("#5b3a22")),
    ];
  },
};

const lamp: Family = {
  names: ["lamp", "table lamp", "desk lamp", "floor lamp"],
  parts: ["base", "shade"],
  build({ main, has, detail }) {
    const stem = has("floor", "standing") ? 1.25 : 0.42;
    return [
      part(
        union(
          lathe([
            [0, 0],
            [0.16, 0],
            [0.16, 0.02],
            [0.05, 0.05],
            [0.018, 0.09],
            [0, 0.09],
          ]),
          cylinder(stem, 0.014),
          ...(has("floor", "standing") ? [] : [move(ball([0.075, 0.075, 0.1]), [0, 0, 0.17])]),
        ),
        detail("base", metal("#c5a24a", 0.3)),
      ),
      part(
        move(cut(cylinder(0.28, 0.24, 0.15), cylinder(0.28, 0.228, 0.138)), [0, 0, stem - 0.06]),
        main(matte("#f4dfae", 0.9)),
      ),
      part(move(ball([0.06, 0.06, 0.075]), [0, 0, stem + 0.04]), glowing("#fff0c0")),
    ];
  },
};

const bookshelf: Family = {
  names: ["bookshelf", "bookcase", "shelf"],
  build({ main, random }) {
    const colors = ["#b23a3a", "#3a5fb2", "#3f8f52", "#d8a13a", "#70428f", "#e8e0cc", "#2f6f7a"];
    const books = [0.08, 0.46, 0.84, 1.22].flatMap((z) => {
      const row = [];
      for (let x = -0.4; x < 0.36;) {
        const width = 0.03 + random() * 0.035;
        const height = 0.2 + random() * 0.1;
        const color = colors[Math.floor(random() * colors.length)] ?? "#b23a3a";
        if (random() > 0.08) {
          row.push({
            color,
            solid: move(box(width * 0.94, 0.2, height), [x + width / 2, -0.02, z]),
          });
        }
        x += width;
      }
      return row;
    });
    return [
      part(
        cut(
          box(0.96, 0.32, 1.62, 0.01),
          ...[0.08, 0.46, 0.84, 1.22].map((z) => move(box(0.88, 0.3, 0.34), [0, -0.03, z])),
        ),
        main(matte("#8a5a33")),
      ),
      ...colors.map((color) =>
        part(
          union(...books.filter((book) => book.color === color).map((book) => book.solid)),
          matte(color),
        ),
      ),
    ];
  },
};

const candle: Family = {
  names: ["candle", "candlestick"],
  parts: ["holder"],
  build: ({ main, detail }) => [
    part(
      lathe([
        [0, 0],
        [0.11, 0],
        [0.12, 0.02],
        [0.03, 0.04],
        [0.03, 0.1],
        [0.07, 0.12],
        [0.07, 0.14],
        [0, 0.14],
      ]),
      detail("holder", metal("#c5a24a", 0.3)),
    ),
    part(move(cylinder(0.22, 0.042), [0, 0, 0.13]), main(matte("#f5ecd6", 0.5))),
    part(move(cylinder(0.03, 0.004), [0, 0, 0.35]), matte("#2b2522")),
    part(
      move(
        lathe([
          [0, 0],
          [0.018, 0.015],
          [0.022, 0.035],
          [0.012, 0.065],
          [0, 0.09],
        ]),
        [0, 0, 0.37],
      ),
      glowing("#ffb52e"),
    ),
  ],
};

const clock: Family = {
  names: ["clock", "alarm clock", "wall clock"],
  parts: ["face", "hand"],
  build({ main, detail }) {
    const face = turn(cylinder(0.03, 0.23), [90, 0, 0]);
    const hand = (length: number, angle: number) =>
      move(turn(box(0.016, 0.01, length, 0.004), [0, angle, 0]), [0, -0.055, 0.32]);
    return [
      part(
        union(
          move(turn(cylinder(0.1, 0.26), [90, 0, 0]), [0, 0.06, 0.32]),
          at(turn(cylinder(0.13, 0.022, 0.016), [180, 0, 0]), [-0.14, 0, 0.12], [0.14, 0, 0.12]),
          move(
            turn(cut(ball(0.1), move(box(0.3, 0.3, 0.3), [0, 0, -0.3])), [0, -35, 0]),
            [-0.17, 0, 0.5],
          ),
          move(
            turn(cut(ball(0.1), move(box(0.3, 0.3, 0.3), [0, 0, -0.3])), [0, 35, 0]),
            [0.17, 0, 0.5],
          ),
        ),
        main(matte("#d8453f", 0.35)),
      ),
      part(move(face, [0, -0.015, 0.32]), detail("face", matte("#fbf7ea"))),
      part(
        union(
          hand(0.12, -60),
          hand(0.17, 50),
          move(
            turn(around(move(box(0.012, 0.03, 0.012), [0.2, 0, 0]), 12), [90, 0, 0]),
            [0, -0.048, 0.32],
          ),
          move(ball(0.016), [0, -0.055, 0.32]),
        ),
        detail("hand", matte("#2a2a2e")),
      ),
    ];
  },
};

const chest: Family = {
  names: ["chest", "treasure chest", "trunk"],
  parts: ["lock"],
  build({ main, detail, has }) {
    const hasGold = has("treasure", "gold", "coins", "coin", "jewels");
    const isOpen = hasGold || has("open", "opened");
    return [
      part(
        union(
          cut(box(0.8, 0.5, 0.34, 0.01), move(box(0.72, 0.42, 0.4), [0, 0, 0.05])),
          move(
            turn(
              cut(
                turn(move(cylinder(0.8, 0.25), [0, 0, -0.4]), [0, 90, 0]),
                turn(move(cylinder(0.72, 0.21), [0, 0, -0.36]), [0, 90, 0]),
                move(box(1, 1, 0.5), [0, 0, -0.5]),
              ),
              [isOpen ? -66 : 0, 0, 0],
            ),
            isOpen ? [0, 0.15, 0.568] : [0, 0, 0.335],
          ),
        ),
        main(matte("#8a5527")),
      ),
      part(
        union(
          at(
            cut(box(0.07, 0.53, 0.36), move(box(0.2, 0.49, 0.4), [0, 0, 0.02])),
            [-0.28, 0, 0],
            [0.28, 0, 0],
          ),
          move(box(0.12, 0.03, 0.14, 0.01), [0, -0.26, 0.2]),
        ),
        detail("lock", metal("#d6a93c", 0.3)),
      ),
      ...(hasGold
        ? [
            part(
              at(
                cylinder(0.018, 0.055),
                ...Array.from({ length: 26 }, (_, index) => {
                  const angle = index * 2.4;
                  const radius = 0.042 * Math.sqrt(index);
                  return [
                    1.4 * radius * Math.cos(angle),
                    0.8 * radius * Math.sin(angle),
                    0.35 - radius * 0.25,
                  ] as const;
                }),
              ),
              metal("#f0c23c", 0.22),
            ),
            part(move(box(0.7, 0.4, 0.28), [0, 0, 0.04]), metal("#d9a92f", 0.35)),
          ]
        : []),
    ];
  },
};

const door: Family = {
  names: ["door", "gate"],
  parts: ["knob"],
  build: ({ main, detail }) => [
    part(
      cut(box(1.06, 0.16, 2.14, 0.01), move(box(0.9, 0.4, 2.06), [0, 0, -0.01])),
      matte("#e9e0cf"),
    ),
    part(
      cut(
        box(0.9, 0.06, 2.04),
        at(
          slab(
            [
              [-0.16, 0],
              [0.16, 0],
              [0.16, 0.75],
              [-0.16, 0.75],
            ],
            0.03,
          ),
          [-0.21, -0.035, 0.2],
          [0.21, -0.035, 0.2],
          [-0.21, -0.035, 1.12],
          [0.21, -0.035, 1.12],
        ),
      ),
      main(matte("#8b4b2b")),
    ),
    part(move(ball(0.04), [0.36, -0.06, 1.02]), detail("knob", metal("#d6a93c", 0.25))),
  ],
};

export const furniture: readonly Family[] = [
  table,
  chair,
  officeChair,
  wardrobe,
  stool,
  bed,
  sofa,
  lamp,
  bookshelf,
  candle,
  clock,
  chest,
  door,
];
