import type { Caller } from "#db/caller.ts";

import { type ListenerOptions, listenToDatabase } from "./database-listener.ts";

/** Returns true for a cached caller that a change has made stale. */
type IsStale = (caller: Caller) => boolean;

/** Notifies the lookup caches of a process about changes of credentials. */
export interface CredentialChanges {
  subscribe(forget: (isStale: IsStale) => void): void;
  close(): Promise<void>;
}

/**
 * Follows the notifications that PostgreSQL sends for each commit that changes a credential (triggers of
 * `credential_changed`). The payload is the ID of the key, session, account or organization, and each API
 * process listens. A revoked key is therefore refused everywhere at once, not only after its cache entry
 * expires.
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
