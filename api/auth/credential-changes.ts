import type { Logger } from "pino";

import { listenToDatabase } from "#api/database-listener.ts";
import type { Caller } from "#db/caller.ts";
import type { Watchdog } from "#process/watchdog.ts";

/** Which looked-up callers are no longer true. */
type IsStale = (caller: Caller) => boolean;

/** Tells the lookup caches of a process what has changed about credentials. */
export interface CredentialChanges {
  subscribe(forget: (isStale: IsStale) => void): void;
  close(): Promise<void>;
}

/**
 * PostgreSQL notifies of each commit that changes what a credential may do (triggers of
 * `credential_changed`) with the id of the key, session, account or organization; each API process
 * listens. So a revoked key is refused everywhere at once, and not when a cache entry has aged.
 */
export function followCredentialChanges({
  url,
  watchdog,
  log,
}: {
  url: string;
  watchdog: Watchdog;
  log: Logger;
}): CredentialChanges {
  const closing = new AbortController();
  const subscribers: ((isStale: IsStale) => void)[] = [];
  const tell = (isStale: IsStale) => {
    for (const forget of subscribers) forget(isStale);
  };
  const listening = listenToDatabase({
    url,
    channel: "credential_changed",
    name: "gme-credentials",
    onNotice: (id) => tell((caller) => idsOf(caller).includes(id)),
    onListening: () => tell(() => true),
    watchdog,
    log,
    signal: closing.signal,
  });
  return {
    subscribe: (forget) => {
      subscribers.push(forget);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}

function idsOf(caller: Caller): readonly (string | null)[] {
  return [caller.apiKeyId, caller.sessionId, caller.accountId, caller.organizationId];
}
