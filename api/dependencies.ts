import type { Logger } from "pino";

import type { IdentityProviderSettings } from "#config.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import type { OwnKeys } from "#domain/providers/own-key.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import type { Storage } from "#storage/storage.ts";

import type { AcceptQueue } from "./accept/accept-queue.ts";
import type { CatalogSnapshot } from "./accept/catalog-cache.ts";
import type { AccessTokens } from "./auth/access-token.ts";
import type { Federation } from "./auth/federation.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { BodyBudget } from "./http/body-budget.ts";
import type { HeldConnectionLimits } from "./http/held-connections.ts";
import type { UsageRecorder } from "./metrics/usage-recorder.ts";
import type { KeySets } from "./provider-webhooks/key-sets.ts";
import type { RequestWindows } from "./rate-limit/request-windows.ts";
import type { CredentialChanges } from "./streams/credential-changes.ts";
import type { EventStreams } from "./streams/event-streams.ts";
import type { JobWaiter } from "./streams/job-waiter.ts";

/** What the API needs of its configuration; tests pass their own. */
export interface ApiSettings extends HeldConnectionLimits {
  readonly publicUrl: string;
  readonly signingSecret: string;
  readonly outputUrlSeconds: number;
  readonly frontendUrls: readonly string[];
  /** Whether strangers may register with an address and a password. */
  readonly registration: "open" | "closed";
  /** How long a closed account can be taken back. */
  readonly accountGraceDays: number;
  /** Where people sign in beside here. */
  readonly identityProviders: IdentityProviderSettings;
  readonly trustProxy: boolean;
  readonly providerSettings: Readonly<Record<string, string>>;
  /** Requests per hour of one client address without a valid credential. */
  readonly anonymousRequestsPerHour: number;
  /** Reads of signed output addresses per hour of one client address. */
  readonly downloadsPerHour: number;
  /** Connections of one client address; null behind a proxy, from which all connections come. */
  readonly connectionsOfAddressMax: number | null;
  readonly inputBytesMax: number;
  /** Whether files may be fetched from private addresses. */
  readonly allowPrivateInputs: boolean;
  /** Whether webhooks may go to private addresses, and by http. */
  readonly allowPrivateWebhooks: boolean;
  /** Jobs that may wait for the workflow engine before new ones are refused. */
  readonly relayBacklogMax: number;
  /** What was deployed, such as a commit; null when the operator does not say. */
  readonly buildId: string | null;
}

/** A part of the engine that readiness looks at. Throws when it cannot be used. */
export interface ReadinessCheck {
  readonly name: string;
  /** Without an optional part the API is degraded, but serves. */
  readonly optional: boolean;
  readonly check: () => Promise<void>;
}

/** What the processes hand to the API: connections, settings, clock. */
export interface ApiDependencies {
  readonly orm: MikroORM;
  readonly storage: Storage;
  /** Seals what is stored but must not be read in the database. */
  readonly vault: Vault;
  readonly settings: ApiSettings;
  readonly windows: RequestWindows;
  readonly credentialChanges: Pick<CredentialChanges, "subscribe">;
  readonly waiter: JobWaiter;
  readonly streams: EventStreams;
  readonly usage: UsageRecorder;
  readonly log: Logger;
  readonly readiness: readonly ReadinessCheck[];
  /** Reads what a message asks for. Ends in time, and throws only when `signal` is aborted. */
  readonly parseMessage: (
    message: MessageToParse,
    options: { readonly signal: AbortSignal },
  ) => Promise<ParsedMessage>;
  /** Hashes and checks passwords; slowly, on purpose. */
  readonly passwords: Passwords;
  /** Called after a job or a cancellation is committed, so that it need not wait for the relay's next look. */
  readonly onOutbox: () => void;
  /** Aborted when the process stops: waits end. */
  readonly stopping: AbortSignal;
  readonly now: () => Date;
}

/** The same for one request: with an entity manager of its own. */
export interface RequestDependencies extends ApiDependencies {
  readonly em: EntityManager;
  /**
   * The models as routing sees them, at most a few seconds old: for who has these keys, by default
   * those of the caller's organization.
   */
  readonly loadCatalog: (ownKeys?: OwnKeys) => Promise<CatalogSnapshot>;
  /** Commits a job; see `accept-queue.ts`. */
  readonly accept: AcceptQueue;
  /** Throws `overloaded` while too many accepted jobs wait for the workflow engine. */
  readonly refuseWhenOverloaded: () => void;
  readonly accessTokens: AccessTokens;
  readonly federation: Federation;
  /** Public keys of providers that sign their webhooks. */
  readonly keySets: KeySets;
  readonly bodyBudget: BodyBudget;
  /** The OpenAPI document as JSON. */
  readonly openapi: () => string;
  /** Prometheus text and its media type. */
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
}
