import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "@temporalio/client";
import type { Logger } from "pino";

import type { MikroORM } from "#db/orm.ts";

import { isTemporalReachable } from "./is-temporal-reachable.ts";

/** Items that one statement claims. With `paceMs`, also the maximum items a second for each reconciler. */
const batchSize = 200;
/** Items reconciled concurrently. A slow Temporal thus slows the reconciler down. */
const atOnceMax = 20;
const paceMs = 1_000;

export interface Reconciling {
  readonly orm: MikroORM;
  readonly client: Client;
  readonly logger: Logger;
  /** Minimum seconds since an item was last checked. */
  readonly staleSeconds: number;
  /** Called before each item, so that the watchdog sees progress however many items are due. */
  readonly beat: () => void;
}

/**
 * Claims and reconciles batches until nothing more is due. Nothing is claimed while Temporal is unavailable.
 * After an abort, claimed items that were not reconciled are due again later.
 */
export async function reconcileInBatches<Item>(
  { client, beat }: Pick<Reconciling, "client" | "beat">,
  {
    claim,
    reconcile,
  }: {
    claim: (limit: number) => Promise<readonly Item[]>;
    /** Must not throw: one failure must not block the other items. */
    reconcile: (item: Item) => Promise<void>;
  },
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    beat();
    if (signal?.aborted === true || !(await isTemporalReachable(client))) return;
    const startedAt = performance.now();
    const items = await claim(batchSize);
    const rest = items.values();
    const takeTurns = async () => {
      for (const item of rest) {
        if (signal?.aborted === true) return;
        beat();
        await reconcile(item);
      }
    };
    await Promise.all(Array.from({ length: atOnceMax }, takeTurns));
    if (items.length < batchSize) return;
    const tookMs = performance.now() - startedAt;
    await delay(Math.max(0, paceMs - tookMs), undefined, { signal }).catch(() => undefined);
  }
}
