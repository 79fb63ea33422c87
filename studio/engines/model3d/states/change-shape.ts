import type { Manifold, ManifoldToplevel } from "manifold-3d";

import { longestExtent } from "#studio/engines/model3d/mesh.ts";
import type { Vec3 } from "#studio/engines/model3d/solid.ts";

import type { ReshapeName, Reshaped } from "./reshape.ts";
import { reshapes } from "./reshape.ts";

export interface ChangedShape {
  readonly bodies: readonly Manifold[];
  /** The changes that suited the thing. */
  readonly applied: readonly ReshapeName[];
  /** Height in metres before the changes. */
  readonly tall: number;
  readonly isCut?: (place: Vec3) => boolean;
}

/** Applies changes to the bodies of a thing one after the other, and deletes the former bodies. */
export function changeShape(
  bodies: readonly Manifold[],
  names: readonly ReshapeName[],
  kernel: ManifoldToplevel,
  random: () => number,
): ChangedShape {
  const { low, high } = measure(bodies);
  let changed: ChangedShape = { bodies, applied: [], tall: high[2] - low[2] };
  for (const name of names) {
    const reshaped = changeOnce(changed.bodies, name, kernel, random);
    if (!reshaped) continue;
    for (const body of changed.bodies) body.delete();
    changed = { ...changed, ...reshaped, applied: [...changed.applied, name] };
  }
  return changed;
}

function changeOnce(
  bodies: readonly Manifold[],
  name: ReshapeName,
  kernel: ManifoldToplevel,
  random: () => number,
): Reshaped | undefined {
  const bounds = measure(bodies);
  const used: Manifold[] = [];
  const temporary = (shape: Manifold) => {
    used.push(shape);
    return shape;
  };
  const reshaped = reshapes[name]({
    ...bounds,
    bodies,
    kernel,
    extent: longestExtent(bounds),
    random,
    temporary,
  });
  // The kernel evaluates lazily; requesting triangles now allows the shapes to be deleted.
  for (const body of reshaped?.bodies ?? []) body.numTri();
  for (const shape of used) shape.delete();
  return reshaped;
}

function measure(bodies: readonly Manifold[]): { low: Vec3; high: Vec3 } {
  const boxes = bodies.filter((body) => !body.isEmpty()).map((body) => body.boundingBox());
  const edge = (axis: 0 | 1 | 2, side: "min" | "max") =>
    Math[side](...boxes.map((box) => box[side][axis]));
  return {
    low: [edge(0, "min"), edge(1, "min"), edge(2, "min")],
    high: [edge(0, "max"), edge(1, "max"), edge(2, "max")],
  };
}
