import type { Bounds, Mesh } from "./mesh.ts";
import { boundsOf, placeMesh } from "./mesh.ts";
import type { Relation } from "./read-scene.ts";

/** Meshes of an item before its placement in the scene. */
export interface BuiltItem {
  readonly meshes: readonly Mesh[];
  readonly count: number;
  readonly size: number;
  /** Height above the item's ground in metres, before scaling by `size`. */
  readonly surface?: number | undefined;
  readonly inside?: number | undefined;
  readonly relation: Relation;
}

interface Group {
  readonly meshes: readonly Mesh[];
  readonly bounds: Bounds;
  readonly surface?: number | undefined;
  readonly inside?: number | undefined;
}

const gapShare = 0.18;
const columnsMax = 4;

/** Places items from the last to the first, because a mug on a table needs the table's position. */
export function placeScene(items: readonly BuiltItem[], random: () => number): Mesh[] {
  const placed: Mesh[] = [];
  let support: Group | undefined;
  for (const item of items.toReversed()) {
    const group = arrange(item, random);
    const anchored: Group = support
      ? relate(group, support, item.relation, boundsOf(placed))
      : group;
    placed.push(...anchored.meshes);
    support = anchored;
  }
  return placed;
}

/** Arranges the copies of an item on the ground in rows around the origin, each slightly turned. */
function arrange(item: BuiltItem, random: () => number): Group {
  const own = boundsOf(item.meshes);
  const [width, depth] = [own.high[0] - own.low[0], own.high[2] - own.low[2]];
  const columns = Math.min(item.count, columnsMax);
  const rows = Math.ceil(item.count / columns);
  const meshes = Array.from({ length: item.count }, (_, copy) => {
    const [row, column] = [Math.floor(copy / columns), copy % columns];
    const inRow = Math.min(columns, item.count - row * columns);
    const jitter = item.count === 1 ? 0 : 1;
    const x = (column - (inRow - 1) / 2) * width * 1.25;
    const z = ((rows - 1) / 2 - row) * depth * 1.3;
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
  };
}

function relate(group: Group, support: Group, relation: Relation, all: Bounds): Group {
  const base = support.bounds;
  const [width, depth] = footprint(group.bounds);
  const [baseWidth, baseDepth] = footprint(base);
  const [x, z] = [(base.low[0] + base.high[0]) / 2, (base.low[2] + base.high[2]) / 2];
  const ground = base.low[1];
  const height = group.bounds.high[1] - group.bounds.low[1];
  switch (relation) {
    case "on": {
      const fit = Math.min(1, (baseWidth * 0.85) / width, (baseDepth * 0.95) / depth);
      const top = support.surface === undefined ? base.high[1] : ground + support.surface;
      return shift(group, fit, [x, top, z]);
    }
    case "in": {
      const fit = Math.min(1, (baseWidth * 1.5) / width, (baseDepth * 1.5) / depth);
      return shift(group, fit, [x, ground + (support.inside ?? 0), z]);
    }
    case "under": {
      const fit = Math.min(1, ((base.high[1] - ground) * 0.8) / height, (baseWidth * 0.7) / width);
      return shift(group, fit, [x, ground, z]);
    }
    case "behind":
      return shift(group, 1, [x, ground, base.low[2] - depth * (0.5 + gapShare)]);
    case "in front of":
      return shift(group, 1, [x, ground, base.high[2] + depth * (0.5 + gapShare)]);
    case "beside":
      return shift(group, 1, [
        all.low[0] - width / 2 - gapShare * Math.min(width, baseWidth),
        0,
        z,
      ]);
  }
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
  };
}
