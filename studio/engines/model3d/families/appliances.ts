import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";
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

const white = glossy("#eef0f1");
const dark = matte("#24262b", 0.4);
const steel = metal("#c2c6cb", 0.25);

/** A round knob or button on the front (−y) of a device. */
function knob(radius: number, [x, y, z]: readonly [number, number, number]): Solid {
  return move(turn(cylinder(0.014, radius, radius * 0.85), [90, 0, 0]), [x, y, z]);
}

/** Slots that are cut into a front. */
function slots(
  count: number,
  width: number,
  [x, y, z]: readonly [number, number, number],
  step: number,
): Solid {
  return union(
    ...Array.from({ length: count }, (_, index) =>
      move(box(width, 0.03, step * 0.45), [x, y, z + index * step]),
    ),
  );
}

const microwave: Family = {
  names: ["microwave", "microwave oven"],
  parts: ["door", "handle"],
  surface: 0.28,
  build: ({ main, detail }) => [
    part(box(0.5, 0.36, 0.28, 0.012), main(steel)),
    part(move(box(0.33, 0.012, 0.23, 0.004), [-0.07, -0.182, 0.025]), detail("door", dark)),
    part(move(box(0.24, 0.006, 0.15), [-0.075, -0.188, 0.065]), glass("#4a525c", 0.8)),
    part(
      move(box(0.014, 0.02, 0.2, 0.006), [0.105, -0.196, 0.04]),
      detail("handle", metal("#dfe2e5")),
    ),
    part(move(box(0.09, 0.006, 0.035), [0.182, -0.182, 0.215]), glowing("#4fe0a0")),
    part(
      union(
        ...[0.05, 0.085, 0.12].flatMap((z) =>
          [0.15, 0.18, 0.21].map((x) => move(box(0.02, 0.008, 0.02, 0.003), [x, -0.182, z])),
        ),
        knob(0.02, [0.18, -0.18, 0.18]),
      ),
      matte("#f2f3f4"),
    ),
  ],
};

const toaster: Family = {
  names: ["toaster", "bread toaster"],
  near: ["waffle iron", "sandwich maker"],
  parts: ["bread", "lever"],
  build: ({ main, detail }) => [
    part(
      cut(
        box(0.3, 0.17, 0.19, 0.05),
        at(box(0.23, 0.03, 0.1), [0, -0.034, 0.12], [0, 0.034, 0.12]),
      ),
      main(metal("#c9cdd2", 0.18)),
    ),
    part(
      union(
        move(box(0.26, 0.15, 0.02), [0, 0, -0.008]),
        move(box(0.012, 0.012, 0.11), [0.152, 0, 0.04]),
      ),
      dark,
    ),
    part(
      union(
        move(box(0.034, 0.05, 0.018, 0.006), [0.166, 0, 0.12]),
        knob(0.016, [-0.1, -0.083, 0.05]),
      ),
      detail("lever", dark),
    ),
    part(
      at(
        hull(
          box(0.18, 0.016, 0.05, 0.006),
          at(turn(cylinder(0.016, 0.03), [90, 0, 0]), [-0.06, 0.008, 0.06], [0.06, 0.008, 0.06]),
        ),
        [0, -0.034, 0.13],
        [0, 0.034, 0.13],
      ),
      detail("bread", matte("#c88d4a", 0.95)),
    ),
  ],
};

const toasterOven: Family = {
  names: ["toaster oven", "mini oven"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      union(box(0.44, 0.3, 0.26, 0.012), at(cylinder(0.02, 0.018), ...corners(0.18, 0.11, -0.015))),
      main(steel),
    ),
    part(move(box(0.31, 0.012, 0.2), [-0.05, -0.15, 0.03]), glass("#3a3f46", 0.85)),
    part(
      move(turn(cylinder(0.28, 0.008), [0, 90, 0]), [-0.19, -0.176, 0.215]),
      detail("handle", metal("#e2e4e7")),
    ),
    part(union(...[0.05, 0.12, 0.19].map((z) => knob(0.022, [0.165, -0.148, z]))), dark),
  ],
};

function frontLoader(names: readonly string[], near: readonly string[]): Family {
  return {
    names,
    near,
    parts: ["door"],
    surface: 0.85,
    build: ({ main, detail }) => [
      part(
        cut(
          box(0.6, 0.58, 0.85, 0.015),
          move(turn(cylinder(0.1, 0.19), [90, 0, 0]), [0, -0.24, 0.42]),
        ),
        main(white),
      ),
      part(
        move(turn(ring(0.2, 0.028), [90, 0, 0]), [0, -0.29, 0.42]),
        detail("door", metal("#c3c7cc", 0.25)),
      ),
      part(move(scale(ball(0.18), [1, 0.35, 1]), [0, -0.25, 0.42]), glass("#6d8594", 0.7)),
      part(
        union(
          move(box(0.16, 0.012, 0.07, 0.004), [-0.19, -0.29, 0.74]),
          move(box(0.12, 0.01, 0.04), [0.19, -0.288, 0.755]),
        ),
        matte("#3b4048", 0.4),
      ),
      part(knob(0.035, [0.03, -0.285, 0.775]), metal("#d8dbdf", 0.3)),
    ],
  };
}

const dishwasher: Family = {
  names: ["dishwasher"],
  near: ["ice maker"],
  parts: ["handle"],
  surface: 0.85,
  build: ({ main, detail }) => [
    part(box(0.6, 0.58, 0.85, 0.012), main(steel)),
    part(
      union(
        move(box(0.57, 0.02, 0.62, 0.006), [0, -0.29, 0.1]),
        move(box(0.54, 0.02, 0.06), [0, -0.27, 0.01]),
      ),
      metal("#b3b8be", 0.3),
    ),
    part(move(box(0.57, 0.024, 0.1, 0.006), [0, -0.29, 0.735]), dark),
    part(
      move(turn(cylinder(0.44, 0.012), [0, 90, 0]), [-0.22, -0.33, 0.68]),
      detail("handle", metal("#e2e4e7")),
    ),
    part(
      at(
        move(turn(cylinder(0.006, 0.008), [90, 0, 0]), [0, -0.301, 0.785]),
        [-0.05, 0, 0],
        [0, 0, 0],
        [0.05, 0, 0],
      ),
      glowing("#5fd0ff"),
    ),
  ],
};

const blender: Family = {
  names: ["blender", "mixer blender", "smoothie maker"],
  near: ["food processor", "juicer"],
  parts: ["lid", "base"],
  build: ({ main, detail }) => [
    part(
      hull(box(0.18, 0.18, 0.02, 0.009), move(box(0.13, 0.13, 0.02, 0.009), [0, 0, 0.13])),
      detail("base", main(matte("#d23b36", 0.35))),
    ),
    part(
      cut(
        lathe([
          [0, 0.15],
          [0.055, 0.15],
          [0.08, 0.36],
          [0, 0.36],
        ]),
        lathe([
          [0, 0.165],
          [0.05, 0.165],
          [0.075, 0.37],
          [0, 0.37],
        ]),
      ),
      glass("#d9eef2", 0.4),
    ),
    part(
      union(move(cylinder(0.03, 0.082), [0, 0, 0.355]), move(cylinder(0.03, 0.035), [0, 0, 0.38])),
      detail("lid", dark),
    ),
    part(
      union(
        tube(
          [
            [0.07, 0, 0.33],
            [0.125, 0, 0.32],
            [0.12, 0, 0.22],
            [0.062, 0, 0.2],
          ],
          0.011,
        ),
        knob(0.024, [0, -0.076, 0.07]),
      ),
      dark,
    ),
    part(around(move(turn(box(0.05, 0.008, 0.002), [0, -25, 0]), [0.02, 0, 0.175]), 4), steel),
  ],
};

const standMixer: Family = {
  names: ["mixer", "stand mixer", "kitchen mixer"],
  parts: ["bowl"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(box(0.2, 0.3, 0.03, 0.014), move(box(0.18, 0.26, 0.04, 0.014), [0, 0.01, 0])),
        hull(
          move(box(0.1, 0.1, 0.02), [0, 0.11, 0.03]),
          move(box(0.09, 0.09, 0.02), [0, 0.1, 0.26]),
        ),
        hull(
          move(ball([0.07, 0.06, 0.065]), [0, 0.1, 0.31]),
          move(ball([0.055, 0.05, 0.05]), [0, -0.12, 0.31]),
        ),
      ),
      main(glossy("#cf3b3b")),
    ),
    part(
      move(
        cut(
          lathe(
            smooth([
              [0, 0],
              [0.06, 0],
              [0.1, 0.06],
              [0.105, 0.14],
              [0, 0.14],
            ]),
          ),
          move(cylinder(0.2, 0.095), [0, 0, 0.05]),
        ),
        [0, -0.07, 0.042],
      ),
      detail("bowl", steel),
    ),
    part(
      union(
        move(cylinder(0.1, 0.012), [0, -0.08, 0.17]),
        move(turn(cylinder(0.02, 0.032), [90, 0, 0]), [0, -0.155, 0.31]),
        knob(0.015, [0.0, -0.15, 0.31]),
      ),
      steel,
    ),
  ],
};

const coffeeMaker: Family = {
  names: ["coffee maker", "coffee machine", "coffeemaker", "espresso machine"],
  near: ["coffeepot", "coffee pot"],
  parts: ["handle", "pot"],
  build: ({ main, detail }) => [
    part(
      union(
        box(0.22, 0.26, 0.04, 0.012),
        move(box(0.22, 0.1, 0.36, 0.015), [0, 0.08, 0]),
        move(box(0.22, 0.26, 0.1, 0.02), [0, 0, 0.27]),
      ),
      main(matte("#2c2e34", 0.35)),
    ),
    part(
      move(
        lathe(
          smooth([
            [0, 0],
            [0.062, 0],
            [0.075, 0.06],
            [0.055, 0.13],
            [0, 0.13],
          ]),
        ),
        [0, -0.045, 0.045],
      ),
      detail("pot", glass("#c9dde2", 0.45)),
    ),
    part(
      move(
        lathe(
          smooth([
            [0, 0],
            [0.056, 0],
            [0.07, 0.055],
            [0, 0.075],
          ]),
        ),
        [0, -0.045, 0.05],
      ),
      matte("#3a2013", 0.3),
    ),
    part(
      union(
        move(cylinder(0.02, 0.058), [0, -0.045, 0.172]),
        move(
          tube(
            [
              [0.05, 0, 0.12],
              [0.11, 0, 0.12],
              [0.11, 0, 0.03],
              [0.07, 0, 0.03],
            ],
            0.01,
          ),
          [0, -0.045, 0.045],
        ),
      ),
      detail("handle", matte("#15161a", 0.4)),
    ),
    part(knob(0.018, [0, -0.128, 0.32]), glowing("#ff7a4a")),
  ],
};

const kettleElectric: Family = {
  names: ["electric kettle", "teakettle", "tea kettle"],
  parts: ["handle", "lid"],
  build: ({ main, detail }) => [
    part(
      union(
        lathe(
          smooth([
            [0, 0.015],
            [0.09, 0.015],
            [0.092, 0.05],
            [0.072, 0.2],
            [0, 0.21],
          ]),
        ),
        hull(move(ball(0.02), [-0.06, 0, 0.17]), move(ball(0.01), [-0.11, 0, 0.205])),
      ),
      main(steel),
    ),
    part(
      union(cylinder(0.018, 0.1), move(ball([0.016, 0.016, 0.012]), [0, 0, 0.218])),
      detail("lid", dark),
    ),
    part(
      tube(
        [
          [0.03, 0, 0.215],
          [0.09, 0, 0.225],
          [0.135, 0, 0.19],
          [0.135, 0, 0.09],
          [0.088, 0, 0.06],
        ],
        0.013,
      ),
      detail("handle", dark),
    ),
  ],
};

const airConditioner: Family = {
  names: ["air conditioner", "air conditioning unit", "air con"],
  near: ["heater", "fume hood", "vent"],
  build: ({ main }) => [
    part(
      cut(
        box(0.82, 0.24, 0.3, 0.035),
        move(turn(box(0.72, 0.12, 0.05), [25, 0, 0]), [0, -0.12, 0.02]),
      ),
      main(white),
    ),
    part(
      union(
        at(turn(box(0.7, 0.06, 0.008), [35, 0, 0]), [0, -0.1, 0.035], [0, -0.09, 0.06]),
        slots(5, 0.7, [0, -0.108, 0.15], 0.028),
      ),
      matte("#cdd2d6", 0.6),
    ),
    part(move(box(0.06, 0.01, 0.02), [0.32, -0.12, 0.12]), glowing("#62e08a")),
  ],
};

const fan: Family = {
  names: ["fan", "electric fan", "desk fan", "table fan", "standing fan"],
  near: ["ceiling fan", "propeller"],
  parts: ["blade", "blades", "base"],
  build({ main, detail, has }) {
    const lift = has("standing") ? 0.7 : 0;
    const wire = tube(
      [
        [0.035, 0, 0.09],
        [0.11, 0, 0.085],
        [0.17, 0, 0.05],
        [0.185, 0, 0],
        [0.17, 0, -0.05],
        [0.06, 0, -0.08],
      ],
      0.0025,
    );
    const cage = union(
      around(wire, 24),
      ring(0.185, 0.006),
      move(cylinder(0.02, 0.035), [0, 0, 0.078]),
    );
    const blade = move(turn(scale(cylinder(0.006, 0.07), [1, 0.75, 1]), [24, 0, 0]), [0.085, 0, 0]);
    /** Blades and cage are built around z, and turned to the front. */
    const toFront = (solid: Solid): Solid => move(turn(solid, [90, 0, 0]), [0, -0.02, 0.32 + lift]);
    return [
      part(
        union(
          cylinder(0.025, 0.13, 0.12),
          move(cylinder(0.2 + lift, 0.016), [0, 0.04, 0.02]),
          move(turn(cylinder(0.12, 0.05), [90, 0, 0]), [0, 0.11, 0.32 + lift]),
        ),
        detail("base", main(white)),
      ),
      part(toFront(around(blade, 4)), detail("blade", detail("blades", matte("#5aa9d6", 0.4)))),
      part(toFront(cage), steel),
    ];
  },
};

const radiator: Family = {
  names: ["radiator", "heating radiator"],
  build: ({ main }) => [
    part(
      union(
        ...Array.from({ length: 9 }, (_, index) =>
          move(box(0.062, 0.1, 0.6, 0.028), [-0.32 + index * 0.08, 0, 0.06]),
        ),
        at(turn(cylinder(0.7, 0.022), [0, 90, 0]), [-0.35, 0, 0.14], [-0.35, 0, 0.58]),
        at(box(0.03, 0.09, 0.08), [-0.28, 0, 0], [0.28, 0, 0]),
      ),
      main(white),
    ),
    part(
      union(
        move(turn(cylinder(0.06, 0.03), [0, 90, 0]), [0.35, 0, 0.14]),
        move(cylinder(0.14, 0.014), [0.38, 0, 0]),
      ),
      metal("#b08a4a", 0.35),
    ),
  ],
};

const vacuumCleaner: Family = {
  names: ["vacuum cleaner", "vacuum", "hoover"],
  near: ["carpet cleaner"],
  parts: ["hose"],
  build: ({ main, detail }) => [
    part(
      hull(
        move(ball([0.15, 0.2, 0.1]), [0.1, 0.1, 0.13]),
        move(ball([0.13, 0.1, 0.08]), [0.1, -0.08, 0.12]),
      ),
      main(glossy("#c93434")),
    ),
    part(
      union(
        ...[-0.05, 0.25].map((x) =>
          move(turn(cylinder(0.04, 0.08), [0, 90, 0]), [x - 0.02, 0.18, 0.08]),
        ),
        move(cylinder(0.03, 0.05), [0.1, 0.1, 0.22]),
      ),
      dark,
    ),
    part(
      tube(
        [
          [0.1, -0.16, 0.15],
          [0.06, -0.3, 0.3],
          [-0.06, -0.3, 0.62],
          [-0.16, -0.15, 0.8],
          [-0.22, -0.1, 0.86],
        ],
        0.022,
      ),
      detail("hose", matte("#3b3e45", 0.6)),
    ),
    part(
      union(
        hull(move(ball(0.018), [-0.22, -0.1, 0.86]), move(ball(0.018), [-0.3, -0.5, 0.06])),
        move(box(0.28, 0.1, 0.045, 0.015), [-0.31, -0.53, 0]),
      ),
      metal("#b9bec4", 0.3),
    ),
  ],
};

const iron: Family = {
  names: ["iron", "clothes iron", "steam iron", "flat iron"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      hull(move(cylinder(0.014, 0.055), [0, 0.08, 0]), move(cylinder(0.014, 0.01), [0, -0.12, 0])),
      metal("#c9cdd2", 0.15),
    ),
    part(
      hull(
        move(cylinder(0.004, 0.05), [0, 0.08, 0.014]),
        move(cylinder(0.004, 0.008), [0, -0.11, 0.014]),
        move(box(0.07, 0.12, 0.01), [0, 0.04, 0.065]),
      ),
      main(glossy("#3a86c8")),
    ),
    part(
      tube(
        [
          [0, 0.1, 0.06],
          [0, 0.1, 0.13],
          [0, 0, 0.145],
          [0, -0.05, 0.11],
          [0, -0.06, 0.05],
        ],
        0.014,
      ),
      detail("handle", dark),
    ),
    part(move(cylinder(0.012, 0.018), [0, 0.02, 0.072]), matte("#f2c744", 0.4)),
  ],
};

const sewingMachine: Family = {
  names: ["sewing machine"],
  parts: ["wheel"],
  build: ({ main, detail }) => [
    part(
      union(
        box(0.42, 0.18, 0.06, 0.014),
        move(hull(box(0.1, 0.14, 0.02), move(box(0.09, 0.1, 0.02), [0, 0, 0.24])), [0.14, 0, 0.04]),
        move(box(0.36, 0.1, 0.08, 0.03), [0.01, 0, 0.22]),
        move(box(0.08, 0.1, 0.13, 0.03), [-0.14, 0, 0.15]),
      ),
      main(glossy("#20222a")),
    ),
    part(
      union(
        move(turn(ring(0.05, 0.012), [0, 90, 0]), [0.21, 0, 0.26]),
        move(turn(cylinder(0.03, 0.02), [0, 90, 0]), [0.19, 0, 0.26]),
        move(cylinder(0.1, 0.005), [-0.14, 0, 0.06]),
        move(box(0.03, 0.05, 0.006), [-0.14, -0.01, 0.064]),
      ),
      detail("wheel", metal("#d0d3d8")),
    ),
    part(union(move(cylinder(0.05, 0.018), [0.06, 0, 0.3])), matte("#d6403a", 0.8)),
    part(
      union(
        move(box(0.2, 0.004, 0.012), [0, -0.051, 0.262]),
        move(box(0.3, 0.004, 0.01), [0, -0.09, 0.025]),
      ),
      metal("#d9b25a"),
    ),
  ],
};

const hairDryer: Family = {
  names: ["hair dryer", "hair drier", "hairdryer", "blow dryer"],
  near: ["hair curler", "curling iron"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(turn(cylinder(0.02, 0.045), [0, 90, 0]), [0.04, 0, 0.2]),
          move(turn(cylinder(0.02, 0.032), [0, 90, 0]), [-0.1, 0, 0.2]),
        ),
        move(scale(ball(0.046), [0.5, 1, 1]), [0.058, 0, 0.2]),
      ),
      main(glossy("#c0397a")),
    ),
    part(
      hull(
        move(turn(cylinder(0.01, 0.03), [0, 90, 0]), [-0.115, 0, 0.2]),
        move(box(0.006, 0.075, 0.02), [-0.17, 0, 0.19]),
      ),
      dark,
    ),
    part(
      hull(
        move(ball([0.022, 0.016, 0.02]), [0.03, 0, 0.17]),
        move(ball([0.018, 0.014, 0.014]), [0.06, 0, 0.014]),
      ),
      detail("handle", matte("#2c2e34", 0.5)),
    ),
    part(move(box(0.014, 0.01, 0.03), [0.022, -0.016, 0.1]), steel),
  ],
};

const waterCooler: Family = {
  names: ["water cooler", "water dispenser"],
  build: ({ main }) => [
    part(
      cut(box(0.32, 0.32, 0.95, 0.02), move(box(0.24, 0.12, 0.22), [0, -0.14, 0.6])),
      main(white),
    ),
    part(
      lathe(
        smooth([
          [0, 0.93],
          [0.05, 0.95],
          [0.06, 0.99],
          [0.135, 1.04],
          [0.135, 1.3],
          [0.12, 1.34],
          [0, 1.35],
        ]),
      ),
      glass("#8fc7ea", 0.6),
    ),
    part(
      at(move(turn(cylinder(0.04, 0.014), [90, 0, 0]), [0, -0.06, 0.79]), [-0.05, 0, 0]),
      glossy("#3a6fd8"),
    ),
    part(
      at(move(turn(cylinder(0.04, 0.014), [90, 0, 0]), [0, -0.06, 0.79]), [0.05, 0, 0]),
      glossy("#d23b36"),
    ),
  ],
};

const vendingMachine: Family = {
  names: ["vending machine"],
  near: ["fridge freezer"],
  build({ main }) {
    const colors = ["#d23b36", "#f4c93a", "#3a6fd8", "#4c9f50"];
    return [
      part(
        cut(
          box(0.95, 0.75, 1.85, 0.02),
          move(box(0.6, 0.3, 1.2), [-0.12, -0.33, 0.5]),
          move(box(0.5, 0.2, 0.18), [-0.12, -0.35, 0.18]),
        ),
        main(glossy("#c62f36")),
      ),
      part(
        union(...[0.5, 0.8, 1.1, 1.4].map((z) => move(box(0.6, 0.26, 0.015), [-0.12, -0.3, z]))),
        matte("#e7e9eb"),
      ),
      ...colors.map((color, row) =>
        part(
          union(
            ...[-0.35, -0.235, -0.12, -0.005, 0.11].map((x) =>
              move(cylinder(0.15, 0.035), [x, -0.3, 0.515 + row * 0.3]),
            ),
          ),
          glossy(color),
        ),
      ),
      part(move(box(0.6, 0.01, 1.2), [-0.12, -0.37, 0.5]), glass("#d8ecf5", 0.18)),
      part(
        union(
          move(box(0.16, 0.02, 0.3), [0.33, -0.375, 1.05]),
          move(box(0.44, 0.02, 0.16), [-0.12, -0.34, 0.19]),
        ),
        dark,
      ),
      part(move(box(0.12, 0.01, 0.05), [0.33, -0.386, 1.26]), glowing("#62e0a0")),
    ];
  },
};

const kitchenScale: Family = {
  names: ["scale", "kitchen scale", "weighing scale", "bathroom scale"],
  near: ["thermostat", "timer"],
  parts: ["bowl"],
  build: ({ main, detail }) => [
    part(
      hull(box(0.2, 0.2, 0.02, 0.009), move(box(0.1, 0.12, 0.02, 0.009), [0, 0, 0.16])),
      main(glossy("#d23b36")),
    ),
    part(move(turn(cylinder(0.012, 0.062), [78, 0, 0]), [0, -0.078, 0.095]), matte("#f7f7f4", 0.5)),
    part(
      move(
        turn(
          union(
            move(box(0.004, 0.05, 0.002), [0, 0.018, 0.012]),
            around(move(box(0.014, 0.003, 0.001), [0.05, 0, 0.012]), 12),
          ),
          [78, 0, 0],
        ),
        [0, -0.078, 0.095],
      ),
      dark,
    ),
    part(
      union(
        move(cylinder(0.02, 0.03), [0, 0, 0.175]),
        move(
          cut(cylinder(0.045, 0.09, 0.125), move(cylinder(0.05, 0.082, 0.12), [0, 0, 0.008])),
          [0, 0, 0.19],
        ),
      ),
      detail("bowl", steel),
    ),
  ],
};

const grill: Family = {
  names: ["grill", "barbecue", "bbq", "barbecue grill"],
  near: ["smoker"],
  parts: ["lid", "handle"],
  build: ({ main, detail }) => [
    part(
      cut(move(ball([0.3, 0.3, 0.24]), [0, 0, 0.72]), move(box(1, 1, 1), [0, 0, 0.72])),
      main(glossy("#2a2b30")),
    ),
    part(
      cut(move(ball([0.31, 0.31, 0.25]), [0, 0.0, 0.74]), move(box(1, 1, 1), [0, 0, -0.26])),
      detail("lid", main(glossy("#2a2b30"))),
    ),
    part(
      union(
        move(turn(cylinder(0.16, 0.012), [0, 90, 0]), [-0.08, -0.2, 0.96]),
        at(
          move(turn(cylinder(0.06, 0.008), [50, 0, 0]), [0, -0.15, 0.92]),
          [-0.07, 0, 0],
          [0.07, 0, 0],
        ),
      ),
      detail("handle", matte("#8a5a33")),
    ),
    part(
      union(
        ...[90, 210, 330].map((angle) => {
          const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
          return hull(
            move(ball(0.014), [x * 0.16, y * 0.16, 0.56]),
            move(ball(0.014), [x * 0.34, y * 0.34, 0.014]),
          );
        }),
        move(cylinder(0.012, 0.2), [0, 0, 0.22]),
      ),
      steel,
    ),
  ],
};

export const appliances: readonly Family[] = [
  microwave,
  toaster,
  toasterOven,
  frontLoader(
    ["washing machine", "washer", "automatic washer", "laundry machine"],
    ["dryer", "tumble dryer"],
  ),
  dishwasher,
  blender,
  standMixer,
  coffeeMaker,
  kettleElectric,
  airConditioner,
  fan,
  radiator,
  vacuumCleaner,
  iron,
  sewingMachine,
  hairDryer,
  waterCooler,
  vendingMachine,
  kitchenScale,
  grill,
];
