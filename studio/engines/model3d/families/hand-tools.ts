import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
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
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const steel = metal("#b8bcc2", 0.28);
const wood = matte("#a06a38", 0.6);

const screwdriver: Family = {
  names: ["screwdriver"],
  near: ["ice pick", "awl", "chisel"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      cut(
        hull(move(ball(0.014), [0, 0, 0.2]), move(ball(0.016), [0, 0, 0.13])),
        around(move(cylinder(0.2, 0.003), [0.0165, 0, 0.1]), 8),
      ),
      detail("handle", main(glossy("#d6402f"))),
    ),
    part(
      union(
        move(cylinder(0.12, 0.0035), [0, 0, 0.01]),
        hull(box(0.009, 0.0015, 0.001), move(cylinder(0.002, 0.0036), [0, 0, 0.014])),
      ),
      steel,
    ),
  ],
};

const wrench: Family = {
  names: ["wrench", "spanner"],
  near: ["can opener", "bottle opener", "monkey wrench"],
  build: ({ main }) => [
    part(
      cut(
        slab([...circleOutline(0.026, 24, [0, 0.2])], 0.01),
        move(turn(box(0.022, 0.05, 0.03), [0, 14, 0]), [0.004, 0, 0.2]),
      ),
      main(steel),
    ),
    part(
      union(
        move(box(0.016, 0.007, 0.17, 0.002), [0, 0, 0.015]),
        cut(
          slab(circleOutline(0.018, 24, [0, 0.018]), 0.01),
          move(turn(cylinder(0.04, 0.01, 0.01, 6), [90, 0, 0]), [0, 0.02, 0.018]),
        ),
      ),
      main(steel),
    ),
  ],
};

/** Two crossed levers, such as those of pliers and scissors. */
function crossed(
  names: readonly string[],
  {
    jaw,
    handle,
    color,
    near,
  }: { jaw: Solid; handle: Solid; color: string; near: readonly string[] },
): Family {
  return {
    names,
    near,
    parts: ["handle", "handles"],
    build: ({ main, detail }) => [
      part(
        union(around(jaw, 2), move(turn(cylinder(0.014, 0.007), [90, 0, 0]), [0, 0.007, 0.11])),
        steel,
      ),
      part(around(handle, 2), detail("handle", detail("handles", main(glossy(color))))),
    ],
  };
}

const saw: Family = {
  names: ["saw", "handsaw", "hand saw"],
  near: ["hacksaw", "chainsaw"],
  parts: ["handle", "blade"],
  build({ main, detail }) {
    const teeth = Array.from({ length: 28 }, (_, index): Point[] => [
      [-0.2 + index * 0.016, 0.02],
      [-0.192 + index * 0.016, 0.012],
    ]).flat();
    return [
      part(
        slab([...teeth, [0.25, 0.02], [0.25, 0.06], [-0.2, 0.13]], 0.003),
        detail("blade", main(steel)),
      ),
      part(
        cut(
          hull(
            ...[
              [-0.2, 0.03],
              [-0.2, 0.12],
              [-0.3, 0.11],
              [-0.31, 0.03],
            ].map(([x = 0, z = 0]) =>
              move(turn(cylinder(0.026, 0.022), [90, 0, 0]), [x, 0.013, z]),
            ),
          ),
          hull(
            ...[
              [-0.245, 0.05],
              [-0.245, 0.095],
              [-0.28, 0.09],
              [-0.285, 0.05],
            ].map(([x = 0, z = 0]) => move(turn(cylinder(0.1, 0.013), [90, 0, 0]), [x, 0.05, z])),
          ),
        ),
        detail("handle", wood),
      ),
    ];
  },
};

const drill: Family = {
  names: ["drill", "electric drill", "power drill", "cordless drill"],
  near: ["screw gun", "nail gun", "glue gun"],
  parts: ["handle", "battery"],
  build: ({ main, detail }) => [
    part(
      union(
        move(turn(cylinder(0.15, 0.034, 0.03), [0, 90, 0]), [-0.07, 0, 0.2]),
        move(scale(ball(0.034), [0.6, 1, 1]), [-0.07, 0, 0.2]),
        hull(
          move(box(0.05, 0.036, 0.01, 0.004), [0, 0, 0.17]),
          move(box(0.05, 0.038, 0.01, 0.004), [-0.025, 0, 0.05]),
        ),
      ),
      main(glossy("#f0b323")),
    ),
    part(
      union(
        move(
          turn(
            lathe([
              [0, 0],
              [0.024, 0],
              [0.022, 0.03],
              [0.012, 0.05],
              [0, 0.05],
            ]),
            [0, 90, 0],
          ),
          [0.08, 0, 0.2],
        ),
        move(box(0.012, 0.014, 0.03, 0.005), [0.025, 0, 0.14]),
      ),
      matte("#24262b", 0.5),
    ),
    part(
      union(
        move(turn(cylinder(0.08, 0.004), [0, 90, 0]), [0.125, 0, 0.2]),
        move(turn(cone(0.01, 0.004), [0, 90, 0]), [0.205, 0, 0.2]),
      ),
      steel,
    ),
    part(
      move(box(0.1, 0.07, 0.05, 0.012), [-0.03, 0, 0]),
      detail("battery", matte("#2b2d33", 0.5)),
    ),
  ],
};

const shovel: Family = {
  names: ["shovel", "spade", "garden spade"],
  near: ["trowel", "snow shovel", "hoe"],
  parts: ["handle", "blade"],
  build: ({ main, detail }) => [
    part(
      union(
        move(cylinder(0.85, 0.017), [0, 0, 0.3]),
        move(turn(cylinder(0.16, 0.016), [0, 90, 0]), [-0.08, 0, 1.2]),
        ...[-1, 1].map((side) =>
          hull(move(ball(0.013), [0, 0, 1.1]), move(ball(0.013), [side * 0.065, 0, 1.2])),
        ),
      ),
      detail("handle", wood),
    ),
    part(
      cut(
        hull(
          move(scale(ball(0.03), [1, 0.4, 1]), [0, -0.02, 0.03]),
          move(ball([0.02, 0.02, 0.02]), [-0.1, 0, 0.15]),
          move(ball([0.02, 0.02, 0.02]), [0.1, 0, 0.15]),
          move(ball([0.02, 0.02, 0.02]), [-0.1, 0, 0.3]),
          move(ball([0.02, 0.02, 0.02]), [0.1, 0, 0.3]),
        ),
        move(scale(ball(0.16), [0.62, 0.16, 1.1]), [0, -0.03, 0.19]),
      ),
      detail("blade", main(metal("#6d737b", 0.4))),
    ),
    part(move(cylinder(0.14, 0.024, 0.02), [0, 0, 0.29]), metal("#6d737b", 0.4)),
  ],
};

const rake: Family = {
  names: ["rake", "garden rake", "pitchfork"],
  near: ["leaf rake"],
  parts: ["handle"],
  build: ({ main, detail, has }) => [
    part(move(cylinder(1.2, 0.015), [0, 0, 0.25]), detail("handle", wood)),
    part(
      has("pitchfork")
        ? union(
            move(box(0.24, 0.02, 0.02), [0, 0, 0.25]),
            at(
              hull(move(ball(0.009), [0, 0, 0.25]), move(ball(0.004), [0, -0.03, 0.004])),
              [-0.11, 0, 0],
              [-0.037, 0, 0],
              [0.037, 0, 0],
              [0.11, 0, 0],
            ),
          )
        : union(
            move(box(0.42, 0.025, 0.025), [0, 0, 0.24]),
            ...Array.from({ length: 12 }, (_, index) =>
              hull(
                move(ball(0.007), [-0.2 + index * 0.0364, -0.005, 0.245]),
                move(ball(0.004), [-0.2 + index * 0.0364, -0.07, 0.17]),
              ),
            ),
            ...[-1, 1].map((side) =>
              hull(move(ball(0.008), [0, 0, 0.36]), move(ball(0.008), [side * 0.16, 0, 0.25])),
            ),
          ),
      main(metal("#55704a", 0.45)),
    ),
  ],
};

const axe: Family = {
  names: ["axe", "hatchet", "battle axe", "ax"],
  near: ["pickaxe", "tomahawk"],
  parts: ["handle", "blade"],
  build: ({ main, detail, has }) => [
    part(
      hull(
        move(ball([0.02, 0.014, 0.02]), [0, 0, 0.02]),
        move(ball([0.016, 0.012, 0.02]), [0, 0, 0.68]),
      ),
      detail("handle", main(wood)),
    ),
    part(
      union(
        ...(has("battle") ? [-1, 1] : [1]).map((side) =>
          hull(
            move(box(0.05, 0.034, 0.09), [0, 0, 0.57]),
            move(box(0.002, 0.003, 0.22), [side * 0.17, 0, 0.5]),
          ),
        ),
        ...(has("battle") ? [] : [move(box(0.05, 0.034, 0.09, 0.006), [-0.03, 0, 0.57])]),
      ),
      detail("blade", metal("#aab0b7", 0.22)),
    ),
  ],
};

const fastener: Family = {
  names: ["bolt", "screw", "hex bolt", "nail"],
  near: ["hinge", "nut", "thumbtack", "needle", "rivet"],
  build({ main, has }) {
    if (has("nail"))
      return [
        part(
          union(
            cone(0.012, 0.0018),
            move(cylinder(0.09, 0.0022), [0, 0, 0.01]),
            move(cylinder(0.002, 0.0055), [0, 0, 0.099]),
          ),
          main(steel),
        ),
      ];
    const thread = tube(
      Array.from({ length: 97 }, (_, index): Vec3 => {
        const angle = (index / 8) * 2 * Math.PI;
        return [0.0056 * Math.cos(angle), 0.0056 * Math.sin(angle), 0.003 + index * 0.0004];
      }),
      0.0012,
    );
    return [
      part(
        union(
          cylinder(0.06, 0.0055),
          thread,
          has("screw")
            ? cut(
                move(
                  lathe([
                    [0, 0],
                    [0.0055, 0],
                    [0.012, 0.006],
                    [0.011, 0.008],
                    [0, 0.008],
                  ]),
                  [0, 0, 0.058],
                ),
                move(box(0.03, 0.0024, 0.01), [0, 0, 0.0625]),
                move(box(0.0024, 0.03, 0.01), [0, 0, 0.0625]),
              )
            : move(cylinder(0.009, 0.0125, 0.0125, 6), [0, 0, 0.06]),
        ),
        main(steel),
      ),
    ];
  },
};

const tapeMeasure: Family = {
  names: ["tape measure", "measuring tape"],
  near: ["measuring stick"],
  build: ({ main }) => [
    part(
      hull(
        box(0.08, 0.04, 0.03, 0.012),
        move(turn(cylinder(0.04, 0.038), [90, 0, 0]), [0, 0.02, 0.042]),
      ),
      main(glossy("#f2c52e")),
    ),
    part(
      union(
        move(box(0.12, 0.02, 0.0016), [-0.1, 0, 0.006]),
        move(box(0.002, 0.022, 0.016), [-0.16, 0, -0.003]),
      ),
      matte("#f6ef9a", 0.6),
    ),
    part(
      union(
        at(turn(cylinder(0.004, 0.026), [90, 0, 0]), [0, -0.019, 0.042]),
        ...Array.from({ length: 10 }, (_, index) =>
          move(box(0.001, 0.01, 0.0018), [-0.05 - index * 0.011, 0.004, 0.0066]),
        ),
      ),
      matte("#26282d", 0.5),
    ),
  ],
};

const ruler: Family = {
  names: ["ruler", "yardstick"],
  build: ({ main }) => [
    part(box(0.31, 0.035, 0.003), main(matte("#e2b95f", 0.5))),
    part(
      union(
        ...Array.from({ length: 31 }, (_, index) =>
          move(box(0.0012, index % 5 === 0 ? 0.014 : 0.008, 0.0034), [
            -0.15 + index * 0.01,
            -0.0175 + (index % 5 === 0 ? 0.007 : 0.004),
            0,
          ]),
        ),
      ),
      matte("#2b2d33"),
    ),
  ],
};

const stapler: Family = {
  names: ["stapler"],
  near: ["hole punch", "staple gun"],
  build: ({ main }) => [
    part(
      union(
        hull(box(0.15, 0.032, 0.012, 0.005), move(box(0.05, 0.03, 0.03, 0.008), [0.045, 0, 0.01])),
        turn(
          move(
            hull(
              box(0.16, 0.034, 0.02, 0.009),
              move(box(0.1, 0.03, 0.02, 0.009), [0.015, 0, 0.014]),
            ),
            [0, 0, 0.032],
          ),
          [0, 8, 0],
        ),
      ),
      main(glossy("#c9303a")),
    ),
    part(
      union(
        turn(move(box(0.15, 0.016, 0.012), [0, 0, 0.022]), [0, 8, 0]),
        move(box(0.026, 0.022, 0.004), [-0.06, 0, 0.011]),
      ),
      steel,
    ),
  ],
};

const pen: Family = {
  names: ["pen", "ballpoint pen", "fountain pen", "marker", "felt tip pen"],
  near: ["highlighter", "toothpick"],
  parts: ["cap", "clip"],
  build: ({ main, detail }) => [
    part(move(cylinder(0.085, 0.0052), [0, 0, 0.02]), main(glossy("#24469c"))),
    part(
      union(
        cone(0.02, 0.0001),
        lathe([
          [0, 0],
          [0.001, 0],
          [0.0048, 0.018],
          [0.0048, 0.021],
          [0, 0.021],
        ]),
        move(cylinder(0.003, 0.0056), [0, 0, 0.1]),
        move(box(0.0025, 0.003, 0.034), [0, -0.0068, 0.1]),
      ),
      detail("clip", metal("#d9b25a", 0.25)),
    ),
    part(move(cylinder(0.038, 0.0056), [0, 0, 0.103]), detail("cap", main(glossy("#24469c")))),
  ],
};

const padlock: Family = {
  names: ["padlock", "lock"],
  near: ["combination lock"],
  parts: ["shackle"],
  build: ({ main, detail }) => [
    part(
      cut(
        box(0.05, 0.022, 0.042, 0.007),
        move(turn(cylinder(0.02, 0.0045), [90, 0, 0]), [0, -0.008, 0.024]),
        move(box(0.004, 0.02, 0.012), [0, -0.014, 0.011]),
      ),
      main(metal("#d0a042", 0.3)),
    ),
    part(
      union(
        tube(arc(0.016, 0, 180, [0, 0, 0.058], 14), 0.004),
        at(cylinder(0.02, 0.004), [-0.016, 0, 0.038], [0.016, 0, 0.038]),
      ),
      detail("shackle", steel),
    ),
  ],
};

const pocketknife: Family = {
  names: ["pocketknife", "pocket knife", "penknife", "swiss army knife"],
  near: ["razor", "razorblade", "box cutter", "peeler"],
  parts: ["handle", "blade"],
  build: ({ main, detail }) => [
    part(box(0.09, 0.018, 0.024, 0.008), detail("handle", main(glossy("#c4242c")))),
    part(
      move(
        turn(
          slab(
            [
              [0, 0],
              [0.06, 0.002],
              [0.072, 0.012],
              [0.055, 0.016],
              [0, 0.015],
            ],
            0.002,
          ),
          [0, -25, 0],
        ),
        [0.03, 0, 0.012],
      ),
      detail("blade", steel),
    ),
    part(
      union(
        move(turn(cylinder(0.019, 0.003), [90, 0, 0]), [-0.036, 0.0095, 0.012]),
        move(box(0.014, 0.019, 0.004), [0, 0, 0.01]),
        move(box(0.004, 0.019, 0.014), [0, 0, 0.005]),
      ),
      metal("#e4e6e9", 0.2),
    ),
  ],
};

const clothespin: Family = {
  names: ["clothespin", "clothes peg", "clothes pin"],
  near: ["clip", "bobby pin", "paper clip", "paperclip"],
  build: ({ main }) => [
    part(
      union(
        ...[-1, 1].map((side) =>
          hull(
            move(box(0.005, 0.01, 0.002), [side * 0.004, 0, 0.075]),
            move(box(0.008, 0.01, 0.02), [side * 0.006, 0, 0.04]),
            move(box(0.004, 0.01, 0.002), [side * 0.013, 0, 0]),
          ),
        ),
      ),
      main(matte("#d8b077", 0.7)),
    ),
    part(
      union(
        move(turn(ring(0.005, 0.0014), [90, 0, 0]), [0, 0, 0.045]),
        move(turn(cylinder(0.013, 0.003), [90, 0, 0]), [0, 0.0065, 0.045]),
      ),
      steel,
    ),
  ],
};

const magnifier: Family = {
  names: ["magnifying glass", "magnifier", "loupe"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(move(turn(ring(0.045, 0.0055), [90, 0, 0]), [0, 0, 0.17]), main(metal("#c9a24a", 0.25))),
    part(move(scale(ball(0.044), [1, 0.12, 1]), [0, 0, 0.17]), {
      ...glossy("#cfe8ee"),
      opacity: 0.4,
    }),
    part(
      union(hull(move(ball(0.011), [0, 0, 0.012]), move(ball(0.008), [0, 0, 0.11]))),
      detail("handle", wood),
    ),
  ],
};

const binoculars: Family = {
  names: ["binoculars", "binocular", "field glasses"],
  parts: ["strap"],
  build: ({ main }) => [
    part(
      union(
        ...[-1, 1].map((side) =>
          union(
            move(turn(cylinder(0.07, 0.028, 0.022), [90, 0, 0]), [side * 0.036, -0.01, 0.03]),
            move(turn(cylinder(0.06, 0.02), [90, 0, 0]), [side * 0.03, 0.055, 0.03]),
            move(turn(cylinder(0.018, 0.023), [90, 0, 0]), [side * 0.03, 0.075, 0.03]),
          ),
        ),
        move(box(0.05, 0.05, 0.022, 0.006), [0, 0.02, 0.022]),
        move(turn(cylinder(0.03, 0.011), [90, 0, 0]), [0, 0.045, 0.045]),
      ),
      main(matte("#2b2e33", 0.6)),
    ),
    part(
      at(turn(cylinder(0.004, 0.024), [90, 0, 0]), [-0.036, -0.0775, 0.03], [0.036, -0.0775, 0.03]),
      glossy("#4a6fa8"),
    ),
  ],
};

const paintPalette: Family = {
  names: ["palette", "paint palette", "artist palette"],
  build: ({ main }) => [
    part(
      turn(
        cut(
          prism(
            circleOutline(0.14, 40).map(
              ([x, y]) => [x * 1.25, y * (x > 0.04 && y < 0 ? 0.75 : 1)] as const,
            ),
            0.008,
          ),
          move(cylinder(0.1, 0.024), [0.09, -0.035, -0.05]),
        ),
        [20, 0, 0],
      ),
      main(matte("#b98552", 0.6)),
    ),
    ...["#d23b36", "#f4c93a", "#3a6fd8", "#4c9f50", "#f4f3f0", "#8048c0"].map((color, index) => {
      const angle = ((60 + index * 38) * Math.PI) / 180;
      return part(
        turn(
          move(scale(ball(0.022), [1, 0.85, 0.35]), [
            0.12 * Math.cos(angle),
            0.09 * Math.sin(angle),
            0.009,
          ]),
          [20, 0, 0],
        ),
        glossy(color),
      );
    }),
  ],
};

const scissorJaw = move(
  turn(
    slab(
      [
        [-0.009, 0],
        [0.008, -0.002],
        [0.001, 0.12],
        [-0.004, 0.12],
      ],
      0.003,
    ),
    [0, 7, 0],
  ),
  [-0.001, -0.0018, 0.1],
);
const scissorHandle = union(
  hull(move(ball(0.004), [0.002, -0.002, 0.1]), move(ball(0.004), [0.02, -0.002, 0.055])),
  move(turn(scale(ring(0.022, 0.0055), [0.8, 1.2, 1]), [90, 0, 0]), [0.026, -0.002, 0.03]),
);
const plierJaw = union(
  hull(
    move(box(0.014, 0.012, 0.004, 0.002), [-0.008, 0, 0.1]),
    move(box(0.005, 0.009, 0.004, 0.002), [-0.0035, 0, 0.17]),
  ),
  move(cylinder(0.001, 0.001), [0, 0, 0.11]),
);
const plierHandle = hull(
  move(ball(0.0075), [0.008, 0, 0.098]),
  move(ball(0.007), [0.032, 0, 0.045]),
  move(ball(0.0065), [0.026, 0, 0.008]),
);

export const handTools: readonly Family[] = [
  screwdriver,
  wrench,
  crossed(["scissors", "pair of scissors", "shears"], {
    jaw: scissorJaw,
    handle: scissorHandle,
    color: "#d6402f",
    near: ["nail clipper"],
  }),
  crossed(["pliers", "pincers"], {
    jaw: plierJaw,
    handle: plierHandle,
    color: "#2f6fc0",
    near: ["wire cutter", "tweezers"],
  }),
  saw,
  drill,
  shovel,
  rake,
  axe,
  fastener,
  tapeMeasure,
  ruler,
  stapler,
  pen,
  padlock,
  pocketknife,
  clothespin,
  magnifier,
  binoculars,
  paintPalette,
];
