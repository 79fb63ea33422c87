import { Router } from "@koa/router";
import Koa from "koa";
import type { Registry } from "prom-client";

import { createJobReader } from "#db/jobs/job-parts.ts";
import { createReplayReader } from "#db/jobs/replays.ts";

import { createAcceptQueue } from "./accept/accept-queue.ts";
import { createBacklogGuard } from "./accept/backlog-guard.ts";
import { createCatalogCache } from "./accept/catalog-cache.ts";
import { createProviderChecks } from "./accept/provider-checks.ts";
import { createAccessTokens } from "./auth/access-token.ts";
import { createApiKeyLookup } from "./auth/api-key.ts";
import { createFederation } from "./auth/federation.ts";
import { createStrategies } from "./auth/passport.ts";
import { createSessionLookup } from "./auth/session.ts";
import type { ApiMiddleware, ApiState } from "./context.ts";
import { serveDashboard } from "./dashboard/serve-dashboard.ts";
import type { ApiDependencies } from "./dependencies.ts";
import { serveDocumentation } from "./documentation/serve-documentation.ts";
import { isBehind } from "./doors/door.ts";
import { doorOfPath, doors } from "./doors/doors.ts";
import { createAwaitedResponses } from "./http/awaited-responses.ts";
import { createBodyBudget } from "./http/body-budget.ts";
import { bodySize } from "./http/body-size.ts";
import { createOpenapiDocument } from "./http/openapi.ts";
import { createAcceptanceMetrics } from "./metrics/acceptance-metrics.ts";
import { createRequestMetrics } from "./metrics/request-metrics.ts";
import { accessLog } from "./middleware/access-log.ts";
import { accountState } from "./middleware/account-state.ts";
import { cors } from "./middleware/cors.ts";
import { credential } from "./middleware/credential.ts";
import { doorQuota } from "./middleware/door-quota.ts";
import { errors } from "./middleware/errors.ts";
import { options } from "./middleware/options.ts";
import { rateLimit, rateLimitByAddress, rateLimitOthers } from "./middleware/rate-limit.ts";
import { recordUsage } from "./middleware/record-usage.ts";
import { requestId } from "./middleware/request-id.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { traceRequests } from "./middleware/trace-requests.ts";
import { type Gates, mountRoute, refuseUnrouted } from "./mount.ts";
import { challengeMcp, mountOauth } from "./oauth/mount-oauth.ts";
import { createOauth } from "./oauth/oauth.ts";
import { createKeySets } from "./provider-webhooks/key-sets.ts";
import { appRoutes, billingRoutes, routes } from "./routes/index.ts";

/**
 * Limit of webhooks per client IP address and hour; a provider sends all its webhooks from a few IP
 * addresses.
 */
const callbacksPerHour = 100_000;
/** Programs that one client IP address can register for OAuth in an hour. */
const registrationsPerHour = 20;
/** Requests for OAuth tokens from one client IP address in an hour: a hosted program renews those of all its users. */
const tokensPerHour = 20_000;

/** Creates the Koa application: common middleware first, then the routes. */
export function createApp(dependencies: ApiDependencies, registry: Registry): Koa<ApiState> {
  const { settings, windows, log, orm, vault, credentialChanges } = dependencies;
  const { dashboard, documentation } = dependencies;
  const app = new Koa<ApiState>({ proxy: settings.trustProxy, maxIpsCount: 1 });
  const router = new Router<ApiState>({ strict: true, sensitive: true });
  const anonymous = settings.anonymousRequestsPerHour;

  app.use(requestId(log));
  app.use(accessLog(createRequestMetrics(registry)));
  app.use(securityHeaders(settings));
  app.use(cors(settings, (path) => doorOfPath(path)?.cors));
  app.use(doorQuota((path) => doorOfPath(path)?.quotaHeaders));
  // People consent on a page of the dashboard.
  const oauth = dashboard === null ? null : createOauth(dependencies);
  if (oauth !== null) app.use(challengeMcp(settings));
  app.use(errors(settings, (path) => doorOfPath(path)?.errors));
  // Before the rate limits: opening a page loads many files, and the documentation is in memory.
  if (documentation !== null) app.use(serveDocumentation(documentation));
  if (dashboard !== null) app.use(serveDashboard(dashboard, settings));
  if (settings.isTracing === true) app.use(traceRequests());
  app.use(rateLimitOthers(windows, { limit: anonymous }));

  const accessTokens = createAccessTokens({ orm, vault, publicUrl: settings.publicUrl });
  const federation = createFederation({ orm, vault, log, settings });
  const strategies = createStrategies({
    finishSignIn: async (provider, answer) => federation.finish(provider, answer),
    findByKey: createApiKeyLookup(orm, credentialChanges),
    findByToken: createSessionLookup(orm, accessTokens, credentialChanges),
    findByMcpToken: oauth?.findByMcpToken ?? null,
  });
  const open = [bodySize, rateLimitByAddress(windows, { name: "address", limit: anonymous })];
  const behind = (identify: ApiMiddleware): Pick<Gates, "identity" | "credential"> => ({
    identity: [identify, accountState],
    credential: [
      bodySize,
      identify,
      recordUsage((caller) => dependencies.usage.record(caller)),
      accountState,
      rateLimit(windows),
    ],
  });
  const gates: Gates = {
    door: null,
    ...behind(credential(strategies)),
    open,
    google: [...open, strategies.google],
    github: [...open, strategies.github],
    download: [
      bodySize,
      rateLimitByAddress(windows, { name: "download", limit: settings.downloadsPerHour }),
    ],
    callback: [
      bodySize,
      rateLimitByAddress(windows, { name: "callback", limit: callbacksPerHour }),
    ],
  };
  let openapi: string | undefined;
  const shared = {
    ...dependencies,
    loadCatalog: createCatalogCache(orm, settings.providerSettings),
    checkAtProvider: createProviderChecks(settings.providerSettings, log),
    findJobView: createJobReader(orm),
    findReplay: createReplayReader(orm),
    accept: createAcceptQueue(orm),
    countAccepted: createAcceptanceMetrics(registry),
    refuseWhenOverloaded: createBacklogGuard(orm, { max: settings.relayBacklogMax, log }),
    accessTokens,
    federation,
    oauth,
    keySets: createKeySets(),
    bodyBudget: createBodyBudget(),
    awaitedResponses: createAwaitedResponses({ orm, log }),
    // At the first request: building it takes a seventh of the processor time of a start, and few callers read it.
    openapi: () => (openapi ??= JSON.stringify(createOpenapiDocument(routes, settings))),
    metrics: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
  const served = [
    ...routes,
    ...appRoutes,
    ...(dependencies.payments === null ? [] : billingRoutes),
  ];
  for (const route of served) mountRoute(router, route, gates, shared);
  const { apiKey, bearerKey, bearerKeyOrToken } = strategies;
  const gatesOfDoors = doors.map((door) => {
    const bearer = door.takesTokens === true ? bearerKeyOrToken : bearerKey;
    return { door, ...behind(credential({ apiKey, bearer })) };
  });
  for (const { door, ...ofDoor } of gatesOfDoors) {
    const gatesOfDoor = { ...gates, ...ofDoor, door: door.name };
    for (const route of door.routes) mountRoute(router, route, gatesOfDoor, shared);
  }
  if (oauth !== null) {
    const limited = (name: string, limit: number) => [
      bodySize,
      rateLimitByAddress(windows, { name, limit }),
    ];
    const gatesOfOauth = {
      open,
      registration: limited("registration", registrationsPerHour),
      token: limited("token", tokensPerHour),
      credential: gates.credential,
    };
    mountOauth(router, gatesOfOauth, oauth, dependencies);
  }
  app.use(router.routes());

  app.use(options);
  // Only callers with a credential may learn which paths exist under /v1 and behind a door.
  for (const gate of gates.credential) app.use(onlyAt((path) => path.startsWith("/v1/"), gate));
  for (const { door, credential: checks } of gatesOfDoors) {
    for (const gate of checks) app.use(onlyAt((path) => isBehind(door, path), gate));
  }
  app.use(refuseUnrouted(router));

  // Koa reports errors after the start of a response here, such as a disconnected reader.
  app.on("error", (error: unknown) => log.info({ error }, "response aborted"));
  return app;
}

function onlyAt(isConcerned: (path: string) => boolean, middleware: ApiMiddleware): ApiMiddleware {
  return (context, next) => (isConcerned(context.path) ? middleware(context, next) : next());
}
