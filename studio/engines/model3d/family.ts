import type { Material } from "./material.ts";
import type { Solid } from "./solid.ts";

export interface Part {
  readonly solid: Solid;
  readonly material: Material;
}

interface FamilyRequest {
  /** Returns the material of the main parts: the family's material with the requested colour and finish. */
  readonly main: (own: Material) => Material;
  /** Checks for a lower-case word of the prompt, such as `tall`, `round` or `old`. */
  readonly has: (...words: readonly string[]) => boolean;
  /** Returns the material of a part that the prompt describes, such as the door of "a house with a blue door". */
  readonly detail: (name: string, own: Material) => Material;
  /** The words of "3D text that says HELLO"; empty for other items. */
  readonly text: string;
  /** Returns the next seeded random number from 0 to 1. */
  readonly random: () => number;
}

/** Place of a hat, in metres: in front of the middle (towards −x), its width, and height above the ground. */
export interface Head {
  readonly forward: number;
  readonly width: number;
  readonly top: number;
}

/** Animals look to the side, people to the front. */
export function looksToSide({ forward, width }: Head): boolean {
  return forward > width / 2;
}

/** A kind of object that consists of solids. */
export interface Family {
  /** Singular names in lower case, the most common first. */
  readonly names: readonly string[];
  /** Singular names of other things for which it is the nearest kind; the result says so. */
  readonly near?: readonly string[];
  /** Height in metres at which other items stand on this one; its highest point by default. */
  readonly surface?: number;
  /** Parts that it always has: "a cake with five candles" is no cake next to candles. */
  readonly parts?: readonly string[];
  /** Height in metres at which items stand inside a container. */
  readonly inside?: number;
  /** Place of hats; the middle of its highest point by default. */
  readonly head?: Head;
  /** A doll has a head, but an old doll has stains. */
  readonly isLifeless?: true;
  build(request: FamilyRequest): readonly Part[];
}

export function part(solid: Solid, material: Material): Part {
  return { solid, material };
}
