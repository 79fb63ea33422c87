import type { Drawing } from "./drawing.ts";
import { cottage, igloo, lighthouse, tower, windmill } from "./drawings-buildings.ts";
import { chefHat, cowboyHat, partyHat, santaHat, wizardHat } from "./drawings-hats.ts";
import { bridge, cliff, island, waterfall } from "./drawings-landscape.ts";
import { pirateShip } from "./drawings-ship.ts";
import { campfire, fence, knight, paperPlane, sofa, tent } from "./drawings-things.ts";

/** Studio's own drawings by their mark, which replaces the emoji of library art. */
const drawings: Readonly<Record<string, Drawing>> = {
  "@bridge": bridge,
  "@campfire": campfire,
  "@chef-hat": chefHat,
  "@cliff": cliff,
  "@cottage": cottage,
  "@cowboy-hat": cowboyHat,
  "@fence": fence,
  "@igloo": igloo,
  "@island": island,
  "@knight": knight,
  "@lighthouse": lighthouse,
  "@paper-plane": paperPlane,
  "@party-hat": partyHat,
  "@pirate-ship": pirateShip,
  "@santa-hat": santaHat,
  "@sofa": sofa,
  "@tent": tent,
  "@tower": tower,
  "@waterfall": waterfall,
  "@windmill": windmill,
  "@wizard-hat": wizardHat,
};

export function findDrawing(emoji: string): Drawing | undefined {
  return drawings[emoji];
}
