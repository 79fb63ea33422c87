import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  at,
  box,
  circleOutline,
  cut,
  cylinder,
  move,
  prism,
  slab,
  starOutline,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const guitar: Family = {
  names: ["guitar", "acoustic guitar", "ukulele"],
  parts: ["string"],
  build({ main, detail }) {
    const outline: Point[] = Array.from({ length: 56 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 56;
      const z = 0.38 * Math.sin(angle);
      const waist = 1 - 0.36 * Math.exp(-(((z - 0.07) / 0.13) ** 2));
      const taper = z > 0 ? 0.86 : 1.08;
      return [0.3 * Math.cos(angle) ** 1 * waist * taper, z + 0.4] as const;
    });
    const wood = matte("#5a3a22", 0.5);
    return [
      part(
        cut(slab(outline, 0.13), move(turn(cylinder(0.1, 0.085), [90, 0, 0]), [0, -0.03, 0.5])),
        main(matte("#c98742", 0.35)),
      ),
      part(
        slab(
          outline.map(([x, z]): Point => [x * 1.03, (z - 0.4) * 1.025 + 0.4]),
          0.1,
        ),
        wood,
      ),
      part(
        union(
          move(box(0.075, 0.05, 0.72), [0, -0.07, 0.58]),
          slabAt(
            [
              [-0.05, 1.26],
              [0.05, 1.26],
              [0.075, 1.3],
              [0.06, 1.48],
              [-0.06, 1.48],
              [-0.075, 1.3],
            ],
            0.04,
            -0.065,
          ),
          move(box(0.22, 0.03, 0.045, 0.01), [0, -0.075, 0.2]),
          move(
            turn(cut(cylinder(0.01, 0.105), cylinder(0.02, 0.088)), [90, 0, 0]),
            [0, -0.064, 0.5],
          ),
        ),
        wood,
      ),
      part(
        union(
          ...[-0.026, -0.0156, -0.0052, 0.0052, 0.0156, 0.026].map((x) =>
            move(box(0.0035, 0.0035, 1.1), [x, -0.101, 0.22]),
          ),
          at(
            box(0.076, 0.006, 0.008),
            ...Array.from({ length: 11 }, (_, i): Vec3 => [0, -0.096, 0.68 + i * 0.055]),
          ),
          at(
            turn(cylinder(0.05, 0.016), [0, 90, 0]),
            ...[1.33, 1.38, 1.43].flatMap((z): Vec3[] => [
              [0.06, -0.065, z],
              [-0.11, -0.065, z],
            ]),
          ),
        ),
        detail("string", metal("#d9dce0", 0.25)),
      ),
      part(move(turn(cylinder(0.02, 0.086), [90, 0, 0]), [0, -0.03, 0.5]), matte("#1c1512")),
    ];
  },
};

function slabAt(outline: readonly Point[], depth: number, y: number): Solid {
  return move(slab(outline, depth), [0, y, 0]);
}

const book: Family = {
  names: ["book", "spellbook", "notebook", "bible"],
  parts: ["page", "clasp"],
  build: ({ main, detail }) => [
    part(
      union(
        box(0.62, 0.84, 0.03, 0.012),
        move(box(0.62, 0.84, 0.03, 0.012), [0, 0, 0.15]),
        move(box(0.05, 0.84, 0.18, 0.022), [-0.3, 0, 0]),
      ),
      main(matte("#7a2433", 0.6)),
    ),
    part(move(box(0.56, 0.78, 0.125), [0, 0, 0.027]), detail("page", matte("#f2e8cf", 0.9))),
    part(
      union(
        move(cut(box(0.44, 0.64, 0.012), box(0.4, 0.6, 0.05)), [0.02, 0, 0.173]),
        move(prism(starOutline(5, 0.12, 0.05), 0.012), [0.02, 0, 0.173]),
        at(box(0.056, 0.025, 0.186, 0.01), [-0.3, -0.26, -0.003], [-0.3, 0.26, -0.003]),
      ),
      detail("clasp", metal("#d8ac45", 0.3)),
    ),
  ],
};

const computer: Family = {
  names: ["computer", "laptop", "monitor", "television", "tv"],
  build({ main, has }) {
    if (has("laptop")) {
      return [
        part(
          union(
            box(0.9, 0.6, 0.035, 0.015),
            move(turn(box(0.9, 0.03, 0.58, 0.013), [-14, 0, 0]), [0, 0.3, 0.025]),
          ),
          main(metal("#b9bec5", 0.35)),
        ),
        part(move(turn(box(0.82, 0.01, 0.5), [-14, 0, 0]), [0, 0.276, 0.07]), {
          ...matte("#2b78d8"),
          glows: true,
        }),
        part(
          union(
            ...[0, 1, 2, 3].map((row) =>
              at(
                box(0.062, 0.062, 0.012, 0.005),
                ...Array.from({ length: 10 }, (_, i): Vec3 => [
                  -0.34 + i * 0.0755,
                  0.16 - row * 0.075,
                  0.033,
                ]),
              ),
            ),
            move(box(0.26, 0.16, 0.004), [0, -0.2, 0.034]),
          ),
          matte("#33363c", 0.6),
        ),
      ];
    }
    return [
      part(
        union(
          move(box(1.1, 0.07, 0.68, 0.02), [0, 0, 0.28]),
          move(box(0.1, 0.06, 0.32), [0, 0.05, 0]),
          box(0.42, 0.28, 0.025, 0.01),
        ),
        main(matte("#2b2d33", 0.4)),
      ),
      part(move(box(1.03, 0.01, 0.6), [0, -0.034, 0.33]), { ...matte("#2f86d6"), glows: true }),
      part(
        union(
          at(box(0.3, 0.012, 0.03), [-0.3, -0.036, 0.8], [-0.3, -0.036, 0.72]),
          move(
            slab(
              circleOutline(0.12, 24).map(([x, z]): Point => [x + 0.25, z + 0.6]),
              0.012,
            ),
            [0, -0.036, 0],
          ),
        ),
        { ...matte("#f3f7fb"), glows: true },
      ),
    ];
  },
};

export const gadgets: readonly Family[] = [guitar, book, computer];
