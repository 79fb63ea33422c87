import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid } from "#studio/engines/model3d/solid.ts";
import {
  around,
  ball,
  box,
  common,
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

import { steel } from "./materials.ts";

/** A bottle, a glass or a flask: turned from its outer profile, hollow above the floor. */
interface Vessel {
  readonly names: readonly string[];
  readonly near?: readonly string[];
  /** Points from the middle of the foot to the rim. */
  readonly profile: readonly Point[];
  readonly wall: number;
  readonly floor: number;
  readonly material: Material;
  /** Its contents up to a height in metres; `names` are the names of the part that has its colour. */
  readonly liquid?: {
    readonly top: number;
    readonly color: string;
    readonly names: readonly string[];
  };
  /** Further parts: a stopper, a handle, a label. `isBody` parts have the colour of the vessel. */
  readonly extras?: readonly Extra[];
  readonly inside?: number;
  /** Shapes the turned body: flattens or squares it. */
  readonly form?: (body: Solid) => Solid;
}

interface Extra {
  readonly name: string;
  readonly solid: Solid;
  readonly material: Material;
  readonly isBody?: boolean;
}

function toFamily(vessel: Vessel): Family {
  const { names, near, profile, wall, floor, material, liquid, extras = [], inside } = vessel;
  const form = vessel.form ?? ((body: Solid) => body);
  const parts = [...extras.map(({ name }) => name), ...(liquid?.names ?? [])];
  return {
    names,
    ...(near === undefined ? {} : { near }),
    ...(inside === undefined ? {} : { inside }),
    parts,
    build: ({ main, detail }) => [
      part(form(turnedVessel(profile, wall, floor)), main(material)),
      ...(liquid ? [part(form(contents(vessel, liquid.top)), named(liquid, detail))] : []),
      ...extras.map(({ name, solid, isBody, material: own }) =>
        part(solid, detail(name, isBody ? main(own) : own)),
      ),
    ],
  };
}

function named(
  { names, color }: NonNullable<Vessel["liquid"]>,
  detail: (name: string, own: Material) => Material,
): Material {
  return names.reduce((own, name) => detail(name, own), matte(color, 0.25));
}

/** Turns an outer profile to a body that is hollow above the floor and open at the rim. */
function turnedVessel(profile: readonly Point[], wall: number, floor: number): Solid {
  const [, top = 0] = profile.at(-1) ?? [];
  return cut(lathe([...profile, [0, top]]), lathe(roomOf(profile, wall, floor)));
}

/** Offsets a profile inwards, from the floor to above the rim. */
function roomOf(profile: readonly Point[], wall: number, floor: number): Point[] {
  const first = profile.findIndex(([, z]) => z > floor);
  const [above, below] = [profile[first] ?? [0, 0], profile[first - 1] ?? [0, 0]];
  const share = (floor - below[1]) / (above[1] - below[1] || 1);
  const atFloor = below[0] + (above[0] - below[0]) * share;
  const inner = profile
    .slice(first)
    .filter(([radius]) => radius > 0)
    .map(([radius, z]): Point => [Math.max(0, radius - wall), z]);
  const [rim = 0, top = 0] = inner.at(-1) ?? [];
  return [
    [0, floor],
    [Math.max(0, atFloor - wall), floor],
    ...inner,
    [rim, top + 0.02],
    [0, top + 0.02],
  ];
}

function contents({ profile, wall, floor }: Vessel, top: number): Solid {
  const gap = 0.0004;
  return common(
    lathe(roomOf(profile, wall + gap, floor + gap)),
    move(box(1, 1, top - floor), [0, 0, floor]),
  );
}

const clear = glass("#dcebf0", 0.3);
const gold = metal("#d9b25a", 0.2);
const paper = matte("#f4ecd8", 0.7);

/** A sleeve around a turned body. */
function sleeve(radius: number, from: number, to: number): Solid {
  return cut(
    move(cylinder(to - from, radius + 0.0006), [0, 0, from]),
    move(cylinder(to - from + 0.02, radius - 0.0006), [0, 0, from - 0.01]),
  );
}

/** A handle on the +x side, between two heights. */
function loop(radius: number, from: number, to: number, thick: number): Solid {
  const reach = (to - from) * 0.55;
  return tube(
    smooth([
      [radius - thick * 0.4, to],
      [radius + reach * 0.7, to],
      [radius + reach, (from + to) / 2],
      [radius + reach * 0.7, from],
      [radius - thick * 0.4, from],
    ]).map(([x, z]) => [x, 0, z] as const),
    thick,
  );
}

const perfumeBottle: Family = {
  names: [
    "perfume bottle",
    "bottle of perfume",
    "cologne",
    "cologne bottle",
    "fragrance bottle",
    "scent bottle",
  ],
  near: ["perfume", "atomizer"],
  parts: ["stopper", "cap", "lid", "perfume", "label", "bulb", "tassel"],
  build({ main, detail, has }) {
    const shape = (inset: number) =>
      hull(
        move(scale(cylinder(0.001, 0.026 - inset), [1.25, 0.75, 1]), [0, 0, inset]),
        move(scale(cylinder(0.02, 0.036 - inset), [1.25, 0.75, 1]), [0, 0, 0.022]),
        move(scale(cylinder(0.001, 0.016 - inset), [1.25, 0.75, 1]), [0, 0, 0.07 - inset]),
      );
    const hasBulb = has("atomizer", "bulb", "vintage", "antique");
    const collar = union(
      move(cylinder(0.01, 0.0115), [0, 0, 0.069]),
      move(ring(0.0115, 0.0022), [0, 0, 0.072]),
    );
    return [
      part(
        cut(union(shape(0), move(cylinder(0.012, 0.0095), [0, 0, 0.064])), shape(0.004)),
        main(glass("#e6c9e8", 0.5)),
      ),
      part(
        common(shape(0.0045), move(box(0.2, 0.2, 0.042), [0, 0, 0])),
        detail("perfume", glass("#e58fb4", 0.85)),
      ),
      part(collar, gold),
      ...(hasBulb
        ? [
            part(
              union(
                move(cylinder(0.014, 0.008, 0.006), [0, 0, 0.078]),
                move(turn(cylinder(0.012, 0.0025), [0, -90, 0]), [-0.005, 0, 0.086]),
                move(ball(0.006), [0, 0, 0.093]),
              ),
              gold,
            ),
            part(
              union(
                tube(
                  smooth([
                    [0.005, 0.086],
                    [0.02, 0.09],
                    [0.036, 0.08],
                    [0.045, 0.062],
                  ]).map(([x, z]) => [x, 0, z] as const),
                  0.0022,
                ),
                move(turn(scale(ball(0.014), [0.85, 0.85, 1.2]), [0, -20, 0]), [0.049, 0, 0.047]),
              ),
              detail("bulb", matte("#8e2f4f", 0.6)),
            ),
          ]
        : [
            part(
              union(
                move(cylinder(0.008, 0.008, 0.006), [0, 0, 0.078]),
                move(
                  scale(
                    cut(
                      ball(0.019),
                      ...[-1, 1].map((side) => move(box(0.1, 0.02, 0.1), [0, side * 0.021, -0.05])),
                    ),
                    [1, 0.9, 1],
                  ),
                  [0, 0, 0.1],
                ),
              ),
              detail("stopper", detail("cap", detail("lid", glass("#f2e6f4", 0.75)))),
            ),
          ]),
    ];
  },
};

const vessels: readonly Vessel[] = [
  {
    names: [
      "beer bottle",
      "bottle of beer",
      "longneck bottle",
      "root beer",
      "soda bottle",
      "cola bottle",
      "glass soda bottle",
    ],
    near: ["cider"],
    profile: smooth([
      [0, 0],
      [0.03, 0],
      [0.0305, 0.006],
      [0.0305, 0.12],
      [0.027, 0.145],
      [0.015, 0.175],
      [0.0135, 0.2],
      [0.013, 0.222],
      [0.0135, 0.225],
    ]),
    wall: 0.002,
    floor: 0.004,
    material: glass("#7a4517", 0.88),
    extras: [
      {
        name: "cap",
        solid: union(
          move(cylinder(0.007, 0.0155, 0.0135), [0, 0, 0.221]),
          move(around(move(cylinder(0.005, 0.0015), [0.0148, 0, 0]), 20), [0, 0, 0.221]),
        ),
        material: metal("#c9a33c", 0.3),
      },
      {
        name: "label",
        solid: union(sleeve(0.0308, 0.035, 0.1), sleeve(0.0142, 0.185, 0.2)),
        material: paper,
      },
    ],
  },
  {
    names: ["milk bottle", "bottle of milk"],
    profile: smooth([
      [0, 0],
      [0.038, 0],
      [0.04, 0.006],
      [0.04, 0.12],
      [0.034, 0.15],
      [0.02, 0.185],
      [0.019, 0.205],
      [0.023, 0.21],
      [0.023, 0.22],
    ]),
    wall: 0.0025,
    floor: 0.005,
    material: glass("#e8f1f4", 0.4),
    liquid: { top: 0.17, color: "#fbfaf5", names: ["milk"] },
    extras: [
      {
        name: "cap",
        solid: move(cylinder(0.006, 0.0225, 0.021), [0, 0, 0.217]),
        material: metal("#b9c2cc", 0.2),
      },
    ],
  },
  {
    names: ["baby bottle", "feeding bottle", "nursing bottle"],
    profile: smooth([
      [0, 0],
      [0.03, 0],
      [0.031, 0.005],
      [0.027, 0.05],
      [0.031, 0.11],
      [0.027, 0.125],
      [0.026, 0.13],
    ]),
    wall: 0.0015,
    floor: 0.003,
    material: glass("#e4eef2", 0.42),
    liquid: { top: 0.085, color: "#fbf8ee", names: ["milk"] },
    extras: [
      {
        name: "ring",
        solid: union(
          move(cylinder(0.018, 0.03, 0.029), [0, 0, 0.125]),
          move(around(move(cylinder(0.016, 0.0015), [0.03, 0, 0]), 24), [0, 0, 0.126]),
        ),
        material: glossy("#6fb3e0"),
      },
      {
        name: "nipple",
        solid: move(
          lathe(
            smooth([
              [0, 0],
              [0.024, 0],
              [0.021, 0.008],
              [0.009, 0.018],
              [0.0085, 0.026],
              [0.006, 0.032],
              [0, 0.034],
            ]),
          ),
          [0, 0, 0.142],
        ),
        material: matte("#ecc79d", 0.5),
      },
    ],
  },
  {
    names: [
      "champagne bottle",
      "bottle of champagne",
      "prosecco",
      "sparkling wine",
      "bottle of prosecco",
    ],
    profile: smooth([
      [0, 0],
      [0.043, 0],
      [0.044, 0.008],
      [0.044, 0.13],
      [0.04, 0.17],
      [0.018, 0.235],
      [0.015, 0.29],
      [0.0165, 0.295],
    ]),
    wall: 0.003,
    floor: 0.01,
    material: glass("#2c4a2c", 0.92),
    extras: [
      {
        name: "foil",
        solid: union(
          lathe(
            smooth([
              [0, 0.215],
              [0.025, 0.215],
              [0.0165, 0.25],
              [0.0165, 0.298],
              [0, 0.298],
            ]),
          ),
          move(scale(ball(0.0185), [1, 1, 0.8]), [0, 0, 0.3]),
        ),
        material: gold,
      },
      {
        name: "label",
        solid: union(sleeve(0.0442, 0.04, 0.11), sleeve(0.027, 0.205, 0.21)),
        material: paper,
      },
    ],
  },
  {
    names: [
      "whiskey bottle",
      "whisky bottle",
      "bottle of whiskey",
      "bottle of whisky",
      "rum bottle",
      "bottle of rum",
      "liquor bottle",
      "bourbon bottle",
    ],
    near: ["liquor", "alcohol", "tequila", "whiskey", "whisky", "rum", "bourbon"],
    profile: [
      [0, 0],
      [0.055, 0],
      [0.057, 0.004],
      [0.057, 0.14],
      [0.05, 0.158],
      [0.019, 0.168],
      [0.016, 0.175],
      [0.016, 0.215],
      [0.019, 0.217],
      [0.019, 0.225],
    ],
    wall: 0.004,
    floor: 0.012,
    material: glass("#dfeaec", 0.3),
    liquid: { top: 0.1, color: "#b5651d", names: ["whiskey", "whisky", "rum"] },
    form: (body) => scale(body, [0.9, 0.62, 1]),
    extras: [
      {
        name: "cork",
        solid: union(
          move(cylinder(0.01, 0.011), [0, 0, 0.218]),
          move(cylinder(0.016, 0.017), [0, 0, 0.225]),
        ),
        material: matte("#3a2418", 0.5),
      },
      {
        name: "label",
        solid: common(
          scale(sleeve(0.0575, 0.035, 0.11), [0.9, 0.62, 1]),
          move(box(0.07, 0.1, 0.3), [0, -0.05, 0]),
        ),
        material: paper,
      },
    ],
  },
  {
    names: ["decanter", "wine decanter", "whiskey decanter", "crystal decanter"],
    profile: smooth([
      [0, 0],
      [0.06, 0],
      [0.09, 0.02],
      [0.08, 0.06],
      [0.03, 0.12],
      [0.017, 0.17],
      [0.016, 0.2],
      [0.026, 0.225],
    ]),
    wall: 0.003,
    floor: 0.006,
    material: clear,
    liquid: { top: 0.055, color: "#7b1327", names: ["wine", "whiskey"] },
    extras: [
      {
        name: "stopper",
        solid: union(
          move(cylinder(0.02, 0.012, 0.018), [0, 0, 0.212]),
          move(ball([0.024, 0.024, 0.028]), [0, 0, 0.256]),
        ),
        material: glass("#eaf4f7", 0.65),
      },
    ],
  },
  {
    names: ["spray bottle", "trigger spray", "cleaning spray"],
    near: ["window cleaner"],
    profile: smooth([
      [0, 0],
      [0.04, 0],
      [0.042, 0.008],
      [0.042, 0.12],
      [0.03, 0.15],
      [0.016, 0.18],
      [0.015, 0.19],
    ]),
    wall: 0.002,
    floor: 0.004,
    material: glass("#9fd3ee", 0.55),
    liquid: { top: 0.1, color: "#3fa7dc", names: ["cleaner"] },
    extras: [
      {
        name: "trigger",
        solid: union(
          move(cylinder(0.02, 0.019), [0, 0, 0.185]),
          hull(
            move(box(0.03, 0.024, 0.03, 0.006), [0.012, 0, 0.205]),
            move(box(0.05, 0.02, 0.018, 0.006), [-0.02, 0, 0.22]),
          ),
          move(turn(cylinder(0.014, 0.009), [0, -90, 0]), [-0.042, 0, 0.229]),
          tube(
            [
              [-0.02, 0, 0.222],
              [-0.036, 0, 0.2],
              [-0.03, 0, 0.172],
            ],
            0.005,
          ),
        ),
        material: glossy("#e2493d"),
      },
      { name: "label", solid: sleeve(0.0424, 0.03, 0.095), material: matte("#f7f7f4", 0.6) },
    ],
  },
  {
    names: [
      "ketchup bottle",
      "ketchup",
      "bottle of ketchup",
      "mustard bottle",
      "squeeze bottle",
      "sauce bottle",
    ],
    near: ["hot sauce", "mustard", "mayonnaise"],
    profile: smooth([
      [0, 0],
      [0.034, 0],
      [0.036, 0.006],
      [0.034, 0.06],
      [0.036, 0.11],
      [0.026, 0.14],
      [0.02, 0.15],
    ]),
    wall: 0.002,
    floor: 0.004,
    material: glossy("#c81f1c"),
    extras: [
      {
        name: "cap",
        solid: union(
          move(cylinder(0.016, 0.022, 0.02), [0, 0, 0.146]),
          move(cylinder(0.03, 0.01, 0.003), [0, 0, 0.16]),
        ),
        material: glossy("#f5f3ee"),
      },
      { name: "label", solid: sleeve(0.0352, 0.04, 0.09), material: matte("#f7f3e6", 0.6) },
    ],
  },
  {
    names: ["inkwell", "ink bottle", "bottle of ink", "ink pot", "inkpot", "ink jar"],
    near: ["ink"],
    profile: [
      [0, 0],
      [0.032, 0],
      [0.034, 0.003],
      [0.034, 0.03],
      [0.018, 0.042],
      [0.013, 0.045],
      [0.013, 0.053],
      [0.016, 0.055],
      [0.016, 0.058],
    ],
    wall: 0.003,
    floor: 0.004,
    material: glass("#cfe0e8", 0.28),
    liquid: { top: 0.032, color: "#15224d", names: ["ink"] },
    extras: [
      {
        name: "lid",
        solid: move(
          turn(union(cylinder(0.005, 0.017), move(ball(0.006), [0, 0, 0.007])), [0, 80, 0]),
          [0.026, 0, 0.072],
        ),
        material: gold,
      },
    ],
  },
  {
    names: [
      "mason jar",
      "preserving jar",
      "canning jar",
      "jam jar",
      "jar of jam",
      "honey jar",
      "jar of honey",
    ],
    near: ["jam", "honey"],
    inside: 0.006,
    profile: smooth([
      [0, 0],
      [0.038, 0],
      [0.042, 0.006],
      [0.042, 0.095],
      [0.035, 0.112],
      [0.033, 0.12],
      [0.033, 0.13],
    ]),
    wall: 0.0025,
    floor: 0.005,
    material: glass("#dcebf0", 0.38),
    extras: [
      {
        name: "lid",
        solid: union(
          move(cylinder(0.014, 0.0355), [0, 0, 0.118]),
          move(cylinder(0.002, 0.031), [0, 0, 0.132]),
        ),
        material: metal("#c9a24a", 0.3),
      },
    ],
  },
  {
    names: ["martini glass", "cocktail glass", "cocktail", "martini", "margarita"],
    near: ["cosmopolitan"],
    profile: [
      [0, 0],
      [0.04, 0],
      [0.04, 0.003],
      [0.008, 0.009],
      [0.0045, 0.016],
      [0.0045, 0.1],
      [0.008, 0.106],
      [0.06, 0.16],
      [0.061, 0.162],
    ],
    wall: 0.0022,
    floor: 0.106,
    material: clear,
    liquid: { top: 0.15, color: "#b9dc7a", names: ["martini", "cocktail", "drink"] },
    extras: [
      { name: "olive", solid: move(ball(0.0105), [0.012, 0, 0.152]), material: glossy("#7f9a34") },
      {
        name: "pick",
        solid: tube(
          [
            [-0.012, 0, 0.125],
            [0.055, 0, 0.187],
          ],
          0.0012,
        ),
        material: matte("#c99b5c"),
      },
    ],
  },
  {
    names: ["shot glass", "shot"],
    profile: [
      [0, 0],
      [0.018, 0],
      [0.019, 0.001],
      [0.024, 0.058],
      [0.0245, 0.06],
    ],
    wall: 0.003,
    floor: 0.014,
    material: clear,
    liquid: { top: 0.046, color: "#c98a2b", names: ["liquor", "tequila"] },
  },
  {
    names: [
      "tumbler",
      "whiskey glass",
      "whisky glass",
      "rocks glass",
      "glass of whiskey",
      "glass of whisky",
      "lowball glass",
      "old fashioned glass",
    ],
    profile: [
      [0, 0],
      [0.036, 0],
      [0.037, 0.002],
      [0.041, 0.088],
      [0.0415, 0.09],
    ],
    wall: 0.003,
    floor: 0.014,
    material: clear,
    liquid: { top: 0.04, color: "#b8681c", names: ["whiskey", "whisky"] },
    extras: [
      {
        name: "ice",
        solid: union(
          move(turn(box(0.026, 0.026, 0.026, 0.003), [12, 8, 20]), [-0.008, -0.008, 0.026]),
          move(turn(box(0.024, 0.024, 0.024, 0.003), [-14, 18, 50]), [0.013, 0.01, 0.03]),
        ),
        material: glass("#eef8fc", 0.8),
      },
    ],
  },
  {
    names: ["snifter", "brandy snifter", "brandy glass", "cognac glass"],
    near: ["brandy", "cognac"],
    profile: smooth([
      [0, 0],
      [0.034, 0],
      [0.03, 0.004],
      [0.006, 0.01],
      [0.0055, 0.03],
      [0.02, 0.042],
      [0.046, 0.07],
      [0.044, 0.1],
      [0.03, 0.135],
    ]),
    wall: 0.002,
    floor: 0.042,
    material: clear,
    liquid: { top: 0.07, color: "#a8531a", names: ["brandy", "cognac"] },
  },
  {
    names: [
      "beer mug",
      "beer stein",
      "stein",
      "mug of beer",
      "glass of beer",
      "pint of beer",
      "beer",
      "tankard",
    ],
    near: ["ale", "lager"],
    profile: [
      [0, 0],
      [0.045, 0],
      [0.047, 0.004],
      [0.047, 0.145],
      [0.046, 0.15],
    ],
    wall: 0.004,
    floor: 0.014,
    material: glass("#e8f0f2", 0.4),
    liquid: { top: 0.135, color: "#e3a11f", names: ["beer", "ale"] },
    extras: [
      {
        name: "handle",
        solid: loop(0.046, 0.035, 0.12, 0.007),
        material: glass("#e8f0f2", 0.55),
        isBody: true,
      },
      {
        name: "foam",
        solid: union(
          move(cylinder(0.018, 0.042), [0, 0, 0.135]),
          ...[0, 1, 2, 3, 4, 5, 6].map((index) =>
            move(ball(0.015), [
              0.028 * Math.cos(index * 0.9),
              0.028 * Math.sin(index * 0.9),
              0.152,
            ]),
          ),
          move(ball(0.02), [0, 0, 0.155]),
        ),
        material: matte("#fffaf0", 0.95),
      },
    ],
  },
  {
    names: ["pint glass", "beer glass"],
    profile: [
      [0, 0],
      [0.03, 0],
      [0.031, 0.003],
      [0.036, 0.09],
      [0.044, 0.118],
      [0.044, 0.15],
    ],
    wall: 0.0025,
    floor: 0.01,
    material: clear,
    liquid: { top: 0.125, color: "#e3a11f", names: ["beer", "ale"] },
    extras: [
      {
        name: "foam",
        solid: move(cylinder(0.02, 0.041), [0, 0, 0.125]),
        material: matte("#fffaf0", 0.95),
      },
    ],
  },
  {
    names: ["milkshake", "sundae", "ice cream sundae", "parfait"],
    near: ["smoothie"],
    profile: smooth([
      [0, 0],
      [0.036, 0],
      [0.034, 0.005],
      [0.012, 0.014],
      [0.012, 0.024],
      [0.03, 0.06],
      [0.04, 0.14],
      [0.045, 0.16],
    ]),
    wall: 0.002,
    floor: 0.022,
    material: clear,
    liquid: {
      top: 0.155,
      color: "#f2a7bd",
      names: ["milkshake", "shake", "strawberry", "chocolate", "vanilla"],
    },
    extras: [
      {
        name: "cream",
        solid: union(
          ...[0, 1, 2, 3].map((index) =>
            move(ring(0.03 - index * 0.0085, 0.011), [0, 0, 0.165 + index * 0.014]),
          ),
          move(ball(0.011), [0, 0, 0.22]),
        ),
        material: matte("#fffaf2", 0.9),
      },
      { name: "cherry", solid: move(ball(0.011), [0, 0, 0.235]), material: glossy("#c8172a") },
      {
        name: "straw",
        solid: tube(
          [
            [0.012, 0.01, 0.1],
            [0.04, 0.014, 0.27],
          ],
          0.0035,
        ),
        material: glossy("#e64a5b"),
      },
    ],
  },
  {
    names: ["beaker", "lab beaker", "glass beaker", "chemistry beaker"],
    inside: 0.006,
    profile: [
      [0, 0],
      [0.033, 0],
      [0.036, 0.004],
      [0.036, 0.1],
      [0.039, 0.104],
    ],
    wall: 0.0018,
    floor: 0.003,
    material: clear,
    liquid: { top: 0.06, color: "#43c06a", names: ["liquid", "fluid", "chemical"] },
    extras: [
      {
        name: "marks",
        solid: union(
          ...[0, 1, 2, 3, 4].map((index) =>
            move(box(index % 2 === 0 ? 0.016 : 0.01, 0.001, 0.0014), [
              0,
              -0.0362,
              0.025 + index * 0.014,
            ]),
          ),
        ),
        material: matte("#ffffff"),
      },
    ],
  },
  {
    names: [
      "erlenmeyer flask",
      "flask",
      "conical flask",
      "chemistry flask",
      "lab flask",
      "laboratory flask",
    ],
    profile: [
      [0, 0],
      [0.045, 0],
      [0.048, 0.005],
      [0.046, 0.014],
      [0.016, 0.085],
      [0.014, 0.092],
      [0.014, 0.125],
      [0.018, 0.128],
      [0.018, 0.132],
    ],
    wall: 0.002,
    floor: 0.004,
    material: clear,
    liquid: { top: 0.045, color: "#3c8be0", names: ["liquid", "fluid", "chemical"] },
    extras: [
      {
        name: "bubbles",
        solid: union(
          move(ball(0.004), [0.006, 0, 0.05]),
          move(ball(0.003), [-0.007, 0.004, 0.058]),
          move(ball(0.0025), [0.002, -0.004, 0.068]),
        ),
        material: glass("#a9d0f5", 0.7),
      },
    ],
  },
  {
    names: ["test tube", "vial"],
    near: ["syringe vial"],
    profile: smooth([
      [0, 0],
      [0.006, 0.002],
      [0.009, 0.009],
      [0.009, 0.13],
      [0.009, 0.15],
      [0.0115, 0.152],
    ]),
    wall: 0.0012,
    floor: 0.002,
    material: clear,
    liquid: { top: 0.085, color: "#a54bd6", names: ["liquid", "fluid", "chemical", "blood"] },
    extras: [
      {
        name: "cork",
        solid: move(cylinder(0.02, 0.0075, 0.0095), [0, 0, 0.142]),
        material: matte("#b98a55"),
      },
    ],
  },
  {
    names: ["egg cup", "eggcup"],
    profile: smooth([
      [0, 0],
      [0.022, 0],
      [0.022, 0.004],
      [0.009, 0.014],
      [0.01, 0.026],
      [0.024, 0.042],
      [0.025, 0.058],
    ]),
    wall: 0.003,
    floor: 0.026,
    material: glossy("#5aa6c9"),
    extras: [
      {
        name: "egg",
        solid: move(
          lathe(
            smooth(
              [
                [0, 0],
                [0.014, 0.006],
                [0.021, 0.024],
                [0.014, 0.046],
                [0, 0.054],
              ],
              6,
            ),
          ),
          [0, 0, 0.03],
        ),
        material: matte("#f0d9bf", 0.5),
      },
    ],
  },
  {
    names: ["sugar bowl", "ginger jar", "sugar pot"],
    profile: smooth([
      [0, 0],
      [0.035, 0],
      [0.034, 0.008],
      [0.055, 0.04],
      [0.052, 0.07],
      [0.042, 0.082],
    ]),
    wall: 0.003,
    floor: 0.01,
    material: glossy("#f4f1e8"),
    extras: [
      {
        name: "lid",
        solid: move(
          lathe(
            smooth([
              [0, 0],
              [0.044, 0],
              [0.04, 0.008],
              [0.016, 0.02],
              [0.006, 0.024],
              [0.01, 0.032],
              [0, 0.04],
            ]),
          ),
          [0, 0, 0.081],
        ),
        material: glossy("#f4f1e8"),
        isBody: true,
      },
      {
        name: "handle",
        solid: union(
          loop(0.05, 0.035, 0.07, 0.004),
          scale(loop(0.05, 0.035, 0.07, 0.004), [-1, 1, 1]),
        ),
        material: glossy("#f4f1e8"),
        isBody: true,
      },
      { name: "band", solid: sleeve(0.0562, 0.048, 0.052), material: metal("#c9a24a", 0.25) },
    ],
  },
  {
    names: ["mortar and pestle", "mortar", "pestle and mortar", "pestle"],
    inside: 0.03,
    profile: smooth([
      [0, 0],
      [0.05, 0],
      [0.05, 0.012],
      [0.035, 0.024],
      [0.06, 0.05],
      [0.072, 0.1],
      [0.074, 0.106],
    ]),
    wall: 0.012,
    floor: 0.03,
    material: matte("#8b8f92", 0.8),
    extras: [
      {
        name: "pestle",
        solid: tube(
          [
            [0.0, 0.01, 0.045],
            [0.03, 0.005, 0.1],
            [0.075, 0, 0.17],
          ],
          [0.018, 0.01, 0.013],
        ),
        material: matte("#9da1a4", 0.75),
        isBody: true,
      },
    ],
  },
  {
    names: ["french press", "cafetiere", "coffee press"],
    profile: [
      [0, 0],
      [0.045, 0],
      [0.046, 0.003],
      [0.046, 0.16],
      [0.048, 0.163],
    ],
    wall: 0.002,
    floor: 0.004,
    material: clear,
    liquid: { top: 0.11, color: "#3a2012", names: ["coffee"] },
    extras: [
      {
        name: "frame",
        solid: union(
          cylinder(0.012, 0.049),
          move(ring(0.048, 0.003), [0, 0, 0.14]),
          around(move(box(0.003, 0.012, 0.14), [0.0485, 0, 0]), 4),
        ),
        material: steel,
      },
      {
        name: "lid",
        solid: union(
          move(
            lathe(
              smooth([
                [0, 0],
                [0.05, 0],
                [0.046, 0.012],
                [0, 0.022],
              ]),
            ),
            [0, 0, 0.16],
          ),
          move(cylinder(0.05, 0.002), [0, 0, 0.175]),
          move(ball(0.009), [0, 0, 0.23]),
        ),
        material: steel,
      },
      { name: "handle", solid: loop(0.05, 0.03, 0.14, 0.007), material: matte("#1f2023", 0.5) },
    ],
  },
  {
    names: ["moka pot", "stovetop espresso maker", "moka"],
    near: ["percolator"],
    profile: [
      [0, 0],
      [0.05, 0],
      [0.046, 0.07],
      [0.036, 0.075],
      [0.036, 0.082],
      [0.038, 0.086],
      [0.05, 0.15],
    ],
    wall: 0.003,
    floor: 0.09,
    material: metal("#c9ccd0", 0.28),
    extras: [
      {
        name: "lid",
        solid: union(
          move(
            lathe([
              [0, 0],
              [0.052, 0],
              [0.046, 0.008],
              [0, 0.022],
            ]),
            [0, 0, 0.15],
          ),
          move(
            hull(box(0.01, 0.03, 0.001), move(box(0.03, 0.012, 0.001), [-0.018, 0, 0.03])),
            [-0.046, 0, 0.12],
          ),
        ),
        material: metal("#c9ccd0", 0.28),
        isBody: true,
      },
      {
        name: "handle",
        solid: union(
          tube(
            [
              [0.048, 0, 0.14],
              [0.085, 0, 0.145],
              [0.08, 0, 0.08],
            ],
            0.008,
          ),
          move(ball(0.009), [0, 0, 0.177]),
        ),
        material: matte("#1f2023", 0.5),
      },
    ],
  },
];

const shipInBottle: Family = {
  names: ["ship in a bottle", "boat in a bottle", "bottled ship"],
  parts: ["ship", "cork", "stand", "sail", "bottle"],
  build({ main, detail }) {
    const outer = smooth([
      [0, 0],
      [0.05, 0],
      [0.06, 0.01],
      [0.06, 0.17],
      [0.045, 0.2],
      [0.022, 0.225],
      [0.02, 0.275],
      [0.023, 0.28],
    ]);
    const lying = (solid: Solid) => move(turn(solid, [0, 90, 0]), [-0.13, 0, 0.08]);
    const sail = (width: number, height: number) =>
      cut(scale(ball(1), [0.012, width / 2, height / 2]), move(box(1, 1, 1), [-0.504, 0, -0.5]));
    return [
      part(lying(turnedVessel(outer, 0.003, 0.004)), main(glass("#d6ecef", 0.32))),
      part(
        common(
          lying(lathe(roomOf(outer, 0.0035, 0.0045))),
          move(box(0.5, 0.5, 0.028), [0, 0, 0.02]),
        ),
        detail("water", matte("#2d7fae", 0.3)),
      ),
      part(
        move(
          hull(box(0.085, 0.008, 0.001), move(box(0.12, 0.032, 0.001), [0.004, 0, 0.018])),
          [-0.04, 0, 0.044],
        ),
        detail("ship", matte("#6b4225")),
      ),
      part(
        union(
          ...[-0.075, -0.04, -0.008].map((x, index) =>
            move(cylinder(index === 1 ? 0.062 : 0.05, 0.0015), [x, 0, 0.06]),
          ),
          tube(
            [
              [0.018, 0, 0.062],
              [0.045, 0, 0.075],
            ],
            0.0012,
          ),
        ),
        matte("#4a2f1c"),
      ),
      part(
        union(
          ...[-0.075, -0.04, -0.008].flatMap((x, index) => [
            move(sail(0.044, 0.028), [x + 0.003, 0, 0.076]),
            move(sail(0.034, 0.02), [x + 0.003, 0, index === 1 ? 0.103 : 0.098]),
          ]),
        ),
        detail("sail", matte("#f6f1e2", 0.9)),
      ),
      part(
        move(turn(cylinder(0.03, 0.0165, 0.0195), [0, 90, 0]), [0.13, 0, 0.08]),
        detail("cork", matte("#b98a55")),
      ),
      part(
        union(
          ...[-0.09, 0.01].map((x) =>
            cut(
              move(box(0.016, 0.1, 0.045, 0.004), [x, 0, 0]),
              move(turn(cylinder(0.3, 0.0605), [0, 90, 0]), [-0.15, 0, 0.08]),
            ),
          ),
          move(box(0.12, 0.014, 0.012), [-0.04, 0, 0]),
        ),
        detail("stand", matte("#5a3721", 0.5)),
      ),
    ];
  },
};

const messageBottle: Family = {
  names: ["message in a bottle", "letter in a bottle", "bottle message"],
  parts: ["cork", "message", "paper"],
  build({ main, detail }) {
    const profile = smooth([
      [0, 0],
      [0.038, 0],
      [0.04, 0.008],
      [0.04, 0.14],
      [0.034, 0.17],
      [0.016, 0.2],
      [0.014, 0.24],
      [0.016, 0.245],
    ]);
    const leaning = (solid: Solid) => move(turn(solid, [0, 82, 0]), [-0.12, 0, 0.045]);
    return [
      part(leaning(turnedVessel(profile, 0.0025, 0.004)), main(glass("#a8d6bf", 0.42))),
      part(
        leaning(
          union(
            move(cut(cylinder(0.12, 0.015), cylinder(0.2, 0.012)), [0.008, 0, 0.02]),
            move(cylinder(0.12, 0.007), [0.008, 0, 0.02]),
          ),
        ),
        detail("message", detail("paper", matte("#e9d7a9", 0.9))),
      ),
      part(leaning(move(ring(0.0155, 0.002), [0.008, 0, 0.08])), matte("#b3262f", 0.6)),
      part(
        leaning(move(cylinder(0.035, 0.0105, 0.014), [0, 0, 0.23])),
        detail("cork", matte("#b98a55")),
      ),
    ];
  },
};

export const glassware: readonly Family[] = [
  perfumeBottle,
  shipInBottle,
  messageBottle,
  ...vessels.map(toFamily),
];
