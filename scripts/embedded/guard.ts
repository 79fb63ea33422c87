import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type LaunchedProcess, launchProcess } from "./launch-process.ts";
import { type ProcessIdentity, ownIdentity } from "./processes.ts";
import { createRunRecord, type StopRule } from "./run-record.ts";

export interface Guard {
  readonly identity: ProcessIdentity;
  /** Dismisses the guard; the recorded processes keep running. */
  stop(): Promise<void>;
}

/**
 * Starts a small process that waits for this one to end. When this process ends without `stop()`, by SIGKILL
 * or a crash, the guard ends every process in the record and removes `disposableFolder`, if given.
 */
export async function startGuard(recordFile: string, disposableFolder?: string): Promise<Guard> {
  const entry = fileURLToPath(new URL("guard-process.ts", import.meta.url));
  const guard = await launchProcess({
    command: process.execPath,
    args: [entry, recordFile, ...(disposableFolder === undefined ? [] : [disposableFolder])],
    folder: "/",
    onLine: () => undefined,
  });
  return { identity: guard.identity, stop: () => guard.stop("SIGTERM", 2_000) };
}

/** Guards a single process of a test that runs without a supervisor. */
export async function guardProcess(
  name: string,
  { process, rule }: { process: LaunchedProcess; rule: StopRule },
  disposableFolder?: string,
): Promise<Guard> {
  const folder = disposableFolder ?? (await mkdtemp(join(tmpdir(), "gme-guard-")));
  const file = join(folder, "run.json");
  createRunRecord(file, ownIdentity()).add({ name, ...process.identity, ...rule });
  const guard = await startGuard(file, folder);
  return {
    identity: guard.identity,
    async stop() {
      await guard.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
