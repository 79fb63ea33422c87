import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glossy, matte } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  common,
  cone,
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

const stalk = matte("#5d7a33", 0.8);
const leaf = matte("#4f9a3f", 0.75);

interface Fruit {
  readonly names: readonly string[];
  readonly near?: readonly string[];
  readonly profile: readonly Point[];
  readonly skin: Material;
  readonly top?: Solid;
  readonly topMaterial?: Material;
  /** Colours of kinds, by the term that names them. */
  readonly kinds?: Readonly<Record<string, string>>;
}

/** A fruit or vegetable of one turned body with a stalk or leaves. */
function fruit({ names, near, profile, skin, top, topMaterial, kinds = {} }: Fruit): Family {
  return {
    names,
    ...(near === undefined ? {} : { near }),
    parts: ["stem", "leaf"],
    build({ main, detail, has }) {
      const kind = Object.keys(kinds).find((name) => has(name));
      const own = kind === undefined ? skin : { ...skin, color: kinds[kind] ?? skin.color };
      return [
        part(lathe(smooth(profile, 6)), main(own)),
        ...(top ? [part(top, detail("stem", detail("leaf", topMaterial ?? stalk)))] : []),
      ];
    },
  };
}

/** The profile of a ball that is flat or dimpled at the top. */
function globe(radius: number, height: number, dimple = 0): Point[] {
  return Array.from({ length: 13 }, (_, index): Point => {
    const angle = (index / 12) * Math.PI;
    const sunk = index > 9 ? (dimple * (index - 9)) / 3 : 0;
    return [radius * Math.sin(angle), (height / 2) * (1 - Math.cos(angle)) - sunk];
  }).map(([x, z], index) => (index === 0 || index === 12 ? [0, z] : [x, z]));
}

const leafOf = (length: number): Solid => scale(ball(length / 2), [1, 0.5, 0.12]);

const citrus = (names: readonly string[], near: readonly string[], color: string): Family =>
  fruit({
    names,
    near,
    profile: globe(0.039, 0.073, 0.002),
    skin: matte(color, 0.5),
    top: union(
      move(cylinder(0.006, 0.003), [0, 0, 0.07]),
      move(turn(leafOf(0.036), [0, -22, 20]), [0.018, 0.004, 0.08]),
    ),
    topMaterial: leaf,
  });

const fruits: readonly Family[] = [
  citrus(
    ["orange", "tangerine", "mandarin", "clementine", "mandarin orange"],
    ["grapefruit", "persimmon"],
    "#f08a24",
  ),
  fruit({
    names: ["lemon", "lime"],
    kinds: { lime: "#8cc63f" },
    profile: [
      [0, 0],
      [0.006, 0.004],
      [0.012, 0.011],
      [0.03, 0.04],
      [0.012, 0.07],
      [0.006, 0.078],
      [0, 0.082],
    ],
    skin: matte("#f2d43a", 0.5),
    top: move(cylinder(0.004, 0.003), [0, 0, 0.08]),
  }),
  fruit({
    names: ["tomato", "cherry tomato"],
    profile: globe(0.038, 0.06, 0.006),
    skin: glossy("#d6322a"),
    top: union(
      around(move(turn(leafOf(0.026), [0, 14, 0]), [0.012, 0, 0.058]), 5),
      move(cylinder(0.014, 0.002), [0, 0, 0.054]),
    ),
    topMaterial: leaf,
  }),
  fruit({
    names: ["peach", "nectarine", "apricot", "plum"],
    kinds: { plum: "#6a2f5e", apricot: "#f3a44a", nectarine: "#d9593a" },
    profile: globe(0.036, 0.064, 0.008),
    skin: matte("#f2a070", 0.8),
    top: union(
      move(cylinder(0.014, 0.002), [0, 0, 0.054]),
      move(turn(leafOf(0.04), [0, -25, 0]), [0.02, 0, 0.072]),
    ),
    topMaterial: leaf,
  }),
  fruit({
    names: ["potato", "sweet potato"],
    kinds: { sweet: "#b5623c" },
    near: ["ginger", "yam", "turnip", "gourd"],
    profile: [
      [0, 0],
      [0.016, 0.003],
      [0.03, 0.018],
      [0.034, 0.04],
      [0.033, 0.07],
      [0.028, 0.092],
      [0.014, 0.107],
      [0, 0.11],
    ],
    skin: matte("#b98d58", 0.95),
  }),
  fruit({
    names: ["onion", "red onion"],
    kinds: { red: "#7d2a4c" },
    near: ["shallot", "garlic bulb"],
    profile: [
      [0, 0],
      [0.012, 0.002],
      [0.034, 0.016],
      [0.04, 0.034],
      [0.032, 0.052],
      [0.014, 0.066],
      [0.006, 0.078],
      [0.004, 0.09],
      [0, 0.092],
    ],
    skin: glossy("#b8732f"),
    top: around(move(turn(cylinder(0.01, 0.0008), [0, 160, 0]), [0.003, 0, 0.003]), 7),
    topMaterial: matte("#e8dcc0"),
  }),
  fruit({
    names: ["cucumber", "zucchini", "courgette", "pickle", "gherkin"],
    profile: [
      [0, 0],
      [0.014, 0.004],
      [0.021, 0.04],
      [0.022, 0.13],
      [0.018, 0.18],
      [0, 0.19],
    ],
    skin: matte("#3f7a36", 0.5),
    top: move(cylinder(0.014, 0.004, 0.003), [0, 0, 0.188]),
  }),
  fruit({
    names: ["eggplant", "aubergine"],
    profile: [
      [0, 0],
      [0.03, 0.006],
      [0.045, 0.05],
      [0.03, 0.12],
      [0.02, 0.16],
      [0, 0.17],
    ],
    skin: glossy("#4a2458"),
    top: union(
      move(cone(0.02, 0.024), [0, 0, 0.156]),
      move(cylinder(0.03, 0.005), [0, 0, 0.168]),
      around(move(turn(leafOf(0.034), [0, 55, 0]), [0.019, 0, 0.155]), 5),
    ),
  }),
  fruit({
    names: ["carrot", "carrots", "parsnip"],
    kinds: { parsnip: "#efe0b8" },
    near: ["radish", "beetroot"],
    profile: [
      [0, 0],
      [0.005, 0.02],
      [0.014, 0.1],
      [0.021, 0.16],
      [0.016, 0.178],
      [0, 0.18],
    ],
    skin: matte("#ee7d25", 0.7),
    top: around(
      hull(
        move(ball(0.003), [0.003, 0, 0.176]),
        move(scale(ball(0.012), [0.5, 0.3, 1.3]), [0.024, 0, 0.245]),
      ),
      6,
    ),
    topMaterial: leaf,
  }),
  fruit({
    names: ["egg", "boiled egg", "easter egg"],
    near: ["eggs"],
    profile: [
      [0, 0],
      [0.012, 0.002],
      [0.022, 0.022],
      [0.014, 0.05],
      [0.005, 0.057],
      [0, 0.058],
    ],
    skin: matte("#f2e3cc", 0.5),
  }),
  fruit({
    names: ["coconut"],
    profile: globe(0.058, 0.118),
    skin: matte("#6b4528", 0.98),
    top: at(
      ball([0.009, 0.006, 0.006]),
      [-0.014, -0.018, 0.113],
      [0.014, -0.018, 0.113],
      [0, 0.012, 0.116],
    ),
    topMaterial: matte("#33200f"),
  }),
  fruit({
    names: ["watermelon"],
    near: ["melon", "cantaloup", "cantaloupe", "honeydew"],
    profile: globe(0.117, 0.232),
    skin: glossy("#3d8a3c"),
    top: union(
      ...Array.from({ length: 8 }, (_, index) =>
        turn(
          tube(
            Array.from({ length: 13 }, (_, step): Vec3 => {
              const angle = -Math.PI / 2 + (step / 12) * Math.PI;
              return [
                0.117 * Math.cos(angle),
                0.006 * Math.sin(step * 2.4),
                0.116 + 0.116 * Math.sin(angle),
              ];
            }),
            0.0055,
          ),
          [0, 0, index * 45],
        ),
      ),
      move(cylinder(0.02, 0.004), [0, 0, 0.23]),
    ),
    topMaterial: matte("#1f5a2a", 0.5),
  }),
];

const bellPepper: Family = {
  names: ["bell pepper", "pepper", "sweet pepper", "capsicum"],
  parts: ["stem"],
  build: ({ main, detail }) => [
    part(
      around(move(scale(ball(0.028), [1, 1, 1.6]), [0.017, 0, 0.045]), 4),
      main(glossy("#d6322a")),
    ),
    part(
      union(
        move(cylinder(0.006, 0.012), [0, 0, 0.078]),
        tube(
          [
            [0, 0, 0.08],
            [0.002, 0, 0.1],
            [0.01, 0, 0.115],
          ],
          0.005,
        ),
      ),
      detail("stem", stalk),
    ),
  ],
};

const chili: Family = {
  names: ["chili", "chili pepper", "chilli", "hot pepper", "jalapeno", "cayenne"],
  parts: ["stem"],
  build: ({ main, detail }) => [
    part(
      tube(
        [
          [-0.05, 0, 0.004],
          [-0.03, 0, 0.008],
          [0, 0, 0.014],
          [0.03, 0, 0.016],
          [0.05, 0, 0.014],
        ],
        [0.002, 0.007, 0.012, 0.013, 0.007],
      ),
      main(glossy("#cf2a22")),
    ),
    part(
      union(
        move(ball([0.008, 0.01, 0.01]), [0.053, 0, 0.014]),
        tube(
          [
            [0.053, 0, 0.014],
            [0.07, 0, 0.018],
            [0.08, 0, 0.026],
          ],
          0.0035,
        ),
      ),
      detail("stem", stalk),
    ),
  ],
};

const banana: Family = {
  names: ["banana", "bananas", "bunch of bananas"],
  parts: ["stem"],
  build({ main, detail, has }) {
    const path = Array.from({ length: 9 }, (_, index): Vec3 => {
      const angle = ((200 + index * 17.5) * Math.PI) / 180;
      return [0.1 * Math.cos(angle), 0, 0.118 + 0.1 * Math.sin(angle)];
    });
    const one = tube(path, [0.006, 0.013, 0.018, 0.0195, 0.02, 0.0195, 0.018, 0.013, 0.007]);
    const ends = union(
      move(ball(0.0075), path[0] ?? [0, 0, 0]),
      move(ball(0.007), path[8] ?? [0, 0, 0]),
      tube([path[8] ?? [0, 0, 0], [0.105, 0, 0.125]], 0.006),
    );
    const turns = has("bunch") ? [-24, -8, 8, 24] : [0];
    const fan = (solid: Solid) => union(...turns.map((angle) => turn(solid, [angle, 0, 0])));
    return [
      part(fan(one), main(matte("#f4d33c", 0.55))),
      part(fan(ends), detail("stem", matte("#6b5424", 0.8))),
    ];
  },
};

const grapes: Family = {
  names: ["grapes", "grape", "bunch of grapes"],
  near: ["currants"],
  parts: ["stem", "leaf"],
  build: ({ main, detail, random }) => [
    part(
      union(
        ...[
          [0.016, 1],
          [0.034, 4],
          [0.052, 6],
          [0.07, 8],
          [0.088, 7],
          [0.104, 5],
        ].flatMap(([z = 0, count = 1], row) =>
          Array.from({ length: count }, (_, index) => {
            const away = count === 1 ? 0 : 0.0052 * count;
            const angle = (index / count) * 2 * Math.PI + row + random() * 0.3;
            return move(ball(0.0125), [away * Math.cos(angle), away * Math.sin(angle), z]);
          }),
        ),
      ),
      main(glossy("#6a3f8f")),
    ),
    part(
      union(
        tube(
          [
            [0, 0, 0.1],
            [0, 0, 0.13],
            [0.012, 0, 0.15],
          ],
          0.003,
        ),
        move(turn(leafOf(0.05), [0, -18, 0]), [-0.024, 0, 0.126]),
      ),
      detail("stem", detail("leaf", stalk)),
    ),
  ],
};

const strawberry: Family = {
  names: ["strawberry", "strawberries"],
  near: ["raspberry", "blackberry"],
  parts: ["leaf"],
  build: ({ main, detail }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.006, 0.003],
          [0.016, 0.02],
          [0.017, 0.033],
          [0.008, 0.041],
          [0, 0.041],
        ]),
      ),
      main(glossy("#d62a35")),
    ),
    part(
      union(
        ...[
          [0.01, 0.0098],
          [0.019, 0.0158],
          [0.028, 0.0178],
        ].flatMap(([z = 0, away = 0], row) =>
          Array.from({ length: 9 }, (_, index) =>
            turn(move(ball([0.0008, 0.0012, 0.0016]), [away, 0, z]), [0, 0, index * 40 + row * 20]),
          ),
        ),
      ),
      matte("#f2d27a"),
    ),
    part(
      union(
        around(move(turn(leafOf(0.018), [0, 18, 0]), [0.009, 0, 0.042]), 6),
        move(cylinder(0.01, 0.0013), [0, 0, 0.041]),
      ),
      detail("leaf", leaf),
    ),
  ],
};

const cauliflower: Family = {
  names: ["cauliflower", "broccoli"],
  parts: ["leaf"],
  build({ main, detail, has }) {
    const isGreen = has("broccoli");
    const heads = Array.from({ length: 34 }, (_, index) => {
      const height = 1 - (index + 0.5) / 34;
      const [away, angle] = [Math.sqrt(1 - height * height), index * 2.4];
      return move(ball(0.023 + (index % 3) * 0.003), [
        0.062 * away * Math.cos(angle),
        0.062 * away * Math.sin(angle),
        0.085 + 0.05 * height,
      ]);
    });
    return [
      part(
        union(...heads, move(ball([0.06, 0.06, 0.04]), [0, 0, 0.09])),
        main(matte(isGreen ? "#3f7f35" : "#f1ead6", 0.98)),
      ),
      part(
        isGreen
          ? union(
              cylinder(0.08, 0.018, 0.026),
              ...[0, 120, 240].map((angle) =>
                turn(
                  hull(move(ball(0.013), [0.01, 0, 0.045]), move(ball(0.012), [0.045, 0, 0.085])),
                  [0, 0, angle],
                ),
              ),
            )
          : union(
              cylinder(0.05, 0.025),
              around(
                move(turn(scale(ball(0.06), [0.2, 0.62, 1]), [0, 26, 0]), [0.075, 0, 0.055]),
                6,
              ),
            ),
        detail("leaf", isGreen ? matte("#8aad5a", 0.8) : leaf),
      ),
    ];
  },
};

const lettuce: Family = {
  names: ["lettuce", "cabbage", "head of lettuce"],
  near: ["artichoke", "brussels sprouts", "kale"],
  build: ({ main }) => [
    part(
      union(
        move(ball(0.06), [0, 0, 0.075]),
        ...[
          [0.055, 8, 30, 0.07],
          [0.075, 9, 50, 0.055],
        ].flatMap(([away = 0, count = 0, tilt = 0, z = 0], row) =>
          Array.from({ length: count }, (_, index) =>
            turn(
              move(
                turn(
                  cut(
                    scale(ball(0.062), [0.55, 0.85, 1]),
                    move(scale(ball(0.06), [0.55, 0.85, 1]), [-0.012, 0, 0.008]),
                  ),
                  [0, tilt - 22, 0],
                ),
                [away * 0.8, 0, z + 0.02],
              ),
              [0, 0, (360 * index) / count + row * 20],
            ),
          ),
        ),
      ),
      main(matte("#8fc45a", 0.8)),
    ),
  ],
};

const celery: Family = {
  names: ["celery", "asparagus", "green onion", "leek", "rhubarb", "scallion"],
  near: ["green bean", "bamboo shoot", "chive"],
  parts: ["leaf"],
  build({ main, detail, has }) {
    const isThin = has("asparagus", "onion", "bean");
    const stems = Array.from({ length: 9 }, (_, index) => {
      const [away, angle] = [index === 0 ? 0 : 0.02, index * 0.79];
      return hull(
        move(ball(isThin ? 0.007 : 0.011), [away * Math.cos(angle), away * Math.sin(angle), 0.011]),
        move(ball(isThin ? 0.005 : 0.006), [
          away * 2 * Math.cos(angle),
          away * 2 * Math.sin(angle),
          0.23,
        ]),
      );
    });
    const tips = Array.from({ length: 9 }, (_, index) => {
      const [away, angle] = [index === 0 ? 0 : 0.044, index * 0.79];
      return move(scale(ball(isThin ? 0.011 : 0.024), isThin ? [0.8, 0.8, 2.4] : [1, 1, 0.7]), [
        away * Math.cos(angle),
        away * Math.sin(angle),
        0.25,
      ]);
    });
    return [
      part(
        union(...stems),
        main(matte(has("rhubarb") ? "#b8404a" : has("onion", "leek") ? "#eef0d8" : "#a9cc78", 0.6)),
      ),
      part(union(...tips), detail("leaf", leaf)),
    ];
  },
};

const corn: Family = {
  names: ["corn", "corn cob", "corn on the cob", "edible corn", "ear of corn"],
  parts: ["leaf", "husk"],
  build: ({ main, detail }) => [
    part(
      union(
        ...Array.from({ length: 15 }, (_, row) =>
          around(
            move(ball([0.0065, 0.0062, 0.0058]), [
              0.021 * Math.sqrt(Math.max(0.12, 1 - ((row - 5) / 11) ** 2)),
              0,
              0.03 + row * 0.0105,
            ]),
            11,
          ),
        ),
        lathe(
          smooth([
            [0, 0.02],
            [0.019, 0.03],
            [0.02, 0.09],
            [0.012, 0.16],
            [0, 0.19],
          ]),
        ),
      ),
      main(glossy("#f2c53a")),
    ),
    part(
      union(
        ...[0, 90, 180, 270].map((angle) =>
          turn(move(turn(scale(ball(0.075), [0.12, 0.32, 1]), [0, 20, 0]), [0.036, 0, 0.07]), [
            0,
            0,
            angle,
          ]),
        ),
      ),
      detail("husk", detail("leaf", matte("#8ab04e", 0.8))),
    ),
  ],
};

const pineapple: Family = {
  names: ["pineapple"],
  parts: ["leaf"],
  build: ({ main, detail }) => [
    part(
      union(
        lathe(
          smooth([
            [0, 0],
            [0.045, 0.004],
            [0.064, 0.07],
            [0.058, 0.13],
            [0.036, 0.17],
            [0, 0.172],
          ]),
        ),
        ...Array.from({ length: 8 }, (_, row) =>
          turn(
            around(
              move(turn(cylinder(0.008, 0.013, 0.003, 4), [0, 90, 0]), [
                [0.051, 0.059, 0.063, 0.064, 0.062, 0.058, 0.051, 0.042][row] ?? 0.05,
                0,
                0.018 + row * 0.02,
              ]),
              13,
            ),
            [0, 0, row * 13.8],
          ),
        ),
      ),
      main(matte("#d99a34", 0.8)),
    ),
    part(
      union(
        ...[
          [0, 5, 0.11],
          [20, 6, 0.1],
          [42, 8, 0.08],
        ].map(([tilt = 0, count = 0, length = 0]) =>
          around(
            move(
              turn(move(scale(ball(length / 2), [0.07, 0.16, 1]), [0, 0, length / 2]), [
                0,
                tilt,
                0,
              ]),
              [0.012, 0, 0.165],
            ),
            count,
          ),
        ),
      ),
      detail("leaf", matte("#4f8a3a", 0.6)),
    ),
  ],
};

const avocado: Family = {
  names: ["avocado", "half avocado"],
  near: ["kiwi", "kiwi fruit", "papaya", "fig"],
  parts: ["pit", "seed"],
  build({ main, detail }) {
    const body = lathe(
      smooth([
        [0, 0],
        [0.03, 0.004],
        [0.04, 0.035],
        [0.026, 0.075],
        [0.016, 0.098],
        [0, 0.105],
      ]),
    );
    const half = common(body, move(box(1, 1, 1), [0, 0.5, 0]));
    return [
      part(half, main(matte("#3a5a2a", 0.7))),
      part(move(scale(half, [0.93, 0.3, 0.95]), [0, -0.004, 0.0025]), matte("#d3dc84", 0.6)),
      part(move(scale(half, [0.8, 0.2, 0.82]), [0, -0.0055, 0.008]), matte("#eef0b4", 0.6)),
      part(
        move(ball(0.0165), [0, -0.003, 0.036]),
        detail("pit", detail("seed", glossy("#7a4a26"))),
      ),
    ];
  },
};

const loafShape = (length: number, width: number): Solid =>
  hull(
    ...[-1, 1].map((side) =>
      move(scale(ball(width), [0.8, 1, 0.85]), [
        side * (length / 2 - width * 0.8),
        0,
        width * 0.62,
      ]),
    ),
  );

const bread: Family = {
  names: ["bread", "loaf of bread", "loaf", "baguette", "bun", "bread roll", "french bread"],
  near: ["pastry", "pita", "tortilla", "scone", "brioche"],
  build({ main, has }) {
    const isLong = has("baguette", "french");
    const isBun = has("bun", "roll");
    const [length, width] = isLong ? [0.55, 0.045] : isBun ? [0.13, 0.06] : [0.27, 0.075];
    const count = isBun ? 2 : isLong ? 6 : 4;
    const body = cut(loafShape(length, width), move(box(2, 2, 1), [0, 0, -1]));
    const scores = Array.from({ length: count }, (_, index) =>
      move(turn(scale(ball(width * 0.85), [0.18, 0.9, 0.3]), [0, 0, 35]), [
        ((index + 0.5) / count - 0.5) * length * 0.75,
        0,
        width * 1.36,
      ]),
    );
    return [
      part(
        cut(body, ...scores.map((one) => move(one, [0, 0, 0.006]))),
        main(matte("#c4843f", 0.85)),
      ),
      part(
        common(union(...scores), scale(loafShape(length, width), [1, 1, 0.985])),
        matte("#ecd2a0", 0.95),
      ),
    ];
  },
};

const toast: Family = {
  names: ["toast", "slice of bread", "french toast", "bread slice"],
  near: ["tofu", "bean curd", "waffle"],
  parts: ["butter"],
  build: ({ main, detail }) => [
    part(
      hull(
        box(0.11, 0.1, 0.016, 0.006),
        move(cylinder(0.016, 0.035), [-0.03, 0.045, 0]),
        move(cylinder(0.016, 0.035), [0.03, 0.045, 0]),
      ),
      main(matte("#9a5f28", 0.9)),
    ),
    part(
      move(
        hull(
          box(0.098, 0.088, 0.003),
          move(cylinder(0.003, 0.029), [-0.03, 0.045, 0]),
          move(cylinder(0.003, 0.029), [0.03, 0.045, 0]),
        ),
        [0, 0, 0.0145],
      ),
      matte("#dca85c", 0.95),
    ),
    part(
      move(turn(box(0.034, 0.03, 0.012, 0.004), [0, 0, 20]), [0, 0.005, 0.016]),
      detail("butter", matte("#f6dd72", 0.5)),
    ),
  ],
};

const croissant: Family = {
  names: ["croissant", "crescent roll"],
  build: ({ main }) => [
    part(
      union(
        ...Array.from({ length: 9 }, (_, index) => {
          const angle = ((200 + index * 17.5) * Math.PI) / 180;
          const thick = 0.034 - Math.abs(index - 4) * 0.0058;
          return move(
            turn(scale(ball(thick), [0.55, 1, 0.95]), [0, 0, 90 + 200 + index * 17.5 - 180]),
            [0.062 * Math.cos(angle), 0.062 * Math.sin(angle), thick * 0.9],
          );
        }),
      ),
      main(matte("#c67f34", 0.6)),
    ),
  ],
};

const hotDog: Family = {
  names: ["hot dog", "hotdog"],
  near: ["sub sandwich"],
  parts: ["mustard", "bun"],
  build: ({ main, detail }) => [
    part(
      cut(
        hull(
          move(ball([0.035, 0.035, 0.028]), [-0.065, 0, 0.028]),
          move(ball([0.035, 0.035, 0.028]), [0.065, 0, 0.028]),
        ),
        move(box(0.3, 0.02, 0.1), [0, 0, 0.026]),
      ),
      detail("bun", matte("#d69a52", 0.85)),
    ),
    part(
      hull(move(ball(0.0165), [-0.085, 0, 0.044]), move(ball(0.0165), [0.085, 0, 0.044])),
      main(glossy("#b3492d")),
    ),
    part(
      tube(
        Array.from({ length: 25 }, (_, index): Vec3 => [
          -0.07 + index * 0.0058,
          Math.sin(index * 1.05) * 0.007,
          0.0605,
        ]),
        0.0032,
      ),
      detail("mustard", glossy("#f2c22e")),
    ),
  ],
};

const sausage: Family = {
  names: ["sausage", "sausages", "bratwurst"],
  near: ["salami", "ham", "bacon"],
  build: ({ main }) => [
    part(
      union(
        tube(
          Array.from({ length: 9 }, (_, index): Vec3 => [
            -0.08 + index * 0.02,
            0,
            0.02 + ((index - 4) / 4) ** 2 * 0.02,
          ]),
          0.019,
        ),
        ...[-1, 1].map((side) =>
          move(turn(cone(0.016, 0.008), [0, -side * 60, 0]), [side * 0.108, 0, 0.045]),
        ),
      ),
      main(glossy("#a8492c")),
    ),
    part(
      union(
        ...[-0.04, 0, 0.04].map((x) =>
          move(turn(box(0.004, 0.026, 0.006, 0.002), [0, 0, 28]), [
            x,
            0,
            0.0365 + (x / 0.08) ** 2 * 0.02,
          ]),
        ),
      ),
      matte("#5c2414", 0.7),
    ),
  ],
};

const steak: Family = {
  names: ["steak", "beef", "meat", "pork chop"],
  near: ["salmon", "fish fillet", "beef steak", "ham slice", "lamb chop"],
  parts: ["bone"],
  build: ({ main, detail }) => [
    part(
      hull(
        cylinder(0.024, 0.05),
        move(cylinder(0.024, 0.035), [0.07, 0.02, 0]),
        move(cylinder(0.024, 0.03), [-0.03, 0.05, 0]),
      ),
      main(matte("#8f3b2c", 0.6)),
    ),
    part(
      union(
        tube(
          [
            [-0.055, -0.01, 0.012],
            [-0.062, 0.04, 0.012],
            [-0.03, 0.085, 0.012],
            [0.03, 0.07, 0.012],
            [0.09, 0.055, 0.012],
          ],
          0.011,
        ),
      ),
      matte("#f0dcc0", 0.5),
    ),
    part(
      union(
        move(ring(0.009, 0.004), [0.045, 0.018, 0.024]),
        move(cylinder(0.003, 0.008), [0.045, 0.018, 0.023]),
      ),
      detail("bone", matte("#f4ecd8", 0.6)),
    ),
    part(
      union(
        ...[-0.03, 0, 0.03, 0.06].map((x) =>
          move(turn(box(0.005, 0.085, 0.002), [0, 0, -28]), [x, 0.008, 0.0235]),
        ),
      ),
      matte("#4a1b14", 0.8),
    ),
  ],
};

const cookie: Family = {
  names: ["cookie", "biscuit", "chocolate chip cookie"],
  near: ["cracker", "brownie", "crisp", "bagel chip"],
  parts: ["chip", "chips"],
  build: ({ main, detail, random }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.034, 0.001],
          [0.038, 0.006],
          [0.03, 0.012],
          [0, 0.014],
        ]),
      ),
      main(matte("#c58d4c", 0.95)),
    ),
    part(
      union(
        ...Array.from({ length: 13 }, (_, index) => {
          const away = 0.031 * Math.sqrt((index + 0.5) / 13);
          const angle = index * 2.4 + random() * 0.4;
          return move(scale(ball(0.0042), [1, 1, 0.8]), [
            away * Math.cos(angle),
            away * Math.sin(angle),
            0.0135 - away * 0.11,
          ]);
        }),
      ),
      detail("chip", detail("chips", matte("#3f2415", 0.5))),
    ),
  ],
};

const cheese: Family = {
  names: ["cheese", "cheese wedge", "piece of cheese", "swiss cheese"],
  near: ["butter"],
  build: ({ main }) => [
    part(
      cut(
        hull(
          move(cylinder(0.07, 0.002), [-0.09, 0, 0]),
          move(box(0.002, 0.13, 0.07), [0.07, 0, 0]),
        ),
        ...[
          [-0.02, -0.025, 0.03, 0.013],
          [0.03, -0.045, 0.045, 0.016],
          [0.04, -0.05, 0.015, 0.009],
          [0.01, 0, 0.07, 0.014],
          [0.045, 0.025, 0.068, 0.012],
          [0.07, 0.02, 0.035, 0.017],
          [0.07, -0.035, 0.05, 0.011],
          [-0.045, 0, 0.07, 0.007],
        ].map(([x = 0, y = 0, z = 0, radius = 0]) => move(ball(radius), [x, y, z])),
      ),
      main(matte("#f3c544", 0.55)),
    ),
  ],
};

const sushi: Family = {
  names: ["sushi", "sushi roll", "nigiri"],
  near: ["dumpling", "rice ball", "meatball"],
  build: ({ main }) => [
    part(
      at(
        cut(cylinder(0.03, 0.025), move(cylinder(0.05, 0.0235), [0, 0, -0.01])),
        [-0.03, 0, 0],
        [0.03, 0, 0],
      ),
      matte("#1f2a22", 0.8),
    ),
    part(at(cylinder(0.029, 0.0238), [-0.03, 0, 0], [0.03, 0, 0]), matte("#f6f3ea", 0.98)),
    part(at(cylinder(0.0305, 0.011), [-0.03, 0, 0], [0.03, 0, 0]), main(matte("#f08a5a", 0.6))),
  ],
};

const candyCane: Family = {
  names: ["candy cane"],
  build({ main }) {
    const path: Vec3[] = [
      [0, 0, 0.008],
      [0, 0, 0.05],
      [0, 0, 0.1],
      ...Array.from({ length: 11 }, (_, index): Vec3 => {
        const angle = (180 - index * 18) * (Math.PI / 180);
        return [0.026 + 0.026 * Math.cos(angle), 0, 0.1 + 0.026 * Math.sin(angle)];
      }),
      [0.052, 0, 0.086],
    ];
    return [
      part(tube(path, 0.008), glossy("#f8f6f2")),
      part(tube(windAround(path, 0.0046, 0.021), 0.0045), main(glossy("#d21f2f"))),
    ];
  },
};

/** A path that winds around another one in the plane of x and z, `away` from it, once every `pitch` metres. */
function windAround(path: readonly Vec3[], away: number, pitch: number): Vec3[] {
  const stepLength = 0.0015;
  let walked = 0;
  return path.slice(1).flatMap((end, index) => {
    const start = path[index] ?? end;
    const [along, up] = [end[0] - start[0], end[2] - start[2]];
    const length = Math.hypot(along, up);
    const steps = Math.ceil(length / stepLength);
    return Array.from({ length: steps }, (_, step): Vec3 => {
      const share = step / steps;
      const angle = ((walked + share * length) / pitch) * 2 * Math.PI;
      const out = away * Math.cos(angle);
      if (step === steps - 1) walked += length;
      return [
        start[0] + share * along - (out * up) / length,
        away * Math.sin(angle),
        start[2] + share * up + (out * along) / length,
      ];
    });
  });
}

const lollipop: Family = {
  names: ["lollipop", "lollypop", "candy", "popsicle"],
  near: ["sweets"],
  parts: ["stick", "swirl", "spiral"],
  build({ main, detail, has }) {
    if (has("popsicle"))
      return [
        part(
          hull(
            move(box(0.05, 0.024, 0.03, 0.009), [0, 0, 0.05]),
            move(turn(cylinder(0.022, 0.025), [90, 0, 0]), [0, 0.011, 0.13]),
          ),
          main(glossy("#f0628a")),
        ),
        part(box(0.012, 0.005, 0.06), detail("stick", matte("#d9b98a"))),
      ];
    return [
      part(
        move(turn(cylinder(0.012, 0.036), [90, 0, 0]), [0, 0.006, 0.13]),
        main(glossy("#e8416a")),
      ),
      part(
        move(
          turn(
            tube(
              Array.from({ length: 57 }, (_, index): Vec3 => [
                0.0006 * index * Math.cos(index * 0.4),
                0.0006 * index * Math.sin(index * 0.4),
                0,
              ]),
              0.0028,
            ),
            [90, 0, 0],
          ),
          [0, -0.006, 0.13],
        ),
        glossy("#fbf5ee"),
      ),
      part(cylinder(0.1, 0.0028), detail("stick", matte("#f7f3ea"))),
    ];
  },
};

const chocolate: Family = {
  names: ["chocolate bar", "bar of chocolate"],
  parts: ["wrapper"],
  build: ({ main, detail }) => [
    part(
      turn(
        union(
          box(0.07, 0.008, 0.15),
          ...Array.from({ length: 15 }, (_, index) =>
            move(
              turn(
                hull(box(0.021, 0.027, 0.001), move(box(0.016, 0.022, 0.001), [0, 0, 0.006])),
                [90, 0, 0],
              ),
              [((index % 3) - 1) * 0.023, -0.003, 0.015 + Math.floor(index / 3) * 0.029],
            ),
          ),
        ),
        [-14, 0, 0],
      ),
      main(matte("#4f2c18", 0.4)),
    ),
    part(
      turn(move(box(0.075, 0.02, 0.075, 0.002), [0, -0.003, -0.002]), [-14, 0, 0]),
      detail("wrapper", foil("#c2353a")),
    ),
  ],
};

/** Thin metal that is wrapped around something. */
function foil(color: string): Material {
  return { color, roughness: 0.35, metallic: 0.5, opacity: 1, glows: false };
}

const soap: Family = {
  names: ["soap", "bar of soap", "soap bar", "sponge"],
  near: ["eraser"],
  build: ({ main, has }) => [
    part(
      has("sponge")
        ? box(0.11, 0.075, 0.04, 0.008)
        : cut(
            box(0.09, 0.06, 0.032, 0.0155),
            move(scale(ball(0.03), [1.05, 0.62, 0.14]), [0, 0, 0.0325]),
          ),
      main(matte(has("sponge") ? "#f2d04a" : "#e9b9c6", 0.5)),
    ),
    part(
      has("sponge")
        ? move(box(0.11, 0.075, 0.008), [0, 0, 0.037])
        : move(scale(ball(0.014), [1, 0.55, 0.16]), [0, 0, 0.0292]),
      matte(has("sponge") ? "#3f8a4c" : "#f4d8df", 0.6),
    ),
  ],
};

const pie: Family = {
  names: ["pie", "apple pie", "tart", "quiche"],
  parts: ["crust"],
  build: ({ main, detail }) => [
    part(
      union(
        cylinder(0.03, 0.09, 0.115),
        around(move(ball([0.016, 0.018, 0.012]), [0.113, 0, 0.034]), 26),
      ),
      detail("crust", matte("#cf9650", 0.9)),
    ),
    part(move(cylinder(0.006, 0.108), [0, 0, 0.029]), main(matte("#a8321f", 0.4))),
    part(
      common(
        move(
          union(
            ...[-0.08, -0.04, 0, 0.04, 0.08].flatMap((x) => [
              move(box(0.02, 0.3, 0.008, 0.003), [x, 0, 0]),
              move(box(0.3, 0.02, 0.01, 0.003), [0, x, 0]),
            ]),
          ),
          [0, 0, 0.034],
        ),
        cylinder(0.1, 0.108),
      ),
      matte("#d9a45c", 0.9),
    ),
  ],
};

export const groceries: readonly Family[] = [
  ...fruits,
  bellPepper,
  chili,
  banana,
  grapes,
  strawberry,
  cauliflower,
  lettuce,
  celery,
  corn,
  pineapple,
  avocado,
  bread,
  toast,
  croissant,
  hotDog,
  sausage,
  steak,
  cookie,
  cheese,
  sushi,
  candyCane,
  lollipop,
  chocolate,
  soap,
  pie,
];
