import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
  cone,
  cut,
  cylinder,
  lathe,
  move,
  ring,
  scale,
  smooth,
  tube,
  union,
} from "#studio/engines/model3d/solid.ts";

/** A thin vessel. Its profile runs from the centre of the foot to the rim and back inside. */
/** Three wisps above a hot drink. */
const steam = union(
  ...[-0.045, 0, 0.045].map((x, index) =>
    tube(
      Array.from({ length: 9 }, (_, step) => [
        x + 0.016 * Math.sin(step * 1.1 + index),
        0.01 * Math.cos(step + index),
        0.27 + step * 0.024,
      ]),
      Array.from({ length: 9 }, (_, step) => 0.011 * Math.sin(((step + 1) / 10) * Math.PI)),
    ),
  ),
);

/** Three turns of cream that end in a tip, on the drink. */
const whippedCream = union(
  move(ring(0.055, 0.042), [0, 0, 0.262]),
  move(ring(0.034, 0.034), [0, 0, 0.302]),
  move(cone(0.07, 0.04), [0, 0, 0.32]),
);

const mug: Family = {
  names: ["mug", "cup", "coffee mug", "coffee cup"],
  near: ["measuring cup"],
  parts: ["handle", "coffee", "tea", "cocoa", "chocolate", "whipped cream", "cream"],
  inside: 0.1,
  build({ main, has }) {
    const body = cut(
      lathe([
        [0, 0],
        [0.1, 0],
        [0.118, 0.015],
        [0.125, 0.05],
        [0.125, 0.262],
        [0.12, 0.27],
        [0.113, 0.262],
        [0, 0.262],
      ]),
      move(cylinder(0.3, 0.111, 0.113), [0, 0, 0.02]),
    );
    const handle = cut(
      tube(
        arc(0.078, -105, 105, [0.13, 0, 0.14], 16).map(([x, y, z]) => [x, y, z]),
        0.017,
      ),
      cylinder(0.4, 0.119),
    );
    return [
      part(union(body, handle), main(glossy("#3f7fc4"))),
      part(move(cylinder(0.008, 0.1125), [0, 0, 0.225]), matte("#4a2c17", 0.3)),
      ...(has("cream", "whipped") ? [part(whippedCream, matte("#fdf6e8", 0.6))] : []),
      ...(has("steaming", "steam", "hot") ? [part(steam, glass("#f4f6f8", 0.45))] : []),
    ];
  },
};

const bottle: Family = {
  names: ["bottle", "wine bottle", "potion", "potion bottle"],
  near: ["olive oil", "vinegar", "vodka"],
  parts: ["cork"],
  build({ main, has, detail }) {
    const isPotion = has("potion", "magic");
    const body = isPotion
      ? union(
          move(ball(0.15), [0, 0, 0.145]),
          move(cylinder(0.16, 0.05), [0, 0, 0.25]),
          move(ring(0.052, 0.014), [0, 0, 0.41]),
        )
      : lathe([
          [0, 0],
          [0.085, 0],
          [0.095, 0.012],
          [0.095, 0.3],
          [0.085, 0.36],
          [0.045, 0.42],
          [0.036, 0.47],
          [0.036, 0.58],
          [0.043, 0.585],
          [0.043, 0.61],
          [0, 0.61],
        ]);
    const cork = cylinder(0.06, 0.03, 0.034);
    return isPotion
      ? [
          part(body, main(glass("#8d4be0", 0.75))),
          part(move(cork, [0, 0, 0.4]), detail("cork", matte("#b98a55"))),
        ]
      : [
          part(body, main(glass("#2d6b45", 0.85))),
          part(move(cork, [0, 0, 0.6]), detail("cork", matte("#b98a55"))),
          part(
            cut(
              move(cylinder(0.15, 0.0965), [0, 0, 0.09]),
              move(cylinder(0.15, 0.0945), [0, 0, 0.09]),
            ),
            matte("#f2e9d2"),
          ),
        ];
  },
};

const vase: Family = {
  names: ["vase", "urn"],
  inside: 0.18,
  build: ({ main }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.1, 0],
          [0.11, 0.02],
          [0.17, 0.16],
          [0.175, 0.24],
          [0.13, 0.36],
          [0.075, 0.44],
          [0.072, 0.5],
          [0.11, 0.57],
          [0.1, 0.575],
          [0.062, 0.5],
          [0.064, 0.44],
          [0.118, 0.355],
          [0.162, 0.24],
          [0.157, 0.165],
          [0.1, 0.03],
          [0, 0.03],
        ]),
      ),
      main(glossy("#2f8f9d")),
    ),
  ],
};

const bowl: Family = {
  names: ["bowl", "dish", "basin"],
  near: ["colander", "strainer", "washbasin"],
  inside: 0.05,
  build: ({ main }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.09, 0],
          [0.095, 0.02],
          [0.16, 0.06],
          [0.2, 0.12],
          [0.215, 0.18],
          [0.205, 0.185],
          [0.188, 0.125],
          [0.15, 0.072],
          [0.08, 0.036],
          [0, 0.032],
        ]),
      ),
      main(glossy("#e2714a")),
    ),
  ],
};

const goblet: Family = {
  names: ["goblet", "wine glass", "glass", "chalice", "trophy", "trophy cup", "wineglass"],
  build({ main, has }) {
    const isTrophy = has("trophy");
    const profile = lathe([
      [0, 0],
      [0.1, 0],
      [0.1, 0.012],
      [0.03, 0.035],
      [0.018, 0.06],
      [0.018, 0.17],
      [0.03, 0.19],
      [0.09, 0.24],
      [0.115, 0.31],
      [0.118, 0.38],
      [0.11, 0.38],
      [0.106, 0.31],
      [0.08, 0.25],
      [0, 0.215],
    ]);
    if (!isTrophy) return [part(profile, main(glass("#d7e8ee", 0.5)))];
    const handle = tube(arc(0.06, -110, 110, [0.11, 0, 0.32], 12), 0.012);
    const gold = main(metal("#e3b341", 0.22));
    return [
      part(union(profile, cut(around(handle, 2), move(cylinder(0.4, 0.108), [0, 0, 0.1]))), gold),
      part(move(box(0.2, 0.2, 0.09, 0.008), [0, 0, -0.085]), matte("#3a2a20", 0.4)),
    ];
  },
};

const teapot: Family = {
  names: ["teapot", "kettle"],
  parts: ["lid"],
  build({ main, detail }) {
    const body = move(ball([0.18, 0.18, 0.15]), [0, 0, 0.15]);
    const spout = tube(
      [
        [0.13, 0, 0.12],
        [0.22, 0, 0.15],
        [0.26, 0, 0.22],
        [0.31, 0, 0.28],
      ],
      [0.045, 0.032, 0.024, 0.02],
    );
    const handle = tube(arc(0.09, 90, 270, [-0.16, 0, 0.17], 14), 0.018);
    const material = main(glossy("#d65a5a"));
    return [
      part(
        union(
          cut(union(body, spout, handle), move(cylinder(0.3, 0.012), [0, 0, 0.28])),
          cylinder(0.02, 0.1),
        ),
        material,
      ),
      part(
        union(move(cylinder(0.02, 0.09, 0.07), [0, 0, 0.282]), move(ball(0.028), [0, 0, 0.32])),
        detail("lid", matte("#f3e3c6", 0.3)),
      ),
    ];
  },
};

const barrel: Family = {
  names: ["barrel", "cask", "keg"],
  parts: ["band"],
  build({ main, detail }) {
    const stave = lathe([
      [0, 0],
      [0.22, 0],
      [0.26, 0.13],
      [0.272, 0.3],
      [0.26, 0.47],
      [0.22, 0.6],
      [0.2, 0.6],
      [0.2, 0.575],
      [0, 0.575],
    ]);
    const grooves = around(move(box(0.012, 0.012, 0.7), [0.27, 0, -0.05]), 18);
    const hoop = (z: number, radius: number) =>
      cut(
        move(cylinder(0.035, radius), [0, 0, z]),
        move(cylinder(0.035, radius - 0.02), [0, 0, z]),
      );
    return [
      part(cut(stave, grooves), main(matte("#8f5f34"))),
      part(
        union(hoop(0.08, 0.258), hoop(0.18, 0.272), hoop(0.385, 0.272), hoop(0.485, 0.258)),
        detail("band", metal("#55585d", 0.5)),
      ),
    ];
  },
};

const bucket: Family = {
  names: ["bucket", "pail"],
  parts: ["handle"],
  inside: 0.06,
  build: ({ main, detail }) => [
    part(
      union(
        cut(cylinder(0.32, 0.14, 0.19), move(cylinder(0.32, 0.128, 0.178), [0, 0, 0.02])),
        move(ring(0.186, 0.012), [0, 0, 0.315]),
      ),
      main(metal("#9aa3ab", 0.4)),
    ),
    part(tube(arc(0.188, 0, 180, [0, 0, 0.3], 18), 0.008), detail("handle", metal("#5e6368", 0.5))),
  ],
};

const flowerPot: Family = {
  names: ["flower pot", "plant pot", "flowerpot", "pot", "planter"],
  inside: 0.2,
  build: ({ main }) => [
    part(
      cut(
        union(cylinder(0.24, 0.11, 0.16), move(cylinder(0.06, 0.178, 0.182), [0, 0, 0.2])),
        move(cylinder(0.3, 0.1, 0.16), [0, 0, 0.03]),
      ),
      main(matte("#c1663f")),
    ),
    part(move(cylinder(0.02, 0.148), [0, 0, 0.2]), matte("#4b3423", 0.95)),
  ],
};

const cauldron: Family = {
  names: ["cauldron", "cooking pot"],
  inside: 0.2,
  build: ({ main }) => [
    part(
      union(
        cut(
          move(ball([0.24, 0.24, 0.21]), [0, 0, 0.25]),
          move(box(0.6, 0.6, 0.3), [0, 0, 0.4]),
          move(ball([0.215, 0.215, 0.19]), [0, 0, 0.26]),
        ),
        move(ring(0.172, 0.022), [0, 0, 0.4]),
        at(cylinder(0.1, 0.02, 0.03), ...[0, 120, 240].map((angle) => legPlace(angle, 0.13))),
      ),
      main(metal("#33363b", 0.55)),
    ),
    part(move(cylinder(0.01, 0.165), [0, 0, 0.36]), matte("#58c04a", 0.2)),
    part(
      at(
        scale(ball(0.03), [1, 1, 0.8]),
        [0.05, 0.03, 0.375],
        [-0.07, -0.02, 0.372],
        [0.01, -0.09, 0.374],
      ),
      matte("#86e070", 0.2),
    ),
  ],
};

function legPlace(degrees: number, radius: number): readonly [number, number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
}

export const vessels: readonly Family[] = [
  mug,
  bottle,
  vase,
  bowl,
  goblet,
  teapot,
  barrel,
  bucket,
  flowerPot,
  cauldron,
];
