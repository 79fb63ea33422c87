import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { matte } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  ball,
  box,
  common,
  cone,
  cut,
  cylinder,
  hull,
  move,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

/** Builds a rough convex lump: the hull of seeded points on an ellipsoid. */
function lump(random: () => number, radii: Vec3): Solid {
  const points = Array.from({ length: 22 }, (_, index) => {
    const z = 1 - (2 * (index + 0.5)) / 22;
    const angle = index * 2.4 + random() * 0.7;
    const reach = Math.sqrt(1 - z * z) * (0.85 + random() * 0.25);
    return move(box(0.01, 0.01, 0.01), [
      reach * Math.cos(angle) * radii[0],
      reach * Math.sin(angle) * radii[1],
      z * radii[2],
    ]);
  });
  return cut(move(hull(...points), [0, 0, radii[2] * 0.7]), move(box(9, 9, 4), [0, 0, -4]));
}

const rock: Family = {
  names: ["rock", "stone", "boulder", "asteroid"],
  build: ({ main, random }) => [
    part(
      union(
        lump(random, [0.5, 0.42, 0.36]),
        move(lump(random, [0.22, 0.2, 0.16]), [0.5, -0.22, 0]),
      ),
      main(matte("#8c8a84", 0.95)),
    ),
  ],
};

const mountain: Family = {
  names: ["mountain", "volcano"],
  build({ main, random, has }) {
    const peak = (radius: number, height: number): Solid => {
      const ring = Array.from({ length: 9 }, (_, index) => {
        const angle = (index / 9) * 2 * Math.PI;
        const reach = radius * (0.8 + random() * 0.35);
        return move(box(0.02, 0.02, 0.02), [reach * Math.cos(angle), reach * Math.sin(angle), 0]);
      });
      const shoulders = Array.from({ length: 7 }, (_, index) => {
        const angle = (index / 7) * 2 * Math.PI + random();
        const reach = radius * (0.3 + random() * 0.2);
        return move(box(0.02, 0.02, 0.02), [
          reach * Math.cos(angle),
          reach * Math.sin(angle),
          height * (0.4 + random() * 0.2),
        ]);
      });
      return hull(...ring, ...shoulders, move(box(0.12, 0.12, 0.01), [0, 0, height]));
    };
    const range = union(
      peak(1, 1.3),
      move(peak(0.62, 0.8), [0.75, -0.2, 0]),
      move(peak(0.56, 0.62), [-0.78, -0.25, 0]),
    );
    if (has("volcano")) {
      return [
        part(
          cut(union(cone(1.3, 1.05, 14), peak(0.9, 0.8)), move(cylinder(1, 0.3), [0, 0, 0.92])),
          main(matte("#5d4b44", 0.95)),
        ),
        part(
          union(
            move(cylinder(0.06, 0.29), [0, 0, 0.86]),
            tube(
              [
                [0.16, -0.2, 0.93],
                [0.32, -0.42, 0.62],
                [0.42, -0.66, 0.32],
              ],
              [0.08, 0.07, 0.09],
            ),
          ),
          { ...matte("#ff6a1f"), glows: true },
        ),
      ];
    }
    const isSnow = move(box(4, 4, 2), [0, 0, 0.82]);
    return [
      part(cut(range, isSnow), main(matte("#7d7f78", 0.95))),
      part(common(range, isSnow), matte("#f6f8fb", 0.8)),
    ];
  },
};

const cloud: Family = {
  names: ["cloud"],
  build: ({ main }) => [
    part(
      cut(
        union(
          move(ball(0.3), [0, 0, 0.34]),
          move(ball(0.24), [0.32, -0.02, 0.26]),
          move(ball(0.24), [-0.32, 0.02, 0.27]),
          move(ball(0.18), [0.56, 0, 0.2]),
          move(ball(0.17), [-0.56, 0, 0.19]),
          move(ball(0.22), [0.12, -0.16, 0.22]),
          move(ball(0.2), [-0.16, -0.14, 0.24]),
        ),
        move(box(3, 3, 1), [0, 0, -0.88]),
      ),
      main(matte("#f8fafc", 0.95)),
    ),
  ],
};

const planet: Family = {
  names: ["planet", "saturn", "globe", "moon"],
  build({ main, has }) {
    if (has("moon")) {
      const craters: Vec3[] = [
        [-0.2, -0.38, 0.62],
        [0.22, -0.4, 0.42],
        [0, -0.3, 0.83],
        [0.4, -0.15, 0.7],
        [-0.4, -0.2, 0.35],
        [0.1, -0.46, 0.2],
      ];
      return [
        part(
          cut(
            move(ball(0.5), [0, 0, 0.5]),
            ...craters.map((place, index) => move(ball(0.08 + 0.03 * (index % 3)), place)),
          ),
          main(matte("#d5d3cb", 0.95)),
        ),
      ];
    }
    const rings = cut(
      move(cylinder(0.02, 0.86), [0, 0, -0.01]),
      move(cylinder(0.1, 0.6), [0, 0, -0.05]),
    );
    return [
      part(move(ball(0.48), [0, 0, 0.55]), main(matte("#d9a566", 0.7))),
      part(move(turn(rings, [14, 16, 0]), [0, 0, 0.55]), matte("#c9b48e", 0.6)),
    ];
  },
};

export const scenery: readonly Family[] = [rock, mountain, cloud, planet];
