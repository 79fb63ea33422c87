import type { Head } from "./family.ts";
import { looksToSide } from "./family.ts";
import type { Bounds, Mesh } from "./mesh.ts";
import { boundsOf, placeMesh } from "./mesh.ts";
import { type Relation, wornRelations } from "./scene-item.ts";

/** Meshes of an item before its placement in the scene. */
export interface BuiltItem {
  readonly meshes: readonly Mesh[];
  readonly count: number;
  /** True when the copies lie on each other. */
  readonly isStacked: boolean;
  readonly size: number;
  /** Height above the item's ground in metres, before scaling by `size`. */
  readonly surface?: number | undefined;
  readonly inside?: number | undefined;
  readonly head?: Head | undefined;
  readonly relation: Relation;
  /** Words of the prompt that changed the shape, such as "tall". */
  readonly applied: readonly string[];
}

interface Group {
  readonly meshes: readonly Mesh[];
  readonly bounds: Bounds;
  readonly surface?: number | undefined;
  readonly inside?: number | undefined;
  readonly head?: Head | undefined;
}

const gapShare = 0.18;
const columnsMax = 4;
const tableHeightMax = 1.2;
/** Width of a worn hat in widths of the head, and the share of its height that covers the head. */
const hatWidth = 1.35;
const hatOverlap = 0.12;
/** Widths of glasses, scarfs and bow ties in widths of the head. */
const glassesWidth = 0.95;
const scarfWidth = 1.25;
const bowWidth = 0.6;
/** Longest edge of what is held, and height of the hands, in heights of the holder. */
const heldShare = 0.5;
const handShare = 0.42;
/** A tree and a street lamp stand on a stem: what is under them stands in front of it. */
const stemShare = 0.5;
const footShare = 0.12;
/** Smallest footprint of what lies in a container, as a share of the space. */
const contentShareMin = 0.75;

/** Places items from the last to the first, because a mug on a table needs the table's position. */
export function placeScene(items: readonly BuiltItem[], random: () => number): Mesh[] {
  const placed: Mesh[] = [];
  let support: Group | undefined;
  for (const item of items.toReversed()) {
    if (item.relation === "around" && support) {
      placed.push(...standAround(item, support));
      continue;
    }
    const group = item.isStacked ? stack(item, random) : arrange(item, random);
    const anchored: Group = support
      ? relate(group, support, item.relation, boundsOf(placed))
      : group;
    placed.push(...anchored.meshes);
    // The next item is placed next to the wearer; a second piece is worn by the same one.
    if (!support || !wornRelations.has(item.relation)) support = anchored;
  }
  return placed;
}

/** Arranges the copies of an item on the ground in rows around the origin, each slightly turned. */
function arrange(item: BuiltItem, random: () => number): Group {
  const own = boundsOf(item.meshes);
  const [width, depth] = [own.high[0] - own.low[0], own.high[2] - own.low[2]];
  // In a container, tall things such as flowers stand close together.
  const isTall = own.high[1] - own.low[1] > 1.5 * Math.max(width, depth) - 1e-6;
  const closeness = item.relation !== "in" ? 1 : isTall ? 0.3 : 0.75;
  const columns =
    item.relation === "in" ? Math.ceil(Math.sqrt(item.count)) : Math.min(item.count, columnsMax);
  const rows = Math.ceil(item.count / columns);
  const meshes = Array.from({ length: item.count }, (_, copy) => {
    const [row, column] = [Math.floor(copy / columns), copy % columns];
    const inRow = Math.min(columns, item.count - row * columns);
    const jitter = item.count === 1 ? 0 : 1;
    const x = (column - (inRow - 1) / 2) * width * 1.25 * closeness;
    const z = ((rows - 1) / 2 - row) * depth * 1.3 * closeness;
    return item.meshes.map((mesh) => {
      const name = item.count === 1 ? mesh.name : `${mesh.name} ${copy + 1}`;
      const move = [x * item.size, -own.low[1] * item.size, z * item.size] as const;
      return { mesh: { ...mesh, name }, scale: item.size, move, jitter };
    });
  }).flatMap((parts) => {
    // All parts of a copy have the same rotation.
    const degrees = (random() - 0.5) * 24 * (parts[0]?.jitter ?? 0);
    return parts.map(({ mesh, scale, move }) => placeMesh(mesh, { scale, degrees, move }));
  });
  const scaled = (height: number | undefined) =>
    height === undefined ? undefined : (height - own.low[1]) * item.size;
  return {
    meshes,
    bounds: boundsOf(meshes),
    surface: scaled(item.surface),
    inside: scaled(item.inside),
    head: item.head && scaleHead(item.head, item.size),
  };
}

function scaleHead({ forward, width, top }: Head, factor: number): Head {
  return { forward: forward * factor, width: width * factor, top: top * factor };
}

/** Puts the copies of an item on each other, slightly turned. */
function stack(item: BuiltItem, random: () => number): Group {
  const own = boundsOf(item.meshes);
  const tall = (own.high[1] - own.low[1]) * item.size;
  const meshes = Array.from({ length: item.count }, (_, copy) => {
    const degrees = (random() - 0.5) * 26;
    const move = [0, copy * tall - own.low[1] * item.size, 0] as const;
    return item.meshes.map((mesh) =>
      placeMesh({ ...mesh, name: `${mesh.name} ${copy + 1}` }, { scale: item.size, degrees, move }),
    );
  }).flat();
  return { meshes, bounds: boundsOf(meshes) };
}

/** Puts the copies of an item, such as chairs, around another one and turns them towards it. */
function standAround(item: BuiltItem, support: Group): Mesh[] {
  const own = boundsOf(item.meshes);
  const { low, high } = support.bounds;
  const [wide, deep] = footprint(support.bounds);
  const depth = (own.high[2] - own.low[2]) * item.size;
  // Half of a seat is below the table top; around higher things, items stand free.
  const reach = depth * (high[1] - low[1] < tableHeightMax ? 0.28 : 0.65);
  return Array.from({ length: item.count }, (_, copy) => {
    const angle = (2 * Math.PI * (copy + 0.5)) / item.count;
    const [across, along] = [Math.sin(angle), Math.cos(angle)];
    const isEnd = item.count < 5 && Math.abs(across) > 0.9;
    const x = isEnd ? Math.sign(across) * (wide / 2 + reach) : across * wide * 0.36;
    const z = isEnd ? 0 : Math.sign(along) * (deep / 2 + reach);
    const degrees = isEnd ? (across > 0 ? -90 : 90) : along > 0 ? 180 : 0;
    const move = [
      (low[0] + high[0]) / 2 + x,
      low[1] - own.low[1] * item.size,
      (low[2] + high[2]) / 2 + z,
    ] as const;
    return item.meshes.map((mesh) =>
      placeMesh({ ...mesh, name: `${mesh.name} ${copy + 1}` }, { scale: item.size, degrees, move }),
    );
  }).flat();
}

function relate(group: Group, support: Group, relation: Relation, all: Bounds): Group {
  const base = support.bounds;
  const [width, depth] = footprint(group.bounds);
  const [baseWidth, baseDepth] = footprint(base);
  const [x, z] = [(base.low[0] + base.high[0]) / 2, (base.low[2] + base.high[2]) / 2];
  const ground = base.low[1];
  const height = group.bounds.high[1] - group.bounds.low[1];
  switch (relation) {
    case "riding":
    case "on": {
      const fit = Math.min(1, (baseWidth * 0.85) / width, (baseDepth * 0.95) / depth);
      const top = support.surface === undefined ? base.high[1] : ground + support.surface;
      return shift(group, fit, [x, top, z]);
    }
    case "in": {
      // Flowers are wider than their vase; apples stay within their bowl.
      const isTall = height > 1.2 * Math.max(width, depth);
      const room = isTall ? 1.5 : 0.66;
      const most = Math.min((baseWidth * room) / width, (baseDepth * room) / depth);
      // A ring in a box would not be seen.
      const space = base.high[1] - ground - (support.inside ?? 0);
      const least = isTall ? space / height : most * contentShareMin;
      const fit = Math.min(most, Math.max(1, least));
      return shift(group, fit, [x, ground + (support.inside ?? 0), z]);
    }
    case "under": {
      const fit = Math.min(1, ((base.high[1] - ground) * 0.8) / height, (baseWidth * 0.7) / width);
      const foot = footOf(support);
      const isStem = foot.high[0] - foot.low[0] < Math.max(width, baseWidth) * stemShare;
      if (isStem && base.high[1] - ground > height) {
        return shift(group, 1, [x, ground, foot.high[2] + depth * 0.55]);
      }
      return shift(group, fit, [x, ground, z]);
    }
    case "above":
      return shift(group, 1, [x, base.high[1] + height * 0.3, z]);
    case "on eyes": {
      const { width: headWidth, top } = headOf(support);
      const fit = (headWidth * glassesWidth) / width;
      const front = z + headWidth * 0.52 - group.bounds.high[2] * fit;
      return shift(group, fit, [x, ground + top - headWidth * 0.5 - height * fit * 0.5, front]);
    }
    case "on neck": {
      const { width: headWidth, top } = headOf(support);
      // A scarf goes around the neck, a bow tie is in front of it.
      const isAround = depth > width * 0.5;
      const fit = (headWidth * (isAround ? scarfWidth : bowWidth)) / width;
      const chin = ground + top - headWidth * 0.8;
      return isAround
        ? shift(group, fit, [x, chin - height * fit, z])
        : shift(group, fit, [x, chin - height * fit, z + headWidth * 0.5]);
    }
    case "worn": {
      const { forward, width: headWidth, top } = headOf(support);
      const fit = (headWidth * hatWidth) / width;
      return shift(group, fit, [x - forward, ground + top - height * fit * hatOverlap, z]);
    }
    case "held": {
      const tall = base.high[1] - ground;
      const fit = Math.min(1, (tall * heldShare) / Math.max(width, depth, height));
      const { head } = support;
      // An animal that looks to the side has the thing in its mouth, others in front of their body.
      return head && looksToSide(head)
        ? shift(group, fit, [
            x - head.forward - head.width * 0.95 - width * fit * 0.1,
            ground + head.top - head.width * 0.65 - height * fit * 0.5,
            z,
          ])
        : shift(group, fit, [
            x + baseWidth * 0.22,
            ground + tall * handShare - height * fit * 0.3,
            base.high[2] + depth * fit * 0.3,
          ]);
    }
    case "behind":
      return shift(group, 1, [x, ground, base.low[2] - depth * (0.5 + gapShare)]);
    case "in front of":
      return shift(group, 1, [x, ground, base.high[2] + depth * (0.5 + gapShare)]);
    case "around":
    case "beside":
      if (ground > 0.001) {
        // Next to something on a table is on the table, too.
        const gap = gapShare * Math.min(width, baseWidth);
        return shift(group, 1, [base.low[0] - width / 2 - gap, ground, z]);
      }
      return shift(group, 1, [
        all.low[0] - width / 2 - gapShare * Math.min(width, baseWidth),
        0,
        z,
      ]);
  }
}

/** Bounds of the lowest part of a group. */
function footOf({ meshes, bounds: { low, high } }: Group): Bounds {
  const top = low[1] + (high[1] - low[1]) * footShare;
  const [from, to]: [[number, number, number], [number, number, number]] = [
    [Infinity, low[1], Infinity],
    [-Infinity, top, -Infinity],
  ];
  for (const { positions } of meshes) {
    for (let index = 0; index < positions.length; index += 3) {
      if ((positions[index + 1] ?? 0) > top) continue;
      for (const axis of [0, 2] as const) {
        const value = positions[index + axis] ?? 0;
        from[axis] = Math.min(from[axis], value);
        to[axis] = Math.max(to[axis], value);
      }
    }
  }
  return { low: from, high: to };
}

function headOf({ head, bounds: { low, high } }: Group): Head {
  return head ?? { forward: 0, width: (high[0] - low[0]) * 0.5, top: high[1] - low[1] };
}

function footprint({ low, high }: Bounds): [width: number, depth: number] {
  return [high[0] - low[0], high[2] - low[2]];
}

function shift(group: Group, scale: number, move: readonly [number, number, number]): Group {
  const meshes = group.meshes.map((mesh) => placeMesh(mesh, { scale, degrees: 0, move }));
  const scaled = (height: number | undefined) =>
    height === undefined ? undefined : height * scale;
  return {
    meshes,
    bounds: boundsOf(meshes),
    surface: scaled(group.surface),
    inside: scaled(group.inside),
    head: group.head && scaleHead(group.head, scale),
  };
}
