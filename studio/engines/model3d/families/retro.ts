import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Point, Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  around,
  at,
  ball,
  box,
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
  slab,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { black, gold } from "./materials.ts";

const brass = metal("#d3a94f", 0.25);
const chrome = metal("#cdd1d6", 0.18);
const walnut = matte("#6b4023", 0.5);
const ivory = glossy("#f6f1e2");

/** A disc that faces the viewer, with its back at y. */
function disc(radius: number, thick: number, [x, y, z]: Vec3): Solid {
  return move(turn(cylinder(thick, radius), [90, 0, 0]), [x, y, z]);
}

function hoop(radius: number, thick: number, place: Vec3): Solid {
  return move(turn(ring(radius, thick), [90, 0, 0]), place);
}

/** A clock's marks and hands at ten past ten, in front of y. */
function hands(radius: number, [x, y, z]: Vec3): Solid {
  const thick = radius * 0.05;
  const hand = (length: number, degrees: number) =>
    turn(move(box(thick, length, thick * 0.6), [0, length / 2, 0]), [0, 0, degrees]);
  return move(
    turn(
      union(
        around(move(box(radius * 0.14, thick, thick * 0.6), [radius * 0.84, 0, 0]), 12),
        hand(radius * 0.5, 55),
        hand(radius * 0.72, -58),
        cylinder(thick, thick * 1.4),
      ),
      [90, 0, 0],
    ),
    [x, y, z],
  );
}

const grandfatherClock: Family = {
  names: [
    "grandfather clock",
    "longcase clock",
    "pendulum clock",
    "tall clock",
    "grandmother clock",
    "floor clock",
  ],
  parts: ["pendulum", "face", "dial", "weight"],
  build: ({ main, detail }) => {
    const arch: Point[] = [
      [-0.27, 0],
      [0.27, 0],
      [0.27, 0.42],
      ...Array.from({ length: 11 }, (_, index): Point => [
        0.27 * Math.cos((index / 10) * Math.PI),
        0.42 + 0.16 * Math.sin((index / 10) * Math.PI),
      ]),
    ];
    return [
      part(
        union(
          move(box(0.58, 0.34, 0.1, 0.015), [0, 0, 0]),
          move(box(0.52, 0.3, 0.42, 0.01), [0, 0, 0.1]),
          hull(move(box(0.54, 0.32, 0.02), [0, 0, 0.5]), move(box(0.4, 0.24, 0.02), [0, 0, 0.58])),
          move(cut(box(0.4, 0.24, 0.94), move(box(0.28, 0.2, 0.8), [0, -0.1, 0.07])), [0, 0, 0.58]),
          hull(move(box(0.4, 0.24, 0.02), [0, 0, 1.5]), move(box(0.56, 0.32, 0.02), [0, 0, 1.57])),
          move(slab(arch, 0.28), [0, 0, 1.58]),
          at(
            union(cylinder(0.5, 0.022), move(ball(0.03), [0, 0, 0.5])),
            [-0.25, -0.13, 1.58],
            [0.25, -0.13, 1.58],
          ),
          at(
            lathe(
              smooth([
                [0, 0],
                [0.025, 0],
                [0.03, 0.03],
                [0.012, 0.06],
                [0.018, 0.08],
                [0, 0.12],
              ]),
            ),
            [0, 0, 2.14],
            [-0.25, 0, 2.04],
            [0.25, 0, 2.04],
          ),
        ),
        main(walnut),
      ),
      part(disc(0.2, 0.012, [0, -0.138, 1.86]), detail("face", detail("dial", ivory))),
      part(union(hoop(0.2, 0.014, [0, -0.146, 1.86])), brass),
      part(hands(0.19, [0, -0.152, 1.86]), black),
      part(
        union(move(cylinder(0.56, 0.007), [0, -0.04, 0.86]), disc(0.075, 0.02, [0, -0.035, 0.8])),
        detail("pendulum", brass),
      ),
      part(
        at(
          union(cylinder(0.16, 0.022), move(cylinder(0.5, 0.003), [0, 0, 0.1])),
          [-0.09, -0.04, 0.95],
          [0.09, -0.04, 1.0],
        ),
        detail("weight", brass),
      ),
      part(move(box(0.27, 0.006, 0.79), [0, -0.11, 0.655]), glass("#dfecef", 0.2)),
    ];
  },
};

const cuckooClock: Family = {
  names: ["cuckoo clock"],
  parts: ["bird", "cuckoo", "roof", "pendulum", "face"],
  build: ({ main, detail }) => {
    const gable: Point[] = [
      [-0.14, 0],
      [0.14, 0],
      [0.14, 0.2],
      [0, 0.34],
      [-0.14, 0.2],
    ];
    const pine = Array.from({ length: 2 }, (_, index) =>
      move(
        lathe(
          smooth([
            [0, 0],
            [0.014, 0.012],
            [0.018, 0.04],
            [0.01, 0.07],
            [0, 0.085],
          ]),
        ),
        [-0.04 + index * 0.08, -0.03, index * 0.05],
      ),
    );
    return [
      part(
        cut(move(slab(gable, 0.12), [0, 0, 0.24]), move(box(0.08, 0.1, 0.075), [0, -0.05, 0.435])),
        main(matte("#7a4a28", 0.6)),
      ),
      part(
        union(
          mirrored(move(turn(box(0.26, 0.2, 0.02, 0.006), [0, 45, 0]), [0.085, 0, 0.494]), "x"),
          move(ball([0.03, 0.02, 0.03]), [0, -0.09, 0.6]),
          mirrored(
            union(
              ...[0, 1, 2, 3].map((index) =>
                move(turn(scale(ball(0.028), [0.5, 0.35, 1.1]), [0, 40, 0]), [
                  0.155 - index * 0.012,
                  -0.07,
                  0.27 + index * 0.055,
                ]),
              ),
            ),
            "x",
          ),
          move(box(0.3, 0.14, 0.02, 0.006), [0, 0, 0.23]),
        ),
        detail("roof", matte("#4c2c18", 0.7)),
      ),
      part(disc(0.07, 0.008, [0, -0.06, 0.345]), detail("face", ivory)),
      part(union(hands(0.066, [0, -0.07, 0.345])), black),
      part(
        union(
          move(ball([0.022, 0.03, 0.024]), [0, -0.085, 0.47]),
          move(ball(0.016), [0, -0.105, 0.492]),
          move(turn(cone(0.02, 0.006), [90, 0, 0]), [0, -0.118, 0.492]),
        ),
        detail("bird", detail("cuckoo", matte("#3f7fc4", 0.7))),
      ),
      part(
        union(move(cylinder(0.2, 0.004), [0, 0, 0.05]), disc(0.028, 0.01, [0, 0.005, 0.05])),
        detail("pendulum", brass),
      ),
      part(
        union(...pine, at(cylinder(0.19, 0.002), [-0.04, -0.03, 0.06], [0.04, -0.03, 0.06])),
        matte("#5e3a22", 0.7),
      ),
    ];
  },
};

const mantelClock: Family = {
  names: ["mantel clock", "mantle clock", "table clock", "antique clock", "desk clock"],
  parts: ["face", "dial"],
  build: ({ main, detail }) => [
    part(
      union(
        move(
          slab(
            [
              [-0.21, 0],
              [0.21, 0],
              [0.2, 0.04],
              ...Array.from({ length: 13 }, (_, index): Point => {
                const t = 1 - index / 6;
                return [t * 0.19, 0.05 + 0.15 * Math.exp(-((t * 1.9) ** 2))];
              }),
              [-0.2, 0.04],
            ],
            0.11,
          ),
          [0, 0, 0.02],
        ),
        move(box(0.44, 0.14, 0.025, 0.008), [0, 0, 0]),
        disc(0.105, 0.11, [0, 0.055, 0.13]),
      ),
      main(walnut),
    ),
    part(disc(0.086, 0.006, [0, -0.055, 0.13]), detail("face", detail("dial", ivory))),
    part(hoop(0.087, 0.007, [0, -0.058, 0.13]), brass),
    part(hands(0.08, [0, -0.063, 0.13]), black),
  ],
};

const metronome: Family = {
  names: ["metronome"],
  parts: ["pendulum"],
  build: ({ main, detail }) => [
    part(
      cut(
        hull(box(0.11, 0.11, 0.01), move(box(0.045, 0.04, 0.01), [0, 0, 0.2])),
        move(
          turn(
            hull(
              move(box(0.07, 0.02, 0.01), [0, 0, 0.04]),
              move(box(0.03, 0.02, 0.01), [0, 0, 0.185]),
            ),
            [-10, 0, 0],
          ),
          [0, -0.049, 0.002],
        ),
      ),
      main(walnut),
    ),
    part(
      union(
        move(turn(cylinder(0.17, 0.002), [0, 14, 0]), [0, -0.05, 0.045]),
        move(turn(box(0.022, 0.01, 0.022, 0.003), [0, 14, 0]), [0.03, -0.05, 0.16]),
      ),
      detail("pendulum", chrome),
    ),
    part(move(turn(box(0.006, 0.003, 0.12), [-10, 0, 0]), [0, -0.042, 0.05]), ivory),
    part(at(ball(0.01), ...corners(0.04, 0.04, 0.0)), brass),
  ],
};

const compass: Family = {
  names: ["compass", "magnetic compass", "pocket compass"],
  parts: ["needle", "lid", "dial"],
  build: ({ main, detail }) => {
    const needle = (side: number): Solid =>
      hull(
        move(cylinder(0.002, 0.004), [0, 0, 0]),
        move(cylinder(0.002, 0.0006), [0, side * 0.026, 0]),
      );
    return [
      part(
        union(
          cut(cylinder(0.014, 0.04), move(cylinder(0.02, 0.036), [0, 0, 0.006])),
          move(
            turn(
              cut(cylinder(0.006, 0.04), move(cylinder(0.02, 0.035), [0, 0, -0.018])),
              [105, 0, 0],
            ),
            [0, 0.05, 0.052],
          ),
          move(turn(cylinder(0.02, 0.004), [0, 90, 0]), [-0.01, 0.041, 0.013]),
        ),
        main(brass),
      ),
      part(move(cylinder(0.001, 0.036), [0, 0, 0.006]), detail("dial", ivory)),
      part(
        move(
          union(
            around(move(box(0.006, 0.0016, 0.001), [0.031, 0, 0]), 16),
            around(
              hull(
                move(box(0.006, 0.006, 0.0008), [0, 0, 0]),
                move(box(0.0006, 0.0006, 0.0008), [0.024, 0, 0]),
              ),
              4,
            ),
          ),
          [0, 0, 0.0068],
        ),
        matte("#6b5a3c"),
      ),
      part(move(turn(needle(1), [0, 0, 32]), [0, 0, 0.0095]), detail("needle", glossy("#d0241f"))),
      part(
        move(union(turn(needle(-1), [0, 0, 32]), cylinder(0.004, 0.003)), [0, 0, 0.0095]),
        glossy("#25303f"),
      ),
      part(move(cylinder(0.0012, 0.036), [0, 0, 0.0125]), glass("#e6f2f5", 0.22)),
    ];
  },
};

const spyglass: Family = {
  names: ["spyglass", "pirate telescope", "hand telescope", "brass telescope"],
  build: ({ main }) => [
    part(
      move(
        turn(
          union(
            cylinder(0.16, 0.026, 0.027),
            move(cylinder(0.13, 0.022), [0, 0, 0.15]),
            move(cylinder(0.12, 0.018), [0, 0, 0.27]),
            move(
              lathe([
                [0, 0],
                [0.018, 0],
                [0.021, 0.02],
                [0, 0.02],
              ]),
              [0, 0, 0.385],
            ),
            ...[0, 0.15, 0.16, 0.275].map((z) =>
              move(cylinder(0.012, z < 0.2 ? 0.0295 : 0.0245), [0, 0, z]),
            ),
          ),
          [0, 78, 0],
        ),
        [-0.2, 0, 0.03],
      ),
      main(brass),
    ),
    part(
      move(
        turn(
          cut(move(cylinder(0.125, 0.0285), [0, 0, 0.02]), move(cylinder(0.2, 0.0255), [0, 0, 0])),
          [0, 78, 0],
        ),
        [-0.2, 0, 0.03],
      ),
      matte("#5e3620", 0.6),
    ),
    part(
      move(turn(move(cylinder(0.002, 0.023), [0, 0, -0.001]), [0, 78, 0]), [-0.2, 0, 0.03]),
      glass("#8fb6cf", 0.8),
    ),
  ],
};

const rotaryPhone: Family = {
  names: [
    "rotary phone",
    "rotary telephone",
    "telephone",
    "vintage telephone",
    "vintage phone",
    "old telephone",
    "landline phone",
    "landline",
    "rotary dial phone",
  ],
  near: ["payphone", "telephone receiver", "desk phone"],
  parts: ["dial", "cord", "receiver", "handset", "handle"],
  build: ({ main, detail }) => {
    const body = main(glossy("#1d1e22"));
    const cord: Vec3[] = Array.from({ length: 90 }, (_, index) => {
      const t = index / 89;
      const angle = t * 2 * Math.PI * 14;
      return [
        -0.11 - 0.03 * Math.sin(t * Math.PI) + 0.008 * Math.cos(angle),
        0.05 - t * 0.1,
        0.12 - 0.105 * Math.sin(t * Math.PI * 0.95) + 0.008 * Math.sin(angle),
      ];
    });
    return [
      part(
        union(
          hull(box(0.22, 0.2, 0.03, 0.012), move(box(0.13, 0.07, 0.02, 0.01), [0, 0.045, 0.095])),
          mirrored(
            union(
              move(box(0.022, 0.05, 0.04, 0.008), [0.055, 0.03, 0.105]),
              move(box(0.02, 0.02, 0.045, 0.008), [0.055, 0.06, 0.105]),
            ),
            "x",
          ),
        ),
        body,
      ),
      part(
        union(
          hull(move(ball(0.017), [-0.09, 0.035, 0.152]), move(ball(0.019), [0, 0.035, 0.165])),
          hull(move(ball(0.019), [0, 0.035, 0.165]), move(ball(0.017), [0.09, 0.035, 0.152])),
          mirrored(
            move(
              turn(
                lathe(
                  smooth([
                    [0, 0],
                    [0.032, 0],
                    [0.034, 0.012],
                    [0.02, 0.04],
                    [0, 0.045],
                  ]),
                ),
                [0, 12, 0],
              ),
              [0.1, 0.035, 0.112],
            ),
            "x",
          ),
        ),
        detail("receiver", detail("handset", body)),
      ),
      part(
        move(
          turn(
            union(
              cut(
                cylinder(0.012, 0.062),
                around(move(cylinder(0.05, 0.0088), [0.045, 0, -0.01]), 10),
              ),
              cylinder(0.003, 0.066),
            ),
            [42, 0, 0],
          ),
          [0, -0.042, 0.066],
        ),
        detail("dial", chrome),
      ),
      part(
        move(
          turn(union(move(cylinder(0.004, 0.026), [0, 0, 0.0105])), [42, 0, 0]),
          [0, -0.042, 0.066],
        ),
        ivory,
      ),
      part(tube(cord, 0.0032), detail("cord", black)),
    ];
  },
};

const retroTelevision: Family = {
  names: [
    "retro tv",
    "vintage tv",
    "old tv",
    "retro television",
    "vintage television",
    "old television",
    "crt tv",
    "crt television",
    "antique television",
    "television set",
    "tv set",
  ],
  parts: ["antenna", "screen", "knob", "dial", "leg"],
  build: ({ main, detail }) => [
    part(
      union(
        cut(
          move(box(0.66, 0.42, 0.5, 0.06), [0, 0, 0.16]),
          move(box(0.4, 0.1, 0.36, 0.06), [-0.09, -0.21, 0.23]),
        ),
      ),
      main(matte("#8a5630", 0.5)),
    ),
    part(
      hull(
        move(box(0.39, 0.02, 0.35, 0.05), [-0.09, -0.175, 0.235]),
        move(box(0.22, 0.02, 0.2, 0.05), [-0.09, -0.2, 0.31]),
      ),
      detail("screen", glossy("#6f8f8a")),
    ),
    part(
      at(turn(cylinder(0.03, 0.04), [90, 0, 0]), [0.225, -0.2, 0.54], [0.225, -0.2, 0.43]),
      detail("knob", detail("dial", metal("#d8c59a", 0.35))),
    ),
    part(
      union(
        ...[0, 1, 2, 3, 4].map((index) =>
          move(box(0.11, 0.01, 0.009), [0.225, -0.21, 0.24 + index * 0.022]),
        ),
      ),
      black,
    ),
    part(
      union(
        mirrored(
          tube(
            [
              [0.02, 0.06, 0.67],
              [0.2, 0.1, 1.02],
            ],
            0.006,
          ),
          "x",
        ),
        mirrored(move(ball(0.013), [0.2, 0.1, 1.02]), "x"),
        move(ball([0.06, 0.045, 0.03]), [0, 0.06, 0.66]),
      ),
      detail("antenna", chrome),
    ),
    part(
      union(
        ...corners(0.24, 0.13).map(([x, y]) =>
          hull(move(ball(0.012), [x * 1.15, y * 1.15, 0.012]), move(ball(0.02), [x, y, 0.18])),
        ),
      ),
      detail("leg", walnut),
    ),
  ],
};

const boombox: Family = {
  names: ["boombox", "boom box", "ghetto blaster", "cassette player", "stereo boombox"],
  parts: ["handle", "speaker", "antenna", "cassette", "button", "buttons"],
  build: ({ main, detail }) => [
    part(move(box(0.56, 0.14, 0.28, 0.02), [0, 0, 0]), main(matte("#34363c", 0.4))),
    part(
      union(
        at(turn(cylinder(0.012, 0.1), [90, 0, 0]), [-0.17, -0.066, 0.12], [0.17, -0.066, 0.12]),
      ),
      matte("#16171a", 0.8),
    ),
    part(
      union(
        ...[-0.17, 0.17].flatMap((x) => [
          hoop(0.1, 0.007, [x, -0.074, 0.12]),
          hoop(0.045, 0.004, [x, -0.079, 0.12]),
          disc(0.02, 0.012, [x, -0.072, 0.12]),
        ]),
        move(box(0.115, 0.02, 0.09, 0.005), [0, -0.068, 0.05]),
      ),
      detail("speaker", chrome),
    ),
    part(
      union(
        move(box(0.095, 0.02, 0.06, 0.004), [0, -0.072, 0.068]),
        move(box(0.2, 0.02, 0.03, 0.004), [0, -0.066, 0.238]),
      ),
      detail("cassette", matte("#c7b489", 0.5)),
    ),
    part(
      union(
        ...[0, 1, 2, 3, 4].map((index) =>
          move(box(0.018, 0.024, 0.016, 0.003), [-0.046 + index * 0.023, -0.068, 0.16]),
        ),
        ...[0, 1, 2].map((index) => disc(0.013, 0.014, [-0.2 + index * 0.04, -0.066, 0.252])),
      ),
      detail("button", matte("#e4572e", 0.4)),
    ),
    part(
      tube(
        [
          [-0.24, 0, 0.26],
          [-0.24, 0, 0.35],
          [0.24, 0, 0.35],
          [0.24, 0, 0.26],
        ],
        0.013,
      ),
      detail("handle", matte("#26282d", 0.5)),
    ),
    part(
      tube(
        [
          [0.2, 0.05, 0.28],
          [0.38, 0.05, 0.52],
        ],
        0.003,
      ),
      detail("antenna", chrome),
    ),
  ],
};

const jukebox: Family = {
  names: ["jukebox", "juke box"],
  parts: ["light", "lights", "record"],
  build: ({ main, detail }) => {
    const outline = (half: number, foot: number): Point[] => [
      [-half, foot],
      [half, foot],
      [half, 0.95],
      ...Array.from({ length: 15 }, (_, index): Point => [
        half * Math.cos((index / 14) * Math.PI),
        0.95 + half * 1.05 * Math.sin((index / 14) * Math.PI),
      ]),
    ];
    const band = (outer: number, inner: number, y: number, depth: number) =>
      move(cut(slab(outline(outer, 0), depth), slab(outline(inner, -0.1), depth * 3)), [0, y, 0]);
    return [
      part(
        union(
          move(slab(outline(0.45, 0), 0.56), [0, 0.06, 0]),
          move(box(0.96, 0.66, 0.12, 0.03), [0, 0.03, 0]),
        ),
        main(matte("#7c3b1d", 0.4)),
      ),
      part(band(0.44, 0.38, -0.235, 0.08), glowing("#ff9d2e")),
      part(band(0.37, 0.32, -0.235, 0.08), detail("light", detail("lights", glowing("#ff3d6e")))),
      part(band(0.31, 0.285, -0.235, 0.07), chrome),
      part(move(slab(outline(0.285, 0.86), 0.05), [0, -0.22, 0]), glass("#bfe3ee", 0.85)),
      part(
        union(
          disc(0.17, 0.014, [0, -0.245, 1.02]),
          move(box(0.5, 0.03, 0.16, 0.01), [0, -0.25, 0.66]),
        ),
        detail("record", black),
      ),
      part(
        union(
          disc(0.055, 0.02, [0, -0.245, 1.02]),
          ...Array.from({ length: 8 }, (_, index) =>
            move(box(0.045, 0.04, 0.03), [-0.2 + index * 0.057, -0.255, 0.69]),
          ),
        ),
        glossy("#f2e6c4"),
      ),
      part(
        union(
          ...Array.from({ length: 7 }, (_, index) =>
            move(box(0.016, 0.03, 0.46), [-0.18 + index * 0.06, -0.235, 0.15]),
          ),
          move(box(0.5, 0.03, 0.02), [0, -0.24, 0.13]),
          move(box(0.5, 0.03, 0.02), [0, -0.24, 0.61]),
        ),
        chrome,
      ),
    ];
  },
};

const cassette: Family = {
  names: ["cassette tape", "cassette", "audio cassette", "music cassette", "mixtape", "audio tape"],
  parts: ["label", "reel"],
  build: ({ main, detail }) => {
    const upright = (solid: Solid) => move(turn(solid, [78, 0, 0]), [0, 0, 0]);
    return [
      part(
        upright(
          cut(
            union(
              move(box(0.1, 0.064, 0.009, 0.002), [0, 0.032, 0]),
              move(
                hull(box(0.07, 0.001, 0.012), move(box(0.06, 0.016, 0.012), [0, 0.008, 0])),
                [0, 0.001, -0.0015],
              ),
            ),
            at(cylinder(0.1, 0.0055), [-0.021, 0.036, -0.05], [0.021, 0.036, -0.05]),
          ),
        ),
        main(matte("#2c2e34", 0.4)),
      ),
      part(
        upright(
          cut(
            move(box(0.088, 0.042, 0.0102, 0.001), [0, 0.038, -0.0006]),
            move(box(0.06, 0.02, 0.1, 0.009), [0, 0.036, -0.05]),
          ),
        ),
        detail("label", matte("#f0e4c4", 0.7)),
      ),
      part(
        upright(cut(move(box(0.0885, 0.008, 0.0106), [0, 0.052, -0.0008]))),
        matte("#e2583e", 0.6),
      ),
      part(
        upright(
          union(
            ...[-0.021, 0.021].map((x) =>
              move(
                cut(
                  cylinder(0.0095, 0.0075),
                  around(move(box(0.004, 0.0022, 0.1), [0.0035, 0, -0.05]), 6),
                ),
                [x, 0.036, -0.0003],
              ),
            ),
          ),
        ),
        detail("reel", matte("#f7f6f2", 0.5)),
      ),
    ];
  },
};

const floppy: Family = {
  names: ["floppy disk", "floppy disc", "diskette", "floppy"],
  parts: ["label", "shutter"],
  build: ({ main, detail }) => {
    const upright = (solid: Solid) => turn(solid, [75, 0, 0]);
    return [
      part(
        upright(
          cut(
            move(box(0.09, 0.094, 0.0034, 0.001), [0, 0.047, 0]),
            move(turn(box(0.02, 0.02, 0.1), [0, 0, 45]), [0.048, 0.097, -0.05]),
            move(box(0.005, 0.005, 0.1), [-0.038, 0.008, -0.05]),
          ),
        ),
        main(matte("#28487f", 0.5)),
      ),
      part(
        upright(union(move(box(0.05, 0.032, 0.0042), [0.004, 0.078, -0.0004]))),
        detail("shutter", chrome),
      ),
      part(upright(move(box(0.012, 0.022, 0.0046), [0.014, 0.078, -0.0006])), matte("#1d2a44")),
      part(
        upright(move(box(0.072, 0.05, 0.0042), [0, 0.027, -0.0004])),
        detail("label", matte("#f5f3ea", 0.7)),
      ),
      part(
        upright(
          union(
            ...[0, 1, 2].map((row) =>
              move(box(0.06, 0.001, 0.0045), [0, 0.02 + row * 0.01, -0.0005]),
            ),
          ),
        ),
        matte("#9db4d8"),
      ),
    ];
  },
};

const vinyl: Family = {
  names: [
    "vinyl record",
    "vinyl",
    "vinyl disc",
    "lp record",
    "gramophone record",
    "phonograph record",
    "record album",
    "compact disc",
    "cd",
  ],
  near: ["dvd"],
  parts: ["label", "sleeve"],
  build({ main, detail, has }) {
    const isDisc = has("compact disc", "cd");
    const upright = (solid: Solid) => move(turn(solid, [74, 0, 0]), [0, 0, 0.145]);
    const grooves = isDisc ? [0.055, 0.14] : [0.06, 0.075, 0.09, 0.105, 0.12, 0.135];
    return [
      part(
        upright(
          cut(
            union(
              cylinder(0.003, 0.15),
              ...grooves.map((radius) => move(ring(radius, 0.0018), [0, 0, 0.0026])),
            ),
            move(cylinder(0.1, isDisc ? 0.019 : 0.004), [0, 0, -0.05]),
          ),
        ),
        main(isDisc ? metal("#d9dee6", 0.08) : glossy("#17171a")),
      ),
      part(
        upright(
          cut(
            move(cylinder(0.0042, 0.05), [0, 0, 0]),
            move(cylinder(0.1, isDisc ? 0.02 : 0.004), [0, 0, -0.05]),
          ),
        ),
        detail("label", isDisc ? glass("#e5edf4", 0.7) : glossy("#d2402f")),
      ),
    ];
  },
};

const filmReel: Family = {
  names: ["film reel", "movie reel", "reel of film", "film strip", "film roll", "roll of film"],
  parts: ["film"],
  build: ({ main, detail }) => {
    const upright = (solid: Solid) => move(turn(solid, [90, 0, 0]), [0, 0, 0.16]);
    const plate = cut(
      cylinder(0.004, 0.16),
      around(move(cylinder(0.1, 0.042), [0.095, 0, -0.05]), 5),
      cylinder(0.3, 0.012),
    );
    return [
      part(
        upright(
          union(
            move(plate, [0, 0, -0.016]),
            move(plate, [0, 0, 0.012]),
            cut(
              move(cylinder(0.032, 0.035), [0, 0, -0.016]),
              move(cylinder(0.3, 0.012), [0, 0, -0.1]),
            ),
            move(ring(0.16, 0.005), [0, 0, -0.014]),
            move(ring(0.16, 0.005), [0, 0, 0.014]),
          ),
        ),
        main(metal("#aab0b7", 0.3)),
      ),
      part(
        union(
          upright(
            move(
              cut(cylinder(0.026, 0.14), move(cylinder(0.1, 0.03), [0, 0, -0.03])),
              [0, 0, -0.013],
            ),
          ),
          move(
            turn(
              slab(
                [
                  [0.1, 0],
                  [0.34, 0],
                  [0.34, 0.004],
                  [0.1, 0.005],
                ],
                0.024,
              ),
              [0, 0, 0],
            ),
            [0, 0.001, 0.015],
          ),
        ),
        detail("film", glossy("#3a2a22")),
      ),
    ];
  },
};

const filmProjector: Family = {
  names: ["film projector", "movie projector", "projector", "cinema projector", "slide projector"],
  parts: ["reel", "reels", "lens"],
  build: ({ main, detail }) => {
    const reel = (x: number, z: number) =>
      move(
        turn(
          cut(
            union(cylinder(0.03, 0.13), cylinder(0.03, 0.02)),
            around(move(cylinder(0.3, 0.032), [0.075, 0, -0.1]), 5),
          ),
          [90, 0, 0],
        ),
        [x, 0.015, z],
      );
    return [
      part(
        union(
          move(box(0.34, 0.16, 0.24, 0.02), [0, 0, 0.03]),
          move(box(0.3, 0.2, 0.04, 0.01), [0, 0, 0]),
          hull(
            move(box(0.05, 0.04, 0.03), [0.06, 0, 0.26]),
            move(box(0.03, 0.03, 0.03), [0.17, 0, 0.4]),
          ),
          hull(
            move(box(0.05, 0.04, 0.03), [-0.06, 0, 0.26]),
            move(box(0.03, 0.03, 0.03), [-0.15, 0, 0.42]),
          ),
        ),
        main(metal("#6f777f", 0.45)),
      ),
      part(
        union(reel(-0.15, 0.45), reel(0.17, 0.43)),
        detail("reel", detail("reels", matte("#2b2d31", 0.5))),
      ),
      part(
        move(
          turn(
            union(cylinder(0.1, 0.036, 0.032), move(cylinder(0.02, 0.042), [0, 0, 0.09])),
            [0, -90, 0],
          ),
          [-0.15, 0, 0.16],
        ),
        black,
      ),
      part(
        move(turn(cylinder(0.004, 0.034), [0, -90, 0]), [-0.259, 0, 0.16]),
        detail("lens", { ...glossy("#f8efc0"), glows: true }),
      ),
      part(
        union(
          disc(0.026, 0.02, [0.07, -0.075, 0.2]),
          disc(0.018, 0.02, [0.12, -0.075, 0.12]),
          move(box(0.12, 0.01, 0.07), [-0.05, -0.082, 0.12]),
        ),
        brass,
      ),
    ];
  },
};

const arcade: Family = {
  names: ["arcade machine", "arcade cabinet", "arcade game", "arcade"],
  parts: ["screen", "joystick", "button", "buttons"],
  build: ({ main, detail }) => {
    const side: Point[] = [
      [-0.42, 0],
      [0.4, 0],
      [0.4, 1.78],
      [-0.36, 1.78],
      [-0.4, 1.52],
      [-0.16, 1.44],
      [-0.06, 1.02],
      [-0.44, 0.9],
      [-0.46, 0.8],
      [-0.36, 0.76],
    ];
    const profile = (width: number, outline: readonly Point[]) =>
      turn(slab(outline, width), [0, 0, 90]);
    const inner: Point[] = side.map(([x, z]): Point => [
      x < 0 ? x + 0.03 : x,
      z - (z > 1.7 ? 0.02 : 0),
    ]);
    return [
      part(mirrored(move(profile(0.03, side), [0.36, 0, 0]), "x"), main(matte("#2456b8", 0.5))),
      part(profile(0.7, inner), matte("#1c1d22", 0.5)),
      part(
        move(turn(box(0.56, 0.02, 0.42, 0.01), [-13, 0, 0]), [0, -0.085, 1.03]),
        detail("screen", glowing("#1b3a6b")),
      ),
      part(
        move(
          turn(
            union(
              ...[
                [-0.1, 0.3],
                [0.02, 0.3],
                [0.14, 0.3],
                [-0.1, 0.22],
                [0.02, 0.22],
                [0.14, 0.22],
              ].map(([x = 0, z = 0]) => move(box(0.06, 0.02, 0.045), [x, -0.008, z])),
              move(box(0.07, 0.02, 0.03), [0, -0.008, 0.06]),
            ),
            [-13, 0, 0],
          ),
          [0, -0.09, 1.03],
        ),
        glowing("#5fe07a"),
      ),
      part(move(turn(box(0.6, 0.02, 0.2), [-12, 0, 0]), [0, -0.375, 1.56]), glowing("#ffcf3a")),
      part(
        union(
          move(cylinder(0.1, 0.01), [-0.18, -0.25, 0.93]),
          move(ball(0.03), [-0.18, -0.25, 1.05]),
        ),
        detail("joystick", glossy("#d8242c")),
      ),
      part(
        at(
          cylinder(0.03, 0.022),
          [0.02, -0.22, 0.96],
          [0.1, -0.2, 0.965],
          [0.18, -0.21, 0.96],
          [0.06, -0.3, 0.94],
          [0.14, -0.29, 0.94],
        ),
        detail("button", detail("buttons", glossy("#f2c230"))),
      ),
      part(union(move(box(0.26, 0.02, 0.3, 0.01), [0, -0.35, 0.3])), matte("#3a3c42", 0.4)),
    ];
  },
};

const pinball: Family = {
  names: ["pinball machine", "pinball", "pinball table"],
  parts: ["ball", "bumper", "leg"],
  build: ({ main, detail }) => {
    const tilt = (solid: Solid) => move(turn(solid, [5, 0, 0]), [0, 0, 0.78]);
    return [
      part(
        union(
          tilt(
            cut(
              move(box(0.62, 1.3, 0.22, 0.015), [0, 0, 0]),
              move(box(0.54, 1.2, 0.2), [0, 0, 0.14]),
            ),
          ),
          move(box(0.66, 0.26, 0.72, 0.015), [0, 0.62, 1.04]),
        ),
        main(matte("#c02437", 0.4)),
      ),
      part(tilt(move(box(0.54, 1.2, 0.02), [0, 0, 0.13])), matte("#16306a", 0.5)),
      part(union(move(box(0.58, 0.02, 0.6), [0, 0.485, 1.1])), glowing("#ffb42e")),
      part(
        union(
          move(
            slab(
              Array.from({ length: 10 }, (_, index): Point => {
                const r = index % 2 === 0 ? 0.2 : 0.09;
                const a = Math.PI / 2 + (index * Math.PI) / 5;
                return [r * Math.cos(a), r * Math.sin(a)];
              }),
              0.03,
            ),
            [0, 0.475, 1.4],
          ),
        ),
        glowing("#e8313f"),
      ),
      part(
        tilt(
          at(
            lathe([
              [0, 0],
              [0.06, 0],
              [0.06, 0.02],
              [0.035, 0.03],
              [0.035, 0.05],
              [0.055, 0.06],
              [0, 0.075],
            ]),
            [-0.12, 0.3, 0.14],
            [0.12, 0.3, 0.14],
            [0, 0.12, 0.14],
          ),
        ),
        detail("bumper", glossy("#f4d03a")),
      ),
      part(
        tilt(
          mirrored(
            move(turn(box(0.15, 0.035, 0.03, 0.012), [0, 0, -24]), [0.13, -0.44, 0.15]),
            "x",
          ),
        ),
        glossy("#f5f2ea"),
      ),
      part(tilt(move(ball(0.028), [0.02, -0.22, 0.175])), detail("ball", chrome)),
      part(
        union(
          ...corners(0.26, 0.52).map(([x, y]) =>
            move(cylinder(y < 0 ? 0.78 : 0.86, 0.02, 0.028), [x, y, 0]),
          ),
        ),
        detail("leg", chrome),
      ),
      part(tilt(move(cylinder(0.06, 0.02), [0.24, -0.68, 0.1])), chrome),
    ];
  },
};

const slotMachine: Family = {
  names: ["slot machine", "one-armed bandit", "fruit machine"],
  parts: ["lever", "reel"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(0.5, 0.4, 0.62, 0.04), [0, 0, 0]),
        move(
          turn(cut(cylinder(0.4, 0.25), move(box(1, 1, 1), [0, -0.5, -0.2])), [90, 0, 0]),
          [0, 0.2, 0.6],
        ),
      ),
      main(glossy("#c4232b")),
    ),
    part(
      union(
        move(box(0.42, 0.03, 0.2, 0.012), [0, -0.2, 0.34]),
        move(box(0.36, 0.12, 0.05, 0.015), [0, -0.23, 0.05]),
      ),
      metal("#d9b25a", 0.25),
    ),
    part(
      union(...[-0.13, 0, 0.13].map((x) => move(box(0.11, 0.03, 0.15, 0.01), [x, -0.205, 0.365]))),
      detail("reel", ivory),
    ),
    part(
      union(
        ...[-0.13, 0, 0.13].map((x) =>
          move(
            union(
              slab(
                [
                  [-0.035, 0.06],
                  [0.012, 0.06],
                  [-0.018, 0],
                  [0.005, 0],
                  [0.035, 0.062],
                  [0.035, 0.08],
                  [-0.035, 0.08],
                ],
                0.012,
              ),
            ),
            [x, -0.222, 0.4],
          ),
        ),
      ),
      glossy("#cf1f28"),
    ),
    part(
      union(
        tube(
          [
            [0.25, 0, 0.3],
            [0.31, 0, 0.32],
            [0.32, -0.04, 0.66],
          ],
          0.016,
        ),
        move(turn(cylinder(0.06, 0.05), [0, 90, 0]), [0.24, 0, 0.3]),
      ),
      chrome,
    ),
    part(move(ball(0.045), [0.32, -0.04, 0.69]), detail("lever", glossy("#1d1e22"))),
    part(
      union(
        move(
          turn(cut(cylinder(0.02, 0.2), move(box(1, 1, 1), [0, -0.5, -0.2])), [90, 0, 0]),
          [0, -0.19, 0.62],
        ),
      ),
      glowing("#ffd34d"),
    ),
  ],
};

const gumballMachine: Family = {
  names: [
    "gumball machine",
    "bubblegum machine",
    "candy machine",
    "gum machine",
    "bubble gum machine",
  ],
  parts: ["gumball", "gumballs", "base"],
  build({ main, detail, random }) {
    const colors = ["#e23b3b", "#f4c62f", "#3a86dd", "#4cb35c", "#f08a2c"];
    const places: Vec3[] = Array.from({ length: 70 }, () => {
      const angle = random() * 2 * Math.PI;
      const z = -0.1 + random() * 0.13;
      const away = Math.sqrt(Math.max(0, 0.118 ** 2 - z ** 2)) * Math.sqrt(0.35 + 0.65 * random());
      return [away * Math.cos(angle), away * Math.sin(angle), 0.37 + z];
    });
    return [
      part(
        union(
          lathe([
            [0, 0],
            [0.12, 0],
            [0.12, 0.025],
            [0.085, 0.05],
            [0.1, 0.2],
            [0.11, 0.23],
            [0.08, 0.26],
            [0, 0.26],
          ]),
          move(
            lathe([
              [0, 0],
              [0.07, 0],
              [0.06, 0.02],
              [0.02, 0.03],
              [0.02, 0.045],
              [0, 0.05],
            ]),
            [0, 0, 0.49],
          ),
        ),
        main(glossy("#cf2430")),
      ),
      part(move(ball(0.14), [0, 0, 0.37]), glass("#e5f1f5", 0.25)),
      ...colors.map((color, index) =>
        part(
          at(ball(0.022), ...places.filter((_, place) => place % colors.length === index)),
          detail("gumball", detail("gumballs", glossy(color))),
        ),
      ),
      part(
        union(
          disc(0.035, 0.02, [0, -0.085, 0.15]),
          move(box(0.05, 0.02, 0.012, 0.004), [0, -0.105, 0.145]),
          move(box(0.06, 0.03, 0.045, 0.008), [0, -0.085, 0.05]),
        ),
        chrome,
      ),
    ];
  },
};

const cashRegister: Family = {
  names: ["cash register", "antique cash register", "till"],
  near: ["cash machine"],
  parts: ["drawer", "key", "keys", "button", "buttons"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(0.46, 0.44, 0.14, 0.015), [0, 0, 0]),
        turn(
          slab(
            [
              [-0.2, 0.14],
              [0.2, 0.14],
              [0.2, 0.4],
              [0.1, 0.44],
              [0.04, 0.4],
              [-0.2, 0.2],
            ],
            0.42,
          ),
          [0, 0, 90],
        ),
      ),
      main(metal("#a9813f", 0.35)),
    ),
    part(union(move(box(0.4, 0.03, 0.1, 0.008), [0, -0.225, 0.02])), matte("#5c3a20", 0.5)),
    part(
      union(
        disc(0.014, 0.03, [0, -0.235, 0.07]),
        move(box(0.34, 0.03, 0.09, 0.02), [0, 0.07, 0.42]),
      ),
      brass,
    ),
    part(
      union(
        ...[0, 1, 2].flatMap((row) =>
          [-2, -1, 0, 1, 2].map((column) =>
            move(cylinder(0.02, 0.017), [column * 0.07, -0.165 + row * 0.065, 0.215 + row * 0.055]),
          ),
        ),
      ),
      detail("key", detail("button", ivory)),
    ),
    part(move(box(0.3, 0.01, 0.06), [0, 0.052, 0.435]), glossy("#20242a")),
    part(
      union(
        tube(
          [
            [0.21, 0, 0.28],
            [0.27, 0, 0.28],
            [0.28, -0.1, 0.34],
          ],
          0.012,
        ),
        move(ball(0.022), [0.28, -0.1, 0.35]),
      ),
      chrome,
    ),
  ],
};

const instantCamera: Family = {
  names: ["polaroid camera", "instant camera", "polaroid"],
  parts: ["lens", "photo", "stripe", "flash"],
  build: ({ main, detail }) => [
    part(
      union(
        turn(
          slab(
            [
              [-0.06, 0],
              [0.07, 0],
              [0.07, 0.05],
              [0.05, 0.1],
              [-0.02, 0.1],
              [-0.03, 0.055],
              [-0.06, 0.04],
            ],
            0.115,
          ),
          [0, 0, 90],
        ),
      ),
      main(matte("#f3f1ea", 0.4)),
    ),
    part(
      union(
        disc(0.026, 0.025, [0.0, -0.02, 0.075]),
        move(box(0.116, 0.02, 0.03, 0.003), [0, -0.052, 0.005]),
      ),
      black,
    ),
    part(disc(0.016, 0.028, [0, -0.019, 0.075]), detail("lens", glossy("#2b4a66"))),
    part(
      union(move(box(0.028, 0.02, 0.02, 0.003), [-0.04, -0.02, 0.076])),
      detail("flash", glass("#e9f4ff", 0.85)),
    ),
    part(
      union(
        move(box(0.018, 0.02, 0.016, 0.002), [0.042, -0.02, 0.078]),
        disc(0.006, 0.012, [0.042, -0.028, 0.062]),
      ),
      black,
    ),
    ...["#e2483c", "#f0902f", "#f2d03a", "#53ab5c", "#3f86d0"].map((color, index) =>
      part(
        move(box(0.004, 0.004, 0.036), [-0.008 + index * 0.004, -0.0605, 0.003]),
        detail("stripe", matte(color)),
      ),
    ),
    part(
      move(turn(box(0.08, 0.07, 0.0015), [-8, 0, 0]), [0, -0.09, 0.016]),
      detail("photo", matte("#fafaf5")),
    ),
    part(move(turn(box(0.064, 0.05, 0.0017), [-8, 0, 0]), [0, -0.088, 0.0166]), matte("#6fb0d8")),
  ],
};

const microscope: Family = {
  names: ["microscope", "lab microscope"],
  parts: ["lens", "eyepiece"],
  build: ({ main, detail }) => [
    part(
      union(
        move(box(0.18, 0.22, 0.03, 0.012), [0, 0.02, 0]),
        tube(
          smooth([
            [0.1, 0.03],
            [0.14, 0.12],
            [0.12, 0.24],
            [0.03, 0.33],
          ]).map(([y, z]): Vec3 => [0, y, z]),
          0.024,
        ),
        move(box(0.05, 0.08, 0.05, 0.015), [0, 0.01, 0.3]),
      ),
      main(matte("#e9ecee", 0.4)),
    ),
    part(
      union(
        move(box(0.14, 0.13, 0.012, 0.004), [0, -0.01, 0.14]),
        move(box(0.05, 0.08, 0.03, 0.008), [0, 0.07, 0.13]),
        mirrored(move(turn(cylinder(0.03, 0.026), [0, 90, 0]), [0.02, 0.12, 0.1]), "x"),
        move(cylinder(0.05, 0.024), [0, -0.01, 0.03]),
      ),
      black,
    ),
    part(
      union(
        move(turn(cylinder(0.14, 0.02), [-24, 0, 0]), [0, -0.01, 0.32]),
        move(turn(cylinder(0.03, 0.026), [-24, 0, 0]), [0, 0.04, 0.435]),
      ),
      detail("eyepiece", black),
    ),
    part(
      union(
        move(cylinder(0.025, 0.034), [0, -0.01, 0.275]),
        ...[0, 120, 240].map((angle) =>
          move(
            turn(move(turn(cylinder(0.06, 0.011, 0.014), [20, 0, 0]), [0, 0, -0.06]), [
              0,
              0,
              angle,
            ]),
            [0, -0.01, 0.275],
          ),
        ),
      ),
      detail("lens", chrome),
    ),
    part(move(box(0.07, 0.025, 0.003), [0, -0.01, 0.152]), glass("#bfe2ee", 0.8)),
  ],
};

const walkieTalkie: Family = {
  names: ["walkie talkie", "walkie-talkie", "two-way radio", "handheld radio"],
  parts: ["antenna", "button"],
  build: ({ main, detail }) => [
    part(move(box(0.065, 0.035, 0.15, 0.01), [0, 0, 0]), main(matte("#2d3136", 0.6))),
    part(
      union(
        move(cylinder(0.13, 0.007, 0.005), [-0.02, 0, 0.145]),
        move(cylinder(0.02, 0.009), [-0.02, 0, 0.145]),
        move(cylinder(0.018, 0.008), [0.02, 0, 0.148]),
      ),
      detail("antenna", black),
    ),
    part(move(box(0.042, 0.01, 0.026, 0.003), [0, -0.016, 0.105]), glowing("#9ed36b")),
    part(
      union(
        ...[0, 1, 2, 3].map((row) => move(box(0.04, 0.01, 0.004), [0, -0.0165, 0.02 + row * 0.01])),
      ),
      black,
    ),
    part(
      union(
        ...[-1, 0, 1].map((column) =>
          move(box(0.011, 0.01, 0.01, 0.003), [column * 0.015, -0.0165, 0.075]),
        ),
        move(box(0.01, 0.02, 0.035, 0.004), [-0.033, 0, 0.08]),
      ),
      detail("button", matte("#e8862c", 0.5)),
    ),
  ],
};

const musicBox: Family = {
  names: ["music box", "musical box"],
  parts: ["ballerina", "dancer", "lid", "crank"],
  build: ({ main, detail }) => [
    part(
      union(
        cut(
          move(box(0.16, 0.12, 0.07, 0.006), [0, 0, 0.01]),
          move(box(0.145, 0.105, 0.06), [0, 0, 0.03]),
        ),
        move(turn(box(0.16, 0.12, 0.012, 0.004), [108, 0, 0]), [0, 0.083, 0.13]),
        at(ball(0.012), ...corners(0.07, 0.05, 0.01)),
      ),
      main(matte("#8d3b4d", 0.4)),
    ),
    part(
      union(
        move(box(0.144, 0.104, 0.01), [0, 0, 0.055]),
        move(turn(box(0.13, 0.1, 0.003), [108, 0, 0]), [0, 0.075, 0.131]),
      ),
      matte("#f0c9d2", 0.95),
    ),
    part(
      union(
        move(cylinder(0.008, 0.02), [0, 0, 0.064]),
        tube(
          [
            [0, 0, 0.07],
            [0, 0, 0.105],
          ],
          0.004,
        ),
        move(
          lathe([
            [0, 0],
            [0.028, 0.0],
            [0.03, 0.004],
            [0.007, 0.016],
            [0.008, 0.03],
            [0, 0.033],
          ]),
          [0, 0, 0.1],
        ),
        move(ball(0.009), [0, 0, 0.146]),
        move(ball(0.0045), [0, 0, 0.157]),
        mirrored(
          tube(
            [
              [0.006, 0, 0.13],
              [0.018, 0, 0.145],
              [0.003, 0, 0.17],
            ],
            0.0028,
          ),
          "x",
        ),
      ),
      detail("ballerina", detail("dancer", matte("#fbe4ea", 0.6))),
    ),
    part(
      union(
        tube(
          [
            [0.08, 0, 0.04],
            [0.105, 0, 0.04],
            [0.105, 0, 0.07],
          ],
          0.003,
        ),
        move(ball(0.007), [0.105, 0, 0.075]),
      ),
      detail("crank", gold),
    ),
  ],
};

const jewelryBox: Family = {
  names: ["jewelry box", "jewellery box", "jewel box", "trinket box", "jewelry case"],
  parts: ["lid", "pearl", "pearls", "lock", "drawer"],
  build: ({ main, detail }) => [
    part(
      union(
        cut(
          move(box(0.26, 0.18, 0.13, 0.01), [0, 0, 0.015]),
          move(box(0.24, 0.16, 0.1), [0, 0, 0.1]),
        ),
        move(
          turn(
            cut(box(0.26, 0.18, 0.035, 0.01), move(box(0.24, 0.16, 0.03), [0, 0, -0.01])),
            [-72, 0, 0],
          ),
          [0, 0.11, 0.23],
        ),
      ),
      main(matte("#5e2f1f", 0.35)),
    ),
    part(union(move(box(0.24, 0.16, 0.012), [0, 0, 0.1])), matte("#8f1f3a", 0.98)),
    part(
      union(
        at(ball(0.018), ...corners(0.115, 0.075, 0.014)),
        move(box(0.04, 0.012, 0.03, 0.004), [0, -0.09, 0.1]),
        move(ring(0.035, 0.006), [-0.06, 0.02, 0.125]),
        move(turn(ring(0.02, 0.004), [60, 0, 20]), [0.07, -0.04, 0.125]),
      ),
      detail("lock", gold),
    ),
    part(
      union(
        ...Array.from({ length: 24 }, (_, index) =>
          move(ball(0.0085), [
            0.02 + 0.055 * Math.cos(index * 0.3),
            0.01 + 0.038 * Math.sin(index * 0.3) * (index > 18 ? 1.5 : 1),
            0.12 + (index % 3) * 0.002,
          ]),
        ),
        ...[0, 1, 2, 3].map((index) =>
          move(ball(0.0085), [
            -0.045 - index * 0.004,
            -0.07 - index * 0.011,
            0.148 - Math.max(0, index - 1) * 0.017,
          ]),
        ),
      ),
      detail("pearl", detail("pearls", glossy("#f7f3ea"))),
    ),
    part(move(scale(ball(0.014), [1, 1, 0.7]), [-0.06, 0.02, 0.145]), glossy("#27a06b")),
  ],
};

export const retro: readonly Family[] = [
  grandfatherClock,
  cuckooClock,
  mantelClock,
  metronome,
  compass,
  spyglass,
  rotaryPhone,
  retroTelevision,
  boombox,
  jukebox,
  cassette,
  floppy,
  vinyl,
  filmReel,
  filmProjector,
  arcade,
  pinball,
  slotMachine,
  gumballMachine,
  cashRegister,
  instantCamera,
  microscope,
  walkieTalkie,
  musicBox,
  jewelryBox,
];
