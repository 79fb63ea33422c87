import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
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
  starOutline,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const fingerRing: Family = {
  names: ["ring", "diamond ring", "wedding ring", "engagement ring"],
  parts: ["gem"],
  build({ main, has, detail }) {
    const band = move(turn(scale(ring(0.3, 0.036), [1, 1, 1.5]), [90, 0, 0]), [0, 0, 0.34]);
    if (has("wedding")) return [part(band, main(metal("#e6b63c", 0.18)))];
    const gem = lathe([
      [0, -0.13],
      [0.15, 0.02],
      [0.1, 0.085],
      [0, 0.085],
    ]);
    return [
      part(
        union(
          band,
          ...[0, 90, 180, 270].map((angle) =>
            turn(
              tube(
                [
                  [0.03, 0, 0.66],
                  [0.105, 0, 0.73],
                  [0.12, 0, 0.81],
                ],
                0.014,
              ),
              [0, 0, angle + 45],
            ),
          ),
        ),
        main(metal("#e6b63c", 0.18)),
      ),
      part(move(gem, [0, 0, 0.79]), detail("gem", glass("#bfe4ff", 0.75))),
    ];
  },
};

function heartOutline(size: number): Point[] {
  return Array.from({ length: 48 }, (_, index) => {
    const t = (2 * Math.PI * index) / 48;
    const x = 16 * Math.sin(t) ** 3;
    const z = 13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t);
    return [(-x / 17) * size, (z / 17) * size] as const;
  });
}

/** Builds a pillow shape from an outline: layers that shrink towards the front and the back. */
function pillow(outline: readonly Point[], depth: number): Solid {
  const layers = Array.from({ length: 9 }, (_, index) => -1 + index / 4);
  const layer = (from: number, to: number): Solid => {
    const size = (level: number) => Math.sqrt(Math.max(0.02, 1 - level ** 2 * 0.97));
    const low = outline.map(([x, z]): Point => [x * size(from), z * size(from)]);
    return move(prism(low, ((to - from) * depth) / 2, { topScale: size(to) / size(from) }), [
      0,
      0,
      (from * depth) / 2,
    ]);
  };
  return turn(
    union(...layers.slice(1).map((to, index) => layer(layers[index] ?? to, to))),
    [90, 0, 0],
  );
}

const heart: Family = {
  names: ["heart", "love heart"],
  build: ({ main }) => [
    part(move(pillow(heartOutline(0.5), 0.42), [0, 0, 0.5]), main(glossy("#df2f45"))),
  ],
};

const star: Family = {
  names: ["star"],

  build({ main }) {
    const tips = starOutline(5, 0.55, 0.24).map(([x, z]): Vec3 => [x, 0, z]);
    const facets = tips.map((tip, index) => {
      const next = tips[(index + 1) % tips.length] ?? tip;
      const dot = ([x, y, z]: Vec3) => move(box(0.004, 0.004, 0.004), [x, y, z - 0.002]);
      return hull(dot(tip), dot(next), dot([0, -0.16, 0]), dot([0, 0.16, 0]));
    });
    return [part(move(union(...facets), [0, 0, 0.46]), main(matte("#f5c52f", 0.35)))];
  },
};

const gift: Family = {
  names: ["gift", "present", "gift box"],
  parts: ["ribbon"],
  build: ({ main, detail }) => [
    part(
      union(box(0.6, 0.6, 0.42, 0.012), move(box(0.66, 0.66, 0.13, 0.015), [0, 0, 0.41])),
      main(matte("#d23b46", 0.5)),
    ),
    part(
      union(
        box(0.12, 0.61, 0.425),
        box(0.61, 0.12, 0.425),
        move(box(0.12, 0.67, 0.138), [0, 0, 0.408]),
        move(box(0.67, 0.12, 0.138), [0, 0, 0.408]),
        ...[0, 90, 180, 270].map((angle) =>
          turn(
            move(
              turn(scale(turn(ring(0.1, 0.03), [90, 0, 0]), [1, 1.3, 0.75]), [0, -22, 0]),
              [0.11, 0, 0.62],
            ),
            [0, 0, angle + 45],
          ),
        ),
        move(ball(0.055), [0, 0, 0.57]),
      ),
      detail("ribbon", matte("#f5cf58", 0.4)),
    ),
  ],
};

const gem: Family = {
  names: ["gem", "diamond", "crystal", "jewel", "ruby", "emerald", "crystals", "gemstone"],
  build({ main, has, random }) {
    const tint = has("ruby")
      ? "#d8214a"
      : has("emerald")
        ? "#26a866"
        : has("diamond")
          ? "#bfe6fb"
          : "#8e5be8";
    const material = main({ ...glass(tint, 0.85), roughness: 0.12 });
    if (has("crystal", "crystals")) {
      const shard = (height: number, radius: number) =>
        union(
          cylinder(height * 0.75, radius * 0.8, radius, 6),
          move(cylinder(height * 0.25, radius, 0, 6), [0, 0, height * 0.75]),
        );
      const around = Array.from({ length: 6 }, (_, index) =>
        turn(
          turn(shard(0.5 + random() * 0.35, 0.09 + random() * 0.04), [0, 22 + random() * 20, 0]),
          [0, 0, index * 60 + random() * 30],
        ),
      );
      return [
        part(cut(union(shard(1.05, 0.17), ...around), move(box(3, 3, 1), [0, 0, -1])), material),
        part(cut(ball([0.5, 0.5, 0.16]), move(box(3, 3, 1), [0, 0, -1])), matte("#6d6a72", 0.95)),
      ];
    }
    const facets = union(
      cylinder(0.42, 0.001, 0.42, 10),
      move(cylinder(0.16, 0.42, 0.25, 10), [0, 0, 0.42]),
    );
    return [part(facets, material)];
  },
};

const coin: Family = {
  names: ["coin", "medal"],
  build({ main, has }) {
    const upright = (solid: Solid) => move(turn(solid, [78, 0, 0]), [0, 0, 0.36]);
    return [
      part(
        upright(
          union(
            cut(
              move(cylinder(0.08, 0.36), [0, 0, -0.04]),
              move(cylinder(0.05, 0.31), [0, 0, 0.025]),
              move(cylinder(0.05, 0.31), [0, 0, -0.075]),
            ),
            ...(has("motif")
              ? []
              : [move(prism(starOutline(5, 0.22, 0.09), 0.07), [0, 0, -0.035])]),
          ),
        ),
        main(metal("#e8b83c", 0.22)),
      ),
    ];
  },
};

const balloon: Family = {
  names: ["balloon"],
  build({ main }) {
    return [
      part(
        union(
          move(ball([0.34, 0.34, 0.4]), [0, 0, 1.2]),
          move(cylinder(0.08, 0.05, 0.01), [0, 0, 0.75]),
        ),
        main(glossy("#e0474c")),
      ),
      part(
        tube(
          [
            [0, 0, 0.76],
            [0.04, 0, 0.5],
            [-0.03, 0, 0.25],
            [0.02, 0, 0],
          ],
          0.006,
        ),
        matte("#e9e4d8"),
      ),
    ];
  },
};

export const treasures: readonly Family[] = [fingerRing, heart, star, gem, coin, gift, balloon];
