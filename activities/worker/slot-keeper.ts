import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "@temporalio/client";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";
import type { Logger } from "pino";

import { heartbeating } from "#activities/heartbeating.ts";
import { withResponseMemory } from "#activities/providers/response-memory.ts";
import type { MikroORM } from "#db/orm.ts";
import type { ProviderSettings } from "#db/providers/catalog.ts";
import { findPlatformKeys } from "#db/providers/platform-keys.ts";
import { listAwaitedProviders, passSlots } from "#db/providers/provider-slots.ts";
import type { Watchdog } from "#runtime/watchdog.ts";
import { signalSlotGrants } from "#temporal/signal-slot-grants.ts";

/** Maximum delay until a slot is passed on after it expired or its worker died. */
const lookMs = 1_000;

export interface SlotKeeper {
  /** Passes the provider's free slots to the next runs in the queue. */
  pass(providerSlug: string): void;
  stop(): Promise<void>;
}

/**
 * Grants free slots to the next runs in each provider's fair queue, for the lifetime of the worker. A slot
 * that this worker released is passed on at once, any other within a second. Every worker passes on all
 * slots.
 */
export function keepSlots({
  orm,
  client,
  logger,
  providerSettings,
  watchdog,
}: {
  readonly orm: MikroORM;
  readonly client: Client;
  readonly logger: Logger;
  readonly providerSettings: ProviderSettings;
  readonly watchdog: Watchdog;
}): SlotKeeper {
  const platformKeys = findPlatformKeys(providerSettings);
  const stopping = new AbortController();
  const { signal } = stopping;
  const passing = new Map<string, Promise<void>>();
  const again = new Set<string>();

  async function passAll(providerSlug: string, beat: () => void): Promise<void> {
    do {
      beat();
      again.delete(providerSlug);
      try {
        const granted = await passSlots(orm.em.fork(), providerSlug, platformKeys);
        await signalSlotGrants(granted, { client, logger });
      } catch (error) {
        logger.warn({ provider: providerSlug, error }, "cannot grant free slots; retrying");
      }
    } while (again.has(providerSlug));
    passing.delete(providerSlug);
  }

  function pass(providerSlug: string): void {
    // A slot released after a pass began is granted by the next pass.
    if (passing.has(providerSlug)) again.add(providerSlug);
    else passing.set(providerSlug, watchPassing(providerSlug));
  }

  async function watchPassing(providerSlug: string): Promise<void> {
    await watchdog.watch("slot keeper", async (beat) => passAll(providerSlug, beat));
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const awaited = await watchdog
        .watch("slot keeper", async () => listAwaitedProviders(orm.em.fork()))
        // No slot can be granted while the database is unavailable.
        .catch(() => []);
      for (const providerSlug of awaited) pass(providerSlug);
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    pass,
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(passing.values());
    },
  };
}

/**
 * Wraps each activity that calls a provider. Sends heartbeats, so that Temporal detects a dead worker within
 * seconds, and limits the memory of large responses. Afterwards passes on the slot that the activity may have
 * released.
 */
export function createAtProvider(keeper: SlotKeeper, providerSlug: string) {
  return (): { inbound: ActivityInboundCallsInterceptor } => ({
    inbound: {
      async execute(input, next) {
        try {
          const result = await heartbeating(async () =>
            withResponseMemory(async () => next(input)),
          );
          keeper.pass(providerSlug);
          return result;
        } catch (error) {
          if (!isNotReady(error)) keeper.pass(providerSlug);
          throw error;
        }
      },
    },
  });
}

function isNotReady(error: unknown): boolean {
  return (
    error instanceof ApplicationFailure && error.category === ApplicationFailureCategory.BENIGN
  );
}
