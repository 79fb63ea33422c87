import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

import { z } from "zod";

import {
  type ProcessIdentity,
  hasEnvironment,
  isSameProcess,
  listGroup,
  stopGroup,
} from "./processes.ts";

const identitySchema = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
const stopRuleSchema = z.object({ signal: z.enum(["SIGINT", "SIGTERM"]), graceMs: z.number() });
const partSchema = z.object({
  ...identitySchema.shape,
  ...stopRuleSchema.shape,
  name: z.string(),
});
const addressesSchema = z.object({
  /** The API's public URL. */
  api: z.string(),
  /** The same API by its local URL. */
  local: z.string(),
  internal: z.string(),
  temporalUi: z.union([z.string(), z.undefined()]),
  temporalNamespace: z.string(),
  keyFile: z.string(),
  logFolder: z.string(),
});
const runSchema = z.object({
  launcher: identitySchema,
  guard: identitySchema.optional(),
  parts: z.array(partSchema),
  /** Set while everything is ready. */
  addresses: addressesSchema.optional(),
});
/** Stop rule of a part: the signal, and the grace period before SIGKILL. */
export type StopRule = Readonly<z.output<typeof stopRuleSchema>>;
export type RunningPart = z.output<typeof partSchema>;
export type EngineAddresses = z.output<typeof addressesSchema>;
export type Run = z.output<typeof runSchema>;

/** Set to the record's path in every part's environment: distinguishes the engine's processes from others. */
export const markerName = "GME_RUN_RECORD";

/** Lists the running parts on disk, so a guard or the next start can end them when the launcher cannot. */
export interface RunRecord {
  readonly file: string;
  setGuard(guard: ProcessIdentity): void;
  add(part: RunningPart): void;
  remove(pid: number): void;
  publish(addresses: EngineAddresses): void;
  /** Deletes the record; called after all parts have ended. */
  close(): void;
}

export function createRunRecord(file: string, launcher: ProcessIdentity): RunRecord {
  let run: Run = { launcher, parts: [] };
  const change = (changes: Partial<Run>) => {
    run = { ...run, ...changes };
    // Synchronous, because a crash between the start of a process and its record would leave an orphan.
    writeFileSync(`${file}.new`, JSON.stringify(run, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  change({});
  return {
    file,
    setGuard: (guard) => change({ guard }),
    add: (part) => change({ parts: [...run.parts, part] }),
    remove(pid) {
      try {
        change({ parts: run.parts.filter((part) => part.pid !== pid) });
      } catch {
        // The folder was deleted under a running engine; its other parts must still be stopped.
      }
    },
    publish: (addresses) => change({ addresses }),
    close: () => rmSync(file, { force: true }),
  };
}

/** `undefined` when there is no readable record. */
export function readRun(file: string): Run | undefined {
  try {
    return runSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** The run whose launcher is alive, if any. */
export function readLiveRun(file: string): Run | undefined {
  const run = readRun(file);
  return run && isSameProcess(run.launcher) ? run : undefined;
}

/**
 * Ends the leftovers of a run, last started first, and returns their names. Verifies each process by its
 * start time, and the orphans of a dead one by their environment; never touches an unrelated process.
 */
export async function endLeftovers(file: string): Promise<readonly string[]> {
  const run = readRun(file);
  if (!run) return [];
  // The guard would do the same, but later, when the file may describe the next run.
  if (run.guard && run.guard.pid !== process.pid && isSameProcess(run.guard)) {
    await stopGroup(run.guard.pid, { signal: "SIGKILL", graceMs: 2_000 });
  }
  const ended: string[] = [];
  for (const part of run.parts.toReversed()) {
    if (!isOurs(part, file)) continue;
    await stopGroup(part.pid, part);
    ended.push(part.name);
  }
  return ended;
}

function isOurs(part: RunningPart, file: string): boolean {
  if (isSameProcess(part)) return true;
  const members = listGroup(part.pid);
  return members.length > 0 && members.every((pid) => hasEnvironment(pid, markerName, file));
}
