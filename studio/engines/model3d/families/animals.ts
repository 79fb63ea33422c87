import type { Family, Part } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  ball,
  cone,
  cylinder,
  hull,
  move,
  scale,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

/** An animal on four legs that faces −x in the end, in shares of its shoulder height. */
interface Build {
  readonly names: readonly string[];
  /** Height of the shoulder in metres. */
  readonly tall: number;
  readonly coat: string;
  /** Colour of the patches on its coat. */
  readonly patches?: string;
  readonly belly: string;
  readonly legs: string;
  /** Length and thickness of the body, and length of the neck. */
  readonly long: number;
  readonly thick: number;
  readonly neck: number;
  readonly head: number;
  readonly muzzle: number;
  readonly ears: "pointed" | "round" | "long" | "floppy" | "large";
  readonly tail: "bushy" | "thin" | "short" | "curved";
  readonly horns?: "antlers" | "horns" | "tusks";
}

const builds: readonly Build[] = [
  {
    names: ["fox"],
    tall: 0.4,
    coat: "#e8792b",
    belly: "#fbeee0",
    legs: "#4a2f2a",
    long: 1.5,
    thick: 0.3,
    neck: 0.35,
    head: 0.27,
    muzzle: 0.34,
    ears: "pointed",
    tail: "bushy",
  },
  {
    names: ["wolf", "coyote"],
    tall: 0.8,
    coat: "#84878f",
    belly: "#d8d9dd",
    legs: "#6c6f77",
    long: 1.45,
    thick: 0.32,
    neck: 0.4,
    head: 0.27,
    muzzle: 0.36,
    ears: "pointed",
    tail: "bushy",
  },
  {
    names: ["deer", "stag", "reindeer"],
    tall: 1.1,
    coat: "#a8703f",
    belly: "#ecd6b6",
    legs: "#8e5c33",
    long: 1.25,
    thick: 0.26,
    neck: 0.72,
    head: 0.2,
    muzzle: 0.3,
    ears: "large",
    tail: "short",
    horns: "antlers",
  },
  {
    names: ["cow", "bull", "ox"],
    tall: 1.4,
    coat: "#f1ede7",
    patches: "#2f2a2a",
    belly: "#e9c9c0",
    legs: "#e4dfd8",
    long: 1.5,
    thick: 0.42,
    neck: 0.3,
    head: 0.26,
    muzzle: 0.22,
    ears: "floppy",
    tail: "thin",
    horns: "horns",
  },
  {
    names: ["pig", "piglet"],
    tall: 0.7,
    coat: "#f0a5b2",
    belly: "#f6bcc6",
    legs: "#e590a0",
    long: 1.6,
    thick: 0.48,
    neck: 0.18,
    head: 0.36,
    muzzle: 0.26,
    ears: "floppy",
    tail: "short",
  },
  {
    names: ["sheep", "lamb"],
    tall: 0.75,
    coat: "#f2eee4",
    belly: "#e7e0d2",
    legs: "#4b423d",
    long: 1.5,
    thick: 0.5,
    neck: 0.3,
    head: 0.24,
    muzzle: 0.26,
    ears: "floppy",
    tail: "short",
  },
  {
    names: ["bear", "polar bear", "brown bear", "grizzly"],
    tall: 1.1,
    coat: "#6d452c",
    belly: "#7d5336",
    legs: "#59371f",
    long: 1.5,
    thick: 0.5,
    neck: 0.25,
    head: 0.34,
    muzzle: 0.28,
    ears: "round",
    tail: "short",
  },
  {
    names: ["elephant"],
    tall: 2.8,
    coat: "#8b9099",
    belly: "#979ca5",
    legs: "#7f848d",
    long: 1.35,
    thick: 0.48,
    neck: 0.2,
    head: 0.36,
    muzzle: 0.1,
    ears: "large",
    tail: "thin",
    horns: "tusks",
  },
  {
    names: ["lion", "lioness"],
    tall: 1,
    coat: "#d99a48",
    belly: "#f2ddb5",
    legs: "#d1903f",
    long: 1.6,
    thick: 0.33,
    neck: 0.35,
    head: 0.3,
    muzzle: 0.24,
    ears: "round",
    tail: "curved",
  },
  {
    names: ["goat"],
    tall: 0.75,
    coat: "#e3dccf",
    belly: "#efe9dd",
    legs: "#b9aa92",
    long: 1.35,
    thick: 0.32,
    neck: 0.48,
    head: 0.23,
    muzzle: 0.3,
    ears: "floppy",
    tail: "short",
    horns: "horns",
  },
];

function toFamily(build: Build): Family {
  return {
    names: build.names,
    build: ({ main, has }) => {
      const coat = has("polar") ? "#f2f3f1" : build.coat;
      return buildAnimal(build, main(matte(coat, 0.8)));
    },
  };
}

function buildAnimal(build: Build, coat: Part["material"]): Part[] {
  const size = (solid: Solid) => scale(solid, [-build.tall, build.tall, build.tall]);
  const { long, thick, neck, head, muzzle } = build;
  const legHigh = 1 - thick * 1.1;
  const half = long / 2;
  const chest: Vec3 = [half * 0.62, 0, 0.98 - thick * 0.7];
  const hips: Vec3 = [-half * 0.62, 0, 1 - thick * 0.75];
  const skull: Vec3 = [half * 0.8 + neck * 0.5, 0, chest[2] + neck * 0.95 + thick * 0.35];
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
  const both = (solid: Solid) => union(solid, scale(solid, [1, -1, 1]));
  return [
    part(
      size(
        union(
          hull(
            move(ball([thick * 0.95, thick * 0.8, thick * 0.95]), chest),
            move(ball([thick * 0.9, thick * 0.78, thick * 0.9]), hips),
          ),
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
          both(
            move(ball(head * 0.14), [skull[0] + head * 0.72, head * 0.5, skull[2] + head * 0.2]),
          ),
        ),
      ),
      glossy("#221c1c"),
    ),
    ...(build.horns === undefined
      ? []
      : [part(size(horns(build.horns, skull, head)), matte("#e8dcc2", 0.5))]),
    ...(build.names.includes("elephant") ? [part(size(trunk(skull, head)), coat)] : []),
  ];
}

/** Patches on both flanks, the back and the eyes, slightly above the coat. */
function patches(chest: Vec3, hips: Vec3, skull: Vec3, { thick, head }: Build): Solid {
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
    spot([skull[0] + head * 0.2, 0, skull[2] + head * 0.25], head * 0.62, head * 0.6),
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
  return union(ear, scale(ear, [1, -1, 1]));
}

function tail({ tail: kind, thick }: Build, [x, , z]: Vec3): Solid {
  const start = x - thick * 0.7;
  switch (kind) {
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
  const both = (solid: Solid) => union(solid, scale(solid, [1, -1, 1]));
  if (kind === "tusks") {
    return both(
      tube(
        [
          [x + head * 0.7, head * 0.42, z - head * 0.5],
          [x + head * 1.4, head * 0.5, z - head * 0.95],
          [x + head * 1.9, head * 0.46, z - head * 0.7],
        ],
        [0.06, 0.05, 0.015],
      ),
    );
  }
  if (kind === "horns") {
    return both(
      tube(
        [
          [x, head * 0.5, z + head * 0.7],
          [x, head * 1.1, z + head * 1],
          [x + head * 0.2, head * 1.2, z + head * 1.6],
        ],
        [head * 0.17, head * 0.13, head * 0.03],
      ),
    );
  }
  return both(
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

export const animals: readonly Family[] = [...builds.map(toFamily), chessKnight];
