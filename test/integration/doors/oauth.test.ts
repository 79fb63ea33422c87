import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { generate } from "selfsigned";
import { describe, expect, test } from "vitest";

import { tools } from "#api/doors/mcp/tools/index.ts";
import { Account, ApiKey, Membership } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { OauthRecord } from "#db/entities/oauth-record.ts";
import { createId } from "#db/ids.ts";
import { endUnusedGrants, expiredOauthRecords } from "#db/oauth/oauth-records.ts";
import type { Permission, Role } from "#domain/accounts/permission.ts";
import {
  authorizeUrl,
  type Browser,
  createPkce,
  emptyDashboard,
  fetchFrom,
  openBrowser,
  postForm,
  publicOrigin,
  redirectUri,
} from "#test/support/accounts/oauth-world.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { useApi, useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";
import { connectMcp, postMessage, textOf } from "#test/support/mcp/mcp-clients.ts";

/** Programs get access to /mcp by OAuth 2.1: the official client, and the attacks that the flow must withstand. */

const database = useDatabase();
const api = useApi(database, {
  settings: { publicUrl: publicOrigin, oauthDynamicRegistration: true, trustProxy: true },
  dependencies: { dashboard: emptyDashboard },
});
const closed = useApi(database, { dependencies: { dashboard: emptyDashboard } });
const owner = useOrganization(database);
const stranger = useOrganization(database);

const all: readonly Permission[] = [
  "generations:create",
  "jobs:read",
  "jobs:write",
  "models:read",
  "assets:write",
];
const allow = { decision: "allow", permissions: all, creditLimit: null };
const metadata = {
  client_name: "Test program",
  redirect_uris: [redirectUri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

let clientId: string;

/** One registered client for the tests that need no other: registrations are limited. */
async function useClient(): Promise<string> {
  clientId ??= String((await register()).body["client_id"]);
  return clientId;
}

async function register(url = api.url) {
  const response = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test.each(["a\0b", "\uD800"])(
  "text that cannot be stored (%j) is refused, and not an internal error",
  async (text) => {
    const response = await fetch(`${api.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...metadata, client_name: text }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_client_metadata" });

    const browser = await browserOf();
    const asked = await browser.get(
      authorizeUrl({
        client_id: await useClient(),
        code_challenge: createPkce().challenge,
        code_challenge_method: "S256",
        state: "a\0b",
      }),
    );
    expect(asked.status).toBeLessThan(500);
  },
);

async function browserOf(accountId = owner.accountId): Promise<Browser> {
  return openBrowser(api, (await createTestSession(database.orm, accountId, publicOrigin)).token);
}

/** Opens the consent page of a request and returns its id. */
async function openRequest(
  browser: Browser,
  parameters: Record<string, string | undefined> = {},
): Promise<string> {
  const { challenge } = createPkce();
  const response = await browser.get(
    authorizeUrl({
      client_id: await useClient(),
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...parameters,
    }),
  );
  const [, requestId] = /^\/connect\/([\w-]+)$/.exec(response.headers.get("location") ?? "") ?? [];
  expect({ status: response.status, requestId }).toMatchObject({ status: 303 });
  return requestId ?? "";
}

/** A person allows the request; returns the parameters that the client gets. */
async function consent(
  browser: Browser,
  parameters: Record<string, string | undefined> = {},
  body: unknown = allow,
): Promise<URLSearchParams> {
  const requestId = await openRequest(browser, parameters);
  const decided = await browser.app(`/app/authorizations/${requestId}`, { body });
  expect(decided.status).toBe(200);
  const { location } = (await decided.json()) as { location: string };
  const back = await browser.get(location);
  expect(back.status).toBe(303);
  const url = new URL(back.headers.get("location") ?? "");
  expect(`${url.origin}${url.pathname}`).toBe(redirectUri);
  return url.searchParams;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

async function exchange(fields: Record<string, string>) {
  return postForm(api, "/oauth/token", { client_id: await useClient(), ...fields });
}

/** Goes through the whole flow. */
async function getTokens(
  accountId = owner.accountId,
  permissions: readonly Permission[] = all,
): Promise<Tokens & { readonly code: Record<string, string> }> {
  const { verifier, challenge } = createPkce();
  const browser = await browserOf(accountId);
  const back = await consent(browser, { code_challenge: challenge }, { ...allow, permissions });
  const code = {
    grant_type: "authorization_code",
    code: back.get("code") ?? "",
    code_verifier: verifier,
    redirect_uri: redirectUri,
  };
  const { status, body } = await exchange(code);
  expect({ status, body }).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
  return { ...(body as unknown as Tokens), code };
}

async function refresh({ refresh_token }: Tokens) {
  return exchange({ grant_type: "refresh_token", refresh_token });
}

/** Status of a request to /mcp with a bearer token. */
async function statusAtMcp(token: string): Promise<number> {
  return (await callMcp(token)).status;
}

async function callMcp(token: string | null): Promise<Response> {
  return fetch(`${api.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
}

async function newestKey(accountId: string): Promise<ApiKey> {
  const em = database.orm.em.fork();
  return em.findOneOrFail(ApiKey, { accountId }, { orderBy: { id: "desc" } });
}

async function addMember(role: Role): Promise<string> {
  const em = database.orm.em.fork();
  const accountId = createId("account");
  const email = `${accountId}@example.org`;
  await em.insert(Account, { id: accountId, email, emailVerifiedAt: new Date() });
  await em.insert(Membership, { organizationId: owner.organizationId, accountId, role });
  return accountId;
}

/** Credentials of the official client, kept in memory. */
function createProvider(): OAuthClientProvider & { opened: URL[]; kept: { tokens?: unknown } } {
  const kept: { tokens?: unknown; client?: unknown; verifier?: string; discovery?: unknown } = {};
  const opened: URL[] = [];
  return {
    opened,
    kept,
    redirectUrl: redirectUri,
    clientMetadata: metadata,
    state: () => "state-of-the-client",
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void opened.push(url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (state) => void (kept.discovery = state),
    discoveryState: () => kept.discovery as never,
  };
}

/** Connects the official client to the public URL. */
function connectProgram(authProvider: OAuthClientProvider, mode: "legacy" | "auto") {
  const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode } });
  const url = new URL("https://engine.test/mcp");
  const transport = new StreamableHTTPClientTransport(url, { authProvider, fetch: fetchFrom(api) });
  return { client, transport, connected: client.connect(transport) };
}

/** A person allows what the program has asked for last; returns the parameters of the redirect. */
async function allowLast(
  { opened }: { readonly opened: readonly URL[] },
  permissions: readonly Permission[],
): Promise<URLSearchParams> {
  const browser = await browserOf();
  const page = await browser.get(opened.at(-1)?.href ?? "");
  const requestId = page.headers.get("location")?.split("/").at(-1) ?? "";
  const body = { ...allow, permissions };
  const decided = await browser.app(`/app/authorizations/${requestId}`, { body });
  const { location } = (await decided.json()) as { location: string };
  return new URL((await browser.get(location)).headers.get("location") ?? "").searchParams;
}

describe.each(["legacy", "auto"] as const)("the official client, %s", (mode) => {
  test("registers, sends the person to the page, and calls tools with its token", async () => {
    const provider = createProvider();
    const connect = () => connectProgram(provider, mode);
    const first = connect();
    await expect(first.connected).rejects.toThrow(UnauthorizedError);

    const [url] = provider.opened;
    expect(url?.searchParams.get("resource")).toBe("https://engine.test/mcp");
    const back = await allowLast(provider, all);
    expect(back.get("state")).toBe("state-of-the-client");
    await first.transport.finishAuth(back);

    const second = connect();
    await second.connected;
    const { tools } = await second.client.listTools();
    expect(tools).toHaveLength(8);
    const jobs = await second.client.callTool({ name: "list_jobs", arguments: {} });
    expect(jobs.isError).toBeUndefined();

    // An expired access token is renewed without the person.
    await database.orm.em.fork().nativeDelete(OauthRecord, { kind: "AccessToken" });
    const before = provider.kept.tokens as Tokens;
    await expect.poll(async () => statusAtMcp(before.access_token)).toBe(401);
    const more = await second.client.callTool({ name: "list_jobs", arguments: {} });
    expect(more.isError).toBeUndefined();
    expect(provider.kept.tokens).not.toEqual(before);
    expect(provider.opened).toHaveLength(1);
    await second.client.close();
  });

  test("asks the person for more when its token does not cover a tool", async () => {
    const provider = createProvider();
    const first = connectProgram(provider, mode);
    await expect(first.connected).rejects.toThrow(UnauthorizedError);
    await first.transport.finishAuth(await allowLast(provider, ["models:read"]));
    const second = connectProgram(provider, mode);
    await second.connected;
    const listJobs = { name: "list_jobs", arguments: {} };

    await expect(second.client.callTool(listJobs)).rejects.toThrow(UnauthorizedError);

    expect(provider.opened).toHaveLength(2);
    const scope = provider.opened[1]?.searchParams.get("scope")?.split(" ");
    expect(scope).toEqual(expect.arrayContaining(["jobs:read"]));
    await second.transport.finishAuth(await allowLast(provider, ["models:read", "jobs:read"]));
    expect((await second.client.callTool(listJobs)).isError).toBeUndefined();
    await second.client.close();
  });
});

test("the metadata names what there is, and nothing that the engine does not offer", async () => {
  const read = async (path: string) => (await fetch(`${api.url}${path}`)).json();
  expect(await read("/.well-known/oauth-protected-resource/mcp")).toMatchObject({
    resource: "https://engine.test/mcp",
    authorization_servers: ["https://engine.test"],
    scopes_supported: all,
  });
  const server = (await read("/.well-known/oauth-authorization-server")) as object;
  expect(server).toMatchObject({
    issuer: "https://engine.test",
    authorization_endpoint: "https://engine.test/oauth/authorize",
    token_endpoint: "https://engine.test/oauth/token",
    revocation_endpoint: "https://engine.test/oauth/revoke",
    registration_endpoint: "https://engine.test/oauth/register",
    device_authorization_endpoint: "https://engine.test/oauth/device",
    response_types_supported: ["code"],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
  expect(Object.keys(server)).not.toContain("userinfo_endpoint");
});

test("a caller without a token learns where to get one", async () => {
  const missing = await callMcp(null);
  expect(missing.status).toBe(401);
  expect(missing.headers.get("www-authenticate")).toBe(
    'Bearer realm="Generative Media Engine", ' +
      'resource_metadata="https://engine.test/.well-known/oauth-protected-resource/mcp", ' +
      `scope="${all.join(" ")}"`,
  );
  const wrong = await callMcp("x".repeat(43));
  expect(wrong.headers.get("www-authenticate")).toContain('error="invalid_token"');
  expect(await wrong.json()).toMatchObject({ error: { data: { code: "token_invalid" } } });
});

describe("a token", () => {
  test("has the consented permissions and no other, and its key is listed and can be revoked", async () => {
    const tokens = await getTokens(owner.accountId, ["jobs:read", "models:read"]);
    expect(tokens.scope.split(" ").toSorted()).toEqual(["jobs:read", "models:read"]);
    const client = await connectMcp({ url: `${api.url}/mcp`, key: tokens.access_token }, "2026");
    const refused = client.callTool({ name: "generate", arguments: { message: "a fox" } });
    await expect(refused).rejects.toThrow("generations:create");
    await client.close();

    const key = await newestKey(owner.accountId);
    expect(key).toMatchObject({
      name: "Test program",
      permissions: ["jobs:read", "models:read"],
      expiresAt: expect.any(Date),
    });
    const { token } = await createTestSession(database.orm, owner.accountId, publicOrigin);
    await api.call(`/v1/api-keys/${key.id}`, { method: "DELETE", token });
    await expect.poll(async () => statusAtMcp(tokens.access_token)).toBe(401);
    expect((await refresh(tokens)).body).toMatchObject({ error: "invalid_grant" });
  });

  const everyMessage: readonly (readonly [string, Permission, object])[] = [
    ...tools.map(({ name, permission }) => ["tools/call", permission, { name }] as const),
    ["resources/read", "jobs:read", { uri: "gme://jobs/job_1/outputs/out_1" }],
    ["tasks/get", "jobs:read", { taskId: "job_1" }],
    ["tasks/update", "jobs:read", { taskId: "job_1" }],
    ["tasks/cancel", "jobs:write", { taskId: "job_1" }],
  ];

  test("without the scope of a message is refused with that scope, so that its program can ask for more", async () => {
    const tokens = new Map<Permission, string>();
    for (const scope of all) {
      tokens.set(scope, (await getTokens(owner.accountId, [scope])).access_token);
    }
    const post = async (key: string, method: string, params: object) =>
      postMessage(
        { url: `${api.url}/mcp`, key },
        { method, params: { ...params }, hasTasks: true },
      );
    for (const [method, needed, params] of everyMessage) {
      for (const [scope, token] of tokens) {
        const response = await post(token, method, params);
        const body = await response.text();
        if (scope === needed) {
          expect({ status: response.status, body }).not.toMatchObject({ status: 403 });
          expect(body).not.toContain("permission_missing");
          continue;
        }
        expect({ method, params, scope, status: response.status }).toMatchObject({ status: 403 });
        expect(response.headers.get("www-authenticate")).toBe(
          `Bearer realm="Generative Media Engine", error="insufficient_scope", scope="${needed}", ` +
            'resource_metadata="https://engine.test/.well-known/oauth-protected-resource/mcp"',
        );
        expect(JSON.parse(body)).toMatchObject({ error: { data: { code: "permission_missing" } } });
      }
    }
  });

  test("is for /mcp only, and no other resource can be asked for", async () => {
    const { access_token: token } = await getTokens();
    expect(await statusAtMcp(token)).toBe(200);
    for (const path of ["/v1/account", "/openai/v1/models"]) {
      expect((await api.call(path, { token })).status).toBe(401);
    }
    expect((await api.call("/v1/account", { key: token })).status).toBe(401);
    for (const resource of [
      "https://engine.test/v1",
      "https://engine.test/oauth/api-key",
      "https://other.test/mcp",
    ]) {
      const { challenge } = createPkce();
      const url = authorizeUrl({
        client_id: await useClient(),
        code_challenge: challenge,
        code_challenge_method: "S256",
        resource,
      });
      const back = await (await browserOf()).get(url);
      expect(back.headers.get("location")).toContain("error=invalid_target");
    }
  });

  test("sees nothing of another organization", async () => {
    const jobId = await createQueuedJob(database.orm, stranger);
    const { access_token: key } = await getTokens();
    const client = await connectMcp({ url: `${api.url}/mcp`, key }, "2026");
    const result = await client.callTool({ name: "get_job", arguments: { job_id: jobId } });
    expect(textOf(result)).toContain("outside_organization");
    await client.close();
  });

  test("ends when its person leaves the organization, and loses what their role loses", async () => {
    const accountId = await addMember("developer");
    const tokens = await getTokens(accountId);
    const em = database.orm.em.fork();
    const membership = { organizationId: owner.organizationId, accountId };
    await em.nativeUpdate(Membership, membership, { role: "viewer" });
    await expect
      .poll(async () => {
        const client = await connectMcp(
          { url: `${api.url}/mcp`, key: tokens.access_token },
          "2026",
        );
        const made = await client.callTool({ name: "generate", arguments: { message: "a fox" } });
        await client.close();
        return textOf(made);
      })
      .toContain("permission_missing");

    await em.nativeDelete(Membership, membership);
    await expect.poll(async () => statusAtMcp(tokens.access_token)).toBe(401);
    expect((await refresh(tokens)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("is renewed once by each refresh token; a second use ends the access", async () => {
    const tokens = await getTokens();
    const renewed = (await refresh(tokens)).body as unknown as Tokens;
    expect(await statusAtMcp(renewed.access_token)).toBe(200);
    expect((await refresh(tokens)).body).toMatchObject({ error: "invalid_grant" });
    await expect.poll(async () => statusAtMcp(renewed.access_token)).toBe(401);
    expect((await refresh(renewed)).body).toMatchObject({ error: "invalid_grant" });
    expect((await newestKey(owner.accountId)).revokedAt).toBeInstanceOf(Date);
  });

  test.each(["refresh_token", "access_token"] as const)(
    "is revoked by its client, with an entry in the audit log: %s",
    async (kind) => {
      const tokens = await getTokens();
      const { id: keyId } = await newestKey(owner.accountId);
      const fields = { client_id: await useClient(), token: tokens[kind] };
      expect((await postForm(api, "/oauth/revoke", fields)).status).toBe(200);
      await expect.poll(async () => statusAtMcp(tokens.access_token)).toBe(401);
      const entries = await database.orm.em.fork().find(AuditEntry, { targetId: keyId });
      expect(entries.map(({ action }) => action).toSorted()).toEqual([
        "api_key.created",
        "api_key.revoked",
      ]);
      expect((await refresh(tokens)).body).toMatchObject({ error: "invalid_grant" });
    },
  );

  test("leaves no key when its program does not come back", async () => {
    const [used, unused] = [await addMember("admin"), await addMember("admin")];
    await getTokens(used);
    await getTokens(unused);
    const em = database.orm.em.fork();
    const past = new Date(Date.now() - 7_200_000);
    await em.nativeUpdate(OauthRecord, { kind: "Grant" }, { createdAt: past });
    const tokens = { accountId: unused, kind: { $ne: "Grant" } };
    await em.nativeUpdate(OauthRecord, tokens, { expiresAt: past });
    expect(await endUnusedGrants(database.orm.em.fork())).toBeGreaterThan(0);

    expect((await newestKey(unused)).revokedAt).toBeInstanceOf(Date);
    expect((await newestKey(used)).revokedAt).toBeNull();
    expect(await endUnusedGrants(database.orm.em.fork())).toBe(0);
  });

  test("is stored as a hash, and no log has it", async () => {
    const tokens = await getTokens();
    const renewed = (await refresh(tokens)).body as unknown as Tokens;
    const rows = JSON.stringify(await database.orm.em.fork().find(OauthRecord, {}));
    const secrets = [tokens.code["code"] ?? "", ...[tokens, renewed].flatMap(secretsOf)];
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(rows).not.toContain(secret);
      expect(api.logLines.join("\n")).not.toContain(secret);
    }
  });
});

const secretsOf = ({ access_token: access, refresh_token: renewing }: Tokens) => [access, renewing];

describe("an authorization code", () => {
  test("works once; a second use revokes the tokens of the first", async () => {
    const tokens = await getTokens();
    expect((await exchange(tokens.code)).body).toMatchObject({ error: "invalid_grant" });
    await expect.poll(async () => statusAtMcp(tokens.access_token)).toBe(401);
    expect((await refresh(tokens)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("goes to one of two concurrent exchanges", async () => {
    const { verifier, challenge } = createPkce();
    const back = await consent(await browserOf(), { code_challenge: challenge });
    const fields = {
      grant_type: "authorization_code",
      code: back.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: redirectUri,
    };
    const both = await Promise.all([exchange(fields), exchange(fields)]);
    expect(both.filter(({ status }) => status === 200).length).toBe(1);
  });

  test("needs the verifier, the redirect URI and the client of its request", async () => {
    const other = String((await register()).body["client_id"]);
    const { verifier, challenge } = createPkce();
    const back = await consent(await browserOf(), { code_challenge: challenge });
    const fields = {
      grant_type: "authorization_code",
      code: back.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: redirectUri,
    };
    const { code_verifier: _verifier, ...withoutVerifier } = fields;
    const wrong: Record<string, string>[] = [
      { ...fields, code_verifier: createPkce().verifier },
      withoutVerifier,
      { ...fields, redirect_uri: `${redirectUri}/` },
      { ...fields, client_id: other },
    ];
    for (const each of wrong) expect((await exchange(each)).status).toBe(400);
    expect((await exchange(fields)).status).toBe(200);
  });
});

describe("a request", () => {
  test.each([
    ["another path", "http://127.0.0.1:33418/callback2"],
    ["a longer path", "http://127.0.0.1:33418/callback/x"],
    ["a query", "http://127.0.0.1:33418/callback?x=1"],
    ["a fragment", "http://127.0.0.1:33418/callback#x"],
    ["another port", "http://127.0.0.1:33419/callback"],
    ["another host", "http://evil.test/callback"],
    ["a user", "http://127.0.0.1:33418@evil.test/callback"],
    ["another case", "http://127.0.0.1:33418/Callback"],
    ["a path that climbs", "http://127.0.0.1:33418/x/../callback"],
    ["a script", "javascript:alert(1)"],
  ])("with %s in its redirect URI ends on an error page", async (_name, uri) => {
    const { challenge } = createPkce();
    const url = authorizeUrl({
      client_id: await useClient(),
      code_challenge: challenge,
      code_challenge_method: "S256",
      redirect_uri: uri,
    });
    const response = await (await browserOf()).get(url, { "accept-language": "de" });
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expectUnframed(response);
    const page = await response.text();
    expect(page).toContain("Diese Verbindung ist nicht möglich");
    expect(page).not.toContain(uri);
  });

  test.each([
    ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["a plain challenge", { code_challenge_method: "plain" }],
    ["an implicit response", { response_type: "token" }],
    ["no page for the person", { prompt: "none" }],
  ])("with %s goes back with an error", async (_name, parameters) => {
    const { challenge } = createPkce();
    const url = authorizeUrl({
      client_id: await useClient(),
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...parameters,
    });
    const back = await (await browserOf()).get(url);
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toMatch(
      /^http:\/\/127\.0\.0\.1:33418\/callback[?#]error=/,
    );
  });

  test("is shown with the name and the place of its client, and what the person can grant", async () => {
    const browser = await browserOf();
    const requestId = await openRequest(browser, { scope: "jobs:read models:read org:manage" });
    const response = await browser.app(`/app/authorizations/${requestId}`);
    expectUnframed(response);
    expect(await response.json()).toEqual({
      clientName: "Test program",
      clientHost: null,
      isLocal: true,
      permissions: ["jobs:read", "models:read"],
      organization: "Test",
      accessDays: 90,
    });
    const more = { ...allow, permissions: ["jobs:read", "jobs:write"] };
    const path = `/app/authorizations/${requestId}`;
    expect((await browser.app(path, { body: more })).status).toBe(422);
    expect((await browser.app(path, { body: { ...allow, permissions: [] } })).status).toBe(422);
  });

  test("is decided once, in the browser that has started it", async () => {
    const browser = await browserOf();
    const requestId = await openRequest(browser);
    const path = `/app/authorizations/${requestId}`;
    // A person whom an attacker has sent to the page of the attacker's own request.
    const victim = await browserOf(await addMember("admin"));
    for (const body of [undefined, allow]) {
      const response = await victim.app(path, body === undefined ? {} : { body });
      expect(await response.json()).toMatchObject({ code: "authorization_request_invalid" });
    }
    const both = await Promise.all([
      browser.app(path, { body: allow }),
      browser.app(path, { body: allow }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 404]));
    expect((await browser.app(path, { body: allow })).status).toBe(404);
  });

  test("is not decided by a page of another site, by a key, or by a form", async () => {
    const browser = await browserOf();
    const path = `/app/authorizations/${await openRequest(browser)}`;
    for (const headers of [
      { origin: "https://evil.test" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const response = await browser.app(path, { body: allow, headers });
      expect(await response.json()).toMatchObject({ code: "origin_refused" });
    }
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await browser.app(path, { body: allow, headers: form })).status).toBe(415);
    const byKey = await api.call(path, { method: "POST", key: owner.key, body: allow });
    expect(await byKey.json()).toMatchObject({ code: "session_required" });
    const anonymous = await api.call(path, { method: "POST", body: allow });
    expect(anonymous.status).toBe(401);
    expect((await browser.app(path, { body: allow })).status).toBe(200);
  });

  test("needs a decision each time, whatever was allowed before", async () => {
    const browser = await browserOf();
    await consent(browser);
    const requestId = await openRequest(browser);
    const denied = { decision: "deny" };
    const decided = await browser.app(`/app/authorizations/${requestId}`, { body: denied });
    const { location } = (await decided.json()) as { location: string };
    const back = await browser.get(location);
    expect(back.headers.get("location")).toContain("error=access_denied");
  });

  test("cannot be continued in another browser, or before the decision", async () => {
    const browser = await browserOf();
    const requestId = await openRequest(browser);
    const early = await browser.get(`/oauth/authorize/${requestId}`);
    expect(early.headers.get("location") ?? "").not.toContain("code=");
    const decided = await browser.app(`/app/authorizations/${requestId}`, { body: allow });
    expect(decided.status).toBe(404);

    const second = await openRequest(browser);
    await browser.app(`/app/authorizations/${second}`, { body: allow });
    const thief = await (await browserOf(stranger.accountId)).get(`/oauth/authorize/${second}`);
    expect(thief.status).toBe(400);
    expect(thief.headers.get("location")).toBeNull();
  });

  test("needs the permission to create keys, and a role grants no more than it has", async () => {
    const viewer = await browserOf(await addMember("viewer"));
    const requestId = await openRequest(viewer);
    const response = await viewer.app(`/app/authorizations/${requestId}`, { body: allow });
    expect(await response.json()).toMatchObject({ code: "permission_missing" });
  });

  test("of a client whose document is in a private network is refused without a connection", async () => {
    const { challenge } = createPkce();
    for (const host of ["127.0.0.1:1", "localhost:1", "169.254.169.254", "[::1]:1", "10.0.0.1"]) {
      const url = authorizeUrl({
        client_id: `https://${host}/client.json`,
        code_challenge: challenge,
        code_challenge_method: "S256",
      });
      const response = await (await browserOf()).get(url);
      expect({ host, status: response.status }).toEqual({ host, status: 400 });
    }
  });
});

describe("a client that is named by the URL of its document", () => {
  const documents = useApi(database, {
    settings: { publicUrl: publicOrigin, allowPrivateInputs: true, trustProxy: true },
    dependencies: { dashboard: emptyDashboard },
  });
  const server = useResource(startDocumentServer);
  const document = {
    client_name: "Document\u202e client",
    redirect_uris: ["http://localhost/callback"],
    scope: "something:else",
  };

  async function open(path: string, redirect: string) {
    const { token } = await createTestSession(database.orm, owner.accountId, publicOrigin);
    const browser = openBrowser(documents, token);
    const { verifier, challenge } = createPkce();
    const response = await browser.get(
      authorizeUrl({
        client_id: `${server.url}${path}`,
        redirect_uri: redirect,
        code_challenge: challenge,
        code_challenge_method: "S256",
      }),
    );
    return { browser, verifier, response };
  }

  test("is shown with the document's host, and may use any port of the computer", async () => {
    const client_id = `${server.url}/client.json`;
    server.documents.set("/client.json", { ...document, client_id });
    const redirect = "http://localhost:51234/callback";
    const { browser, verifier, response } = await open("/client.json", redirect);
    const requestId = response.headers.get("location")?.split("/").at(-1) ?? "";
    const path = `/app/authorizations/${requestId}`;
    expect(await (await browser.app(path)).json()).toMatchObject({
      clientName: "Document client",
      clientHost: new URL(server.url).host,
      isLocal: true,
    });
    const decided = await browser.app(path, { body: allow });
    const { location } = (await decided.json()) as { location: string };
    const back = new URL((await browser.get(location)).headers.get("location") ?? "");
    expect(`${back.origin}${back.pathname}`).toBe(redirect);
    const { status } = await postForm(documents, "/oauth/token", {
      grant_type: "authorization_code",
      client_id,
      code: back.searchParams.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: redirect,
    });
    expect(status).toBe(200);
  });

  test.each([
    ["names another client", { client_id: "https://other.test/client.json" }],
    ["is too large", { client_uri: `https://other.test/${"x".repeat(6_000)}` }],
    [
      "has a secret",
      { client_secret: "secret", token_endpoint_auth_method: "client_secret_basic" },
    ],
    ["has a script as redirect URI", { redirect_uris: ["javascript:alert(1)"] }],
  ])("is refused when the document %s", async (name, fields) => {
    const path = `/${name.replaceAll(" ", "-")}.json`;
    const own = { ...document, client_id: `${server.url}${path}` };
    server.documents.set(path, { ...own, ...fields });
    const { response } = await open(path, "http://localhost/callback");
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  });

  test("is refused when the URL redirects to the document", async () => {
    const { response } = await open("/redirect", "http://localhost/callback");
    expect(response.status).toBe(400);
  });
});

/** Server of metadata documents over TLS, whose certificate this process trusts. */
async function startDocumentServer() {
  const attributes = [{ name: "commonName", value: "localhost" }];
  const { cert, private: key } = await generate(attributes, {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, cert]);
  const documents = new Map<string, object>();
  const server = createServer({ cert, key }, ({ url = "" }, response) => {
    const document = documents.get(url);
    if (document !== undefined) response.end(JSON.stringify(document));
    else response.writeHead(302, { location: "/client.json" }).end();
  }).listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    documents,
    async close() {
      setDefaultCACertificates(trusted);
      server.close();
    },
  };
}

/** No page of another site can show it in a frame, and no script or style runs on it. */
function expectUnframed(response: Response): void {
  expect(response.headers.get("x-frame-options")).toBe("DENY");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  expect(response.headers.get("cache-control")).toContain("no-store");
}

describe("a device", () => {
  const grant = "urn:ietf:params:oauth:grant-type:device_code";
  const resource = "https://engine.test/oauth/api-key";

  async function start() {
    const { status, body } = await postForm(api, "/oauth/device", { client_id: "gme", resource });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { verification_uri: "https://engine.test/device" },
    });
    return body as { device_code: string; user_code: string };
  }

  const poll = async (device_code: string) =>
    postForm(api, "/oauth/token", { grant_type: grant, client_id: "gme", device_code });

  const issue = async (token: string) =>
    fetch(`${api.url}/oauth/api-key`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });

  test("gets one key by the decision of a person, and gives it back", async () => {
    const { device_code, user_code } = await start();
    expect((await poll(device_code)).body).toMatchObject({ error: "authorization_pending" });
    const browser = await browserOf();
    const typed = ` ${user_code.toLowerCase().replace("-", " ")}`;
    const path = `/app/device-authorizations/${encodeURIComponent(typed)}`;
    const shown = (await (await browser.app(path)).json()) as { permissions: Permission[] };
    expect(shown).toMatchObject({ clientName: "gme", clientHost: null });
    expect(shown.permissions).toContain("pipelines:write");
    expect(shown.permissions).not.toContain("keys:manage");
    const body = { ...allow, permissions: ["jobs:read", "org:read"], creditLimit: 50 };
    expect((await browser.app(path, { body })).status).toBe(204);
    expect((await browser.app(path, { body })).status).toBe(404);

    const { body: tokens } = await poll(device_code);
    const token = String(tokens["access_token"]);
    expect(tokens).not.toHaveProperty("refresh_token");
    expect(await statusAtMcp(token)).toBe(401);
    const [first, second] = await Promise.all([issue(token), issue(token)]);
    expect([first.status, second.status]).toEqual(expect.arrayContaining([201, 401]));
    const issued = first.status === 201 ? first : second;
    const { apiKey } = (await issued.json()) as { apiKey: string };
    expect((await poll(device_code)).body).toMatchObject({ error: "invalid_grant" });
    expect((await api.call("/v1/jobs", { key: apiKey })).status).toBe(200);
    expect((await api.call("/v1/models", { key: apiKey })).status).toBe(403);
    expect(await newestKey(owner.accountId)).toMatchObject({ creditLimit: 50 });

    const back = await api.call("/oauth/api-key", { method: "DELETE", key: apiKey });
    expect(back.status).toBe(204);
    await expect.poll(async () => (await api.call("/v1/jobs", { key: apiKey })).status).toBe(401);
  });

  test("gets nothing when the person refuses, and a wrong code decides nothing", async () => {
    const { device_code, user_code } = await start();
    const browser = await browserOf();
    for (const code of ["BCDF-GHJK", "x", "%00", "ж"]) {
      const response = await browser.app(`/app/device-authorizations/${encodeURIComponent(code)}`);
      expect(response.status).toBe(404);
    }
    const path = `/app/device-authorizations/${user_code}`;
    expect((await browser.app(path, { body: { decision: "deny" } })).status).toBe(204);
    expect((await browser.app(path, { body: allow })).status).toBe(404);
    expect((await poll(device_code)).body).toMatchObject({ error: "access_denied" });
  });

  test("is the command line alone, and for its own resource", async () => {
    const other = await postForm(api, "/oauth/device", { client_id: await useClient(), resource });
    expect(other.status).toBe(400);
    const mcp = { client_id: "gme", resource: "https://engine.test/mcp" };
    expect((await postForm(api, "/oauth/device", mcp)).status).toBe(400);
  });
});

describe("the registration of clients", () => {
  test("is off unless the operator switches it on", async () => {
    expect((await fetch(`${closed.url}/oauth/register`, { method: "POST" })).status).toBe(404);
    const server = await fetch(`${closed.url}/.well-known/oauth-authorization-server`);
    expect(await server.json()).not.toHaveProperty("registration_endpoint");
  });

  test.each([
    ["a script as redirect URI", { redirect_uris: ["javascript:alert(1)"] }],
    ["a fragment in a redirect URI", { redirect_uris: [`${redirectUri}#x`] }],
    ["no redirect URI", { redirect_uris: [] }],
    ["a secret", { token_endpoint_auth_method: "client_secret_basic" }],
    ["the password grant", { grant_types: ["password"] }],
  ])("refuses %s", async (_name, fields) => {
    const response = await fetch(`${api.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...metadata, ...fields }),
    });
    expect(response.status).toBe(400);
  });

  test("is limited for each client IP address", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) statuses.push((await register()).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

test("an engine without the dashboard offers no access for programs", async () => {
  const { key } = await createOrganization(database.orm);
  const bare = await import("#test/support/api.ts").then(async ({ startApi }) =>
    startApi(database),
  );
  try {
    expect((await fetch(`${bare.url}/.well-known/oauth-authorization-server`)).status).toBe(404);
    const refused = await fetch(`${bare.url}/mcp`, { method: "POST" });
    expect(refused.headers.get("www-authenticate")).not.toContain("resource_metadata");
    const client = await connectMcp({ url: `${bare.url}/mcp`, key }, "2026");
    expect((await client.listTools()).tools).toHaveLength(8);
    await client.close();
  } finally {
    await bare.close();
  }
});

test("expired records are deleted", async () => {
  const em = database.orm.em.fork();
  await em.nativeUpdate(OauthRecord, {}, { expiresAt: new Date(Date.now() - 1) });
  expect(await expiredOauthRecords.deleteSome(em)).toBeGreaterThan(0);
  expect(await em.count(OauthRecord, {})).toBe(0);
});
