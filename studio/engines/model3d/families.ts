import { buildings } from "./families/buildings.ts";
import { furniture } from "./families/furniture.ts";
import { nature } from "./families/nature.ts";
import { things } from "./families/things.ts";
import { toys } from "./families/toys.ts";
import { vehicles } from "./families/vehicles.ts";
import { vessels } from "./families/vessels.ts";
import type { Family } from "./family.ts";

export const families: readonly Family[] = [
  ...vessels,
  ...furniture,
  ...buildings,
  ...nature,
  ...vehicles,
  ...toys,
  ...things,
];

const familyByName = new Map(
  families.flatMap((family) => family.names.map((name) => [name, family] as const)),
);

/** The family of a name of up to three words, singular or plural, in lower case. */
export function findFamily(name: string): Family | undefined {
  return singulars(name)
    .map((singular) => familyByName.get(singular))
    .find((family) => family !== undefined);
}

function singulars(name: string): string[] {
  const forms = [name];
  if (name.endsWith("s")) forms.push(name.slice(0, -1));
  if (name.endsWith("es")) forms.push(name.slice(0, -2));
  if (name.endsWith("ies")) forms.push(`${name.slice(0, -3)}y`);
  if (name.endsWith("ves")) forms.push(`${name.slice(0, -3)}f`, `${name.slice(0, -3)}fe`);
  if (name.endsWith("men")) forms.push(`${name.slice(0, -3)}man`);
  if (name.endsWith("people")) forms.push("person");
  return forms;
}
