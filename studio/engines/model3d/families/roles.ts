import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";
import {
  around,
  ball,
  box,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  mirrored,
  move,
  ring,
  scale,
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import type { Outfit } from "./people.ts";
import { crown, dressed, hilt, sword } from "./people.ts";

const black = matte("#1f2024", 0.6);
const steel = metal("#b2b8c0", 0.3);
const gold = metal("#e0b03c", 0.3);
const leather = matte("#6b4226", 0.7);
const wood = matte("#7a5230", 0.8);
const fur = matte("#8b6a48", 0.98);
const bone = matte("#efe6cf", 0.5);

const pointedEars = (long: number) =>
  mirrored(move(turn(scale(cone(long, 0.06), [1, 0.45, 1]), [0, 68, 0]), [0.13, 0, 1.29]), "x");
const horns = mirrored(
  tube(
    [
      [0.09, -0.03, 1.41],
      [0.17, -0.04, 1.5],
      [0.16, -0.06, 1.62],
    ],
    [0.04, 0.03, 0.008],
  ),
  "x",
);
const tusks = mirrored(move(cone(0.08, 0.02), [0.05, -0.15, 1.2]), "x");
const belt = part(move(box(0.44, 0.27, 0.07, 0.02), [0, 0, 0.63]), leather);
const buckle = part(move(box(0.09, 0.03, 0.08, 0.01), [0, -0.135, 0.625]), gold);
const brimHat = (color: string, brim: number, tall: number) =>
  part(
    union(
      move(scale(cylinder(0.025, brim), [1.1, 1, 1]), [0, 0.01, 1.385]),
      move(cylinder(tall, 0.155, 0.13), [0, 0.01, 1.39]),
    ),
    matte(color, 0.8),
  );
const helmetBowl = cut(
  move(ball([0.195, 0.195, 0.2]), [0, 0.01, 1.31]),
  move(box(0.6, 0.6, 0.3), [0, 0, 0.99]),
  move(box(0.26, 0.3, 0.2), [0, -0.2, 1.16]),
);
const club = part(
  tube(
    [
      [-0.37, -0.12, 0.5],
      [-0.41, -0.16, 1.05],
    ],
    [0.028, 0.085],
  ),
  wood,
);
const axe = [
  part(
    tube(
      [
        [-0.37, -0.11, 0.3],
        [-0.37, -0.11, 1.12],
      ],
      0.02,
    ),
    wood,
  ),
  part(
    move(
      slab(
        [
          [0.02, 0.06],
          [-0.16, 0.15],
          [-0.2, 0],
          [-0.16, -0.14],
          [0.02, -0.04],
        ],
        0.03,
      ),
      [-0.37, -0.11, 1.02],
    ),
    steel,
  ),
];
const spear = [
  part(
    tube(
      [
        [-0.38, -0.1, 0.02],
        [-0.38, -0.1, 1.6],
      ],
      0.016,
    ),
    wood,
  ),
  part(move(scale(cone(0.2, 0.045, 4), [1, 0.4, 1]), [-0.38, -0.1, 1.6]), steel),
];
const roundShield = (color: string) => [
  part(move(turn(cylinder(0.04, 0.25), [90, 0, 0]), [0.38, -0.14, 0.72]), matte(color, 0.6)),
  part(
    move(turn(union(ring(0.25, 0.022), ball([0.07, 0.07, 0.06])), [90, 0, 0]), [0.38, -0.18, 0.72]),
    metal("#c9a24a", 0.35),
  ),
];
const plates = part(
  union(
    mirrored(move(ball([0.12, 0.13, 0.1]), [0.25, 0, 1.02]), "x"),
    move(box(0.4, 0.28, 0.32, 0.08), [0, 0, 0.76]),
  ),
  steel,
);
const feathered = (color: string) =>
  part(
    mirrored(
      union(
        ...[0, 1, 2, 3, 4].map((index) =>
          move(turn(scale(ball(0.32 - index * 0.03), [1, 0.1, 0.3]), [0, 24 - index * 26, -18]), [
            0.33 - index * 0.03,
            0.2,
            1.06 - index * 0.1,
          ]),
        ),
      ),
      "x",
    ),
    matte(color, 0.85),
  );
const batWings = (color: string) =>
  part(
    mirrored(
      turn(
        move(
          slab(
            [
              [0.04, -0.12],
              [0.2, -0.02],
              [0.32, -0.16],
              [0.44, -0.04],
              [0.62, -0.12],
              [0.56, 0.3],
              [0.3, 0.34],
              [0.04, 0.1],
            ],
            0.025,
          ),
          [0, 0.16, 0.9],
        ),
        [0, 0, 12],
      ),
      "x",
    ),
    matte(color, 0.8),
  );
const cape = (color: string) =>
  part(
    hull(move(box(0.46, 0.04, 0.05), [0, 0.14, 1.04]), move(box(0.78, 0.05, 0.03), [0, 0.3, 0.1])),
    matte(color, 0.85),
  );
const stethoscope = part(
  union(
    scale(move(ring(0.15, 0.013), [0, -0.04, 1.04]), [1, 1, 1]),
    tube(
      [
        [0, -0.17, 1.02],
        [0.05, -0.16, 0.84],
      ],
      0.012,
    ),
    move(ball(0.03), [0.05, -0.16, 0.82]),
  ),
  black,
);
const peakedCap = (color: string) =>
  part(
    union(
      move(cylinder(0.1, 0.165, 0.2), [0, 0.01, 1.38]),
      move(scale(cylinder(0.02, 0.17), [0.9, 0.9, 1]), [0, -0.09, 1.375]),
    ),
    matte(color, 0.6),
  );
const badge = part(
  move(turn(cylinder(0.03, 0.035, 0.035, 6), [90, 0, 0]), [0.1, -0.105, 0.92]),
  gold,
);
const crest = (color: string) =>
  part(move(scale(ball(0.2), [0.16, 1, 0.75]), [0, 0.05, 1.5]), matte(color, 0.95));

const plain = { isLong: false, parts: [], extras: [] } as const;
const bald = { color: "#3a2a1d", length: "none" } as const;
const short = (color = "#4a2f1d") => ({ color, length: "short" }) as const;
const long = (color = "#4a2f1d") => ({ color, length: "long" }) as const;

const outfits: readonly Outfit[] = [
  {
    names: ["goblin", "hobgoblin", "gremlin", "imp"],
    parts: ["ear", "club", "nose"],
    coat: matte("#6b4b2c", 0.9),
    isLong: false,
    skin: "#6f9a3c",
    legs: matte("#6f9a3c", 0.8),
    shoes: matte("#6f9a3c", 0.8),
    hair: bald,
    extras: [
      part(
        union(pointedEars(0.34), move(turn(cone(0.15, 0.04), [104, 0, 0]), [0, -0.14, 1.27])),
        matte("#6f9a3c", 0.8),
      ),
      part(mirrored(move(ball(0.036), [0.06, -0.13, 1.31]), "x"), glossy("#f2d23a")),
      part(tusks, bone),
      belt,
      club,
    ],
  },
  {
    names: ["orc", "orc warrior", "ogre", "troll", "uruk"],
    parts: ["tusk", "axe", "armor"],
    coat: matte("#4a3a2c", 0.9),
    isLong: false,
    skin: "#5c8a45",
    legs: matte("#3b3027", 0.9),
    shoes: matte("#2a221b", 0.8),
    hair: bald,
    extras: [
      part(
        union(pointedEars(0.17), move(ball([0.1, 0.07, 0.06]), [0, -0.11, 1.2])),
        matte("#5c8a45", 0.8),
      ),
      part(scale(tusks, [1.2, 1.12, 1.01]), bone),
      part(move(scale(ball(0.06), [0.6, 1.4, 1.5]), [0, 0.05, 1.46]), black),
      part(
        union(
          move(ball([0.15, 0.14, 0.1]), [0.25, 0, 1.03]),
          ...[-40, 0, 40].map((degrees) =>
            move(turn(cone(0.12, 0.03), [degrees, 20, 0]), [0.27, 0, 1.09]),
          ),
        ),
        metal("#6b6f75", 0.5),
      ),
      belt,
      buckle,
      ...axe,
    ],
  },
  {
    names: ["elf", "wood elf", "elven archer", "archer", "ranger"],
    parts: ["ear", "bow", "cape"],
    coat: matte("#3f7a44", 0.9),
    isLong: false,
    legs: matte("#5b4630", 0.9),
    shoes: leather,
    hair: long("#e3c274"),
    extras: [
      part(pointedEars(0.2), matte("#e2ac82", 0.8)),
      belt,
      part(
        tube(
          smooth(
            [
              [0.02, 0],
              [0.14, 0.2],
              [0.19, 0.5],
              [0.14, 0.8],
              [0.02, 1],
            ],
            5,
          ).map(([x, z]) => [-0.22 - x, -0.1, 0.12 + z] as const),
          0.016,
        ),
        wood,
      ),
      part(
        tube(
          [
            [-0.24, -0.1, 0.12],
            [-0.24, -0.1, 1.12],
          ],
          0.004,
        ),
        bone,
      ),
      cape("#2f5d38"),
    ],
  },
  {
    names: ["fairy", "pixie", "tinker bell", "tooth fairy"],
    parts: ["wing", "wand", "dress"],
    coat: matte("#7fc47a", 0.85),
    isLong: true,
    legs: matte("#e2ac82"),
    shoes: matte("#7fc47a"),
    hair: long("#e8b95a"),
    extras: [
      part(
        mirrored(
          union(
            move(turn(scale(ball(0.3), [0.6, 0.06, 1]), [0, 42, 0]), [0.26, 0.18, 1.12]),
            move(turn(scale(ball(0.2), [0.6, 0.06, 1]), [0, 120, 0]), [0.22, 0.18, 0.82]),
          ),
          "x",
        ),
        { ...glossy("#bfe6fb"), opacity: 0.7 },
      ),
      part(
        tube(
          [
            [-0.36, -0.1, 0.56],
            [-0.42, -0.16, 0.86],
          ],
          0.012,
        ),
        wood,
      ),
      part(move(ball(0.05), [-0.42, -0.16, 0.9]), glowing("#ffe26b")),
    ],
  },
  {
    names: ["angel", "cherub", "guardian angel", "angel statue"],
    parts: ["wing", "halo", "robe"],
    coat: matte("#f4f1ea", 0.85),
    isLong: true,
    legs: matte("#f4f1ea"),
    shoes: matte("#f4f1ea"),
    hair: long("#e3c274"),
    extras: [
      feathered("#fbfaf6"),
      part(move(ring(0.13, 0.015), [0, 0.02, 1.55]), glowing("#ffdf6b")),
    ],
  },
  {
    names: ["devil", "demon", "satan", "lucifer"],
    parts: ["wing", "horn", "tail", "trident"],
    coat: matte("#8f1d22", 0.8),
    isLong: false,
    skin: "#b8252b",
    legs: matte("#7a171c", 0.9),
    shoes: black,
    hair: short("#1f1a1a"),
    extras: [
      part(horns, matte("#2a2022", 0.5)),
      part(pointedEars(0.14), matte("#b8252b", 0.8)),
      batWings("#4f1418"),
      part(
        tube(
          [
            [0, 0.12, 0.6],
            [0.1, 0.36, 0.4],
            [0.3, 0.34, 0.46],
            [0.36, 0.3, 0.62],
          ],
          [0.03, 0.025, 0.022, 0.03],
        ),
        matte("#b8252b", 0.8),
      ),
      part(
        union(
          tube(
            [
              [-0.38, -0.1, 0.02],
              [-0.38, -0.1, 1.5],
            ],
            0.016,
          ),
          ...[-0.1, 0, 0.1].map((x) => move(cone(0.22, 0.022), [-0.38 + x, -0.1, 1.36])),
          move(box(0.24, 0.03, 0.03), [-0.38, -0.1, 1.34]),
        ),
        metal("#4b4e55", 0.4),
      ),
    ],
  },
  {
    names: ["vampire", "dracula", "count dracula"],
    parts: ["cape", "fang", "collar"],
    coat: matte("#202026", 0.8),
    isLong: false,
    skin: "#e3dbd6",
    legs: black,
    shoes: black,
    hair: short("#141416"),
    extras: [
      cape("#201c22"),
      part(
        mirrored(
          move(turn(scale(cone(0.26, 0.17, 4), [1, 0.25, 1]), [10, 28, 0]), [0.13, 0.1, 1.04]),
          "x",
        ),
        matte("#a3182a", 0.8),
      ),
      part(move(box(0.16, 0.03, 0.3), [0, -0.115, 0.76]), matte("#f4f2ee")),
      part(
        mirrored(move(turn(cone(0.045, 0.012), [180, 0, 0]), [0.03, -0.15, 1.23]), "x"),
        matte("#ffffff"),
      ),
    ],
  },
  {
    names: ["witch", "sorceress", "hag"],
    parts: ["hat", "broom", "robe", "nose"],
    coat: matte("#3c2a55", 0.9),
    isLong: true,
    skin: "#a8c07a",
    legs: black,
    shoes: black,
    hair: long("#6d3f7d"),
    extras: [
      part(
        union(
          move(cylinder(0.025, 0.34), [0, 0.01, 1.38]),
          move(cone(0.34, 0.18), [0, 0.01, 1.39]),
          move(turn(cone(0.2, 0.06), [-28, 0, 0]), [0, 0.01, 1.63]),
        ),
        black,
      ),
      part(move(ring(0.165, 0.02), [0, 0.01, 1.42]), matte("#e08a2c", 0.7)),
      part(move(turn(cone(0.12, 0.035), [104, 0, 0]), [0, -0.14, 1.26]), matte("#a8c07a", 0.8)),
      part(
        tube(
          [
            [-0.37, -0.1, 0.3],
            [-0.37, -0.1, 1.3],
          ],
          0.016,
        ),
        wood,
      ),
      part(move(cylinder(0.32, 0.12, 0.03, 14), [-0.37, -0.1, 0.02]), matte("#c9a552", 0.95)),
    ],
  },
  {
    names: ["alien", "martian", "extraterrestrial", "grey alien"],
    parts: ["eye", "antenna"],
    coat: matte("#7cb86a", 0.7),
    isLong: false,
    skin: "#7cb86a",
    legs: matte("#7cb86a", 0.7),
    shoes: matte("#6aa35a", 0.7),
    hair: bald,
    extras: [
      part(
        union(
          hull(move(ball([0.24, 0.2, 0.2]), [0, 0, 1.4]), move(ball(0.1), [0, -0.03, 1.18])),
          mirrored(
            tube(
              [
                [0.08, 0, 1.56],
                [0.14, 0, 1.74],
              ],
              [0.018, 0.014],
            ),
            "x",
          ),
          mirrored(move(ball(0.035), [0.14, 0, 1.76]), "x"),
        ),
        matte("#7cb86a", 0.7),
      ),
      part(
        mirrored(
          move(turn(scale(ball(0.1), [0.62, 0.5, 1]), [0, -28, 0]), [0.1, -0.17, 1.36]),
          "x",
        ),
        glossy("#101014"),
      ),
    ],
  },
  {
    names: ["zombie", "undead", "ghoul"],
    parts: ["clothes", "eye", "arm"],
    coat: { ...matte("#5b6b7a", 0.95), layers: [{ name: "dirt" }] },
    isLong: false,
    skin: "#8fae7a",
    legs: { ...matte("#4c4236", 0.95), layers: [{ name: "dirt" }] },
    shoes: matte("#8fae7a", 0.8),
    hair: short("#3a3a2c"),
    extras: [
      part(
        mirrored(
          tube(
            [
              [0.2, -0.02, 0.98],
              [0.22, -0.3, 0.98],
              [0.2, -0.56, 0.96],
            ],
            [0.065, 0.055, 0.06],
          ),
          "x",
        ),
        matte("#8fae7a", 0.8),
      ),
      part(mirrored(move(ball(0.034), [0.06, -0.14, 1.31]), "x"), glossy("#f4f0c8")),
      part(mirrored(move(ball(0.014), [0.06, -0.17, 1.31]), "x"), glossy("#8f1a1a")),
      part(move(box(0.12, 0.03, 0.035), [0, -0.145, 1.19]), matte("#4a1518")),
      part(move(box(0.1, 0.02, 0.08), [0.08, -0.12, 0.82]), matte("#7c1f22", 0.9)),
    ],
  },
  {
    names: ["mummy", "egyptian mummy"],
    parts: ["bandage", "eye"],
    coat: matte("#e0d4b4", 0.98),
    isLong: false,
    skin: "#e0d4b4",
    legs: matte("#e0d4b4", 0.98),
    shoes: matte("#d6c9a6", 0.98),
    hair: bald,
    extras: [
      part(
        union(
          ...[0, 1, 2, 3, 4].map((index) =>
            move(turn(scale(ring(0.155, 0.014), [1, 1, 1]), [8 - index * 5, index * 6 - 12, 0]), [
              0,
              0,
              1.2 + index * 0.045,
            ]),
          ),
          ...[0, 1, 2, 3, 4, 5].map((index) =>
            move(turn(scale(ring(0.2, 0.016), [1.06, 0.66, 1]), [0, (index % 2) * 12 - 6, 0]), [
              0,
              0,
              0.66 + index * 0.07,
            ]),
          ),
          ...[0, 1, 2, 3, 4].map((index) =>
            mirrored(
              move(turn(ring(0.088, 0.013), [0, 8, 0]), [0.105, 0, 0.16 + index * 0.09]),
              "x",
            ),
          ),
          tube(
            [
              [0.16, 0.08, 0.7],
              [0.32, 0.14, 0.46],
              [0.28, 0.16, 0.26],
            ],
            [0.02, 0.018, 0.012],
          ),
        ),
        matte("#c8ba94", 0.98),
      ),
      part(mirrored(move(ball(0.03), [0.055, -0.145, 1.3]), "x"), glowing("#ffcf4a")),
    ],
  },
  {
    names: ["werewolf", "wolfman"],
    parts: ["ear", "claw", "fang"],
    coat: fur,
    isLong: false,
    skin: "#7b5d40",
    legs: matte("#3e4a63", 0.9),
    shoes: matte("#7b5d40", 0.9),
    hair: short("#5b4430"),
    extras: [
      part(
        union(
          hull(move(ball(0.1), [0, -0.08, 1.24]), move(ball([0.06, 0.05, 0.045]), [0, -0.26, 1.2])),
          mirrored(
            move(turn(scale(cone(0.2, 0.07), [1, 0.5, 1]), [0, 16, 0]), [0.11, 0.02, 1.38]),
            "x",
          ),
          tube(
            [
              [0, 0.12, 0.6],
              [0, 0.34, 0.5],
              [0, 0.42, 0.66],
            ],
            [0.05, 0.08, 0.03],
          ),
        ),
        fur,
      ),
      part(move(ball(0.03), [0, -0.31, 1.23]), black),
      part(mirrored(move(ball(0.026), [0.06, -0.145, 1.34]), "x"), glowing("#ffce3a")),
    ],
  },
  {
    names: ["samurai", "ronin", "shogun", "samurai warrior"],
    parts: ["armor", "helmet", "sword", "katana"],
    coat: matte("#8f1f28", 0.6),
    isLong: false,
    legs: matte("#23242a", 0.9),
    shoes: black,
    hair: short("#17171a"),
    extras: [
      part(
        union(
          ...[0, 1, 2].map((index) =>
            mirrored(
              move(box(0.2, 0.28, 0.1, 0.02), [0.3 + index * 0.02, 0, 0.96 - index * 0.1]),
              "x",
            ),
          ),
          ...[0, 1].map((index) =>
            move(box(0.5 + index * 0.06, 0.32 + index * 0.03, 0.1, 0.02), [
              0,
              0,
              0.52 - index * 0.1,
            ]),
          ),
          helmetBowl,
          ...[0, 1].map((index) =>
            cut(
              move(cylinder(0.07, 0.28 - index * 0.03, 0.23 - index * 0.03), [
                0,
                0.03,
                1.18 + index * 0.07,
              ]),
              move(box(0.6, 0.4, 0.4), [0, -0.24, 1.1]),
            ),
          ),
        ),
        matte("#a3222c", 0.45),
      ),
      part(
        union(
          ...[0, 1, 2].map((index) => move(box(0.42, 0.26, 0.02), [0, 0, 0.7 + index * 0.1])),
          mirrored(
            tube(
              [
                [0.02, -0.18, 1.42],
                [0.13, -0.2, 1.5],
                [0.2, -0.2, 1.66],
              ],
              [0.03, 0.026, 0.01],
            ),
            "x",
          ),
        ),
        gold,
      ),
      part(
        tube(
          [
            [-0.36, -0.12, 0.6],
            [-0.38, -0.16, 1],
            [-0.42, -0.14, 1.36],
          ],
          [0.018, 0.02, 0.008],
        ),
        steel,
      ),
      part(
        tube(
          [
            [-0.35, -0.1, 0.44],
            [-0.36, -0.12, 0.6],
          ],
          0.024,
        ),
        black,
      ),
    ],
  },
  {
    names: ["viking", "viking warrior", "barbarian", "norse warrior"],
    parts: ["helmet", "horn", "axe", "shield", "beard", "fur"],
    coat: matte("#6b4b30", 0.9),
    isLong: false,
    legs: matte("#4a4238", 0.9),
    shoes: leather,
    hair: long("#c9803a"),
    beard: "#c9803a",
    extras: [
      part(helmetBowl, steel),
      part(
        mirrored(
          tube(
            [
              [0.18, 0, 1.42],
              [0.3, 0, 1.46],
              [0.33, -0.01, 1.64],
            ],
            [0.05, 0.04, 0.01],
          ),
          "x",
        ),
        bone,
      ),
      part(union(move(scale(ring(0.2, 0.075), [1.1, 0.85, 1]), [0, 0, 1.05])), fur),
      belt,
      buckle,
      ...axe,
      ...roundShield("#8f2f2a"),
    ],
  },
  {
    names: [
      "gladiator",
      "spartan",
      "spartan warrior",
      "roman soldier",
      "centurion",
      "greek warrior",
      "trojan",
    ],
    parts: ["helmet", "shield", "spear", "sword", "armor", "cape", "plume"],
    coat: metal("#c08a3e", 0.35),
    isLong: false,
    legs: matte("#e2ac82", 0.8),
    shoes: leather,
    hair: bald,
    extras: [
      part(helmetBowl, metal("#c9973f", 0.3)),
      crest("#b3202c"),
      part(
        union(
          ...[-2, -1, 0, 1, 2].map((index) =>
            move(box(0.08, 0.03, 0.2), [index * 0.09, -0.11, 0.44]),
          ),
          move(box(0.44, 0.24, 0.2, 0.04), [0, 0, 0.46]),
        ),
        matte("#8f2a2a", 0.8),
      ),
      cape("#a3202c"),
      ...spear,
      ...roundShield("#b0822f"),
    ],
  },
  {
    names: ["soldier", "army man", "commando", "army soldier", "marine"],
    parts: ["helmet", "rifle", "vest"],
    coat: { ...matte("#6b7148", 0.95), layers: [{ name: "camouflage" }] },
    isLong: false,
    legs: { ...matte("#6b7148", 0.95), layers: [{ name: "camouflage" }] },
    shoes: black,
    hair: short(),
    extras: [
      part(
        union(helmetBowl, move(scale(cylinder(0.02, 0.21), [1, 1, 1]), [0, 0.01, 1.355])),
        matte("#566038", 0.8),
      ),
      part(move(box(0.44, 0.28, 0.3, 0.05), [0, 0, 0.72]), matte("#4b5232", 0.95)),
      part(
        union(
          ...[-1, 0, 1].map((index) =>
            move(box(0.1, 0.05, 0.12, 0.015), [index * 0.13, -0.15, 0.72]),
          ),
        ),
        matte("#3d4329", 0.95),
      ),
      part(
        union(
          move(box(0.62, 0.05, 0.08, 0.01), [-0.08, -0.24, 0.66]),
          move(box(0.05, 0.04, 0.14, 0.01), [-0.12, -0.24, 0.55]),
          move(turn(cylinder(0.3, 0.012), [0, -90, 0]), [-0.36, -0.24, 0.71]),
          move(turn(cylinder(0.16, 0.016), [0, 90, 0]), [-0.12, -0.24, 0.78]),
        ),
        black,
      ),
    ],
  },
  {
    names: ["cowboy", "cowgirl", "sheriff", "gunslinger", "outlaw"],
    parts: ["hat", "lasso", "vest", "boot", "badge"],
    coat: matte("#b5462f", 0.9),
    isLong: false,
    legs: matte("#3f5f8f", 0.95),
    shoes: leather,
    hair: short(),
    extras: [
      part(
        union(
          hull(
            move(scale(cylinder(0.02, 0.3), [1.15, 0.9, 1]), [0, 0.01, 1.39]),
            move(scale(cylinder(0.02, 0.3), [0.8, 0.9, 1]), [0, 0.01, 1.375]),
          ),
          mirrored(
            move(turn(scale(ball(0.2), [0.24, 1.1, 0.16]), [0, -20, 0]), [0.29, 0.01, 1.44]),
            "x",
          ),
          hull(
            move(cylinder(0.05, 0.16), [0, 0.01, 1.4]),
            mirrored(move(ball([0.07, 0.11, 0.05]), [0.05, 0.01, 1.58]), "x"),
          ),
        ),
        matte("#8a5b34", 0.8),
      ),
      part(
        union(mirrored(move(box(0.13, 0.27, 0.44, 0.04), [0.15, 0, 0.64]), "x")),
        matte("#5a3a22", 0.8),
      ),
      part(move(turn(cylinder(0.02, 0.045, 0.045, 5), [90, 0, 0]), [0.14, -0.135, 0.95]), gold),
      part(
        move(turn(scale(cone(0.16, 0.1, 4), [1, 0.5, 1]), [180, 0, 0]), [0, -0.12, 1.12]),
        matte("#c8262f", 0.9),
      ),
      belt,
      buckle,
      part(
        union(
          ...[0, 1, 2, 3].map((index) =>
            move(turn(ring(0.12 + index * 0.006, 0.012), [80, 0, index * 12]), [
              -0.38,
              -0.1 - index * 0.015,
              0.52,
            ]),
          ),
        ),
        matte("#c9a566", 0.95),
      ),
    ],
  },
  {
    names: ["firefighter", "fireman"],
    parts: ["helmet", "axe", "coat"],
    coat: matte("#3a352c", 0.9),
    isLong: false,
    legs: matte("#3a352c", 0.9),
    shoes: black,
    hair: short(),
    extras: [
      part(
        union(move(scale(cylinder(0.02, 0.24), [1, 1.25, 1]), [0, 0.04, 1.37]), helmetBowl),
        matte("#c8262f", 0.4),
      ),
      part(
        union(
          move(box(0.43, 0.25, 0.035), [0, 0, 0.68]),
          move(box(0.43, 0.25, 0.035), [0, 0, 0.86]),
          mirrored(move(ring(0.088, 0.014), [0.105, 0, 0.22]), "x"),
        ),
        glossy("#e6e03c"),
      ),
      ...axe,
    ],
  },
  {
    names: ["police officer", "policeman", "policewoman", "cop", "police"],
    parts: ["hat", "badge", "belt"],
    coat: matte("#25406e", 0.8),
    isLong: false,
    legs: matte("#1d2c4a", 0.9),
    shoes: black,
    hair: short(),
    extras: [
      peakedCap("#1d2c4a"),
      badge,
      part(move(box(0.44, 0.27, 0.07, 0.02), [0, 0, 0.63]), black),
      buckle,
      part(move(turn(cylinder(0.03, 0.03, 0.03, 6), [90, 0, 0]), [0, -0.19, 1.43]), gold),
    ],
  },
  {
    names: ["doctor", "physician", "surgeon", "scientist", "professor"],
    parts: ["coat", "stethoscope"],
    coat: matte("#f3f4f5", 0.85),
    isLong: false,
    legs: matte("#4a5a74", 0.9),
    shoes: black,
    hair: short(),
    extras: [
      part(
        cut(
          hull(move(box(0.43, 0.26, 0.02), [0, 0, 0.64]), move(box(0.5, 0.34, 0.02), [0, 0, 0.3])),
          move(box(0.04, 0.4, 0.6), [0, -0.2, 0.1]),
        ),
        matte("#f3f4f5", 0.85),
      ),
      part(move(box(0.1, 0.02, 0.3), [0, -0.115, 0.76]), matte("#7fb4d8")),
      stethoscope,
    ],
  },
  {
    names: ["nurse"],
    parts: ["hat", "dress"],
    coat: matte("#f4f5f6", 0.85),
    isLong: true,
    legs: matte("#e2ac82"),
    shoes: matte("#f4f5f6"),
    hair: long("#6b4226"),
    extras: [
      part(move(box(0.24, 0.12, 0.1, 0.02), [0, -0.02, 1.42]), matte("#fbfbfb")),
      part(
        union(
          move(box(0.08, 0.02, 0.025), [0, -0.085, 1.46]),
          move(box(0.025, 0.02, 0.08), [0, -0.085, 1.432]),
        ),
        matte("#c8262f"),
      ),
      stethoscope,
    ],
  },
  {
    names: ["farmer", "peasant", "gardener"],
    parts: ["hat", "pitchfork", "overall"],
    coat: matte("#b5462f", 0.95),
    isLong: false,
    legs: matte("#3f5f8f", 0.95),
    shoes: leather,
    hair: short("#8a5a2e"),
    extras: [
      brimHat("#dcbf72", 0.3, 0.13),
      part(
        union(
          move(box(0.24, 0.26, 0.26, 0.03), [0, 0, 0.62]),
          mirrored(move(box(0.05, 0.26, 0.24), [0.09, 0, 0.84]), "x"),
        ),
        matte("#3f5f8f", 0.95),
      ),
      part(
        tube(
          [
            [-0.38, -0.1, 0.02],
            [-0.38, -0.1, 1.2],
          ],
          0.016,
        ),
        wood,
      ),
      part(
        union(
          move(box(0.2, 0.025, 0.025), [-0.38, -0.1, 1.2]),
          ...[-0.09, -0.03, 0.03, 0.09].map((x) =>
            move(cylinder(0.26, 0.01, 0.005), [-0.38 + x, -0.1, 1.2]),
          ),
        ),
        steel,
      ),
    ],
  },
  {
    names: ["clown", "circus clown", "harlequin"],
    parts: ["nose", "hair", "shoe"],
    coat: { ...matte("#f2c23a", 0.85), layers: [{ name: "dots", accent: "#d0344a" }] },
    isLong: false,
    skin: "#f6e7de",
    legs: { ...matte("#3f78c4", 0.9), layers: [{ name: "dots", accent: "#f4f1ea" }] },
    shoes: glossy("#d0344a"),
    hair: bald,
    extras: [
      part(move(ball(0.05), [0, -0.17, 1.27]), glossy("#d61f2f")),
      part(
        mirrored(
          union(move(ball(0.12), [0.17, 0.02, 1.33]), move(ball(0.09), [0.14, 0.03, 1.44])),
          "x",
        ),
        matte("#e8622c", 0.98),
      ),
      part(move(ring(0.16, 0.055), [0, 0, 1.07]), matte("#f6f3ec", 0.95)),
      part(move(cone(0.24, 0.09), [0, 0.01, 1.43]), matte("#3f9a54", 0.8)),
      part(mirrored(move(ball([0.11, 0.2, 0.07]), [0.12, -0.1, 0.06]), "x"), glossy("#d0344a")),
    ],
  },
  {
    names: ["ballerina", "ballet dancer", "ballerina dancer"],
    parts: ["tutu", "dress", "hair"],
    coat: matte("#f2a7bf", 0.8),
    isLong: false,
    legs: matte("#f5d3dc", 0.8),
    shoes: matte("#ef9ab6", 0.6),
    hair: short("#5b3824"),
    extras: [
      part(
        union(
          ...[0, 1, 2].map((index) =>
            move(cylinder(0.02, 0.42 - index * 0.06, 0.4 - index * 0.06), [
              0,
              0,
              0.6 + index * 0.025,
            ]),
          ),
        ),
        matte("#f7c6d6", 0.9),
      ),
      part(move(ball(0.08), [0, 0.06, 1.48]), matte("#5b3824", 0.9)),
    ],
  },
  {
    names: ["santa claus", "santa", "father christmas", "saint nicholas"],
    parts: ["hat", "beard", "sack", "belt"],
    coat: matte("#c4242c", 0.9),
    isLong: false,
    legs: matte("#c4242c", 0.9),
    shoes: black,
    hair: long("#f6f4ef"),
    beard: "#f8f6f1",
    extras: [
      part(move(ball([0.27, 0.23, 0.24]), [0, -0.02, 0.76]), matte("#c4242c", 0.9)),
      part(
        union(
          move(ring(0.165, 0.045), [0, 0.01, 1.41]),
          move(scale(ring(0.24, 0.05), [1, 0.8, 1]), [0, 0, 0.57]),
          move(ball(0.06), [0.2, 0.04, 1.56]),
          move(box(0.06, 0.1, 0.34, 0.02), [0, -0.22, 0.6]),
        ),
        matte("#f8f6f1", 0.98),
      ),
      part(
        hull(
          move(cylinder(0.02, 0.16), [0, 0.01, 1.42]),
          move(ball(0.08), [0.06, 0.02, 1.6]),
          move(ball(0.03), [0.19, 0.04, 1.58]),
        ),
        matte("#c4242c", 0.9),
      ),
      part(move(scale(ring(0.27, 0.035), [1, 0.88, 1.3]), [0, -0.02, 0.7]), black),
      part(move(box(0.12, 0.03, 0.1, 0.01), [0, -0.28, 0.65]), gold),
    ],
  },
  {
    names: ["monk", "friar", "priest", "druid"],
    parts: ["robe", "hood", "belt"],
    coat: matte("#6b4a2e", 0.95),
    isLong: true,
    legs: leather,
    shoes: leather,
    hair: short("#5b4430"),
    extras: [
      part(
        cut(
          move(ball([0.22, 0.22, 0.24]), [0, 0.04, 1.27]),
          move(box(0.28, 0.4, 0.34, 0.1), [0, -0.2, 1.12]),
        ),
        matte("#5c3f27", 0.95),
      ),
      part(
        union(
          move(scale(ring(0.22, 0.02), [1, 0.72, 1]), [0, 0, 0.68]),
          move(cylinder(0.34, 0.018), [0.08, -0.22, 0.36]),
        ),
        matte("#d9c9a0", 0.95),
      ),
    ],
  },
  {
    names: ["businessman", "groom", "gentleman", "butler", "salaryman"],
    parts: ["suit", "tie", "briefcase"],
    coat: matte("#2f3440", 0.85),
    isLong: false,
    legs: matte("#2f3440", 0.85),
    shoes: black,
    hair: short("#3a2a1d"),
    extras: [
      part(
        move(turn(scale(cone(0.34, 0.11, 4), [1, 0.3, 1]), [180, 0, 0]), [0, -0.11, 1.06]),
        matte("#f5f4f0"),
      ),
      part(
        move(turn(scale(cone(0.32, 0.035, 4), [1, 0.4, 1]), [180, 0, 0]), [0, -0.135, 1.05]),
        matte("#b3202c", 0.6),
      ),
    ],
  },
  {
    names: ["bride"],
    parts: ["dress", "veil", "bouquet"],
    coat: matte("#fbf9f5", 0.8),
    isLong: true,
    legs: matte("#e2ac82"),
    shoes: matte("#fbf9f5"),
    hair: long("#6b4226"),
    extras: [
      part(
        hull(
          move(ball([0.17, 0.06, 0.06]), [0, 0.05, 1.46]),
          move(box(0.6, 0.06, 0.04), [0, 0.24, 0.4]),
        ),
        { ...matte("#ffffff", 0.9), opacity: 0.7 },
      ),
      part(
        union(
          ...[0, 1, 2, 3, 4, 5].map((index) =>
            move(ball(0.05), [
              0.07 * Math.cos(index * 1.05),
              -0.26,
              0.7 + 0.07 * Math.sin(index * 1.05),
            ]),
          ),
        ),
        matte("#e58aa4", 0.8),
      ),
    ],
  },
  {
    ...plain,
    names: [
      "adult woman",
      "woman",
      "lady",
      "young lady",
      "peasant woman",
      "old woman",
      "grandmother",
      "mother",
    ],
    coat: matte("#3f8f8a", 0.9),
    isLong: true,
    parts: ["hair"],
    legs: matte("#e2ac82"),
    shoes: leather,
    hair: long("#5b3824"),
  },
  {
    names: ["prince", "royal prince"],
    parts: ["crown", "cape", "sword"],
    coat: matte("#2f57a8", 0.8),
    isLong: false,
    legs: matte("#e9e4d8", 0.9),
    shoes: leather,
    hair: short("#b5823f"),
    extras: [crown, cape("#a3202c"), belt, sword, hilt],
  },
  {
    names: ["warrior", "fighter", "swordsman", "adventurer", "mercenary", "guard"],
    parts: ["armor", "sword", "shield", "cape"],
    coat: matte("#5b4630", 0.9),
    isLong: false,
    legs: matte("#4a4238", 0.9),
    shoes: leather,
    hair: short("#4a2f1d"),
    extras: [plates, belt, buckle, cape("#7c2a2a"), sword, hilt, ...roundShield("#5c6b7a")],
  },
];

const skeletonBones: Solid = union(
  tube(
    [
      [0, 0.02, 0.66],
      [0, 0.04, 0.9],
      [0, 0.02, 1.14],
    ],
    0.035,
  ),
  ...[0, 1, 2, 3, 4].map((index) =>
    move(scale(ring(0.15 - Math.abs(index - 1.5) * 0.014, 0.016), [1.1, 0.75, 1.2]), [
      0,
      -0.02,
      0.82 + index * 0.062,
    ]),
  ),
  move(scale(ring(0.13, 0.045), [1.1, 0.7, 1]), [0, 0, 0.64]),
  mirrored(
    union(
      tube(
        [
          [0.02, -0.02, 1.1],
          [0.2, 0, 1.07],
        ],
        0.024,
      ),
      tube(
        [
          [0.21, 0, 1.06],
          [0.29, 0, 0.84],
        ],
        [0.032, 0.026],
      ),
      tube(
        [
          [0.29, 0, 0.83],
          [0.33, -0.06, 0.62],
        ],
        [0.028, 0.022],
      ),
      move(ball([0.04, 0.03, 0.06]), [0.34, -0.07, 0.55]),
      tube(
        [
          [0.1, 0, 0.6],
          [0.11, -0.01, 0.34],
        ],
        [0.042, 0.034],
      ),
      tube(
        [
          [0.11, -0.01, 0.33],
          [0.11, 0, 0.07],
        ],
        [0.036, 0.028],
      ),
      move(ball([0.05, 0.11, 0.04]), [0.11, -0.05, 0.04]),
    ),
    "x",
  ),
  cut(
    union(
      move(ball([0.155, 0.165, 0.15]), [0, 0, 1.33]),
      move(box(0.16, 0.16, 0.12, 0.04), [0, -0.06, 1.15]),
    ),
    mirrored(move(ball([0.045, 0.08, 0.048]), [0.062, -0.14, 1.31]), "x"),
    move(ball([0.022, 0.06, 0.03]), [0, -0.15, 1.24]),
    ...[-2, -1, 0, 1, 2].map((index) => move(box(0.008, 0.06, 0.05), [index * 0.024, -0.14, 1.17])),
  ),
);

const skeleton: Family = {
  names: ["skeleton", "skeleton warrior", "human skeleton"],
  parts: ["bone", "sword", "shield"],
  head: { forward: 0, width: 0.3, top: 1.47 },
  isLifeless: true,
  build: ({ main, has }) => [
    part(skeletonBones, main(bone)),
    ...(has("warrior", "sword") ? [sword, hilt] : []),
  ],
};

const gear = around(move(box(0.05, 0.06, 0.08, 0.01), [0.15, 0, -0.04]), 10);

/** A robot in which a pilot sits. */
const mech: Family = {
  names: [
    "mech",
    "mecha",
    "battle mech",
    "mech robot",
    "exosuit",
    "gundam",
    "war robot",
    "battle robot",
  ],
  parts: ["cannon", "gun", "leg", "cockpit", "light", "gatling"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(box(1.5, 1.1, 0.7, 0.1), [0, 0, 2.5]),
          move(box(1, 1.3, 0.3, 0.1), [0, -0.05, 2.3]),
        ),
        mirrored(move(box(0.55, 0.7, 0.6, 0.1), [1.08, 0, 2.75]), "x"),
        mirrored(move(box(0.5, 0.6, 1, 0.08), [0.55, -0.1, 0.3]), "x"),
        mirrored(move(box(0.42, 0.5, 0.8, 0.08), [0.5, 0, 1.35]), "x"),
        mirrored(move(box(0.6, 1, 0.28, 0.06), [0.55, -0.15, 0]), "x"),
      ),
      main(matte("#5f7a8f", 0.45)),
    ),
    part(
      union(
        move(cylinder(0.4, 0.35), [0, 0, 2]),
        mirrored(move(turn(cylinder(0.5, 0.22), [0, 90, 0]), [0.25, 0, 2.05]), "x"),
        mirrored(move(turn(cylinder(0.6, 0.16), [0, 90, 0]), [0.25, 0, 1.3]), "x"),
        mirrored(move(turn(scale(gear, 1.2), [0, 90, 0]), [1.1, 0, 2.5]), "x"),
        mirrored(move(cylinder(0.5, 0.14), [1.1, 0, 2.3]), "x"),
      ),
      metal("#3e434a", 0.45),
    ),
    part(
      mirrored(
        union(
          move(box(0.44, 0.9, 0.44, 0.06), [1.1, -0.2, 1.95]),
          move(turn(cylinder(0.9, 0.1), [90, 0, 0]), [1.0, -0.5, 2.17]),
          move(turn(cylinder(0.9, 0.1), [90, 0, 0]), [1.2, -0.5, 2.17]),
        ),
        "x",
      ),
      detail("cannon", metal("#4b5057", 0.4)),
    ),
    part(
      union(
        hull(
          move(box(0.7, 0.1, 0.3, 0.04), [0, -0.56, 2.68]),
          move(box(0.5, 0.1, 0.1, 0.04), [0, -0.3, 3.16]),
        ),
        mirrored(move(turn(cylinder(0.06, 0.08), [90, 0, 0]), [0.55, -0.56, 2.6]), "x"),
      ),
      detail("light", { ...glowing("#f2a23a"), roughness: 0.2 }),
    ),
    part(
      mirrored(
        union(
          move(turn(cylinder(0.7, 0.16, 0.16, 6), [90, 0, 0]), [1.08, 0.2, 3.5]),
          move(box(0.1, 0.1, 0.2), [1.08, 0, 3.3]),
        ),
        "x",
      ),
      metal("#7b2a2a", 0.5),
    ),
  ],
};

const mermaid: Family = {
  names: ["mermaid", "merman"],
  parts: ["tail", "hair", "scale"],
  head: { forward: 0, width: 0.3, top: 1.42 },
  build: ({ main, detail }) => [
    part(
      union(
        move(ball(0.16), [0, 0, 1.28]),
        move(cylinder(0.14, 0.06), [0, 0, 1.05]),
        hull(
          move(box(0.36, 0.2, 0.12, 0.06), [0, 0, 0.94]),
          move(ball([0.16, 0.12, 0.1]), [0, 0, 0.66]),
        ),
        mirrored(
          tube(
            [
              [0.18, 0, 1],
              [0.3, 0, 0.82],
              [0.34, -0.06, 0.62],
            ],
            [0.055, 0.05, 0.045],
          ),
          "x",
        ),
      ),
      detail("skin", matte("#e2ac82", 0.8)),
    ),
    part(
      union(
        tube(
          [
            [0, 0, 0.66],
            [0, -0.06, 0.42],
            [0, -0.04, 0.2],
            [0.08, 0.16, 0.1],
            [0.2, 0.34, 0.14],
          ],
          [0.175, 0.18, 0.14, 0.1, 0.06],
        ),
        move(turn(scale(ball(0.2), [0.5, 1, 0.16]), [0, 20, -18]), [0.18, 0.5, 0.2]),
        move(turn(scale(ball(0.2), [0.5, 1, 0.16]), [0, 20, -80]), [0.36, 0.36, 0.2]),
      ),
      detail("tail", main({ ...glossy("#2fa58c") })),
    ),
    part(mirrored(move(ball([0.09, 0.07, 0.08]), [0.085, -0.08, 0.9]), "x"), glossy("#a45fc4")),
    part(
      union(
        cut(
          move(ball([0.178, 0.178, 0.172]), [0, 0.015, 1.3]),
          move(box(0.5, 0.5, 0.3), [0, -0.22, 1.04]),
        ),
        hull(
          move(ball([0.17, 0.1, 0.14]), [0, 0.09, 1.26]),
          move(ball([0.18, 0.06, 0.06]), [0, 0.16, 0.74]),
        ),
      ),
      detail("hair", matte("#c8452f", 0.9)),
    ),
    part(mirrored(move(ball(0.019), [0.055, -0.15, 1.3]), "x"), matte("#221c1a")),
  ],
};

/** A ground-standing lump with eyes: slimes and cartoon monsters. */
const slime: Family = {
  names: ["slime", "slime monster", "blob", "blob monster", "jelly monster"],
  parts: ["eye", "mouth"],
  build: ({ main }) => [
    part(
      lathe(
        smooth([
          [0, 0],
          [0.42, 0],
          [0.48, 0.08],
          [0.4, 0.34],
          [0.2, 0.56],
          [0.05, 0.68],
          [0, 0.7],
        ]),
      ),
      main({ ...glossy("#4fc46a"), opacity: 0.85 }),
    ),
    part(
      mirrored(move(scale(ball(0.055), [1, 0.6, 1.3]), [0.13, -0.38, 0.32]), "x"),
      glossy("#17181c"),
    ),
    part(move(scale(ball(0.06), [1.5, 0.5, 0.6]), [0, -0.42, 0.2]), glossy("#17181c")),
  ],
};

const monster: Family = {
  names: [
    "monster",
    "cute monster",
    "furry monster",
    "cartoon monster",
    "yeti",
    "bigfoot",
    "sasquatch",
    "abominable snowman",
  ],
  parts: ["horn", "eye", "tooth", "mouth", "arm", "fur"],
  head: { forward: 0, width: 0.6, top: 1.2 },
  build: ({ main, has, detail }) => {
    const own = main(
      has("yeti", "abominable")
        ? matte("#e9eef4", 0.98)
        : has("bigfoot", "sasquatch")
          ? matte("#6b4a30", 0.98)
          : matte("#6a5acd", 0.95),
    );
    return [
      part(
        union(
          hull(
            move(ball([0.44, 0.36, 0.4]), [0, 0, 0.5]),
            move(ball([0.36, 0.32, 0.34]), [0, 0, 0.9]),
          ),
          mirrored(
            tube(
              [
                [0.36, 0, 0.78],
                [0.58, -0.06, 0.6],
                [0.56, -0.14, 0.36],
              ],
              [0.12, 0.11, 0.13],
            ),
            "x",
          ),
          mirrored(move(ball([0.17, 0.24, 0.14]), [0.2, -0.06, 0.12]), "x"),
        ),
        own,
      ),
      part(
        mirrored(
          tube(
            [
              [0.2, 0, 1.14],
              [0.34, 0, 1.26],
              [0.34, -0.02, 1.42],
            ],
            [0.07, 0.05, 0.01],
          ),
          "x",
        ),
        detail("horn", bone),
      ),
      part(mirrored(move(ball(0.1), [0.13, -0.28, 0.98]), "x"), glossy("#fbfbf7")),
      part(mirrored(move(ball(0.05), [0.12, -0.36, 0.98]), "x"), glossy("#17181c")),
      part(move(scale(ball(0.2), [1, 0.4, 0.5]), [0, -0.31, 0.74]), matte("#3a1420", 0.6)),
      part(
        mirrored(
          union(
            ...[0.04, 0.12].map((x) =>
              move(turn(cone(0.09, 0.035), [180, 0, 0]), [x, -0.37, 0.83]),
            ),
          ),
          "x",
        ),
        bone,
      ),
    ];
  },
};

export const roles: readonly Family[] = [
  ...outfits.map(dressed),
  skeleton,
  mech,
  mermaid,
  slime,
  monster,
];
