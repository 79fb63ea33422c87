import type { MediaEngine } from "@gme/client";

import { exitCodes } from "./cli-error.ts";
import { note } from "./console.ts";

/**
 * The first Ctrl-C asks the engine to cancel the job and waits for its end; the second leaves at once. Both name the
 * job. Returns a function that ends this.
 */
export function cancelOnInterrupt(engine: MediaEngine, jobId: string): () => boolean {
  let isInterrupted = false;
  const interrupt = () => {
    if (isInterrupted) {
      note(`\nLeft before the job has ended: ${jobId}`);
      process.exit(exitCodes.interrupted);
    }
    isInterrupted = true;
    note(`\nCanceling ${jobId}. Press Ctrl-C again to leave without waiting.`);
    engine.jobs
      .attach(jobId)
      .cancel()
      .catch((error: unknown) => note(`The job could not be canceled: ${String(error)}`));
  };
  process.on("SIGINT", interrupt);
  return () => {
    process.off("SIGINT", interrupt);
    return isInterrupted;
  };
}
