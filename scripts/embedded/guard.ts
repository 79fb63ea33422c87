import { fileURLToPath } from "node:url";

import { launchProcess } from "./launch-process.ts";

export interface Guard {
  /** Dismisses the guard without ending anything. */
  stop(): Promise<void>;
}

/**
 * Starts a small process that waits for this one to end. When that happens without `stop()`, by
 * SIGKILL or a crash, it ends every process in the record and removes `disposableFolder`, if given.
 */
export async function startGuard(recordFile: string, disposableFolder?: string): Promise<Guard> {
  const entry = fileURLToPath(new URL("guard-process.ts", import.meta.url));
  const guard = await launchProcess({
    command: process.execPath,
    args: [entry, recordFile, ...(disposableFolder === undefined ? [] : [disposableFolder])],
    folder: "/",
    onLine: () => undefined,
  });
  return { stop: () => guard.stop("SIGTERM", 2_000) };
}
