import { type Door, isBehind } from "./door.ts";
import { mcpDoor } from "./mcp/door.ts";

export const doors: readonly Door[] = [mcpDoor];

export function doorOfPath(path: string): Door | undefined {
  return doors.find((door) => isBehind(door, path));
}
