import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
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

const brass = metal("#dcae45", 0.2);
const steel = metal("#c2c6cb", 0.25);
const ebony = matte("#1d1c20", 0.4);

const bellMouth = (radius: number, length: number): Solid =>
  cut(
    lathe(
      smooth(
        [
          [0, 0],
          [0.012, 0],
          [radius * 0.3, length * 0.6],
          [radius, length],
          [radius * 0.97, length],
          [0, length],
        ],
        5,
      ),
    ),
    lathe(
      smooth(
        [
          [0, length * 0.8],
          [radius * 0.25, length * 0.84],
          [radius * 0.9, length * 1.01],
          [0, length * 1.02],
        ],
        5,
      ),
    ),
  );

/** The violin and its larger relatives: `size` is 1 for a violin. */
function bowed(names: readonly string[], size: number): Family {
  const plate = (radius: number, x: number, z: number): Solid =>
    move(turn(cylinder(0.04, radius), [90, 0, 0]), [x, 0.02, z]);
  const body = cut(
    union(
      hull(plate(0.1, 0, 0.105), plate(0.075, 0, 0.16)),
      hull(plate(0.08, 0, 0.28), plate(0.06, 0, 0.22)),
      plate(0.066, 0, 0.19),
    ),
    ...[-1, 1].map((side) =>
      move(turn(cylinder(0.2, 0.04), [90, 0, 0]), [side * 0.107, 0.1, 0.19]),
    ),
  );
  return {
    names,
    parts: ["bow", "strings", "string"],
    build({ main, detail }) {
      const sized = (solid: Solid): Solid => scale(solid, size);
      return [
        part(sized(body), main(glossy("#9a4a1c"))),
        part(
          sized(
            union(
              hull(
                move(box(0.022, 0.014, 0.01), [0, -0.024, 0.25]),
                move(box(0.016, 0.014, 0.01), [0, -0.02, 0.54]),
              ),
              move(turn(ring(0.012, 0.006), [0, 90, 0]), [0, -0.01, 0.585]),
              hull(
                move(box(0.04, 0.01, 0.006), [0, -0.025, 0.04]),
                move(box(0.022, 0.01, 0.006), [0, -0.028, 0.12]),
              ),
              ...[0.555, 0.57].flatMap((z) =>
                [-1, 1].map((side) =>
                  move(turn(cylinder(0.03, 0.004), [0, side * 90, 0]), [0, -0.012, z]),
                ),
              ),
              ...[-1, 1].map((side) =>
                tube(
                  [
                    [side * 0.035, -0.0202, 0.13],
                    [side * 0.045, -0.0205, 0.17],
                    [side * 0.035, -0.0202, 0.21],
                  ],
                  0.003,
                ),
              ),
            ),
          ),
          ebony,
        ),
        part(
          sized(
            union(
              ...[-0.009, -0.003, 0.003, 0.009].map((x) =>
                tube(
                  [
                    [x * 1.3, -0.034, 0.1],
                    [x * 1.4, -0.045, 0.15],
                    [x * 0.8, -0.03, 0.55],
                  ],
                  0.001,
                ),
              ),
              move(box(0.036, 0.006, 0.024), [0, -0.033, 0.143]),
            ),
          ),
          detail("string", detail("strings", matte("#e8d9b0"))),
        ),
      ];
    },
  };
}

const electricGuitar: Family = {
  names: ["electric guitar", "bass guitar"],
  parts: ["neck", "string", "strings", "pickguard"],
  build: ({ main, detail }) => [
    part(
      cut(
        union(
          hull(
            move(turn(cylinder(0.045, 0.15), [90, 0, 0]), [0, 0.0225, 0.16]),
            move(turn(cylinder(0.045, 0.12), [90, 0, 0]), [0.01, 0.0225, 0.3]),
          ),
          hull(
            move(turn(cylinder(0.045, 0.05), [90, 0, 0]), [-0.1, 0.0225, 0.45]),
            move(turn(cylinder(0.045, 0.09), [90, 0, 0]), [-0.03, 0.0225, 0.3]),
          ),
          hull(
            move(turn(cylinder(0.045, 0.035), [90, 0, 0]), [0.11, 0.0225, 0.42]),
            move(turn(cylinder(0.045, 0.08), [90, 0, 0]), [0.05, 0.0225, 0.28]),
          ),
        ),
        move(turn(cylinder(0.2, 0.045), [90, 0, 0]), [-0.165, 0.1, 0.27]),
        move(turn(cylinder(0.2, 0.04), [90, 0, 0]), [0.16, 0.1, 0.27]),
      ),
      main(glossy("#c3202c")),
    ),
    part(
      union(
        move(box(0.05, 0.028, 0.56), [0, -0.016, 0.4]),
        hull(
          move(box(0.05, 0.02, 0.01), [0, -0.012, 0.95]),
          move(box(0.1, 0.02, 0.02), [-0.015, -0.008, 1.0]),
          move(box(0.05, 0.02, 0.02), [-0.03, -0.004, 1.09]),
        ),
      ),
      detail("neck", matte("#b07b45", 0.5)),
    ),
    part(
      hull(
        move(turn(cylinder(0.006, 0.07), [90, 0, 0]), [0.03, -0.02, 0.18]),
        move(turn(cylinder(0.006, 0.04), [90, 0, 0]), [0.05, -0.02, 0.38]),
        move(turn(cylinder(0.006, 0.03), [90, 0, 0]), [-0.05, -0.02, 0.36]),
      ),
      detail("pickguard", glossy("#f4f1e8")),
    ),
    part(
      union(
        ...[0.2, 0.27, 0.34].map((z) => move(box(0.085, 0.016, 0.022, 0.005), [0, -0.03, z])),
        move(box(0.09, 0.02, 0.03), [0, -0.03, 0.13]),
        ...[0.1, 0.16].map((z) => move(turn(cylinder(0.016, 0.014), [90, 0, 0]), [0.1, -0.024, z])),
      ),
      ebony,
    ),
    part(
      union(
        ...[-0.0175, -0.0105, -0.0035, 0.0035, 0.0105, 0.0175].map((x) =>
          move(box(0.0015, 0.0015, 0.85), [x, -0.042, 0.14]),
        ),
        ...[0, 1, 2, 3, 4, 5].map((index) =>
          move(turn(cylinder(0.03, 0.006), [0, -90, 0]), [-0.05, -0.008, 0.97 + index * 0.02]),
        ),
      ),
      detail("string", detail("strings", steel)),
    ),
  ],
};

const banjo: Family = {
  names: ["banjo", "lute", "mandolin", "sitar"],
  parts: ["neck", "string", "strings"],
  build: ({ main, detail, has }) => [
    part(
      has("banjo")
        ? move(
            turn(cut(cylinder(0.07, 0.14), move(cylinder(0.07, 0.125), [0, 0, 0.06])), [90, 0, 0]),
            [0, 0.035, 0.14],
          )
        : move(scale(ball(0.15), [0.85, 0.5, 1]), [0, 0.02, 0.15]),
      main(matte("#8a5a33", 0.4)),
    ),
    part(
      move(turn(cylinder(0.006, has("banjo") ? 0.126 : 0.1), [90, 0, 0]), [
        0,
        has("banjo") ? -0.03 : -0.048,
        0.14,
      ]),
      matte("#f1e6cc", 0.8),
    ),
    part(
      union(
        move(box(0.034, 0.025, 0.5), [0, -0.03, 0.25]),
        move(box(0.06, 0.02, 0.12, 0.008), [0, -0.028, 0.74]),
        move(box(0.07, 0.02, 0.012), [0, -0.045, 0.09]),
      ),
      detail("neck", matte("#5e3a20", 0.5)),
    ),
    part(
      union(
        ...[-0.012, -0.004, 0.004, 0.012].map((x) =>
          move(box(0.0015, 0.0015, 0.66), [x, -0.056, 0.09]),
        ),
        ...[-1, 1].flatMap((side) =>
          [0.77, 0.83].map((z) =>
            move(turn(cylinder(0.03, 0.006), [0, side * 90, 0]), [side * 0.025, -0.028, z]),
          ),
        ),
        ...(has("banjo")
          ? [around(move(turn(cylinder(0.01, 0.008), [0, 90, 0]), [0.138, 0, 0]), 14)].map((one) =>
              move(turn(one, [90, 0, 0]), [0, 0, 0.14]),
            )
          : []),
      ),
      detail("string", detail("strings", steel)),
    ),
  ],
};

const trumpet: Family = {
  names: ["trumpet", "cornet", "bugle"],
  near: ["horn"],
  parts: ["valve", "valves"],
  build: ({ main, detail }) => [
    part(
      union(
        move(turn(bellMouth(0.062, 0.24), [0, 90, 0]), [0.02, 0, 0.12]),
        tube(
          [
            [0.03, 0, 0.12],
            [-0.16, 0, 0.12],
            [-0.2, 0, 0.1],
            [-0.2, 0, 0.07],
            [-0.16, 0, 0.05],
            [0.08, 0, 0.05],
          ],
          0.0085,
        ),
        tube(
          [
            [0.08, 0, 0.05],
            [0.12, 0, 0.06],
            [0.12, 0, 0.09],
            [0.08, 0, 0.105],
            [-0.26, 0, 0.105],
          ],
          0.007,
        ),
        at(cylinder(0.11, 0.0135), [-0.045, 0, 0.035], [-0.01, 0, 0.035], [0.025, 0, 0.035]),
        move(turn(cylinder(0.02, 0.006, 0.014), [0, -90, 0]), [-0.26, 0, 0.105]),
      ),
      main(brass),
    ),
    part(
      at(
        union(cylinder(0.03, 0.004), move(cylinder(0.005, 0.011), [0, 0, 0.03])),
        [-0.045, 0, 0.145],
        [-0.01, 0, 0.145],
        [0.025, 0, 0.145],
      ),
      detail("valve", detail("valves", metal("#e9e4d2", 0.2))),
    ),
  ],
};

const saxophone: Family = {
  names: ["saxophone", "sax"],
  near: ["bassoon"],
  parts: ["keys", "key"],
  build({ main, detail }) {
    const bore: Vec3[] = [
      [0.15, 0, 0.66],
      [0.09, 0, 0.7],
      [0.04, 0, 0.68],
      [0.02, 0, 0.62],
      [0, 0, 0.4],
      [-0.02, 0, 0.18],
      [-0.05, 0, 0.09],
      [-0.11, 0, 0.06],
      [-0.17, 0, 0.1],
      [-0.2, 0, 0.2],
    ];
    return [
      part(
        union(
          tube(bore, [0.009, 0.01, 0.011, 0.013, 0.024, 0.036, 0.042, 0.044, 0.046, 0.05]),
          move(
            turn(
              cut(
                lathe(
                  smooth([
                    [0, 0],
                    [0.05, 0],
                    [0.062, 0.1],
                    [0.095, 0.2],
                    [0, 0.2],
                  ]),
                ),
                lathe(
                  smooth([
                    [0, 0.05],
                    [0.045, 0.05],
                    [0.056, 0.1],
                    [0.09, 0.205],
                    [0, 0.21],
                  ]),
                ),
              ),
              [0, -14, 0],
            ),
            [-0.2, 0, 0.19],
          ),
        ),
        main(brass),
      ),
      part(
        union(
          ...[0.22, 0.29, 0.36, 0.43, 0.5, 0.56].map((z, index) =>
            move(turn(cylinder(0.012, 0.021 - index * 0.0015), [90, 0, 0]), [
              -0.015 + index * 0.005,
              -0.026 + index * 0.002,
              z,
            ]),
          ),
          tube(
            [
              [-0.03, -0.035, 0.2],
              [0.012, -0.022, 0.58],
            ],
            0.004,
          ),
        ),
        detail("key", detail("keys", metal("#f0dca0", 0.15))),
      ),
      part(
        hull(move(ball(0.012), [0.15, 0, 0.66]), move(ball([0.012, 0.01, 0.006]), [0.21, 0, 0.64])),
        ebony,
      ),
    ];
  },
};

const flute: Family = {
  names: ["flute", "clarinet", "recorder", "oboe"],
  near: ["piccolo"],
  parts: ["keys", "key"],
  build({ main, detail, has }) {
    const isUpright = has("clarinet", "recorder", "oboe");
    const body = isUpright
      ? union(
          move(cylinder(0.5, 0.013), [0, 0, 0.06]),
          lathe(
            smooth([
              [0, 0],
              [0.034, 0],
              [0.03, 0.015],
              [0.014, 0.07],
              [0, 0.07],
            ]),
          ),
          move(cylinder(0.07, 0.011, 0.006), [0, 0, 0.56]),
        )
      : move(turn(cylinder(0.67, 0.0105), [0, 90, 0]), [-0.33, 0, 0.02]);
    const places = Array.from({ length: 9 }, (_, index) => 0.12 + index * 0.045);
    const pads = union(
      ...places.map((along) =>
        isUpright
          ? move(turn(cylinder(0.008, 0.008), [90, 0, 0]), [0, -0.012, along])
          : move(cylinder(0.008, 0.0085), [along - 0.2, 0, 0.028]),
      ),
      isUpright
        ? move(cylinder(0.4, 0.003), [0.014, 0, 0.12])
        : move(turn(cylinder(0.45, 0.003), [0, 90, 0]), [-0.12, 0.011, 0.026]),
    );
    return [
      part(
        body,
        main(
          isUpright ? (has("recorder") ? matte("#c79a5c", 0.5) : ebony) : metal("#d3d6da", 0.15),
        ),
      ),
      part(
        isUpright ? pads : union(pads, move(cylinder(0.006, 0.014), [-0.26, 0, 0.026])),
        detail("key", detail("keys", metal("#e6e8eb", 0.15))),
      ),
    ];
  },
};

const harp: Family = {
  names: ["harp", "lyre"],
  parts: ["string", "strings"],
  build: ({ main, detail }) => [
    part(
      union(
        tube(
          [
            [-0.45, 0, 0.08],
            [-0.45, 0, 1.5],
          ],
          0.035,
        ),
        tube(
          [
            [-0.45, 0, 1.5],
            [-0.3, 0, 1.62],
            [-0.1, 0, 1.5],
            [0.12, 0, 1.42],
            [0.3, 0, 1.3],
          ],
          0.04,
        ),
        hull(move(ball(0.05), [0.3, 0, 1.28]), move(ball([0.08, 0.11, 0.08]), [-0.34, 0, 0.14])),
        move(box(0.5, 0.3, 0.1, 0.04), [-0.36, 0, 0]),
      ),
      main(metal("#d9aa3f", 0.3)),
    ),
    part(
      union(
        ...Array.from({ length: 14 }, (_, index) => {
          const share = (index + 0.5) / 14;
          return tube(
            [
              [-0.38 + share * 0.64, 0, 0.14 + share * 1.08],
              [-0.36 + share * 0.62, 0, 1.55 - share * 0.2],
            ],
            0.004,
          );
        }),
      ),
      detail("string", detail("strings", matte("#f4ecd4"))),
    ),
  ],
};

const accordion: Family = {
  names: ["accordion", "concertina"],
  parts: ["bellows", "key", "keys"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(0.1, 0.2, 0.38, 0.02), [-0.19, 0, 0]),
        move(box(0.1, 0.2, 0.38, 0.02), [0.19, 0, 0]),
      ),
      main(glossy("#b3202c")),
    ),
    part(
      union(
        ...Array.from({ length: 10 }, (_, index) =>
          move(
            hull(
              move(box(0.002, 0.16, 0.32), [-0.014, 0, 0.03]),
              move(box(0.002, 0.19, 0.35), [0, 0, 0.015]),
              move(box(0.002, 0.16, 0.32), [0.014, 0, 0.03]),
            ),
            [-0.126 + index * 0.028, 0, 0],
          ),
        ),
      ),
      detail("bellows", matte("#2a2426", 0.8)),
    ),
    part(
      union(
        ...Array.from({ length: 13 }, (_, index) =>
          move(box(0.06, 0.03, 0.023), [-0.2, -0.105, 0.035 + index * 0.025]),
        ),
      ),
      detail("key", detail("keys", glossy("#f7f4ec"))),
    ),
    part(
      union(
        ...Array.from({ length: 15 }, (_, index) =>
          move(turn(cylinder(0.014, 0.009), [90, 0, 0]), [
            0.165 + (index % 3) * 0.026,
            -0.098,
            0.06 + Math.floor(index / 3) * 0.065,
          ]),
        ),
        ...[3, 5, 6, 8, 10].map((index) =>
          move(box(0.036, 0.016, 0.014), [-0.19, -0.125, 0.0295 + index * 0.025]),
        ),
      ),
      glossy("#f1e9d4"),
    ),
  ],
};

const xylophone: Family = {
  names: ["xylophone", "marimba", "glockenspiel"],
  parts: ["mallet"],
  build: ({ main, detail }) => [
    ...["#d23b36", "#ee8130", "#f4c93a", "#4c9f50", "#35bfe0", "#3a6fd8", "#8048c0", "#f08cb4"].map(
      (color, index) =>
        part(
          move(box(0.045, 0.3 - index * 0.02, 0.016, 0.005), [-0.19 + index * 0.054, 0, 0.05]),
          glossy(color),
        ),
    ),
    part(
      union(
        ...[-1, 1].map((side) =>
          hull(
            move(box(0.02, 0.025, 0.045), [-0.22, side * 0.1, 0]),
            move(box(0.02, 0.025, 0.045), [0.22, side * 0.05, 0]),
          ),
        ),
        move(box(0.03, 0.25, 0.04), [-0.22, 0, 0]),
        move(box(0.03, 0.15, 0.04), [0.22, 0, 0]),
      ),
      main(matte("#b98552", 0.6)),
    ),
    part(
      union(
        tube(
          [
            [-0.1, -0.2, 0.075],
            [0.1, 0.02, 0.075],
          ],
          0.005,
        ),
        move(ball(0.016), [0.1, 0.02, 0.078]),
      ),
      detail("mallet", matte("#8a5a33", 0.6)),
    ),
  ],
};

const tambourine: Family = {
  names: ["tambourine"],
  build: ({ main }) => [
    part(
      cut(
        cylinder(0.05, 0.125),
        move(cylinder(0.06, 0.115), [0, 0, -0.01]),
        around(move(box(0.05, 0.04, 0.024), [0.12, 0, 0.013]), 8),
      ),
      main(matte("#c0803f", 0.5)),
    ),
    part(move(cylinder(0.004, 0.12), [0, 0, 0.048]), matte("#f2e8d0", 0.8)),
    part(
      around(at(cylinder(0.003, 0.018), [0.119, 0, 0.02], [0.119, 0, 0.028]), 8),
      metal("#e3c25a", 0.2),
    ),
  ],
};

const maracas: Family = {
  names: ["maracas", "maraca"],
  near: ["rattle"],
  parts: ["handle"],
  build: ({ main, detail }) => [
    part(
      at(scale(ball(0.045), [1, 1, 1.2]), [-0.07, 0, 0.2], [0.07, 0, 0.2]),
      main(glossy("#d6402f")),
    ),
    part(
      at(
        union(
          move(ring(0.0445, 0.004), [0, 0, 0.2]),
          move(ring(0.038, 0.004), [0, 0, 0.23]),
          move(ring(0.038, 0.004), [0, 0, 0.17]),
        ),
        [-0.07, 0, 0],
        [0.07, 0, 0],
      ),
      glossy("#f2c52e"),
    ),
    part(
      at(
        union(cylinder(0.16, 0.011), move(ball(0.013), [0, 0, 0.012])),
        [-0.07, 0, 0],
        [0.07, 0, 0],
      ),
      detail("handle", matte("#b98552", 0.6)),
    ),
  ],
};

export const instruments: readonly Family[] = [
  bowed(["violin", "fiddle", "viola"], 1),
  bowed(["cello", "double bass"], 2.1),
  electricGuitar,
  banjo,
  trumpet,
  saxophone,
  flute,
  harp,
  accordion,
  xylophone,
  tambourine,
  maracas,
];
