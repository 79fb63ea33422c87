import type { Part } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, type Material, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  ball,
  box,
  common,
  cylinder,
  hull,
  mirrored,
  move,
  ring,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import type { Build } from "./animal-builds.ts";

/** Middles of the chest, the hips and the head, in shares of the shoulder height. */
export interface Places {
  readonly chest: Vec3;
  readonly hips: Vec3;
  readonly skull: Vec3;
}

/** Words for what an animal on four legs wears on its neck, its back and its eyes. */
export const wearWords = [
  "collar",
  "scarf",
  "bell",
  "cowbell",
  "bow",
  "bowtie",
  "ribbon",
  "tie",
  "necklace",
  "medal",
  "bandana",
  "saddle",
  "sunglass",
  "glass",
] as const;
type WearWord = (typeof wearWords)[number];

interface Wearing {
  readonly build: Build;
  readonly places: Places;
  /** Brings a solid in shares of the shoulder height to its real size. */
  readonly size: (solid: Solid) => Solid;
  /** Body of the animal, enlarged. */
  readonly body: (share: number) => Solid;
  readonly detail: (name: string, own: Material) => Material;
}

/** Parts that the animal wears, by the words of the prompt. */
export function wear(word: WearWord, wearing: Wearing): readonly Part[] {
  const { size, detail, body, places, build } = wearing;
  const neck = neckOf(wearing);
  const cloth = matte("#c8262a", 0.6);
  const gold = metal("#e0b23c", 0.25);
  const { head, thick } = build;
  switch (word) {
    case "collar":
      return [part(size(neck.band(0.02)), detail("collar", cloth))];
    case "scarf":
      return [
        part(
          size(
            union(
              neck.band(0.05),
              neck.hang(
                hull(
                  move(ball(head * 0.2), [0, head * 0.45, 0]),
                  move(ball([head * 0.12, head * 0.3, head * 0.1]), [0, head * 0.6, -head * 1.5]),
                ),
              ),
            ),
          ),
          detail("scarf", matte("#c8262a", 0.95)),
        ),
      ];
    case "tie": {
      const corner = (wide: number, z: number) =>
        mirrored(move(ball(head * 0.07), [0, head * wide, head * z]), "y");
      const tie = union(
        hull(corner(0.2, 0.1), corner(0.12, -0.25)),
        hull(corner(0.1, -0.25), corner(0.36, -1.5), move(ball(head * 0.07), [0, 0, -head * 1.8])),
      );
      return [part(size(union(neck.band(0.008), neck.hang(tie))), detail("tie", cloth))];
    }
    case "bell":
    case "cowbell": {
      const edge = head * 0.34;
      const bell = union(
        hull(move(cylinder(edge * 0.3, edge), [0, 0, -edge * 1.5]), ball(edge * 0.5)),
        move(ball(edge * 0.32), [0, 0, -edge * 1.6]),
      );
      return [
        part(size(neck.band(0.018)), cloth),
        part(size(neck.hang(bell)), detail("bell", detail("cowbell", gold))),
      ];
    }
    case "bow":
    case "bowtie":
    case "ribbon": {
      const edge = head * 0.62;
      const bow = union(
        ball(edge * 0.3),
        mirrored(
          hull(
            move(ball([edge * 0.16, edge * 0.1, edge * 0.18]), [0, edge * 0.2, 0]),
            move(ball([edge * 0.18, edge * 0.12, edge * 0.55]), [0, edge, 0]),
          ),
          "y",
        ),
      );
      return [part(size(union(neck.band(0.008), neck.hang(bow))), detail(word, cloth))];
    }
    case "necklace":
    case "medal": {
      const disc = turn(cylinder(head * 0.1, head * 0.3), [0, 90, 0]);
      return [
        part(size(neck.band(0.008)), word === "medal" ? cloth : gold),
        part(size(neck.hang(move(disc, [0, 0, -head * 0.28]))), detail(word, gold)),
      ];
    }
    case "bandana": {
      const cornerOf = (y: number, z: number) => move(ball(head * 0.08), [0, y, z]);
      const front = hull(
        cornerOf(head * 0.75, 0.1 * head),
        cornerOf(-head * 0.75, 0.1 * head),
        cornerOf(0, -head),
      );
      return [part(size(union(neck.band(0.03), neck.hang(front))), detail("bandana", cloth))];
    }
    case "saddle": {
      const [front, back] = [places.chest[0] * 0.5, places.hips[0] * 0.5];
      const middle = (front + back) / 2;
      const long = front - back;
      const top = (places.chest[2] + places.hips[2]) / 2 + thick * 0.92;
      const above = (share: number) => top - thick * share;
      const rise = (x: number, wide: number, high: number) =>
        tube(
          [
            [x, -wide, top - thick * 0.1],
            [x, 0, top + high],
            [x, wide, top - thick * 0.1],
          ],
          0.04,
        );
      const leather = detail("saddle", matte("#5b2f1b", 0.45));
      return [
        part(
          size(
            union(
              common(body(1.1), move(box(long, 3, 2), [middle, 0, above(0.75)])),
              rise(front, thick * 0.36, thick * 0.16),
              rise(back, thick * 0.46, thick * 0.2),
            ),
          ),
          leather,
        ),
        part(
          size(
            union(
              common(body(1.05), move(box(0.07, 3, 3), [front - 0.08, 0, -1])),
              mirrored(
                tube(
                  [
                    [middle, thick * 0.8, above(0.7)],
                    [middle, thick * 0.92, above(1.5)],
                  ],
                  0.022,
                ),
                "y",
              ),
            ),
          ),
          matte("#3a1f13", 0.5),
        ),
        part(
          size(
            mirrored(
              move(turn(ring(0.07, 0.014), [90, 0, 0]), [middle, thick * 0.92, above(1.5) - 0.07]),
              "y",
            ),
          ),
          metal("#c9ccd2", 0.25),
        ),
      ];
    }
    case "sunglass":
    case "glass": {
      const [x, , z] = places.skull;
      const at = (along: number, side: number, up: number): Vec3 => [
        x + head * along,
        head * side,
        z + head * up,
      ];
      const frame = union(
        tube([at(0.95, 0.3, 0.26), at(0.95, -0.3, 0.26)], head * 0.06),
        mirrored(tube([at(0.7, 0.8, 0.28), at(-0.1, 1, 0.34)], head * 0.05), "y"),
      );
      const lens = mirrored(
        move(turn(ball([head * 0.13, head * 0.38, head * 0.34]), [0, 0, 28]), at(0.82, 0.5, 0.2)),
        "y",
      );
      return [part(size(union(frame, lens)), detail(word, glossy("#17181c")))];
    }
  }
}

/** A band around the middle of the neck, and the place below it in front. */
function neckOf({ build, places: { chest, skull } }: Wearing): {
  band: (thick: number) => Solid;
  hang: (solid: Solid) => Solid;
} {
  const [x, z] = [0.45 * chest[0] + 0.55 * skull[0], 0.45 * chest[2] + 0.55 * skull[2]];
  const lean = Math.atan2(skull[0] - chest[0], skull[2] - chest[2]);
  const reach = build.thick * 0.72 * 0.45 + build.head * 0.62 * 0.55;
  const away = reach + build.head * 0.12;
  return {
    band: (thick) =>
      move(turn(ring(reach + thick * 0.4, thick + 0.02), [0, (lean * 180) / Math.PI, 0]), [
        x,
        0,
        z,
      ]),
    hang: (solid) => move(solid, [x + Math.cos(lean) * away, 0, z - Math.sin(lean) * away]),
  };
}
