import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
  chain,
  common,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  ring,
  scale,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { frill } from "./dolls.ts";

/** A horizontal oval section of a body: its height, half width and half depth. */
type Section = readonly [z: number, width: number, depth: number];

const cloth = 0.008;

function loft(sections: readonly Section[]): Solid {
  const discs = sections.map(([z, width, depth]) =>
    move(scale(cylinder(0.002, 1), [width, depth, 1]), [0, 0, z]),
  );
  return chain(discs);
}

/** A body of cloth that is open at both ends. */
function sheath(sections: readonly Section[]): Solid {
  const inner = sections.map(([z, width, depth], index): Section => {
    const out = index === 0 ? -0.01 : index === sections.length - 1 ? 0.01 : 0;
    return [z + out, width - cloth, depth - cloth];
  });
  return cut(loft(sections), loft(inner));
}

function limb(path: readonly Vec3[], radii: readonly number[]): Solid {
  const balls = path.map((place, index) => move(ball(radii[index] ?? 0.05), place));
  return chain(balls);
}

/** Both sleeves, cut off straight at the cuffs. `length` is 1 for long sleeves. */
function sleeves(length: number, width = 0.075): Solid {
  const reach = (share: number): Vec3 => [0.2 + share * 0.24, 0, 0.54 - share * 0.42];
  const arm = cut(
    limb(
      [[0.17, 0, 0.545], reach(length * 0.5), reach(length)],
      [width, width * 0.9, width * 0.72],
    ),
    move(turn(cylinder(0.3, 0.2), [0, 150, 0]), reach(length)),
  );
  return around(arm, 2);
}

const torso: readonly Section[] = [
  [0, 0.235, 0.13],
  [0.3, 0.22, 0.125],
  [0.5, 0.235, 0.12],
  [0.6, 0.17, 0.095],
  [0.625, 0.095, 0.085],
];

const neck = move(scale(cylinder(0.2, 0.08), [1, 0.9, 1]), [0, -0.02, 0.57]);

/** Buttons down the front, at equal distances. */
function buttons(count: number, from: number, step: number, depth = 0.13): Solid {
  return union(
    ...Array.from({ length: count }, (_, index) =>
      move(turn(cylinder(0.008, 0.012), [90, 0, 0]), [0, -depth, from + index * step]),
    ),
  );
}

const collar = move(
  cut(
    scale(cylinder(0.055, 0.1, 0.09), [1, 0.95, 1]),
    move(scale(cylinder(0.2, 0.083), [1, 0.95, 1]), [0, 0, -0.05]),
    move(turn(box(0.08, 0.2, 0.16), [0, 45, 0]), [0, -0.1, 0.01]),
  ),
  [0, 0, 0.6],
);

const shirt: Family = {
  names: ["shirt", "t-shirt", "tee shirt", "tshirt", "polo shirt", "jersey", "blouse"],
  near: ["tank top", "camisole", "sportswear", "flannel"],
  parts: ["collar", "button", "buttons", "pocket"],
  build({ main, detail, has }) {
    const isTee = has("t-shirt", "tee", "tshirt", "jersey", "tank");
    const own = main(matte(isTee ? "#3f86c6" : "#dfe6ee", 0.9));
    const isChecked = has("plaid", "flannel", "checked", "checkered", "tartan");
    const isStriped = has("striped", "stripe", "stripes");
    const body = union(cut(sheath(torso), neck), sleeves(isTee || has("polo") ? 0.42 : 1));
    const bands = union(
      ...(isChecked || isStriped
        ? Array.from({ length: 6 }, (_, index) => move(box(2, 2, 0.03), [0, 0, 0.04 + index * 0.1]))
        : []),
      ...(isChecked
        ? [-0.18, -0.09, 0, 0.09, 0.18].map((x) => move(box(0.022, 2, 2), [x, 0, -0.2]))
        : []),
    );
    const outer = union(
      loft(torso.map(([z, width, depth]) => [z, width + 0.002, depth + 0.002])),
      scale(sleeves(isTee ? 0.42 : 1), [1.004, 1.03, 1]),
    );
    return [
      part(body, own),
      ...(isChecked || isStriped
        ? [
            part(
              cut(
                common(outer, bands),
                loft(torso.map(([z, width, depth]) => [z - 0.001, width - 0.003, depth - 0.003])),
                neck,
              ),
              detail("pattern", matte(isChecked ? "#2b2d38" : "#f1efe8", 0.95)),
            ),
          ]
        : []),
      ...(isTee
        ? []
        : [
            part(collar, detail("collar", own)),
            part(
              union(buttons(6, 0.06, 0.09)),
              detail("button", detail("buttons", glossy("#8a6a48"))),
            ),
          ]),
    ];
  },
};

const sweater: Family = {
  names: ["sweater", "pullover", "sweatshirt", "hoodie", "cardigan", "jumper"],
  near: ["turtleneck"],
  parts: ["cuff", "hood", "button"],
  build({ main, detail, has }) {
    const own = main(matte("#b0453d", 0.98));
    const rib = (z: number, width: number, depth: number): Solid =>
      cut(
        move(scale(cylinder(0.05, 1), [width, depth, 1]), [0, 0, z]),
        move(scale(cylinder(0.2, 1), [width - 0.02, depth - 0.02, 1]), [0, 0, z - 0.05]),
      );
    return [
      part(union(cut(sheath(torso), neck), sleeves(1, 0.085)), own),
      part(
        union(rib(0, 0.24, 0.135), move(scale(ring(0.088, 0.016), [1, 0.95, 1]), [0, 0, 0.62])),
        detail("cuff", own),
      ),
      ...(has("hoodie")
        ? [
            part(
              cut(
                move(scale(ball(0.13), [1, 0.9, 1]), [0, 0.09, 0.62]),
                move(scale(ball(0.11), [1, 0.9, 1]), [0, 0.05, 0.65]),
              ),
              detail("hood", own),
            ),
            part(
              move(
                hull(box(0.2, 0.02, 0.01), move(box(0.14, 0.02, 0.01), [0, 0, 0.12])),
                [0, -0.125, 0.06],
              ),
              own,
            ),
          ]
        : []),
      ...(has("cardigan")
        ? [part(union(buttons(5, 0.08, 0.1, 0.135)), detail("button", glossy("#6b4a2c")))]
        : []),
    ];
  },
};

const jacket: Family = {
  names: [
    "jacket",
    "coat",
    "blazer",
    "suit jacket",
    "leather jacket",
    "raincoat",
    "parka",
    "ski parka",
  ],
  near: ["suit", "dress suit", "tuxedo", "cape", "cloak", "wet suit", "jumpsuit"],
  parts: ["collar", "lapel", "button", "buttons", "pocket", "zipper"],
  build({ main, detail, has }) {
    const isLong = has("coat", "raincoat", "parka", "robe");
    const own = main(
      matte(
        has("leather") ? "#3a2a22" : has("raincoat") ? "#f0c23a" : "#39465e",
        has("leather") ? 0.4 : 0.9,
      ),
    );
    const long: readonly Section[] = isLong ? [[-0.42, 0.3, 0.17], ...torso.slice(1)] : torso;
    const low = isLong ? -0.42 : 0;
    return [
      part(
        union(
          cut(
            sheath(long),
            neck,
            move(
              hull(box(0.008, 0.4, 0.01), move(box(0.1, 0.4, 0.01), [0, 0, 0.3])),
              [0, -0.2, 0.33],
            ),
            move(box(0.006, 0.4, 0.4 - low), [0, -0.2, low - 0.02]),
          ),
          sleeves(1, 0.085),
        ),
        own,
      ),
      part(
        union(
          collar,
          ...[-1, 1].map((side) =>
            hull(
              move(box(0.006, 0.012, 0.01), [side * 0.01, -0.128, 0.32]),
              move(box(0.06, 0.012, 0.01), [side * 0.075, -0.105, 0.53]),
              move(box(0.02, 0.012, 0.01), [side * 0.07, -0.09, 0.6]),
            ),
          ),
        ),
        detail("collar", detail("lapel", own)),
      ),
      part(
        union(
          ...[-1, 1].map((side) =>
            move(box(0.09, 0.012, 0.022), [side * 0.12, isLong ? -0.128 : -0.115, 0.14]),
          ),
        ),
        detail("pocket", matte("#20242c", 0.8)),
      ),
      part(
        move(
          buttons(
            isLong ? 5 : 3,
            low + (isLong ? 0.14 : 0.06),
            isLong ? 0.13 : 0.1,
            isLong ? 0.14 : 0.13,
          ),
          [0.02, 0, 0],
        ),
        detail("button", detail("buttons", detail("zipper", metal("#b9a066", 0.35)))),
      ),
    ];
  },
};

const vest: Family = {
  names: ["vest", "waistcoat", "life jacket", "safety vest", "life vest"],
  near: ["undershirt", "bulletproof vest"],
  parts: ["button", "buckle", "stripe"],
  build({ main, detail, has }) {
    const isLife = has("life", "safety");
    return [
      part(
        cut(
          sheath(torso),
          neck,
          at(move(scale(ball(0.13), [0.7, 2, 1]), [0, 0, 0.47]), [-0.24, 0, 0], [0.24, 0, 0]),
          move(
            hull(box(0.004, 0.4, 0.01), move(box(0.13, 0.4, 0.01), [0, 0, 0.3])),
            [0, -0.2, 0.33],
          ),
          move(box(0.006, 0.4, 0.5), [0, -0.2, -0.05]),
        ),
        main(matte(isLife ? "#f07a2a" : "#4a4d57", 0.85)),
      ),
      part(
        isLife
          ? cut(
              loft([
                [0.12, 0.231, 0.131],
                [0.16, 0.23, 0.131],
              ]),
              loft([
                [0.1, 0.2, 0.1],
                [0.2, 0.2, 0.1],
              ]),
            )
          : union(buttons(5, 0.05, 0.07)),
        detail(isLife ? "stripe" : "button", isLife ? matte("#f4f3e6", 0.4) : metal("#d9b25a")),
      ),
    ];
  },
};

const dress: Family = {
  names: [
    "dress",
    "gown",
    "wedding dress",
    "wedding gown",
    "bridal gown",
    "evening gown",
    "ball gown",
  ],
  near: ["nightshirt", "kimono", "bathrobe", "robe", "costume", "swimsuit"],
  parts: ["ribbon", "belt", "bow", "sleeve", "frill", "ruffle"],
  build({ main, detail, has }) {
    const isGown = has("gown", "wedding", "ball", "evening", "bridal");
    const own = main(matte(has("wedding", "bridal") ? "#f8f6f0" : "#b8405e", 0.8));
    const hem = isGown ? 0.52 : 0.34;
    const low = isGown ? 0 : 0.32;
    const frills = has("frilly", "frilled", "frill", "ruffled", "ruffle", "tiered")
      ? [0, 0.3, 0.6].map((share) => ({
          z: low + share * (0.96 - low),
          width: hem - share * (hem - 0.14),
        }))
      : [];
    const atHeight = (solid: Solid, z: number) => move(scale(solid, [1, 0.8, 1]), [0, 0, z]);
    const skirt = Array.from({ length: 22 }, (_, index) =>
      turn(
        hull(
          move(ball(hem * 0.11), [hem * 0.86, 0, low + hem * 0.11]),
          move(ball(0.02), [0.125, 0, 0.96]),
        ),
        [0, 0, (360 * index) / 22],
      ),
    );
    return [
      part(
        union(
          cut(
            union(
              scale(
                hull(
                  move(cylinder(0.01, hem * 0.9), [0, 0, low]),
                  move(cylinder(0.01, 0.14), [0, 0, 0.96]),
                ),
                [1, 0.8, 1],
              ),
              scale(union(...skirt), [1, 0.8, 1]),
            ),
            move(box(3, 3, 1), [0, 0, low - 1]),
          ),
          cut(
            sheath([
              [0.95, 0.14, 0.105],
              [1.0, 0.135, 0.1],
              [1.15, 0.17, 0.125],
              [1.25, 0.165, 0.115],
            ]),
            move(scale(ball(0.13), [1, 3, 0.5]), [0, 0, 1.26]),
          ),
          tube(
            [
              [-0.11, -0.075, 1.23],
              [-0.115, -0.02, 1.36],
              [-0.11, 0.07, 1.24],
            ],
            0.011,
          ),
          tube(
            [
              [0.11, -0.075, 1.23],
              [0.115, -0.02, 1.36],
              [0.11, 0.07, 1.24],
            ],
            0.011,
          ),
        ),
        own,
      ),
      part(
        cut(
          move(scale(cylinder(0.045, 0.148), [1, 0.78, 1]), [0, 0, 0.955]),
          move(scale(cylinder(0.2, 0.13), [1, 0.72, 1]), [0, 0, 0.9]),
        ),
        detail(
          "ribbon",
          detail(
            "belt",
            detail("bow", has("wedding", "bridal") ? matte("#e9ddc4", 0.5) : matte("#6d2238", 0.6)),
          ),
        ),
      ),
      ...(frills.length === 0
        ? []
        : [
            part(
              union(...frills.map(({ z, width }) => atHeight(frill(width * 1.1, 0.16, 0.8), z))),
              own,
            ),
            part(
              union(
                ...frills.map(({ z, width }) =>
                  atHeight(frill(width * 1.13, 0.02, 0.98), z - 0.004),
                ),
              ),
              detail("frill", detail("ruffle", matte("#f7f1e6", 0.9))),
            ),
          ]),
    ];
  },
};

const skirt: Family = {
  names: ["skirt", "pleated skirt", "kilt", "tutu"],
  parts: ["belt"],
  build({ main, detail }) {
    const folds = around(
      hull(move(ball(0.04), [0.31, 0, 0.04]), move(ball(0.012), [0.145, 0, 0.46])),
      24,
    );
    return [
      part(
        cut(
          union(scale(folds, [1, 0.8, 1]), scale(cylinder(0.46, 0.31, 0.145), [1, 0.8, 1])),
          scale(move(cylinder(0.5, 0.29, 0.12), [0, 0, -0.02]), [1, 0.8, 1]),
          move(box(2, 2, 1), [0, 0, -1]),
        ),
        main(matte("#a83a48", 0.9)),
      ),
      part(
        cut(
          move(scale(cylinder(0.05, 0.152), [1, 0.8, 1]), [0, 0, 0.44]),
          move(scale(cylinder(0.2, 0.138), [1, 0.8, 1]), [0, 0, 0.4]),
        ),
        detail("belt", matte("#2c2a30", 0.6)),
      ),
    ];
  },
};

const trousers: Family = {
  names: [
    "trousers",
    "pants",
    "jeans",
    "jean",
    "shorts",
    "short pants",
    "sweatpants",
    "sweat pants",
    "leggings",
    "legging",
  ],
  near: ["pajamas", "pyjamas", "overalls", "tights", "swim trunks", "underdrawers"],
  parts: ["belt", "button", "pocket"],
  build({ main, detail, has }) {
    const isShort = has("shorts", "short", "trunk");
    const low = isShort ? 0.6 : 0;
    const color = has("jean", "denim") ? "#3a5a8c" : "#4b4a52";
    const leg = (side: number): Solid =>
      cut(
        hull(
          move(cylinder(0.01, isShort ? 0.125 : 0.095), [side * 0.115, 0, low]),
          move(scale(cylinder(0.01, 0.105), [1, 1.15, 1]), [side * 0.088, 0, 0.76]),
        ),
        move(cylinder(0.03, isShort ? 0.115 : 0.085), [side * 0.115, 0, low - 0.01]),
      );
    return [
      part(
        union(
          leg(-1),
          leg(1),
          cut(
            loft([
              [0.74, 0.195, 0.125],
              [0.85, 0.19, 0.12],
              [1, 0.165, 0.11],
            ]),
            loft([
              [0.86, 0.18, 0.11],
              [1.01, 0.155, 0.1],
            ]),
          ),
        ),
        main(matte(color, 0.95)),
      ),
      part(
        cut(
          loft([
            [0.955, 0.176, 0.118],
            [0.99, 0.172, 0.115],
          ]),
          loft([
            [0.9, 0.16, 0.1],
            [1.1, 0.16, 0.1],
          ]),
        ),
        detail("belt", matte("#5a3a22", 0.6)),
      ),
      part(union(move(box(0.045, 0.012, 0.04, 0.005), [0, -0.119, 0.953])), metal("#d9b25a")),
      part(
        union(
          ...[-1, 1].map((side) =>
            move(turn(box(0.1, 0.008, 0.006), [0, side * 32, 0]), [side * 0.125, -0.104, 0.88]),
          ),
        ),
        detail("pocket", matte("#c9a86a", 0.8)),
      ),
    ];
  },
};

const underwear: Family = {
  names: ["underwear", "underpants", "briefs", "boxer shorts", "swimming trunks"],
  near: ["diaper", "bikini", "panties", "corset"],
  parts: ["band"],
  build: ({ main, detail }) => [
    part(
      cut(
        loft([
          [0, 0.07, 0.09],
          [0.06, 0.16, 0.12],
          [0.2, 0.165, 0.115],
        ]),
        loft([
          [0.02, 0.05, 0.075],
          [0.07, 0.15, 0.11],
          [0.21, 0.155, 0.105],
        ]),
        at(turn(cylinder(0.6, 0.09), [90, 0, 0]), [-0.17, 0.3, 0.02], [0.17, 0.3, 0.02]),
      ),
      main(matte("#eef1f4", 0.95)),
    ),
    part(
      cut(
        loft([
          [0.18, 0.168, 0.118],
          [0.21, 0.168, 0.118],
        ]),
        loft([
          [0.1, 0.155, 0.105],
          [0.3, 0.155, 0.105],
        ]),
      ),
      detail("band", matte("#3a6fd8", 0.9)),
    ),
  ],
};

const apron: Family = {
  names: ["apron", "kitchen apron"],
  near: ["bib"],
  parts: ["pocket", "strap"],
  build: ({ main, detail }) => [
    part(
      common(
        cut(
          loft([
            [0, 0.3, 0.2],
            [0.5, 0.24, 0.15],
            [0.85, 0.18, 0.12],
          ]),
          loft([
            [-0.01, 0.294, 0.194],
            [0.5, 0.234, 0.144],
            [0.86, 0.174, 0.114],
          ]),
        ),
        union(move(box(0.7, 0.22, 0.55), [0, -0.13, 0]), move(box(0.26, 0.4, 0.9), [0, -0.2, 0])),
      ),
      main(matte("#c2473f", 0.9)),
    ),
    part(
      union(
        tube(
          [
            [-0.11, -0.09, 0.84],
            [-0.07, 0, 1.02],
            [0, 0.04, 1.06],
            [0.07, 0, 1.02],
            [0.11, -0.09, 0.84],
          ],
          0.01,
        ),
        tube(
          arc(0.24, 0, 180, [0, 0, 0], 12).map(([x, , y]) => [x, y * 0.62 - 0.01, 0.5] as const),
          0.009,
        ),
      ),
      detail("strap", matte("#f0e8d8", 0.9)),
    ),
    part(
      move(
        cut(box(0.24, 0.02, 0.16, 0.008), move(box(0.004, 0.1, 0.2), [0, 0, -0.01])),
        [0, -0.176, 0.28],
      ),
      detail("pocket", matte("#a63831", 0.9)),
    ),
  ],
};

const tie: Family = {
  names: ["tie", "necktie"],
  build({ main, has }) {
    const blade = hull(
      box(0.002, 0.008, 0.004),
      move(box(0.085, 0.008, 0.004), [0, 0, 0.05]),
      move(box(0.035, 0.008, 0.004), [0, 0, 0.42]),
    );
    return [
      part(
        union(
          blade,
          hull(
            move(box(0.035, 0.02, 0.004), [0, 0, 0.42]),
            move(box(0.055, 0.026, 0.006), [0, 0, 0.475]),
          ),
          move(turn(scale(ring(0.075, 0.01), [1, 0.9, 1.6]), [-18, 0, 0]), [0, 0.06, 0.49]),
        ),
        main(matte("#a3263a", 0.6)),
      ),
      part(
        common(
          blade,
          union(
            ...Array.from({ length: 6 }, (_, index) =>
              move(turn(box(0.3, 0.02, 0.014), [0, 32, 0]), [0, -0.0042, 0.03 + index * 0.075]),
            ),
          ),
        ),
        matte(has("striped") ? "#f1e6c8" : "#d9b25a", 0.6),
      ),
    ];
  },
};

const bowTie: Family = {
  names: ["bow tie", "bow-tie", "bowtie", "bow", "ribbon bow", "hair bow"],
  near: ["hairpin", "barrette"],
  build: ({ main }) => [
    part(
      union(
        ...[-1, 1].map((side) =>
          hull(
            move(box(0.004, 0.018, 0.022, 0.001), [side * 0.008, 0, 0.02]),
            move(box(0.006, 0.034, 0.062, 0.002), [side * 0.062, 0, 0]),
          ),
        ),
      ),
      main(matte("#b3262f", 0.6)),
    ),
    part(move(box(0.024, 0.03, 0.03, 0.009), [0, 0, 0.016]), matte("#7d1b24", 0.6)),
  ],
};

const scarf: Family = {
  names: ["scarf", "muffler", "shawl"],
  near: ["headscarf", "veil", "bandanna", "bandana", "handkerchief"],
  parts: ["stripe", "fringe"],
  build({ main, detail, has }) {
    const tail = (x: number, length: number): Solid =>
      hull(
        move(box(0.11, 0.03, 0.02, 0.009), [x, -0.13, 0.45]),
        move(box(0.13, 0.028, 0.02, 0.009), [x * 1.5, -0.15, 0.45 - length]),
      );
    const own = main(matte("#c23b3b", 0.98));
    return [
      part(
        union(
          move(scale(ring(0.11, 0.05), [1, 1, 0.9]), [0, 0, 0.47]),
          move(turn(scale(ring(0.12, 0.045), [1, 1, 0.9]), [8, 6, 0]), [0, 0, 0.43]),
          tail(-0.05, 0.4),
          tail(0.06, 0.3),
        ),
        own,
      ),
      // A pattern of the prompt replaces the usual stripes.
      ...(own.layers
        ? []
        : [
            part(
              union(
                ...[0.12, 0.2, 0.28].map((z) => move(box(0.128, 0.034, 0.02), [-0.068, -0.147, z])),
                ...[0.22, 0.3].map((z) => move(box(0.128, 0.034, 0.02), [0.08, -0.146, z])),
              ),
              detail("stripe", has("plain") ? own : matte("#f1e6cc", 0.98)),
            ),
          ]),
    ];
  },
};

const glove: Family = {
  names: ["glove", "gloves", "mitten", "mittens"],
  near: ["gauntlet", "potholder", "oven mitt"],
  parts: ["cuff"],
  build({ main, detail, has }) {
    const isMitten = has("mitten", "mittens");
    const fingers: readonly (readonly [number, number])[] = [
      [-0.036, 0.19],
      [-0.012, 0.205],
      [0.012, 0.2],
      [0.036, 0.18],
    ];
    return [
      part(
        union(
          hull(
            move(ball([0.04, 0.022, 0.02]), [0, 0, 0.06]),
            move(ball([0.046, 0.022, 0.02]), [0, 0, 0.115]),
          ),
          ...(isMitten
            ? [
                hull(
                  move(ball([0.046, 0.024, 0.02]), [0, 0, 0.115]),
                  move(ball([0.034, 0.022, 0.024]), [0, 0, 0.175]),
                ),
              ]
            : fingers.map(([x, top]) =>
                hull(
                  move(ball(0.0135), [x * 0.9, 0, 0.11]),
                  move(ball(0.0115), [x * 1.15, 0, top]),
                ),
              )),
          hull(
            move(ball(0.016), [0.038, -0.004, 0.075]),
            move(ball(0.013), [0.075, -0.012, 0.125]),
          ),
        ),
        main(matte("#7a4a2c", 0.8)),
      ),
      part(
        cut(
          scale(cylinder(0.06, 0.046, 0.04), [1, 0.62, 1]),
          move(scale(cylinder(0.1, 0.036), [1, 0.55, 1]), [0, 0, -0.06]),
        ),
        detail("cuff", matte("#e6dcc6", 0.95)),
      ),
    ];
  },
};

const sock: Family = {
  names: ["sock", "socks", "stocking", "christmas stocking"],
  parts: ["stripe", "cuff", "toe", "heel"],
  build: ({ main, detail }) => [
    part(
      union(
        limb(
          [
            [0, 0.05, 0.3],
            [0, 0.045, 0.12],
            [0, 0.04, 0.05],
            [0, -0.1, 0.04],
          ],
          [0.046, 0.042, 0.048, 0.04],
        ),
      ),
      main(matte("#d23b36", 0.98)),
    ),
    part(
      move(cut(cylinder(0.06, 0.052), move(cylinder(0.1, 0.04), [0, 0, 0.02])), [0, 0.05, 0.3]),
      detail("cuff", detail("stripe", matte("#f4f1e8", 0.98))),
    ),
    part(
      union(
        move(ball([0.042, 0.04, 0.042]), [0, -0.108, 0.04]),
        move(ball(0.049), [0, 0.046, 0.048]),
      ),
      detail("toe", detail("heel", matte("#f4f1e8", 0.98))),
    ),
  ],
};

const belt: Family = {
  names: ["belt", "leather belt"],
  near: [
    "cincture",
    "armband",
    "wristband",
    "headband",
    "sweatband",
    "dog collar",
    "collar",
    "choker",
    "strap",
    "anklet",
  ],
  parts: ["buckle"],
  build: ({ main, detail }) => [
    part(
      cut(
        scale(cylinder(0.036, 0.15), [1, 0.78, 1]),
        move(scale(cylinder(0.1, 0.145), [1, 0.775, 1]), [0, 0, -0.02]),
      ),
      main(matte("#5a3319", 0.5)),
    ),
    part(
      move(
        cut(box(0.05, 0.014, 0.046, 0.006), move(box(0.034, 0.1, 0.026), [0, 0, 0.01])),
        [0, -0.117, -0.005],
      ),
      detail("buckle", metal("#d9b25a", 0.25)),
    ),
    part(move(box(0.028, 0.006, 0.006), [0, -0.122, 0.015]), metal("#b9953f", 0.3)),
  ],
};

const mask: Family = {
  names: [
    "mask",
    "carnival mask",
    "face mask",
    "theater mask",
    "theatre mask",
    "venetian mask",
    "masquerade mask",
  ],
  near: ["ski mask"],
  parts: ["feather", "feathers"],
  build({ main, detail, has }) {
    const isHalf = has("carnival", "masquerade", "venetian", "ball");
    const shell = cut(
      ball([0.1, 0.06, 0.13]),
      ball([0.094, 0.054, 0.124]),
      move(box(1, 1, 1), [0, 0.52, -0.5]),
      ...[-1, 1].map((side) =>
        move(turn(scale(ball(0.026), [1.1, 4, 0.62]), [0, side * -8, 0]), [
          side * 0.042,
          -0.05,
          0.035,
        ]),
      ),
    );
    const own = main(glossy(isHalf ? "#c9a13a" : "#f2ece0"));
    return [
      part(
        move(
          isHalf
            ? cut(
                shell,
                move(box(1, 1, 1), [0, 0, -1.005]),
                move(scale(ball(0.03), [1, 4, 1]), [0, -0.06, -0.01]),
              )
            : cut(shell, move(scale(ball(0.034), [1, 4, 0.45]), [0, -0.05, -0.068])),
          [0, 0, 0.13],
        ),
        own,
      ),
      part(
        move(
          hull(
            move(ball(0.009), [0, -0.056, 0.04]),
            move(ball([0.018, 0.014, 0.012]), [0, -0.062, -0.012]),
          ),
          [0, 0, 0.13],
        ),
        own,
      ),
      ...(isHalf
        ? [
            part(
              union(
                ...[-40, -24, -8, 8, 24, 40].map((angle) =>
                  turn(move(scale(ball(0.05), [0.3, 0.12, 1]), [0, 0.004, 0.215]), [
                    0,
                    angle * 0.8,
                    0,
                  ]),
                ),
              ),
              detail("feather", detail("feathers", matte("#6a3fb0", 0.9))),
            ),
          ]
        : []),
      ...(isHalf
        ? [
            part(
              move(
                union(
                  ...[-1, 1].flatMap((side) =>
                    Array.from({ length: 7 }, (_, index) =>
                      move(ball(0.005), [
                        side * (0.018 + index * 0.011),
                        -0.062 + index * index * 0.0011,
                        0.072 - Math.abs(index - 3) * 0.004,
                      ]),
                    ),
                  ),
                ),
                [0, 0, 0.13],
              ),
              glossy("#d94a6a"),
            ),
          ]
        : []),
    ];
  },
};

const beanie: Family = {
  names: ["beanie", "knit hat", "winter hat", "woolly hat", "bobble hat", "beret"],
  near: ["turban", "bonnet", "swimming cap", "wig", "hairnet"],
  parts: ["pompom", "bobble", "cuff"],
  build({ main, detail, has }) {
    const own = main(matte(has("beret") ? "#2b2f45" : "#2f6db0", 0.98));
    if (has("beret"))
      return [
        part(union(move(ball([0.16, 0.15, 0.05]), [0.02, 0, 0.07]), cylinder(0.05, 0.1)), own),
        part(move(cylinder(0.03, 0.006), [0.02, 0, 0.115]), own),
      ];
    return [
      part(cut(scale(ball(0.13), [1, 1, 1.25]), move(box(1, 1, 1), [0, 0, -1])), own),
      part(
        union(
          around(move(box(0.02, 0.03, 0.065, 0.008), [0.128, 0, 0]), 26),
          cut(cylinder(0.062, 0.134), move(cylinder(0.1, 0.12), [0, 0, -0.01])),
        ),
        detail("cuff", own),
      ),
      part(
        union(
          ...Array.from({ length: 14 }, (_, index) =>
            move(ball(0.02), [
              0.022 * Math.cos(index * 2.4),
              0.022 * Math.sin(index * 2.4),
              0.165 + (index / 13) * 0.036,
            ]),
          ),
        ),
        detail("pompom", detail("bobble", matte("#f4f1e8", 0.98))),
      ),
    ];
  },
};

const slipper: Family = {
  names: [
    "slipper",
    "slippers",
    "sandal",
    "sandals",
    "flip-flop",
    "flip-flops",
    "flip flops",
    "flip flop",
  ],
  near: ["clog", "swim fin", "flipper"],
  parts: ["strap"],
  build({ main, detail, has }) {
    const isSlipper = has("slipper", "slippers");
    const sole = (x: number): Solid =>
      move(
        hull(move(cylinder(0.02, 0.04), [0, 0.09, 0]), move(cylinder(0.02, 0.05), [0, -0.07, 0])),
        [x, 0, 0],
      );
    return [
      part(union(sole(-0.07), sole(0.07)), main(matte(isSlipper ? "#8a5a3c" : "#2f8fc8", 0.85))),
      part(
        at(
          isSlipper
            ? cut(
                move(ball([0.056, 0.085, 0.06]), [0, -0.06, 0.015]),
                move(ball([0.046, 0.085, 0.05]), [0, -0.045, 0.015]),
                move(box(1, 1, 1), [0, 0, -0.98]),
              )
            : union(
                tube(
                  [
                    [-0.046, 0.01, 0.02],
                    [-0.03, -0.04, 0.045],
                    [0, -0.075, 0.022],
                  ],
                  0.008,
                ),
                tube(
                  [
                    [0.046, 0.01, 0.02],
                    [0.03, -0.04, 0.045],
                    [0, -0.075, 0.022],
                  ],
                  0.008,
                ),
              ),
          [-0.07, 0, 0],
          [0.07, 0, 0],
        ),
        detail("strap", isSlipper ? main(matte("#8a5a3c", 0.9)) : matte("#26282d", 0.6)),
      ),
    ];
  },
};

const heel: Family = {
  names: ["high heel", "high heels", "high heel shoe", "stiletto", "pump shoe"],
  near: ["glass slipper", "ballet shoes"],
  build: ({ main }) => [
    part(
      union(
        hull(
          move(ball([0.03, 0.035, 0.012]), [0, -0.09, 0.012]),
          move(ball([0.026, 0.02, 0.008]), [0, -0.03, 0.02]),
        ),
        hull(
          move(ball([0.026, 0.02, 0.008]), [0, -0.03, 0.02]),
          move(ball([0.024, 0.03, 0.008]), [0, 0.08, 0.095]),
        ),
        cut(
          hull(
            move(ball([0.033, 0.04, 0.026]), [0, -0.085, 0.022]),
            move(ball([0.03, 0.02, 0.02]), [0, -0.03, 0.034]),
          ),
          move(ball([0.026, 0.045, 0.03]), [0, -0.045, 0.045]),
        ),
        cut(
          move(ball([0.031, 0.045, 0.05]), [0, 0.075, 0.11]),
          move(ball([0.025, 0.06, 0.06]), [0, 0.06, 0.125]),
        ),
        hull(
          move(cylinder(0.002, 0.006), [0, 0.105, 0]),
          move(ball([0.02, 0.018, 0.01]), [0, 0.09, 0.088]),
        ),
      ),
      main(glossy("#c9202f")),
    ),
    part(move(cylinder(0.004, 0.007), [0, 0.105, 0]), matte("#202126")),
  ],
};

function eyewear(names: readonly string[], near: readonly string[], lens: Material): Family {
  return {
    names,
    near,
    parts: ["lens", "lenses", "frame"],
    build({ main, detail, has }) {
      const isRound = has("round");
      const rim = isRound
        ? turn(ring(0.026, 0.004), [90, 0, 0])
        : cut(
            turn(scale(cylinder(0.007, 0.03), [1, 0.82, 1]), [90, 0, 0]),
            move(turn(scale(cylinder(0.1, 0.025), [1, 0.8, 1]), [90, 0, 0]), [0, 0.05, 0]),
          );
      return [
        part(
          union(
            ...[-1, 1].map((side) =>
              union(
                move(rim, [side * 0.035, 0, 0.03]),
                tube(
                  [
                    [side * 0.064, 0, 0.036],
                    [side * 0.068, 0.03, 0.036],
                    [side * 0.066, 0.1, 0.034],
                    [side * 0.062, 0.135, 0.012],
                  ],
                  0.003,
                ),
              ),
            ),
            tube(
              [
                [-0.009, 0, 0.034],
                [0, -0.003, 0.039],
                [0.009, 0, 0.034],
              ],
              0.003,
            ),
          ),
          detail("frame", main(glossy("#2a2422"))),
        ),
        part(
          at(
            move(turn(scale(cylinder(0.003, 0.0265), [1, 0.82, 1]), [90, 0, 0]), [0, -0.002, 0.03]),
            [-0.035, 0, 0],
            [0.035, 0, 0],
          ),
          detail("lens", detail("lenses", lens)),
        ),
      ];
    },
  };
}

const goggles: Family = {
  names: ["goggles", "ski goggles", "swimming goggles", "diving mask"],
  near: ["visor"],
  parts: ["strap", "lens"],
  build: ({ main, detail }) => [
    part(
      cut(
        hull(
          ...[-1, 1].map((side) =>
            move(turn(cylinder(0.05, 0.042), [90, 0, 0]), [side * 0.042, 0.02, 0.045]),
          ),
        ),
        scale(ball(0.03), [0.8, 4, 1]),
      ),
      main(matte("#2b2d33", 0.5)),
    ),
    part(
      cut(
        hull(
          ...[-1, 1].map((side) =>
            move(turn(cylinder(0.006, 0.036), [90, 0, 0]), [side * 0.042, -0.028, 0.046]),
          ),
        ),
        scale(ball(0.032), [0.8, 4, 1]),
      ),
      detail("lens", glass("#f08a2a", 0.85)),
    ),
    part(
      cut(
        move(scale(cylinder(0.032, 0.088), [1, 0.95, 1]), [0, 0.065, 0.03]),
        move(scale(cylinder(0.1, 0.084), [1, 0.94, 1]), [0, 0.065, 0]),
        move(box(0.15, 0.06, 0.2), [0, -0.02, 0]),
      ),
      detail("strap", matte("#c9302c", 0.9)),
    ),
  ],
};

const button: Family = {
  names: ["button", "shirt button", "coat button"],
  near: ["cufflink"],
  build: ({ main }) => [
    part(
      cut(
        union(cylinder(0.004, 0.02), move(ring(0.018, 0.003), [0, 0, 0.003])),
        at(
          cylinder(0.02, 0.0022),
          [-0.005, -0.005, -0.005],
          [0.005, -0.005, -0.005],
          [0.005, 0.005, -0.005],
          [-0.005, 0.005, -0.005],
        ),
      ),
      main(glossy("#3a7fc8")),
    ),
  ],
};

const hanger: Family = {
  names: ["coat hanger", "clothes hanger", "hanger"],
  build: ({ main }) => [
    part(
      union(
        hull(move(ball(0.013), [0, 0, 0.15]), move(ball(0.012), [-0.21, 0, 0.05])),
        hull(move(ball(0.013), [0, 0, 0.15]), move(ball(0.012), [0.21, 0, 0.05])),
        hull(move(ball(0.008), [-0.2, 0, 0.045]), move(ball(0.008), [0.2, 0, 0.045])),
      ),
      main(matte("#b98552", 0.6)),
    ),
    part(
      union(
        move(cylinder(0.04, 0.003), [0, 0, 0.155]),
        tube(arc(0.028, -90, 160, [0, 0, 0.222], 14), 0.003),
      ),
      metal("#c2c6cb"),
    ),
  ],
};

const earring: Family = {
  names: ["earring", "earrings"],
  near: ["jewelry", "jewellery", "pendant earring"],
  parts: ["gem", "pearl"],
  build: ({ main, detail }) => [
    part(
      at(
        union(
          tube(arc(0.008, -40, 200, [0, 0, 0.052], 12), 0.0011),
          move(turn(ring(0.006, 0.0014), [90, 0, 0]), [0, 0, 0.038]),
        ),
        [-0.02, 0, 0],
        [0.02, 0, 0],
      ),
      main(metal("#e3b341", 0.2)),
    ),
    part(
      at(
        lathe([
          [0, 0],
          [0.009, 0.014],
          [0.006, 0.026],
          [0, 0.032],
        ]),
        [-0.02, 0, 0],
        [0.02, 0, 0],
      ),
      detail("gem", detail("pearl", glossy("#2f9f7c"))),
    ),
  ],
};

const brooch: Family = {
  names: ["brooch", "badge pin"],
  near: ["award", "badge", "belt buckle", "clasp", "pin"],
  parts: ["gem", "ruby", "pearl"],
  build: ({ main, detail }) => [
    part(
      turn(
        union(
          cylinder(0.004, 0.022),
          move(ring(0.022, 0.003), [0, 0, 0.003]),
          around(move(ball([0.009, 0.006, 0.004]), [0.028, 0, 0.003]), 10),
        ),
        [80, 0, 0],
      ),
      main(metal("#e3b341", 0.22)),
    ),
    part(
      turn(move(scale(ball(0.012), [1.15, 1.15, 0.6]), [0, 0, 0.005]), [80, 0, 0]),
      detail("gem", detail("ruby", glossy("#b3132c"))),
    ),
    part(
      turn(
        union(
          around(move(ball(0.0035), [0.018, 0, 0.007]), 10),
          around(move(ball(0.003), [0.032, 0, 0.005]), 10),
        ),
        [80, 0, 0],
      ),
      detail("pearl", glossy("#f7f3ea")),
    ),
  ],
};

const watch: Family = {
  names: ["watch", "wristwatch", "wrist watch"],
  near: ["wristlet", "smartwatch"],
  parts: ["strap", "dial", "face"],
  build: ({ main, detail }) => [
    part(
      cut(
        move(turn(cylinder(0.02, 0.032), [0, 90, 0]), [-0.01, 0, 0.032]),
        move(turn(cylinder(0.1, 0.0285), [0, 90, 0]), [-0.05, 0, 0.032]),
      ),
      detail("strap", matte("#4a2c1a", 0.6)),
    ),
    part(
      union(
        move(turn(cylinder(0.01, 0.02), [90, 0, 0]), [0, -0.028, 0.032]),
        move(turn(cylinder(0.006, 0.003), [0, 90, 0]), [0.019, -0.033, 0.032]),
      ),
      main(metal("#d9b25a", 0.2)),
    ),
    part(
      move(turn(cylinder(0.002, 0.017), [90, 0, 0]), [0, -0.0375, 0.032]),
      detail("dial", detail("face", glossy("#f6f4ee"))),
    ),
    part(
      move(
        turn(
          union(
            around(move(box(0.003, 0.001, 0.001), [0.0145, 0, 0]), 12),
            move(box(0.0014, 0.011, 0.001), [0, 0.005, 0]),
            move(turn(box(0.0014, 0.009, 0.001), [0, 0, -70]), [0.004, 0.0014, 0]),
          ),
          [90, 0, 0],
        ),
        [0, -0.0398, 0.032],
      ),
      matte("#202126"),
    ),
  ],
};

export const clothes: readonly Family[] = [
  shirt,
  sweater,
  jacket,
  vest,
  dress,
  skirt,
  trousers,
  underwear,
  apron,
  tie,
  bowTie,
  scarf,
  glove,
  sock,
  belt,
  mask,
  beanie,
  slipper,
  heel,
  eyewear(["glasses", "spectacles", "eyeglasses", "reading glasses"], [], glass("#d8ecf2", 0.3)),
  eyewear(["sunglasses", "shades"], [], glass("#1c1d22", 0.92)),
  goggles,
  button,
  hanger,
  earring,
  brooch,
  watch,
];
