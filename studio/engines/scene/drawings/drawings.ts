import type { Drawing } from "./drawing.ts";
import { cottage, igloo, lighthouse, tower, windmill } from "./drawings-buildings.ts";
import { bridge, cliff, island, waterfall } from "./drawings-landscape.ts";
import { pirateShip } from "./drawings-ship.ts";
import { campfire, fence, knight, sofa, tent } from "./drawings-things.ts";

/** Studio's own drawings by their mark, which replaces the emoji of library art. */
const drawings: Readonly<Record<string, Drawing>> = {
  "@bridge": bridge,
  "@campfire": campfire,
  "@cliff": cliff,
  "@cottage": cottage,
  "@fence": fence,
  "@igloo": igloo,
  "@island": island,
  "@knight": knight,
  "@lighthouse": lighthouse,
  "@pirate-ship": pirateShip,
  "@sofa": sofa,
  "@tent": tent,
  "@tower": tower,
  "@waterfall": waterfall,
  "@windmill": windmill,
};

export function findDrawing(emoji: string): Drawing | undefined {
  return drawings[emoji];
}
