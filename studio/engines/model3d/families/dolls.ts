import type { Family, Part } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  at,
  ball,
  box,
  chain,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  prism,
  ring,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const black = matte("#221c1a", 0.5);
const wood = matte("#b98a55", 0.6);

/** A flared tier of cloth in folds; its hem is on z = 0. */
export function frill(radius: number, height: number, topShare: number, folds = 22): Solid {
  const steps = folds * 6;
  const outline = Array.from({ length: steps }, (_, index) => {
    const angle = (2 * Math.PI * index) / steps;
    const out = radius * (1 + 0.07 * Math.cos(folds * angle));
    return [out * Math.cos(angle), out * Math.sin(angle)] as const;
  });
  return prism(outline, height, { topScale: topShare });
}

/** Colours of a doll, and what its head is made of. */
interface Dressing {
  readonly skin: Material;
  readonly hair: Material;
  readonly dress: Material;
  readonly trim: Material;
  readonly legs: Material;
  readonly shoes: Material;
  readonly bow: Material;
  /** Buttons for eyes, a triangle for a nose and hair of yarn. */
  readonly isOfCloth: boolean;
}

const porcelain: Dressing = {
  skin: glossy("#f7e3d8"),
  hair: matte("#6a4023", 0.6),
  dress: matte("#8f3550", 0.85),
  trim: matte("#f7f1e6", 0.9),
  legs: matte("#f4efe6", 0.9),
  shoes: glossy("#221f22"),
  bow: matte("#b8455f", 0.7),
  isOfCloth: false,
};

const cloth: Dressing = {
  skin: { ...matte("#f0d9b8", 0.98), layers: [{ name: "twill" }] },
  hair: matte("#b8402a", 1),
  dress: { ...matte("#3f68a8", 0.95), layers: [{ name: "flowers" }] },
  trim: matte("#f7f1e6", 0.95),
  legs: { ...matte("#f4efe6", 0.95), layers: [{ name: "stripes", accent: "#c8373a" }] },
  shoes: matte("#26222a", 0.95),
  bow: matte("#c8373a", 0.9),
  isOfCloth: true,
};

type Describe = (name: string, own: Material) => Material;

/** A head with a radius of 1 around the origin. */
function headOf(dressing: Dressing, skin: Material, detail: Describe): Part[] {
  const { isOfCloth, hair, bow } = dressing;
  const strand = (angle: number): Solid => {
    const [x, y] = [1.02 * Math.cos(angle), 0.06 + Math.sin(angle)];
    const balls = [0.3, 0.02, -0.26, -0.54, -0.82, -1.08].map((z, index): Solid =>
      move(ball(isOfCloth ? 0.17 : [0.22, 0.22, 0.17]), [
        x * (isOfCloth ? 1 : 1 + 0.03 * index),
        y,
        z,
      ]),
    );
    return isOfCloth ? chain(balls) : union(...balls);
  };
  const strands = Array.from({ length: 13 }, (_, index) =>
    strand(-0.15 + ((Math.PI + 0.3) * index) / 12),
  );
  const cap = cut(
    move(ball([1.1, 1.08, 1.1]), [0, 0.06, 0.05]),
    move(box(2.4, 1.6, 2.05), [0, -1.02, -1.6]),
    move(box(2.6, 2.6, 1.4), [0, 0, -1.5]),
  );
  const fringe = union(
    ...[-0.6, -0.36, -0.12, 0.12, 0.36, 0.6].map((x) =>
      move(ball([0.2, 0.16, 0.24]), [x, -0.94 * Math.sqrt(1 - x * x * 0.9), 0.55]),
    ),
  );
  return [
    part(
      union(
        hull(ball([1, 0.95, 1]), move(ball([0.5, 0.45, 0.3]), [0, -0.25, -0.75])),
        ...(isOfCloth ? [] : [move(ball([0.09, 0.1, 0.09]), [0, -0.98, -0.16])]),
      ),
      skin,
    ),
    part(union(cap, fringe, ...strands), detail("hair", hair)),
    ...(isOfCloth ? clothFace(detail) : paintedFace(detail)),
    part(
      move(
        union(
          mirrored(move(turn(cone(0.5, 0.3), [0, 90, 0]), [-0.5, 0, 0]), "x"),
          ball([0.12, 0.12, 0.14]),
        ),
        [0.35, -0.42, 1.05],
      ),
      detail("bow", detail("ribbon", bow)),
    ),
  ];
}

function paintedFace(detail: Describe): Part[] {
  const both = (solid: Solid, place: Vec3) => mirrored(move(solid, place), "x");
  return [
    part(both(ball([0.17, 0.08, 0.14]), [0.37, -0.87, 0.06]), glossy("#fdfcf8")),
    part(both(ball([0.1, 0.05, 0.115]), [0.37, -0.925, 0.06]), detail("eye", glossy("#3f7fc4"))),
    part(
      union(
        both(ball([0.05, 0.03, 0.055]), [0.37, -0.962, 0.06]),
        both(
          tube(
            [
              [-0.17, 0.03, 0.02],
              [-0.07, -0.03, 0.12],
              [0.07, -0.01, 0.13],
              [0.19, 0.1, 0.07],
            ],
            0.028,
          ),
          [0.37, -0.92, 0.08],
        ),
      ),
      black,
    ),
    part(
      both(ball([0.2, 0.06, 0.16]), [0.56, -0.765, -0.28]),
      detail("cheek", matte("#f0a3a0", 0.6)),
    ),
    part(
      union(
        both(ball([0.085, 0.06, 0.06]), [0.06, -0.945, -0.46]),
        move(ball([0.1, 0.06, 0.05]), [0, -0.93, -0.52]),
      ),
      detail("lip", detail("mouth", glossy("#c22f45"))),
    ),
  ];
}

function clothFace(detail: Describe): Part[] {
  const button = cut(
    turn(cylinder(0.1, 0.17), [90, 0, 0]),
    ...[-0.05, 0.05].map((x) => move(turn(cylinder(0.3, 0.025), [90, 0, 0]), [x, 0.05, 0])),
  );
  return [
    part(
      mirrored(move(button, [0.38, -0.86, 0.08]), "x"),
      detail("eye", detail("button", glossy("#2a2426"))),
    ),
    part(
      move(turn(cylinder(0.08, 0.13, 0.13, 3), [90, 30, 0]), [0, -0.93, -0.16]),
      detail("nose", matte("#d8402f", 0.9)),
    ),
    part(
      tube(
        [
          [-0.38, -0.84, -0.36],
          [-0.2, -0.95, -0.49],
          [0, -0.97, -0.53],
          [0.2, -0.95, -0.49],
          [0.38, -0.84, -0.36],
        ],
        0.032,
      ),
      detail("mouth", matte("#b3302c", 0.9)),
    ),
    part(
      mirrored(move(ball([0.16, 0.05, 0.15]), [0.6, -0.77, -0.27]), "x"),
      detail("cheek", matte("#ec9a90", 0.95)),
    ),
  ];
}

/** A doll of one metre in a dress with frills. */
function build(dressing: Dressing, skin: Material, detail: Describe): Part[] {
  const dress = detail("dress", detail("gown", detail("clothes", dressing.dress)));
  const trim = detail("frill", detail("ruffle", detail("lace", dressing.trim)));
  const tiers = [
    [0.3, 0.2],
    [0.255, 0.31],
    [0.2, 0.42],
  ] as const;
  const arm: readonly Vec3[] = [
    [0.12, 0, 0.65],
    [0.19, -0.01, 0.55],
    [0.215, -0.05, 0.46],
  ];
  return [
    part(
      union(
        mirrored(tube(arm, [0.03, 0.027, 0.024]), "x"),
        mirrored(move(ball([0.03, 0.03, 0.035]), [0.22, -0.06, 0.435]), "x"),
        move(cylinder(0.08, 0.04), [0, 0, 0.67]),
      ),
      skin,
    ),
    part(
      union(
        ...tiers.map(([radius, z]) => move(frill(radius, 0.13, 0.72), [0, 0, z])),
        move(
          scale(
            lathe(
              smooth([
                [0, 0],
                [0.1, 0],
                [0.115, 0.1],
                [0.09, 0.18],
                [0, 0.2],
              ]),
            ),
            [1, 0.8, 1],
          ),
          [0, 0, 0.52],
        ),
        mirrored(move(ball([0.07, 0.065, 0.06]), [0.135, 0, 0.645]), "x"),
      ),
      dress,
    ),
    part(
      union(
        ...tiers.map(([radius, z]) => move(frill(radius * 1.04, 0.022, 0.97), [0, 0, z - 0.012])),
        move(frill(0.085, 0.03, 0.7, 14), [0, 0, 0.7]),
        mirrored(move(turn(frill(0.045, 0.02, 0.8, 10), [0, -28, 0]), [0.165, -0.005, 0.585]), "x"),
      ),
      trim,
    ),
    part(
      mirrored(
        tube(
          [
            [0.065, 0, 0.3],
            [0.065, 0, 0.05],
          ],
          0.034,
        ),
        "x",
      ),
      dressing.legs,
    ),
    part(
      mirrored(
        move(
          hull(ball([0.042, 0.045, 0.032]), move(ball([0.036, 0.04, 0.022]), [0, -0.055, -0.008])),
          [0.065, 0, 0.032],
        ),
        "x",
      ),
      detail("shoe", dressing.shoes),
    ),
    part(
      move(scale(ring(0.098, 0.014), [1.04, 0.84, 1]), [0, 0, 0.545]),
      detail("belt", dressing.bow),
    ),
    ...headOf(dressing, skin, detail).map(({ solid, material }) =>
      part(move(scale(solid, 0.135), [0, -0.01, 0.835]), material),
    ),
  ];
}

const dollParts =
  `dress gown clothes frill ruffle lace hair bow ribbon eye cheek lip mouth shoe belt button nose`.split(
    " ",
  );

const doll: Family = {
  names: ["doll", "porcelain doll", "china doll", "baby doll", "toy doll"],
  near: ["barbie", "barbie doll", "voodoo doll"],
  parts: dollParts,
  head: { forward: 0, width: 0.29, top: 0.96 },
  isLifeless: true,
  build({ main, detail, has }) {
    // Dolls have frills anyway.
    has("frilly", "frilled", "ruffled", "ruffles");
    return build(porcelain, main(porcelain.skin), detail);
  },
};

const ragDoll: Family = {
  names: ["rag doll", "ragdoll", "cloth doll", "fabric doll", "raggedy doll"],
  parts: dollParts,
  head: { forward: 0, width: 0.29, top: 0.96 },
  isLifeless: true,
  build({ main, detail, has }) {
    has("frilly", "frilled", "ruffled", "ruffles");
    return build(cloth, main(cloth.skin), detail);
  },
};

const dollHead: Family = {
  names: ["doll head", "doll face", "doll's head", "doll's face", "porcelain doll head"],
  near: ["doll bust"],
  parts: ["hair", "eye", "cheek", "lip", "mouth", "bow", "ribbon"],
  build({ main, detail }) {
    const skin = main(porcelain.skin);
    return [
      ...headOf(porcelain, skin, detail).map(({ solid, material }) =>
        part(move(solid, [0, 0, 1.95]), material),
      ),
      part(
        union(
          move(cylinder(0.8, 0.36, 0.3), [0, 0.05, 0.4]),
          cut(move(ball([0.95, 0.55, 0.5]), [0, 0.05, 0.1]), move(box(3, 3, 1), [0, 0, -1])),
        ),
        skin,
      ),
    ];
  },
};

const mannequin: Family = {
  names: ["mannequin", "shop dummy", "tailor's dummy", "manikin"],
  near: ["dress form", "crash test dummy"],
  parts: ["stand", "base"],
  head: { forward: 0, width: 0.17, top: 1.8 },
  isLifeless: true,
  build({ main, detail }) {
    const limbs = mirrored(
      union(
        tube(
          [
            [0.2, 0, 1.42],
            [0.27, 0.02, 1.14],
            [0.29, -0.06, 0.88],
          ],
          [0.055, 0.044, 0.032],
        ),
        hull(
          move(ball([0.022, 0.034, 0.05]), [0.29, -0.07, 0.83]),
          move(ball([0.014, 0.024, 0.03]), [0.285, -0.085, 0.74]),
        ),
        tube(
          [
            [0.1, 0, 0.92],
            [0.11, -0.01, 0.52],
            [0.11, 0.02, 0.12],
          ],
          [0.095, 0.066, 0.042],
        ),
        hull(
          move(ball([0.042, 0.05, 0.04]), [0.11, 0.02, 0.09]),
          move(ball([0.042, 0.05, 0.022]), [0.115, -0.11, 0.055]),
        ),
      ),
      "x",
    );
    const torso = scale(
      lathe(
        smooth([
          [0, 0.86],
          [0.15, 0.88],
          [0.185, 0.98],
          [0.135, 1.16],
          [0.175, 1.32],
          [0.19, 1.42],
          [0.07, 1.5],
          [0.052, 1.58],
          [0, 1.6],
        ]),
      ),
      [1, 0.66, 1],
    );
    return [
      part(
        union(
          torso,
          limbs,
          hull(
            move(ball([0.088, 0.105, 0.1]), [0, 0, 1.74]),
            move(ball([0.05, 0.06, 0.05]), [0, -0.035, 1.63]),
          ),
        ),
        main(matte("#efe9e0", 0.4)),
      ),
      part(
        union(cylinder(0.025, 0.32), move(cylinder(0.5, 0.012), [0.11, 0.09, 0.02])),
        detail("stand", detail("base", metal("#aeb2b8", 0.25))),
      ),
    ];
  },
};

const marionette: Family = {
  names: ["marionette", "puppet", "string puppet", "wooden puppet"],
  near: ["hand puppet", "sock puppet", "ventriloquist dummy"],
  parts: ["string", "hat", "nose"],
  build({ main, detail }) {
    const joints = [
      [0.15, 0, 0.66],
      [0.23, -0.02, 0.52],
      [0.27, -0.1, 0.64],
    ] as const;
    const legs = [
      [0.07, 0, 0.38],
      [0.09, -0.04, 0.22],
      [0.09, 0, 0.06],
    ] as const;
    const link = (from: Vec3, to: Vec3, radius: number) => tube([from, to], radius);
    const [shoulder, elbow, hand] = joints;
    const [hip, knee, foot] = legs;
    const bar = 1.35;
    const strings: readonly Vec3[] = [
      [0.27, -0.1, 0.66],
      [0.09, -0.05, 0.24],
      [0.09, 0, 0.95],
    ];
    return [
      part(
        union(
          move(ball([0.115, 0.11, 0.125]), [0, 0, 0.87]),
          move(cylinder(0.1, 0.035), [0, 0, 0.7]),
          move(turn(cylinder(0.1, 0.022, 0.014), [90, 0, 0]), [0, -0.08, 0.86]),
          mirrored(
            union(
              at(ball(0.032), elbow, knee),
              move(ball([0.04, 0.03, 0.045]), hand),
              link(elbow, hand, 0.024),
              link(hip, knee, 0.034),
              link(knee, foot, 0.03),
            ),
            "x",
          ),
        ),
        main(wood),
      ),
      part(
        union(
          hull(
            move(box(0.25, 0.16, 0.04, 0.02), [0, 0, 0.64]),
            move(box(0.19, 0.14, 0.04, 0.02), [0, 0, 0.48]),
          ),
          mirrored(link(shoulder, elbow, 0.036), "x"),
        ),
        matte("#c8373a", 0.8),
      ),
      part(
        union(
          move(box(0.2, 0.15, 0.12, 0.03), [0, 0, 0.37]),
          mirrored(
            hull(move(box(0.07, 0.16, 0.05, 0.02), [0.09, -0.03, 0]), move(ball(0.03), foot)),
            "x",
          ),
          move(cone(0.17, 0.11), [0, 0.02, 0.95]),
          move(cylinder(0.02, 0.15), [0, 0.01, 0.945]),
        ),
        detail("hat", matte("#2f5b9a", 0.8)),
      ),
      part(
        union(
          mirrored(move(ball([0.022, 0.014, 0.026]), [0.042, -0.1, 0.9]), "x"),
          tube(
            [
              [-0.05, -0.098, 0.82],
              [0, -0.112, 0.8],
              [0.05, -0.098, 0.82],
            ],
            0.008,
          ),
        ),
        black,
      ),
      part(
        mirrored(
          union(...strings.map(([x, y, z]) => link([x, y, z], [Math.max(x, 0.1), 0, bar], 0.004))),
          "x",
        ),
        detail("string", matte("#efe9dc", 0.9)),
      ),
      part(
        union(
          move(box(0.62, 0.05, 0.03, 0.01), [0, 0, bar]),
          move(box(0.05, 0.36, 0.03, 0.01), [0, 0, bar + 0.025]),
        ),
        matte("#7d5530", 0.7),
      ),
    ];
  },
};

/** Figures that people play with or dress. */
export const dolls: readonly Family[] = [doll, ragDoll, dollHead, mannequin, marionette];
