import { type Door, isBehind } from "./door.ts";
import { mcpDoor } from "./mcp/door.ts";
import { openaiDoor } from "./openai/door.ts";

export const doors: readonly Door[] = [openaiDoor, mcpDoor];

export function doorOfPath(path: string): Door | undefined {
  return doors.find((door) => isBehind(door, path));
}
