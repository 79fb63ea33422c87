import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "@temporalio/client";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";
import type { Logger } from "pino";

import { heartbeating } from "#activities/heartbeating.ts";
import { withAnswerMemory } from "#activities/providers/answer-memory.ts";
import type { MikroORM } from "#db/orm.ts";
import type { ProviderSettings } from "#db/providers/catalog.ts";
import { findOurKeys } from "#db/providers/our-keys.ts";
import { listAwaitedProviders, passSlots } from "#db/providers/provider-slots.ts";
import type { Watchdog } from "#runtime/watchdog.ts";
import { tellTurns } from "#temporal/tell-turns.ts";

/** How soon a slot is noticed that became free by time, or whose worker died before passing it on. */
const lookMs = 1_000;

export interface SlotKeeper {
  /** Passes on what slots of the provider are free. */
  pass(providerSlug: string): void;
  stop(): Promise<void>;
}

/**
 * Gives slots that became free to those whose turn it is, for as long as the worker lives: at once
 * when one of its own steps freed them, within a second otherwise. Every worker does it for all.
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
  const ourKeys = findOurKeys(providerSettings);
  const stopping = new AbortController();
  const { signal } = stopping;
  const passing = new Map<string, Promise<void>>();
  const again = new Set<string>();

  async function passAll(providerSlug: string, beat: () => void): Promise<void> {
    do {
      beat();
      again.delete(providerSlug);
      try {
        const granted = await passSlots(orm.em.fork(), providerSlug, ourKeys);
        await tellTurns(granted, { client, logger });
      } catch (error) {
        logger.warn({ provider: providerSlug, error }, "slots not passed on; tried again");
      }
    } while (again.has(providerSlug));
    passing.delete(providerSlug);
  }

  function pass(providerSlug: string): void {
    // What became free after a look began is seen by the next one.
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
        // While the database is away nobody can be given anything.
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
 * Around each step at a provider: Temporal hears from it while it works, so that a dead worker is
 * noticed in seconds; large answers take turns in memory; and after it the next in line gets the slot
 * that it may have freed.
 */
export function createAtProvider(keeper: SlotKeeper, providerSlug: string) {
  return (): { inbound: ActivityInboundCallsInterceptor } => ({
    inbound: {
      async execute(input, next) {
        try {
          const result = await heartbeating(async () => withAnswerMemory(async () => next(input)));
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
