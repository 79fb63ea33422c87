/** Coordinates in metres; z is up and the front faces −Y. Angles are in degrees. */
export type Vec3 = readonly [x: number, y: number, z: number];
export type Point = readonly [x: number, y: number];

/**
 * A shape as data. Families describe shapes; `evaluate-solid.ts` evaluates them with the geometry
 * kernel. Boxes, cylinders, lathed shapes and prisms stand on z = 0; balls and rings are centred.
 */
export type Solid =
  | { readonly shape: "box"; readonly size: Vec3; readonly round: number }
  | {
      readonly shape: "cylinder";
      readonly height: number;
      readonly low: number;
      readonly high: number;
      readonly sides?: number;
    }
  | { readonly shape: "ball"; readonly radii: Vec3 }
  | { readonly shape: "lathe"; readonly profile: readonly Point[]; readonly degrees: number }
  | {
      readonly shape: "prism";
      readonly outline: readonly Point[];
      readonly height: number;
      readonly twist: number;
      readonly topScale: number;
    }
  | { readonly shape: "letters"; readonly outlines: readonly Point[][]; readonly height: number }
  | { readonly shape: "tube"; readonly path: readonly Vec3[]; readonly radii: readonly number[] }
  | { readonly shape: "union" | "cut" | "common" | "hull"; readonly of: readonly Solid[] }
  | {
      readonly shape: "placed";
      readonly of: Solid;
      readonly scale: Vec3;
      readonly turn: Vec3;
      readonly move: Vec3;
    };

/** Creates a box. `round` is the radius of all edges and does not change the size. */
export function box(width: number, depth: number, height: number, round = 0): Solid {
  return { shape: "box", size: [width, depth, height], round };
}

export function cylinder(height: number, low: number, high = low, sides?: number): Solid {
  return { shape: "cylinder", height, low, high, ...(sides === undefined ? {} : { sides }) };
}

export function cone(height: number, radius: number, sides?: number): Solid {
  return cylinder(height, radius, 0, sides);
}

export function ball(radius: number | Vec3): Solid {
  return { shape: "ball", radii: typeof radius === "number" ? [radius, radius, radius] : radius };
}

/** Rotates a profile of [radius, height] points around the z axis. */
export function lathe(profile: readonly Point[], degrees = 360): Solid {
  return { shape: "lathe", profile, degrees };
}

/** Extrudes an outline in x and y along z. */
export function prism(
  outline: readonly Point[],
  height: number,
  options: { twist?: number; topScale?: number } = {},
): Solid {
  const { twist = 0, topScale = 1 } = options;
  // The kernel takes clockwise outlines for holes.
  const facing = signedArea(outline) < 0 ? outline.toReversed() : outline;
  return { shape: "prism", outline: facing, height, twist, topScale };
}

/** Positive for counter-clockwise outlines. */
function signedArea(outline: readonly Point[]): number {
  return outline.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [0, 0];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Extrudes outlines with holes along z. */
export function letters(outlines: readonly Point[][], height: number): Solid {
  return { shape: "letters", outlines, height };
}

/** Extrudes an outline in x and z by `depth`, centred on y = 0, for objects seen from the front. */
export function slab(outline: readonly Point[], depth: number): Solid {
  return move(turn(prism(outline, depth), [90, 0, 0]), [0, depth / 2, 0]);
}

/** Creates a rounded rod along a path, with one radius for all points or one for each. */
export function tube(path: readonly Vec3[], radius: number | readonly number[]): Solid {
  return {
    shape: "tube",
    path,
    radii: typeof radius === "number" ? path.map(() => radius) : radius,
  };
}

export function ring(radius: number, thickness: number): Solid {
  return lathe(circleOutline(thickness, 20, [radius, 0]));
}

export function union(...of: readonly Solid[]): Solid {
  return { shape: "union", of };
}

/** Subtracts the other shapes from the first. */
export function cut(...of: readonly Solid[]): Solid {
  return { shape: "cut", of };
}

export function common(...of: readonly Solid[]): Solid {
  return { shape: "common", of };
}

export function hull(...of: readonly Solid[]): Solid {
  return { shape: "hull", of };
}

export function move(of: Solid, by: Vec3): Solid {
  return { shape: "placed", of, scale: [1, 1, 1], turn: [0, 0, 0], move: by };
}

export function turn(of: Solid, degrees: Vec3): Solid {
  return { shape: "placed", of, scale: [1, 1, 1], turn: degrees, move: [0, 0, 0] };
}

export function scale(of: Solid, by: number | Vec3): Solid {
  const factors: Vec3 = typeof by === "number" ? [by, by, by] : by;
  return { shape: "placed", of, scale: factors, turn: [0, 0, 0], move: [0, 0, 0] };
}

/** Copies a shape to each of the places. */
export function at(of: Solid, ...places: readonly Vec3[]): Solid {
  return union(...places.map((place) => move(of, place)));
}

/** Lists the four corners of a rectangle around the z axis. */
export function corners(x: number, y: number, z = 0): Vec3[] {
  return [
    [-x, -y, z],
    [x, -y, z],
    [x, y, z],
    [-x, y, z],
  ];
}

/** Joins a shape and its mirror image on the other side of the middle. */
export function mirrored(of: Solid, axis: "x" | "y"): Solid {
  return union(of, scale(of, axis === "x" ? [-1, 1, 1] : [1, -1, 1]));
}

/** Joins shapes into one body: each is connected with the next one by their hull. */
export function chain(shapes: readonly Solid[]): Solid {
  return union(...shapes.slice(1).map((shape, index) => hull(shapes[index] ?? shape, shape)));
}

/** Copies a shape around the z axis at equal angles. */
export function around(of: Solid, count: number): Solid {
  return union(
    ...Array.from({ length: count }, (_, index) => turn(of, [0, 0, (360 * index) / count])),
  );
}

export function circleOutline(radius: number, points = 32, center: Point = [0, 0]): Point[] {
  return Array.from({ length: points }, (_, index) => {
    const angle = (2 * Math.PI * index) / points;
    return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)] as const;
  });
}

export function starOutline(points: number, outer: number, inner: number): Point[] {
  return Array.from({ length: points * 2 }, (_, index) => {
    const angle = Math.PI / 2 + (Math.PI * index) / points;
    const radius = index % 2 === 0 ? outer : inner;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

/** Interpolates a curve through the points of a profile, for bodies without edges. */
export function smooth(profile: readonly Point[], steps = 4): Point[] {
  const last = profile.length - 1;
  const pointAt = (index: number): Point => profile[Math.max(0, Math.min(last, index))] ?? [0, 0];
  return profile.slice(0, last).flatMap((_, index) => {
    const [before, from, to, after] = [-1, 0, 1, 2].map((step) => pointAt(index + step));
    const share = Array.from(
      { length: index === last - 1 ? steps + 1 : steps },
      (_, i) => i / steps,
    );
    return share.map((t): Point => {
      const blend = (axis: 0 | 1) => {
        const [a, b, c, d] = [before, from, to, after].map((point) => point?.[axis] ?? 0);
        return catmullRom(a ?? 0, b ?? 0, c ?? 0, d ?? 0, t);
      };
      return [Math.max(0, blend(0)), blend(1)];
    });
  });
}

function catmullRom(before: number, from: number, to: number, after: number, t: number): number {
  const slope = to - before;
  const bend = 2 * before - 5 * from + 4 * to - after;
  const twist = 3 * (from - to) + after - before;
  return from + (t * (slope + t * (bend + t * twist))) / 2;
}

/** Lists points of an arc in the x–z plane at y = 0, from one angle to another. */
export function arc(radius: number, from: number, to: number, center: Vec3, steps = 12): Vec3[] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / steps) * Math.PI) / 180;
    return [center[0] + radius * Math.cos(angle), center[1], center[2] + radius * Math.sin(angle)];
  });
}
