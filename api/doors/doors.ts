import { type Door, isBehind } from "./door.ts";
import { openaiDoor } from "./openai/door.ts";

export const doors: readonly Door[] = [openaiDoor];

export function doorOfPath(path: string): Door | undefined {
  return doors.find((door) => isBehind(door, path));
}
