import type { Router } from "@koa/router";

import type { Caller } from "#db/caller.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import type { JobDoor } from "#domain/jobs/job.ts";

import { listNameIssues } from "./accept/decide-request.ts";
import type { FederatedAnswer } from "./auth/federation.ts";
import type { ApiContext, ApiMiddleware, ApiState } from "./context.ts";
import type { ApiDependencies, RequestDependencies } from "./dependencies.ts";
import { answerIfMatch } from "./http/answer-if-match.ts";
import { answerIdempotently } from "./http/answer-once.ts";
import { clientAddressOf } from "./http/client-address.ts";
import { compressJson } from "./http/compress-json.ts";
import { etagOf, namesEtag } from "./http/etag.ts";
import { parseInput } from "./http/request-input.ts";
import {
  type AlternativeAnswer,
  type EventAnswer,
  needsSession,
  type RawAnswer,
  type Route,
  type RouteInput,
} from "./http/route.ts";
import { requirePermission, requireSession } from "./middleware/permission.ts";

/** Middleware in front of a route, by its access. */
export interface Gates {
  /** Door behind which the routes are; null for the API itself. */
  readonly door: JobDoor | null;
  /** Body size, credential, account state, rate limit. */
  readonly credential: readonly ApiMiddleware[];
  /** Checks of `credential` that concern the caller: credential and account state. */
  readonly identity: readonly ApiMiddleware[];
  /** Body size and the limit by client IP address. */
  readonly open: readonly ApiMiddleware[];
  /** Limit of signed downloads. */
  readonly download: readonly ApiMiddleware[];
  /** Body size and the limit of provider webhooks. */
  readonly callback: readonly ApiMiddleware[];
  /** Body size, the limit by client IP address, and proof from the provider. */
  readonly google: readonly ApiMiddleware[];
  readonly github: readonly ApiMiddleware[];
}

/**
 * Registers a route behind its checks, in this order: body size, credential (401), account state (403), rate
 * limit (429), permission (403), input (400, 422). The handler checks existence and ownership.
 */
export function mountRoute(
  router: Router<ApiState>,
  route: Route,
  gates: Gates,
  dependencies: Omit<RequestDependencies, "em">,
): void {
  const { access } = route;
  const permission: ApiMiddleware[] = [
    ...(needsSession(access) ? [requireSession] : []),
    ...(typeof access === "object"
      ? [
          requirePermission(access.permission, {
            inOrganizationOfPath: route.path.startsWith("/v1/organizations/{orgId}"),
          }),
        ]
      : []),
  ];
  const confirming = access === "public" ? [] : [...gates.identity, ...permission];
  router.register(
    route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    [route.method],
    [
      (context, next) => {
        context.state.route = route;
        if (gates.door !== null) context.state.door = gates.door;
        return next();
      },
      ...(access === "public" ? gates[route.gate ?? "open"] : gates.credential),
      ...permission,
      (context) => serve(context, route, confirming, dependencies, context.params),
    ],
  );
}

async function serve(
  context: ApiContext,
  route: Route,
  confirming: readonly ApiMiddleware[],
  dependencies: Omit<RequestDependencies, "em">,
  pathParams: Readonly<Record<string, string>>,
): Promise<void> {
  const { settings, bodyBudget } = dependencies;
  const isAnonymous = context.state.caller === undefined;
  const account = isAnonymous ? bodyBudget.open(clientAddressOf(context.ip)) : null;
  try {
    const parsed = await parseInput(context, route, {
      pathParams,
      settings,
      account,
      listNameIssues: async (given) =>
        listNameIssues(given, { loadCatalog: catalogOf(context, dependencies) }),
    });
    await answerRequest(context, route, { parsed, confirming, dependencies });
  } finally {
    account?.close();
  }
}

async function answerRequest(
  context: ApiContext,
  route: Route,
  {
    parsed,
    confirming,
    dependencies,
  }: {
    parsed: Awaited<ReturnType<typeof parseInput>>;
    confirming: readonly ApiMiddleware[];
    dependencies: Omit<RequestDependencies, "em">;
  },
): Promise<void> {
  const input = { ...parsed, ...requestOf(context, confirming, dependencies) };
  let em: EntityManager | undefined;
  const answer = await answerTo(route, input, {
    ...dependencies,
    // A fork costs more than the presentation of a job, and frequent requests need none.
    get em() {
      return (em ??= dependencies.orm.em.fork());
    },
    loadCatalog: catalogOf(context, dependencies),
  });
  if ("media" in route.response) respondRaw(context, answer as RawAnswer);
  else if (route.streams !== undefined && isEvents(answer)) respondEvents(context, answer);
  else if (route.alternative !== undefined && isAlternative(answer)) {
    context.status = route.alternative.status;
    context.body = JSON.stringify(answer.alternative);
    context.type = "application/json";
  } else await respondJson(context, route, answer);
}

/** The catalog as the caller's organization sees it, with the keys that it has brought. */
function catalogOf(
  { state: { caller } }: ApiContext,
  { loadCatalog }: Pick<Omit<RequestDependencies, "em">, "loadCatalog">,
): RequestDependencies["loadCatalog"] {
  return async (organizationKeys = caller?.organizationKeys) => loadCatalog(organizationKeys);
}

async function answerTo(
  route: Route,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<unknown> {
  if (route.idempotent === true && input.idempotency !== null) {
    return answerIdempotently(route, input, dependencies);
  }
  if (input.ifMatch !== null) return answerIfMatch(route, input.ifMatch, input, dependencies);
  return route.handle(input, dependencies);
}

function requestOf(
  context: ApiContext,
  confirming: readonly ApiMiddleware[],
  { stopping }: Pick<ApiDependencies, "stopping">,
): Pick<
  RouteInput<unknown, unknown, unknown>,
  "caller" | "door" | "federated" | "request" | "setHeader"
> {
  const onEnd = watchEnd(context.res);
  let signal: AbortSignal | undefined;
  return {
    // Only public routes lack a caller, and their handlers do not read it.
    caller: context.state.caller as Caller,
    door: context.state.door ?? null,
    // Only routes behind an identity provider's gate read it.
    federated: context.state.federated as FederatedAnswer,
    request: {
      id: context.state.requestId,
      method: context.method,
      address: context.ip,
      host: context.host,
      get signal() {
        if (signal === undefined) {
          const hungUp = new AbortController();
          onEnd(() => hungUp.abort());
          signal = AbortSignal.any([hungUp.signal, stopping]);
        }
        return signal;
      },
      header: (name) => context.get(name) || undefined,
      confirmAccess: async () => {
        for (const confirm of confirming) await confirm(context, async () => undefined);
        return context.state.caller as Caller;
      },
      onEnd,
      aboutJob: (jobId) => {
        context.state.jobId = jobId;
      },
    },
    setHeader: (name, value) => context.set(name, value),
  };
}

/** Adds one listener to the response, however many parts of a request wait for its end. */
function watchEnd(res: ApiContext["res"]): (ended: (sent: boolean) => void) => void {
  const waiting: ((sent: boolean) => void)[] = [];
  return (ended) => {
    if (res.closed) {
      ended(res.writableFinished);
      return;
    }
    if (waiting.length === 0) {
      res.once("close", () => {
        for (const each of waiting) each(res.writableFinished);
      });
    }
    waiting.push(ended);
  };
}

async function respondJson(context: ApiContext, route: Route, answer: unknown): Promise<void> {
  context.status = route.status;
  if (route.status === 204) return;
  const json = typeof answer === "string" ? answer : JSON.stringify(answer);
  if (route.conditional === true || route.current !== null) {
    const etag = etagOf(json, route.counted);
    context.set("ETag", etag);
    if (route.conditional === true && answersNotModified(context, etag)) return;
  }
  context.body = isList(route) ? await compressJson(context, json) : json;
  context.type = "application/json";
}

/** Responses of lists are large and have no ETag that `If-Match`, which needs a strong one, takes. */
function isList({ operationId }: Route): boolean {
  return operationId.startsWith("list");
}

function answersNotModified(context: ApiContext, etag: string): boolean {
  context.set("Cache-Control", "private, no-cache");
  if (!namesEtag(context.req.headers["if-none-match"], etag)) return false;
  context.status = 304;
  return true;
}

function respondRaw(context: ApiContext, { status, headers, body }: RawAnswer): void {
  context.set(headers);
  context.status = status;
  if (body !== null) context.body = body;
  // Restores the known media type; Koa guesses one from the body.
  const type = headers["Content-Type"];
  if (type !== undefined) context.set("Content-Type", type);
}

function isAlternative(answer: unknown): answer is AlternativeAnswer {
  return typeof answer === "object" && answer !== null && "alternative" in answer;
}

function isEvents(answer: unknown): answer is EventAnswer {
  return typeof answer === "object" && answer !== null && "events" in answer;
}

/**
 * Responds 204 when no further events can follow, which stops EventSource from reconnecting (HTML, section
 * 9.2).
 */
function respondEvents(context: ApiContext, { events }: EventAnswer): void {
  if (events === null) {
    context.status = 204;
    return;
  }
  context.status = 200;
  // Prevents proxies from buffering events.
  context.set({ "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
  context.body = events;
  context.set("Content-Type", "text/event-stream; charset=utf-8");
}

/** Refuses paths without a route, or without a route for the method. */
export function refuseUnrouted(router: Router<ApiState>): ApiMiddleware {
  return (context) => {
    const methods = methodsOf(router, context.path);
    if (methods.length === 0) {
      throw new AppError("route_not_found", {
        message: `The path ${context.path} does not exist.`,
      });
    }
    context.set("Allow", methods.join(", "));
    throw new AppError("method_not_allowed", { details: { allowed: methods } });
  };
}

function methodsOf(router: Router<ApiState>, path: string): readonly string[] {
  const methods = router.stack
    .filter((layer) => layer.match(path))
    .flatMap((layer) => layer.methods);
  return methods.length === 0 ? [] : [...new Set([...methods, "OPTIONS"])].toSorted();
}
