import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
  circleOutline,
  cone,
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
  starOutline,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const sword: Family = {
  names: ["sword", "dagger", "knife"],
  build({ main }) {
    const blade = (z: number, width: number, thick: number) =>
      move(
        prism(
          [
            [-width, 0],
            [0, -thick],
            [width, 0],
            [0, thick],
          ],
          0.002,
        ),
        [0, 0, z],
      );
    return [
      part(
        hull(blade(0.4, 0.055, 0.018), blade(1.25, 0.045, 0.014), blade(1.45, 0.002, 0.002)),
        metal("#cfd4da", 0.2),
      ),
      part(
        union(
          tube(
            [
              [-0.2, 0, 0.43],
              [-0.1, 0, 0.39],
              [0.1, 0, 0.39],
              [0.2, 0, 0.43],
            ],
            0.026,
          ),
          move(ball(0.045), [0, 0, 0.06]),
          at(ball(0.036), [-0.2, 0, 0.43], [0.2, 0, 0.43]),
        ),
        main(metal("#d6a93c", 0.28)),
      ),
      part(
        union(
          move(cylinder(0.3, 0.024), [0, 0, 0.08]),
          at(
            ring(0.024, 0.007),
            ...[0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.36].map((z): Vec3 => [0, 0, z]),
          ),
        ),
        matte("#4a2f1d", 0.8),
      ),
    ];
  },
};

const shieldOutline: Point[] = [
  [0, -0.5],
  [0.24, -0.3],
  [0.36, -0.02],
  [0.38, 0.42],
  [0.2, 0.45],
  [0, 0.5],
  [-0.2, 0.45],
  [-0.38, 0.42],
  [-0.36, -0.02],
  [-0.24, -0.3],
];

const shield: Family = {
  names: ["shield"],
  build({ main }) {
    const upright = (solid: Solid) => move(solid, [0, 0, 0.5]);
    const inner = shieldOutline.map(([x, z]): Point => [x * 0.88, z * 0.89]);
    return [
      part(
        upright(cut(slab(shieldOutline, 0.1), move(slab(inner, 0.1), [0, -0.06, 0]))),
        metal("#b9bec5", 0.3),
      ),
      part(upright(move(slab(inner, 0.06), [0, 0.005, 0])), main(matte("#2f5fb0", 0.5))),
      part(
        upright(
          move(
            union(
              slab(
                starOutline(5, 0.18, 0.075).map(([x, z]): Point => [x, z + 0.06]),
                0.05,
              ),
            ),
            [0, -0.03, 0],
          ),
        ),
        metal("#e3b341", 0.25),
      ),
    ];
  },
};

const gear: Family = {
  names: ["gear", "cog", "cogwheel"],
  build({ main }) {
    const tooth = prism(
      [
        [0.38, -0.075],
        [0.52, -0.045],
        [0.52, 0.045],
        [0.38, 0.075],
      ],
      0.16,
    );
    const wheel = cut(
      union(cylinder(0.16, 0.42), around(tooth, 12)),
      move(cylinder(0.4, 0.1), [0, 0, -0.1]),
      around(move(cylinder(0.4, 0.085), [0.25, 0, -0.1]), 6),
    );
    const hub = cut(
      move(cylinder(0.22, 0.155), [0, 0, -0.03]),
      move(cylinder(0.4, 0.1), [0, 0, -0.1]),
    );
    return [
      part(
        move(turn(union(wheel, hub), [72, 0, 0]), [0, 0.08, 0.52]),
        main(metal("#8f959c", 0.38)),
      ),
    ];
  },
};

const fingerRing: Family = {
  names: ["ring", "diamond ring", "wedding ring", "engagement ring"],
  build({ main, has }) {
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
      part(move(gem, [0, 0, 0.79]), glass("#bfe4ff", 0.75)),
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

/** A pillow of an outline: layers that shrink towards the front and the back. */
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

const guitar: Family = {
  names: ["guitar", "acoustic guitar", "ukulele", "electric guitar"],
  build({ main }) {
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
        metal("#d9dce0", 0.25),
      ),
      part(move(turn(cylinder(0.02, 0.086), [90, 0, 0]), [0, -0.03, 0.5]), matte("#1c1512")),
    ];
  },
};

function slabAt(outline: readonly Point[], depth: number, y: number): Solid {
  return move(slab(outline, depth), [0, y, 0]);
}

const key: Family = {
  names: ["key"],
  build: ({ main }) => [
    part(
      union(
        move(turn(scale(ring(0.14, 0.035), [1, 1, 1]), [90, 0, 0]), [0, 0, 0.86]),
        move(cylinder(0.72, 0.032), [0, 0, 0.02]),
        move(ring(0.035, 0.02), [0, 0, 0.68]),
        move(box(0.2, 0.04, 0.06), [0.1, 0, 0.04]),
        move(box(0.15, 0.04, 0.06), [0.08, 0, 0.16]),
        move(box(0.06, 0.04, 0.14), [0.17, 0, 0.04]),
      ),
      main(metal("#d2a53c", 0.28)),
    ),
  ],
};

const book: Family = {
  names: ["book", "spellbook", "notebook"],
  build: ({ main }) => [
    part(
      union(
        box(0.62, 0.84, 0.03, 0.012),
        move(box(0.62, 0.84, 0.03, 0.012), [0, 0, 0.15]),
        move(box(0.05, 0.84, 0.18, 0.022), [-0.3, 0, 0]),
      ),
      main(matte("#7a2433", 0.6)),
    ),
    part(move(box(0.56, 0.78, 0.125), [0, 0, 0.027]), matte("#f2e8cf", 0.9)),
    part(
      union(
        move(cut(box(0.44, 0.64, 0.012), box(0.4, 0.6, 0.05)), [0.02, 0, 0.173]),
        move(prism(starOutline(5, 0.12, 0.05), 0.012), [0.02, 0, 0.173]),
        at(box(0.056, 0.025, 0.186, 0.01), [-0.3, -0.26, -0.003], [-0.3, 0.26, -0.003]),
      ),
      metal("#d8ac45", 0.3),
    ),
  ],
};

const hammer: Family = {
  names: ["hammer", "mallet", "axe"],
  build({ main, has }) {
    const handle = part(
      tube(
        [
          [0, 0, 0.04],
          [0, 0, 0.98],
        ],
        0.036,
      ),
      matte("#9a6636", 0.6),
    );
    if (has("axe")) {
      return [
        handle,
        part(
          hull(
            move(box(0.1, 0.1, 0.2, 0.02), [0, 0, 0.74]),
            move(box(0.01, 0.012, 0.46), [0.34, 0, 0.62]),
          ),
          main(metal("#aab0b8", 0.25)),
        ),
      ];
    }
    return [
      handle,
      part(
        union(
          move(box(0.16, 0.13, 0.15, 0.02), [0, 0, 0.83]),
          move(turn(cylinder(0.18, 0.06, 0.085), [0, 90, 0]), [0.06, 0, 0.905]),
          hull(
            move(box(0.02, 0.12, 0.12), [-0.07, 0, 0.84]),
            move(box(0.02, 0.13, 0.02), [-0.3, 0, 0.84]),
          ),
        ),
        main(metal("#868c94", 0.35)),
      ),
    ];
  },
};

const gift: Family = {
  names: ["gift", "present", "gift box"],
  build: ({ main }) => [
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
      matte("#f5cf58", 0.4),
    ),
  ],
};

const gem: Family = {
  names: ["gem", "diamond", "crystal", "jewel", "ruby", "emerald", "crystals"],
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
        part(
          cut(move(ball([0.5, 0.5, 0.16]), [0, 0, 0]), move(box(3, 3, 1), [0, 0, -1])),
          matte("#6d6a72", 0.95),
        ),
      ];
    }
    const facets = cut(
      union(cylinder(0.42, 0.001, 0.42, 10), move(cylinder(0.16, 0.42, 0.25, 10), [0, 0, 0.42])),
    );
    return [part(facets, material)];
  },
};

const cake: Family = {
  names: ["cake", "birthday cake", "wedding cake"],
  build: ({ main }) => [
    part(
      union(move(cylinder(0.26, 0.42), [0, 0, 0.03]), move(cylinder(0.22, 0.28), [0, 0, 0.29])),
      main(matte("#f6c7d4", 0.7)),
    ),
    part(
      union(
        at(union(move(ring(0.42, 0.035), [0, 0, 0])), [0, 0, 0.05], [0, 0, 0.28]),
        move(ring(0.28, 0.03), [0, 0, 0.5]),
        around(move(scale(ball(0.05), [1, 1, 1.3]), [0.4, 0, 0.22]), 16),
      ),
      matte("#fdf8f0", 0.6),
    ),
    part(move(cylinder(0.03, 0.52), [0, 0, 0]), glossy("#e9e6e0")),
    part(around(move(cylinder(0.16, 0.016), [0.17, 0, 0.5]), 6), matte("#5fb8e8", 0.5)),
    part(around(move(scale(ball(0.024), [1, 1, 1.7]), [0.17, 0, 0.7]), 6), {
      ...matte("#ffb52e"),
      glows: true,
    }),
    part(around(move(ball(0.045), [0.35, 0, 0.32]), 10), glossy("#d2283c")),
  ],
};

const iceCream: Family = {
  names: ["ice cream", "ice cream cone"],
  build: ({ main }) => [
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
    part(move(ball(0.06), [0, 0, 1.18]), glossy("#cc2036")),
  ],
};

const burger: Family = {
  names: ["burger", "hamburger", "cheeseburger", "sandwich"],
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
  names: ["apple", "pumpkin", "pear"],
  build({ main, has }) {
    if (has("pumpkin")) {
      return [
        part(around(move(ball([0.22, 0.2, 0.3]), [0.2, 0, 0.3]), 10), main(matte("#ea7a24", 0.6))),
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

const pencil: Family = {
  names: ["pencil", "crayon"],
  build: ({ main }) =>
    [
      part(move(cylinder(0.9, 0.06, 0.06, 6), [0, 0, 0.2]), main(matte("#f2b92c", 0.4))),
      part(
        lathe([
          [0.014, 0.05],
          [0.055, 0.2],
          [0, 0.2],
          [0, 0.05],
        ]),
        matte("#e8c796", 0.8),
      ),
      part(
        lathe([
          [0, 0],
          [0.0155, 0.055],
          [0, 0.055],
        ]),
        matte("#2b2b30"),
      ),
      part(move(cylinder(0.09, 0.062), [0, 0, 1.1]), metal("#b9bec5", 0.3)),
      part(
        move(
          union(cylinder(0.06, 0.058), move(scale(ball(0.058), [1, 1, 0.5]), [0, 0, 0.06])),
          [0, 0, 1.19],
        ),
        matte("#ee8aa0", 0.9),
      ),
    ].map(({ solid, material }) => part(move(turn(solid, [0, 14, 0]), [-0.14, 0, 0]), material)),
};

const coin: Family = {
  names: ["coin", "medal"],
  build({ main }) {
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
            move(prism(starOutline(5, 0.22, 0.09), 0.07), [0, 0, -0.035]),
          ),
        ),
        main(metal("#e8b83c", 0.22)),
      ),
    ];
  },
};

const anchor: Family = {
  names: ["anchor"],
  build: ({ main }) => [
    part(
      union(
        tube(
          [
            [0, 0, 0.12],
            [0, 0, 0.95],
          ],
          0.045,
        ),
        tube(arc(0.4, 200, 340, [0, 0, 0.46], 14), 0.045),
        tube(
          [
            [-0.24, 0, 0.8],
            [0.24, 0, 0.8],
          ],
          0.036,
        ),
        move(turn(ring(0.1, 0.03), [90, 0, 0]), [0, 0, 1.06]),
        ...[-1, 1].map((side) =>
          move(turn(cone(0.2, 0.09), [0, side * -28, 0]), [side * 0.36, 0, 0.32]),
        ),
      ),
      main(metal("#4a525c", 0.45)),
    ),
  ],
};

const umbrella: Family = {
  names: ["umbrella", "parasol"],
  build: ({ main }) => [
    part(
      cut(
        move(ball([0.6, 0.6, 0.38]), [0, 0, 0.78]),
        move(ball([0.585, 0.585, 0.36]), [0, 0, 0.775]),
        move(box(2, 2, 1), [0, 0, -0.2]),
        around(move(ball([0.2, 0.24, 0.16]), [0.56, 0, 0.76]), 8),
      ),
      main(matte("#d6453f", 0.7)),
    ),
    part(
      union(move(cylinder(1.1, 0.016), [0, 0, 0.08]), move(cone(0.08, 0.025), [0, 0, 1.15])),
      metal("#a9adb3", 0.35),
    ),
    part(tube(arc(0.09, 180, 360, [0.09, 0, 0.09], 10), 0.026), matte("#6b4729", 0.5)),
  ],
};

const balloon: Family = {
  names: ["balloon", "hot air balloon"],
  build({ main, has }) {
    if (has("hot air")) {
      const wedge = (index: number) =>
        turn(
          lathe(
            [
              [0, 0.62],
              [0.16, 0.62],
              [0.42, 0.95],
              [0.56, 1.3],
              [0.5, 1.62],
              [0.3, 1.82],
              [0, 1.9],
            ],
            45,
          ),
          [0, 0, index * 45],
        );
      return [
        part(union(wedge(0), wedge(2), wedge(4), wedge(6)), main(matte("#d8403a", 0.6))),
        part(union(wedge(1), wedge(3), wedge(5), wedge(7)), matte("#f6d54e", 0.6)),
        part(
          cut(box(0.26, 0.26, 0.22, 0.03), move(box(0.21, 0.21, 0.3), [0, 0, 0.04])),
          matte("#9a6a3c", 0.9),
        ),
        part(
          union(
            ...[45, 135, 225, 315].map((angle) =>
              turn(
                tube(
                  [
                    [0.16, 0, 0.2],
                    [0.15, 0, 0.64],
                  ],
                  0.008,
                ),
                [0, 0, angle],
              ),
            ),
          ),
          matte("#5b4632"),
        ),
      ];
    }
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

export const things: readonly Family[] = [
  sword,
  shield,
  gear,
  fingerRing,
  heart,
  star,
  guitar,
  key,
  book,
  hammer,
  gift,
  gem,
  cake,
  iceCream,
  burger,
  apple,
  pencil,
  coin,
  anchor,
  umbrella,
  balloon,
  computer,
];
