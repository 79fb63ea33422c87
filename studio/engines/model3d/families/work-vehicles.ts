import type { Family, Part } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  chain,
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

import { hub, tyre, wheel, windowGlass } from "./land-vehicles.ts";

const dark = matte("#2b2d31", 0.7);
const chrome = metal("#c9cdd2", 0.2);

/** A motor vehicle that drives towards +x, in metres. */
interface Vehicle {
  readonly names: readonly string[];
  readonly near?: readonly string[];
  readonly color: string;
  /** Side view of the body, counter-clockwise in x and z. */
  readonly body: readonly Point[];
  readonly width: number;
  /** Panes on both sides, and the windscreen from its lower to its upper edge. */
  readonly panes: readonly (readonly [from: number, to: number, low: number, high: number])[];
  readonly screen: readonly [low: Point, high: Point];
  readonly wheels: {
    readonly at: readonly number[];
    readonly radius: number;
    readonly width: number;
  };
  readonly lights: readonly [x: number, z: number];
  readonly cut?: Solid;
  readonly extras?: readonly (readonly [name: string, solid: Solid, material: Material])[];
  /** Extras in the colour of the vehicle. */
  readonly painted?: Solid;
}

function toFamily(vehicle: Vehicle): Family {
  const { names, near, body, width, panes, screen, wheels, lights, extras = [], painted } = vehicle;
  const half = width / 2;
  const [low, high] = screen;
  return {
    names,
    ...(near === undefined ? {} : { near }),
    parts: ["wheel", "wheels", "window", "light", ...new Set(extras.map(([name]) => name))],
    build: ({ main, detail }): Part[] => {
      const turned = wheel(wheels.radius, wheels.width);
      const wide = scale(turned.tyre, [1, wheels.width / (wheels.radius * 0.5), 1]);
      const places = wheels.at.flatMap((x): Vec3[] =>
        [-1, 1].map((side) => [x, side * (half - wheels.width * 0.35), wheels.radius]),
      );
      const deep = wheels.width * 1.3;
      const arch = move(turn(cylinder(deep, wheels.radius * 1.14), [90, 0, 0]), [
        0,
        half + 0.05,
        wheels.radius,
      ]);
      const arches = mirrored(at(arch, ...wheels.at.map((x): Vec3 => [x, 0, 0])), "y");
      const shell = cut(slab(body, width), arches, ...(vehicle.cut ? [vehicle.cut] : []));
      return [
        part(painted ? union(shell, painted) : shell, main(glossy(vehicle.color))),
        part(
          union(
            ...panes.map(([from, to, bottom, top]) =>
              move(box(to - from, width + 0.03, top - bottom, 0.012), [(from + to) / 2, 0, bottom]),
            ),
            hull(
              move(box(0.03, width * 0.84, 0.03), [low[0], 0, low[1]]),
              move(box(0.03, width * 0.8, 0.03), [high[0], 0, high[1]]),
            ),
          ),
          detail("window", windowGlass),
        ),
        part(at(wide, ...places), detail("wheel", detail("wheels", tyre))),
        part(at(turned.hub, ...places), hub),
        part(
          mirrored(
            move(box(0.06, width * 0.16, 0.14, 0.02), [lights[0], half * 0.7, lights[1]]),
            "y",
          ),
          detail("light", glowing("#fff3c4")),
        ),
        ...extras.map(([name, solid, material]) => part(solid, detail(name, material))),
      ];
    },
  };
}

const pickupBody: Point[] = [
  [-2.5, 0.5],
  [2.45, 0.45],
  [2.5, 0.75],
  [2.4, 1.05],
  [1.3, 1.15],
  [0.75, 1.72],
  [-0.45, 1.75],
  [-0.55, 1.15],
  [-2.5, 1.12],
];
const cabTruck = (cab: readonly Point[], tail: number): Point[] => [
  [tail, 0.6],
  ...cab,
  [tail, 0.85],
];
const flatCab: Point[] = [
  [3, 0.5],
  [3.05, 1.2],
  [2.85, 2.5],
  [1.35, 2.5],
  [1.35, 0.85],
];
const siren = (
  x: number,
  z: number,
  wide: number,
): readonly (readonly [string, Solid, Material])[] => [
  ["siren", move(box(0.22, wide * 0.45, 0.16, 0.05), [x, -wide * 0.24, z]), glowing("#e5252c")],
  ["siren", move(box(0.22, wide * 0.45, 0.16, 0.05), [x, wide * 0.24, z]), glowing("#2b62e8")],
];
const carBody: Point[] = [
  [-2.2, 0.35],
  [2.2, 0.35],
  [2.25, 0.6],
  [2.1, 0.82],
  [1.1, 0.95],
  [0.5, 1.42],
  [-0.9, 1.45],
  [-1.5, 0.98],
  [-2.2, 0.92],
];

const vehicles: readonly Vehicle[] = [
  {
    names: ["pickup truck", "pickup", "pick-up truck", "pick up truck", "ute"],
    color: "#2f6fc4",
    body: pickupBody,
    width: 1.8,
    panes: [
      [-0.35, 0.15, 1.18, 1.62],
      [0.22, 0.85, 1.18, 1.6],
    ],
    screen: [
      [1.2, 1.2],
      [0.79, 1.66],
    ],
    wheels: { at: [-1.55, 1.55], radius: 0.4, width: 0.28 },
    lights: [2.45, 0.78],
    cut: move(box(1.8, 1.56, 0.6), [-1.5, 0, 0.72]),
    extras: [
      [
        "bumper",
        union(
          move(box(0.14, 1.8, 0.18, 0.04), [2.48, 0, 0.45]),
          move(box(0.14, 1.8, 0.18, 0.04), [-2.5, 0, 0.5]),
          move(box(0.05, 1, 0.22, 0.02), [2.46, 0, 0.72]),
        ),
        chrome,
      ],
    ],
  },
  {
    names: ["monster truck", "bigfoot truck"],
    color: "#46b03c",
    body: pickupBody.map(([x, z]): Point => [x, z + 1.05]),
    width: 1.8,
    panes: [
      [-0.35, 0.15, 2.23, 2.67],
      [0.22, 0.85, 2.23, 2.65],
    ],
    screen: [
      [1.2, 2.25],
      [0.79, 2.71],
    ],
    wheels: { at: [-1.6, 1.6], radius: 0.95, width: 0.85 },
    lights: [2.45, 1.83],
    cut: move(box(1.8, 1.56, 0.6), [-1.5, 0, 1.77]),
    extras: [
      [
        "axle",
        union(
          move(turn(cylinder(2.2, 0.14), [90, 0, 0]), [-1.6, 1.1, 0.95]),
          move(turn(cylinder(2.2, 0.14), [90, 0, 0]), [1.6, 1.1, 0.95]),
          move(box(3.4, 0.3, 0.2), [0, 0, 1.2]),
          mirrored(
            union(
              tube(
                [
                  [-1.6, 0.4, 0.95],
                  [-1.1, 0.5, 1.6],
                ],
                0.07,
              ),
              tube(
                [
                  [1.6, 0.4, 0.95],
                  [1.1, 0.5, 1.6],
                ],
                0.07,
              ),
            ),
            "y",
          ),
        ),
        chrome,
      ],
      [
        "flame",
        mirrored(
          move(
            slab(
              [
                [0, 0],
                [1.9, 0],
                [1.9, 0.34],
                [1.3, 0.2],
                [1.2, 0.4],
                [0.7, 0.16],
                [0.5, 0.3],
              ],
              0.03,
            ),
            [0.4, 0.9, 1.62],
          ),
          "y",
        ),
        matte("#f29a22", 0.5),
      ],
    ],
  },
  {
    names: ["dump truck", "tipper truck", "dumper truck", "tipper"],
    near: ["garbage truck", "tip truck"],
    color: "#f0b323",
    body: cabTruck(flatCab, -3),
    width: 2.3,
    panes: [[1.6, 2.65, 1.6, 2.25]],
    screen: [
      [2.98, 1.5],
      [2.88, 2.3],
    ],
    wheels: { at: [-2.1, -1.05, 2.2], radius: 0.52, width: 0.4 },
    lights: [3.02, 0.85],
    painted: cut(
      hull(move(box(3.7, 2.3, 0.1), [-1.1, 0, 1.05]), move(box(4.3, 2.5, 0.1), [-1.05, 0, 2.35])),
      hull(move(box(3.5, 2.1, 0.1), [-1.1, 0, 1.2]), move(box(4.1, 2.3, 0.2), [-1.05, 0, 2.4])),
    ),
    extras: [
      [
        "load",
        hull(move(box(3.4, 2, 0.1), [-1.1, 0, 1.9]), move(ball([1, 0.6, 0.5]), [-1.1, 0, 2.3])),
        matte("#8c6a45", 1),
      ],
      [
        "bumper",
        union(
          move(box(0.16, 2.3, 0.3, 0.04), [3.02, 0, 0.45]),
          move(box(0.05, 1.4, 0.4), [3.04, 0, 0.85]),
        ),
        dark,
      ],
    ],
  },
  {
    names: ["ambulance", "emergency vehicle"],
    color: "#f7f7f5",
    body: [
      [-2.8, 0.45],
      [2.8, 0.45],
      [2.85, 0.9],
      [2.6, 1.25],
      [1.9, 1.4],
      [1.4, 2.35],
      [1.3, 2.6],
      [-2.8, 2.6],
    ],
    width: 2,
    panes: [
      [1.0, 1.62, 1.42, 2.0],
      [-2.3, -1.2, 1.6, 2.1],
    ],
    screen: [
      [1.86, 1.5],
      [1.46, 2.28],
    ],
    wheels: { at: [-1.7, 1.8], radius: 0.42, width: 0.28 },
    lights: [2.82, 0.85],
    extras: [
      ...siren(1.1, 2.6, 1.8),
      ["stripe", union(move(box(5.62, 2.03, 0.22), [0, 0, 1.05])), glossy("#d8262c")],
      [
        "cross",
        mirrored(
          union(
            move(box(0.7, 0.04, 0.22), [-0.2, 1.01, 1.85]),
            move(box(0.22, 0.04, 0.7), [-0.2, 1.01, 1.61]),
          ),
          "y",
        ),
        glossy("#d8262c"),
      ],
    ],
  },
  {
    names: ["police car", "cop car", "police cruiser", "patrol car", "sheriff car"],
    color: "#f4f5f6",
    body: carBody,
    width: 1.75,
    panes: [
      [-0.85, -0.2, 0.98, 1.36],
      [-0.12, 0.6, 0.98, 1.34],
    ],
    screen: [
      [1.0, 1.0],
      [0.56, 1.38],
    ],
    wheels: { at: [-1.35, 1.35], radius: 0.34, width: 0.24 },
    lights: [2.2, 0.62],
    extras: [
      ...siren(-0.2, 1.44, 1.4),
      [
        "stripe",
        union(
          move(box(1.9, 1.77, 0.46), [-0.2, 0, 0.47]),
          move(box(0.5, 1.3, 0.03), [1.6, 0, 0.87]),
        ),
        glossy("#1d2b4a"),
      ],
      [
        "star",
        mirrored(
          move(
            slab(
              Array.from({ length: 10 }, (_, index): Point => {
                const r = index % 2 === 0 ? 0.2 : 0.08;
                const a = Math.PI / 2 + (index * Math.PI) / 5;
                return [r * Math.cos(a), r * Math.sin(a)];
              }),
              0.03,
            ),
            [0.2, 0.885, 0.7],
          ),
          "y",
        ),
        metal("#e3b341", 0.3),
      ],
    ],
  },
  {
    names: [
      "double-decker bus",
      "double decker bus",
      "london bus",
      "double decker",
      "double-decker",
      "red london bus",
      "routemaster",
    ],
    color: "#c8202a",
    body: [
      [-4.2, 0.4],
      [4.1, 0.4],
      [4.2, 0.7],
      [4.15, 4.1],
      [4, 4.25],
      [-4.1, 4.25],
      [-4.2, 4.1],
    ],
    width: 2.4,
    panes: [-3.6, -2.3, -1, 0.3, 1.6, 2.9].flatMap((x): [number, number, number, number][] => [
      [x - 0.5, x + 0.55, 1.35, 2.05],
      [x - 0.5, x + 0.55, 2.95, 3.65],
    ]),
    screen: [
      [4.19, 1.35],
      [4.18, 2.1],
    ],
    wheels: { at: [-2.5, 2.6], radius: 0.5, width: 0.32 },
    lights: [4.2, 0.75],
    extras: [
      ["window", move(box(0.05, 2, 0.7), [4.16, 0, 2.95]), windowGlass],
      ["band", move(box(8.42, 2.43, 0.14), [-0.01, 0, 2.45]), glossy("#f3ead2")],
      ["sign", move(box(0.05, 1.2, 0.3), [4.2, 0, 2.2]), glowing("#fbe9a8")],
    ],
  },
  {
    names: [
      "camper van",
      "campervan",
      "vw bus",
      "volkswagen bus",
      "hippie van",
      "minibus",
      "camper",
    ],
    near: ["minivan", "rv"],
    color: "#3fa7a0",
    body: [
      [-2.1, 0.4],
      [2.1, 0.4],
      [2.2, 0.7],
      [2.15, 1.1],
      [1.95, 1.2],
      [-2.15, 1.2],
      [-2.2, 0.7],
    ],
    width: 1.75,
    panes: [
      [-1.85, -0.8, 1.32, 1.75],
      [-0.65, 0.35, 1.32, 1.75],
      [0.5, 1.5, 1.32, 1.75],
    ],
    screen: [
      [2.0, 1.3],
      [1.8, 1.76],
    ],
    wheels: { at: [-1.25, 1.3], radius: 0.34, width: 0.24 },
    lights: [2.15, 0.85],
    extras: [
      [
        "roof",
        slab(
          [
            [-2.15, 1.2],
            [1.95, 1.2],
            [2.02, 1.3],
            [1.75, 1.85],
            [1.4, 1.97],
            [-1.9, 1.97],
            [-2.1, 1.8],
          ],
          1.72,
        ),
        glossy("#f6f2e6"),
      ],
      [
        "board",
        union(
          move(box(2.6, 0.5, 0.08, 0.035), [-0.2, 0, 2.1]),
          move(box(0.1, 1.2, 0.12), [-1, 0, 1.96]),
          move(box(0.1, 1.2, 0.12), [0.7, 0, 1.96]),
        ),
        glossy("#f2a53a"),
      ],
      [
        "bumper",
        union(
          move(box(0.12, 1.7, 0.16, 0.04), [2.2, 0, 0.42]),
          move(turn(cylinder(0.03, 0.2), [0, 90, 0]), [2.14, 0, 0.95]),
        ),
        chrome,
      ],
    ],
  },
  {
    names: ["jeep", "off-road vehicle", "suv", "safari jeep"],
    near: ["all-utility vehicle", "atv"],
    color: "#5f7039",
    body: [
      [-1.9, 0.55],
      [1.85, 0.55],
      [1.9, 1.15],
      [0.75, 1.25],
      [0.7, 1.3],
      [-1.9, 1.2],
    ],
    width: 1.65,
    panes: [],
    screen: [
      [0.72, 1.28],
      [0.58, 1.78],
    ],
    wheels: { at: [-1.2, 1.25], radius: 0.42, width: 0.3 },
    lights: [1.88, 0.92],
    cut: move(box(2.1, 1.4, 0.8), [-0.55, 0, 0.75]),
    extras: [
      [
        "seat",
        union(
          ...[-0.1, -1.1].flatMap((x) =>
            [-0.38, 0.38].map((y) =>
              union(
                move(box(0.5, 0.5, 0.14, 0.05), [x, y, 0.78]),
                move(box(0.14, 0.5, 0.6, 0.05), [x - 0.25, y, 0.85]),
              ),
            ),
          ),
        ),
        matte("#3b332b", 0.8),
      ],
      [
        "bar",
        union(
          tube(
            [
              [-0.5, -0.72, 1.15],
              [-0.5, -0.72, 1.8],
              [-0.5, 0.72, 1.8],
              [-0.5, 0.72, 1.15],
            ],
            0.045,
          ),
          mirrored(
            tube(
              [
                [0.72, 0.72, 1.2],
                [0.58, 0.72, 1.8],
                [-0.5, 0.72, 1.8],
              ],
              0.035,
            ),
            "y",
          ),
          tube(
            [
              [0.58, -0.72, 1.8],
              [0.58, 0.72, 1.8],
            ],
            0.035,
          ),
          move(box(0.14, 1.65, 0.2, 0.04), [1.92, 0, 0.55]),
          ...[-0.3, -0.15, 0, 0.15, 0.3].map((y) => move(box(0.05, 0.06, 0.4), [1.9, y, 0.72])),
        ),
        dark,
      ],
      ["spare", move(turn(ring(0.3, 0.11), [0, 90, 0]), [-2, 0, 1]), tyre],
    ],
  },
  {
    names: [
      "cement truck",
      "cement mixer",
      "concrete mixer",
      "concrete mixer truck",
      "cement mixer truck",
      "concrete truck",
    ],
    color: "#e6892c",
    body: cabTruck(flatCab, -3),
    width: 2.2,
    panes: [[1.6, 2.65, 1.6, 2.25]],
    screen: [
      [2.98, 1.5],
      [2.88, 2.3],
    ],
    wheels: { at: [-2.1, -1.05, 2.2], radius: 0.5, width: 0.38 },
    lights: [3.02, 0.85],
    extras: [
      [
        "drum",
        move(
          turn(
            lathe(
              smooth([
                [0, 0],
                [0.7, 0],
                [1.05, 0.9],
                [1.05, 1.6],
                [0.75, 2.9],
                [0.5, 3.7],
                [0, 3.7],
              ]),
            ),
            [0, -72, 0],
          ),
          [0.9, 0, 1.75],
        ),
        matte("#e9e6df", 0.6),
      ],
      [
        "stripe",
        union(
          ...[0.7, 1.4, 2.2].map((z, index) =>
            move(
              turn(
                cylinder(0.28, [1.04, 1.09, 0.98][index] ?? 1, [1.08, 1.08, 0.9][index] ?? 1),
                [0, -72, 0],
              ),
              [0.9 - z * 0.951, 0, 1.75 + z * 0.309],
            ),
          ),
        ),
        matte("#d8402c", 0.6),
      ],
      [
        "chute",
        union(
          hull(move(box(0.3, 0.7, 0.1), [-2.7, 0, 2.6]), move(box(0.2, 0.4, 0.1), [-3.3, 0, 1.5])),
          move(box(0.2, 1.6, 1.2), [-2.2, 0, 0.9]),
        ),
        dark,
      ],
    ],
  },
  {
    names: [
      "semi truck",
      "semi",
      "semi-truck",
      "tractor trailer",
      "big rig",
      "eighteen wheeler",
      "articulated truck",
      "container truck",
    ],
    color: "#b3242c",
    body: [
      [-7, 0.75],
      [3.2, 0.6],
      [3.3, 1.2],
      [3.1, 1.6],
      [2, 1.7],
      [1.75, 2.8],
      [0.4, 3],
      [0.3, 0.95],
      [-7, 0.95],
    ],
    width: 2.3,
    panes: [[0.85, 1.65, 1.85, 2.45]],
    screen: [
      [1.98, 1.8],
      [1.78, 2.6],
    ],
    wheels: { at: [-6.2, -5.1, -1.1, 0, 2.5], radius: 0.5, width: 0.4 },
    lights: [3.25, 1.05],
    extras: [
      ["trailer", move(box(7.2, 2.45, 2.7, 0.05), [-3.6, 0, 1.15]), matte("#eceae4", 0.5)],
      ["exhaust", mirrored(move(cylinder(2.6, 0.09), [0.3, 1.18, 0.95]), "y"), chrome],
      [
        "bumper",
        union(
          move(box(0.2, 2.3, 0.4, 0.05), [3.25, 0, 0.4]),
          move(box(0.08, 1.2, 0.8), [3.24, 0, 0.85]),
        ),
        chrome,
      ],
    ],
  },
];

const track = (long: number, radius: number, wide: number): Solid =>
  cut(
    hull(
      ...[-1, 1].map((side) =>
        move(turn(cylinder(wide, radius), [90, 0, 0]), [
          side * (long / 2 - radius),
          wide / 2,
          radius,
        ]),
      ),
    ),
    ...Array.from({ length: Math.floor(long / 0.24) }, (_, index) =>
      union(move(box(0.06, wide + 1, 0.1), [-long / 2 + 0.3 + index * 0.24, 0, radius * 2 - 0.05])),
    ),
  );

const bulldozer: Family = {
  names: ["bulldozer", "dozer"],
  parts: ["blade", "track", "tracks", "cab"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(3.2, 1.5, 0.9, 0.06), [0.1, 0, 0.75]),
        move(box(1.6, 1.1, 0.7, 0.08), [0.95, 0, 1.5]),
        move(box(1.5, 1.5, 0.12, 0.05), [-0.75, 0, 2.9]),
        ...[
          [-1.4, 0.65],
          [-0.1, 0.65],
        ].flatMap(([x = 0, y = 0]) => [
          move(box(0.1, 0.1, 1.3), [x, y, 1.6]),
          move(box(0.1, 0.1, 1.3), [x, -y, 1.6]),
        ]),
      ),
      main(glossy("#f2b41f")),
    ),
    part(
      mirrored(move(track(3.6, 0.5, 0.5), [0, 0.95, 0]), "y"),
      detail("track", detail("tracks", dark)),
    ),
    part(
      mirrored(
        move(
          at(
            turn(cylinder(0.54, 0.2), [90, 0, 0]),
            [-1.3, 0.27, 0.5],
            [-0.45, 0.27, 0.35],
            [0.4, 0.27, 0.35],
            [1.3, 0.27, 0.5],
          ),
          [0, 0.95, 0],
        ),
        "y",
      ),
      hub,
    ),
    part(move(box(1.3, 1.32, 1.2, 0.04), [-0.75, 0, 1.65]), detail("cab", windowGlass)),
    part(
      union(
        cut(
          move(box(0.7, 3, 1.3), [2.35, 0, 0.15]),
          move(turn(cylinder(4, 0.85), [90, 0, 0]), [3.0, 2, 0.95]),
        ),
        mirrored(
          tube(
            [
              [0, 1.26, 0.5],
              [2.1, 1.26, 0.45],
            ],
            0.11,
          ),
          "y",
        ),
        mirrored(
          tube(
            [
              [0.9, 0.8, 1.3],
              [2.1, 1, 1],
            ],
            0.07,
          ),
          "y",
        ),
      ),
      detail("blade", metal("#8d9298", 0.4)),
    ),
    part(
      move(union(cylinder(0.9, 0.08), move(cylinder(0.1, 0.1), [0, 0, 0.85])), [1.2, 0.25, 2.1]),
      dark,
    ),
  ],
};

const towerCrane: Family = {
  names: ["construction crane", "tower crane", "crane"],
  near: ["crane truck"],
  parts: ["hook", "cab"],
  build: ({ main, detail }) => {
    const bar = (from: Vec3, to: Vec3): Solid => tube([from, to], 0.09);
    const mast = union(
      ...[
        [-0.8, -0.8],
        [0.8, -0.8],
        [0.8, 0.8],
        [-0.8, 0.8],
      ].map(([x = 0, y = 0]) => bar([x, y, 0], [x, y, 21])),
      ...Array.from({ length: 10 }, (_, index) => {
        const z = 0.5 + index * 2;
        return around(bar([-0.8, -0.8, z], [0.8, -0.8, z + 2]), 4);
      }),
    );
    const jib = union(
      mirrored(bar([-7, 0.7, 21.6], [22, 0.7, 21.6]), "y"),
      bar([-7, 0, 22.9], [22, 0, 22.4]),
      ...Array.from({ length: 14 }, (_, index) => {
        const x = -6.5 + index * 2;
        return union(
          mirrored(bar([x, 0.7, 21.6], [x + 1, 0, 22.8]), "y"),
          mirrored(bar([x + 1, 0, 22.8], [x + 2, 0.7, 21.6]), "y"),
        );
      }),
    );
    return [
      part(
        union(
          mast,
          jib,
          move(hull(box(1.6, 1.6, 0.1), move(box(0.3, 0.3, 0.1), [0, 0, 4])), [0, 0, 22]),
        ),
        main(matte("#f2b41f", 0.6)),
      ),
      part(
        union(
          bar([0, 0, 26], [19, 0, 22.6]),
          bar([0, 0, 26], [-6, 0, 22.9]),
          bar([16, 0.4, 21.5], [16, 0.4, 12.5]),
          bar([16, -0.4, 21.5], [16, -0.4, 12.5]),
          move(box(0.9, 1.4, 0.4), [16, 0, 21.2]),
        ),
        dark,
      ),
      part(
        union(move(box(5, 5, 0.8), [0, 0, 0]), move(box(2.6, 1.8, 2.6), [-6, 0, 19.4])),
        matte("#a9a7a0", 0.9),
      ),
      part(move(box(1.5, 1.5, 1.9, 0.1), [1.4, -1.1, 19.7]), detail("cab", windowGlass)),
      part(
        union(
          move(box(0.8, 1, 0.6, 0.1), [16, 0, 11.9]),
          tube(
            [
              [16, 0, 11.9],
              [16, 0, 11.2],
              [16.5, 0, 10.8],
              [16.5, 0, 11.3],
            ],
            0.16,
          ),
        ),
        detail("hook", matte("#c8262c", 0.5)),
      ),
    ];
  },
};

const steamroller: Family = {
  names: ["steamroller", "road roller", "steam roller", "compactor"],
  parts: ["roller", "wheel"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(2.2, 1.2, 0.8, 0.08), [-0.5, 0, 0.95]),
        move(box(1.2, 1, 0.4, 0.08), [-1, 0, 1.7]),
        mirrored(
          tube(
            [
              [0.4, 0.85, 1.35],
              [1.5, 0.85, 1.3],
              [1.5, 0.85, 0.75],
            ],
            0.09,
          ),
          "y",
        ),
        move(box(1.5, 1.5, 0.1, 0.04), [0, 0, 2.85]),
      ),
      main(glossy("#f2b41f")),
    ),
    part(
      union(move(turn(cylinder(1.5, 0.75), [90, 0, 0]), [1.5, 0.75, 0.75])),
      detail("roller", metal("#5d636a", 0.5)),
    ),
    part(
      mirrored(
        union(
          move(
            turn(union(ring(0.52, 0.2), move(cylinder(0.3, 0.5), [0, 0, -0.15])), [90, 0, 0]),
            [-1, 0.72, 0.72],
          ),
        ),
        "y",
      ),
      detail("wheel", tyre),
    ),
    part(
      union(
        ...[
          [-0.65, 0.65],
          [0.65, 0.65],
        ].flatMap(([x = 0, y = 0]) => [
          move(cylinder(1.1, 0.05), [x, y, 1.75]),
          move(cylinder(1.1, 0.05), [x, -y, 1.75]),
        ]),
        move(box(0.5, 0.5, 0.14, 0.05), [-0.2, 0, 1.75]),
        move(box(0.14, 0.5, 0.5, 0.05), [-0.42, 0, 1.8]),
        tube(
          [
            [0.2, 0, 1.7],
            [0.35, 0, 2.15],
          ],
          0.04,
        ),
        move(turn(ring(0.2, 0.03), [0, -20, 0]), [0.36, 0, 2.16]),
      ),
      dark,
    ),
  ],
};

const biplane: Family = {
  names: [
    "biplane",
    "propeller plane",
    "red baron",
    "stunt plane",
    "double-decker plane",
    "propeller airplane",
  ],
  near: ["seaplane", "crop duster"],
  parts: ["propeller", "wing", "wings", "wheel"],
  build: ({ main, detail }) => {
    const wing = (z: number, x: number) =>
      move(
        hull(
          move(turn(cylinder(8, 0.06), [90, 0, 0]), [0.55, 4, 0]),
          move(turn(cylinder(7.8, 0.03), [90, 0, 0]), [-0.65, 3.9, 0]),
        ),
        [x, 0, z],
      );
    return [
      part(
        union(
          chain([
            move(turn(cylinder(0.3, 0.62), [0, 90, 0]), [1.9, 0, 1.6]),
            move(ball([0.6, 0.6, 0.62]), [0.2, 0, 1.6]),
            move(ball(0.22), [-3.3, 0, 1.75]),
          ]),
          hull(
            move(box(0.8, 0.06, 0.05), [-3.1, 0, 1.8]),
            move(box(0.5, 0.06, 0.05), [-3.4, 0, 2.75]),
          ),
          move(
            hull(
              move(turn(cylinder(2.6, 0.05), [90, 0, 0]), [0.3, 1.3, 0]),
              move(turn(cylinder(2.2, 0.03), [90, 0, 0]), [-0.4, 1.1, 0]),
            ),
            [-3.1, 0, 1.85],
          ),
        ),
        main(glossy("#c8262c")),
      ),
      part(
        union(wing(1.25, 0.7), wing(2.75, 0.95)),
        detail("wing", detail("wings", main(glossy("#c8262c")))),
      ),
      part(
        union(
          ...[1.1, 2.8]
            .flatMap((y) => [y, -y])
            .flatMap((y) => [
              tube(
                [
                  [1.1, y, 1.25],
                  [1.35, y, 2.75],
                ],
                0.045,
              ),
              tube(
                [
                  [0.2, y, 1.25],
                  [0.45, y, 2.75],
                ],
                0.045,
              ),
            ]),
          mirrored(
            tube(
              [
                [0.9, 0.5, 1.2],
                [1.2, 0.85, 0.45],
              ],
              0.05,
            ),
            "y",
          ),
          move(turn(cylinder(2, 0.04), [90, 0, 0]), [1.2, 1, 0.42]),
        ),
        matte("#7a5230", 0.6),
      ),
      part(
        mirrored(
          move(
            turn(union(ring(0.3, 0.12), move(cylinder(0.12, 0.3), [0, 0, -0.06])), [90, 0, 0]),
            [1.2, 0.95, 0.42],
          ),
          "y",
        ),
        detail("wheel", tyre),
      ),
      part(
        union(move(turn(box(0.06, 0.24, 2.3, 0.03), [25, 0, 0]), [2.35, 0.49, 0.56])),
        detail("propeller", matte("#8a5a33", 0.5)),
      ),
      part(
        union(
          move(
            turn(
              lathe(
                smooth([
                  [0, 0],
                  [0.3, 0],
                  [0.22, 0.25],
                  [0, 0.36],
                ]),
              ),
              [0, 90, 0],
            ),
            [2.15, 0, 1.6],
          ),
          move(turn(cylinder(0.2, 0.5), [0, 90, 0]), [2, 0, 1.6]),
        ),
        chrome,
      ),
      part(
        union(move(scale(cylinder(0.1, 0.4), [1, 0.8, 1]), [-0.5, 0, 2.12])),
        matte("#3a2a20", 0.9),
      ),
      part(
        move(
          hull(box(0.03, 0.6, 0.02), move(box(0.03, 0.4, 0.02), [-0.2, 0, 0.32])),
          [-0.02, 0, 2.12],
        ),
        windowGlass,
      ),
    ];
  },
};

const airship: Family = {
  names: ["airship", "blimp", "zeppelin", "dirigible"],
  parts: ["gondola", "fin", "fins", "cabin"],
  build: ({ main, detail }) => [
    part(
      union(
        move(
          turn(
            lathe(
              smooth(
                [
                  [0, 0],
                  [3.2, 2],
                  [5, 8],
                  [5, 16],
                  [3.6, 25],
                  [1.2, 31],
                  [0, 32],
                ],
                6,
              ),
            ),
            [0, -90, 0],
          ),
          [16, 0, 8.5],
        ),
      ),
      main(matte("#c9ced4", 0.5)),
    ),
    part(
      union(
        ...[0, 90, 180, 270].map((angle) =>
          move(
            turn(
              hull(move(box(5, 0.3, 0.2), [-12, 0, 1.8]), move(box(3, 0.2, 0.2), [-14, 0, 5.4])),
              [angle, 0, 0],
            ),
            [0, 0, 8.5],
          ),
        ),
      ),
      detail("fin", detail("fins", matte("#c8262c", 0.6))),
    ),
    part(
      union(
        move(
          hull(
            move(box(6, 1.8, 0.2, 0.09), [2.2, 0, 2.1]),
            move(box(4.4, 1.2, 0.2, 0.09), [2.2, 0, 0.5]),
          ),
          [0, 0, 1],
        ),
        mirrored(
          move(
            turn(
              lathe(
                smooth([
                  [0, 0],
                  [0.5, 0.3],
                  [0.5, 1.4],
                  [0, 2],
                ]),
              ),
              [0, 90, 0],
            ),
            [-1.6, 2.2, 3.2],
          ),
          "y",
        ),
        mirrored(
          tube(
            [
              [-0.6, 2.2, 3.3],
              [-0.6, 1.4, 4.2],
            ],
            0.14,
          ),
          "y",
        ),
      ),
      detail("gondola", detail("cabin", matte("#3d4a5c", 0.5))),
    ),
    part(
      union(...[0, 1, 2, 3].map((index) => move(box(0.8, 1.9, 0.6), [0.5 + index * 1.15, 0, 2.3]))),
      glowing("#fbe9b0"),
    ),
    part(
      union(
        ...[-0.4, 0, 0.4].map((share) =>
          move(turn(ring(5.02 - Math.abs(share + 0.1) * 0.6, 0.06), [0, 90, 0]), [
            share * 16 + 1.5,
            0,
            8.5,
          ]),
        ),
      ),
      matte("#9aa1a9", 0.5),
    ),
  ],
};

const drone: Family = {
  names: ["drone", "quadcopter", "quadrocopter", "camera drone"],
  parts: ["propeller", "propellers", "camera", "light"],
  build: ({ main, detail }) => {
    const ends: Vec3[] = [
      [0.17, 0.17, 0.1],
      [-0.17, 0.17, 0.1],
      [-0.17, -0.17, 0.1],
      [0.17, -0.17, 0.1],
    ];
    return [
      part(
        union(
          move(ball([0.1, 0.07, 0.035]), [0, 0, 0.095]),
          ...ends.map(([x, y, z]) =>
            hull(move(ball(0.02), [0, 0, 0.095]), move(ball(0.013), [x, y, z])),
          ),
          at(cylinder(0.045, 0.02), ...ends.map(([x, y]): Vec3 => [x, y, 0.09])),
        ),
        main(matte("#eceef0", 0.4)),
      ),
      part(
        at(
          union(
            mirrored(
              hull(
                cylinder(0.003, 0.008),
                move(box(0.02, 0.03, 0.002), [0.09, 0, 0.001]),
                move(box(0.012, 0.012, 0.002), [0.115, 0, 0.001]),
              ),
              "x",
            ),
            cylinder(0.012, 0.009),
          ),
          ...ends.map(([x, y]): Vec3 => [x, y, 0.135]),
        ),
        detail("propeller", detail("propellers", dark)),
      ),
      part(
        union(
          mirrored(
            union(
              tube(
                [
                  [0.05, 0.05, 0.08],
                  [0.06, 0.09, 0.006],
                  [-0.06, 0.09, 0.006],
                  [-0.05, 0.05, 0.08],
                ],
                0.006,
              ),
            ),
            "y",
          ),
        ),
        dark,
      ),
      part(
        union(move(ball(0.03), [0.085, 0, 0.06]), move(box(0.03, 0.03, 0.03), [0.07, 0, 0.07])),
        detail("camera", dark),
      ),
      part(move(turn(cylinder(0.012, 0.016), [0, 90, 0]), [0.107, 0, 0.06]), glossy("#2f4f78")),
      part(
        at(ball(0.009), ...ends.map(([x, y]): Vec3 => [x * 1.09, y * 1.09, 0.1])),
        detail("light", glowing("#42e36b")),
      ),
    ];
  },
};

const cruiseShip: Family = {
  names: ["cruise ship", "ocean liner", "cruise liner", "passenger ship", "titanic", "steamship"],
  near: ["ferry", "battleship", "aircraft carrier", "warship", "container ship"],
  parts: ["funnel", "chimney", "window", "windows"],
  build: ({ main, detail }) => {
    const deck = (z: number, from: number, to: number, wide: number) =>
      move(box(to - from, wide, 2.6, 0.4), [(from + to) / 2, 0, z]);
    return [
      part(
        hull(
          move(box(70, 10, 0.5), [-4, 0, 0]),
          move(box(76, 14, 0.5), [-4, 0, 8]),
          move(box(1, 1, 0.5), [50, 0, 9.5]),
          move(box(1, 1, 0.5), [40, 0, 0.2]),
        ),
        main(matte("#26324a", 0.5)),
      ),
      part(
        union(
          hull(move(box(76, 14.1, 0.4), [-4, 0, 8.2]), move(box(1, 1, 0.4), [50, 0, 9.8])),
          deck(8.5, -38, 32, 12),
          deck(11, -36, 28, 11),
          deck(13.5, -32, 24, 10),
          deck(16, 8, 20, 12),
        ),
        matte("#f5f4ef", 0.5),
      ),
      part(
        union(
          ...[9.3, 11.8, 14.3].map((z, row) =>
            union(
              ...Array.from({ length: 22 - row * 2 }, (_, index) =>
                move(box(1.4, 12.06 - row, 1), [-34 + row * 2 + index * 2.9, 0, z]),
              ),
            ),
          ),
          move(box(0.2, 10.6, 1.1), [20, 0, 16.9]),
        ),
        detail("window", detail("windows", windowGlass)),
      ),
      part(
        union(
          ...[-22, -8, 4].map((x) =>
            move(
              hull(
                scale(cylinder(0.1, 2.1), [1.3, 1, 1]),
                move(scale(cylinder(0.1, 1.9), [1.3, 1, 1]), [-1, 0, 7.4]),
              ),
              [x, 0, 15.8],
            ),
          ),
        ),
        detail("funnel", detail("chimney", matte("#d97a25", 0.6))),
      ),
      part(
        union(
          ...[-22, -8, 4].map((x) =>
            move(scale(cylinder(1.4, 1.95), [1.32, 1.02, 1]), [x - 1.1, 0, 22.9]),
          ),
          move(cylinder(14, 0.3), [34, 0, 9]),
          move(cylinder(12, 0.3), [-36, 0, 9]),
        ),
        dark,
      ),
      part(
        hull(
          move(box(70, 10.3, 0.3), [-4, 0, 0]),
          move(box(71, 10.8, 0.3), [-4, 0, 1.4]),
          move(box(0.6, 0.8, 0.3), [40.6, 0, 0.2]),
          move(box(0.6, 0.8, 0.3), [42, 0, 1.6]),
        ),
        matte("#a3242c", 0.6),
      ),
    ];
  },
};

const tugboat: Family = {
  names: ["tugboat", "tug boat", "tug", "fishing boat", "trawler", "fishing trawler"],
  near: ["lifeboat", "houseboat"],
  parts: ["funnel", "window", "cabin"],
  build: ({ main, detail, has }) => [
    part(
      cut(
        hull(
          move(box(8, 2.4, 0.3, 0.1), [-0.6, 0, 0]),
          move(box(9.4, 3.8, 0.3, 0.1), [-0.6, 0, 1.7]),
          move(box(0.6, 0.8, 0.3), [5.2, 0, 2.4]),
          move(box(0.5, 0.6, 0.3), [3.8, 0, 0.1]),
        ),
        hull(
          move(box(8.8, 3.3, 0.3), [-0.6, 0, 1.5]),
          move(box(0.4, 0.4, 0.3), [4.4, 0, 1.7]),
          move(box(0.4, 0.6, 1), [4.8, 0, 2.5]),
          move(box(9, 3.5, 1), [-0.6, 0, 2.1]),
        ),
      ),
      main(matte("#b8282e", 0.5)),
    ),
    part(
      union(
        move(box(3.6, 2.4, 1.6, 0.15), [0, 0, 1.5]),
        move(box(2, 2, 1.5, 0.15), [0.6, 0, 3.05]),
      ),
      detail("cabin", matte("#f4f2ea", 0.5)),
    ),
    part(
      union(
        ...[-1.1, 0, 1.1].map((x) => move(turn(cylinder(2.46, 0.26), [90, 0, 0]), [x, 1.23, 2.3])),
        move(box(2.06, 1.5, 0.6), [0.6, 0, 3.65]),
        move(box(1.3, 2.06, 0.6), [0.6, 0, 3.65]),
      ),
      detail("window", windowGlass),
    ),
    ...(has("fishing", "trawler")
      ? [
          part(
            union(
              move(cylinder(5, 0.1), [-2.6, 0, 1.6]),
              tube(
                [
                  [-2.6, 0, 6.2],
                  [-5.6, 0, 4.2],
                ],
                0.08,
              ),
              tube(
                [
                  [-2.6, 0, 6.4],
                  [1.2, 0, 4.5],
                ],
                0.03,
              ),
              tube(
                [
                  [-5.6, 0, 4.2],
                  [-5, 0, 2],
                ],
                0.03,
              ),
            ),
            matte("#7a5230", 0.6),
          ),
        ]
      : [
          part(
            union(move(cylinder(2.4, 0.5, 0.42), [-1.2, 0, 3])),
            detail("funnel", matte("#e8b12c", 0.5)),
          ),
          part(move(cylinder(0.6, 0.47, 0.44), [-1.2, 0, 4.9]), dark),
        ]),
    part(
      union(
        move(box(2.3, 2.3, 0.14, 0.05), [0.6, 0, 4.5]),
        tube(
          [
            [0.6, 0, 4.5],
            [0.6, 0, 6],
          ],
          0.06,
        ),
        mirrored(
          union(
            ...[-3.6, -2, -0.4, 1.2].map((x) =>
              move(turn(ring(0.32, 0.13), [90, 0, 0]), [x, 1.9, 1.25]),
            ),
          ),
          "y",
        ),
      ),
      dark,
    ),
  ],
};

const pennyFarthing: Family = {
  names: ["penny-farthing", "penny farthing", "high wheel bicycle", "high wheeler"],
  parts: ["wheel", "seat", "wheels"],
  build: ({ main, detail }) => {
    const hoop = (x: number, radius: number) =>
      union(move(turn(ring(radius, 0.022), [90, 0, 0]), [x, 0, radius + 0.022]));
    const spokes = (x: number, radius: number, count: number) =>
      move(turn(around(turn(cylinder(radius, 0.004), [0, 90, 0]), count), [90, 0, 0]), [
        x,
        0,
        radius + 0.022,
      ]);
    return [
      part(union(hoop(0.2, 0.66), hoop(-0.72, 0.2)), detail("wheel", detail("wheels", tyre))),
      part(union(spokes(0.2, 0.66, 24), spokes(-0.72, 0.2, 10)), hub),
      part(
        union(
          tube(
            smooth([
              [0.2, 1.46],
              [0.02, 1.42],
              [0, 1.38],
            ]).map(([x, z]): Vec3 => [x, 0, z]),
            0.02,
          ),
          tube(
            Array.from({ length: 13 }, (_, index): Vec3 => {
              const a = ((100 + index * 8.6) * Math.PI) / 180;
              return [0.2 + 0.78 * Math.cos(a), 0, 0.68 + 0.78 * Math.sin(a)];
            }),
            0.02,
          ),
          tube(
            [
              [-0.58, 0, 0.6],
              [-0.72, 0, 0.22],
            ],
            0.018,
          ),
          mirrored(
            tube(
              [
                [0.2, 0, 1.46],
                [0.2, 0.06, 1.35],
                [0.2, 0.06, 0.68],
              ],
              0.016,
            ),
            "y",
          ),
          move(turn(cylinder(0.24, 0.03), [90, 0, 0]), [0.2, 0.12, 0.68]),
          tube(
            [
              [0.24, -0.28, 1.42],
              [0.22, -0.2, 1.5],
              [0.2, 0, 1.48],
              [0.22, 0.2, 1.5],
              [0.24, 0.28, 1.42],
            ],
            0.014,
          ),
        ),
        main(matte("#23252b", 0.4)),
      ),
      part(
        union(
          hull(
            move(ball([0.13, 0.09, 0.03]), [-0.06, 0, 1.5]),
            move(ball([0.06, 0.04, 0.025]), [0.1, 0, 1.49]),
          ),
        ),
        detail("seat", matte("#6b3f22", 0.6)),
      ),
    ];
  },
};

const racer: Family = {
  names: ["formula 1 car", "formula one car", "f1 car", "formula 1", "indy car", "formula car"],
  parts: ["wheel", "wheels", "wing", "stripe"],
  build: ({ main, detail }) => [
    part(
      union(
        chain([
          move(box(0.4, 0.3, 0.14, 0.06), [2.4, 0, 0.3]),
          move(box(0.6, 0.6, 0.45, 0.1), [0.9, 0, 0.22]),
          move(box(0.6, 0.7, 0.5, 0.12), [-0.6, 0, 0.22]),
          move(box(0.5, 0.4, 0.3, 0.1), [-2, 0, 0.3]),
        ]),
        mirrored(
          hull(
            move(box(1.2, 0.4, 0.4, 0.1), [-0.5, 0.45, 0.18]),
            move(box(0.3, 0.2, 0.3, 0.08), [-1.6, 0.3, 0.22]),
          ),
          "y",
        ),
        hull(
          move(box(0.3, 0.3, 0.2, 0.08), [-0.7, 0, 0.7]),
          move(box(0.3, 0.1, 0.2, 0.04), [-1.9, 0, 0.5]),
        ),
        move(box(2.6, 1.5, 0.04, 0.01), [-0.3, 0, 0.13]),
      ),
      main(glossy("#c9202a")),
    ),
    part(
      mirrored(
        at(
          scale(turn(ring(0.23, 0.11), [90, 0, 0]), [1, 1.6, 1]),
          [1.6, 0.78, 0.34],
          [-1.7, 0.76, 0.34],
        ),
        "y",
      ),
      detail("wheel", detail("wheels", tyre)),
    ),
    part(
      mirrored(
        at(turn(cylinder(0.2, 0.17), [90, 0, 0]), [1.6, 0.88, 0.34], [-1.7, 0.86, 0.34]),
        "y",
      ),
      hub,
    ),
    part(
      union(
        move(box(0.4, 1.8, 0.04, 0.01), [2.5, 0, 0.2]),
        mirrored(move(box(0.5, 0.03, 0.18), [2.5, 0.9, 0.18]), "y"),
        move(box(0.4, 1.1, 0.04, 0.01), [-2.3, 0, 0.92]),
        mirrored(move(box(0.5, 0.03, 0.5), [-2.3, 0.55, 0.5]), "y"),
        move(box(0.1, 0.1, 0.5), [-2.2, 0, 0.45]),
      ),
      detail("wing", glossy("#f4f4f2")),
    ),
    part(union(move(ball([0.16, 0.14, 0.16]), [0.1, 0, 0.78])), glossy("#f2c21c")),
    part(
      union(
        move(scale(cylinder(0.04, 0.28), [1.5, 0.85, 1]), [0.15, 0, 0.68]),
        ...[1.6, -1.7].map((x) => move(turn(cylinder(1.4, 0.03), [90, 0, 0]), [x, 0.7, 0.34])),
        tube(
          [
            [0.62, 0, 0.62],
            [0.5, 0, 0.88],
            [-0.1, 0.26, 0.92],
            [-0.35, 0.26, 0.8],
          ],
          0.03,
        ),
        tube(
          [
            [0.5, 0, 0.88],
            [-0.1, -0.26, 0.92],
            [-0.35, -0.26, 0.8],
          ],
          0.03,
        ),
      ),
      dark,
    ),
  ],
};

const tram: Family = {
  names: ["tram", "streetcar", "trolley", "trolley car", "cable car", "tramway"],
  near: ["subway train", "railcar"],
  parts: ["window", "windows", "light"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(box(8, 2.3, 0.1), [0, 0, 0.6]),
          move(box(8.6, 2.3, 0.1), [0, 0, 1.5]),
          move(box(8.6, 2.3, 0.1), [0, 0, 1.62]),
        ),
        move(box(8.4, 2.2, 0.2, 0.08), [0, 0, 2.85]),
      ),
      main(glossy("#b3262e")),
    ),
    part(
      union(
        move(box(8.3, 2.2, 1.3), [0, 0, 1.6]),
        hull(
          move(box(8.6, 2.4, 0.1, 0.04), [0, 0, 3]),
          move(box(7.6, 1.6, 0.1, 0.04), [0, 0, 3.3]),
        ),
      ),
      matte("#f3e8cd", 0.5),
    ),
    part(
      union(
        ...[-3.3, -2.2, -1.1, 0, 1.1, 2.2, 3.3].map((x) =>
          move(box(0.85, 2.26, 0.95, 0.05), [x, 0, 1.78]),
        ),
        mirrored(move(box(0.1, 1.7, 0.95, 0.04), [4.13, 0, 1.78]), "x"),
      ),
      detail("window", detail("windows", windowGlass)),
    ),
    part(
      union(
        move(box(6, 1.8, 0.3), [0, 0, 0.35]),
        ...[-2.6, -1.4, 1.4, 2.6].map((x) =>
          move(turn(cylinder(1.9, 0.36), [90, 0, 0]), [x, 0.95, 0.36]),
        ),
        tube(
          [
            [0.6, 0, 3.3],
            [-0.4, 0, 3.9],
            [0.4, 0, 4.5],
          ],
          0.05,
        ),
        move(turn(cylinder(1.6, 0.04), [90, 0, 0]), [0.4, 0.8, 4.5]),
      ),
      dark,
    ),
    part(
      mirrored(move(turn(cylinder(0.06, 0.18), [0, 90, 0]), [4.26, 0, 1.1]), "x"),
      detail("light", glowing("#fff3c4")),
    ),
    part(mirrored(move(box(12, 0.1, 0.1), [0, 0.72, -0.05]), "y"), metal("#7d848b", 0.4)),
  ],
};

export const workVehicles: readonly Family[] = [
  ...vehicles.map(toFamily),
  bulldozer,
  towerCrane,
  steamroller,
  biplane,
  airship,
  drone,
  cruiseShip,
  tugboat,
  pennyFarthing,
  racer,
  tram,
];
