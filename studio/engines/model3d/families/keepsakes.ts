import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
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

const walkingCane: Family = {
  names: ["walking cane", "walking stick", "cane"],
  near: ["crutch"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(move(cylinder(0.8, 0.011, 0.013), [0, 0, 0.02]), main(matte("#6b3a20", 0.4))),
    part(
      tube([[0, 0, 0.78], ...arc(0.055, 180, 20, [0.055, 0, 0.83], 12)], 0.0145),
      detail("handle", main(matte("#6b3a20", 0.4))),
    ),
    part(
      union(move(ring(0.014, 0.003), [0, 0, 0.77]), move(ring(0.014, 0.003), [0, 0, 0.755])),
      metal("#d9b25a", 0.25),
    ),
    part(cylinder(0.04, 0.014, 0.012), matte("#232428", 0.9)),
  ],
};

const pocketWatch: Family = {
  names: ["pocket watch", "stopwatch"],
  parts: ["chain", "dial", "face"],
  build({ main, detail }) {
    const chain: Vec3[] = Array.from({ length: 14 }, (_, index) => [
      0.006 + index * 0.0055,
      0,
      0.064 - 0.058 * Math.sin((index / 13) * 1.45),
    ]);
    return [
      part(
        union(
          move(turn(cylinder(0.01, 0.024), [90, 0, 0]), [0, 0.005, 0.024]),
          move(turn(ring(0.0235, 0.002), [90, 0, 0]), [0, -0.005, 0.024]),
          move(cylinder(0.006, 0.0035), [0, 0, 0.047]),
          move(ball(0.0045), [0, 0, 0.055]),
          move(turn(ring(0.0065, 0.0011), [90, 0, 0]), [0, 0, 0.061]),
        ),
        main(metal("#d9b25a", 0.2)),
      ),
      part(
        move(turn(cylinder(0.001, 0.0215), [90, 0, 0]), [0, -0.005, 0.024]),
        detail("dial", detail("face", glossy("#f8f5ea"))),
      ),
      part(
        move(
          turn(
            union(
              around(move(box(0.004, 0.0012, 0.001), [0.0175, 0, 0]), 12),
              move(box(0.0013, 0.014, 0.001), [0, 0.006, 0]),
              move(turn(box(0.0013, 0.011, 0.001), [0, 0, -60]), [0.004, 0.0025, 0]),
            ),
            [90, 0, 0],
          ),
          [0, -0.0065, 0.024],
        ),
        matte("#202126"),
      ),
      part(
        union(
          ...chain.map((place, index) =>
            move(
              turn(scale(ring(0.0028, 0.0007), [1.4, 1, 1]), [index % 2 === 0 ? 90 : 0, 35, 0]),
              place,
            ),
          ),
        ),
        detail("chain", main(metal("#d9b25a", 0.2))),
      ),
    ];
  },
};

const champagneFlute: Family = {
  names: ["champagne flute", "flute glass", "champagne glass"],
  parts: ["champagne"],
  build: ({ main, detail }) => [
    part(
      cut(
        lathe(
          smooth(
            [
              [0, 0],
              [0.034, 0],
              [0.032, 0.003],
              [0.005, 0.008],
              [0.0038, 0.05],
              [0.005, 0.1],
              [0.022, 0.13],
              [0.027, 0.17],
              [0.024, 0.225],
              [0, 0.225],
            ],
            5,
          ),
        ),
        lathe(
          smooth(
            [
              [0, 0.108],
              [0.02, 0.133],
              [0.0255, 0.17],
              [0.0228, 0.23],
              [0, 0.23],
            ],
            5,
          ),
        ),
      ),
      main(glass("#d9eef2", 0.4)),
    ),
    part(
      lathe(
        smooth(
          [
            [0, 0.109],
            [0.0195, 0.134],
            [0.025, 0.17],
            [0.0235, 0.195],
            [0, 0.195],
          ],
          5,
        ),
      ),
      detail("champagne", glass("#f0d78a", 0.65)),
    ),
  ],
};

const tiara: Family = {
  names: ["tiara", "diadem"],
  near: ["hair clip"],
  parts: ["gem", "diamond", "pearl"],
  build({ main, detail }) {
    const band = arc(0.085, 200, 340, [0, 0, 0], 24).map(([x, , y]): Vec3 => [x, y * 1.05, 0]);
    const points = Array.from({ length: 9 }, (_, index) => {
      const angle = ((206 + index * 16) * Math.PI) / 180;
      const height = 0.056 - Math.abs(index - 4) * 0.0085;
      return { x: 0.085 * Math.cos(angle), y: 0.089 * Math.sin(angle), height };
    });
    return [
      part(
        union(
          tube(band, 0.004),
          tube(
            band.map(([x, y, z]): Vec3 => [x, y, z + 0.011]),
            0.0025,
          ),
          ...points.flatMap(({ x, y, height }, index) => [
            tube(
              [
                [x, y, 0.004],
                [x, y, height],
              ],
              0.0022,
            ),
            ...points.slice(index + 1, index + 2).map((next) =>
              tube(
                [
                  [x, y, height * 0.92],
                  [(x + next.x) / 2, (y + next.y) / 2, 0.013],
                  [next.x, next.y, next.height * 0.92],
                ],
                0.002,
              ),
            ),
          ]),
        ),
        main(metal("#dfe2e6", 0.12)),
      ),
      part(
        union(
          ...points.flatMap(({ x, y, height }, index) => [
            move(scale(ball(index === 4 ? 0.0085 : 0.006), [1, 0.8, 1.3]), [x, y, height + 0.005]),
            move(ball(0.0034), [x * 1.02, y * 1.02, 0.0055]),
          ]),
        ),
        detail("gem", detail("diamond", detail("pearl", glossy("#d5f1fb")))),
      ),
    ];
  },
};

const paperAirplane: Family = {
  names: ["paper airplane", "paper plane", "paper aeroplane"],
  build({ main }) {
    const fold = (points: readonly Vec3[]) =>
      hull(...points.map((place) => move(box(0.0008, 0.0008, 0.0008), place)));
    return [
      part(
        union(
          ...[-1, 1].flatMap((side) => [
            fold([
              [-0.14, 0, 0.045],
              [0.14, side * 0.012, 0.045],
              [0.14, side * 0.1, 0.056],
              [0.1, side * 0.08, 0.055],
            ]),
            fold([
              [-0.14, 0, 0.044],
              [0.14, 0, 0],
              [0.14, side * 0.012, 0.044],
              [-0.02, 0, 0.02],
            ]),
          ]),
        ),
        main(matte("#f7f6f2", 0.95)),
      ),
    ];
  },
};

const teacup: Family = {
  names: ["teacup", "tea cup", "espresso cup", "cup and saucer"],
  parts: ["saucer", "handle", "tea", "rim"],
  inside: 0.02,
  build: ({ main, detail }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.022, 0],
          [0.024, 0.008],
          [0.042, 0.026],
          [0.048, 0.06],
          [0.046, 0.06],
          [0.04, 0.028],
          [0.02, 0.014],
          [0, 0.013],
        ]),
      ),
      main(glossy("#f4f0e8")),
    ),
    part(
      tube(arc(0.017, 70, 290, [-0.052, 0, 0.038], 12), 0.0032),
      detail("handle", main(glossy("#f4f0e8"))),
    ),
    part(
      lathe(
        smooth([
          [0, -0.004],
          [0.03, -0.004],
          [0.072, 0.008],
          [0.071, 0.011],
          [0.03, 0.0005],
          [0, 0.0005],
        ]),
      ),
      detail("saucer", main(glossy("#f4f0e8"))),
    ),
    part(
      union(move(ring(0.047, 0.0013), [0, 0, 0.06]), move(ring(0.0715, 0.0013), [0, 0, 0.0095])),
      detail("rim", metal("#d9b25a", 0.25)),
    ),
    part(move(cylinder(0.002, 0.0435), [0, 0, 0.049]), detail("tea", glossy("#8a4a1e"))),
  ],
};

const quill: Family = {
  names: ["quill", "feather", "quill pen", "feather quill"],
  near: ["plume"],
  parts: ["shaft", "nib"],
  build({ main, detail }) {
    const shaft = Array.from({ length: 12 }, (_, index): Vec3 => [
      0.05 * (index / 11) ** 2,
      0,
      index * 0.025,
    ]);
    const barbs = Array.from({ length: 44 }, (_, index) => {
      const share = index / 43;
      const [x, z] = [0.05 * (0.28 + 0.72 * share) ** 2, 0.077 + share * 0.198];
      const width = 0.036 * Math.sin(Math.PI * (0.12 + 0.86 * share)) + 0.004;
      return [-1, 1].map((side) =>
        hull(
          move(ball([0.003, 0.001, 0.004]), [x, 0, z]),
          move(ball([0.002, 0.0008, 0.003]), [
            x + side * width * (side > 0 ? 0.75 : 1),
            0,
            z + width * 0.75,
          ]),
        ),
      );
    });
    return [
      part(union(...barbs.flat()), main(matte("#f4f1ea", 0.95))),
      part(
        tube(
          shaft,
          [
            0.0028, 0.003, 0.003, 0.0028, 0.0026, 0.0024, 0.0022, 0.002, 0.0018, 0.0015, 0.0012,
            0.001,
          ],
        ),
        detail("shaft", matte("#e6d6b0", 0.6)),
      ),
      part(
        turn(
          prism(
            [
              [-0.0028, -0.0028],
              [0.0028, -0.0028],
              [0.0028, 0.0028],
              [-0.0028, 0.0028],
            ],
            0.02,
            { topScale: 0.05 },
          ),
          [180, 0, 0],
        ),
        detail("nib", matte("#2b2622", 0.5)),
      ),
    ];
  },
};

/** Small things that share their noun with a larger kind: a champagne flute is no flute. */
export const keepsakes: readonly Family[] = [
  walkingCane,
  pocketWatch,
  champagneFlute,
  tiara,
  paperAirplane,
  teacup,
  quill,
];
