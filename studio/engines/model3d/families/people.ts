import type { Family, Part } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
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
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const gold = metal("#e0b03c", 0.3);
const steel = metal("#aab0b8", 0.3);

/** Clothes of a standing person, who is 1.45 m tall without hat. */
export interface Outfit {
  readonly names: readonly string[];
  readonly parts: readonly string[];
  readonly coat: Material;
  /** Colour of the skin, when it is not a human's. */
  readonly skin?: string;
  /** A robe or dress to the ground instead of legs. */
  readonly isLong: boolean;
  readonly legs: Material;
  readonly shoes: Material;
  readonly hair: { readonly color: string; readonly length: "none" | "short" | "long" };
  readonly beard?: string;
  /** Hats, weapons and other parts. */
  readonly extras: readonly Part[];
}

export const sword = part(
  union(
    move(cylinder(0.62, 0.016, 0.012), [-0.36, -0.1, 0.62]),
    move(box(0.03, 0.012, 0.6), [-0.36, -0.1, 0.66]),
  ),
  steel,
);
export const hilt = part(
  union(
    move(box(0.2, 0.04, 0.03), [-0.36, -0.1, 0.64]),
    move(cylinder(0.16, 0.02), [-0.36, -0.1, 0.5]),
  ),
  gold,
);
export const crown = part(
  cut(
    move(cylinder(0.13, 0.14, 0.16), [0, 0.01, 1.4]),
    move(cylinder(0.3, 0.125, 0.15), [0, 0.01, 1.38]),
    ...[0, 36, 72, 108, 144].map((degrees) =>
      move(
        turn(move(turn(cone(0.07, 0.045, 4), [180, 0, 0]), [0, 0, 0.035]), [0, 0, degrees]),
        [0, 0.01, 1.52],
      ),
    ),
    around(move(turn(cone(0.09, 0.04, 4), [180, 0, 45]), [0.15, 0.01, 1.56]), 7),
  ),
  gold,
);

const outfits: readonly Outfit[] = [
  {
    names: ["knight", "paladin", "crusader"],
    parts: ["armor", "sword", "shield", "plume", "helmet"],
    coat: metal("#a9b0b9", 0.32),
    isLong: false,
    legs: metal("#8f969f", 0.35),
    shoes: metal("#7d848d", 0.4),
    hair: { color: "#4a2f1d", length: "none" },
    extras: [
      part(
        cut(
          move(
            lathe(
              smooth([
                [0, 0],
                [0.19, 0],
                [0.2, 0.2],
                [0.13, 0.34],
                [0, 0.4],
              ]),
            ),
            [0, 0, 1.1],
          ),
          move(box(0.26, 0.2, 0.03), [0, -0.2, 1.3]),
        ),
        metal("#b6bcc4", 0.28),
      ),
      part(move(box(0.25, 0.02, 0.04), [0, -0.17, 1.295]), matte("#17181b")),
      part(move(scale(ball(0.15), [0.25, 1, 0.7]), [0, 0.08, 1.54]), matte("#c22f2f", 0.95)),
      part(mirrored(move(ball([0.11, 0.12, 0.1]), [0.25, 0, 1.02]), "x"), metal("#b6bcc4", 0.28)),
      part(
        move(
          hull(
            move(turn(cylinder(0.04, 0.17), [90, 0, 0]), [0, 0, 0.1]),
            move(turn(cylinder(0.04, 0.03), [90, 0, 0]), [0, 0, -0.22]),
          ),
          [0.38, -0.16, 0.68],
        ),
        matte("#2f5fb0", 0.5),
      ),
      part(
        union(
          move(box(0.05, 0.03, 0.26), [0.38, -0.205, 0.56]),
          move(box(0.2, 0.03, 0.05), [0.38, -0.205, 0.7]),
        ),
        gold,
      ),
      sword,
      hilt,
    ],
  },
  {
    names: ["wizard", "sorcerer", "mage", "gandalf", "warlock"],
    parts: ["robe", "beard", "hat", "staff"],
    coat: matte("#4b3a9c", 0.9),
    isLong: true,
    legs: matte("#33415c"),
    shoes: matte("#3a2a20"),
    hair: { color: "#e9e7e2", length: "long" },
    beard: "#efedea",
    extras: [
      part(
        union(
          move(cylinder(0.03, 0.33), [0, 0.01, 1.36]),
          move(cone(0.36, 0.19), [0, 0.01, 1.38]),
          move(turn(cone(0.24, 0.07), [-22, 0, 0]), [0, 0.01, 1.64]),
        ),
        matte("#43348e", 0.9),
      ),
      part(move(ring(0.18, 0.02), [0, 0.01, 1.41]), gold),
      part(
        tube(
          [
            [-0.4, -0.08, 0.02],
            [-0.38, -0.08, 0.8],
            [-0.39, -0.08, 1.36],
          ],
          0.022,
        ),
        matte("#7a5230", 0.8),
      ),
      part(move(ball(0.08), [-0.39, -0.08, 1.43]), { ...glossy("#59d8ff"), glows: true }),
    ],
  },
  {
    names: ["king", "emperor"],
    parts: ["robe", "crown", "beard"],
    coat: matte("#a8202f", 0.8),
    isLong: true,
    legs: matte("#33415c"),
    shoes: matte("#3a2a20"),
    hair: { color: "#7a5230", length: "short" },
    beard: "#7a5230",
    extras: [
      crown,
      part(
        union(
          move(scale(ring(0.2, 0.07), [1, 0.8, 1]), [0, 0, 1.06]),
          move(box(0.09, 0.1, 0.86, 0.03), [0, -0.2, 0.05]),
        ),
        matte("#f6f2ea", 0.95),
      ),
    ],
  },
  {
    names: ["queen", "princess", "empress"],
    parts: ["dress", "crown", "hair"],
    coat: matte("#e58ab4", 0.8),
    isLong: true,
    legs: matte("#33415c"),
    shoes: matte("#e58ab4"),
    hair: { color: "#d9a441", length: "long" },
    extras: [crown],
  },
  {
    names: ["ninja", "assassin"],
    parts: ["sword", "belt", "mask"],
    coat: matte("#26272d", 0.9),
    isLong: false,
    legs: matte("#222329", 0.9),
    shoes: matte("#17181c"),
    hair: { color: "#26272d", length: "none" },
    extras: [
      part(
        cut(move(ball(0.185), [0, 0, 1.28]), move(box(0.26, 0.3, 0.085, 0.02), [0, -0.2, 1.265])),
        matte("#26272d", 0.9),
      ),
      part(move(scale(ring(0.13, 0.05), [1.6, 1, 1]), [0, 0, 0.62]), matte("#b8272f", 0.8)),
      sword,
      hilt,
    ],
  },
  {
    names: ["chef", "cook", "baker"],
    parts: ["hat", "button"],
    coat: matte("#f5f3ee", 0.85),
    isLong: false,
    legs: matte("#3d4450", 0.9),
    shoes: matte("#26272d"),
    hair: { color: "#4a2f1d", length: "short" },
    extras: [
      part(
        union(
          move(cylinder(0.16, 0.15), [0, 0.01, 1.4]),
          ...[0, 72, 144, 216, 288].map((degrees) =>
            move(turn(move(ball(0.11), [0.1, 0, 0]), [0, 0, degrees]), [0, 0.01, 1.6]),
          ),
        ),
        matte("#fbfaf6", 0.9),
      ),
      part(mirrored(move(ball(0.018), [0.06, -0.13, 0.9]), "x"), matte("#26272d")),
      part(mirrored(move(ball(0.018), [0.06, -0.135, 0.78]), "x"), matte("#26272d")),
      part(move(ring(0.1, 0.035), [0, 0, 1.09]), matte("#d23b36", 0.8)),
    ],
  },
  {
    names: ["pirate", "captain", "pirate captain"],
    parts: ["hat", "sword", "beard", "belt"],
    coat: matte("#8f2230", 0.8),
    isLong: false,
    legs: matte("#2b2b33", 0.9),
    shoes: matte("#3a2618", 0.6),
    hair: { color: "#2e2018", length: "long" },
    beard: "#2e2018",
    extras: [
      part(
        union(
          hull(
            move(scale(ball(0.34), [1, 0.34, 0.24]), [0, -0.06, 1.44]),
            move(scale(ball(0.17), [1, 0.7, 0.6]), [0, 0, 1.52]),
          ),
          move(cylinder(0.1, 0.18), [0, 0.01, 1.4]),
        ),
        matte("#201f24", 0.8),
      ),
      part(move(turn(cylinder(0.02, 0.06), [90, 0, 0]), [0, -0.155, 1.51]), matte("#f2efe6")),
      part(move(turn(cylinder(0.02, 0.042), [90, 0, 0]), [0.055, -0.145, 1.3]), matte("#17181b")),
      part(
        union(
          move(box(0.4, 0.27, 0.07, 0.02), [0, 0, 0.64]),
          move(box(0.1, 0.3, 0.09, 0.02), [0, 0, 0.63]),
        ),
        gold,
      ),
      sword,
      hilt,
    ],
  },
  {
    names: ["girl", "little girl", "young woman"],
    parts: ["dress", "hair", "bow"],
    coat: matte("#e0567a", 0.85),
    isLong: true,
    legs: matte("#e2ac82"),
    shoes: matte("#7a2f45"),
    hair: { color: "#6b4226", length: "long" },
    extras: [
      part(
        union(
          mirrored(move(turn(cone(0.09, 0.06), [0, 90, 0]), [0.02, -0.05, 1.46]), "x"),
          move(ball(0.03), [0, -0.05, 1.46]),
        ),
        matte("#f2c744", 0.6),
      ),
    ],
  },
  {
    names: ["boy", "little boy", "child", "kid"],
    parts: ["hair"],
    coat: matte("#e8a52c", 0.85),
    isLong: false,
    legs: matte("#3a5fa8", 0.9),
    shoes: matte("#d23b36", 0.5),
    hair: { color: "#6b4226", length: "short" },
    extras: [],
  },
  {
    names: ["superhero", "super hero", "hero"],
    parts: ["cape", "belt", "hair"],
    coat: matte("#2f5fc4", 0.6),
    isLong: false,
    legs: matte("#2f5fc4", 0.6),
    shoes: matte("#c8262f", 0.5),
    hair: { color: "#26201d", length: "short" },
    extras: [
      part(
        hull(
          move(box(0.44, 0.04, 0.05), [0, 0.13, 1.02]),
          move(box(0.8, 0.05, 0.03), [0, 0.34, 0.16]),
        ),
        matte("#c8262f", 0.8),
      ),
      part(move(box(0.42, 0.25, 0.06, 0.02), [0, 0, 0.62]), gold),
      part(move(turn(cylinder(0.02, 0.08, 0.08, 4), [90, 0, 0]), [0, -0.115, 0.92]), gold),
    ],
  },
];

const gowns = ["dress", "gown", "robe", "skirt", "kimono"];
const jackets = ["coat", "jacket", "cloak"];
/** Clothes that people wear instead of standing next to them. */
export const garments: readonly string[] = [
  ...gowns,
  ...jackets,
  ..."shirt sweater jumper hoodie suit uniform tunic clothes".split(" "),
];

type Request = Pick<Parameters<Family["build"]>[0], "main" | "detail" | "has">;

/** The material of what covers the upper body, with the colour of the garment that the prompt names. */
export function coatOf({ main, detail }: Request, own: Material): Material {
  return main(garments.reduce((worn, name) => detail(name, worn), own));
}

/** The lower part of a gown or a coat that the prompt names, below the middle of a person of 1.45 m. */
export function hemOf({ has }: Request): Solid | undefined {
  if (has(...gowns)) return skirt;
  return has(...jackets) ? coatTail : undefined;
}

const skirt = lathe(
  smooth([
    [0, 0.02],
    [0.36, 0.02],
    [0.3, 0.3],
    [0.2, 0.64],
    [0, 0.66],
  ]),
);
const coatTail = cut(
  hull(move(box(0.42, 0.25, 0.02), [0, 0, 0.64]), move(box(0.5, 0.34, 0.02), [0, 0, 0.34])),
  move(box(0.04, 0.4, 0.6), [0, -0.2, 0.1]),
);

/** Builds a person in an outfit. */
export function dressed(outfit: Outfit): Family {
  return {
    names: outfit.names,
    parts: [...new Set([...outfit.parts, ...garments])],
    head: { forward: 0, width: 0.3, top: 1.42 },
    build(request) {
      const coat = coatOf(request, request.detail("armor", outfit.coat));
      const hem = outfit.isLong ? skirt : hemOf(request);
      return dress(outfit, coat, hem, request.detail);
    },
  };
}

function dress(
  { legs, shoes, hair, beard, extras, skin = "#e2ac82" }: Outfit,
  coat: Material,
  hem: Solid | undefined,
  detail: (name: string, own: Material) => Material,
): Part[] {
  const sleeve = mirrored(
    tube(
      [
        [0.19, 0, 1],
        [0.29, 0, 0.82],
        [0.34, -0.05, 0.62],
      ],
      [0.07, 0.065, 0.06],
    ),
    "x",
  );
  const hairColor = detail("hair", matte(hair.color, 0.9));
  const cap = cut(
    move(ball([0.178, 0.178, 0.172]), [0, 0.015, 1.3]),
    move(box(0.5, 0.5, 0.3), [0, -0.22, 1.04]),
  );
  const mane = hull(
    move(ball([0.17, 0.1, 0.14]), [0, 0.09, 1.26]),
    move(ball([0.15, 0.06, 0.06]), [0, 0.15, 0.9]),
  );
  return [
    part(
      union(
        move(ball(0.16), [0, 0, 1.28]),
        move(cylinder(0.12, 0.06), [0, 0, 1.05]),
        mirrored(move(ball(0.055), [0.35, -0.07, 0.57]), "x"),
      ),
      detail("skin", matte(skin, 0.8)),
    ),
    part(union(move(box(0.42, 0.24, 0.5, 0.09), [0, 0, 0.6]), sleeve, ...(hem ? [hem] : [])), coat),
    ...(hem === skirt
      ? []
      : [
          part(
            mirrored(
              tube(
                [
                  [0.1, 0, 0.62],
                  [0.11, 0, 0.1],
                ],
                0.085,
              ),
              "x",
            ),
            legs,
          ),
        ]),
    part(mirrored(move(box(0.15, 0.27, 0.1, 0.045), [0.11, -0.05, 0]), "x"), shoes),
    ...(hair.length === "none"
      ? []
      : [part(hair.length === "long" ? union(cap, mane) : cap, hairColor)]),
    ...(beard === undefined
      ? []
      : [
          part(
            hull(
              move(ball([0.12, 0.06, 0.06]), [0, -0.12, 1.2]),
              move(ball([0.05, 0.04, 0.06]), [0, -0.16, 0.98]),
            ),
            detail("beard", matte(beard, 0.95)),
          ),
        ]),
    part(mirrored(move(ball(0.019), [0.055, -0.15, 1.3]), "x"), matte("#221c1a")),
    ...extras,
  ];
}

export const people: readonly Family[] = outfits.map(dressed);
