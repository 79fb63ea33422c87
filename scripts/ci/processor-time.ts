import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks a second, of `/proc` on every Linux. */
const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parentId: number;
  /** Of the process and of its ended children. */
  readonly ticks: number;
}

/** Processor time of a process and its descendants, also of those that have ended. 0 on systems other than Linux. */
export function processorSeconds(processId: number): number {
  if (process.platform !== "linux") return 0;
  const all = new Map(listProcesses());
  const isOurs = (id: number): boolean => {
    const found = id === processId ? null : all.get(id);
    return found === null || (found !== undefined && isOurs(found.parentId));
  };
  let ticks = 0;
  for (const [id, times] of all) if (isOurs(id)) ticks += times.ticks;
  return ticks / ticksPerSecond;
}

function listProcesses(): (readonly [number, ProcessTimes])[] {
  return readdirSync("/proc").flatMap((name) => {
    const times = /^\d+$/.test(name) ? readTimes(name) : undefined;
    return times === undefined ? [] : [[Number(name), times] as const];
  });
}

/** `undefined` when the process has ended since it was listed. */
function readTimes(name: string): ProcessTimes | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${name}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name in parentheses may contain spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [parentId = 0, ...times] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  return { parentId, ticks: times.reduce((sum, value) => sum + value, 0) };
}
