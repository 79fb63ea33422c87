import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

import { startTestEngine, type TestEngine, type TestWorker } from "./engine.ts";

/** An engine with one API, one worker and two providers: recraft, which routing prefers, and studio. */
export interface TwoProviderEngine extends TestEngine {
  readonly studio: FakeStudio;
  readonly second: FakeStudio;
  /** The workers that run. */
  readonly workers: readonly TestWorker[];
  stopWorkers(): Promise<void>;
}

/** Closing it checks the ledger of all jobs. */
export async function startTwoProviderEngine(): Promise<TwoProviderEngine> {
  const [studio, second] = await Promise.all([startFakeStudio(), startFakeStudio()]);
  const engine = await startTestEngine({
    studioUrl: studio.url,
    second: { url: second.url },
    tasks: ["settleSubmissions"],
    env: { SUBMISSION_UNKNOWN_SECONDS: "3" },
  });
  const workers: TestWorker[] = [];
  const startWorker: TestEngine["startWorker"] = async (settings) => {
    const worker = await engine.startWorker(settings);
    workers.push(worker);
    return worker;
  };
  await engine.startTemporal();
  await Promise.all([engine.startApi(), startWorker()]);
  return {
    ...engine,
    studio,
    second,
    workers,
    startWorker,
    stopWorkers: async () => {
      await Promise.all(workers.splice(0).map(async (worker) => worker.stop()));
    },
    async close() {
      await expectSoundLedger(engine.orm);
      await engine.close();
      await Promise.all([studio.close(), second.close()]);
    },
  };
}
