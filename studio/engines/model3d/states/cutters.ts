import type { Manifold } from "manifold-3d";

import type { Vec3 } from "#studio/engines/model3d/solid.ts";

import type { Vertex, Whole } from "./whole.ts";
import { boundsOf, flatAxes, middleOf, verticesOf } from "./whole.ts";

/** A jagged stone-like body, for the hollow that a chip leaves. */
export function shard(
  { kernel, random, temporary }: Whole,
  [x, y, z]: Vec3,
  radius: number,
): Manifold {
  const ball = temporary(kernel.Manifold.sphere(radius, 8));
  const turned = temporary(ball.rotate([random() * 90, random() * 90, random() * 90]));
  const ragged = temporary(
    turned.scale([0.8 + 0.7 * random(), 0.8 + 0.5 * random(), 0.7 + 0.5 * random()]),
  );
  return temporary(ragged.translate([x, y, z]));
}

/** A zigzag slit through the front, or from above through a flat thing. */
export function crack(whole: Whole): Manifold {
  const { low, high, extent, kernel, random, temporary } = whole;
  const isFlat = high[2] - low[2] < 0.3 * extent;
  const [x] = middleOf(whole);
  const [from, to] = isFlat ? [low[1], high[1]] : [high[2], low[2]];
  const steps = 9;
  const length = (to - from) * (isFlat ? 1 : 0.72);
  const line = Array.from({ length: steps + 1 }, (_, step) => ({
    along: from + (length * step) / steps - (step === 0 ? length * 0.1 : 0),
    across: x - extent * 0.1 + extent * ((step % 2) * 0.09 + 0.05 * random() + 0.012 * step),
    half: extent * 0.011 * (1 - (step / steps) ** 2) + extent * 0.001,
  }));
  const outline = [
    ...line.map(({ along, across, half }): [number, number] => [across - half, along]),
    ...line.toReversed().map(({ along, across, half }): [number, number] => [across + half, along]),
  ];
  const ordered = isFlat ? outline.toReversed() : outline;
  if (isFlat) {
    const slit = temporary(kernel.Manifold.extrude([ordered], 4 * extent, 0, 0, [1, 1], true));
    return temporary(slit.translate([0, 0, low[2]]));
  }
  const middle = (low[1] + high[1]) / 2;
  // The outline's second axis becomes z, and the extrusion runs from the middle to the front.
  const slit = temporary(
    temporary(kernel.Manifold.extrude([ordered], extent * 2)).rotate([90, 0, 0]),
  );
  return temporary(slit.translate([0, middle, 0]));
}

/** Outline in x and z of everything to the right of a zigzag line. */
export function jaggedHalf(whole: Whole): [number, number][] {
  const { low, high, extent, random } = whole;
  const start = low[0] + (high[0] - low[0]) * 0.58;
  const steps = 10;
  const [bottom, top] = [low[2] - extent, high[2] + extent];
  const zigzag = Array.from({ length: steps * 3 + 1 }, (_, step): [number, number] => [
    start + extent * ((step % 2) * 0.07 + 0.05 * random() - 0.05),
    bottom + ((top - bottom) * step) / (steps * 3),
  ]);
  return [...zigzag.toReversed(), [high[0] + extent * 2, bottom], [high[0] + extent * 2, top]];
}

/** Notches from the outline of a thing inwards, seen along its thinnest axis. */
export function edgeWedges(
  whole: Whole,
  { count, width, depth }: { count: number; width: number; depth: number },
): Manifold[] {
  const { kernel, extent, random, temporary } = whole;
  const points = whole.bodies.flatMap((body) =>
    verticesOf(temporary(body.refineToLength(extent / 40))),
  );
  const bounds = { ...whole, ...boundsOf(points) };
  const middle = middleOf(bounds);
  const [thin] = flatAxes(bounds);
  const [a, b] = ([0, 1, 2] as const).filter((axis) => axis !== thin) as [0 | 1 | 2, 0 | 1 | 2];
  const reach = new Map<number, number>();
  const sectorOf = (angle: number) => Math.floor(((angle + 2 * Math.PI) / (2 * Math.PI)) * 90) % 90;
  for (const point of points) {
    const [dx, dy] = [point[a] - middle[a], point[b] - middle[b]];
    const sector = sectorOf(Math.atan2(dy, dx));
    reach.set(sector, Math.max(reach.get(sector) ?? 0, Math.hypot(dx, dy)));
  }
  const wedges = Array.from({ length: count }, (_, index) => {
    const angle = ((index + 0.7 * random()) / count) * 2 * Math.PI;
    const radius = reach.get(sectorOf(angle)) ?? extent / 2;
    return {
      angle,
      radius,
      cut: radius * depth * (0.35 + random()),
      half: extent * width * (0.5 + random()),
    };
  });
  return wedges.map(({ angle, radius, cut, half }) => {
    const outer = radius * 1.3;
    const outline: [number, number][] = [
      [radius - cut, 0],
      [radius - cut * 0.45, -half * 0.45],
      [outer, -half * 1.6],
      [outer, half * 1.6],
      [radius - cut * 0.6, half * 0.3],
    ];
    const prism = temporary(kernel.Manifold.extrude([outline], 4 * extent, 0, 0, [1, 1], true));
    const turned = temporary(prism.rotate([0, 0, (angle * 180) / Math.PI]));
    // The outline lies across the thinnest axis, along which the prism runs.
    const upright: Vertex = thin === 2 ? [0, 0, 0] : thin === 1 ? [90, 0, 0] : [90, 0, 90];
    return temporary(temporary(turned.rotate(upright)).translate([...middle]));
  });
}
