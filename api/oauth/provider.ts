import { createHmac, generateKeyPairSync } from "node:crypto";

import { errors, interactionPolicy, type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Logger } from "pino";

import type { ApiSettings } from "#api/dependencies.ts";
import type { MikroORM } from "#db/orm.ts";

import { bindRequest } from "./browser-cookie.ts";
import { renderErrorPage } from "./error-page.ts";
import { fetchClientDocument } from "./fetch-client-document.ts";
import {
  accessTokenSeconds,
  codeSeconds,
  grantSeconds,
  refreshTokenSeconds,
  requestSeconds,
} from "./lifetimes.ts";
import { commandLineId, mcpPermissions, mcpResourceOf, permissionsOf } from "./resources.ts";
import { createStore } from "./store.ts";

export interface OauthDependencies {
  readonly orm: MikroORM;
  readonly log: Logger;
  readonly settings: Pick<
    ApiSettings,
    "publicUrl" | "signingSecrets" | "allowPrivateInputs" | "oauthDynamicRegistration"
  >;
}

/** Paths of the authorization server, below `PUBLIC_URL`. */
export const oauthPaths = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  revocation: "/oauth/revoke",
  registration: "/oauth/register",
  jwks: "/oauth/jwks",
  device_authorization: "/oauth/device",
  /** Page of the dashboard on which a person enters the code of a device. */
  code_verification: "/device",
} as const;

/** Page of the dashboard on which a person decides about a request. */
const consentPath = "/connect";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/**
 * Creates the authorization server: OAuth 2.1 with PKCE, for public clients. People sign in and consent on a page of the
 * dashboard (`decide-request.ts`); the server itself has no pages but that of an error.
 */
export function createProvider({ orm, log, settings }: OauthDependencies): Provider {
  const { publicUrl, signingSecrets } = settings;
  const provider = new Provider(publicUrl, {
    adapter: (kind) => createStore(orm, kind),
    routes: oauthPaths,
    clients: [
      {
        client_id: commandLineId,
        client_name: "gme",
        application_type: "native",
        grant_types: [deviceGrant],
        response_types: [],
        redirect_uris: [],
      },
    ],
    clientAuthMethods: ["none"],
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "EdDSA",
    },
    responseTypes: ["code"],
    // Clients name them when they register.
    scopes: [...mcpPermissions],
    claims: {},
    pkce: { required: () => true },
    jwks: { keys: [createUnusedKey()] },
    cookies: {
      keys: signingSecrets.map((secret) =>
        createHmac("sha256", secret).update("oauth cookies").digest("base64url"),
      ),
      names: {
        session: "gme-oauth-session",
        interaction: "gme-oauth-interaction",
        resume: "gme-oauth-resume",
      },
      long: { httpOnly: true, sameSite: "lax", path: "/oauth" },
      short: { httpOnly: true, sameSite: "lax" },
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: codeSeconds,
      RefreshToken: refreshTokenSeconds,
      Grant: grantSeconds,
      Interaction: requestSeconds,
      Session: requestSeconds,
      DeviceCode: requestSeconds,
      IdToken: codeSeconds,
    },
    discovery: { scopes_supported: mcpPermissions },
    interactions: {
      policy: createPolicy(),
      url(context, { uid }) {
        context.res.appendHeader("Set-Cookie", bindRequest(uid, publicUrl));
        return `${consentPath}/${uid}`;
      },
    },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    async loadExistingGrant(context) {
      const grantId = context.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : context.oidc.provider.Grant.find(grantId);
    },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: () => false,
    // Access ends with its key, for each kind of token that is revoked or used twice.
    revokeGrantPolicy: () => true,
    renderError: (context, out) => renderErrorPage(context, out.error),
    fetch: async (url) =>
      fetchClientDocument(new Request(url).url, { allowPrivate: settings.allowPrivateInputs }),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, { clientId }, token) => token.clientId === clientId,
      },
      registration: {
        enabled: settings.oauthDynamicRegistration,
        issueRegistrationAccessToken: false,
      },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      deviceFlow: { enabled: true, charset: "base-20", mask: "****-****", deviceInfo: () => ({}) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => mcpResourceOf(publicUrl),
        useGrantedResource: () => true,
        getResourceServerInfo(_context, resource, { clientId }) {
          const permissions = permissionsOf(resource, { clientId, publicUrl });
          if (permissions === null) throw new errors.InvalidTarget();
          return {
            scope: permissions.join(" "),
            audience: resource,
            accessTokenTTL: accessTokenSeconds,
            accessTokenFormat: "opaque",
          };
        },
      },
    },
  });
  // `mount-oauth.ts` sets the headers by which the server forms its URLs.
  provider.proxy = true;
  provider.on("server_error", (_context, error) => log.error({ error }, "unexpected failure"));
  return provider;
}

/** Every request needs the decision of a person: a former one allows nothing. */
function createPolicy(): interactionPolicy.Prompt[] {
  const { Prompt, Check } = interactionPolicy;
  const undecided = new Check(
    "undecided",
    "a person must decide about the request",
    "interaction_required",
    ({ oidc }: KoaContextWithOIDC) => oidc.result?.consent === undefined,
  );
  return [
    new Prompt({ name: "login", requestable: true }),
    new Prompt({ name: "consent", requestable: true }, undecided),
  ];
}

/** Signs nothing, because there are no identity tokens: the server requires a key for the default of its clients. */
function createUnusedKey() {
  const { privateKey } = generateKeyPairSync("ed25519");
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "EdDSA" };
}
