import { counts } from "#studio/engines/model3d/counts.ts";
import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, glowing, matte } from "#studio/engines/model3d/material.ts";
import {
  around,
  ball,
  box,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  prism,
  ring,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

/** Words for the number of candles; "two" is the number of cakes. */
const candleCounts = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"];

const berries = new Map([
  ["cherry", { plural: "cherries", color: "#c4142c", solid: move(ball(0.05), [0, 0, 0.04]) }],
  [
    "strawberry",
    {
      plural: "strawberries",
      color: "#e0262f",
      solid: hull(move(ball(0.045), [0, 0, 0.045]), move(ball(0.012), [0, 0, 0.13])),
    },
  ],
  [
    "raspberry",
    { plural: "raspberries", color: "#c9264f", solid: move(ball(0.045), [0, 0, 0.04]) },
  ],
  [
    "blueberry",
    { plural: "blueberries", color: "#33417e", solid: move(ball(0.042), [0, 0, 0.035]) },
  ],
  [
    "blackberry",
    { plural: "blackberries", color: "#2a1c33", solid: move(ball(0.045), [0, 0, 0.04]) },
  ],
]);

/** The fruit that the prompt names, for decoration. */
function findBerry(has: (...words: string[]) => boolean) {
  for (const [name, berry] of berries) if (has(name, berry.plural)) return { name, ...berry };
  return has("berry", "berries")
    ? { name: "berry", plural: "berries", color: "#c9264f", solid: ball(0.045) }
    : null;
}

const cake: Family = {
  names: ["cake", "birthday cake", "wedding cake", "cheesecake"],
  parts: ["candle", "tier", "frosting", "icing", "layer", ...berries.keys(), "berry"],
  build({ main, has, detail }) {
    const candleCount = counts[candleCounts.find((word) => has(word)) ?? ""] ?? 6;
    const tiers = has("four") ? 4 : has("three", "tiers", "wedding") ? 3 : 2;
    const radiusOf = (tier: number) => 0.42 - tier * (tiers > 3 ? 0.095 : 0.12);
    const heightOf = (tier: number) => 0.03 + tier * 0.26;
    const all = Array.from({ length: tiers }, (_, tier) => tier);
    const top = heightOf(tiers - 1) + 0.24;
    const isWedding = has("wedding");
    const fruit = findBerry(has);
    return [
      part(
        union(...all.map((tier) => move(cylinder(0.26, radiusOf(tier)), [0, 0, heightOf(tier)]))),
        main(matte(isWedding ? "#fbf6ec" : "#f6c7d4", 0.7)),
      ),
      part(
        union(
          ...all.flatMap((tier) => [
            move(ring(radiusOf(tier), 0.03), [0, 0, heightOf(tier) + 0.02]),
            move(ring(radiusOf(tier), 0.03), [0, 0, heightOf(tier) + 0.25]),
          ]),
          around(move(scale(ball(0.05), [1, 1, 1.3]), [0.4, 0, 0.22]), 16),
        ),
        matte(isWedding ? "#f3dfe0" : "#fdf8f0", 0.6),
      ),
      part(cylinder(0.03, 0.52), glossy("#e9e6e0")),
      ...(isWedding
        ? [
            part(
              union(
                move(ball(0.06), [-0.03, 0, top + 0.05]),
                move(ball(0.05), [0.05, 0, top + 0.04]),
              ),
              matte("#e58aa0", 0.7),
            ),
          ]
        : [
            part(
              around(move(cylinder(0.16, 0.016), [0.14, 0, top]), candleCount),
              matte("#5fb8e8", 0.5),
            ),
            part(around(move(scale(ball(0.024), [1, 1, 1.7]), [0.14, 0, top + 0.2]), candleCount), {
              ...matte("#ffb52e"),
              glows: true,
            }),
          ]),
      ...(fruit
        ? [
            part(
              union(
                around(move(fruit.solid, [0.35, 0, 0.3]), 10),
                around(move(fruit.solid, [radiusOf(tiers - 1) - 0.07, 0, top]), 8),
              ),
              detail(fruit.name, glossy(fruit.color)),
            ),
          ]
        : [
            part(
              around(move(ball(0.04), [0.35, 0, 0.32]), 10),
              glossy(isWedding ? "#e58aa0" : "#d2283c"),
            ),
          ]),
    ];
  },
};

function sauceColor(has: (...words: string[]) => boolean): string {
  if (has("caramel")) return "#b8702a";
  return has("strawberry", "raspberry", "cherry") ? "#b81a38" : "#4a2614";
}

const iceCream: Family = {
  names: ["ice cream", "ice cream cone", "icecream"],
  parts: ["cherry", "scoop", "cone", "sauce", "syrup", "topping"],
  build: ({ main, has, detail }) => [
    part(
      cut(
        lathe([
          [0, 0],
          [0.03, 0],
          [0.2, 0.56],
          [0.2, 0.62],
          [0, 0.62],
        ]),
        ...[0, 1].map((side) =>
          turn(around(move(turn(box(0.014, 0.03, 1), [0, 17.5, 0]), [0.02, 0, -0.02]), 12), [
            0,
            0,
            side * 15,
          ]),
        ),
      ),
      matte("#d9a25c", 0.85),
    ),
    part(
      union(move(ball(0.22), [0, 0, 0.72]), move(ring(0.19, 0.045), [0, 0, 0.63])),
      main(matte("#f4a3bd", 0.7)),
    ),
    part(
      union(move(ball(0.18), [0, 0, 0.97]), move(ring(0.15, 0.035), [0, 0, 0.88])),
      matte("#fbf0d8", 0.7),
    ),
    part(move(ball(0.06), [0, 0, 1.18]), detail("cherry", glossy("#cc2036"))),
    ...(has("sauce", "syrup")
      ? [
          part(
            union(
              cut(move(ball(0.187), [0, 0, 0.972]), move(box(2, 2, 2), [0, 0, -0.96])),
              ...[0, 1, 2, 3, 4, 5].map((index) =>
                turn(
                  tube(
                    [
                      [0.1, 0, 1.12],
                      [0.183, 0, 1.03],
                      [0.19, 0, 0.98 - (index % 3) * 0.03],
                    ],
                    0.026,
                  ),
                  [0, 0, index * 60],
                ),
              ),
            ),
            detail("sauce", detail("syrup", glossy(sauceColor(has)))),
          ),
        ]
      : []),
  ],
};

const burger: Family = {
  names: ["burger", "hamburger", "cheeseburger"],
  near: ["sandwich"],
  build: ({ main, random }) => [
    part(
      lathe([
        [0, 0],
        [0.36, 0],
        [0.4, 0.06],
        [0.38, 0.13],
        [0, 0.13],
      ]),
      main(matte("#d9954a", 0.6)),
    ),
    part(
      cut(move(ball([0.41, 0.41, 0.28]), [0, 0, 0.36]), move(box(2, 2, 1), [0, 0, -0.64])),
      main(matte("#d9954a", 0.6)),
    ),
    part(
      union(
        ...Array.from({ length: 26 }, (_, index) => {
          const angle = index * 2.4;
          const reach = 0.3 * Math.sqrt((index + 0.5) / 26) + random() * 0.02;
          const z = 0.36 + 0.28 * Math.sqrt(1 - (reach / 0.41) ** 2);
          return move(turn(scale(ball(0.02), [1.5, 0.8, 0.6]), [0, 0, random() * 180]), [
            reach * Math.cos(angle),
            reach * Math.sin(angle),
            z,
          ]);
        }),
      ),
      matte("#f7e6bd"),
    ),
    part(
      move(
        lathe([
          [0, 0],
          [0.39, 0],
          [0.42, 0.05],
          [0.39, 0.1],
          [0, 0.1],
        ]),
        [0, 0, 0.13],
      ),
      matte("#5e3521", 0.9),
    ),
    part(move(turn(box(0.64, 0.64, 0.025), [0, 0, 20]), [0, 0, 0.23]), matte("#f6b931", 0.5)),
    part(move(cylinder(0.04, 0.37), [0, 0, 0.255]), matte("#d3392f", 0.5)),
    part(
      move(
        prism(
          Array.from({ length: 60 }, (_, index) => {
            const angle = (index / 60) * 2 * Math.PI;
            const reach = 0.42 + 0.03 * Math.sin(angle * 13);
            return [reach * Math.cos(angle), reach * Math.sin(angle)] as const;
          }),
          0.05,
        ),
        [0, 0, 0.3],
      ),
      matte("#6fb33f", 0.7),
    ),
  ],
};

const apple: Family = {
  names: ["apple", "pumpkin", "pear", "jack-o-lantern", "jack o lantern"],
  parts: ["face", "stem", "leaf"],
  build({ main, has }) {
    if (has("pumpkin", "lantern", "jack-o-lantern")) {
      const flesh = around(move(ball([0.22, 0.2, 0.3]), [0.2, 0, 0.3]), 10);
      const triangle = (size: number) =>
        move(turn(cylinder(0.5, size, size, 3), [90, 0, 0]), [0, -0.2, 0]);
      const mouth = union(
        ...[-0.16, -0.08, 0, 0.08, 0.16].map((x, index) =>
          move(turn(triangle(0.055), [0, index % 2 === 0 ? 90 : -90, 0]), [x, 0, 0.17]),
        ),
        move(box(0.4, 0.5, 0.03), [0, -0.45, 0.155]),
      );
      const eyes = [-0.12, 0.12].map((x) => move(turn(triangle(0.07), [0, -90, 0]), [x, 0, 0.36]));
      const isCarved = has("carved", "face", "jack-o-lantern", "lantern");
      return [
        part(isCarved ? cut(flesh, ...eyes, mouth) : flesh, main(matte("#ea7a24", 0.6))),
        ...(isCarved
          ? [part(move(ball([0.34, 0.34, 0.24]), [0, 0, 0.29]), glowing("#ffb52e"))]
          : []),
        part(
          tube(
            [
              [0, 0, 0.5],
              [0.02, 0, 0.62],
              [0.08, 0, 0.7],
            ],
            [0.06, 0.045, 0.04],
          ),
          matte("#5d7a33", 0.9),
        ),
      ];
    }
    const body = has("pear")
      ? lathe(
          smooth([
            [0, 0.02],
            [0.12, 0],
            [0.25, 0.1],
            [0.28, 0.24],
            [0.22, 0.4],
            [0.13, 0.55],
            [0.1, 0.64],
            [0.05, 0.69],
            [0, 0.68],
          ]),
        )
      : lathe(
          smooth([
            [0, 0.05],
            [0.07, 0.01],
            [0.16, 0],
            [0.26, 0.1],
            [0.31, 0.28],
            [0.29, 0.42],
            [0.2, 0.5],
            [0.1, 0.5],
            [0.03, 0.46],
            [0, 0.44],
          ]),
        );
    const top = has("pear") ? 0.66 : 0.44;
    return [
      part(body, main(glossy(has("pear") ? "#b5c83e" : "#d42f2f"))),
      part(
        tube(
          [
            [0, 0, top],
            [0.015, 0, top + 0.1],
            [0.05, 0, top + 0.17],
          ],
          0.016,
        ),
        matte("#5b3a22"),
      ),
      part(
        move(turn(scale(ball(0.12), [1, 0.5, 0.14]), [0, -28, 20]), [0.14, 0.03, top + 0.15]),
        matte("#5aa845", 0.6),
      ),
    ];
  },
};

export const food: readonly Family[] = [cake, iceCream, burger, apple];
