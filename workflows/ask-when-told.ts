import { CancellationScope, condition, isCancellation } from "@temporalio/workflow";

import { providerEventsMax } from "#domain/provider-event.ts";

/**
 * Runs a step that asks again and again, and asks at once when the provider has sent word: the step is
 * stopped, which ends its wait, and begun anew within what is left of its time.
 */
export async function askWhenTold<Answer>(
  ask: (leftMs: number) => Promise<Answer>,
  { allMs, count }: { readonly allMs: number; readonly count: () => number },
): Promise<Answer> {
  const until = Date.now() + allMs;
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
      return await asking.run(async () => ask(Math.max(until - Date.now(), leastMs)));
    } catch (error) {
      const isWanted = !CancellationScope.current().consideredCancelled;
      if (!isTold || !isWanted || !isCancellation(error)) throw error;
    } finally {
      listening.cancel();
    }
  }
}

/** What is left for the question after the last word. */
const leastMs = 5_000;
