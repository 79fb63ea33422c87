import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
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
  move,
  ring,
  scale,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

export const windowGlass = glass("#2e4256", 0.9);
export const tyre = matte("#25262a", 0.95);
export const hub = metal("#c9ccd1", 0.3);

/** Builds a wheel in the x–z plane. */
export function wheel(radius: number, width: number): { tyre: Solid; hub: Solid } {
  const upright = (solid: Solid) => turn(solid, [90, 0, 0]);
  return {
    tyre: upright(ring(radius * 0.72, radius * 0.28)),
    hub: upright(move(cylinder(width, radius * 0.6), [0, 0, -width / 2])),
  };
}

const car: Family = {
  names: ["car", "taxi", "automobile"],
  near: ["limousine"],
  build({ main, has }) {
    const body: Point[] = [
      [-1, 0.2],
      [1, 0.2],
      [1.02, 0.34],
      [0.96, 0.46],
      [0.5, 0.53],
      [-0.9, 0.55],
      [-1.02, 0.45],
    ];
    const cabin: Point[] = [
      [-0.8, 0.5],
      [0.52, 0.5],
      [0.2, 0.82],
      [-0.5, 0.84],
    ];
    const wheels = wheel(0.2, 0.13);
    const places = corners(0.6, 0.4, 0.2);
    const arches = at(
      turn(move(cylinder(2, 0.24), [0, 0, -1]), [90, 0, 0]),
      [-0.6, 0, 0.2],
      [0.6, 0, 0.2],
    );
    const rounded = (outline: readonly Point[], depth: number, radius: number) =>
      hull(
        ...outline.flatMap(([x, z]) =>
          [-1, 1].map((side) => move(ball(radius), [x, side * (depth / 2 - radius), z])),
        ),
      );
    return [
      part(
        cut(rounded(body, 0.88, 0.06), arches),
        main(glossy(has("taxi") ? "#f4c21f" : "#d2352f")),
      ),
      part(rounded(cabin, 0.74, 0.06), windowGlass),
      part(
        union(
          move(box(0.66, 0.72, 0.04, 0.018), [-0.15, 0, 0.865]),
          ...[-1, 1].map((side) =>
            tube(
              [
                [-0.16, side * 0.37, 0.55],
                [-0.16, side * 0.355, 0.88],
              ],
              0.03,
            ),
          ),
        ),
        main(glossy(has("taxi") ? "#f4c21f" : "#d2352f")),
      ),
      part(at(wheels.tyre, ...places), tyre),
      part(at(wheels.hub, ...places), hub),
      part(
        at(scale(ball(0.075), [0.5, 1, 0.75]), [1.04, -0.28, 0.4], [1.04, 0.28, 0.4]),
        glowing("#fff3c4"),
      ),
      part(at(box(0.04, 0.16, 0.07), [-1.06, -0.3, 0.38], [-1.06, 0.3, 0.38]), glowing("#d4221c")),
      part(
        union(at(box(0.06, 0.7, 0.07, 0.02), [1.06, 0, 0.2], [-1.06, 0, 0.2])),
        matte("#3a3c41", 0.6),
      ),
    ];
  },
};

const truck: Family = {
  names: ["truck", "lorry", "van", "bus", "school bus"],
  build({ main, has }) {
    const wheels = wheel(0.22, 0.16);
    const places: Vec3[] = [-0.72, 0.74].flatMap((x): Vec3[] => [
      [x, -0.42, 0.22],
      [x, 0.42, 0.22],
    ]);
    const isBus = has("bus", "van");
    const paint = main(glossy(isBus ? "#e8b12c" : "#2f7dc2"));
    const panes = [-0.75, -0.3, 0.15, 0.6].map((x): Vec3 => [x, 0, 0.72]);
    return [
      ...(isBus
        ? [
            part(move(box(2.3, 0.92, 0.95, 0.08), [0, 0, 0.2]), paint),
            part(
              union(
                at(box(0.36, 0.94, 0.28, 0.02), ...panes),
                move(box(0.1, 0.74, 0.34, 0.02), [1.12, 0, 0.66]),
              ),
              windowGlass,
            ),
          ]
        : [
            part(move(box(0.66, 0.86, 0.8, 0.08), [0.8, 0, 0.22]), paint),
            part(
              union(
                move(box(0.1, 0.7, 0.3, 0.02), [1.1, 0, 0.62]),
                move(box(0.3, 0.88, 0.28, 0.02), [0.86, 0, 0.64]),
              ),
              windowGlass,
            ),
            part(move(box(1.5, 0.92, 0.98, 0.03), [-0.34, 0, 0.34]), matte("#f1efe9", 0.5)),
          ]),
      part(move(box(2.1, 0.6, 0.14), [0, 0, 0.18]), matte("#35373c")),
      part(at(wheels.tyre, ...places), tyre),
      part(at(wheels.hub, ...places), hub),
      part(
        at(box(0.04, 0.16, 0.1, 0.015), [1.15, -0.28, 0.34], [1.15, 0.28, 0.34]),
        glowing("#fff3c4"),
      ),
    ];
  },
};

const train: Family = {
  names: ["train", "locomotive", "steam train", "steam engine"],
  near: ["subway"],
  build({ main }) {
    const wheels = wheel(0.17, 0.08);
    const places = [-0.55, -0.1, 0.35, 0.75].flatMap((x): Vec3[] => [
      [x, -0.3, 0.17],
      [x, 0.3, 0.17],
    ]);
    return [
      part(
        union(
          move(turn(cylinder(1.15, 0.28), [0, 90, 0]), [-0.2, 0, 0.6]),
          move(box(0.62, 0.7, 0.78, 0.03), [-0.58, 0, 0.3]),
        ),
        main(glossy("#2c7a4b")),
      ),
      part(move(box(0.74, 0.84, 0.07, 0.03), [-0.58, 0, 1.06]), matte("#2a2c30", 0.6)),
      part(at(box(0.3, 0.72, 0.26, 0.02), [-0.56, 0, 0.74]), windowGlass),
      part(
        union(
          move(box(1.9, 0.5, 0.12), [-0.02, 0, 0.24]),
          move(cylinder(0.36, 0.09, 0.13), [0.72, 0, 0.8]),
          move(turn(cylinder(0.06, 0.29), [0, 90, 0]), [0.92, 0, 0.6]),
          hull(
            move(box(0.04, 0.6, 0.2), [0.96, 0, 0.08]),
            move(box(0.3, 0.1, 0.05), [1.1, 0, 0.06]),
          ),
        ),
        matte("#2a2c30", 0.6),
      ),
      part(
        union(
          move(
            lathe([
              [0, 0],
              [0.1, 0],
              [0.1, 0.08],
              [0.05, 0.16],
              [0, 0.17],
            ]),
            [0.25, 0, 0.85],
          ),
          at(
            turn(cut(cylinder(0.05, 0.288), cylinder(0.05, 0.26)), [0, 90, 0]),
            [0.1, 0, 0.6],
            [0.5, 0, 0.6],
          ),
        ),
        metal("#d8ab3e", 0.28),
      ),
      part(at(wheels.tyre, ...places), matte("#a8302a", 0.5)),
      part(at(wheels.hub, ...places), hub),
      part(move(turn(cylinder(0.07, 0.09), [0, 90, 0]), [0.95, 0, 0.68]), glowing("#fff0b8")),
    ];
  },
};

const bicycle: Family = {
  names: ["bicycle", "bike"],
  surface: 0.91,
  build({ main }) {
    const upright = (x: number) => move(turn(ring(0.33, 0.024), [90, 0, 0]), [x, 0, 0.36]);
    const spokes = (x: number) =>
      move(turn(around(turn(cylinder(0.32, 0.005), [0, 90, 0]), 12), [90, 0, 0]), [x, 0, 0.36]);
    return [
      part(union(upright(-0.52), upright(0.56)), tyre),
      part(union(spokes(-0.52), spokes(0.56)), hub),
      part(
        union(
          tube(
            [
              [-0.52, 0, 0.36],
              [-0.06, 0, 0.34],
              [-0.2, 0, 0.84],
            ],
            0.022,
          ),
          tube(
            [
              [-0.52, 0, 0.36],
              [-0.18, 0, 0.76],
              [0.4, 0, 0.8],
              [-0.06, 0, 0.34],
            ],
            0.022,
          ),
          tube(
            [
              [0.56, 0, 0.36],
              [0.36, 0, 0.94],
            ],
            0.022,
          ),
        ),
        main(glossy("#2f8fc0")),
      ),
      part(
        union(
          move(box(0.26, 0.12, 0.06, 0.028), [-0.22, 0, 0.85]),
          tube(
            [
              [0.3, -0.24, 0.96],
              [0.38, -0.2, 0.98],
              [0.36, 0, 0.95],
              [0.38, 0.2, 0.98],
              [0.3, 0.24, 0.96],
            ],
            0.02,
          ),
          move(turn(cylinder(0.03, 0.08), [90, 0, 0]), [-0.06, 0.015, 0.34]),
          at(box(0.1, 0.07, 0.02), [-0.06, -0.11, 0.2], [-0.06, 0.11, 0.46]),
          tube(
            [
              [-0.06, -0.06, 0.34],
              [-0.06, -0.08, 0.21],
            ],
            0.012,
          ),
          tube(
            [
              [-0.06, 0.06, 0.34],
              [-0.06, 0.08, 0.47],
            ],
            0.012,
          ),
        ),
        matte("#2f3136", 0.6),
      ),
    ];
  },
};

export const landVehicles: readonly Family[] = [car, truck, train, bicycle];
