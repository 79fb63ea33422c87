import { chmod, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import type { Config } from "#config.ts";

import { startParts, stopOrder } from "./engine-parts.ts";
import { startGuard } from "./guard.ts";
import { lockFolder } from "./lock-folder.ts";
import { createLogFile } from "./log-file.ts";
import { ownIdentity } from "./processes.ts";
import { type EngineAddresses, createRunRecord, endLeftovers, markerName } from "./run-record.ts";
import { createSupervisor } from "./supervise.ts";
import type { Terminal } from "./terminal.ts";

export interface EngineInput {
  readonly config: Config;
  readonly environment: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
  /** Aborting rejects a start that is under way. */
  readonly signal: AbortSignal;
}

export interface Engine {
  readonly addresses: EngineAddresses;
  /** Connection URL with the password: for this process only, never for a file or a log. */
  readonly databaseUrl: string;
  /** Drains and ends all parts; resolves when none of them runs any more. */
  stop(): Promise<void>;
}

export function recordFileOf(config: Config): string {
  return join(resolve(config.DATA_DIR), "run.json");
}

/**
 * Starts the services that the settings do not name (PostgreSQL, Temporal, studio), then migrates, creates
 * the local owner, and starts worker and API. Returns `undefined` when another process runs an engine on this
 * DATA_DIR. Throws `ConfigError` with one sentence for the operator after stopping all parts.
 */
export async function startEngine(input: EngineInput): Promise<Engine | undefined> {
  const { config, terminal, signal } = input;
  const dataFolder = resolve(config.DATA_DIR);
  const logFolder = join(dataFolder, "logs");
  // The folder contains keys and accounts; `recursive` does not change the mode of an existing folder.
  await mkdir(logFolder, { recursive: true, mode: 0o700 });
  await chmod(dataFolder, 0o700);
  const lock = lockFolder(dataFolder);
  if (!lock) return undefined;

  const recordFile = recordFileOf(config);
  const leftovers = await endLeftovers(recordFile);
  if (leftovers.length > 0) {
    terminal.line(`Ended what an earlier run left behind: ${leftovers.join(", ")}.`);
  }
  const record = createRunRecord(recordFile, ownIdentity());
  const guard = await startGuard(recordFile);
  record.setGuard(guard.identity);
  const supervisor = createSupervisor({ record, log: (line) => terminal.line(line) });
  const stop = async () => {
    await supervisor.stop(stopOrder);
    await guard.stop();
    // Ends one-off processes, such as the migration, of an interrupted start.
    await endLeftovers(recordFile);
    record.close();
    lock.release();
  };
  try {
    const { addresses, databaseUrl } = await orAborted(
      signal,
      startParts({
        config,
        terminal,
        signal,
        dataFolder,
        record,
        supervisor,
        env: { ...input.environment, [markerName]: recordFile },
        logTo: (name) => createLogFile(join(logFolder, `${name}.log`)),
      }),
    );
    record.publish(addresses);
    return { addresses, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves with the work's outcome, or rejects with the reason of an earlier abort. */
async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
