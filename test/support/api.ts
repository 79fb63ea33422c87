import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pino from "pino";
import { Registry } from "prom-client";

import { createApp } from "#api/app.ts";
import type { ApiDependencies, ApiSettings } from "#api/dependencies.ts";
import { createHttpServer, drainServer, type HttpServerSettings } from "#api/http-server.ts";
import { createHeldConnections, type HeldConnections } from "#api/http/held-connections.ts";
import { createUsageRecorder } from "#api/metrics/usage-recorder.ts";
import { createRequestWindows } from "#api/rate-limit/request-windows.ts";
import { connectSharedCounters } from "#api/rate-limit/shared-counters.ts";
import { followCredentialChanges } from "#api/streams/credential-changes.ts";
import { createEventStreams, type EventStreams } from "#api/streams/event-streams.ts";
import { createJobListener } from "#api/streams/job-listener.ts";
import { createJobWaiter } from "#api/streams/job-waiter.ts";
import { listEndedJobs } from "#db/jobs/jobs.ts";
import { createVault } from "#db/vault.ts";
import { createIntentParser } from "#intent/chain.ts";
import { createEmbeddedParser } from "#intent/embedded-parser.ts";
import { withContext } from "#intent/follow-up/read-follow-up.ts";
import { readingAll } from "#intent/with-unread.ts";
import { createExpressions } from "#runtime/expressions/expressions.ts";
import { createWatchdog } from "#runtime/watchdog.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import type { AddressSettings } from "#storage/file-address.ts";
import type { Storage } from "#storage/storage.ts";

import { testScreening } from "./accounts/safety.ts";
import { testPasswords } from "./accounts/test-passwords.ts";
import type { TestDatabase } from "./database.ts";

export interface TestApi {
  readonly url: string;
  readonly settings: ApiSettings;
  readonly storage: Storage;
  readonly streams: EventStreams;
  readonly held: HeldConnections;
  /** Every log entry, one JSON line each. */
  readonly logLines: readonly string[];
  /**
   * Sends a request to a path, with the API key if given. Strings and bytes are sent unchanged, other bodies
   * as JSON.
   */
  call(path: string, options?: CallOptions): Promise<Response>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly method?: string;
  readonly key?: string;
  /** Access token of a person. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The embedded parser; uses no language model. */
const parser = createIntentParser({ timeoutMs: 20_000 });

/** The vault of every test's API. */
export const testVault = createVault("a master key of tests that is long enough");

export const testAddresses: AddressSettings = {
  publicUrl: "http://engine.test",
  signingSecret: "a secret of tests that is long enough",
  outputUrlSeconds: 3_600,
};

export interface TestApiOptions {
  readonly settings?: Partial<ApiSettings>;
  readonly dependencies?: Partial<ApiDependencies>;
  /** Event streams receive no notifications, as when every one is lost. */
  readonly deaf?: boolean;
  /** Time limits for receiving a request. */
  readonly timeouts?: HttpServerSettings["timeouts"];
}

/** Starts the real application on a free port, over a test database and a new storage folder. */
export async function startApi(
  database: TestDatabase,
  { settings: given = {}, dependencies = {}, deaf = false, timeouts }: TestApiOptions = {},
): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), "gme-api-"));
  const logLines: string[] = [];
  const log = createTestLog(logLines);
  const counters = await connectSharedCounters({
    databaseUrl: database.url,
    redisKeyPrefix: "gme:",
    // Counts stay exact on a machine that stalls for some seconds.
    countMs: 30_000,
    log,
  });
  const windows = dependencies.windows ?? createRequestWindows({ counters, log });
  const watchdog = createWatchdog();
  const credentialChanges = followCredentialChanges({ url: database.url, watchdog, log });
  const usage = createUsageRecorder({ orm: database.orm, watchdog, log });
  const listener = createJobListener({ url: database.url, watchdog, log });
  const settings: ApiSettings = {
    ...testAddresses,
    signingSecrets: [testAddresses.signingSecret],
    frontendUrls: ["http://front.test/app"],
    registration: "open",
    accountGraceDays: 14,
    identityProviders: { google: null, github: null },
    trustProxy: false,
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9" },
    anonymousRequestsPerHour: 1_000_000,
    downloadsPerHour: 1_000_000,
    connectionsOfAddressMax: null,
    inputBytesMax: 1_000_000,
    allowPrivateInputs: false,
    allowPrivateWebhooks: false,
    oauthDynamicRegistration: false,
    mcpConfirmCredits: 10,
    hasPreviews: true,
    openaiAliases: true,
    relayBacklogMax: 1_000_000,
    hasLanguageModel: false,
    buildId: null,
    temporalUi: null,
    abuseEmail: null,
    eventStreamsMax: 10_000,
    eventStreamsOfOrganizationMax: 10_000,
    eventStreamsOfPersonMax: 10_000,
    ...given,
  };
  const held = createHeldConnections(settings);
  const waiter = createJobWaiter({
    listener,
    held,
    listEnded: async (jobIds) => listEndedJobs(database.orm.em.fork(), jobIds),
    watchdog,
    log,
  });
  const streams = createEventStreams({
    orm: database.orm,
    listener: deaf ? { subscribe: () => undefined } : listener,
    credentialChanges,
    held,
    signing: { vault: testVault, addresses: settings },
    watchdog,
    log,
  });
  const expressions = createExpressions();
  const stopping = new AbortController();
  const storage = createDiskStorage(folder);
  const app = createApp(
    {
      orm: database.orm,
      storage,
      vault: testVault,
      settings,
      dashboard: null,
      documentation: null,
      windows,
      credentialChanges,
      waiter,
      streams,
      usage,
      log,
      readiness: [],
      expressions,
      screening: testScreening(database.orm),
      payments: null,
      passwords: testPasswords,
      parseMessage: async (message, options) => parser.parse(message, options),
      parseEmbedded: readingAll(withContext(createEmbeddedParser())),
      onOutbox: () => undefined,
      stopping: stopping.signal,
      now: () => new Date(),
      ...dependencies,
    },
    new Registry(),
  );
  const server = createHttpServer(app.callback(), {
    windows,
    limit: settings.anonymousRequestsPerHour,
    publicUrl: settings.publicUrl,
    connections: { max: 10_000, ofAddressMax: settings.connectionsOfAddressMax },
    ...(timeouts === undefined ? {} : { timeouts }),
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    settings,
    storage,
    streams,
    held,
    logLines,
    call: async (path, options = {}) => fetch(`${url}${path}`, toInit(options)),
    async close() {
      stopping.abort();
      streams.close();
      await drainServer(server, { timeoutMs: 2_000 });
      waiter.close();
      await Promise.all([listener.close(), usage.close(), credentialChanges.close()]);
      await expressions.close();
      windows.close();
      await counters.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Prints unexpected errors at once, because the failing test knows only a request id. */
function createTestLog(lines: string[]): pino.Logger {
  const write = (line: string) => {
    lines.push(line);
    if (line.includes("unexpected failure")) process.stderr.write(line);
  };
  const serializers = { error: pino.stdSerializers.errWithCause };
  return pino({ level: "info", errorKey: "error", serializers }, { write });
}

function toInit({ method, key, token, headers, body, signal }: CallOptions): RequestInit {
  const isEncoded = typeof body === "string" || body instanceof Uint8Array;
  return {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(key === undefined ? {} : { "X-API-Key": key }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    redirect: "manual",
    ...(body === undefined ? {} : { body: isEncoded ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
}
