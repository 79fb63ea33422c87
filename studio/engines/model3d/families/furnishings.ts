import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  chain,
  corners,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  prism,
  ring,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const steel = metal("#c2c6cb", 0.25);
const wood = matte("#94602f", 0.6);

/** Cloth that hangs in folds: an outline of waves, extruded upwards. */
function folds(width: number, depth: number, waves: number, height: number): Solid {
  const steps = waves * 8;
  const edge = (offset: number): Point[] =>
    Array.from({ length: steps + 1 }, (_, index) => [
      (index / steps - 0.5) * width,
      depth * Math.sin((index / 8) * 2 * Math.PI) + offset,
    ]);
  return prism([...edge(-0.008), ...edge(0.008).toReversed()], height);
}

const curtain: Family = {
  names: ["curtain", "curtains", "shower curtain", "drapes", "window curtain"],
  near: ["blinder", "window blind", "tapestry", "tarp"],
  parts: ["rod", "ring"],
  build({ main, detail, has }) {
    const isShower = has("shower");
    return [
      part(
        isShower
          ? move(folds(1.6, 0.035, 10, 1.85), [0, 0, 0.05])
          : union(
              move(folds(0.6, 0.05, 6, 2), [-0.6, 0, 0.02]),
              move(folds(0.6, 0.05, 6, 2), [0.6, 0, 0.02]),
            ),
        main(matte(isShower ? "#8fc3d6" : "#a83a48", 0.9)),
      ),
      part(
        union(
          move(turn(cylinder(2, 0.018), [0, 90, 0]), [-1, 0, 2.04]),
          ...[-1, 1].map((side) => move(ball(0.04), [side, 0, 2.04])),
        ),
        detail("rod", metal("#c9a24a", 0.35)),
      ),
      part(
        union(
          ...Array.from({ length: 14 }, (_, index) =>
            move(turn(ring(0.028, 0.005), [0, 90, 0]), [-0.88 + index * 0.1354, 0, 2.03]),
          ),
        ),
        detail("ring", metal("#c9a24a", 0.35)),
      ),
    ];
  },
};

const faucet: Family = {
  names: ["faucet", "tap", "water faucet", "water tap", "sink faucet"],
  near: ["spigot", "shower head", "shower"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      union(
        cylinder(0.015, 0.035),
        cylinder(0.09, 0.017),
        tube(
          [
            [0, 0, 0.07],
            [0, 0, 0.2],
            [0, -0.03, 0.255],
            [0, -0.09, 0.26],
            [0, -0.125, 0.22],
            [0, -0.13, 0.17],
          ],
          0.0125,
        ),
        move(cylinder(0.018, 0.015), [0, -0.13, 0.155]),
      ),
      main(metal("#ccd0d5", 0.12)),
    ),
    part(
      at(
        union(
          cylinder(0.04, 0.018, 0.014),
          move(
            union(
              turn(cylinder(0.07, 0.007), [0, 90, 0]),
              move(turn(cylinder(0.07, 0.007), [90, 0, 0]), [0.035, 0.035, 0]),
            ),
            [-0.035, 0, 0.048],
          ),
        ),
        [-0.1, 0, 0],
        [0.1, 0, 0],
      ),
      detail("handle", metal("#ccd0d5", 0.12)),
    ),
  ],
};

const doorknob: Family = {
  names: ["doorknob", "door knob", "door handle", "knob"],
  near: ["handle", "latch", "deadbolt", "drawer knob"],
  build: ({ main }) => [
    part(
      union(
        turn(cylinder(0.008, 0.034), [90, 0, 0]),
        move(
          turn(
            lathe(
              smooth([
                [0, 0],
                [0.012, 0],
                [0.011, 0.022],
                [0.026, 0.036],
                [0.028, 0.052],
                [0.014, 0.063],
                [0, 0.064],
              ]),
            ),
            [90, 0, 0],
          ),
          [0, -0.004, 0],
        ),
      ),
      main(metal("#d0a548", 0.2)),
    ),
    part(union(...[-1, 1].map((side) => move(ball(0.004), [side * 0.026, -0.008, 0]))), steel),
  ],
};

const chandelier: Family = {
  names: ["chandelier"],
  parts: ["candle", "candles", "crystal"],
  build: ({ main, detail }) => [
    part(
      union(
        lathe(
          smooth([
            [0, 0.1],
            [0.05, 0.13],
            [0.03, 0.2],
            [0.06, 0.28],
            [0.02, 0.36],
            [0.015, 0.56],
            [0, 0.57],
          ]),
        ),
        around(
          union(
            tube(
              [
                [0.04, 0, 0.2],
                [0.16, 0, 0.12],
                [0.28, 0, 0.16],
                [0.32, 0, 0.25],
              ],
              0.01,
            ),
            move(cylinder(0.016, 0.02, 0.04), [0.32, 0, 0.25]),
          ),
          8,
        ),
        move(turn(ring(0.03, 0.006), [90, 0, 0]), [0, 0, 0.6]),
      ),
      main(metal("#d9aa3f", 0.25)),
    ),
    part(
      around(move(cylinder(0.08, 0.013), [0.32, 0, 0.266]), 8),
      detail("candle", detail("candles", matte("#f7f1e0"))),
    ),
    part(around(move(scale(ball(0.012), [1, 1, 1.9]), [0.32, 0, 0.368]), 8), glowing("#ffc65a")),
    part(
      union(
        around(move(scale(ball(0.016), [0.7, 0.7, 1.8]), [0.32, 0, 0.21]), 8),
        around(move(scale(ball(0.016), [0.7, 0.7, 1.8]), [0.16, 0, 0.08]), 8),
        move(scale(ball(0.03), [0.7, 0.7, 1.8]), [0, 0, 0.06]),
      ),
      detail("crystal", glass("#e6f4fa", 0.75)),
    ),
  ],
};

const lampshade: Family = {
  names: ["lampshade", "lamp shade"],
  build: ({ main }) => [
    part(
      cut(cylinder(0.24, 0.2, 0.12), move(cylinder(0.26, 0.195, 0.113), [0, 0, -0.01])),
      main(matte("#eadcb8", 0.9)),
    ),
    part(
      union(move(ring(0.198, 0.006), [0, 0, 0.004]), move(ring(0.119, 0.006), [0, 0, 0.237])),
      matte("#8a5a33"),
    ),
  ],
};

const ottoman: Family = {
  names: ["ottoman", "footstool", "pouf", "pouffe", "hassock"],
  near: ["pew"],
  surface: 0.42,
  parts: ["legs", "leg"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(0.64, 0.5, 0.17, 0.05), [0, 0, 0.12]),
        move(box(0.66, 0.52, 0.15, 0.07), [0, 0, 0.27]),
      ),
      main(matte("#3f7f86", 0.95)),
    ),
    part(
      at(cylinder(0.13, 0.018, 0.026), ...corners(0.26, 0.19)),
      detail("leg", detail("legs", wood)),
    ),
    part(
      union(
        ...[-0.16, 0, 0.16].flatMap((x) =>
          [-0.1, 0.1].map((y) => move(scale(ball(0.014), [1, 1, 0.5]), [x, y, 0.42])),
        ),
      ),
      matte("#2b5a60", 0.9),
    ),
  ],
};

const crib: Family = {
  names: ["crib", "cot", "baby bed", "cradle"],
  near: ["playpen", "manger"],
  surface: 0.4,
  parts: ["mattress", "blanket"],
  build({ main, detail }) {
    const bars = (length: number, count: number, upright: (offset: number) => Vec3): Solid =>
      union(
        ...Array.from({ length: count }, (_, index) =>
          move(cylinder(0.6, 0.011), upright((index / (count - 1) - 0.5) * length)),
        ),
      );
    return [
      part(
        union(
          at(box(0.05, 0.05, 1, 0.015), ...corners(0.66, 0.36)),
          ...[-0.36, 0.36].flatMap((y) => [
            bars(1.18, 13, (x) => [x, y, 0.28]),
            at(box(1.3, 0.035, 0.045, 0.01), [0, y, 0.26], [0, y, 0.86]),
          ]),
          ...[-0.66, 0.66].flatMap((x) => [
            bars(0.58, 7, (y) => [x, y, 0.28]),
            at(box(0.035, 0.7, 0.045, 0.01), [x, 0, 0.26], [x, 0, 0.86]),
          ]),
        ),
        main(matte("#f2ede2", 0.6)),
      ),
      part(
        move(box(1.26, 0.66, 0.12, 0.03), [0, 0, 0.28]),
        detail("mattress", matte("#dfe9f2", 0.95)),
      ),
      part(
        move(box(0.7, 0.67, 0.13, 0.03), [0.26, 0, 0.285]),
        detail("blanket", matte("#8fbfe0", 0.98)),
      ),
      part(move(box(0.2, 0.42, 0.08, 0.035), [-0.48, 0, 0.39]), matte("#fbfaf6", 0.98)),
    ];
  },
};

const highchair: Family = {
  names: ["highchair", "high chair", "baby chair"],
  near: ["car seat"],
  parts: ["tray", "seat"],
  build: ({ main, detail }) => [
    part(
      union(
        ...corners(0.15, 0.14).map(([x, y]) =>
          hull(move(ball(0.018), [x, y, 0.56]), move(ball(0.018), [x * 1.7, y * 1.7, 0.018])),
        ),
        move(turn(box(0.38, 0.03, 0.36, 0.014), [-8, 0, 0]), [0, 0.16, 0.58]),
        ...[-1, 1].map((side) =>
          tube(
            [
              [side * 0.17, 0.15, 0.74],
              [side * 0.19, -0.12, 0.74],
              [side * 0.18, -0.15, 0.58],
            ],
            0.014,
          ),
        ),
        move(box(0.3, 0.12, 0.02), [0, -0.22, 0.28]),
      ),
      main(matte("#b98552", 0.6)),
    ),
    part(move(box(0.38, 0.36, 0.05, 0.02), [0, 0, 0.55]), detail("seat", matte("#7fb2d8", 0.9))),
    part(
      cut(
        move(box(0.46, 0.28, 0.035, 0.015), [0, -0.22, 0.745]),
        move(box(0.42, 0.24, 0.03, 0.01), [0, -0.22, 0.757]),
      ),
      detail("tray", glossy("#f4f3ef")),
    ),
  ],
};

const hammock: Family = {
  names: ["hammock"],
  parts: ["rope", "cushion"],
  build({ main, detail }) {
    const curve = Array.from({ length: 11 }, (_, index): Vec3 => {
      const x = (index / 5 - 1) * 0.95;
      return [x, 0, 0.45 + 0.4 * (x / 0.95) ** 2];
    });
    const strips = curve.map(([x, , z]) => {
      const width = 0.36 * (1 - 0.55 * (x / 0.95) ** 2);
      return move(turn(cylinder(width * 2, 0.012), [90, 0, 0]), [x, width, z]);
    });
    return [
      part(chain(strips), main(matte("#d9574a", 0.95))),
      part(
        union(
          ...[-1, 1].flatMap((side) =>
            [-0.14, -0.05, 0.05, 0.14].map((y) =>
              tube(
                [
                  [side * 0.95, y, 0.85],
                  [side * 1.3, 0, 1.1],
                ],
                0.007,
              ),
            ),
          ),
        ),
        detail("rope", matte("#e6d6b0", 0.95)),
      ),
      part(
        union(
          ...[-1, 1].map((side) =>
            union(
              tube(
                [
                  [side * 1.32, 0, 1.14],
                  [side * 1.3, 0, 0.6],
                  [side * 0.9, 0, 0.06],
                ],
                0.035,
              ),
              move(turn(cylinder(0.9, 0.035), [90, 0, 0]), [side * 0.9, 0.45, 0.035]),
            ),
          ),
          move(turn(cylinder(1.8, 0.035), [0, 90, 0]), [-0.9, 0, 0.05]),
        ),
        wood,
      ),
    ];
  },
};

const coatrack: Family = {
  names: ["coatrack", "coat rack", "coat stand", "hat stand", "hat rack"],
  near: ["towel rack", "hook"],
  build: ({ main }) => [
    part(
      union(
        move(cylinder(1.65, 0.025, 0.02), [0, 0, 0.08]),
        move(ball(0.035), [0, 0, 1.75]),
        around(
          tube(
            [
              [0.02, 0, 0.22],
              [0.14, 0, 0.16],
              [0.3, 0, 0.02],
            ],
            0.018,
          ),
          4,
        ),
        around(
          union(
            tube(
              [
                [0.02, 0, 1.5],
                [0.12, 0, 1.55],
                [0.17, 0, 1.68],
              ],
              0.014,
            ),
            move(ball(0.022), [0.17, 0, 1.69]),
          ),
          4,
        ),
        turn(
          around(
            tube(
              [
                [0.02, 0, 1.38],
                [0.09, 0, 1.4],
                [0.12, 0, 1.48],
              ],
              0.011,
            ),
            4,
          ),
          [0, 0, 45],
        ),
      ),
      main(matte("#6b4426", 0.5)),
    ),
  ],
};

const easel: Family = {
  names: ["easel", "painter's easel", "painters easel"],
  near: ["flip chart"],
  parts: ["canvas", "painting"],
  build: ({ main, detail }) => [
    part(
      union(
        ...[-1, 1].map((side) =>
          hull(
            move(box(0.045, 0.03, 0.02), [side * 0.34, -0.1, 0]),
            move(box(0.045, 0.03, 0.02), [side * 0.05, 0.14, 1.68]),
          ),
        ),
        hull(
          move(box(0.045, 0.03, 0.02), [0, 0.56, 0]),
          move(box(0.045, 0.03, 0.02), [0, 0.15, 1.6]),
        ),
        move(box(0.72, 0.1, 0.03), [0, -0.06, 0.62]),
        move(box(0.5, 0.03, 0.045), [0, -0.03, 0.3]),
        move(box(0.1, 0.05, 0.05), [0, 0.1, 1.46]),
      ),
      main(matte("#b07b45", 0.6)),
    ),
    part(move(turn(box(0.62, 0.025, 0.78), [-8, 0, 0]), [0, -0.05, 0.65]), matte("#f7f5ee", 0.9)),
    part(
      move(
        turn(
          union(
            ...[
              [-0.16, 0.5, 0.1],
              [0.05, 0.38, 0.13],
              [0.18, 0.55, 0.07],
            ].map(([x = 0, z = 0, radius = 0]) =>
              move(turn(cylinder(0.006, radius), [90, 0, 0]), [x, -0.011, z]),
            ),
          ),
          [-8, 0, 0],
        ),
        [0, -0.05, 0.65],
      ),
      detail("painting", detail("canvas", matte("#3f86c6", 0.8))),
    ),
    part(
      move(
        turn(
          union(
            move(box(0.5, 0.01, 0.16), [0, -0.012, 0.05]),
            move(turn(cylinder(0.007, 0.06), [90, 0, 0]), [0.2, -0.011, 0.28]),
          ),
          [-8, 0, 0],
        ),
        [0, -0.05, 0.65],
      ),
      matte("#e0803a", 0.8),
    ),
  ],
};

const tripod: Family = {
  names: ["tripod", "camera tripod", "music stand"],
  near: ["mic stand"],
  build: ({ main, has }) => [
    part(
      union(
        around(hull(move(ball(0.016), [0.03, 0, 0.95]), move(ball(0.012), [0.42, 0, 0.012])), 3),
        move(cylinder(0.4, 0.016), [0, 0, 0.75]),
        move(cylinder(0.06, 0.045), [0, 0, 0.92]),
        around(hull(move(ball(0.006), [0.02, 0, 0.6]), move(ball(0.006), [0.17, 0, 0.6])), 3),
      ),
      main(matte("#2b2d33", 0.5)),
    ),
    part(
      has("music")
        ? move(turn(box(0.46, 0.015, 0.32), [-20, 0, 0]), [0, 0.02, 1.12])
        : union(
            move(box(0.08, 0.1, 0.02, 0.006), [0, 0, 1.15]),
            tube(
              [
                [0, 0.04, 1.13],
                [0, 0.22, 1.06],
              ],
              0.009,
            ),
          ),
      steel,
    ),
  ],
};

const mattress: Family = {
  names: ["mattress", "air mattress"],
  near: ["futon", "bath mat pad"],
  surface: 0.24,
  build: ({ main }) => [
    part(box(1.4, 2, 0.24, 0.06), main(matte("#f2f0ea", 0.95))),
    part(
      union(
        ...[0.04, 0.2].map((z) =>
          cut(
            move(box(1.415, 2.015, 0.016, 0.006), [0, 0, z]),
            move(box(1.3, 1.9, 0.1), [0, 0, z - 0.03]),
          ),
        ),
      ),
      matte("#9fb6cc", 0.9),
    ),
    part(
      union(
        ...[-0.45, -0.15, 0.15, 0.45].flatMap((x) =>
          [-0.75, -0.45, -0.15, 0.15, 0.45, 0.75].map((y) =>
            move(scale(ball(0.02), [1, 1, 0.4]), [x, y, 0.24]),
          ),
        ),
      ),
      matte("#c9d3dd", 0.9),
    ),
  ],
};

const bunkBed: Family = {
  names: ["bunk bed", "bunkbed", "loft bed"],
  parts: ["blanket", "ladder"],
  build: ({ main, detail }) => [
    part(
      union(
        at(box(0.08, 0.08, 1.7, 0.015), ...corners(0.95, 0.45)),
        ...[0.25, 1.15].flatMap((z) => [
          move(box(1.9, 0.94, 0.07), [0, 0, z]),
          at(box(0.05, 0.9, 0.25), [-0.95, 0, z + 0.1], [0.95, 0, z + 0.1]),
        ]),
        move(box(1.9, 0.04, 0.08), [0, 0.45, 1.5]),
        move(box(1.1, 0.04, 0.08), [-0.38, -0.45, 1.5]),
      ),
      main(matte("#b07b45", 0.6)),
    ),
    part(
      at(
        union(box(1.84, 0.86, 0.14, 0.04), move(box(0.3, 0.6, 0.1, 0.045), [-0.7, 0, 0.12])),
        [0, 0, 0.32],
        [0, 0, 1.22],
      ),
      matte("#f4f2ec", 0.95),
    ),
    part(
      at(box(1.2, 0.88, 0.15, 0.04), [0.32, 0, 0.33], [0.32, 0, 1.23]),
      detail("blanket", matte("#3f7fc0", 0.95)),
    ),
    part(
      union(
        at(box(0.04, 0.05, 1.3), [0.45, -0.5, 0], [0.8, -0.5, 0]),
        ...[0.2, 0.45, 0.7, 0.95, 1.2].map((z) => move(box(0.36, 0.04, 0.04), [0.625, -0.5, z])),
      ),
      detail("ladder", wood),
    ),
  ],
};

const deckChair: Family = {
  names: [
    "deck chair",
    "beach chair",
    "sun lounger",
    "folding chair",
    "lawn chair",
    "lounge chair",
  ],
  near: ["camping chair", "loveseat"],
  parts: ["fabric", "cushion"],
  build: ({ main, detail }) => [
    part(
      union(
        ...[-0.28, 0.28].flatMap((x) => [
          hull(move(ball(0.018), [x, 0.48, 1.02]), move(ball(0.018), [x, -0.42, 0.018])),
          hull(move(ball(0.018), [x * 0.9, -0.42, 0.44]), move(ball(0.018), [x * 0.9, 0.5, 0.018])),
        ]),
        ...[
          [0.48, 1.02],
          [-0.42, 0.44],
          [-0.36, 0.06],
          [0.46, 0.06],
        ].map(([y = 0, z = 0]) => move(turn(cylinder(0.58, 0.016), [0, 90, 0]), [-0.29, y, z])),
      ),
      wood,
    ),
    part(
      hullPath(
        [
          [0, 0.48, 1.03],
          [0, 0.2, 0.52],
          [0, -0.05, 0.35],
          [0, -0.42, 0.46],
        ],
        0.5,
      ),
      detail("fabric", detail("cushion", main(matte("#2f86b8", 0.95)))),
    ),
  ],
};

/** A strip of cloth along a path in the y–z plane. */
function hullPath(path: readonly Vec3[], width: number): Solid {
  const rods = path.map((place) =>
    move(turn(cylinder(width, 0.008), [0, 90, 0]), [place[0] - width / 2, place[1], place[2]]),
  );
  return chain(rods);
}

const ironingBoard: Family = {
  names: ["ironing board"],
  surface: 0.9,
  build: ({ main }) => [
    part(
      move(
        hull(
          move(cylinder(0.035, 0.03), [-0.65, 0, 0]),
          move(cylinder(0.035, 0.17), [-0.2, 0, 0]),
          move(box(0.1, 0.36, 0.035), [0.55, 0, 0]),
        ),
        [0, 0, 0.865],
      ),
      main(matte("#5a86b8", 0.95)),
    ),
    part(
      union(
        ...[-0.14, 0.14].flatMap((y) => [
          hull(move(ball(0.014), [-0.35, y, 0.86]), move(ball(0.014), [0.42, y, 0.014])),
          hull(move(ball(0.014), [0.35, y, 0.86]), move(ball(0.014), [-0.42, y, 0.014])),
        ]),
        at(turn(cylinder(0.4, 0.014), [90, 0, 0]), [0.42, 0.2, 0.016], [-0.42, 0.2, 0.016]),
      ),
      steel,
    ),
  ],
};

const urinal: Family = {
  names: ["urinal"],
  near: ["bidet", "cistern"],
  build: ({ main }) => [
    part(
      cut(
        union(
          move(box(0.36, 0.12, 0.72, 0.05), [0, 0.08, 0.1]),
          hull(
            move(ball([0.17, 0.18, 0.1]), [0, -0.04, 0.2]),
            move(ball([0.17, 0.06, 0.1]), [0, 0.06, 0.5]),
          ),
        ),
        hull(
          move(ball([0.12, 0.15, 0.1]), [0, -0.08, 0.29]),
          move(ball([0.13, 0.1, 0.1]), [0, -0.04, 0.62]),
        ),
      ),
      main(glossy("#f5f6f7")),
    ),
    part(
      union(
        move(cylinder(0.12, 0.016), [0, 0.08, 0.82]),
        move(ball(0.028), [0, 0.08, 0.95]),
        move(cylinder(0.1, 0.02), [0, 0.06, 0]),
      ),
      steel,
    ),
  ],
};

const toiletRoll: Family = {
  names: [
    "toilet paper",
    "toilet tissue",
    "toilet roll",
    "paper towel",
    "kitchen roll",
    "roll of paper",
  ],
  near: ["tissue paper", "tinfoil", "napkin"],
  build: ({ main }) => [
    part(
      union(
        cut(cylinder(0.1, 0.056), move(cylinder(0.12, 0.02), [0, 0, -0.01])),
        move(box(0.004, 0.06, 0.1), [0.0555, -0.03, 0]),
      ),
      main(matte("#faf9f6", 0.98)),
    ),
    part(
      cut(cylinder(0.1, 0.0205), move(cylinder(0.12, 0.0185), [0, 0, -0.01])),
      matte("#b98d58", 0.95),
    ),
  ],
};

const tape: Family = {
  names: ["tape", "duct tape", "adhesive tape", "roll of tape", "scotch tape"],
  near: ["rubber band", "thread"],
  build: ({ main }) => [
    part(
      cut(cylinder(0.048, 0.055), move(cylinder(0.06, 0.04), [0, 0, -0.01])),
      main(metal("#b5bac0", 0.5)),
    ),
    part(
      cut(cylinder(0.0482, 0.041), move(cylinder(0.06, 0.038), [0, 0, -0.01])),
      matte("#c39a66", 0.95),
    ),
  ],
};

const napkinBox: Family = {
  names: ["tissue box", "box of tissues"],
  parts: ["tissue"],
  build: ({ main, detail }) => [
    part(
      cut(
        box(0.23, 0.12, 0.09, 0.004),
        move(scale(cylinder(0.1, 0.06), [1, 0.35, 1]), [0, 0, 0.07]),
      ),
      main(matte("#7fb2d8", 0.7)),
    ),
    part(
      hull(
        move(box(0.08, 0.02, 0.01), [0, 0, 0.085]),
        move(box(0.03, 0.05, 0.004), [0.01, 0, 0.15]),
      ),
      detail("tissue", matte("#fbfbf9", 0.98)),
    ),
  ],
};

const bell: Family = {
  names: ["bell", "church bell", "hand bell", "cowbell"],
  near: ["wind chime"],
  parts: ["handle", "clapper"],
  build: ({ main, detail }) => [
    part(
      cut(
        lathe(
          smooth([
            [0, 0.03],
            [0.1, 0.03],
            [0.104, 0.036],
            [0.075, 0.09],
            [0.062, 0.15],
            [0.035, 0.185],
            [0, 0.19],
          ]),
        ),
        lathe(
          smooth([
            [0, 0.02],
            [0.092, 0.02],
            [0.068, 0.09],
            [0.055, 0.15],
            [0, 0.178],
          ]),
        ),
      ),
      main(metal("#d9aa3f", 0.2)),
    ),
    part(
      union(
        move(cylinder(0.03, 0.012), [0, 0, 0.185]),
        move(ball([0.018, 0.018, 0.04]), [0, 0, 0.25]),
      ),
      detail("handle", wood),
    ),
    part(
      union(move(ball(0.024), [0, 0, 0.028]), move(cylinder(0.13, 0.004), [0, 0, 0.04])),
      detail("clapper", metal("#8a6a2a", 0.35)),
    ),
  ],
};

const wreath: Family = {
  names: ["wreath", "christmas wreath", "flower wreath"],
  near: ["garland", "tinsel"],
  parts: ["ribbon", "bow", "berry", "berries"],
  build: ({ main, detail }) => [
    part(
      move(
        turn(
          union(
            ...Array.from({ length: 70 }, (_, index) =>
              turn(
                move(
                  turn(scale(ball(0.06), [0.35, 1, 0.2]), [
                    ((index * 47) % 60) - 30,
                    0,
                    ((index * 73) % 120) - 60,
                  ]),
                  [0.2 + (((index * 29) % 7) - 3) * 0.012, 0, (((index * 31) % 5) - 2) * 0.012],
                ),
                [0, 0, index * 5.14],
              ),
            ),
            ring(0.2, 0.03),
          ),
          [90, 0, 0],
        ),
        [0, 0, 0.27],
      ),
      main(matte("#2f6b38", 0.9)),
    ),
    part(
      move(turn(around(move(ball(0.014), [0.2, 0, 0.045]), 14), [90, 0, 0]), [0, 0, 0.27]),
      detail("berry", detail("berries", glossy("#cf2a2a"))),
    ),
    part(
      move(
        union(
          ...[-1, 1].map((side) =>
            hull(
              move(ball(0.014), [side * 0.01, 0, 0]),
              move(ball([0.02, 0.016, 0.04]), [side * 0.085, 0, 0.012]),
            ),
          ),
          ...[-1, 1].map((side) =>
            hull(ball(0.012), move(ball([0.02, 0.008, 0.01]), [side * 0.05, 0, -0.12])),
          ),
          ball(0.026),
        ),
        [0, -0.06, 0.08],
      ),
      detail("ribbon", detail("bow", matte("#c3202f", 0.6))),
    ),
  ],
};

const broom: Family = {
  names: ["broom", "broomstick", "witch broom", "mop", "sweeping brush"],
  near: ["feather duster"],
  parts: ["handle"],
  build({ main, detail, has }) {
    const isMop = has("mop");
    return [
      part(move(cylinder(1.1, 0.014), [0, 0, 0.28]), detail("handle", main(matte("#a06a38", 0.6)))),
      part(
        isMop
          ? union(
              ...Array.from({ length: 40 }, (_, index) => {
                const [away, angle] = [0.16 * Math.sqrt((index + 0.5) / 40), index * 2.4];
                return tube(
                  [
                    [away * 0.2 * Math.cos(angle), away * 0.2 * Math.sin(angle), 0.28],
                    [away * 0.8 * Math.cos(angle), away * 0.8 * Math.sin(angle), 0.17],
                    [away * Math.cos(angle), away * Math.sin(angle), 0.01],
                  ],
                  0.011,
                );
              }),
            )
          : union(
              scale(
                union(
                  ...Array.from({ length: 44 }, (_, index) => {
                    const [away, angle] = [Math.sqrt((index + 0.5) / 44), index * 2.4];
                    return hull(
                      move(ball(0.008), [
                        away * 0.04 * Math.cos(angle),
                        away * 0.04 * Math.sin(angle),
                        0.34,
                      ]),
                      move(ball(0.006), [
                        away * 0.16 * Math.cos(angle),
                        away * 0.16 * Math.sin(angle),
                        0.006 + away * 0.02,
                      ]),
                    );
                  }),
                ),
                [1, 0.55, 1],
              ),
            ),
        matte(isMop ? "#ece7da" : "#d9b45c", 0.98),
      ),
      part(
        scale(
          union(move(ring(0.05, 0.012), [0, 0, 0.3]), move(ring(0.058, 0.01), [0, 0, 0.27])),
          [1, 0.62, 1],
        ),
        matte(isMop ? "#3a6fd8" : "#8f2f28", 0.8),
      ),
    ];
  },
};

const magazine: Family = {
  names: [
    "magazine",
    "newspaper",
    "booklet",
    "calendar",
    "notepad",
    "binder",
    "clipboard",
    "envelope",
    "letter envelope",
  ],
  near: ["phonebook", "card", "postcard", "receipt", "business card", "poster"],
  build({ main, has }) {
    if (has("envelope"))
      return [
        part(turn(box(0.22, 0.006, 0.13), [-12, 0, 0]), main(matte("#f1e7d0", 0.95))),
        part(
          turn(
            slab(
              [
                [-0.11, 0.13],
                [0, 0.05],
                [0.11, 0.13],
              ],
              0.009,
            ),
            [-12, 0, 0],
          ),
          matte("#d9c8a2", 0.95),
        ),
        part(
          turn(move(turn(cylinder(0.006, 0.014), [90, 0, 0]), [0, -0.003, 0.056]), [-12, 0, 0]),
          matte("#b3202a", 0.5),
        ),
      ];
    const isPaper = has("newspaper");
    const height = isPaper ? 0.4 : 0.28;
    const lines = union(
      ...Array.from({ length: 8 }, (_, index) =>
        move(box(isPaper && index > 2 ? 0.11 : 0.2, 0.004, 0.006), [
          isPaper && index > 2 ? 0.055 : 0,
          -0.008,
          height * 0.62 - index * 0.022,
        ]),
      ),
      move(box(0.2, 0.004, 0.035), [0, -0.008, height * 0.8]),
    );
    return [
      part(
        turn(
          union(
            box(0.25, 0.014, height, 0.004),
            ...(has("clipboard")
              ? [move(box(0.27, 0.006, height + 0.03), [0, 0.008, -0.005])]
              : []),
          ),
          [-14, 0, 0],
        ),
        main(
          matte(isPaper || has("clipboard", "notepad", "calendar") ? "#efece2" : "#c8323c", 0.6),
        ),
      ),
      part(
        turn(lines, [-14, 0, 0]),
        matte(isPaper || has("clipboard", "notepad", "calendar") ? "#33353b" : "#f8f4ea", 0.8),
      ),
      part(
        turn(
          has("clipboard", "notepad", "calendar", "binder")
            ? move(box(0.1, 0.02, 0.03, 0.006), [0, -0.006, height - 0.015])
            : move(box(0.1, 0.005, 0.09), [-0.06, -0.008, 0.05]),
          [-14, 0, 0],
        ),
        has("clipboard", "binder") ? steel : matte("#3f7fc0", 0.7),
      ),
    ];
  },
};

const smokingPipe: Family = {
  names: ["pipe", "smoking pipe", "tobacco pipe"],
  near: ["cigarette", "cigar"],
  build: ({ main }) => [
    part(
      union(
        cut(
          lathe(
            smooth([
              [0, 0],
              [0.014, 0.002],
              [0.021, 0.02],
              [0.019, 0.05],
              [0, 0.05],
            ]),
          ),
          move(cylinder(0.04, 0.013), [0, 0, 0.015]),
        ),
        tube(
          [
            [0.015, 0, 0.012],
            [0.05, 0, 0.02],
            [0.085, 0, 0.04],
          ],
          [0.009, 0.007, 0.006],
        ),
      ),
      main(matte("#6b3a20", 0.35)),
    ),
    part(
      tube(
        [
          [0.085, 0, 0.04],
          [0.12, 0, 0.055],
          [0.14, 0, 0.056],
        ],
        [0.006, 0.005, 0.004],
      ),
      matte("#1c1c20", 0.4),
    ),
  ],
};

export const furnishings: readonly Family[] = [
  curtain,
  faucet,
  doorknob,
  chandelier,
  lampshade,
  ottoman,
  crib,
  highchair,
  hammock,
  coatrack,
  easel,
  tripod,
  mattress,
  bunkBed,
  deckChair,
  ironingBoard,
  urinal,
  toiletRoll,
  tape,
  napkinBox,
  bell,
  wreath,
  broom,
  magazine,
  smokingPipe,
];
