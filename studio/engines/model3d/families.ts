import { irregularPlurals } from "#studio/engines/scene/reading/irregular-plurals.ts";

import { adventure } from "./families/adventure.ts";
import { animals } from "./families/animals.ts";
import { appliances } from "./families/appliances.ts";
import { arms } from "./families/arms.ts";
import { characters } from "./families/characters.ts";
import { clothes } from "./families/clothes.ts";
import { containers } from "./families/containers.ts";
import { craft } from "./families/craft.ts";
import { crafts } from "./families/crafts.ts";
import { creatures } from "./families/creatures.ts";
import { critters } from "./families/critters.ts";
import { cutleries } from "./families/cutlery.ts";
import { dolls } from "./families/dolls.ts";
import { electronics } from "./families/electronics.ts";
import { figures } from "./families/figures.ts";
import { food } from "./families/food.ts";
import { furnishings } from "./families/furnishings.ts";
import { furniture } from "./families/furniture.ts";
import { gadgets } from "./families/gadgets.ts";
import { glassware } from "./families/glassware.ts";
import { groceries } from "./families/groceries.ts";
import { handTools } from "./families/hand-tools.ts";
import { headwear } from "./families/headwear.ts";
import { homes } from "./families/homes.ts";
import { household } from "./families/household.ts";
import { instruments } from "./families/instruments.ts";
import { keepsakes } from "./families/keepsakes.ts";
import { laboratory } from "./families/laboratory.ts";
import { landVehicles } from "./families/land-vehicles.ts";
import { landforms } from "./families/landforms.ts";
import { landmarks } from "./families/landmarks.ts";
import { machines } from "./families/machines.ts";
import { outdoors } from "./families/outdoors.ts";
import { people } from "./families/people.ts";
import { plants } from "./families/plants.ts";
import { playthings } from "./families/playthings.ts";
import { pocketThings } from "./families/pocket-things.ts";
import { props } from "./families/props.ts";
import { relics } from "./families/relics.ts";
import { retro } from "./families/retro.ts";
import { rides } from "./families/rides.ts";
import { roadside } from "./families/roadside.ts";
import { roles } from "./families/roles.ts";
import { scenery } from "./families/scenery.ts";
import { seats } from "./families/seats.ts";
import { shapes } from "./families/shapes.ts";
import { sites } from "./families/sites.ts";
import { sports } from "./families/sports.ts";
import { storage } from "./families/storage.ts";
import { street } from "./families/street.ts";
import { sundries } from "./families/sundries.ts";
import { tools } from "./families/tools.ts";
import { treasures } from "./families/treasures.ts";
import { vessels } from "./families/vessels.ts";
import { wearables } from "./families/wearables.ts";
import { wildlife } from "./families/wildlife.ts";
import { winds } from "./families/winds.ts";
import { wonders } from "./families/wonders.ts";
import { workVehicles } from "./families/work-vehicles.ts";
import type { Family } from "./family.ts";

export const families: readonly Family[] = [
  ...adventure,
  ...vessels,
  ...furniture,
  ...homes,
  ...landmarks,
  ...plants,
  ...scenery,
  ...landVehicles,
  ...craft,
  ...household,
  ...street,
  ...animals,
  ...figures,
  ...characters,
  ...shapes,
  ...food,
  ...tools,
  ...gadgets,
  ...treasures,
  ...creatures,
  ...machines,
  ...outdoors,
  ...people,
  ...roles,
  ...storage,
  ...wearables,
  ...wonders,
  ...appliances,
  ...clothes,
  ...containers,
  ...cutleries,
  ...electronics,
  ...furnishings,
  ...groceries,
  ...handTools,
  ...instruments,
  ...rides,
  ...roadside,
  ...sports,
  ...keepsakes,
  ...glassware,
  ...seats,
  ...retro,
  ...playthings,
  ...headwear,
  ...workVehicles,
  ...wildlife,
  ...props,
  ...dolls,
  ...sundries,
  ...arms,
  ...critters,
  ...relics,
  ...laboratory,
  ...pocketThings,
  ...crafts,
  ...sites,
  ...landforms,
  ...winds,
];

const familyByName = indexByName(({ names }) => names);
const familyByNearName = indexByName(({ near = [] }) => near);

function indexByName(namesOf: (family: Family) => readonly string[]): ReadonlyMap<string, Family> {
  return new Map(
    families.flatMap((family) => namesOf(family).map((name) => [toWords(name), family] as const)),
  );
}

/** Prompts are read without apostrophes: "rubik's cube" is "rubik s cube". */
export function toWords(name: string): string {
  return name.replaceAll("'", " ");
}

/** Finds a family by a lower-case name of up to four words, singular or plural. */
export function findFamily(name: string): Family | undefined {
  return findIn(familyByName, name);
}

/** Finds the nearest kind of a thing without a family. */
export function findNearFamily(name: string): Family | undefined {
  return findIn(familyByNearName, name);
}

function findIn(table: ReadonlyMap<string, Family>, name: string): Family | undefined {
  return singulars(name)
    .map((singular) => table.get(singular))
    .find((family) => family !== undefined);
}

function singulars(name: string): string[] {
  const forms = [name];
  const irregular = irregularPlurals[name];
  if (irregular !== undefined) forms.push(irregular);
  if (name.endsWith("s")) forms.push(name.slice(0, -1));
  if (name.endsWith("es")) forms.push(name.slice(0, -2));
  if (name.endsWith("ies")) forms.push(`${name.slice(0, -3)}y`);
  if (name.endsWith("ves")) forms.push(`${name.slice(0, -3)}f`, `${name.slice(0, -3)}fe`);
  if (name.endsWith("men")) forms.push(`${name.slice(0, -3)}man`);
  if (name.endsWith("people")) forms.push("person");
  return forms;
}
