import type { Router } from "@koa/router";

import type { ApiContext, ApiMiddleware, ApiState } from "#api/context.ts";
import type { ApiDependencies } from "#api/dependencies.ts";
import { actorOf, fromOf } from "#api/http/acting.ts";
import { consumeRecord, deleteRecordsOfKey } from "#db/oauth/oauth-records.ts";
import { giveBackKey, issueKeyValue } from "#db/organizations/manage-api-keys.ts";
import { AppError } from "#domain/errors.ts";

import { findTokenCaller } from "./find-caller.ts";
import type { Oauth } from "./oauth.ts";
import { oauthPaths } from "./provider.ts";
import {
  keyResourceOf,
  mcpMetadataUrl,
  mcpPermissions,
  mcpResourceOf,
  metadataPath,
} from "./resources.ts";

interface Gates {
  /** Body size and the limit by client IP address. */
  readonly open: readonly ApiMiddleware[];
  /** The same, with a low limit: each registration stores a row. */
  readonly registration: readonly ApiMiddleware[];
  /** The same, with a high limit. */
  readonly token: readonly ApiMiddleware[];
  /** Body size, credential, account state, rate limit. */
  readonly credential: readonly ApiMiddleware[];
}

/** Registers the endpoints of the authorization server, and the two by which the command line gets and gives back its key. */
export function mountOauth(
  router: Router<ApiState>,
  { open, registration, token, credential }: Gates,
  oauth: Oauth,
  dependencies: Pick<ApiDependencies, "orm" | "settings">,
): void {
  const { publicUrl, oauthDynamicRegistration } = dependencies.settings;
  const serve = createServe(oauth, publicUrl);
  const { authorization, revocation, jwks, device_authorization: device } = oauthPaths;
  router.get([authorization, `${authorization}/:uid`, jwks], ...open, serve);
  router.get("/.well-known/oauth-authorization-server", ...open, serve);
  router.post([oauthPaths.token, revocation], ...token, serve);
  router.post(device, ...open, serve);
  if (oauthDynamicRegistration) router.post(oauthPaths.registration, ...registration, serve);
  const metadata = JSON.stringify({
    resource: mcpResourceOf(publicUrl),
    resource_name: "Generative Media Engine",
    authorization_servers: [publicUrl],
    scopes_supported: mcpPermissions,
    bearer_methods_supported: ["header"],
  });
  router.get([metadataPath, `${metadataPath}/mcp`], ...open, (context) => {
    context.body = metadata;
    context.type = "application/json";
  });
  router.post("/oauth/api-key", ...open, async (context) => issueKey(context, dependencies));
  router.delete("/oauth/api-key", ...credential, async (context) =>
    giveBack(context, dependencies),
  );
}

/**
 * Adds where to get a token to the refusal of a caller of /mcp without a valid credential (RFC 9728, 5.1). Outside
 * of the middleware that responds with errors.
 */
export function challengeMcp({ publicUrl }: { readonly publicUrl: string }): ApiMiddleware {
  const realm = 'Bearer realm="Generative Media Engine"';
  const where = `resource_metadata="${mcpMetadataUrl(publicUrl)}", scope="${mcpPermissions.join(" ")}"`;
  return async (context, next) => {
    await next();
    if (context.status !== 401 || context.path !== "/mcp") return;
    const isInvalid = context.state.failure === "token_invalid";
    const reason = isInvalid ? ', error="invalid_token"' : "";
    context.set("WWW-Authenticate", `${realm}${reason}, ${where}`);
  };
}

/** The server forms URLs from the headers of a request, which must therefore be those of the public URL. */
function createServe({ provider }: Oauth, publicUrl: string): ApiMiddleware {
  const { host, protocol } = new URL(publicUrl);
  const handle = provider.callback();
  return async (context) => {
    const { req, res } = context;
    req.headers.host = host;
    req.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    delete req.headers["x-forwarded-host"];
    if (context.path === oauthPaths.authorization) req.url = withScope(context);
    context.respond = false;
    await handle(req, res);
  };
}

/** A client that names no permissions gets to ask for all of the tools. */
function withScope({ path, querystring }: ApiContext): string {
  const query = new URLSearchParams(querystring);
  if ((query.get("scope") ?? "") === "") query.set("scope", mcpPermissions.join(" "));
  return `${path}?${query.toString()}`;
}

/** Exchanges the access token of a device for an API key, once. Throws `token_invalid`. */
async function issueKey(
  context: ApiContext,
  { orm, settings }: Pick<ApiDependencies, "orm" | "settings">,
): Promise<void> {
  const [, token = ""] = /^Bearer +([\w-]{1,200})$/i.exec(context.get("authorization")) ?? [];
  const em = orm.em.fork();
  const caller = await findTokenCaller(em, token, keyResourceOf(settings.publicUrl));
  if (caller?.apiKeyId == null) throw new AppError("token_invalid");
  if (!(await consumeRecord(em, { kind: "AccessToken", id: token }))) {
    throw new AppError("token_invalid");
  }
  const actor = { actorAccountId: caller.accountId, ...fromOf(requestOf(context)) };
  const { key, value } = await issueKeyValue(em, { keyId: caller.apiKeyId, actor });
  await deleteRecordsOfKey(em, { keyId: key.id });
  context.status = 201;
  context.body = { apiKey: value, keyId: key.id, expiresAt: key.expiresAt?.toISOString() ?? null };
}

/** Revokes the API key of the request. */
async function giveBack(context: ApiContext, { orm }: Pick<ApiDependencies, "orm">): Promise<void> {
  const { caller } = context.state;
  if (caller?.apiKeyId == null) {
    throw new AppError("credential_malformed", { message: "Send the API key in X-API-Key." });
  }
  const actor = actorOf({ caller, request: requestOf(context) });
  await giveBackKey(orm.em.fork(), { keyId: caller.apiKeyId, actor });
  context.status = 204;
}

function requestOf(context: ApiContext) {
  return {
    address: context.ip,
    header: (name: string): string | undefined => context.get(name) || undefined,
  };
}
