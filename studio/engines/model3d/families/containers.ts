import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
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

interface Round {
  readonly names: readonly string[];
  readonly near?: readonly string[];
  readonly profile: readonly Point[];
  readonly material: Material;
  readonly lid?: { readonly solid: Solid; readonly material: Material; readonly name?: string };
  readonly label?: {
    readonly radius: number;
    readonly from: number;
    readonly to: number;
    readonly color: string;
  };
  readonly inside?: number;
}

/** A turned container with an optional lid and label. */
function round({ names, near, profile, material, lid, label, inside }: Round): Family {
  return {
    names,
    ...(near === undefined ? {} : { near }),
    ...(inside === undefined ? {} : { inside }),
    parts: [...(lid ? [lid.name ?? "lid", "cap"] : []), ...(label ? ["label"] : [])],
    build: ({ main, detail }) => [
      part(lathe(profile), main(material)),
      ...(lid ? [part(lid.solid, detail(lid.name ?? "lid", detail("cap", lid.material)))] : []),
      ...(label
        ? [
            part(
              move(cylinder(label.to - label.from, label.radius), [0, 0, label.from]),
              detail("label", matte(label.color, 0.6)),
            ),
          ]
        : []),
    ],
  };
}

const aluminium = metal("#c6cace", 0.28);

const can = round({
  names: ["can", "soda can", "beer can", "tin can", "soda", "pop can", "drink can", "cola can"],
  near: ["tin", "food can"],
  profile: [
    [0, 0.004],
    [0.024, 0.004],
    [0.027, 0],
    [0.033, 0.01],
    [0.033, 0.108],
    [0.027, 0.12],
    [0.026, 0.122],
    [0.025, 0.118],
    [0, 0.118],
  ],
  material: metal("#d23b36", 0.3),
  lid: {
    solid: union(
      move(cylinder(0.001, 0.0245), [0, 0, 0.1185]),
      move(scale(ring(0.005, 0.0015), [1, 1.5, 1]), [0, -0.004, 0.1205]),
    ),
    material: aluminium,
  },
});

const sprayCan = round({
  names: ["aerosol can", "spray can", "spray paint"],
  near: ["deodorant", "hairspray", "shaving cream"],
  profile: [
    [0, 0],
    [0.032, 0],
    [0.033, 0.005],
    [0.033, 0.15],
    [0.024, 0.168],
    [0, 0.17],
  ],
  material: glossy("#3f9a5d"),
  lid: {
    solid: union(
      move(cylinder(0.03, 0.012), [0, 0, 0.168]),
      move(box(0.006, 0.012, 0.008), [0, -0.01, 0.186]),
    ),
    material: matte("#f2f3f4"),
  },
});

const thermos = round({
  names: [
    "thermos",
    "thermos bottle",
    "thermos flask",
    "water bottle",
    "vacuum flask",
    "sports bottle",
  ],
  near: ["canteen", "shaker"],
  profile: smooth([
    [0, 0],
    [0.036, 0],
    [0.037, 0.03],
    [0.037, 0.17],
    [0.026, 0.195],
    [0.026, 0.2],
    [0, 0.2],
  ]),
  material: metal("#4a86b8", 0.35),
  lid: {
    solid: union(
      move(cylinder(0.035, 0.028), [0, 0, 0.2]),
      move(turn(ring(0.016, 0.004), [90, 0, 0]), [0, 0, 0.245]),
    ),
    material: matte("#26282d", 0.5),
  },
});

const saltShaker = round({
  names: ["saltshaker", "salt shaker", "pepper shaker", "pepper mill"],
  near: ["condiment", "spice jar"],
  profile: smooth([
    [0, 0],
    [0.024, 0],
    [0.024, 0.02],
    [0.018, 0.05],
    [0.02, 0.07],
    [0, 0.071],
  ]),
  material: glass("#e9f1f3", 0.6),
  lid: {
    solid: cut(
      move(ball([0.021, 0.021, 0.02]), [0, 0, 0.07]),
      move(box(0.1, 0.1, 0.05), [0, 0, 0.018]),
      around(move(cylinder(0.05, 0.002), [0.008, 0, 0.07]), 5),
    ),
    material: aluminium,
  },
  label: { radius: 0.0215, from: 0.006, to: 0.02, color: "#f4f4f2" },
});

const lotion = round({
  names: ["shampoo", "shampoo bottle", "dispenser", "soap dispenser", "lotion bottle"],
  near: ["cleansing agent", "lotion", "hand sanitizer", "detergent"],
  profile: smooth([
    [0, 0],
    [0.034, 0],
    [0.035, 0.02],
    [0.034, 0.12],
    [0.014, 0.145],
    [0.013, 0.15],
    [0, 0.15],
  ]),
  material: glossy("#e8a6bf"),
  lid: {
    solid: union(
      move(cylinder(0.02, 0.016), [0, 0, 0.15]),
      move(cylinder(0.03, 0.004), [0, 0, 0.165]),
      move(box(0.018, 0.05, 0.01, 0.004), [0, -0.014, 0.19]),
    ),
    material: matte("#f7f7f5", 0.5),
  },
});

const tray: Family = {
  names: ["tray", "serving tray", "baking tray"],
  surface: 0.012,
  build: ({ main }) => [
    part(
      union(
        cut(box(0.44, 0.3, 0.035, 0.014), move(box(0.42, 0.28, 0.05, 0.012), [0, 0, 0.01])),
        ...[-1, 1].map((side) =>
          tube(
            [
              [side * 0.212, -0.06, 0.03],
              [side * 0.235, -0.04, 0.048],
              [side * 0.235, 0.04, 0.048],
              [side * 0.212, 0.06, 0.03],
            ],
            0.006,
          ),
        ),
      ),
      main(metal("#b9bec4", 0.3)),
    ),
  ],
};

const jugProfile = smooth([
  [0, 0],
  [0.055, 0],
  [0.075, 0.06],
  [0.055, 0.15],
  [0.05, 0.19],
  [0.06, 0.22],
  [0.056, 0.22],
  [0.046, 0.188],
  [0.05, 0.15],
  [0.068, 0.06],
  [0.05, 0.012],
  [0, 0.012],
]);

const pitcher: Family = {
  names: ["pitcher", "jug", "water jug", "milk jug", "carafe"],
  near: ["cream pitcher", "gravy boat"],
  parts: ["handle"],
  inside: 0.02,
  build: ({ main, detail }) => [
    part(
      union(lathe(jugProfile), move(turn(cone(0.05, 0.02), [0, -70, 0]), [-0.045, 0, 0.205])),
      main(glossy("#e9e4d8")),
    ),
    part(
      tube(
        [
          [0.052, 0, 0.2],
          [0.095, 0, 0.205],
          [0.11, 0, 0.16],
          [0.1, 0, 0.1],
          [0.07, 0, 0.08],
        ],
        0.009,
      ),
      detail("handle", main(glossy("#e9e4d8"))),
    ),
  ],
};

const wateringCan: Family = {
  names: ["watering can", "watering pot"],
  parts: ["handle", "spout"],
  build({ main, detail }) {
    const own = main(metal("#5d8f6b", 0.45));
    return [
      part(cut(cylinder(0.22, 0.13, 0.11), move(cylinder(0.3, 0.11, 0.1), [0, -0.03, 0.19])), own),
      part(
        union(
          hull(move(ball(0.03), [-0.1, 0, 0.05]), move(ball(0.014), [-0.3, 0, 0.25])),
          move(turn(cone(0.06, 0.05), [0, 125, 0]), [-0.33, 0, 0.285]),
        ),
        detail("spout", own),
      ),
      part(
        union(
          tube(arc(0.1, 0, 180, [0, 0, 0.21], 12), 0.01),
          tube(arc(0.08, -80, 90, [0.11, 0, 0.13], 12), 0.01),
        ),
        detail("handle", own),
      ),
    ];
  },
};

const carton: Family = {
  names: ["milk carton", "juice carton", "juice box"],
  near: ["milk", "juice", "orange juice", "fruit juice"],
  parts: ["cap", "label"],
  build: ({ main, detail }) => [
    part(
      union(
        box(0.09, 0.09, 0.18),
        hull(
          move(box(0.09, 0.09, 0.001), [0, 0, 0.18]),
          move(box(0.09, 0.004, 0.001), [0, 0, 0.225]),
        ),
        move(box(0.09, 0.005, 0.02), [0, 0, 0.225]),
      ),
      main(matte("#f3f5f7", 0.5)),
    ),
    part(move(box(0.092, 0.092, 0.07), [0, 0, 0.04]), detail("label", matte("#3a7fd0", 0.5))),
    part(
      move(turn(cylinder(0.016, 0.016), [50, 0, 0]), [0, -0.024, 0.2]),
      detail("cap", matte("#d23b36", 0.5)),
    ),
  ],
};

const squeezeTube: Family = {
  names: ["toothpaste", "tube of toothpaste", "toothpaste tube"],
  near: ["lip balm", "sunscreen", "glue", "ointment", "hand cream"],
  parts: ["cap"],
  build: ({ main, detail }) => [
    part(
      hull(move(cylinder(0.002, 0.02), [0, 0, 0.03]), move(box(0.048, 0.003, 0.012), [0, 0, 0.15])),
      main(glossy("#e9eef2")),
    ),
    part(cylinder(0.03, 0.017, 0.013), detail("cap", glossy("#2f7fc8"))),
    part(
      hull(
        move(cylinder(0.002, 0.0208), [0, 0, 0.055]),
        move(box(0.046, 0.012, 0.002), [0, 0, 0.11]),
      ),
      matte("#d6403a", 0.4),
    ),
  ],
};

const paperBag: Family = {
  names: ["paper bag", "shopping bag", "gift bag", "bag", "grocery bag"],
  near: ["plastic bag", "packet", "sack"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      cut(
        hull(box(0.26, 0.13, 0.01), move(box(0.27, 0.12, 0.01), [0, 0, 0.32])),
        move(
          hull(box(0.25, 0.12, 0.01), move(box(0.262, 0.112, 0.02), [0, 0, 0.32])),
          [0, 0, 0.01],
        ),
      ),
      main(matte("#c79c66", 0.95)),
    ),
    part(
      union(
        ...[-1, 1].map((side) =>
          tube(
            [
              [-0.06, side * 0.055, 0.3],
              [-0.055, side * 0.055, 0.39],
              [0, side * 0.055, 0.43],
              [0.055, side * 0.055, 0.39],
              [0.06, side * 0.055, 0.3],
            ],
            0.006,
          ),
        ),
      ),
      detail("handle", matte("#8a6238", 0.9)),
    ),
  ],
};

const handbag: Family = {
  names: ["handbag", "purse", "tote bag", "shoulder bag", "leather bag", "satchel", "duffel bag"],
  near: ["clutch bag", "messenger bag", "saddlebag"],
  parts: ["handle", "strap", "buckle", "clasp"],
  build({ main, detail, has }) {
    const leather = main(matte("#8a4a2c", 0.5));
    const isLong = has("duffel");
    const width = isLong ? 0.56 : 0.34;
    return [
      part(
        hull(
          box(width, 0.16, 0.04, 0.018),
          move(box(width * 0.86, 0.06, 0.02, 0.009), [0, 0, 0.22]),
        ),
        leather,
      ),
      part(
        hull(
          move(box(width * 0.7, 0.11, 0.02, 0.009), [0, -0.015, 0.214]),
          move(box(width * 0.5, 0.012, 0.02, 0.005), [0, -0.07, 0.11]),
        ),
        leather,
      ),
      part(
        tube(
          [
            [-width * 0.34, 0, 0.2],
            [-width * 0.33, 0, 0.32],
            [-width * 0.15, 0, 0.4],
            [width * 0.15, 0, 0.4],
            [width * 0.33, 0, 0.32],
            [width * 0.34, 0, 0.2],
          ],
          0.011,
        ),
        detail("handle", detail("strap", matte("#5c2f1b", 0.5))),
      ),
      part(
        move(box(0.045, 0.012, 0.035, 0.005), [0, -0.079, 0.1]),
        detail("buckle", detail("clasp", metal("#d9b25a"))),
      ),
    ];
  },
};

const backpack: Family = {
  names: ["backpack", "rucksack", "school bag", "knapsack"],
  parts: ["pocket", "strap"],
  build: ({ main, detail }) => [
    part(
      union(
        box(0.32, 0.18, 0.44, 0.075),
        move(turn(ring(0.035, 0.009), [90, 0, 0]), [0, 0.04, 0.45]),
      ),
      main(matte("#2f6db0", 0.8)),
    ),
    part(
      move(box(0.25, 0.08, 0.2, 0.035), [0, -0.1, 0.03]),
      detail("pocket", matte("#24538a", 0.8)),
    ),
    part(
      union(
        ...[-0.09, 0.09].map((x) =>
          tube(
            [
              [x, 0.08, 0.4],
              [x * 1.15, 0.15, 0.33],
              [x * 1.25, 0.16, 0.18],
              [x * 1.2, 0.08, 0.06],
            ],
            0.017,
          ),
        ),
      ),
      detail("strap", matte("#2a2c33", 0.8)),
    ),
    part(move(box(0.26, 0.01, 0.012), [0, -0.142, 0.17]), metal("#c9ccd1")),
  ],
};

const wallet: Family = {
  names: ["wallet", "billfold"],
  near: ["passport", "purse wallet"],
  build: ({ main }) => [
    part(
      union(
        move(turn(box(0.11, 0.012, 0.09, 0.004), [0, 0, 14]), [-0.05, 0, 0]),
        move(turn(box(0.11, 0.012, 0.09, 0.004), [0, 0, -14]), [0.05, 0, 0]),
      ),
      main(matte("#6b3d22", 0.5)),
    ),
    part(
      move(turn(box(0.085, 0.004, 0.03), [0, 0, -14]), [0.05, -0.003, 0.07]),
      matte("#4c9f70", 0.7),
    ),
  ],
};

const birdcage: Family = {
  names: ["birdcage", "bird cage", "cage"],
  inside: 0.03,
  build: ({ main }) => [
    part(
      union(
        cylinder(0.025, 0.2),
        move(ring(0.19, 0.008), [0, 0, 0.3]),
        around(
          tube(
            [
              [0.19, 0, 0.02],
              [0.19, 0, 0.3],
              [0.17, 0, 0.38],
              [0.11, 0, 0.45],
              [0, 0, 0.48],
            ],
            0.004,
          ),
          18,
        ),
        move(turn(ring(0.03, 0.006), [90, 0, 0]), [0, 0, 0.51]),
      ),
      main(metal("#c9a24a", 0.35)),
    ),
    part(move(turn(cylinder(0.36, 0.006), [0, 90, 0]), [-0.18, 0, 0.16]), matte("#8a5a33")),
  ],
};

const birdhouse: Family = {
  names: ["birdhouse", "bird house", "nesting box"],
  near: ["birdfeeder", "bird feeder", "doghouse", "dog house"],
  parts: ["roof"],
  build: ({ main, detail }) => [
    part(
      cut(
        slab(
          [
            [-0.1, 0],
            [0.1, 0],
            [0.1, 0.18],
            [0, 0.27],
            [-0.1, 0.18],
          ],
          0.18,
        ),
        move(turn(cylinder(0.1, 0.028), [90, 0, 0]), [0, -0.05, 0.14]),
      ),
      main(matte("#c08a52")),
    ),
    part(
      union(
        ...[-1, 1].map((side) =>
          move(turn(box(0.2, 0.24, 0.014), [0, side * 42, 0]), [side * 0.068, 0, 0.22]),
        ),
      ),
      detail("roof", matte("#a03a32")),
    ),
    part(move(turn(cylinder(0.06, 0.007), [90, 0, 0]), [0, -0.09, 0.09]), matte("#7d5230")),
  ],
};

const lantern: Family = {
  names: ["lantern", "oil lamp", "candle lantern"],
  near: ["gas lamp"],
  build: ({ main }) => [
    part(
      union(
        box(0.16, 0.16, 0.025),
        at(box(0.012, 0.012, 0.2), ...corners(0.066, 0.066, 0.02)),
        hull(move(box(0.17, 0.17, 0.015), [0, 0, 0.22]), move(box(0.05, 0.05, 0.01), [0, 0, 0.28])),
        move(turn(ring(0.04, 0.006), [90, 0, 0]), [0, 0, 0.325]),
      ),
      main(metal("#3d4046", 0.5)),
    ),
    part(move(box(0.13, 0.13, 0.19), [0, 0, 0.026]), glass("#f6e3b0", 0.3)),
    part(move(cylinder(0.09, 0.025), [0, 0, 0.026]), matte("#f4efe0")),
    part(move(scale(ball(0.014), [1, 1, 1.9]), [0, 0, 0.145]), {
      ...matte("#ffb640"),
      glows: true,
    }),
  ],
};

const tin = round({
  names: ["canister", "tin box", "biscuit tin", "bread bin"],
  near: ["bread-bin", "tea caddy", "medicine", "cigarette case", "pill bottle"],
  profile: [
    [0, 0],
    [0.07, 0],
    [0.072, 0.004],
    [0.072, 0.15],
    [0, 0.15],
  ],
  material: metal("#4b86a8", 0.35),
  lid: {
    solid: union(move(cylinder(0.025, 0.075), [0, 0, 0.145]), move(ball(0.014), [0, 0, 0.18])),
    material: metal("#d9b25a", 0.3),
  },
  label: { radius: 0.0726, from: 0.03, to: 0.11, color: "#f1e6cc" },
});

const papercup = round({
  names: ["paper cup", "dixie cup", "takeaway cup", "takeaway coffee", "plastic cup"],
  near: ["yogurt", "yoghurt"],
  profile: [
    [0, 0],
    [0.028, 0],
    [0.042, 0.11],
    [0, 0.11],
  ],
  material: matte("#f4f2ec", 0.7),
  lid: {
    solid: union(
      move(cylinder(0.012, 0.045, 0.042), [0, 0, 0.107]),
      move(cylinder(0.01, 0.036), [0, 0, 0.118]),
    ),
    material: matte("#3a2d26", 0.5),
  },
});

const hamper: Family = {
  names: ["laundry basket", "clothes hamper", "hamper"],
  near: ["saddle basket"],
  inside: 0.05,
  build: ({ main }) => [
    part(
      cut(
        hull(box(0.36, 0.28, 0.02, 0.009), move(box(0.46, 0.36, 0.02, 0.009), [0, 0, 0.36])),
        move(hull(box(0.34, 0.26, 0.02), move(box(0.44, 0.34, 0.02), [0, 0, 0.38])), [0, 0, 0.02]),
        ...[0.08, 0.17, 0.26].flatMap((z) =>
          [-0.14, -0.07, 0, 0.07, 0.14].map((x) => move(box(0.03, 1, 0.055, 0.01), [x, 0, z])),
        ),
        ...[0.08, 0.17, 0.26].flatMap((z) =>
          [-0.09, 0, 0.09].map((y) => move(box(1, 0.04, 0.055, 0.01), [0, y, z])),
        ),
      ),
      main(matte("#e9e4d8", 0.6)),
    ),
  ],
};

const ashtray = round({
  names: ["ashtray"],
  near: ["coaster", "petri dish"],
  profile: [
    [0, 0],
    [0.06, 0],
    [0.065, 0.03],
    [0.055, 0.03],
    [0.048, 0.01],
    [0, 0.01],
  ],
  material: glass("#9fb9c4", 0.7),
});

export const containers: readonly Family[] = [
  can,
  sprayCan,
  thermos,
  saltShaker,
  lotion,
  tray,
  pitcher,
  wateringCan,
  carton,
  squeezeTube,
  paperBag,
  handbag,
  backpack,
  wallet,
  birdcage,
  birdhouse,
  lantern,
  tin,
  papercup,
  hamper,
  ashtray,
];
