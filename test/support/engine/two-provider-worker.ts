import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import { studio } from "#activities/providers/studio/studio.ts";
import { runWorker } from "#activities/worker/run-worker.ts";
import { maintenanceTasks } from "#domain/maintenance.ts";

import { secondProvider } from "./second-provider.ts";

/** Speaks studio's protocol, too, but cannot look up a request whose response was lost. */
const second: ProviderAdapter = { ...studio };
delete second.lookup;

/** Runs a worker that can call two providers. `TEST_TASKS` names its recurring tasks; without it all of them recur. */
export async function runTwoProviderWorker(
  environment: NodeJS.ProcessEnv,
  { stopping }: { readonly stopping?: Promise<string> } = {},
): Promise<void> {
  const named = environment["TEST_TASKS"]?.split(",");
  const tasks = named && maintenanceTasks.filter((task) => named.includes(task));
  await runWorker(
    environment,
    { studio, [secondProvider.slug]: second },
    { ...(stopping === undefined ? {} : { stopping }), tasks },
  );
}
