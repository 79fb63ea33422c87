import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "#scripts/embedded/ports.ts";
import type { TestDatabase } from "#test/support/database.ts";

import type { NodeProcess } from "./node-process.ts";
import { reuseProcess } from "./reuse-process.ts";

export interface ApiProcesses {
  /** One base URL per process. */
  readonly urls: readonly string[];
  /** One base URL per process, of probes and metrics. */
  readonly internalUrls: readonly string[];
  /** Combined output of all processes. */
  output(): string;
  close(): Promise<void>;
}

interface StartedApi {
  readonly url: string;
  readonly internalUrl: string;
  readonly process: NodeProcess;
}

/**
 * Starts several API processes over one database. Tokens of `createTestSession` work; Temporal is
 * unavailable.
 */
export async function startApiProcesses(
  database: TestDatabase,
  { count, env = {} }: { count: number; env?: Readonly<Record<string, string>> },
): Promise<ApiProcesses> {
  const folder = await mkdtemp(join(tmpdir(), "gme-api-processes-"));
  const start = async (): Promise<StartedApi> => {
    const [port, internalPort] = [await findFreePort(), await findFreePort()];
    const internalUrl = `http://127.0.0.1:${internalPort}`;
    const process = await reuseProcess({
      part: "api",
      readyUrl: `${internalUrl}/ready`,
      env: {
        PORT: String(port),
        INTERNAL_PORT: String(internalPort),
        PUBLIC_URL: "http://engine.test",
        DATABASE_URL: database.url,
        DATABASE_POOL_MAX: "5",
        TEMPORAL_ADDRESS: "127.0.0.1:9",
        DATA_DIR: folder,
        SIGNING_SECRET: "a secret of tests that is long enough",
        MASTER_KEY: "a master key of tests that is long enough",
        LOG_LEVEL: "warn",
        ...env,
      },
    });
    return { url: `http://127.0.0.1:${port}`, internalUrl, process };
  };
  const started = await Promise.all(Array.from({ length: count }, start));

  return {
    urls: started.map(({ url }) => url),
    internalUrls: started.map(({ internalUrl }) => internalUrl),
    output: () => started.map(({ process }) => process.output()).join("\n"),
    async close() {
      await Promise.all(started.map(async ({ process }) => process.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
