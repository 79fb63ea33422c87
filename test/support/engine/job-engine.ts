import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

import { startTestEngine, type TestEngine } from "./engine.ts";

/** An engine with one API, one worker and a fake provider. A test that ends a process starts it again. */
export interface JobEngine extends TestEngine {
  readonly studio: FakeStudio;
  /** Sends SIGKILL to the API that was started last. */
  killApi(): Promise<void>;
  /** Drains the API that was started last. */
  stopApi(): Promise<void>;
  /** Sends SIGKILL to the worker that was started last. */
  killWorker(): Promise<void>;
}

/** Closing it checks the ledger of all jobs. */
export async function startJobEngine(): Promise<JobEngine> {
  const studio = await startFakeStudio();
  const engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  let [api, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
  return {
    ...engine,
    studio,
    startApi: async (settings) => (api = await engine.startApi(settings)),
    startWorker: async (settings) => (worker = await engine.startWorker(settings)),
    killApi: async () => api.kill(),
    stopApi: async () => api.stop(),
    killWorker: async () => worker.kill(),
    async close() {
      await expectSoundLedger(engine.orm);
      await engine.close();
      await studio.close();
    },
  };
}
