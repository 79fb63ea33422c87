import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
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
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const dice: Family = {
  names: ["die", "dice"],
  build({ main }) {
    const pip = ball(0.045);
    const half = 0.25;
    const face = (places: readonly (readonly [number, number])[]) =>
      union(...places.map(([x, y]) => move(pip, [x * 0.13, y * 0.13, half + 0.02])));
    const faces: Solid[] = [
      face([
        [-1, -1],
        [0, 0],
        [1, 1],
        [-1, 1],
        [1, -1],
      ]),
      turn(face([[0, 0]]), [90, 0, 0]),
      turn(
        face([
          [-1, -1],
          [0, 0],
          [1, 1],
        ]),
        [0, 90, 0],
      ),
      turn(
        face([
          [-1, -1],
          [1, 1],
          [-1, 1],
          [1, -1],
        ]),
        [0, -90, 0],
      ),
      turn(
        face([
          [-1, -1],
          [1, 1],
          [-1, 1],
          [1, -1],
          [-1, 0],
          [1, 0],
        ]),
        [-90, 0, 0],
      ),
      turn(
        face([
          [-1, -1],
          [1, 1],
        ]),
        [180, 0, 0],
      ),
    ];
    const cube = move(box(0.5, 0.5, 0.5, 0.07), [0, 0, -0.25]);
    return [
      part(move(cut(cube, ...faces), [0, 0, 0.25]), main(glossy("#f5f2ea"))),
      part(
        move(
          common(move(box(0.488, 0.488, 0.488, 0.06), [0, 0, -0.244]), union(...faces)),
          [0, 0, 0.25],
        ),
        matte("#26262b", 0.4),
      ),
    ];
  },
};

const sphere: Family = {
  names: ["ball", "sphere", "marble", "bead"],
  build: ({ main }) => [part(move(ball(0.3), [0, 0, 0.3]), main(glossy("#e0474c")))],
};

const basketball: Family = {
  names: ["basketball", "beach ball", "beachball"],
  build({ main, has }) {
    if (has("beach")) {
      const wedge = (index: number) =>
        common(
          ball(0.32),
          turn(
            lathe(
              [
                [0, -0.5],
                [0.5, -0.5],
                [0.5, 0.5],
                [0, 0.5],
              ],
              60,
            ),
            [0, 0, index * 60],
          ),
        );
      const stand = (solid: Solid) => move(turn(solid, [24, 12, 0]), [0, 0, 0.32]);
      return [
        part(stand(union(wedge(0), wedge(2), wedge(4))), main(glossy("#e0474c"))),
        part(stand(union(wedge(1), wedge(3), wedge(5))), glossy("#f8f6f0")),
      ];
    }
    const seams = union(
      ring(0.3, 0.012),
      turn(ring(0.3, 0.012), [90, 0, 0]),
      turn(ring(0.3, 0.012), [90, 0, 90]),
      at(turn(ring(0.245, 0.012), [0, 90, 0]), [0.175, 0, 0], [-0.175, 0, 0]),
    );
    return [
      part(move(cut(ball(0.3), seams), [0, 0, 0.3]), main(matte("#dc6f26", 0.7))),
      part(move(common(ball(0.297), seams), [0, 0, 0.3]), matte("#29211d")),
    ];
  },
};

const cube: Family = {
  names: ["cube", "box", "block", "brick"],
  build: ({ main }) => [part(box(0.6, 0.6, 0.6, 0.03), main(matte("#4f86c6", 0.5)))],
};

const coneShape: Family = {
  names: ["cone", "traffic cone"],
  build: ({ main, has }) =>
    has("traffic")
      ? [
          part(
            union(
              move(cylinder(0.16, 0.23, 0.19), [0, 0, 0.05]),
              move(cylinder(0.16, 0.13, 0.09), [0, 0, 0.45]),
              box(0.62, 0.62, 0.05, 0.02),
            ),
            main(matte("#f0702a", 0.5)),
          ),
          part(move(cylinder(0.24, 0.19, 0.13), [0, 0, 0.21]), matte("#f6f4ee", 0.5)),
          part(move(cylinder(0.1, 0.09, 0.06), [0, 0, 0.61]), main(matte("#f0702a", 0.5))),
        ]
      : [part(cone(0.8, 0.35), main(matte("#4f86c6", 0.5)))],
};

const cylinderShape: Family = {
  names: ["cylinder", "pillar", "column"],
  build: ({ main, has }) =>
    has("pillar", "column")
      ? [
          part(
            union(
              box(0.62, 0.62, 0.1),
              cut(
                move(cylinder(1.5, 0.24, 0.2), [0, 0, 0.14]),
                around(move(cylinder(2, 0.028), [0.235, 0, 0]), 16),
              ),
              move(cylinder(0.06, 0.29, 0.27), [0, 0, 0.1]),
              move(cylinder(0.1, 0.2, 0.29), [0, 0, 1.62]),
              move(box(0.62, 0.62, 0.09), [0, 0, 1.72]),
            ),
            main(matte("#e9e4d8", 0.6)),
          ),
        ]
      : [part(cylinder(0.7, 0.3), main(matte("#4f86c6", 0.5)))],
};

const torus: Family = {
  names: ["torus", "donut", "doughnut"],
  parts: ["icing", "frosting", "glaze", "sprinkle"],
  build({ main, has, detail, random }) {
    const dough = move(scale(ring(0.28, 0.14), [1, 1, 0.85]), [0, 0, 0.12]);
    if (has("torus")) return [part(dough, main(glossy("#4f86c6")))];
    const palette = ["#f7d34a", "#5fb8e8", "#f2f2f2", "#7fd06a"];
    const sprinkle = tube(
      [
        [-0.022, 0, 0],
        [0.022, 0, 0],
      ],
      0.009,
    );
    const sprinkles = palette.map((color, shade) =>
      part(
        union(
          ...Array.from({ length: 11 }, (_, index) => {
            const angle = (index * palette.length + shade) * 2.4;
            const reach = 0.28 + (random() - 0.5) * 0.15;
            const height = 0.12 + 0.122 * Math.sqrt(Math.max(0, 1 - ((reach - 0.28) / 0.15) ** 2));
            const place: Vec3 = [reach * Math.cos(angle), reach * Math.sin(angle), height];
            return move(turn(sprinkle, [0, 0, random() * 180]), place);
          }),
        ),
        matte(color, 0.5),
      ),
    );
    const icing = common(
      move(scale(ring(0.28, 0.147), [1, 1, 0.87]), [0, 0, 0.12]),
      union(
        move(cylinder(0.2, 0.4), [0, 0, 0.15]),
        ...Array.from({ length: 12 }, (_, index) => {
          const angle = (index / 12) * 2 * Math.PI;
          const drop = move(ball([0.075, 0.075, 0.06 + random() * 0.05]), [
            0.38 * Math.cos(angle),
            0.38 * Math.sin(angle),
            0.15,
          ]);
          return drop;
        }),
      ),
    );
    return [
      part(dough, matte("#d99a55", 0.8)),
      part(icing, detail("icing", detail("frosting", detail("glaze", main(glossy("#f07fae")))))),
      ...sprinkles,
    ];
  },
};

const rainbow: Family = {
  names: ["rainbow"],
  build: () =>
    ["#e23f3f", "#f08a2c", "#f5cf3a", "#57b14f", "#3d86d8", "#7a4fc0"].map((color, index) => {
      const radius = 0.95 - index * 0.085;
      return part(
        common(
          turn(
            move(
              cut(cylinder(0.2, radius), move(cylinder(0.4, radius - 0.085), [0, 0, -0.1])),
              [0, 0, -0.1],
            ),
            [90, 0, 0],
          ),
          box(3, 3, 3),
        ),
        matte(color, 0.6),
      );
    }),
};

/** Builds a band whose upper edge is a row of points. */
function pointedBand(radius: number, low: number, high: number, points: number): Solid {
  const tooth = (index: number): Solid => {
    const angle = ((index + 0.5) / points) * 2 * Math.PI;
    const half = Math.PI / points;
    const on = (bearing: number, reach: number, z: number) =>
      move(ball(0.014), [reach * Math.cos(bearing), reach * Math.sin(bearing), z]);
    return hull(
      on(angle - half, radius, low),
      on(angle + half, radius, low),
      on(angle, radius * 1.02, low),
      on(angle, radius * 1.12, high),
    );
  };
  return union(...Array.from({ length: points }, (_, index) => tooth(index)));
}

const crown: Family = {
  names: ["crown"],
  parts: ["gem", "jewel"],
  build({ main, detail }) {
    const jewels = (offset: number) =>
      turn(around(move(scale(ball(0.036), [0.6, 1, 1]), [0.315, 0, 0.09]), 4), [0, 0, offset]);
    return [
      part(
        union(
          cut(cylinder(0.17, 0.3, 0.305), move(cylinder(0.3, 0.275, 0.28), [0, 0, -0.02])),
          pointedBand(0.29, 0.15, 0.4, 8),
          at(ring(0.3, 0.024), [0, 0, 0.02], [0, 0, 0.16]),
          turn(around(move(ball(0.034), [0.328, 0, 0.42]), 8), [0, 0, 22.5]),
        ),
        main(metal("#e6b63c", 0.22)),
      ),
      part(jewels(0), detail("gem", glossy("#c62339"))),
      part(jewels(45), detail("jewel", glossy("#2b6fd0"))),
      part(move(scale(ball(0.27), [1, 1, 0.5]), [0, 0, 0.14]), matte("#7a1f36", 0.95)),
    ];
  },
};

export const shapes: readonly Family[] = [
  dice,
  sphere,
  basketball,
  cube,
  coneShape,
  cylinderShape,
  torus,
  rainbow,
  crown,
];
