import { CancellationScope, condition, isCancellation } from "@temporalio/workflow";

import { providerEventsMax } from "#domain/providers/provider-event.ts";

/**
 * Runs an activity that polls a provider. Restarts the activity whenever `count` grows, so a webhook of the
 * provider triggers the next poll early.
 */
export async function pollUntilDone<Answer>(
  ask: () => Promise<Answer>,
  count: () => number,
): Promise<Answer> {
  for (let asked = 0; ; asked += 1) {
    const known = count();
    const asking = new CancellationScope();
    const listening = new CancellationScope();
    let isTold = false;
    if (asked < providerEventsMax) {
      listening
        .run(async () => {
          await condition(() => count() > known);
          isTold = true;
          asking.cancel();
        })
        .catch(() => undefined);
    }
    try {
      return await asking.run(ask);
    } catch (error) {
      const isWanted = !CancellationScope.current().consideredCancelled;
      if (!isTold || !isWanted || !isCancellation(error)) throw error;
    } finally {
      listening.cancel();
    }
  }
}
