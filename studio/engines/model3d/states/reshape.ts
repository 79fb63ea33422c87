import type { Manifold } from "manifold-3d";

import type { Vec3 } from "#studio/engines/model3d/solid.ts";

import { crack, edgeWedges, jaggedHalf, shard } from "./cutters.ts";
import type { Vertex, Whole } from "./whole.ts";
import { distance, flatAxes, middleOf, outermost, sizeOf } from "./whole.ts";

export interface Reshaped {
  readonly bodies: Manifold[];
  /** Reports whether a point is on a cut that shows the inside; without it, cuts look like the surface. */
  readonly isCut?: (place: Vec3) => boolean;
}

/**
 * Changes the shape of a whole thing, by name. Bodies keep their number and order, and stay closed: each change is a
 * boolean operation, or moves vertices. Undefined when the shape does not suit the thing.
 */
export const reshapes = {
  chipped: (whole) => {
    const points = outermost(whole, [
      [-0.75, -0.45, 0.6],
      [0.2, -0.85, 0.5],
      [0.85, -0.3, 0.55],
      [-0.6, -0.7, -0.4],
    ]);
    const chips = points.map((point, index) => {
      const radius = whole.extent * (0.045 + 0.035 * whole.random());
      return shard(whole, point, index === 0 ? radius * 1.3 : radius);
    });
    return { bodies: subtract(whole, chips) };
  },

  cracked: (whole) => ({ bodies: subtract(whole, [crack(whole)]) }),

  broken: (whole) => {
    const { low, high, extent, kernel, temporary } = whole;
    const half = temporary(
      kernel.Manifold.extrude([jaggedHalf(whole)], 4 * extent, 0, 0, [1, 1], true),
    );
    const cutter = temporary(half.rotate([90, 0, 0]));
    const tilted = whole.bodies.map((body) => {
      const piece = temporary(body.intersect(cutter));
      const moved = temporary(piece.translate([-high[0], 0, -low[2]]));
      return temporary(moved.rotate([0, 16, -9]));
    });
    const lowest = Math.min(
      ...tilted.filter((piece) => !piece.isEmpty()).map((piece) => piece.boundingBox().min[2]),
    );
    const fallen: Vertex = [high[0] + extent * 0.14, 0, low[2] - lowest];
    return {
      bodies: whole.bodies.map((body, index) => {
        const rest = temporary(body.subtract(cutter));
        const piece = tilted[index];
        return piece?.isEmpty() === false
          ? rest.add(temporary(piece.translate(fallen)))
          : rest.translate([0, 0, 0]);
      }),
    };
  },

  halved: (whole) => {
    const middle = (whole.low[1] + whole.high[1]) / 2;
    return {
      bodies: whole.bodies.map((body) => body.trimByPlane([0, 1, 0], middle)),
      isCut: ([, y]) => Math.abs(y - middle) < whole.extent * 1e-4,
    };
  },

  sliced: (whole) => {
    const { low, high, extent, kernel, temporary } = whole;
    const axis = high[0] - low[0] >= (high[1] - low[1]) * 0.95 ? 0 : 1;
    const length = high[axis] - low[axis];
    const [count, thick, gap] = [4, length * 0.09, length * 0.05];
    const middle = middleOf(whole);
    const slab = (from: number, to: number) => {
      const size: Vertex = [4 * extent, 4 * extent, 4 * extent];
      const center: Vertex = [...middle];
      [size[axis], center[axis]] = [to - from, (from + to) / 2];
      return temporary(temporary(kernel.Manifold.cube(size, true)).translate(center));
    };
    const cutters = Array.from({ length: count + 1 }, (_, slice) => {
      const [from, to] = [low[axis] + slice * thick, low[axis] + (slice + 1) * thick];
      const shift: Vertex = [0, 0, 0];
      shift[axis] = (slice - count) * gap;
      return {
        cutter: slab(
          slice === 0 ? from - extent : from,
          slice === count ? high[axis] + extent : to,
        ),
        shift,
      };
    });
    const cuts = Array.from({ length: count }, (_, slice) => {
      const cut = low[axis] + (slice + 1) * thick;
      return [cut + (slice - count) * gap, cut + (slice + 1 - count) * gap];
    }).flat();
    return {
      bodies: whole.bodies.map((body) =>
        kernel.Manifold.union(
          cutters.map(({ cutter, shift }) =>
            temporary(temporary(body.intersect(cutter)).translate(shift)),
          ),
        ),
      ),
      isCut: (place) => cuts.some((cut) => Math.abs(place[axis] - cut) < extent * 1e-4),
    };
  },

  /** A piece of a round thing, seen from its point: a slice of pizza. */
  wedge: (whole) => {
    const { low, high, extent, kernel, temporary } = whole;
    const [x, y] = middleOf(whole);
    const reach = 2 * extent;
    const half = Math.tan((24 * Math.PI) / 180) * reach;
    const outline: [number, number][] = [
      [0, 0],
      [reach, -half],
      [reach, half],
    ];
    const prism = temporary(kernel.Manifold.extrude([outline], high[2] - low[2] + 2 * extent));
    const cutter = temporary(
      temporary(prism.rotate([0, 0, 20])).translate([x, y, low[2] - extent]),
    );
    const isOnCut = (place: Vec3, degrees: number) => {
      const angle = (degrees * Math.PI) / 180;
      const away = (place[1] - y) * Math.cos(angle) - (place[0] - x) * Math.sin(angle);
      return Math.abs(away) < extent * 1e-4;
    };
    return {
      bodies: whole.bodies.map((body) => body.intersect(cutter)),
      isCut: (place) => isOnCut(place, -4) || isOnCut(place, 44),
    };
  },

  bitten: (whole) => bite(whole, 0.17),
  "half eaten": (whole) => bite(whole, 0.3),

  tattered: (whole) => tear(whole, { count: 22, width: 0.035, depth: 0.16 }),
  frayed: (whole) => tear(whole, { count: 60, width: 0.008, depth: 0.09 }),

  dented: (whole) => {
    const dents = outermost(whole, [
      [-0.9, -0.4, 0.1],
      [-0.3, -0.9, 0.35],
      [0.4, -0.85, -0.25],
      [0.5, -0.5, 0.7],
      [-0.5, -0.8, -0.5],
      [-0.2, -0.3, 0.9],
    ]).map((center) => ({ center, radius: whole.extent * (0.14 + 0.09 * whole.random()) }));
    const middle = middleOf(whole);
    return warp(whole, 36, (vertex) => {
      for (const { center, radius } of dents) {
        const away = distance(vertex, center);
        if (away > radius) continue;
        const depth = 0.42 * (1 - (away / radius) ** 2) ** 1.5;
        for (const axis of [0, 1, 2] as const) {
          const inward = middle[axis] - center[axis];
          vertex[axis] += (inward / (distance(middle, center) || 1)) * depth * radius;
        }
      }
    });
  },

  bent: (whole) => {
    const { low, high } = whole;
    const [wide, deep, tall] = sizeOf(whole);
    const along = tall >= Math.max(wide, deep) ? 2 : wide >= deep ? 0 : 1;
    const towards = along === 2 ? 0 : 2;
    const length = high[along] - low[along];
    return warp(whole, 30, (vertex) => {
      const share = (vertex[along] - low[along]) / length - (along === 2 ? 0 : 0.5);
      vertex[towards] += length * (along === 2 ? 0.34 : 0.75) * share ** 2;
    });
  },

  twisted: (whole) => {
    const { low, high } = whole;
    const [x, y] = middleOf(whole);
    return warp(whole, 30, (vertex) => {
      const angle = ((vertex[2] - low[2]) / (high[2] - low[2])) * 1.9;
      const [dx, dy] = [vertex[0] - x, vertex[1] - y];
      vertex[0] = x + dx * Math.cos(angle) - dy * Math.sin(angle);
      vertex[1] = y + dx * Math.sin(angle) + dy * Math.cos(angle);
    });
  },

  wilted: (whole) => {
    const { low, high } = whole;
    const tall = high[2] - low[2];
    const [x] = middleOf(whole);
    const [start, radius] = [low[2] + 0.35 * tall, 0.27 * tall];
    return warp(whole, 36, (vertex) => {
      if (vertex[2] < start) return;
      const angle = (vertex[2] - start) / radius;
      const away = radius + vertex[0] - x;
      vertex[0] = x - radius + away * Math.cos(angle);
      vertex[2] = start + away * Math.sin(angle);
    });
  },

  crumpled: (whole) => {
    const folds = Array.from({ length: 7 }, () => ({
      across: direction(whole.random),
      push: direction(whole.random),
      count: 2.5 + 5 * whole.random(),
      phase: whole.random(),
    }));
    const amount = whole.extent * 0.035;
    return warp(whole, 30, (vertex) => {
      const place: Vec3 = [vertex[0], vertex[1], vertex[2]];
      for (const { across, push, count, phase } of folds) {
        const turn = (dot(place, across) / whole.extent) * count + phase;
        const fold = Math.abs(turn - Math.floor(turn) - 0.5) - 0.25;
        for (const axis of [0, 1, 2] as const) vertex[axis] += push[axis] * fold * amount;
      }
    });
  },

  melted: (whole) => {
    const { low, high } = whole;
    const tall = high[2] - low[2];
    const [x, y] = middleOf(whole);
    const phase = whole.random() * 6;
    return warp(whole, 34, (vertex) => {
      const share = Math.max(0, (vertex[2] - low[2]) / tall);
      const angle = Math.atan2(vertex[1] - y, vertex[0] - x);
      const lobes = 1 + 0.22 * Math.sin(3 * angle + phase) + 0.16 * Math.sin(5 * angle - phase);
      const spread = 1 + 0.75 * (1 - share) ** 4 * lobes - 0.12 * share;
      const lean = 0.14 * tall * share ** 2;
      vertex[0] = x + (vertex[0] - x) * spread - lean;
      vertex[1] = y + (vertex[1] - y) * spread;
      vertex[2] =
        low[2] + tall * (0.86 * share ** 1.3 - 0.05 * share * Math.sin(3 * angle + phase));
    });
  },

  rolled: (whole) => {
    const { low, high } = whole;
    const size = sizeOf(whole);
    const [thin, along] = flatAxes(whole);
    if (size[thin] > 0.2 * size[along]) return undefined;
    const [pitch, core] = [Math.max(size[thin] * 1.25, size[along] * 0.012), size[along] * 0.035];
    return warp(whole, 60, (vertex) => {
      const [run, rise] = [high[along] - vertex[along], vertex[thin] - low[thin]];
      // Length of a spiral: core · angle + pitch · angle² / 4π.
      const rate = pitch / (4 * Math.PI);
      const angle = (-core + Math.sqrt(core * core + 4 * rate * run)) / (2 * rate);
      const radius = core + (pitch * angle) / (2 * Math.PI) - rise;
      vertex[along] = radius * Math.cos(angle);
      vertex[thin] = radius * Math.sin(angle);
    });
  },

  folded: (whole) => {
    const { low, kernel, temporary } = whole;
    const size = sizeOf(whole);
    const [thin, along] = flatAxes(whole);
    if (size[thin] > 0.2 * size[along]) return undefined;
    const layer = Math.max(size[thin] * 1.15, whole.extent * 0.02);
    const factors: [number, number, number] = [0.5, 0.5, 0.5];
    factors[thin] = layer / 1.15 / size[thin];
    const base: [number, number, number] = [-low[0], -low[1], -low[2]];
    return {
      bodies: whole.bodies.map((body) => {
        const one = temporary(temporary(body.translate(base)).scale(factors));
        const layers = [0, 1, 2, 3].map((index) => {
          const by: [number, number, number] = [0.006, 0.004, 0.003].map(
            (share) => share * (index % 2) * whole.extent,
          ) as [number, number, number];
          by[thin] = index * layer;
          return temporary(one.translate(by));
        });
        return kernel.Manifold.union(layers);
      }),
    };
  },

  "upside down": (whole) => rotate(whole, [180, 0, 0]),
  overturned: (whole) => {
    const [wide, deep, tall] = sizeOf(whole);
    if (tall > Math.max(wide, deep)) return rotate(whole, [0, -90, 0]);
    return rotate(whole, wide > deep ? [180, 0, 0] : [0, 180, 0]);
  },
  leaning: (whole) => rotate(whole, [0, -14, 0]),
  thick: (whole) => stretch(whole, flatAxes(whole)[0], 1.7),
  thin: (whole) => stretch(whole, flatAxes(whole)[0], 0.55),
  wide: (whole) => stretch(whole, 0, 1.4),
  narrow: (whole) => stretch(whole, 0, 0.65),
  long: (whole) => stretch(whole, flatAxes(whole)[1], 1.45),
  short: (whole) => stretch(whole, 2, 0.65),
} satisfies Record<string, (whole: Whole) => Reshaped | undefined>;

export type ReshapeName = keyof typeof reshapes;

function subtract({ bodies, kernel, temporary }: Whole, cutters: readonly Manifold[]): Manifold[] {
  const cutter = temporary(kernel.Manifold.union([...cutters]));
  return bodies.map((body) => body.subtract(cutter));
}

/** Moves vertices after dividing edges to a share of the extent, so that flat faces can bend. */
function warp(
  { bodies, extent, temporary }: Whole,
  stepsPerExtent: number,
  change: (vertex: Vertex) => void,
): Reshaped {
  return {
    bodies: bodies.map((body) =>
      temporary(body.refineToLength(extent / stepsPerExtent)).warp(change),
    ),
  };
}

function rotate(whole: Whole, degrees: Vertex): Reshaped {
  return { bodies: whole.bodies.map((body) => body.rotate(degrees)) };
}

function stretch(whole: Whole, axis: 0 | 1 | 2, factor: number): Reshaped {
  const factors: Vertex = [1, 1, 1];
  factors[axis] = factor;
  return { bodies: whole.bodies.map((body) => body.scale(factors)) };
}

function bite(whole: Whole, share: number): Reshaped {
  const [corner] = outermost(whole, [[-0.6, -0.62, 0.5]]);
  const middle = middleOf(whole);
  const [, width = 0] = sizeOf(whole).toSorted((left, right) => left - right);
  const radius = share * Math.min(whole.extent, 1.4 * width);
  const teeth = [-0.85, 0, 0.85].map((side): Vertex => {
    const at = corner ?? middle;
    const [dx, dy] = [at[0] - middle[0], at[1] - middle[1]];
    const away = Math.hypot(dx, dy) || 1;
    const outward = 0.25 * radius * Math.abs(side);
    return [
      at[0] + (dx / away) * outward - (dy / away) * side * radius * 0.8,
      at[1] + (dy / away) * outward + (dx / away) * side * radius * 0.8,
      at[2],
    ];
  });
  const balls = teeth.map((tooth) =>
    whole.temporary(whole.temporary(whole.kernel.Manifold.sphere(radius, 28)).translate(tooth)),
  );
  return {
    bodies: subtract(whole, balls),
    isCut: (place) =>
      teeth.some((tooth) => {
        const away = distance(place, tooth);
        return away < radius * 1.002 && away > radius * 0.96;
      }),
  };
}

/** Notches the edges of flat bodies, such as cloth and paper; the pole of a flag stays whole. */
function tear(
  whole: Whole,
  notches: { count: number; width: number; depth: number },
): Reshaped | undefined {
  const isFlat = whole.bodies.map((body) => {
    if (body.isEmpty()) return false;
    const { min, max } = body.boundingBox();
    const [thin = 0, middle = 0] = ([0, 1, 2] as const)
      .map((axis) => max[axis] - min[axis])
      .toSorted((left, right) => left - right);
    return thin < 0.45 * middle && middle > 0.15 * whole.extent;
  });
  if (!isFlat.some(Boolean)) return undefined;
  const cloth = { ...whole, bodies: whole.bodies.filter((_, index) => isFlat[index]) };
  const cutter = whole.temporary(whole.kernel.Manifold.union(edgeWedges(cloth, notches)));
  return {
    // Others are copied, because the caller deletes the former bodies.
    bodies: whole.bodies.map((body, index) =>
      isFlat[index] ? body.subtract(cutter) : body.translate([0, 0, 0]),
    ),
  };
}

function direction(random: () => number): Vec3 {
  const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

function dot(left: Vec3, right: Vec3): number {
  return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}
