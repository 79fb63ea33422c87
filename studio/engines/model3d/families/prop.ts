import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import type { Material } from "#studio/engines/model3d/material.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";

/** A thing of fixed parts: the first has the requested colour, the others may be named. */
export interface Prop {
  readonly names: readonly string[];
  readonly near?: readonly string[];
  readonly surface?: number;
  readonly solid: Solid;
  readonly material: Material;
  readonly others?: readonly (readonly [name: string, solid: Solid, material: Material])[];
}

export function toFamily({ names, near, surface, solid, material, others = [] }: Prop): Family {
  return {
    names,
    ...(near === undefined ? {} : { near }),
    ...(surface === undefined ? {} : { surface }),
    parts: [...new Set(others.map(([name]) => name))],
    build: ({ main, detail }) => [
      part(solid, main(material)),
      ...others.map(([name, own, ownMaterial]) => part(own, detail(name, ownMaterial))),
    ],
  };
}
