import type { Manifold, ManifoldToplevel } from "manifold-3d";

import type { Vec3 } from "#studio/engines/model3d/solid.ts";

/** All bodies of a thing, in metres, z up and the front towards −y. */
export interface Whole {
  readonly bodies: readonly Manifold[];
  readonly kernel: ManifoldToplevel;
  readonly low: Vec3;
  readonly high: Vec3;
  /** The longest of the three extents. */
  readonly extent: number;
  readonly random: () => number;
  /** Deletes a shape when the change is done: kernel objects are not garbage-collected. */
  readonly temporary: (shape: Manifold) => Manifold;
}

export type Vertex = [number, number, number];

/** The thinnest axis, and the longest of the others. */
export function flatAxes(whole: Whole): [thin: 0 | 1 | 2, long: 0 | 1 | 2] {
  const size = sizeOf(whole);
  const sorted = ([0, 1, 2] as const).toSorted((left, right) => size[left] - size[right]);
  return [sorted[0] ?? 2, sorted[2] ?? 0];
}

/** Finds the vertex that is farthest in each direction: a rim, an edge or a corner. */
export function outermost(whole: Whole, directions: readonly Vec3[]): Vec3[] {
  const middle = middleOf(whole);
  const size = sizeOf(whole);
  const vertices = whole.bodies.flatMap((body) => verticesOf(body));
  return directions.flatMap((towards) => {
    let [best, most]: [Vec3 | undefined, number] = [undefined, -Infinity];
    for (const vertex of vertices) {
      // Relative to the extents, so that flat things have corners in all directions.
      const reach = ([0, 1, 2] as const).reduce<number>(
        (sum, axis) => sum + ((vertex[axis] - middle[axis]) / (size[axis] || 1)) * towards[axis],
        0,
      );
      if (reach > most) [best, most] = [vertex, reach];
    }
    return best ? [best] : [];
  });
}

export function boundsOf(points: readonly Vec3[]): { low: Vec3; high: Vec3 } {
  const low: Vertex = [Infinity, Infinity, Infinity];
  const high: Vertex = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
  }
  return { low, high };
}

export function verticesOf(body: Manifold): Vec3[] {
  const { vertProperties, numProp } = body.getMesh();
  return Array.from({ length: vertProperties.length / numProp }, (_, index): Vec3 => [
    vertProperties[index * numProp] ?? 0,
    vertProperties[index * numProp + 1] ?? 0,
    vertProperties[index * numProp + 2] ?? 0,
  ]);
}

export function sizeOf({ low, high }: Whole): Vec3 {
  return [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
}

export function middleOf({ low, high }: Whole): Vec3 {
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

export function distance(left: Vec3, right: Vec3): number {
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
}
