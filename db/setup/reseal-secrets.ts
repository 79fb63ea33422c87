import { ConfigError } from "#config.ts";
import { countFormerSecrets, resealTurn } from "#db/reseal-secrets.ts";

import { openVault } from "./open-vault.ts";
import { runDatabaseTask } from "./run-database-task.ts";

/**
 * Process: seals all stored secrets under MASTER_KEY, as workers do every five minutes during a rotation. Safe to repeat, also
 * after it was killed, and next to requests. Fails while secrets are left that no configured key opens.
 */
const task = { environment: process.env, failure: "The secrets could not be sealed again" };

await runDatabaseTask(task, async (orm, config) => {
  const vault = await openVault(config);
  if (vault.currentPrefix === null) {
    throw new ConfigError(
      "MASTER_KEYS_OTHER is not set: without the former master key nothing can be sealed again.",
    );
  }
  let after: string | null = null;
  let changed = 0;
  let unreadable = 0;
  do {
    const turn = await resealTurn(orm.em.fork(), vault, { after });
    changed += turn.changed;
    unreadable += turn.unreadable;
    after = turn.next;
  } while (after !== null);
  const counts = await countFormerSecrets(orm.em.fork(), vault);
  const left = [...counts.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${changed} secrets sealed under MASTER_KEY, ${left} left\n`);
  if (unreadable > 0) {
    throw new Error(`${unreadable} secrets are sealed under a key that is not configured`);
  }
});
