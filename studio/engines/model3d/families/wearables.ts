import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glossy, matte, metal } from "#studio/engines/model3d/material.ts";
import {
  around,
  ball,
  box,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  ring,
  scale,
  slab,
  smooth,
  starOutline,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const topHat: Family = {
  names: ["top hat", "hat", "magician hat", "bowler hat"],
  parts: ["ribbon", "band"],
  build: ({ main, detail }) => [
    part(
      lathe([
        [0, 0],
        [0.3, 0],
        [0.31, 0.015],
        [0.29, 0.03],
        [0.185, 0.025],
        [0.18, 0.1],
        [0.2, 0.33],
        [0.19, 0.345],
        [0, 0.345],
      ]),
      main(matte("#2a2a30", 0.7)),
    ),
    part(
      move(cylinder(0.06, 0.187, 0.19), [0, 0, 0.03]),
      detail("ribbon", detail("band", matte("#b3262f", 0.6))),
    ),
  ],
};

const pointedHat: Family = {
  names: ["wizard hat", "witch hat", "pointed hat", "pointy hat"],
  parts: ["star", "band", "buckle"],
  build({ main, detail, has }) {
    const star = slab(starOutline(5, 0.045, 0.02), 0.03);
    const isWitch = has("witch");
    return [
      part(
        union(
          lathe(
            smooth([
              [0, 0],
              [0.34, 0],
              [0.35, 0.012],
              [0.2, 0.04],
              [0.15, 0.16],
              [0.07, 0.36],
              [0, 0.4],
            ]),
          ),
          move(turn(cone(0.22, 0.075), [0, 24, 0]), [0, 0, 0.34]),
        ),
        main(matte(isWitch ? "#2b2730" : "#4b3a9c", 0.85)),
      ),
      part(
        move(ring(0.178, 0.018), [0, 0, 0.065]),
        detail("band", matte(isWitch ? "#7a3fb0" : "#e3b341", 0.5)),
      ),
      ...(isWitch
        ? [
            part(
              move(cut(box(0.09, 0.03, 0.07), box(0.05, 0.1, 0.035)), [0, -0.19, 0.035]),
              detail("buckle", metal("#e3b341")),
            ),
          ]
        : [
            part(
              union(
                ...[
                  [0.13, 0.14, 20],
                  [0.155, 0.15, 95],
                  [0.13, 0.19, 160],
                  [0.105, 0.27, 60],
                  [0.1, 0.28, 200],
                  [0.14, 0.16, 250],
                  [0.095, 0.29, 300],
                ].map(([away = 0, z = 0, degrees = 0]) =>
                  turn(move(star, [0, -away, z]), [0, 0, degrees - 60]),
                ),
              ),
              detail("star", metal("#f2c744", 0.35)),
            ),
          ]),
    ];
  },
};

const cowboyHat: Family = {
  names: ["cowboy hat", "straw hat", "sun hat", "fedora", "sunhat"],
  parts: ["band", "ribbon"],
  build: ({ main, detail, has }) => [
    part(
      union(
        hull(
          scale(cylinder(0.02, 0.19), [1, 1.15, 1]),
          move(scale(cylinder(0.02, 0.14), [0.85, 1.1, 1]), [0, 0, 0.19]),
        ),
        cut(
          scale(ball(0.38), [1.05, 1.05, 0.32]),
          move(scale(ball(0.38), [1.04, 1.04, 0.32]), [0, 0, 0.02]),
          move(box(2, 2, 1), [0, 0, has("straw", "sun") ? -1.105 : -1.085]),
          move(box(2, 2, 1), [0, 0, 0.001]),
        ),
        scale(cylinder(0.018, 0.34), [1, 1.02, 1]),
      ),
      main(matte(has("straw", "sun") ? "#e3c67e" : "#8a5a33", 0.9)),
    ),
    part(
      move(scale(cylinder(0.04, 0.186, 0.18), [1, 1.15, 1]), [0, 0, 0.02]),
      detail("band", detail("ribbon", matte("#4a2a1c", 0.7))),
    ),
  ],
};

const cap: Family = {
  names: ["cap", "baseball cap"],
  parts: ["visor", "brim"],
  build: ({ main, detail }) => [
    part(
      union(
        cut(scale(ball(0.2), [1, 1.1, 0.85]), move(box(1, 1, 1), [0, 0, -1])),
        move(ball(0.018), [0, 0, 0.17]),
      ),
      main(matte("#2f62b8", 0.85)),
    ),
    part(
      hull(
        move(scale(cylinder(0.016, 0.16), [1, 0.8, 1]), [0, -0.24, 0.005]),
        move(cylinder(0.016, 0.15), [0, -0.1, 0.02]),
      ),
      detail("visor", detail("brim", main(matte("#2f62b8", 0.85)))),
    ),
  ],
};

const helmet: Family = {
  names: ["knight helmet", "medieval helmet", "helmet", "knight's helmet", "viking helmet"],
  parts: ["plume", "feather", "visor", "horn"],
  build({ main, detail, has }) {
    const shell = lathe(
      smooth([
        [0, 0.42],
        [0.13, 0.39],
        [0.19, 0.27],
        [0.19, 0.12],
        [0.17, 0],
        [0.2, -0.03],
        [0, -0.03],
      ]).toReversed(),
    );
    const steel = main(metal("#a7adb5", 0.3));
    if (has("viking")) {
      const horn = lathe(
        smooth([
          [0, 0],
          [0.05, 0],
          [0.042, 0.12],
          [0, 0.28],
        ]),
      );
      return [
        part(cut(scale(ball(0.21), [1, 1.1, 1]), move(box(1, 1, 1), [0, 0, -1])), steel),
        part(
          union(
            move(scale(ring(0.21, 0.025), [1, 1.1, 1]), [0, 0, 0.015]),
            move(box(0.04, 0.06, 0.16), [0, -0.225, -0.1]),
          ),
          metal("#c79a3a", 0.35),
        ),
        part(
          union(
            move(turn(horn, [0, 55, 0]), [0.17, 0, 0.09]),
            move(turn(horn, [0, -55, 0]), [-0.17, 0, 0.09]),
          ),
          detail("horn", matte("#ece2c8", 0.5)),
        ),
      ];
    }
    return [
      part(
        cut(
          move(shell, [0, 0, 0.03]),
          move(box(0.3, 0.3, 0.022), [0, -0.2, 0.25]),
          ...[-0.08, -0.04, 0.04, 0.08].map((x) => move(box(0.012, 0.3, 0.09), [x, -0.2, 0.08])),
        ),
        steel,
      ),
      part(move(ball([0.165, 0.165, 0.2]), [0, 0, 0.22]), matte("#17181b", 0.9)),
      part(
        union(
          move(box(0.024, 0.05, 0.36), [0, -0.185, 0.05]),
          move(ring(0.187, 0.014), [0, 0, 0.295]),
        ),
        metal("#c79a3a", 0.35),
      ),
      part(
        move(scale(ball(0.17), [0.22, 1, 0.62]), [0, 0.1, 0.46]),
        detail("plume", detail("feather", matte("#c22f2f", 0.95))),
      ),
    ];
  },
};

const boot: Family = {
  names: ["boot", "cowboy boot", "rain boot"],
  parts: ["sole"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.1, 0.09, 0.09]), [0, 0.04, 0.1]),
          move(ball([0.085, 0.11, 0.06]), [0, -0.22, 0.08]),
        ),
        move(cylinder(0.36, 0.09, 0.11), [0, 0.04, 0.1]),
      ),
      main(matte("#7a4a2a", 0.6)),
    ),
    part(
      union(
        hull(
          move(cylinder(0.035, 0.1), [0, 0.04, 0]),
          move(scale(cylinder(0.035, 0.09), [1, 1.2, 1]), [0, -0.22, 0]),
        ),
        move(box(0.17, 0.14, 0.05), [0, 0.06, -0.02]),
      ),
      detail("sole", matte("#2c211b", 0.8)),
    ),
    part(move(ring(0.11, 0.014), [0, 0.04, 0.46]), matte("#5b3520", 0.7)),
  ],
};

const necklace: Family = {
  names: ["necklace", "pearl necklace", "bracelet"],
  parts: ["pendant", "gem"],
  build: ({ main, detail }) => [
    part(move(around(move(ball(0.022), [0.18, 0, 0]), 26), [0, 0, 0.022]), main(glossy("#f1ece2"))),
    part(
      move(scale(ball(0.045), [1, 1.25, 0.6]), [0, -0.24, 0.025]),
      detail("pendant", detail("gem", glossy("#2c9c62"))),
    ),
  ],
};

export const wearables: readonly Family[] = [
  topHat,
  pointedHat,
  cowboyHat,
  cap,
  helmet,
  boot,
  necklace,
];
