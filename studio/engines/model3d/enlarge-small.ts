import { boundsOf, longestExtent } from "./mesh.ts";
import type { BuiltItem } from "./place-scene.ts";
import { type Relation, wornRelations } from "./scene-item.ts";

/** Smallest extent of an item in extents of the largest one, by its relation; of items on the ground without one. */
const sharesMin: Readonly<Partial<Record<Relation, number>>> = {
  on: 1 / 20,
  in: 1 / 20,
  held: 1 / 5,
  riding: 1 / 3,
};
const shareMinOnGround = 1 / 9;

/**
 * Enlarges items that would be too small to see: a fox next to a castle. Other items keep their real size.
 * `isEnlarged` has one value for each item.
 */
export function enlargeSmall(items: readonly BuiltItem[]): {
  items: BuiltItem[];
  isEnlarged: boolean[];
} {
  const extents = items.map(extentOf);
  const largest = Math.max(...extents);
  const factors = items.map(({ relation }, index) => {
    const smallest = largest * (sharesMin[relation] ?? shareMinOnGround);
    return wornRelations.has(relation) ? 1 : Math.max(1, smallest / (extents[index] ?? largest));
  });
  return {
    items: items.map((item, index) => ({ ...item, size: item.size * (factors[index] ?? 1) })),
    isEnlarged: factors.map((factor) => factor > 1),
  };
}

function extentOf({ meshes, size }: BuiltItem): number {
  return size * longestExtent(boundsOf(meshes));
}
