import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  chain,
  circleOutline,
  common,
  cone,
  corners,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  ring,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const steel = metal("#a9adb3", 0.35);
const post = (height: number, radius = 0.035): Solid => cylinder(height, radius);

const trafficLight: Family = {
  names: ["traffic light", "stoplight", "traffic signal"],
  near: ["blinker", "brake light", "taillight"],
  parts: ["pole"],
  build: ({ main, detail }) => [
    part(move(box(0.34, 0.24, 0.95, 0.05), [0, 0, 2]), main(matte("#2b2e33", 0.5))),
    part(union(post(2.05, 0.05), cylinder(0.05, 0.16)), detail("pole", matte("#4a4e55", 0.5))),
    ...["#44d06a", "#f4c22e", "#e8352c"].map((color, index) =>
      part(move(scale(ball(0.1), [1, 0.5, 1]), [0, -0.11, 2.18 + index * 0.29]), glowing(color)),
    ),
    part(
      union(
        ...[0, 1, 2].map((index) =>
          move(
            cut(
              turn(cylinder(0.12, 0.125), [90, 0, 0]),
              move(turn(cylinder(0.4, 0.112), [90, 0, 0]), [0, 0.1, 0]),
              move(box(1, 1, 0.3), [0, 0, -0.3]),
            ),
            [0, -0.1, 2.18 + index * 0.29],
          ),
        ),
      ),
      matte("#1d1f23", 0.6),
    ),
  ],
};

function roadSign(names: readonly string[], plate: Solid, color: string, rim: Solid): Family {
  return {
    names,
    parts: ["pole", "post"],
    build: ({ main, detail }) => [
      part(move(plate, [0, -0.03, 2]), main(glossy(color))),
      part(move(rim, [0, -0.045, 2]), matte("#f7f7f4", 0.6)),
      part(post(2.3, 0.03), detail("pole", detail("post", steel))),
    ],
  };
}

const octagon = circleOutline(0.38, 8).map(([x, y]) => {
  const turned = Math.PI / 8;
  return [
    x * Math.cos(turned) - y * Math.sin(turned),
    x * Math.sin(turned) + y * Math.cos(turned),
  ] as const;
});

/** The letters of STOP as strokes, because a sign needs no font. */
const stroke = (x: number, ...path: readonly Point[]): Solid =>
  tube(
    path.map(([left, up]) => [left + x, 0, up] as const),
    0.014,
  );
const stopLetters = union(
  stroke(-0.21, [0.05, 0.1], [-0.05, 0.1], [-0.05, 0], [0.05, 0], [0.05, -0.1], [-0.05, -0.1]),
  stroke(-0.07, [-0.055, 0.1], [0.055, 0.1]),
  stroke(-0.07, [0, 0.1], [0, -0.1]),
  stroke(0.07, [-0.05, 0.1], [0.05, 0.1], [0.05, -0.1], [-0.05, -0.1], [-0.05, 0.1]),
  stroke(0.21, [-0.045, -0.1], [-0.045, 0.1], [0.045, 0.1], [0.045, 0], [-0.045, 0]),
);

/** Lines and a disc, as on a poster. */
const printed = union(
  move(box(2.4, 0.04, 0.3), [-0.4, -0.1, 3.7]),
  ...[3.3, 3.05].map((z) => move(box(1.8, 0.04, 0.12), [-0.7, -0.1, z])),
  move(turn(cylinder(0.04, 0.5), [90, 0, 0]), [1.2, -0.08, 3.2]),
);

const billboard: Family = {
  names: ["billboard", "signboard", "advertising board", "sign"],
  near: ["scoreboard", "bulletin board", "marker board"],
  parts: ["post"],
  build: ({ main, detail, has }) => [
    part(move(box(4, 0.15, 2, 0.02), [0, 0, 2.4]), detail("frame", matte("#4a4e55", 0.6))),
    part(move(box(3.8, 0.06, 1.8), [0, -0.07, 2.5]), main(matte("#f4f1e8", 0.8))),
    ...(has("motif") ? [] : [part(printed, matte("#d6403a", 0.7))]),
    part(at(post(2.5, 0.09), [-1.3, 0.05, 0], [1.3, 0.05, 0]), detail("post", steel)),
  ],
};

const flag: Family = {
  names: ["flag", "flagpole", "flag pole", "pennant"],
  near: ["windsock", "streamer"],
  parts: ["pole"],
  build({ main, detail }) {
    const steps = 24;
    const wave = (index: number): number =>
      0.06 * Math.sin((index / steps) * 2.2 * Math.PI) * (index / steps + 0.15);
    const strips = Array.from({ length: steps + 1 }, (_, index) =>
      move(box(0.004, 0.012, 0.62), [0.03 + index * 0.042, wave(index), 2.3 - index * 0.002]),
    );
    return [
      part(chain(strips), main(matte("#c9302c", 0.9))),
      part(
        union(post(3, 0.028), cylinder(0.05, 0.14), move(ball(0.05), [0, 0, 3.03])),
        detail("pole", metal("#d0d3d8", 0.3)),
      ),
    ];
  },
};

const parkingMeter: Family = {
  names: ["parking meter"],
  near: ["ticket machine"],
  build: ({ main }) => [
    part(
      union(post(1.05, 0.03), cylinder(0.03, 0.09), move(cylinder(0.05, 0.05), [0, 0, 1.02])),
      steel,
    ),
    part(
      move(
        hull(
          box(0.15, 0.11, 0.02, 0.008),
          move(box(0.19, 0.13, 0.14, 0.02), [0, 0, 0.06]),
          move(turn(cylinder(0.12, 0.09), [90, 0, 0]), [0, 0.06, 0.23]),
        ),
        [0, 0, 1.06],
      ),
      main(matte("#4a6178", 0.4)),
    ),
    part(move(turn(cylinder(0.02, 0.065), [90, 0, 0]), [0, -0.05, 1.29]), matte("#eef2e8", 0.4)),
    part(
      union(
        move(box(0.05, 0.012, 0.07), [0, -0.066, 1.12]),
        move(turn(cylinder(0.02, 0.014), [90, 0, 0]), [0.06, -0.06, 1.18]),
        move(turn(box(0.006, 0.006, 0.05), [0, 30, 0]), [0, -0.072, 1.29]),
      ),
      matte("#d23b36", 0.4),
    ),
  ],
};

const telephonePole: Family = {
  names: ["telephone pole", "utility pole", "power pole", "electric pole", "pole"],
  near: ["mast", "crossbar", "power line", "goalpost"],
  build: ({ main }) => [
    part(
      union(
        cylinder(8, 0.16, 0.11),
        ...[7.5, 6.7].map((z) => move(box(2.2, 0.12, 0.14), [0, -0.14, z])),
        ...[-1, 1].map((side) =>
          hull(
            move(box(0.05, 0.05, 0.02), [side * 0.6, -0.14, 7.5]),
            move(box(0.05, 0.05, 0.02), [0, -0.1, 7.05]),
          ),
        ),
      ),
      main(matte("#6b4a30", 0.95)),
    ),
    part(
      union(
        ...[7.64, 6.84].flatMap((z) =>
          [-1, -0.5, 0.5, 1].map((x) => move(cylinder(0.16, 0.05, 0.03), [x, -0.14, z])),
        ),
      ),
      glossy("#dfe6e2"),
    ),
  ],
};

const buoy: Family = {
  names: ["buoy", "sea buoy"],
  near: ["bollard"],
  build: ({ main }) => [
    part(
      union(
        lathe(
          smooth([
            [0, 0],
            [0.3, 0.05],
            [0.5, 0.22],
            [0.5, 0.36],
            [0.26, 0.5],
            [0.2, 0.56],
            [0, 0.56],
          ]),
        ),
        move(cylinder(0.75, 0.2, 0.1), [0, 0, 0.54]),
      ),
      main(glossy("#d6322a")),
    ),
    part(
      union(
        move(ring(0.51, 0.045), [0, 0, 0.29]),
        move(cylinder(0.14, 0.165, 0.145), [0, 0, 0.86]),
      ),
      matte("#f6f5f0", 0.5),
    ),
    part(
      union(move(cylinder(0.06, 0.13), [0, 0, 1.28]), move(ball([0.08, 0.08, 0.1]), [0, 0, 1.38])),
      glowing("#ffd24a"),
    ),
  ],
};

const lifeBuoy: Family = {
  names: ["life buoy", "lifebuoy", "life ring", "life preserver", "lifebelt"],
  near: ["inner tube", "swim ring"],
  parts: ["rope", "band"],
  build({ main, detail }) {
    const quarter = common(
      ring(0.28, 0.086),
      hull(box(0.001, 0.001, 0.2), move(box(0.001, 0.18, 0.2), [0.4, 0, 0])),
    );
    const bands = around(union(quarter, scale(quarter, [1, 1, -1])), 4);
    return [
      part(move(turn(ring(0.28, 0.082), [90, 0, 0]), [0, 0, 0.37]), main(matte("#f6f4ee", 0.5))),
      part(move(turn(bands, [90, 0, 0]), [0, 0, 0.37]), detail("band", matte("#d9302a", 0.5))),
      part(
        move(
          turn(
            turn(
              around(
                tube(
                  [
                    [0.27, -0.27, 0],
                    [0.39, -0.1, 0],
                    [0.41, 0, 0],
                    [0.39, 0.1, 0],
                    [0.27, 0.27, 0],
                  ],
                  0.009,
                ),
                4,
              ),
              [0, 0, 45],
            ),
            [90, 0, 0],
          ),
          [0, 0, 0.37],
        ),
        detail("rope", matte("#e6d6b0", 0.95)),
      ),
    ];
  },
};

const awning: Family = {
  names: ["awning", "canopy", "gazebo", "pavilion"],
  near: ["marquee", "tarp tent"],
  build({ main }) {
    const roof = (from: number) =>
      hull(
        move(box(0.001, 0.001, 0.001), [0, 0, 2.9]),
        move(box(0.5, 0.02, 0.01), [from, -1.5, 2.2]),
      );
    return [
      part(
        hull(move(box(3, 3, 0.02), [0, 0, 2.2]), move(box(0.1, 0.1, 0.02), [0, 0, 2.95])),
        main(matte("#f4f1e8", 0.9)),
      ),
      part(
        union(
          ...[0, 90, 180, 270].map((angle) =>
            turn(
              union(
                ...[-1, 0, 1].map((index) => move(roof(index), [0, -0.012, 0.012])),
                ...[-1.25, -0.75, -0.25, 0.25, 0.75, 1.25].map((x) =>
                  move(hull(box(0.46, 0.012, 0.1), move(box(0.2, 0.012, 0.01), [0, 0, -0.12])), [
                    x,
                    -1.5,
                    2.12,
                  ]),
                ),
              ),
              [0, 0, angle],
            ),
          ),
        ),
        matte("#c9302c", 0.9),
      ),
      part(at(post(2.2, 0.035), ...corners(1.42, 1.42)), metal("#d9dce0", 0.35)),
    ];
  },
};

const gravestone: Family = {
  names: ["gravestone", "tombstone", "headstone", "grave"],
  near: ["memorial", "monument"],
  build: ({ main }) => [
    part(
      union(
        box(0.8, 0.34, 0.14, 0.02),
        cut(
          hull(
            move(box(0.6, 0.16, 0.5), [0, 0, 0.12]),
            move(turn(cylinder(0.16, 0.3), [90, 0, 0]), [0, 0.08, 0.66]),
          ),
          move(box(0.06, 0.1, 0.3), [0, -0.1, 0.5]),
          move(box(0.2, 0.1, 0.06), [0, -0.1, 0.64]),
          ...[0.38, 0.3].map((z) => move(box(0.34, 0.07, 0.03), [0, -0.085, z])),
        ),
      ),
      main(matte("#8d9190", 0.95)),
    ),
    part(
      union(
        ...Array.from({ length: 18 }, (_, index) =>
          move(scale(cone(0.12, 0.02), [1, 0.5, 1]), [
            -0.42 + index * 0.05,
            -0.2 + (index % 3) * 0.02,
            0,
          ]),
        ),
      ),
      matte("#5f8a3a", 0.95),
    ),
  ],
};

const birdbath: Family = {
  names: ["birdbath", "bird bath", "sundial"],
  build: ({ main }) => [
    part(
      cut(
        lathe(
          smooth([
            [0, 0],
            [0.2, 0],
            [0.18, 0.06],
            [0.08, 0.12],
            [0.07, 0.6],
            [0.12, 0.68],
            [0.36, 0.76],
            [0.36, 0.79],
            [0, 0.79],
          ]),
        ),
        move(scale(ball(0.33), [1, 1, 0.25]), [0, 0, 0.8]),
      ),
      main(matte("#a9a69c", 0.95)),
    ),
    part(move(cylinder(0.006, 0.3), [0, 0, 0.765]), glossy("#6fb4d8")),
  ],
};

const weathervane: Family = {
  names: ["weathervane", "weather vane", "weathercock"],
  build: ({ main }) => [
    part(
      union(
        post(1.1, 0.018),
        move(ball(0.05), [0, 0, 0.45]),
        ...[0, 90].map((angle) =>
          turn(move(turn(cylinder(0.7, 0.01), [0, 90, 0]), [-0.35, 0, 0.55]), [0, 0, angle]),
        ),
        move(turn(cylinder(0.9, 0.012), [0, 90, 0]), [-0.45, 0, 0.85]),
        move(turn(cone(0.16, 0.08, 3), [0, -90, 0]), [-0.42, 0, 0.85]),
        move(
          slab(
            [
              [-0.02, -0.1],
              [0.12, -0.06],
              [0.12, 0.06],
              [-0.02, 0.1],
              [0.03, 0],
            ],
            0.014,
          ),
          [0.4, 0, 0.85],
        ),
      ),
      main(metal("#3a3d44", 0.5)),
    ),
    part(
      move(
        slab(
          smooth(
            [
              [0.02, 0],
              [0.13, 0.04],
              [0.16, 0.14],
            ],
            3,
          )
            .map(([x, z]) => [x, z] as const)
            .concat([
              [0.28, 0.2],
              [0.36, 0.42],
              [0.22, 0.34],
              [0.06, 0.24],
              [-0.02, 0.3],
              [-0.02, 0.42],
              [-0.1, 0.46],
              [-0.14, 0.38],
              [-0.2, 0.35],
              [-0.14, 0.32],
              [-0.16, 0.16],
              [-0.06, 0.02],
            ]),
          0.016,
        ),
        [0, 0, 0.88],
      ),
      metal("#b5803a", 0.35),
    ),
  ],
};

const manhole: Family = {
  names: ["manhole", "manhole cover", "drain cover"],
  near: ["home plate", "cover"],
  build: ({ main }) => [
    part(
      union(
        cut(cylinder(0.05, 0.34), move(cylinder(0.1, 0.3), [0, 0, 0.035])),
        ...Array.from({ length: 45 }, (_, index) => {
          const [x, y] = [((index % 9) - 4) * 0.062, (Math.floor(index / 9) - 2) * 0.11];
          return Math.hypot(x, y) < 0.27
            ? move(box(0.04, 0.06, 0.05, 0.008), [x, y, 0])
            : cylinder(0.03, 0.02);
        }),
      ),
      main(metal("#55585d", 0.6)),
    ),
    part(at(cylinder(0.037, 0.018), [-0.24, 0, 0.001], [0.24, 0, 0.001]), matte("#1d1f23", 0.9)),
  ],
};

const pipe: Family = {
  names: ["water pipe", "drain pipe", "pipes"],
  near: ["hose", "garden hose", "fire hose", "gutter"],
  build: ({ main }) => [
    part(
      union(
        tube(
          [
            [0, 0, 0.06],
            [0, 0, 0.5],
            [0.03, 0, 0.58],
            [0.1, 0, 0.61],
            [0.5, 0, 0.61],
          ],
          0.06,
        ),
        cylinder(0.05, 0.09),
        move(turn(cylinder(0.05, 0.09), [0, 90, 0]), [0.48, 0, 0.61]),
        move(cylinder(0.04, 0.075), [0, 0, 0.42]),
        move(turn(cylinder(0.04, 0.075), [0, 90, 0]), [0.18, 0, 0.61]),
      ),
      main(metal("#a8aeb5", 0.35)),
    ),
  ],
};

const waterTower: Family = {
  names: ["water tower"],
  near: ["silo", "cooling tower"],
  parts: ["roof"],
  build: ({ main, detail }) => [
    part(
      union(
        move(cylinder(4, 3), [0, 0, 9]),
        ...[9.4, 10.9, 12.4].map((z) => move(ring(3, 0.09), [0, 0, z])),
      ),
      main(matte("#9a6a42", 0.9)),
    ),
    part(move(cone(1.8, 3.3), [0, 0, 13]), detail("roof", matte("#5a4a42", 0.8))),
    part(
      union(
        ...corners(2.1, 2.1).map(([x, y]) =>
          hull(
            move(cylinder(0.02, 0.16), [x * 1.25, y * 1.25, 0]),
            move(cylinder(0.02, 0.14), [x, y, 9]),
          ),
        ),
        ...[3, 6].map((z) =>
          union(
            ...[0, 90].flatMap((angle) =>
              [-2.35, 2.35].map((y) => turn(move(box(4.7, 0.14, 0.14), [0, y, z]), [0, 0, angle])),
            ),
          ),
        ),
        move(cylinder(0.2, 3.3), [0, 0, 8.85]),
        cylinder(9, 0.2),
      ),
      matte("#4a4e55", 0.6),
    ),
  ],
};

const phoneBooth: Family = {
  names: ["telephone booth", "phone booth", "phone box", "telephone box"],
  near: ["sentry box"],
  build: ({ main }) => [
    part(
      union(
        cut(
          box(0.9, 0.9, 2.35, 0.02),
          ...[0, 90, 180, 270].map((angle) =>
            turn(
              union(
                ...[0, 1, 2, 3, 4].flatMap((row) =>
                  [-0.22, 0, 0.22].map((x) =>
                    move(box(0.19, 0.3, 0.3), [x, -0.4, 0.3 + row * 0.34]),
                  ),
                ),
              ),
              [0, 0, angle],
            ),
          ),
        ),
        hull(move(box(0.96, 0.96, 0.04), [0, 0, 2.35]), move(box(0.6, 0.6, 0.04), [0, 0, 2.5])),
        box(0.94, 0.94, 0.1),
      ),
      main(glossy("#c4202a")),
    ),
    part(move(box(0.8, 0.8, 1.75), [0, 0, 0.28]), { ...matte("#cfe4ee", 0.1), opacity: 0.4 }),
    part(
      union(
        ...[0, 90, 180, 270].map((angle) =>
          turn(move(box(0.6, 0.01, 0.13), [0, -0.453, 2.13]), [0, 0, angle]),
        ),
      ),
      matte("#f8f6ee", 0.6),
    ),
  ],
};

const fireExtinguisher: Family = {
  names: ["fire extinguisher"],
  near: ["gas cylinder", "scuba tank", "gas tank", "fire alarm"],
  parts: ["hose", "handle"],
  build: ({ main, detail }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.075, 0],
          [0.08, 0.02],
          [0.08, 0.36],
          [0.05, 0.42],
          [0.025, 0.44],
          [0, 0.44],
        ]),
      ),
      main(glossy("#cf2027")),
    ),
    part(
      union(
        move(cylinder(0.04, 0.022), [0, 0, 0.43]),
        tube(
          [
            [0.04, 0, 0.46],
            [0.13, 0, 0.4],
            [0.13, 0, 0.2],
            [0.11, 0, 0.1],
          ],
          0.013,
        ),
        move(turn(cone(0.07, 0.025), [180, 0, 0]), [0.11, 0, 0.1]),
      ),
      detail("hose", matte("#1f2025", 0.6)),
    ),
    part(
      union(
        move(turn(box(0.03, 0.13, 0.012, 0.004), [12, 0, 0]), [0, -0.04, 0.475]),
        move(box(0.03, 0.11, 0.012, 0.004), [0, -0.04, 0.455]),
      ),
      detail("handle", steel),
    ),
    part(move(cylinder(0.16, 0.0805), [0, 0, 0.14]), matte("#f4f1e8", 0.6)),
  ],
};

export const roadside: readonly Family[] = [
  trafficLight,
  roadSign(["stop sign"], slab(octagon, 0.03), "#c9242c", stopLetters),
  billboard,
  flag,
  parkingMeter,
  telephonePole,
  buoy,
  lifeBuoy,
  awning,
  gravestone,
  birdbath,
  weathervane,
  manhole,
  pipe,
  waterTower,
  phoneBooth,
  fireExtinguisher,
];
