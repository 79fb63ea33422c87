import type { AddressInfo } from "node:net";

import type { Logger } from "pino";

import { findFfmpeg } from "./find-ffmpeg.ts";
import { createGenerationQueue } from "./generations/generation-queue.ts";
import { openGenerationStore } from "./generations/generation-store.ts";
import { openInputStore } from "./generations/input-store.ts";
import { sweepExpired } from "./generations/sweep-expired.ts";
import { createHttpServer } from "./http/create-http-server.ts";
import type { Settings } from "./settings.ts";
import { createWorkerPool } from "./work/worker-pool.ts";

export interface Studio {
  /** Base URL, such as `http://127.0.0.1:8090`. */
  readonly url: string;
  /**
   * Stops accepting generations, waits up to `graceMs` for running ones, and then kills them.
   * The next start resumes unfinished generations.
   */
  stop(graceMs: number): Promise<void>;
}

const sweepEveryMs = 10 * 60 * 1000;
/** Memory of the server, which its workers do not get. */
const serverBytes = 170 * 1024 ** 2;

/** Starts studio. Resolves once the server listens; unfinished generations have been resumed by then. */
export async function startStudio(
  settings: Settings,
  searchPath: string,
  log: Logger,
): Promise<Studio> {
  const engineSettings = {
    modelsFolder: settings.modelsFolder,
    ffmpegPath: findFfmpeg(settings.ffmpegPath, searchPath),
  };
  const store = openGenerationStore(settings.dataFolder);
  const inputs = openInputStore(settings.dataFolder, settings.inputBytesMax);
  const { concurrency, queuedMax } = settings;
  const bytesMax = settings.memoryBytesMax - serverBytes;
  const runner = createWorkerPool({ bytesMax });
  const queue = createGenerationQueue({
    store,
    inputs,
    runner,
    settings: engineSettings,
    concurrency,
    bytesMax,
    queuedMax,
  });

  const server = createHttpServer({ store, inputs, queue, engineSettings }, (error) =>
    log.error({ err: error }, "request failed"),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const sweep = setInterval(() => {
    sweepExpired({ store, inputs }, new Date()).catch((error: unknown) => {
      // Logged for the operator; the next sweep retries.
      log.error({ err: error }, "sweep failed");
    });
  }, sweepEveryMs).unref();

  const { port } = server.address() as AddressInfo;
  const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${host}:${port}`,
    async stop(graceMs) {
      clearInterval(sweep);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const drained = queue.drain();
      await Promise.race([drained, waitAtMost(graceMs)]);
      runner.close();
      await drained;
      server.closeAllConnections();
      await closed;
    },
  };
}

function waitAtMost(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
