import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
  common,
  cone,
  corners,
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

/** Cones along the back, from the head at −x to the tail. */
const spikes = (places: readonly Vec3[], size: number): Solid =>
  union(...places.map((place) => move(scale(cone(size, size * 0.42), [1, 0.45, 1]), place)));

const dragon: Family = {
  names: ["dragon", "wyvern", "drake"],
  parts: ["wing", "horn", "belly", "spike", "eye", "tail", "claw"],
  head: { forward: 1.15, width: 0.34, top: 1.68 },
  build({ main, detail, has }) {
    const skin = main(matte("#4c9f50", 0.6));
    const wing = union(
      hull(
        move(ball(0.03), [-0.1, 0.2, 1.02]),
        move(ball(0.025), [0, 0.95, 1.72]),
        move(ball(0.012), [0.5, 0.75, 1.1]),
        move(ball(0.012), [0.42, 0.24, 0.94]),
      ),
      hull(
        move(ball(0.025), [0, 0.95, 1.72]),
        move(ball(0.012), [0.62, 1.3, 1.28]),
        move(ball(0.012), [0.5, 0.75, 1.1]),
      ),
    );
    return [
      part(
        union(
          hull(
            move(ball([0.34, 0.27, 0.3]), [-0.15, 0, 0.72]),
            move(ball([0.3, 0.25, 0.27]), [0.32, 0, 0.62]),
          ),
          tube(
            [
              [-0.3, 0, 0.86],
              [-0.66, 0, 1.16],
              [-0.92, 0, 1.42],
            ],
            [0.22, 0.15, 0.13],
          ),
          hull(
            move(ball([0.19, 0.16, 0.15]), [-1.02, 0, 1.5]),
            move(ball([0.11, 0.1, 0.07]), [-1.36, 0, 1.42]),
          ),
          tube(
            [
              [0.5, 0, 0.6],
              [0.95, 0, 0.36],
              [1.4, 0, 0.2],
              [1.75, 0, 0.32],
            ],
            [0.22, 0.15, 0.09, 0.03],
          ),
          move(turn(cone(0.2, 0.12), [0, 62, 0]), [1.72, 0, 0.3]),
          ...[-0.28, 0.36].flatMap((x) =>
            [-1, 1].map((side) =>
              union(
                tube(
                  [
                    [x, side * 0.2, 0.6],
                    [x - 0.05, side * 0.27, 0.32],
                    [x, side * 0.27, 0.07],
                  ],
                  [0.15, 0.1, 0.08],
                ),
                move(ball([0.13, 0.09, 0.06]), [x - 0.05, side * 0.27, 0.06]),
              ),
            ),
          ),
        ),
        skin,
      ),
      part(mirrored(wing, "y"), detail("wing", main(matte("#3c8244", 0.75)))),
      part(
        mirrored(
          tube(
            [
              [-0.92, 0.08, 1.6],
              [-0.78, 0.14, 1.78],
              [-0.62, 0.16, 1.84],
            ],
            [0.045, 0.035, 0.01],
          ),
          "y",
        ),
        detail("horn", matte("#ecdfc0", 0.5)),
      ),
      part(
        spikes(
          [
            [-0.62, 0, 1.24],
            [-0.4, 0, 1.06],
            [-0.14, 0, 1],
            [0.14, 0, 0.95],
            [0.4, 0, 0.87],
            [0.68, 0, 0.66],
            [0.98, 0, 0.46],
            [1.26, 0, 0.32],
          ],
          0.17,
        ),
        detail("spike", matte("#d8a33c", 0.6)),
      ),
      part(
        union(
          hull(
            move(ball([0.28, 0.2, 0.22]), [-0.17, 0, 0.63]),
            move(ball([0.24, 0.18, 0.2]), [0.28, 0, 0.54]),
          ),
          tube(
            [
              [-0.38, 0, 0.8],
              [-0.7, 0, 1.1],
            ],
            [0.16, 0.11],
          ),
        ),
        detail("belly", matte("#e8d28f", 0.7)),
      ),
      part(
        mirrored(move(ball(0.038), [-1.13, 0.12, 1.56]), "y"),
        detail("eye", glowing("#ffcf3a")),
      ),
      part(mirrored(move(ball(0.02), [-1.42, 0.05, 1.46]), "y"), matte("#1f2a1f")),
      ...(has("fire", "flame", "flames", "breathing")
        ? [
            part(
              hull(
                move(ball(0.05), [-1.46, 0, 1.38]),
                move(ball([0.12, 0.16, 0.14]), [-1.95, 0, 1.3]),
              ),
              glowing("#ff7a22"),
            ),
          ]
        : []),
    ];
  },
};

const dinosaur: Family = {
  names: ["dinosaur", "t-rex", "t rex", "tyrannosaurus", "tyrannosaurus rex", "trex"],
  parts: ["belly", "eye", "tail", "tooth", "claw", "spike"],
  head: { forward: 0.85, width: 0.4, top: 1.86 },
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.34, 0.28, 0.36]), [-0.12, 0, 0.98]),
          move(ball([0.3, 0.27, 0.3]), [0.24, 0, 0.82]),
        ),
        tube(
          [
            [-0.2, 0, 1.16],
            [-0.46, 0, 1.44],
            [-0.6, 0, 1.6],
          ],
          [0.25, 0.2, 0.19],
        ),
        hull(
          move(ball([0.24, 0.19, 0.2]), [-0.66, 0, 1.66]),
          move(ball([0.13, 0.14, 0.09]), [-1.08, 0, 1.62]),
        ),
        hull(
          move(ball([0.15, 0.15, 0.07]), [-0.62, 0, 1.52]),
          move(ball([0.1, 0.11, 0.05]), [-1, 0, 1.44]),
        ),
        tube(
          [
            [0.36, 0, 0.8],
            [0.85, 0, 0.66],
            [1.35, 0, 0.62],
            [1.75, 0, 0.72],
          ],
          [0.27, 0.18, 0.1, 0.03],
        ),
        ...[-1, 1].flatMap((side) => [
          tube(
            [
              [0.1, side * 0.24, 0.8],
              [-0.1, side * 0.28, 0.48],
              [0.08, side * 0.28, 0.26],
              [0.02, side * 0.28, 0.07],
            ],
            [0.22, 0.15, 0.09, 0.08],
          ),
          move(ball([0.2, 0.12, 0.07]), [-0.06, side * 0.28, 0.07]),
          tube(
            [
              [-0.34, side * 0.22, 1.06],
              [-0.5, side * 0.25, 0.94],
              [-0.6, side * 0.22, 1],
            ],
            [0.06, 0.045, 0.03],
          ),
        ]),
      ),
      main(matte("#5d9a4a", 0.7)),
    ),
    part(
      hull(
        move(ball([0.26, 0.2, 0.3]), [-0.22, 0, 0.92]),
        move(ball([0.2, 0.18, 0.2]), [0.14, 0, 0.72]),
      ),
      detail("belly", matte("#d9d79a", 0.8)),
    ),
    part(
      union(
        ...[0, 1, 2, 3].flatMap((index) =>
          [-1, 1].map((side) =>
            move(turn(cone(0.07, 0.022), [180, 0, 0]), [
              -0.78 - index * 0.09,
              side * (0.12 - index * 0.012),
              1.57,
            ]),
          ),
        ),
      ),
      detail("tooth", matte("#f8f6ee", 0.4)),
    ),
    part(mirrored(move(ball(0.045), [-0.78, 0.165, 1.74]), "y"), detail("eye", glossy("#f2c53a"))),
    part(mirrored(move(ball(0.024), [-0.8, 0.195, 1.745]), "y"), glossy("#1c1a1d")),
    part(
      spikes(
        [
          [-0.5, 0, 1.66],
          [-0.3, 0, 1.5],
          [-0.08, 0, 1.32],
          [0.18, 0, 1.12],
          [0.46, 0, 1.0],
          [0.78, 0, 0.82],
        ],
        0.13,
      ),
      detail("spike", matte("#3d6b33", 0.8)),
    ),
  ],
};

const iceberg: Family = {
  names: ["iceberg", "ice floe", "glacier"],
  parts: ["water"],
  surface: 0.42,
  build: ({ main }) => [
    part(
      union(
        common(
          hull(cylinder(0.02, 1.1, 1.1, 7), move(cylinder(0.02, 0.85, 0.85, 7), [0.05, 0, 0.4])),
          box(4, 4, 0.42),
        ),
        move(turn(cone(1.1, 0.5, 5), [4, 6, 20]), [0.5, 0.62, 0.3]),
        move(turn(cone(0.75, 0.36, 5), [-5, 0, 50]), [-0.28, 0.74, 0.3]),
      ),
      main(matte("#e4f2fa", 0.3)),
    ),
    part(cylinder(0.06, 1.7), glass("#3a9ccc", 0.9)),
  ],
};

const stairs: Family = {
  names: ["staircase", "stairs", "spiral staircase", "stairway", "spiral stairs"],
  parts: ["railing", "rail", "step"],
  build({ main, detail, has }) {
    const steps = 14;
    if (!has("spiral")) {
      return [
        part(
          union(
            ...Array.from({ length: 8 }, (_, index) =>
              move(box(1, 0.3, 0.18 * (index + 1)), [0, -1 + index * 0.3, 0]),
            ),
          ),
          main(matte("#b08050", 0.7)),
        ),
        part(
          union(
            ...[-0.46, 0.46].flatMap((x) => [
              tube(
                [
                  [x, -1, 0.98],
                  [x, 1.1, 2.24],
                ],
                0.03,
              ),
              ...[0, 2, 4, 7].map((index) =>
                move(cylinder(0.82, 0.02), [x, -1 + index * 0.3, 0.18 * (index + 1)]),
              ),
            ]),
          ),
          detail("railing", detail("rail", matte("#5e3f28", 0.5))),
        ),
      ];
    }
    const angleOf = (index: number) => index * 27;
    const step = hull(
      move(box(0.06, 0.1, 0.05), [0.1, 0, 0]),
      move(box(0.06, 0.44, 0.05), [0.86, 0, 0]),
    );
    const railing = Array.from({ length: steps }, (_, index): Vec3 => {
      const angle = (angleOf(index) * Math.PI) / 180;
      return [0.85 * Math.cos(angle), 0.85 * Math.sin(angle), 0.96 + index * 0.18];
    });
    return [
      part(
        union(
          cylinder(steps * 0.18 + 0.9, 0.09),
          ...Array.from({ length: steps }, (_, index) =>
            turn(move(step, [0, 0, 0.1 + index * 0.18]), [0, 0, angleOf(index)]),
          ),
        ),
        main(matte("#b08050", 0.7)),
      ),
      part(
        union(
          tube(railing, 0.028),
          ...railing.map(([x, y, z]) => move(cylinder(0.84, 0.014), [x, y, z - 0.84])),
        ),
        detail("railing", detail("rail", metal("#3b4048", 0.5))),
      ),
    ];
  },
};

const typewriter: Family = {
  names: ["typewriter", "type writer"],
  parts: ["key", "paper", "carriage"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(box(0.44, 0.4, 0.05, 0.02), move(box(0.4, 0.18, 0.02, 0.01), [0, 0.08, 0.17])),
        move(box(0.4, 0.14, 0.1, 0.03), [0, 0.1, 0.12]),
      ),
      main(matte("#2f4a5c", 0.45)),
    ),
    part(
      union(
        ...[0, 1, 2, 3].flatMap((row) =>
          Array.from({ length: 9 }, (_, key) =>
            move(cylinder(0.02, 0.016), [
              (key - 4) * 0.041 + (row % 2) * 0.012,
              -0.165 + row * 0.042,
              0.06 + row * 0.022,
            ]),
          ),
        ),
        move(box(0.2, 0.022, 0.02, 0.006), [0, -0.2, 0.05]),
      ),
      detail("key", matte("#f2eee4", 0.5)),
    ),
    part(
      union(
        move(turn(cylinder(0.52, 0.035), [0, 90, 0]), [-0.26, 0.12, 0.25]),
        move(turn(cylinder(0.6, 0.018), [0, 90, 0]), [-0.3, 0.12, 0.25]),
        at(ball(0.03), [-0.31, 0.12, 0.25], [0.31, 0.12, 0.25]),
        tube(
          [
            [-0.27, 0.1, 0.27],
            [-0.34, 0.02, 0.32],
          ],
          0.01,
        ),
      ),
      detail("carriage", matte("#26272b", 0.4)),
    ),
    part(
      move(turn(box(0.3, 0.004, 0.24), [-14, 0, 0]), [0, 0.15, 0.26]),
      detail("paper", matte("#faf7ee", 0.9)),
    ),
  ],
};

const pizza: Family = {
  names: ["pizza", "whole pizza"],
  parts: ["cheese", "pepperoni", "crust", "olive", "tomato", "mushroom", "basil"],
  build({ main, has, detail }) {
    const missing = has("missing", "slice missing");
    const [hasMushrooms, hasBasil] = [has("mushroom", "mushrooms"), has("basil")];
    const hasOlives = has("olive", "olives");
    const hasTomatoes = has("tomato", "tomatoes");
    const isNamed = hasMushrooms || hasBasil || hasOlives || hasTomatoes;
    const hasPepperoni = !isNamed || has("pepperoni") || hasTomatoes;
    const scatter = (topping: Solid, count: number, start: number) =>
      union(
        ...Array.from({ length: count }, (_, index) =>
          turn(move(turn(topping, [0, 0, index * 77]), [index % 3 === 0 ? 0.14 : 0.33, 0, 0.058]), [
            0,
            0,
            start + index * 137.5,
          ]),
        ),
      );
    const wedge = move(
      hull(move(box(0.01, 0.01, 0.2), [0, 0, -0.05]), move(box(0.01, 0.9, 0.2), [0.85, 0, -0.05])),
      [0.02, 0, 0],
    );
    const taken = (solid: Solid) => (missing ? cut(solid, turn(wedge, [0, 0, -60])) : solid);
    const spots: Vec3[] = Array.from({ length: 11 }, (_, index) => {
      const away = index < 4 ? 0.17 : 0.37;
      const angle = index < 4 ? index * 1.57 + 0.3 : (index - 4) * 0.9;
      return [away * Math.cos(angle), away * Math.sin(angle), 0.055];
    });
    return [
      part(
        taken(
          union(cylinder(0.04, 0.52), move(scale(ring(0.52, 0.05), [1, 1, 0.85]), [0, 0, 0.045])),
        ),
        detail("crust", main(matte("#d99f55", 0.85))),
      ),
      part(
        taken(move(cylinder(0.015, 0.485), [0, 0, 0.04])),
        detail("cheese", matte("#f6cf62", 0.5)),
      ),
      ...(hasPepperoni
        ? [
            part(
              taken(at(cylinder(0.014, 0.065), ...spots)),
              detail(
                "pepperoni",
                detail("tomato", matte(hasTomatoes ? "#e0442e" : "#c23a2a", 0.5)),
              ),
            ),
          ]
        : []),
      ...(hasMushrooms
        ? [
            part(
              taken(
                scatter(
                  union(
                    scale(cylinder(0.014, 0.055), [1, 0.62, 1]),
                    move(box(0.03, 0.07, 0.014), [0, -0.045, 0]),
                  ),
                  11,
                  20,
                ),
              ),
              detail("mushroom", matte("#e9dcc6", 0.8)),
            ),
          ]
        : []),
      ...(hasBasil
        ? [
            part(
              taken(scatter(scale(ball(0.075), [1, 0.52, 0.16]), 9, 65)),
              detail("basil", matte("#3f8a3a", 0.6)),
            ),
          ]
        : []),
      ...(isNamed && !hasOlives && !has("pepperoni")
        ? []
        : [
            part(
              taken(
                union(
                  ...Array.from({ length: hasOlives ? 15 : 9 }, (_, index) => {
                    const away = index < 9 ? 0.27 : 0.12;
                    const angle = index < 9 ? index * 0.7 + 0.4 : index * 1.05;
                    return move(ring(0.025, 0.01), [
                      away * Math.cos(angle),
                      away * Math.sin(angle),
                      0.062,
                    ]);
                  }),
                ),
              ),
              detail("olive", matte(hasOlives && has("black") ? "#26232a" : "#3f5a2a", 0.5)),
            ),
          ]),
    ];
  },
};

const hourglass: Family = {
  names: ["hourglass", "sand timer", "sandglass"],
  parts: ["sand", "frame"],
  build: ({ main, detail }) => [
    part(
      union(
        cylinder(0.05, 0.24),
        move(cylinder(0.05, 0.24), [0, 0, 0.75]),
        at(cylinder(0.72, 0.02), ...corners(0.15, 0.15, 0.04)),
      ),
      detail("frame", main(matte("#8b5a33", 0.5))),
    ),
    part(
      lathe(
        smooth([
          [0, 0.06],
          [0.15, 0.07],
          [0.16, 0.24],
          [0.025, 0.4],
          [0.16, 0.56],
          [0.15, 0.74],
          [0, 0.75],
        ]),
      ),
      glass("#d5ecf4", 0.3),
    ),
    part(
      union(
        lathe(
          smooth([
            [0, 0.07],
            [0.135, 0.075],
            [0.12, 0.14],
            [0, 0.24],
          ]),
        ),
        lathe(
          smooth([
            [0, 0.42],
            [0.03, 0.43],
            [0.125, 0.57],
            [0, 0.59],
          ]),
        ),
        move(cylinder(0.24, 0.006), [0, 0, 0.2]),
      ),
      detail("sand", matte("#e3bd6a", 0.95)),
    ),
  ],
};

const cannon: Family = {
  names: ["cannon"],
  parts: ["wheel", "barrel"],
  build: ({ main, detail }) => [
    part(
      move(
        turn(
          lathe(
            smooth([
              [0, 0],
              [0.17, 0.02],
              [0.19, 0.16],
              [0.15, 0.5],
              [0.12, 0.95],
              [0.15, 1.02],
              [0.15, 1.06],
              [0.09, 1.06],
              [0, 0.9],
            ]),
          ),
          [0, -78, 0],
        ),
        [0.36, 0, 0.46],
      ),
      detail("barrel", main(metal("#4a4e54", 0.45))),
    ),
    part(
      union(
        hull(
          move(box(0.3, 0.24, 0.1), [0.05, 0, 0.32]),
          move(box(0.14, 0.2, 0.08), [0.85, 0, 0.06]),
        ),
        move(turn(cylinder(0.76, 0.035), [90, 0, 0]), [0, 0.38, 0.36]),
      ),
      matte("#7d5230", 0.8),
    ),
    part(
      mirrored(
        move(
          turn(
            union(
              ring(0.3, 0.045),
              around(move(turn(cylinder(0.28, 0.022), [0, 90, 0]), [0.02, 0, 0]), 8),
              move(cylinder(0.1, 0.06), [0, 0, -0.05]),
            ),
            [90, 0, 0],
          ),
          [0, 0.32, 0.345],
        ),
        "y",
      ),
      detail("wheel", matte("#8b5f36", 0.8)),
    ),
  ],
};

const logCabin: Family = {
  names: ["log cabin", "wooden cabin"],
  parts: ["roof", "door", "chimney", "window"],
  build: ({ main, detail }) => {
    const logs = Array.from({ length: 7 }, (_, index) => 0.08 + index * 0.15);
    return [
      part(
        union(
          ...logs.flatMap((z) => [
            ...[-0.66, 0.66].map((y) => move(turn(cylinder(2, 0.083), [0, 90, 0]), [-1, y, z])),
            ...[-0.86, 0.86].map((x) =>
              move(turn(cylinder(1.6, 0.083), [90, 0, 0]), [x, 0.8, z + 0.06]),
            ),
          ]),
          ...[-0.86, 0.86].map((x) =>
            move(hull(box(0.12, 1.3, 0.02), box(0.12, 0.02, 0.62)), [x, 0, 1.08]),
          ),
        ),
        main(matte("#94663a", 0.9)),
      ),
      part(
        mirrored(
          hull(
            move(box(2.2, 0.06, 0.06), [0, 0.9, 0.96]),
            move(box(2.2, 0.06, 0.06), [0, 0.02, 1.74]),
          ),
          "y",
        ),
        detail("roof", matte("#5a4634", 0.95)),
      ),
      part(
        move(box(0.26, 0.26, 0.9), [0.55, 0.3, 1.25]),
        detail("chimney", matte("#8d8a84", 0.95)),
      ),
      part(
        move(box(0.4, 0.06, 0.78, 0.01), [-0.3, -0.74, 0]),
        detail("door", matte("#4f331f", 0.8)),
      ),
      part(move(box(0.38, 0.05, 0.34), [0.42, -0.74, 0.42]), detail("window", glowing("#ffd98a"))),
      part(
        union(
          cut(
            move(box(0.46, 0.04, 0.42), [0.42, -0.76, 0.38]),
            move(box(0.36, 1, 0.32), [0.42, -0.76, 0.43]),
          ),
          move(box(0.03, 0.05, 0.36), [0.42, -0.765, 0.4]),
          move(box(0.36, 0.05, 0.03), [0.42, -0.765, 0.58]),
        ),
        matte("#4f331f", 0.8),
      ),
    ];
  },
};

export const wonders: readonly Family[] = [
  dragon,
  dinosaur,
  iceberg,
  stairs,
  typewriter,
  pizza,
  hourglass,
  cannon,
  logCabin,
];
