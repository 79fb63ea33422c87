import { type Door, isBehind } from "./door.ts";

export const doors: readonly Door[] = [];

export function doorOfPath(path: string): Door | undefined {
  return doors.find((door) => isBehind(door, path));
}
