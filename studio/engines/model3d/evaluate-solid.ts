import type { Manifold, ManifoldToplevel } from "manifold-3d";
import createManifold from "manifold-3d";

import type { Solid, Vec3 } from "./solid.ts";

/** Triangles with shared vertices; z is up. */
export interface Triangles {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

export interface Detail {
  /** Segments of a full circle. */
  readonly segments: number;
}

let kernel: Promise<ManifoldToplevel> | undefined;

/** Converts shapes to watertight triangles. The same shapes produce the same triangles. */
export async function evaluateSolids(
  solids: readonly Solid[],
  detail: Detail,
): Promise<Triangles[]> {
  kernel ??= loadKernel();
  const loaded = await kernel;
  return solids.map((solid) => takeTriangles(evaluate(solid, loaded, detail)));
}

/** Converts shapes like `evaluateSolids`, after a change of their bodies, which it deletes. */
export async function evaluateChanged(
  solids: readonly Solid[],
  detail: Detail,
  change: (bodies: readonly Manifold[], kernel: ManifoldToplevel) => readonly Manifold[],
): Promise<Triangles[]> {
  kernel ??= loadKernel();
  const loaded = await kernel;
  const bodies = solids.map((solid) => evaluate(solid, loaded, detail));
  return change(bodies, loaded).map(takeTriangles);
}

function takeTriangles(manifold: Manifold): Triangles {
  const mesh = manifold.getMesh();
  const positions = new Float32Array(mesh.vertProperties);
  const indices = new Uint32Array(mesh.triVerts);
  manifold.delete();
  return { positions, indices };
}

async function loadKernel(): Promise<ManifoldToplevel> {
  const loaded = await createManifold();
  loaded.setup();
  return loaded;
}

/** Evaluates a shape. The caller must delete the result: kernel objects are not garbage-collected. */
function evaluate(solid: Solid, kernel: ManifoldToplevel, detail: Detail): Manifold {
  const { Manifold } = kernel;
  const { segments } = detail;
  switch (solid.shape) {
    case "box":
      return evaluateBox(solid.size, solid.round, kernel, detail);
    case "cylinder":
      return Manifold.cylinder(
        solid.height,
        Math.max(solid.low, 1e-4),
        solid.high,
        solid.sides ?? segments,
      );
    case "ball":
      return replace(Manifold.sphere(1, segments), (ball) => ball.scale(toKernel(solid.radii)));
    case "lathe":
      return Manifold.revolve(
        [solid.profile.map(([x, y]) => [Math.max(0, x), y])],
        segments,
        solid.degrees,
      );
    case "prism":
      return Manifold.extrude(
        [solid.outline.map(([x, y]) => [x, y])],
        solid.height,
        solid.twist === 0 ? 0 : Math.ceil(Math.abs(solid.twist) / 6),
        solid.twist,
        [solid.topScale, solid.topScale],
      );
    case "letters":
      return Manifold.extrude(
        solid.outlines.map((outline) => outline.map(([x, y]) => [x, y])),
        solid.height,
      );
    case "tube":
      return evaluateTube(solid.path, solid.radii, kernel, detail);
    case "union":
    case "cut":
    case "common":
    case "hull":
      return combine(solid.shape, solid.of, kernel, detail);
    case "placed":
      return replace(
        replace(
          replace(evaluate(solid.of, kernel, detail), (part) => part.scale(toKernel(solid.scale))),
          (part) => part.rotate(toKernel(solid.turn)),
        ),
        (part) => part.translate(toKernel(solid.move)),
      );
  }
}

function replace(manifold: Manifold, change: (manifold: Manifold) => Manifold): Manifold {
  const changed = change(manifold);
  manifold.delete();
  return changed;
}

function toKernel([x, y, z]: Vec3): [number, number, number] {
  return [x, y, z];
}

function combine(
  how: "union" | "cut" | "common" | "hull",
  of: readonly Solid[],
  kernel: ManifoldToplevel,
  detail: Detail,
): Manifold {
  const parts = of.map((part) => evaluate(part, kernel, detail));
  const { Manifold } = kernel;
  const combined = {
    union: () => Manifold.union(parts),
    cut: () => Manifold.difference(parts),
    common: () => Manifold.intersection(parts),
    hull: () => Manifold.hull(parts),
  }[how]();
  // The kernel evaluates lazily; requesting triangles now allows the parts to be deleted.
  combined.numTri();
  for (const part of parts) part.delete();
  return combined;
}

function evaluateBox(
  [width, depth, height]: Vec3,
  round: number,
  { Manifold }: ManifoldToplevel,
  { segments }: Detail,
): Manifold {
  const radius = Math.min(round, width / 2.02, depth / 2.02, height / 2.02);
  if (radius <= 0) {
    return replace(Manifold.cube([width, depth, height], true), (cube) =>
      cube.translate([0, 0, height / 2]),
    );
  }
  const [x, y, z] = [width / 2 - radius, depth / 2 - radius, height / 2 - radius];
  const corner = Manifold.sphere(radius, Math.max(8, Math.round(segments / 2)));
  const spheres = [-1, 1].flatMap((i) =>
    [-1, 1].flatMap((j) => [-1, 1].map((k) => corner.translate([i * x, j * y, k * z]))),
  );
  const rounded = Manifold.hull(spheres);
  rounded.numTri();
  for (const sphere of [corner, ...spheres]) sphere.delete();
  return replace(rounded, (shape) => shape.translate([0, 0, height / 2]));
}

function evaluateTube(
  path: readonly Vec3[],
  radii: readonly number[],
  { Manifold }: ManifoldToplevel,
  { segments }: Detail,
): Manifold {
  const joints = path.map((point, index) => {
    const radius = radii[index] ?? radii[0] ?? 0.01;
    return replace(Manifold.sphere(radius, Math.max(8, Math.round(segments / 2))), (joint) =>
      joint.translate(toKernel(point)),
    );
  });
  const pieces = joints
    .slice(1)
    .map((joint, index) => Manifold.hull([joints[index] ?? joint, joint]));
  const whole = Manifold.union(pieces);
  whole.numTri();
  for (const part of [...joints, ...pieces]) part.delete();
  return whole;
}
