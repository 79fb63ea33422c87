import type { Material } from "./material.ts";
import type { Solid } from "./solid.ts";

export interface Part {
  readonly solid: Solid;
  readonly material: Material;
}

interface FamilyRequest {
  /** The family's own material, or the colour and finish that were asked for, for its main parts. */
  readonly main: (own: Material) => Material;
  /** Words beside the name, in lower case: `tall`, `round`, `old`. */
  readonly has: (...words: readonly string[]) => boolean;
  /** 0–1, from the seed. */
  readonly random: () => number;
}

/** A kind of object that is built from solids. */
export interface Family {
  /** Singular names, in lower case, the usual one first. */
  readonly names: readonly string[];
  /** Where other things stand on it, if not on its highest point, in metres over the ground. */
  readonly surface?: number;
  /** Where things go that are put into it, for containers. */
  readonly inside?: number;
  build(request: FamilyRequest): readonly Part[];
}

export function part(solid: Solid, material: Material): Part {
  return { solid, material };
}
