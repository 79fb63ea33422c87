import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  ball,
  box,
  chain,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  ring,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const gold = metal("#d6a93c", 0.25);

/** A folded layer of padded cloth, with a rounded fold at the front. */
function foldedLayer(width: number, depth: number, thick: number): Solid {
  return hull(
    move(turn(cylinder(width, thick / 2), [0, 90, 0]), [-width / 2, -depth / 2, thick / 2]),
    move(box(width, 0.02, thick, thick * 0.3), [0, depth / 2, 0]),
  );
}

/** A blanket lies in folds on each other; the uppermost is turned back. */
function foldedCloth(thick: number): Solid {
  return union(
    ...[0, 1, 2].map((layer) =>
      move(foldedLayer(0.62 - layer * 0.012, 0.46 - layer * 0.012, thick), [
        layer % 2 === 0 ? 0 : 0.006,
        0.004 * layer,
        layer * thick * 0.94,
      ]),
    ),
  );
}

const blanket: Family = {
  names: ["blanket", "throw blanket", "picnic blanket"],
  near: ["towel", "bedspread"],
  surface: 0.15,
  build({ main, has }) {
    has("folded");
    return [part(foldedCloth(0.052), main(matte("#8f3f44", 1)))];
  },
};

const quilt: Family = {
  names: ["quilt", "patchwork quilt", "comforter", "duvet", "eiderdown"],
  surface: 0.13,
  parts: ["border", "patch", "binding"],
  build({ main, detail, has }) {
    // The usual quilt is patchwork.
    has("patchwork", "quilted", "handmade", "homemade", "handcrafted");
    const [columns, rows, edge] = [6, 5, 0.24];
    const wave = (column: number, row: number) =>
      0.03 + 0.012 * Math.sin(column * 1.7) + 0.012 * Math.cos(row * 1.3);
    const cells = Array.from({ length: columns * rows }, (_, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      return {
        tone: (column * 2 + row * 3) % 5,
        solid: move(
          hull(
            box(edge - 0.012, edge - 0.012, 0.05, 0.02),
            ball([edge * 0.34, edge * 0.34, 0.085]),
          ),
          [(column - (columns - 1) / 2) * edge, (row - (rows - 1) / 2) * edge, wave(column, row)],
        ),
      };
    });
    const tones = [
      { ...matte("#b8404a", 0.98), layers: [{ name: "dots" as const, accent: "#f7efe0" }] },
      { ...matte("#e9d9b4", 0.98), layers: [{ name: "flowers" as const }] },
      { ...matte("#3f6f9f", 0.98), layers: [{ name: "checks" as const, accent: "#dfe8ee" }] },
      { ...matte("#d9a03c", 0.98), layers: [{ name: "twill" as const }] },
      { ...matte("#5f8f62", 0.98), layers: [{ name: "stripes" as const, accent: "#eef2e2" }] },
    ];
    const [width, depth] = [columns * edge, rows * edge];
    return [
      ...tones.map((tone, kind) =>
        part(
          union(...cells.filter((cell) => cell.tone === kind).map(({ solid }) => solid)),
          kind === 0 ? main(tone) : detail("patch", tone),
        ),
      ),
      part(
        union(
          move(box(width + 0.02, depth + 0.02, 0.06, 0.012), [0, 0, 0.004]),
          cut(
            move(box(width + 0.1, depth + 0.1, 0.08, 0.035), [0, 0, 0]),
            move(box(width, depth, 1), [0, 0, -0.5]),
          ),
        ),
        detail("border", detail("binding", matte("#7f2f3c", 0.98))),
      ),
    ];
  },
};

const letterOpener: Family = {
  names: ["letter opener", "letter knife", "paper knife", "envelope opener"],
  parts: ["blade", "handle", "hilt"],
  build({ main, detail }) {
    const own = main(metal("#c9ccd2", 0.24));
    const blade = hull(
      move(scale(cylinder(0.004, 0.011), [1, 0.25, 1]), [0, 0, 0.085]),
      move(scale(cylinder(0.002, 0.009), [1, 0.22, 1]), [0, 0, 0.19]),
      move(ball([0.001, 0.0006, 0.001]), [0, 0, 0.23]),
    );
    const handle = lathe(
      smooth([
        [0, 0],
        [0.006, 0.002],
        [0.0085, 0.012],
        [0.005, 0.022],
        [0.0075, 0.045],
        [0.005, 0.07],
        [0.008, 0.078],
        [0, 0.08],
      ]),
    );
    const scroll = mirrored(
      tube(
        [
          [0, 0, 0.083],
          [0.014, 0, 0.084],
          [0.02, 0, 0.09],
          [0.016, 0, 0.095],
        ],
        [0.004, 0.0035, 0.003, 0.0026],
      ),
      "x",
    );
    return [
      part(turn(union(blade, scroll), [0, 14, 0]), detail("blade", own)),
      part(turn(scale(handle, [1, 0.8, 1]), [0, 14, 0]), detail("handle", detail("hilt", own))),
    ];
  },
};

const lipstick: Family = {
  names: ["lipstick", "lipstick tube", "tube of lipstick"],
  near: ["lip gloss", "chapstick"],
  parts: ["tube", "case", "cap", "lid"],
  build({ main, detail }) {
    const stick = cut(
      move(
        lathe([
          [0, 0],
          [0.0058, 0],
          [0.0058, 0.024],
          [0.0045, 0.0275],
          [0.002, 0.029],
          [0, 0.0292],
        ]),
        [0, 0, 0.045],
      ),
      move(turn(box(0.03, 0.03, 0.03), [0, 52, 0]), [0.0075, 0, 0.072]),
    );
    const shell = detail("tube", detail("case", glossy("#1d1b20")));
    const cap = cut(
      lathe([
        [0, 0],
        [0.0092, 0],
        [0.0098, 0.001],
        [0.0098, 0.037],
        [0.0086, 0.039],
        [0, 0.039],
      ]),
      move(cylinder(0.04, 0.0082), [0, 0, -0.004]),
    );
    const capPlace: Vec3 = [0.03, -0.012, 0];
    return [
      part(stick, main(glossy("#c2182f"))),
      part(
        union(
          lathe([
            [0, 0],
            [0.0095, 0],
            [0.0098, 0.001],
            [0.0098, 0.026],
            [0, 0.026],
          ]),
          move(cap, capPlace),
        ),
        shell,
      ),
      part(
        union(
          move(cylinder(0.022, 0.0076), [0, 0, 0.024]),
          move(cylinder(0.004, 0.01), [0, 0, 0.023]),
          move(cylinder(0.004, 0.01), [capPlace[0], capPlace[1], 0.002]),
        ),
        detail("cap", detail("lid", gold)),
      ),
    ];
  },
};

const windowFrame: Family = {
  names: ["window", "window pane", "windowpane", "window frame", "glass window", "sash window"],
  parts: ["frame", "sill", "pane", "curtain", "shutter", "glass"],
  build({ main, detail, has, random }) {
    const white = matte("#f3f1ea", 0.6);
    // Of a glass window, only the panes are glass.
    const frame = has("glass") ? white : main(white);
    const streaks = has("streaked", "water-streaked", "rainy", "rain-streaked", "raindrops")
      ? Array.from({ length: 44 }, (_, index) => {
          const x = (index % 2 === 0 ? -1 : 1) * (0.05 + 0.42 * random());
          const z = 0.17 + (index % 4 < 2 ? 0 : 0.65) + 0.3 * random();
          const long = 0.06 + 0.16 * random();
          return tube(
            [
              [x, -0.014, z + long],
              [x + 0.008, -0.014, z + long * 0.4],
              [x, -0.014, z],
            ],
            [0.004, 0.005, 0.009],
          );
        })
      : [];
    return [
      part(
        union(
          cut(
            move(box(1.16, 0.1, 1.4, 0.01), [0, 0, 0.06]),
            ...[-1, 1].flatMap((side) =>
              [0.14, 0.79].map((z) => move(box(0.475, 1, 0.59), [side * 0.2625, 0, z])),
            ),
          ),
          move(box(1.3, 0.22, 0.06, 0.012), [0, -0.05, 0]),
          move(box(0.05, 0.03, 0.03, 0.008), [0, -0.06, 0.735]),
        ),
        detail("frame", frame),
      ),
      part(
        move(box(1.04, 0.012, 1.28), [0, 0, 0.12]),
        detail("pane", detail("glass", glass("#bcdcea", 0.42))),
      ),
      ...(streaks.length === 0 ? [] : [part(union(...streaks), glass("#eaf6fb", 0.75))]),
    ];
  },
};

const tireSwing: Family = {
  names: ["tire swing", "tyre swing"],
  parts: ["rope", "tree", "branch"],
  build({ main, detail, has }) {
    has("hanging");
    const [x, middle] = [0.42, 0.85];
    const tread = turn(
      union(
        cut(
          lathe(
            smooth([
              [0.26, -0.1],
              [0.4, -0.12],
              [0.48, -0.09],
              [0.5, 0],
              [0.48, 0.09],
              [0.4, 0.12],
              [0.26, 0.1],
              [0.29, 0],
              [0.26, -0.1],
            ]),
          ),
          ...Array.from({ length: 30 }, (_, index) =>
            turn(move(box(0.05, 0.022, 0.16), [0.5, 0, -0.08]), [0, 0, index * 12]),
          ),
        ),
      ),
      [90, 0, 0],
    );
    const path = (points: readonly Vec3[], radii: readonly number[]) =>
      chain(points.map((place, index) => move(ball(radii[index] ?? 0.1), place)));
    const bark = detail("tree", detail("branch", matte("#6f4d31", 0.95)));
    const crown: readonly (readonly [...Vec3, number])[] = [
      [-0.75, 0.1, 3.25, 0.75],
      [-0.1, -0.15, 3.5, 0.68],
      [0.55, 0.15, 3.2, 0.6],
      [1.15, 0, 3, 0.46],
      [-1.25, -0.05, 2.95, 0.52],
    ];
    return [
      part(move(tread, [x, 0, middle]), main(matte("#26272b", 0.95))),
      part(
        union(
          tube(
            [
              [x, 0, middle + 0.5],
              [x, 0, 2.6],
            ],
            0.022,
          ),
          move(turn(scale(ring(0.13, 0.022), [1, 1, 1]), [0, 90, 0]), [x, 0, middle + 0.39]),
          move(ball([0.04, 0.04, 0.055]), [x, 0, middle + 0.54]),
          ...[2.57, 2.62, 2.67].map((z) =>
            move(turn(ring(0.1, 0.022), [0, 90, 0]), [x + (z - 2.62) * 0.9, 0, 2.62]),
          ),
        ),
        detail("rope", matte("#c9a86c", 0.95)),
      ),
      part(
        union(
          path(
            [
              [-0.85, 0, 0],
              [-0.75, 0, 0.4],
              [-0.72, 0, 1.6],
              [-0.78, 0, 2.9],
            ],
            [0.3, 0.2, 0.17, 0.13],
          ),
          path(
            [
              [-0.74, 0, 2.1],
              [-0.2, 0, 2.56],
              [0.5, 0, 2.63],
              [1.15, 0, 2.78],
            ],
            [0.13, 0.1, 0.085, 0.05],
          ),
        ),
        bark,
      ),
      part(
        union(
          ...crown.map(([cx, cy, cz, radius]) =>
            move(ball([radius, radius * 0.85, radius * 0.72]), [cx, cy, cz]),
          ),
        ),
        matte("#4f8a3e", 0.9),
      ),
    ];
  },
};

/** Insects are built ten times as large, as in `wildlife.ts`. */
const beetleScale = 0.01;

const beetle: Family = {
  names: ["beetle", "scarab", "scarab beetle", "stag beetle", "rhinoceros beetle", "june bug"],
  near: ["cockroach", "weevil"],
  parts: ["horn", "antenna", "leg", "legs", "wing", "wings", "shell", "pincer"],
  build({ main, detail, has }) {
    const isStag = has("stag", "pincer", "pincers");
    const hasHorn = has("rhinoceros", "horn");
    const shell = main(glossy("#1f6b4a"));
    const dark = glossy("#17181c");
    const half = (side: number): Solid =>
      cut(
        move(ball([4.1, 2.75, 2.35]), [1.5, 0, 1.3]),
        move(box(20, 20, 10), [0, 0, -9.2]),
        move(box(20, 10, 20), [0, side * -4.96, -10]),
      );
    const leg = (x: number, lean: number): Solid =>
      tube(
        [
          [x, 1.6, 1.1],
          [x + lean, 3.4, 1.9],
          [x + lean * 1.7, 4.5, 0.6],
          [x + lean * 2.3, 5.2, 0.12],
        ],
        [0.36, 0.28, 0.2, 0.13],
      );
    const jaws: readonly Vec3[] = [
      [-4.6, 0.6, 1],
      [-6, 1.5, 1.1],
      [-7.4, 1.35, 1.25],
      [-8.2, 0.5, 1.35],
    ];
    const grown = (solid: Solid) => scale(solid, beetleScale);
    return [
      part(
        grown(
          union(
            half(1),
            half(-1),
            cut(
              hull(
                move(ball([1.5, 2.35, 1.8]), [-2.6, 0, 1.35]),
                move(ball([0.8, 1.7, 1.2]), [-3.6, 0, 1.2]),
              ),
              move(box(20, 20, 10), [0, 0, -9.2]),
            ),
          ),
        ),
        detail("shell", detail("wing", detail("wings", shell))),
      ),
      part(
        grown(
          union(
            move(ball([1.1, 1.25, 0.9]), [-4.5, 0, 1.1]),
            ...(isStag
              ? [
                  mirrored(
                    union(
                      tube(jaws, [0.34, 0.34, 0.28, 0.14]),
                      tube(
                        [
                          [-6.9, 1.4, 1.2],
                          [-6.8, 0.6, 1.25],
                        ],
                        [0.22, 0.1],
                      ),
                    ),
                    "y",
                  ),
                ]
              : []),
            ...(hasHorn
              ? [
                  tube(
                    [
                      [-5, 0, 1.4],
                      [-6.6, 0, 2],
                      [-7.2, 0, 3.4],
                    ],
                    [0.5, 0.34, 0.14],
                  ),
                ]
              : []),
          ),
        ),
        detail("horn", detail("pincer", main(glossy("#1a5a3f")))),
      ),
      part(
        grown(
          union(
            move(ball([3.6, 2.3, 0.7]), [0.6, 0, 0.9]),
            mirrored(
              union(
                leg(-2.6, -1),
                leg(0, 0.25),
                leg(2.2, 0.9),
                move(ball(0.26), [-5.1, 0.75, 1.5]),
                tube(
                  [
                    [-5.2, 0.5, 1.2],
                    [-6.1, 1.3, 1.7],
                    [-6.8, 2.1, 1.6],
                  ],
                  [0.12, 0.11, 0.11],
                ),
                ...[0, 1, 2].map((index) =>
                  move(ball([0.34, 0.13, 0.2]), [-6.9 - index * 0.16, 2.05 + index * 0.22, 1.62]),
                ),
              ),
              "y",
            ),
          ),
        ),
        detail("leg", detail("legs", detail("antenna", dark))),
      ),
    ];
  },
};

/** Stands upright, with its axis to the front; each spoke ends in a handle outside of the rim. */
const shipsWheel: Family = {
  names: ["ship's wheel", "ships wheel", "ship wheel", "helm", "steering wheel of a ship"],
  parts: ["handle", "spoke", "hub"],
  build({ main, detail }) {
    const spoke = union(
      turn(cylinder(0.5, 0.018), [0, 90, 0]),
      turn(
        lathe(
          smooth([
            [0, 0.46],
            [0.02, 0.46],
            [0.026, 0.52],
            [0.018, 0.58],
            [0.027, 0.64],
            [0.014, 0.68],
            [0, 0.68],
          ]),
        ),
        [0, 90, 0],
      ),
    );
    const upright = (of: Solid) => move(turn(of, [90, 0, 0]), [0, 0, 0.7]);
    const wood = matte("#8a5a2f", 0.5);
    return [
      part(
        upright(cut(cylinder(0.07, 0.47), move(cylinder(0.2, 0.37), [0, 0, -0.05]))),
        main(wood),
      ),
      part(
        upright(move(around(spoke, 8), [0, 0, 0.035])),
        detail("handle", detail("spoke", main(wood))),
      ),
      part(
        upright(
          union(
            move(cylinder(0.11, 0.1), [0, 0, -0.02]),
            move(cylinder(0.15, 0.045), [0, 0, -0.04]),
          ),
        ),
        detail("hub", metal("#c39a45", 0.3)),
      ),
    ];
  },
};

/** Lies on its side: a hook with a forked tip at one end, a flat tip at the other. */
const crowbar: Family = {
  names: ["crowbar", "crow bar", "pry bar", "prybar", "wrecking bar", "jemmy"],
  parts: ["hook", "tip"],
  build({ main }) {
    const hook = arc(0.05, 180, 350, [0.25, 0, 0.012], 14).map(([x, y, z]): Vec3 => [
      x,
      z - 0.012,
      y + 0.012,
    ]);
    return [
      part(
        union(
          tube(
            [[-0.3, 0, 0.012], [-0.22, 0, 0.012], [0.2, 0, 0.012], ...hook],
            [
              0.005,
              0.012,
              0.012,
              ...hook.map((_, index) => (index < hook.length - 3 ? 0.012 : 0.009)),
            ],
          ),
          move(turn(box(0.05, 0.03, 0.006), [0, 0, 0]), [-0.31, 0, 0.009]),
        ),
        main(metal("#5c6670", 0.35)),
      ),
    ];
  },
};

/** A round of crocheted rings, between a solid middle and scallops at its edge. */
const doily: Family = {
  names: ["doily", "lace doily", "doilie", "crochet doily", "lace coaster"],
  build({ main }) {
    const ringOf = (radius: number, from: number, count: number) =>
      around(move(scale(ring(radius, 0.0022), [1, 1, 0.7]), [from, 0, 0.002]), count);
    return [
      part(
        union(
          cylinder(0.003, 0.022),
          ringOf(0.012, 0.034, 10),
          move(ring(0.047, 0.0024), [0, 0, 0.002]),
          ringOf(0.0135, 0.061, 14),
          move(ring(0.0755, 0.0024), [0, 0, 0.002]),
          ringOf(0.0155, 0.091, 18),
          move(ring(0.107, 0.0024), [0, 0, 0.002]),
          ringOf(0.0095, 0.115, 36),
        ),
        main(matte("#f6f1e6", 0.9)),
      ),
    ];
  },
};

/** Kinds of things of other files: a tire swing is no swing, and a blanket is no rug. */
export const sundries: readonly Family[] = [
  blanket,
  quilt,
  letterOpener,
  lipstick,
  windowFrame,
  tireSwing,
  beetle,
  shipsWheel,
  crowbar,
  doily,
];
