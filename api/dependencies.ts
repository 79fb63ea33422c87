import type { Logger } from "pino";

import type { IdentityProviderSettings } from "#config.ts";
import type { FindJobView } from "#db/jobs/job-parts.ts";
import type { FindReplay } from "#db/jobs/replays.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import type { Screening } from "#db/safety/create-screening.ts";
import type { Vault } from "#db/vault.ts";
import type { Payments } from "#domain/billing/payments.ts";
import type { OrganizationKeys } from "#domain/providers/organization-key.ts";
import type { MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";
import type { Expressions } from "#runtime/expressions/expressions.ts";
import type { Storage } from "#storage/storage.ts";

import type { AcceptQueue } from "./accept/accept-queue.ts";
import type { CatalogSnapshot } from "./accept/catalog-cache.ts";
import type { ProviderChecks } from "./accept/provider-checks.ts";
import type { AccessTokens } from "./auth/access-token.ts";
import type { Federation } from "./auth/federation.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { DashboardBuild } from "./dashboard/load-build.ts";
import type { Documentation } from "./documentation/load-documentation.ts";
import type { AwaitedResponses } from "./http/awaited-responses.ts";
import type { BodyBudget } from "./http/body-budget.ts";
import type { HeldConnectionLimits } from "./http/held-connections.ts";
import type { Accepted } from "./metrics/acceptance-metrics.ts";
import type { UsageRecorder } from "./metrics/usage-recorder.ts";
import type { Oauth } from "./oauth/oauth.ts";
import type { KeySets } from "./provider-webhooks/key-sets.ts";
import type { RequestWindows } from "./rate-limit/request-windows.ts";
import type { CredentialChanges } from "./streams/credential-changes.ts";
import type { EventStreams } from "./streams/event-streams.ts";
import type { JobWaiter } from "./streams/job-waiter.ts";

export type SigningSecrets = readonly [current: string, ...others: string[]];

/** Settings of the API; tests pass their own. */
export interface ApiSettings extends HeldConnectionLimits {
  readonly publicUrl: string;
  /** Requests are traced. */
  readonly isTracing?: boolean;
  readonly signingSecret: string;
  /** Secrets whose signatures are accepted, `signingSecret` first: several during its rotation. */
  readonly signingSecrets: SigningSecrets;
  readonly outputUrlSeconds: number;
  readonly frontendUrls: readonly string[];
  /** Controls registration with an email address and a password. */
  readonly registration: "open" | "closed";
  /** Days for which a closed account can be reopened. */
  readonly accountGraceDays: number;
  /** Identity providers for sign-in, in addition to passwords. */
  readonly identityProviders: IdentityProviderSettings;
  readonly trustProxy: boolean;
  readonly providerSettings: Readonly<Record<string, string>>;
  /** Requests per hour and client IP address without a valid credential. */
  readonly anonymousRequestsPerHour: number;
  /** Reads of signed output URLs per hour and client IP address. */
  readonly downloadsPerHour: number;
  /**
   * Maximum of connections per client IP address; null behind a proxy, where all connections come from one.
   */
  readonly connectionsOfAddressMax: number | null;
  readonly inputBytesMax: number;
  /** Permits fetching files from private IP addresses. */
  readonly allowPrivateInputs: boolean;
  /** Permits webhooks to private IP addresses, and by http. */
  readonly allowPrivateWebhooks: boolean;
  /** Permits programs to register themselves as clients of OAuth, without a document at a URL. */
  readonly oauthDynamicRegistration: boolean;
  /** Price above which an MCP client asks the person before an order without a limit of the price. */
  readonly mcpConfirmCredits: number;
  /** Workers make previews; without them, no response waits for one. */
  readonly hasPreviews: boolean;
  /** Public contact for abuse and vulnerabilities; null when the operator names none. */
  readonly abuseEmail: string | null;
  /** Names of OpenAI's models mean the automatic choice at /openai/v1. */
  readonly openaiAliases: boolean;
  /** Outbox messages that may wait for Temporal before new jobs are refused. */
  readonly relayBacklogMax: number;
  /** False: a run asks a person for the texts of its `write` steps. */
  readonly hasLanguageModel: boolean;
  /** Deployed version, such as a commit; null when the operator does not set it. */
  readonly buildId: string | null;
  /** Temporal UI with its namespaces, for links of operators; null when the operator does not set its URL. */
  readonly temporalUi: {
    readonly url: string;
    readonly namespace: string;
    readonly maintenanceNamespace: string;
  } | null;
}

/** Part of the engine that readiness checks. `check` throws when the part is unusable. */
export interface ReadinessCheck {
  readonly name: string;
  /** Without an optional part the API is degraded, but keeps serving. */
  readonly optional: boolean;
  readonly check: () => Promise<void>;
}

/** Dependencies that a process passes to the API: connections, settings, clock. */
export interface ApiDependencies {
  readonly orm: MikroORM;
  readonly storage: Storage;
  /** Encrypts values that must not be readable in the database. */
  readonly vault: Vault;
  readonly settings: ApiSettings;
  /** Built dashboard; null when it is switched off or not built. */
  readonly dashboard: DashboardBuild | null;
  /** Pages for callers; null for an installation without them. */
  readonly documentation: Documentation | null;
  readonly windows: RequestWindows;
  readonly credentialChanges: Pick<CredentialChanges, "subscribe">;
  readonly waiter: JobWaiter;
  readonly streams: EventStreams;
  readonly usage: UsageRecorder;
  readonly log: Logger;
  readonly readiness: readonly ReadinessCheck[];
  /** Parses the intent of a message. Ends within a time limit, and throws only when `signal` is aborted. */
  readonly parseMessage: (
    message: MessageToParse,
    options: { readonly signal: AbortSignal },
  ) => Promise<ParsedMessage>;
  /** Parses a message, also one of a conversation, without a language model, in milliseconds. */
  readonly parseEmbedded: (message: MessageToParse) => ParsedMessage;
  /** Checks definitions of pipelines, and evaluates their expressions, in a thread. */
  readonly expressions: Pick<Expressions, "check" | "evaluate">;
  /** Checks content against blocklists and a moderation service. */
  readonly screening: Screening;
  /** Stripe; null for an engine that sells nothing, which has no routes of billing. */
  readonly payments: Payments | null;
  /** Hashes and verifies passwords; deliberately slow. */
  readonly passwords: Passwords;
  /** Called after the commit of an outbox message, so that the relay need not wait for its next poll. */
  readonly onOutbox: () => void;
  /** Aborted when the process stops, which ends waits. */
  readonly stopping: AbortSignal;
  readonly now: () => Date;
}

/** Dependencies of one request, with a separate entity manager. */
export interface RequestDependencies extends ApiDependencies {
  readonly em: EntityManager;
  /**
   * Loads the models as routing sees them, at most a few seconds old, for the given organization-provided
   * keys; by default those of the caller's organization.
   */
  readonly loadCatalog: (organizationKeys?: OrganizationKeys) => Promise<CatalogSnapshot>;
  readonly checkAtProvider: ProviderChecks;
  /** Reads a job as responses present it; see `createJobReader`. */
  readonly findJobView: FindJobView;
  readonly findReplay: FindReplay;
  /** Commits a job; see `accept-queue.ts`. */
  readonly accept: AcceptQueue;
  /** Counts an accepted job in the metrics of the process. */
  readonly countAccepted: (accepted: Accepted) => void;
  /** Throws `overloaded` while too many outbox messages wait for Temporal. */
  readonly refuseWhenOverloaded: () => void;
  readonly accessTokens: AccessTokens;
  readonly federation: Federation;
  /** Authorization server for programs; null without the dashboard, on whose page people consent. */
  readonly oauth: Oauth | null;
  /** Public keys of providers that sign their webhooks. */
  readonly keySets: KeySets;
  readonly bodyBudget: BodyBudget;
  /** Responses that wait for their jobs, for requests that a repetition may join. */
  readonly awaitedResponses: AwaitedResponses;
  /** OpenAPI document as JSON. */
  readonly openapi: () => string;
  /** Prometheus text and its media type. */
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
}
