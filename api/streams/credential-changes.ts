import type { Caller } from "#db/caller.ts";

import { type ListenerOptions, listenToDatabase } from "./database-listener.ts";

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
export function followCredentialChanges(options: ListenerOptions): CredentialChanges {
  const subscribers: ((isStale: IsStale) => void)[] = [];
  const tell = (isStale: IsStale) => {
    for (const forget of subscribers) forget(isStale);
  };
  const listener = listenToDatabase({
    ...options,
    channel: "credential_changed",
    name: "gme-credentials",
    onNotice: (id) => tell((caller) => idsOf(caller).includes(id)),
    onListening: () => tell(() => true),
  });
  return {
    close: async () => listener.close(),
    subscribe: (forget) => {
      subscribers.push(forget);
    },
  };
}

function idsOf(caller: Caller): readonly (string | null)[] {
  return [caller.apiKeyId, caller.sessionId, caller.accountId, caller.organizationId];
}
