import type { Family } from "./family.ts";
import type { Material } from "./material.ts";
import type { Motif } from "./motifs/read-motifs.ts";
import type { NamedState } from "./states/states.ts";

/** Position of an item relative to the next item of the sentence. */
export type Relation =
  | "on"
  | "in"
  | "under"
  | "above"
  | "behind"
  | "in front of"
  | "around"
  | "beside"
  | "worn"
  | "on eyes"
  | "on neck"
  | "held"
  | "riding";

/** Relations of clothes: the size and the place follow from the wearer. */
export const wornRelations: ReadonlySet<Relation> = new Set(["worn", "on eyes", "on neck"]);

/** Colour and finish that a prompt names. */
export interface Paint {
  readonly color?: string;
  readonly finish?: Material;
  /** Second colour: white of "red and white stripes". */
  readonly accent?: string;
  /** States such as "chipped" and patterns such as "striped". */
  readonly states?: readonly NamedState[];
}

export interface SceneItem extends Paint {
  readonly name: string;
  /** Families consist of solids; other subjects are inflated images of the art library. */
  readonly subject:
    | { readonly kind: "family"; readonly family: Family }
    | { readonly kind: "picture"; readonly emoji: string };
  /** True when the family is only the nearest kind: a flute for a bagpipe. */
  readonly isNearest: boolean;
  readonly count: number;
  readonly size: number;
  readonly words: ReadonlySet<string>;
  readonly relation: Relation;
  /** True for "a stack of books". */
  readonly isStacked: boolean;
  /** Parts that the prompt describes: the door of "a house with a blue door". */
  readonly details: ReadonlyMap<string, Paint>;
  /** Numbers of parts that the prompt names: "three" of "a stool with three legs". */
  readonly partCounts: readonly string[];
  /** The words of "3D text that says HELLO". */
  readonly text: string;
  /** Painted on the surface: the lion of "a shield with a lion emblem". */
  readonly motif?: Motif;
}
