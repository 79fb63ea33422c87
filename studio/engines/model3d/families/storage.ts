import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
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
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const crate: Family = {
  names: ["crate", "wooden crate", "wooden box"],
  inside: 0.22,
  build: ({ main }) => [
    part(
      union(
        box(0.6, 0.44, 0.03),
        at(
          box(0.6, 0.02, 0.1),
          ...[0.02, 0.14, 0.26].flatMap(
            (z) =>
              [
                [0, -0.21, z],
                [0, 0.21, z],
              ] as const,
          ),
        ),
        at(
          box(0.02, 0.44, 0.1),
          ...[0.02, 0.14, 0.26].flatMap(
            (z) =>
              [
                [-0.29, 0, z],
                [0.29, 0, z],
              ] as const,
          ),
        ),
        at(box(0.05, 0.05, 0.37), ...corners(0.265, 0.185)),
      ),
      main(matte("#b5854a", 0.85)),
    ),
  ],
};

const basket: Family = {
  names: ["basket", "picnic basket", "woven basket", "nest"],
  parts: ["handle"],
  inside: 0.16,
  build: ({ main, detail, has }) => [
    part(
      union(
        ...[0.03, 0.09, 0.15, 0.21, 0.27].map((z, row) =>
          move(scale(ring(0.24 + row * 0.02, 0.034), [1.2, 1, 1]), [0, 0, z]),
        ),
        scale(cylinder(0.04, 0.25), [1.2, 1, 1]),
      ),
      main(matte("#b9874a", 0.95)),
    ),
    ...(has("nest")
      ? []
      : [
          part(
            tube(
              Array.from({ length: 13 }, (_, index) => {
                const angle = (Math.PI * index) / 12;
                return [0.36 * Math.cos(angle), 0, 0.27 + 0.3 * Math.sin(angle)] as const;
              }),
              0.022,
            ),
            detail("handle", main(matte("#9a6b36", 0.95))),
          ),
        ]),
  ],
};

const jar: Family = {
  names: ["jar", "glass jar", "cookie jar"],
  near: ["peanut butter"],
  parts: ["lid"],
  inside: 0.03,
  build: ({ main, detail }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.14, 0],
          [0.16, 0.03],
          [0.16, 0.26],
          [0.12, 0.31],
          [0.12, 0.34],
          [0, 0.34],
        ]),
      ),
      main(glass("#cfe8ee", 0.3)),
    ),
    part(move(cylinder(0.06, 0.135), [0, 0, 0.33]), detail("lid", metal("#c9a24a", 0.3))),
  ],
};

const snowGlobe: Family = {
  names: ["snow globe", "snowglobe", "glass dome"],
  inside: 0.14,
  parts: ["base"],
  build: ({ main, detail, random }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.3, 0],
          [0.28, 0.05],
          [0.23, 0.12],
          [0, 0.12],
        ]),
      ),
      detail("base", main(matte("#7b4a2a", 0.5))),
    ),
    part(move(scale(ball(0.27), [1, 1, 0.25]), [0, 0, 0.12]), matte("#f7fafd", 0.9)),
    part(
      union(
        ...Array.from({ length: 24 }, () => {
          const angle = random() * 2 * Math.PI;
          const away = 0.08 + random() * 0.19;
          return move(ball(0.008), [
            away * Math.cos(angle),
            away * Math.sin(angle),
            0.22 + random() * 0.3,
          ]);
        }),
      ),
      matte("#ffffff", 0.9),
    ),
    part(move(ball(0.32), [0, 0, 0.36]), glass("#d4ebf7", 0.22)),
  ],
};

const trashCan: Family = {
  names: [
    "trash can",
    "garbage can",
    "dustbin",
    "bin",
    "trash bin",
    "recycling bin",
    "wastebasket",
  ],
  parts: ["lid", "handle"],
  build: ({ main, detail }) => [
    part(
      union(
        cylinder(0.8, 0.26, 0.31),
        ...[0.12, 0.4, 0.66].map((z) => move(ring(0.275 + z * 0.05, 0.02), [0, 0, z])),
      ),
      main(metal("#7d868e", 0.45)),
    ),
    part(
      union(
        move(cylinder(0.05, 0.34), [0, 0, 0.8]),
        move(scale(ball(0.33), [1, 1, 0.25]), [0, 0, 0.84]),
        move(turn(ring(0.06, 0.018), [90, 0, 0]), [0, 0, 0.93]),
      ),
      detail("lid", main(metal("#6d757d", 0.45))),
    ),
  ],
};

const cabinet: Family = {
  names: [
    "cabinet",
    "dresser",
    "nightstand",
    "chest of drawers",
    "drawer",
    "cupboard",
    "sideboard",
  ],
  parts: ["drawer", "knob", "handle", "leg"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(0.9, 0.45, 0.78, 0.015), [0, 0, 0.1]),
        move(box(0.98, 0.5, 0.04, 0.012), [0, 0, 0.88]),
      ),
      main(matte("#a9713f")),
    ),
    part(
      at(box(0.8, 0.03, 0.21, 0.012), [0, -0.225, 0.14], [0, -0.225, 0.38], [0, -0.225, 0.62]),
      detail("drawer", main(matte("#bd8550"))),
    ),
    part(
      at(
        ball(0.024),
        ...[0.245, 0.485, 0.725].flatMap(
          (z) =>
            [
              [-0.2, -0.255, z],
              [0.2, -0.255, z],
            ] as const,
        ),
      ),
      detail("knob", detail("handle", metal("#d6a93c", 0.3))),
    ),
    part(at(cylinder(0.1, 0.02, 0.03), ...corners(0.38, 0.17)), detail("leg", matte("#6e4527"))),
  ],
};

const cushion: Family = {
  names: ["cushion", "pillow"],
  build: ({ main }) => [
    part(
      union(
        hull(
          at(ball([0.04, 0.04, 0.03]), ...corners(0.24, 0.24, 0.1)),
          move(ball([0.2, 0.2, 0.11]), [0, 0, 0.1]),
        ),
        at(ball(0.03), ...corners(0.265, 0.265, 0.1)),
      ),
      main(matte("#b83a4b", 0.95)),
    ),
  ],
};

const rug: Family = {
  names: ["rug", "carpet", "mat", "doormat"],
  near: ["tablecloth", "dishtowel", "dishrag", "bath mat", "place mat", "mousepad"],
  surface: 0.02,
  parts: ["stripe", "border"],
  build: ({ main, detail }) => [
    part(box(1.8, 1.2, 0.018), main(matte("#a83a3a", 0.98))),
    part(
      cut(box(1.66, 1.06, 0.022), move(box(1.52, 0.92, 1), [0, 0, -0.5])),
      detail("border", detail("stripe", matte("#e6cf9a", 0.98))),
    ),
    part(
      at(
        box(0.03, 0.01, 0.012),
        ...[-1, 1].flatMap((side) =>
          Array.from(
            { length: 18 },
            (_, index) => [side * 0.915, (index - 8.5) * 0.066, 0] as const,
          ),
        ),
      ),
      matte("#efe6d0", 0.98),
    ),
  ],
};

const mirror: Family = {
  names: ["mirror", "picture frame", "painting", "frame"],
  parts: ["frame"],
  build: ({ main, detail, has }) => [
    part(
      cut(box(0.7, 0.06, 0.95, 0.02), move(box(0.54, 1, 0.79), [0, 0, 0.08])),
      detail("frame", main(metal("#c79a3a", 0.35))),
    ),
    part(
      move(box(0.56, 0.02, 0.8), [0, 0.005, 0.075]),
      has("mirror") ? metal("#dfe8ee", 0.06) : matte("#8fc4e6", 0.6),
    ),
    ...(has("mirror")
      ? []
      : [
          part(
            union(
              move(
                hull(box(0.54, 0.012, 0.14), move(ball(0.006), [-0.1, 0, 0.38])),
                [0, -0.008, 0.085],
              ),
              move(
                hull(box(0.3, 0.012, 0.1), move(ball(0.006), [0.02, 0, 0.28])),
                [0.1, -0.01, 0.085],
              ),
            ),
            matte("#4d7a4a", 0.8),
          ),
          part(
            move(turn(cylinder(0.012, 0.06), [90, 0, 0]), [0.14, 0, 0.7]),
            matte("#f4d24a", 0.8),
          ),
        ]),
  ],
};

const suitcase: Family = {
  names: ["suitcase", "luggage"],
  parts: ["handle", "lock", "strap", "corner"],
  build: ({ main, detail }) => [
    part(
      cut(box(0.7, 0.22, 0.48, 0.03), cut(move(box(2, 2, 0.012), [0, 0, 0.36]), box(0.68, 0.2, 1))),
      main(matte("#7a4a2a", 0.55)),
    ),
    part(
      union(
        tube(
          [
            [-0.12, 0, 0.47],
            [-0.1, 0, 0.54],
            [0.1, 0, 0.54],
            [0.12, 0, 0.47],
          ],
          0.02,
        ),
        at(box(0.05, 0.235, 0.49, 0.01), [-0.24, 0, 0], [0.24, 0, 0]),
      ),
      detail("strap", detail("handle", matte("#4a2c19", 0.6))),
    ),
    part(
      at(box(0.06, 0.02, 0.07, 0.006), [-0.12, -0.115, 0.33], [0.12, -0.115, 0.33]),
      detail("lock", metal("#d6a93c", 0.3)),
    ),
  ],
};

const pan: Family = {
  names: ["frying pan", "pan", "skillet"],
  near: ["wok", "saucepan", "griddle"],
  parts: ["handle"],
  inside: 0.02,
  build: ({ main, detail }) => [
    part(
      cut(cylinder(0.06, 0.17, 0.2), move(cylinder(0.06, 0.155, 0.19), [0, 0, 0.012])),
      main(metal("#3a3c40", 0.5)),
    ),
    part(
      tube(
        [
          [0.19, 0, 0.05],
          [0.32, 0, 0.08],
          [0.5, 0, 0.09],
        ],
        [0.014, 0.018, 0.022],
      ),
      detail("handle", matte("#26272b", 0.7)),
    ),
  ],
};

const cupcake: Family = {
  names: ["cupcake", "muffin"],
  parts: ["frosting", "icing", "sprinkle", "cherry"],
  build: ({ main, detail, has, random }) => [
    part(
      cut(cylinder(0.3, 0.2, 0.28), around(move(cylinder(1, 0.022), [0.255, 0, -0.2]), 22)),
      matte("#e2c391", 0.9),
    ),
    part(
      union(
        move(scale(ring(0.19, 0.1), [1, 1, 0.9]), [0, 0, 0.34]),
        move(scale(ring(0.12, 0.09), [1, 1, 0.9]), [0, 0, 0.45]),
        move(ball([0.13, 0.13, 0.11]), [0, 0, 0.54]),
        move(cylinder(0.2, 0.2, 0.12), [0, 0, 0.29]),
      ),
      detail("frosting", detail("icing", main(matte("#f4a3c4", 0.6)))),
    ),
    part(
      union(
        ...Array.from({ length: 26 }, (_, index) => {
          const angle = index * 2.4;
          const away = 0.28 - (index / 26) * 0.17;
          return move(turn(scale(ball(0.012), [1, 1, 2.6]), [70, 0, random() * 180]), [
            away * Math.cos(angle),
            away * Math.sin(angle),
            0.37 + (index / 26) * 0.2,
          ]);
        }),
      ),
      detail("sprinkle", matte("#5fb8e8", 0.5)),
    ),
    ...(has("cherry")
      ? [part(move(ball(0.075), [0, 0, 0.67]), detail("cherry", glossy("#cc2036")))]
      : []),
  ],
};

const grandPiano: Family = {
  names: ["grand piano", "baby grand piano", "concert piano"],
  parts: ["leg", "key"],
  build({ main, detail }) {
    const outline = hull(
      move(cylinder(0.26, 0.06), [-0.68, -0.6, 0]),
      move(cylinder(0.26, 0.06), [0.68, -0.6, 0]),
      move(cylinder(0.26, 0.06), [-0.68, 0.9, 0]),
      move(cylinder(0.26, 0.2), [-0.45, 0.95, 0]),
      move(cylinder(0.26, 0.3), [0.38, 0.05, 0]),
    );
    const lid = hull(
      move(cylinder(0.03, 0.04), [-0.7, -0.2, 0]),
      move(cylinder(0.03, 0.04), [0.7, -0.2, 0]),
      move(cylinder(0.03, 0.04), [-0.7, 0.92, 0]),
      move(cylinder(0.03, 0.2), [-0.45, 0.95, 0]),
      move(cylinder(0.03, 0.3), [0.4, 0.08, 0]),
    );
    const keys = Array.from({ length: 24 }, (_, key) => (key - 11.5) * 0.054);
    return [
      part(
        union(
          move(cut(outline, move(box(1.34, 0.3, 0.2), [0, -0.58, 0.14])), [0, 0, 0.62]),
          move(turn(move(lid, [0.7, 0, 0]), [0, -32, 0]), [-0.7, 0, 0.9]),
          move(turn(cylinder(0.66, 0.012), [0, 8, 0]), [0.38, 0.1, 0.86]),
          move(turn(box(0.7, 0.02, 0.22), [-20, 0, 0]), [0, -0.28, 0.88]),
        ),
        main(glossy("#1d1c20")),
      ),
      part(move(box(1.2, 0.8, 0.01), [-0.05, 0.12, 0.875]), metal("#c9a24a", 0.35)),
      part(
        at(box(0.05, 0.22, 0.03, 0.004), ...keys.map((x) => [x, -0.56, 0.78] as const)),
        detail("key", glossy("#f6f3ea")),
      ),
      part(
        at(
          box(0.026, 0.13, 0.03, 0.004),
          ...keys
            .filter((_, key) => ![2, 6].includes(key % 7))
            .map((x) => [x + 0.027, -0.51, 0.797] as const),
        ),
        glossy("#17151a"),
      ),
      part(
        at(cylinder(0.62, 0.035, 0.06), [-0.62, -0.5, 0], [0.62, -0.5, 0], [-0.42, 0.85, 0]),
        detail("leg", main(glossy("#1d1c20"))),
      ),
    ];
  },
};

export const storage: readonly Family[] = [
  crate,
  basket,
  jar,
  snowGlobe,
  trashCan,
  cabinet,
  cushion,
  rug,
  mirror,
  suitcase,
  pan,
  cupcake,
  grandPiano,
];
