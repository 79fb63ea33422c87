import type { Family, Head, Part } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  ball,
  box,
  common,
  cone,
  cylinder,
  hull,
  mirrored,
  move,
  scale,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { type Build, builds } from "./animal-builds.ts";
import { type Places, wear, wearWords } from "./animal-wear.ts";
import { dogBreeds } from "./dog-breeds.ts";
import { wildBuilds } from "./wild-builds.ts";

function toFamily(build: Build): Family {
  return {
    names: build.names,
    parts: [...wearWords, "tail", "ear", "leg"],
    head: headOf(build),
    surface: (0.97 + 0.2 * build.thick) * build.tall,
    build: ({ main, has, detail }) => {
      const own = matte(has("polar") ? "#f2f3f1" : build.coat, 0.8);
      // A black and white cow has the colours that cows have.
      const isPatched = build.patches !== undefined || build.stripes !== undefined;
      const coat = isPatched && has("black") && has("white") ? own : main(own);
      // A black horse has black legs.
      const isPainted = coat.color !== own.color;
      const { legs, belly } = isPainted ? { legs: coat.color, belly: coat.color } : build;
      return [
        ...buildAnimal({ ...build, legs, belly }, coat),
        ...wearWords
          .filter((word) => isWorn(word, has))
          .flatMap((word) =>
            wear(word, {
              build,
              places: placesOf(build),
              size: (solid) => scale(solid, [-build.tall, build.tall, build.tall]),
              body: (share) => bodyOf(build, share),
              detail,
            }),
          ),
      ];
    },
  };
}

/** A glass cat wears no glasses, and a bow tie is no tie. */
function isWorn(word: string, has: (...words: string[]) => boolean): boolean {
  if (word === "tie") return has("tie") && !has("bow");
  return has(word.endsWith("glass") ? `${word}es` : word);
}

/** Middles of the chest, the hips and the head, in shares of the shoulder height. */
function placesOf({ long, thick, neck }: Build): Places {
  const half = long / 2;
  const chest: Vec3 = [half * 0.62, 0, 0.98 - thick * 0.7];
  return {
    chest,
    hips: [-half * 0.62, 0, 1 - thick * 0.75],
    skull: [half * 0.8 + neck * 0.5, 0, chest[2] + neck * 0.95 + thick * 0.35],
  };
}

/** `wide` enlarges the body for what lies on the coat. */
function bodyOf(build: Build, wide: number): Solid {
  const { chest, hips } = placesOf(build);
  const { thick } = build;
  return hull(
    move(ball([thick * 0.95 * wide, thick * 0.8 * wide, thick * 0.95 * wide]), chest),
    move(ball([thick * 0.9 * wide, thick * 0.78 * wide, thick * 0.9 * wide]), hips),
  );
}

function headOf(build: Build): Head {
  const { skull } = placesOf(build);
  return {
    forward: skull[0] * build.tall,
    width: build.head * 1.6 * build.tall,
    top: (skull[2] + build.head * 0.9) * build.tall,
  };
}

function buildAnimal(build: Build, coat: Part["material"]): Part[] {
  const size = (solid: Solid) => scale(solid, [-build.tall, build.tall, build.tall]);
  const { thick, head, muzzle } = build;
  const legHigh = 1 - thick * 1.1;
  const { chest, hips, skull } = placesOf(build);
  const leg = Math.max(0.055, thick * 0.24);
  const legs = [chest[0] * 1.02, hips[0] * 1.02].flatMap((x) =>
    [-1, 1].map((side): Solid =>
      union(
        tube(
          [
            [x, side * thick * 0.42, legHigh + thick * 0.5],
            [x + 0.01, side * thick * 0.44, 0.06],
          ],
          [leg * 1.35, leg],
        ),
        move(scale(ball(leg * 1.2), [1.25, 1, 0.62]), [
          x + leg * 0.35,
          side * thick * 0.44,
          leg * 0.72,
        ]),
      ),
    ),
  );
  const body = (wide: number) => bodyOf(build, wide);
  return [
    part(
      size(
        union(
          body(1),
          tube([chest, skull], [thick * 0.72, head * 0.62]),
          move(ball([head * 1.02, head * 0.9, head * 0.94]), skull),
          ears(build, skull),
          tail(build, hips),
        ),
      ),
      coat,
    ),
    part(size(union(...legs)), matte(build.legs, 0.85)),
    ...(build.patches === undefined
      ? []
      : [part(size(patches(chest, hips, skull, build)), matte(build.patches, 0.85))]),
    ...(build.stripes === undefined || build.tail === "ringed"
      ? []
      : [part(size(bands(body(1.02), chest, hips)), matte(build.stripes, 0.85))]),
    ...(build.mane === undefined
      ? []
      : [part(size(mane(build, chest, skull)), matte(build.mane, 0.95))]),
    part(
      size(
        union(
          hull(
            move(ball([thick * 0.7, thick * 0.55, thick * 0.62]), [
              chest[0] * 0.98,
              0,
              chest[2] - thick * 0.37,
            ]),
            move(ball([thick * 0.6, thick * 0.5, thick * 0.55]), [
              hips[0] * 0.9,
              0,
              hips[2] - thick * 0.36,
            ]),
          ),
          hull(
            move(ball([head * 0.62, head * 0.6, head * 0.5]), [
              skull[0] + head * 0.45,
              0,
              skull[2] - head * 0.26,
            ]),
            move(ball(head * 0.34), [skull[0] + head * 0.5 + muzzle, 0, skull[2] - head * 0.34]),
          ),
          ...(build.tail === "bushy"
            ? [move(ball(thick * 0.34), [hips[0] - 0.72, 0, hips[2] + 0.2])]
            : []),
        ),
      ),
      matte(build.belly, 0.85),
    ),
    part(
      size(
        union(
          move(ball([head * 0.2, head * 0.2, head * 0.16]), [
            skull[0] + head * 0.72 + muzzle,
            0,
            skull[2] - head * 0.24,
          ]),
          mirrored(
            move(ball(head * 0.14), [skull[0] + head * 0.72, head * 0.5, skull[2] + head * 0.2]),
            "y",
          ),
        ),
      ),
      glossy("#221c1c"),
    ),
    ...(build.horns === undefined
      ? []
      : [part(size(horns(build.horns, skull, head)), matte("#e8dcc2", 0.5))]),
    ...(build.hasTrunk ? [part(size(trunk(skull, head)), coat)] : []),
    ...(build.back === undefined ? [] : [onBack(build, size, coat)]),
    ...(build.tail === "ringed"
      ? [part(size(tailRings(hips)), matte(build.stripes ?? build.legs, 0.9))]
      : []),
  ];
}

/** Patches on both flanks, the back and the eyes, slightly above the coat. */
function patches(chest: Vec3, hips: Vec3, skull: Vec3, { thick, head, neck }: Build): Solid {
  const spot = (at: Vec3, radius: number, side: number) =>
    move(ball([radius, radius * 0.5, radius]), [at[0], at[1] + side, at[2]]);
  const flank = thick * 0.56;
  return union(
    ...[-1, 1].flatMap((side) => [
      spot([chest[0] - thick * 0.1, 0, chest[2] + thick * 0.2], thick * 0.52, side * flank),
      spot(
        [(chest[0] + hips[0]) / 2 - thick * 0.3, 0, chest[2] - thick * 0.1],
        thick * 0.42,
        side * flank,
      ),
      spot([hips[0], 0, hips[2] + thick * 0.2], thick * 0.5, side * flank * 0.96),
    ]),
    ...(neck > 1 ? neckSpots(chest, skull, thick) : []),
    spot([skull[0] + head * 0.2, 0, skull[2] + head * 0.25], head * 0.62, head * 0.6),
  );
}

/** Patches on both sides of a long neck. */
function neckSpots(chest: Vec3, skull: Vec3, thick: number): Solid[] {
  return [0.25, 0.45, 0.65, 0.85].flatMap((share) =>
    [-1, 1].map((side) => {
      const wide = thick * (0.72 - share * 0.28);
      const [x, z] = [0, 2].map(
        (axis) => (chest[axis] ?? 0) + ((skull[axis] ?? 0) - (chest[axis] ?? 0)) * share,
      );
      return move(ball([wide * 0.5, wide * 0.5, wide * 0.6]), [x ?? 0, side * wide * 0.6, z ?? 0]);
    }),
  );
}

/** Upright bands of a body that is slightly larger than the coat. */
function bands(body: Solid, chest: Vec3, hips: Vec3): Solid {
  const count = 7;
  const step = (chest[0] - hips[0] + 0.5) / (count - 1);
  const band = turn(box(0.055, 3, 3), [0, 12, 0]);
  return common(
    body,
    union(
      ...Array.from({ length: count }, (_, index) =>
        move(band, [hips[0] - 0.25 + index * step, 0, -1]),
      ),
    ),
  );
}

/** Hair around the head of a lion, and along the neck of the others. */
function mane({ names, head, thick }: Build, chest: Vec3, skull: Vec3): Solid {
  if (names.includes("lion")) {
    return move(turn(scale(ball(head), [0.62, 1.5, 1.5]), [0, -14, 0]), [
      skull[0] - head * 0.42,
      0,
      skull[2] - head * 0.2,
    ]);
  }
  const back = thick * 0.62;
  return tube(
    [
      [skull[0] + head * 0.2, 0, skull[2] + head * 0.85],
      [skull[0] - head * 0.75, 0, skull[2] + head * 0.35],
      [(skull[0] + chest[0]) / 2 - back, 0, (skull[2] + chest[2]) / 2 + back * 0.5],
      [chest[0] - back, 0, chest[2] + thick * 0.7],
    ],
    [head * 0.22, head * 0.32, head * 0.32, head * 0.16],
  );
}

function ears({ ears: kind, head }: Build, [x, , z]: Vec3): Solid {
  const shapes: Readonly<Record<Build["ears"], Solid>> = {
    pointed: scale(cone(head * 0.95, head * 0.36), [0.6, 1, 1]),
    round: ball([head * 0.16, head * 0.34, head * 0.34]),
    long: scale(ball(head * 0.5), [0.35, 0.5, 2]),
    floppy: move(scale(ball(head * 0.42), [0.7, 0.35, 1.15]), [0, head * 0.35, -head * 0.65]),
    large: move(turn(scale(ball(head * 0.72), [0.2, 0.9, 1]), [-30, 0, 20]), [
      -head * 0.1,
      head * 0.5,
      -head * 0.4,
    ]),
  };
  const ear = move(shapes[kind], [x - head * 0.1, head * 0.52, z + head * 0.6]);
  return mirrored(ear, "y");
}

function tail({ tail: kind, thick }: Build, [x, , z]: Vec3): Solid {
  const start = x - thick * 0.7;
  switch (kind) {
    case "flat":
      return move(scale(ball(0.3), [1.3, 0.8, 0.22]), [start - 0.3, 0, z - 0.1]);
    case "thick":
      return tube(
        [
          [start + thick * 0.3, 0, z],
          [start - 0.4, 0, z - 0.2],
          [start - 0.9, 0, z - 0.42],
        ],
        [thick * 0.75, thick * 0.4, 0.04],
      );
    case "ringed":
    case "bushy":
      return tube(
        [
          [start, 0, z + thick * 0.3],
          [start - 0.28, 0, z + 0.08],
          [x - 0.72, 0, z + 0.2],
        ],
        [0.09, 0.17, 0.11],
      );
    case "thin":
      return tube(
        [
          [start, 0, z + thick * 0.5],
          [start - 0.12, 0, z + 0.05],
          [start - 0.14, 0, z - 0.42],
        ],
        [0.045, 0.05, 0.08],
      );
    case "short":
      return move(ball(thick * 0.28), [start - thick * 0.1, 0, z + thick * 0.45]);
    case "curved":
      return tube(
        [
          [start, 0, z + thick * 0.4],
          [start - 0.24, 0, z + 0.3],
          [start - 0.2, 0, z + 0.66],
        ],
        [0.07, 0.065, 0.05],
      );
  }
}

function horns(kind: NonNullable<Build["horns"]>, [x, , z]: Vec3, head: number): Solid {
  if (kind === "tusks") {
    return mirrored(
      tube(
        [
          [x + head * 0.7, head * 0.42, z - head * 0.5],
          [x + head * 1.4, head * 0.5, z - head * 0.95],
          [x + head * 1.9, head * 0.46, z - head * 0.7],
        ],
        [0.06, 0.05, 0.015],
      ),
      "y",
    );
  }
  if (kind === "unicorn") {
    return move(turn(cone(head * 2, head * 0.2), [0, 22, 0]), [x + head * 0.4, 0, z + head * 0.7]);
  }
  if (kind === "nose") {
    return union(
      move(turn(cone(head * 1, head * 0.24), [0, 24, 0]), [x + head * 1.1, 0, z - head * 0.1]),
      move(turn(cone(head * 0.5, head * 0.18), [0, 10, 0]), [x + head * 0.75, 0, z + head * 0.3]),
    );
  }
  if (kind === "three") {
    return union(
      move(turn(cone(head * 0.6, head * 0.18), [0, 30, 0]), [x + head * 1.25, 0, z - head * 0.05]),
      mirrored(
        move(turn(cone(head * 1.5, head * 0.18), [0, 58, 0]), [
          x + head * 0.4,
          head * 0.5,
          z + head * 0.6,
        ]),
        "y",
      ),
    );
  }
  if (kind === "curled") {
    return mirrored(
      tube(
        Array.from({ length: 11 }, (_, step): Vec3 => {
          const angle = 1.9 + step * 0.5;
          const wide = head * (0.75 - step * 0.035);
          return [
            x - head * 0.1 + wide * Math.cos(angle),
            head * (0.62 + step * 0.05),
            z + head * 0.3 + wide * Math.sin(angle),
          ];
        }),
        Array.from({ length: 11 }, (_, step) => head * (0.26 - step * 0.02)),
      ),
      "y",
    );
  }
  if (kind === "horns") {
    return mirrored(
      tube(
        [
          [x, head * 0.5, z + head * 0.7],
          [x, head * 1.1, z + head * 1],
          [x + head * 0.2, head * 1.2, z + head * 1.6],
        ],
        [head * 0.17, head * 0.13, head * 0.03],
      ),
      "y",
    );
  }
  return mirrored(
    union(
      tube(
        [
          [x - head * 0.2, head * 0.35, z + head * 0.7],
          [x - head * 0.6, head * 1.1, z + head * 2],
          [x - head * 0.2, head * 1.5, z + head * 3],
        ],
        [head * 0.16, head * 0.12, head * 0.06],
      ),
      tube(
        [
          [x - head * 0.5, head * 0.9, z + head * 1.6],
          [x + head * 0.4, head * 1.1, z + head * 2.3],
        ],
        [head * 0.11, head * 0.05],
      ),
      tube(
        [
          [x - head * 0.55, head * 1.15, z + head * 2.1],
          [x - head * 1.2, head * 1.3, z + head * 2.8],
        ],
        [head * 0.1, head * 0.05],
      ),
    ),
    "y",
  );
}

/** Humps, spines or plates on the back. */
function onBack(
  { back, ...build }: Build,
  size: (solid: Solid) => Solid,
  coat: Part["material"],
): Part {
  const { chest, hips } = placesOf(build);
  const { thick } = build;
  const along = (share: number): Vec3 => [
    hips[0] + (chest[0] - hips[0]) * share,
    0,
    hips[2] + thick * 0.85,
  ];
  if (back === "spines") {
    const spines = Array.from({ length: 96 }, (_, index) => {
      const [row, side] = [Math.floor(index / 8), (index % 8) - 3.5];
      const angle = side * 19 + (row % 2) * 9;
      const x = hips[0] - thick * 0.6 + ((chest[0] - hips[0] + thick * 1.1) * row) / 11;
      const spine = move(cone(thick * 0.6, thick * 0.055, 6), [0, 0, thick * 0.72]);
      return move(turn(turn(spine, [0, -26, 0]), [-angle, 0, 0]), [x, 0, hips[2]]);
    });
    return part(size(union(...spines)), matte("#5a4636", 0.9));
  }
  if (back === "plates") {
    const plates = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((share) =>
      [-1, 1].map((side) => {
        const [x, , z] = along(share * 1.3 - 0.2);
        const tall = thick * (0.55 + 0.5 * Math.sin(Math.PI * share));
        return move(turn(scale(cone(tall * 1.3, tall * 0.6, 4), [1, 0.2, 1]), [side * -14, 0, 0]), [
          x + side * 0.05,
          side * thick * 0.2,
          z - tall * 0.25,
        ]);
      }),
    );
    return part(size(union(...plates)), matte("#c8743a", 0.8));
  }
  const humps = back === "humps" ? [0.15, 0.8] : back === "hump" ? [0.5] : [0.95];
  const wide = back === "shoulder" ? thick * 0.8 : thick * 0.5;
  return part(
    size(union(...humps.map((share) => move(scale(ball(wide), [1, 0.75, 1]), along(share - 0.0))))),
    coat,
  );
}

/** Dark rings of a raccoon's tail, which is bushy. */
function tailRings([x, , z]: Vec3): Solid {
  const places = [0.3, 0.55, 0.8].map((share): Vec3 => [
    x - 0.3 - 0.42 * share,
    0,
    z + 0.06 + 0.12 * share,
  ]);
  return union(
    ...places.map((place) => move(turn(scale(ball(0.165), [0.3, 1, 1]), [0, 18, 0]), place)),
  );
}

function trunk([x, , z]: Vec3, head: number): Solid {
  return tube(
    [
      [x + head * 0.75, 0, z - head * 0.2],
      [x + head * 1.35, 0, z - head * 1.1],
      [x + head * 1.4, 0, z - head * 2],
      [x + head * 1.75, 0, z - head * 2.3],
    ],
    [head * 0.42, head * 0.32, head * 0.22, head * 0.17],
  );
}

/** A chess knight: the head of a horse on a foot. */
const chessKnight: Family = {
  names: ["chess knight", "knight chess piece"],
  build: ({ main }) => [
    part(
      union(
        cylinder(0.05, 0.22),
        move(cylinder(0.06, 0.2, 0.15), [0, 0, 0.05]),
        move(cylinder(0.03, 0.17), [0, 0, 0.11]),
        tube(
          [
            [-0.03, 0, 0.14],
            [-0.05, 0, 0.34],
            [0.02, 0, 0.52],
          ],
          [0.15, 0.12, 0.1],
        ),
        hull(
          move(ball([0.1, 0.08, 0.1]), [0.02, 0, 0.54]),
          move(ball([0.07, 0.06, 0.06]), [0.21, 0, 0.43]),
        ),
        move(turn(scale(cone(0.12, 0.045), [0.7, 1, 1]), [12, -10, 0]), [-0.02, -0.04, 0.6]),
        move(turn(scale(cone(0.12, 0.045), [0.7, 1, 1]), [-12, -10, 0]), [-0.02, 0.04, 0.6]),
        tube(
          [
            [-0.02, 0, 0.66],
            [-0.14, 0, 0.5],
            [-0.16, 0, 0.26],
          ],
          [0.03, 0.04, 0.03],
        ),
      ),
      main(glossy("#efe3c8")),
    ),
  ],
};

export const animals: readonly Family[] = [
  ...[...builds, ...wildBuilds, ...dogBreeds].map(toFamily),
  chessKnight,
];
