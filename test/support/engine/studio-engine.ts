import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { listTasks } from "#domain/maintenance.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";

import { startTestEngine, type TestEngine } from "./engine.ts";
import { startNodeProcess } from "./node-process.ts";

/** An engine with one API, one worker, the embedded provider and the recurring tasks as shipped. */
export interface StudioEngine extends TestEngine {
  /** Folder of the embedded provider. */
  readonly studioFolder: string;
  /** Sends SIGKILL to the worker that was started last. */
  killWorker(): Promise<void>;
}

/** Closing it checks the ledger of all jobs. */
export async function startStudioEngine(): Promise<StudioEngine> {
  const studioFolder = await mkdtemp(join(tmpdir(), "gme-studio-"));
  const port = await findFreePort();
  const studioUrl = `http://127.0.0.1:${port}`;
  const studio = await startNodeProcess({
    entry: "studio/server.ts",
    env: { STUDIO_PORT: String(port), STUDIO_DIR: studioFolder },
    readyUrl: `${studioUrl}/health`,
  });
  const engine = await startTestEngine({ studioUrl, tasks: listTasks({ sells: false }) });
  await engine.startTemporal();
  let [, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
  return {
    ...engine,
    studioFolder,
    startWorker: async (settings) => (worker = await engine.startWorker(settings)),
    killWorker: async () => worker.kill(),
    async close() {
      await expectSoundLedger(engine.orm);
      await engine.close();
      await studio.stop();
      await rm(studioFolder, { recursive: true, force: true });
    },
  };
}
