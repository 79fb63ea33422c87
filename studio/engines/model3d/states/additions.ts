import type { Part } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Mesh } from "#studio/engines/model3d/mesh.ts";
import { boundsOf, longestExtent } from "#studio/engines/model3d/mesh.ts";
import type { Solid, Vec3 } from "#studio/engines/model3d/solid.ts";
import {
  ball,
  box,
  cone,
  cylinder,
  hull,
  move,
  scale,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

import { sampleSurface } from "./sample-surface.ts";

interface Surroundings {
  /** Metres, z up. */
  readonly low: Vec3;
  readonly high: Vec3;
  readonly extent: number;
  readonly random: () => number;
  /** Finds points of the surface whose normals point upwards by at least `up`, from −1 to 1. */
  points(count: number, up?: number): Point[];
}

interface Point {
  readonly place: Vec3;
  readonly normal: Vec3;
  readonly material: Material;
}

/** Adds parts to a thing, by name. */
const additions = {
  steam: (around) => [part(plume(around, 0.55), { ...matte("#ffffff", 1), opacity: 0.5 })],
  smoke: (around) => [part(plume(around, 0.75), { ...matte("#77757a", 1), opacity: 0.62 })],
  flames: (around) => {
    const { extent, random } = around;
    const roots = around.points(26, 0.1);
    const flame = (size: number) =>
      hull(scale(ball(size), [0.55, 0.55, 0.7]), move(cone(size * 2.2, size * 0.24), [0, 0, 0]));
    const layer = (share: number, lift: number) =>
      union(
        ...roots.map(({ place: [x, y, z] }) =>
          move(
            turn(flame(extent * share * (0.7 + 0.6 * random())), [
              12 * random() - 6,
              16 * random() - 8,
              0,
            ]),
            [x, y, z + lift * extent],
          ),
        ),
      );
    return [
      part(layer(0.11, 0), { ...glowing("#f2641e"), opacity: 0.8 }),
      part(layer(0.065, 0.01), glowing("#ffc23c")),
    ];
  },
  leaves: (around) => {
    const { extent } = around;
    const leaf = scale(
      hull(ball([0.3, 1, 0.7]), move(ball([0.12, 0.3, 0.2]), [0, 0, -1.1])),
      extent * 0.026,
    );
    const points = around.points(230);
    const some = (from: number) =>
      union(
        ...points.filter((_, index) => index % 2 === from).map((point) => aim(leaf, point, around)),
      );
    return [part(some(0), matte("#3f7d35", 0.7)), part(some(1), matte("#5d9a44", 0.7))];
  },
  blossoms: (around) => {
    const { extent } = around;
    const petal = move(ball([0.16, 0.5, 0.42]), [0.1, 0, 0.55]);
    const blossom = scale(
      union(...[0, 1, 2, 3, 4].map((index) => turn(petal, [index * 72, 0, 0]))),
      extent * 0.034,
    );
    const heart = scale(move(ball(0.3), [0.14, 0, 0]), extent * 0.034);
    const points = around.points(34, -0.2);
    return [
      part(
        union(...points.map((point) => aim(blossom, point, around, 0.2))),
        matte("#f08fb4", 0.6),
      ),
      part(union(...points.map((point) => aim(heart, point, around, 0.2))), matte("#f6c945", 0.6)),
    ];
  },
  gems: (around) => {
    const { extent } = around;
    const gem = scale(
      hull(cylinder(0.45, 1, 0.6, 7), move(cylinder(0.01, 0.7, 0.7, 7), [0, 0, -0.3])),
      extent * 0.024,
    );
    const points = around.points(90);
    const facing = turn(gem, [0, 90, 0]);
    const gemColors = ["#d01c3f", "#1f9d55", "#2f62d8"];
    return gemColors.map((color, kind) =>
      part(
        union(
          ...points
            .filter((_, index) => index % gemColors.length === kind)
            .map((point) => aim(facing, point, around)),
        ),
        { ...glossy(color), roughness: 0.06 },
      ),
    );
  },
  studs: (around) => {
    const stud = scale(ball([0.6, 1, 1]), around.extent * 0.014);
    return [
      part(
        union(...around.points(150).map((point) => aim(stud, point, around))),
        metal("#d9dce0", 0.2),
      ),
    ];
  },
  spikes: (around) => {
    const spike = turn(cone(around.extent * 0.09, around.extent * 0.018, 10), [0, 90, 0]);
    return [
      part(
        union(...around.points(90).map((point) => aim(spike, point, around, -0.1))),
        metal("#8f939a", 0.3),
      ),
    ];
  },
  cobwebs: (around) => {
    const { extent, random } = around;
    const [spokes, thread] = [9, 0.016];
    const rope = (long: number) => box(long, thread, thread);
    const chord = 2 * Math.sin(Math.PI / spokes);
    // Flat in y and z, so that it lies on a surface whose normal is x.
    const web = union(
      ...Array.from({ length: spokes }, (_, spoke) => {
        const sector = union(
          move(rope(1), [0.5, 0, 0]),
          ...[0.25, 0.45, 0.65, 0.85].map((radius) =>
            turn(
              move(turn(rope(radius * chord), [0, 0, 90]), [
                radius * Math.cos(Math.PI / spokes),
                0,
                0,
              ]),
              [0, 0, 180 / spokes],
            ),
          ),
        );
        return turn(sector, [0, 0, (360 * spoke) / spokes]);
      }),
    );
    const facing = turn(web, [0, 90, 0]);
    const size = () => extent * (0.09 + 0.08 * random());
    return [
      part(
        union(
          ...around
            .points(11, -0.2)
            .map((point) => aim(scale(facing, size()), point, around, 0.12)),
        ),
        { ...matte("#eceef0", 1), opacity: 0.85 },
      ),
    ];
  },
  drops: (around) => {
    const points = around.points(110);
    const drop = scale(ball([0.55, 1, 1.15]), around.extent * 0.009);
    return [
      part(
        union(...points.map((point) => aim(drop, point, around, 0, around.random))),
        glass("#cfe6f2", 0.34),
      ),
    ];
  },
  sprinkles: (around) => {
    const sprinkle = tube(
      [
        [0, -1, 0],
        [0, 1, 0],
      ],
      0.42,
    );
    const points = around.points(180, 0.25);
    return ["#ef4f7a", "#f7c83c", "#49a8e8", "#6cc45a"].map((color, kind) =>
      part(
        union(
          ...points
            .filter((_, index) => index % 4 === kind)
            .map((point) =>
              aim(
                turn(scale(sprinkle, around.extent * 0.011), [around.random() * 180, 0, 0]),
                point,
                around,
              ),
            ),
        ),
        glossy(color),
      ),
    );
  },
  icicles: (around) => {
    const { extent, random } = around;
    const roots = around
      .points(420, -1)
      .filter(({ normal }) => normal[2] < 0.25 && normal[2] > -0.9);
    const hanging = roots
      .filter((_, index) => index % 4 === 0)
      .map(({ place: [x, y, z] }) => {
        const long = Math.min(extent * (0.05 + 0.1 * random()), z - around.low[2]);
        return long < extent * 0.02
          ? undefined
          : move(turn(cone(long, extent * 0.013), [180, 0, 0]), [x, y, z]);
      });
    return [part(union(...hanging.filter((solid) => solid !== undefined)), glass("#cdeefa", 0.8))];
  },
  drips: (around) => {
    const { extent, random, low } = around;
    const runs = around.points(60, -0.4).filter(({ place }) => place[2] > low[2] + extent * 0.12);
    const drip = ({ place: [x, y, z], normal }: Point): Solid => {
      const long = Math.min((z - low[2]) * 0.8, extent * (0.08 + 0.16 * random()));
      const [out, radius] = [extent * 0.012, extent * (0.012 + 0.008 * random())];
      const top: Vec3 = [x + normal[0] * out, y + normal[1] * out, z];
      return tube(
        [top, [top[0], top[1], z - long * 0.6], [top[0], top[1], z - long]],
        [radius * 0.8, radius * 0.7, radius * 1.35],
      );
    };
    return [...new Set(runs.map(({ material }) => material))].map((material) => {
      const own = runs.filter((run) => run.material === material);
      return part(union(...own.map(drip)), { ...material, roughness: 0.22 });
    });
  },
} satisfies Record<string, (around: Surroundings) => Part[]>;

export type AdditionName = keyof typeof additions;

/** Describes the parts that an addition puts on and around meshes. */
export function addParts(
  name: AdditionName,
  meshes: readonly Mesh[],
  random: () => number,
): readonly Part[] {
  const { low, high } = boundsOf(meshes);
  return additions[name]({
    low: [low[0], -high[2], low[1]],
    high: [high[0], -low[2], high[1]],
    extent: longestExtent({ low, high }),
    random,
    points: (count, up = -1) => {
      const isUp = ({ normal }: Point) => normal[2] >= up;
      // Enough points that the ones whose normals point upwards suffice.
      const many = sampleSurface(meshes, up > -1 ? count * 4 : count, random);
      return many
        .map(({ place, normal, mesh }) => ({
          place: toZUp(place),
          normal: toZUp(normal),
          material: mesh.material,
        }))
        .filter(isUp)
        .slice(0, count);
    },
  });
}

function toZUp([x, y, z]: readonly [number, number, number]): Vec3 {
  return [x, -z, y];
}

/** Turns the x axis of a solid along the normal of a point, and moves it there; `lift` is in 5 % of the extent. */
function aim(
  of: Solid,
  { place, normal }: Point,
  { extent }: Surroundings,
  lift = 0,
  random?: () => number,
): Solid {
  const flat = Math.hypot(normal[0], normal[1]);
  const pitch = (-Math.atan2(normal[2], flat) * 180) / Math.PI;
  const yaw = (Math.atan2(normal[1], normal[0]) * 180) / Math.PI;
  const out = lift * 0.05 * extent;
  const by: Vec3 = [
    place[0] + normal[0] * out,
    place[1] + normal[1] * out,
    place[2] + normal[2] * out,
  ];
  const sized = random ? scale(of, 0.5 + 1.1 * random()) : of;
  return move(turn(sized, [0, pitch, yaw]), by);
}

/** Rising wisps above the middle of the top. */
function plume({ low, high, extent, random }: Surroundings, share: number): Solid {
  const [x, y] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const width = Math.min(Math.max(high[0] - low[0], high[1] - low[1]), extent * 0.6);
  const wisps = [-0.22, 0, 0.22].map((side, index) => {
    const tall = extent * share * (index === 1 ? 1 : 0.72);
    const turns = 5 + 2 * random();
    const path = Array.from({ length: 22 }, (_, step): Vec3 => {
      const rise = step / 21;
      const sway = Math.sin(rise * turns + index * 2) * width * 0.1 * (0.3 + rise);
      return [
        x + side * width + sway,
        y + side * width * 0.3,
        high[2] - extent * 0.03 + tall * rise,
      ];
    });
    const radii = path.map(
      (_, step) => width * 0.075 * Math.sin(Math.PI * (0.1 + 0.86 * (step / 21))),
    );
    return tube(path, radii);
  });
  return union(...wisps);
}
