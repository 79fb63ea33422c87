import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { listenOnFreePort } from "./listen-on-free-port.ts";

export interface GithubPerson {
  readonly id: number;
  readonly name: string | null;
  readonly emails: readonly {
    readonly email: string;
    readonly primary: boolean;
    readonly verified: boolean;
  }[];
}

/** Fault of the token endpoint or of the API, until it is changed. */
export type GithubFault =
  | "none"
  | "form"
  | "down"
  | "hangs"
  | "too-large"
  | "redirects"
  | "api-down";

export interface TestGithub {
  readonly settings: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly url: string;
    readonly apiUrl: string;
  };
  /** Login → person. */
  readonly people: Map<string, GithubPerson>;
  /** The `error` of each response of the token endpoint; empty when it issued a token. */
  readonly redemptions: readonly string[];
  behave(fault: GithubFault): void;
  close(): Promise<void>;
}

interface Grant {
  readonly login: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
}

const client = { clientId: "engine-at-github", clientSecret: "a secret of the client at github" };
const answerBytes = 2_000_000;

/**
 * Simulates GitHub's OAuth 2.0: codes work once and with their PKCE verifier, errors have status 200,
 * responses are form-encoded unless JSON is requested, and the API requires a user agent.
 */
export async function startGithub({ callbackUrl }: { callbackUrl: string }): Promise<TestGithub> {
  const { server, url, close } = await listenOnFreePort();
  const people = new Map<string, GithubPerson>();
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, string>();
  const redemptions: string[] = [];
  let fault: GithubFault = "none";

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const wrong =
      query.get("client_id") !== client.clientId || query.get("redirect_uri") !== callbackUrl;
    if (wrong) return void response.writeHead(404).end("unknown client or redirect_uri");
    const hidden = [...query].map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<form method="post" action="/login/oauth/authorize">${hidden.join("")}</form>` +
          `<a href="/login/oauth/abort?${query.toString()}">Cancel</a>`,
      );
  }

  function goBack(
    query: URLSearchParams,
    response: ServerResponse,
    words: Record<string, string>,
  ): void {
    const back = new URL(query.get("redirect_uri") ?? "");
    for (const [name, value] of Object.entries({ ...words, state: query.get("state") ?? "" }))
      back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  }

  function agree(form: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    const isS256 = form.get("code_challenge_method") === "S256";
    grants.set(code, {
      login: form.get("login") ?? "",
      redirectUri: form.get("redirect_uri") ?? "",
      challenge: isS256 ? form.get("code_challenge") : null,
    });
    goBack(form, response, { code });
  }

  function redeem(form: URLSearchParams): Record<string, string> {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    const isClient =
      form.get("client_id") === client.clientId &&
      form.get("client_secret") === client.clientSecret;
    if (!isClient) return { error: "incorrect_client_credentials" };
    if (grant === undefined) return { error: "bad_verification_code" };
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (challenge !== grant.challenge) return { error: "bad_verification_code" };
    if (form.get("redirect_uri") !== grant.redirectUri) return { error: "redirect_uri_mismatch" };
    grants.delete(code);
    const token = `gho_${randomUUID()}`;
    tokens.set(token, grant.login);
    return { access_token: token, token_type: "bearer", scope: "read:user,user:email" };
  }

  function answerToken(request: IncomingMessage, form: string, response: ServerResponse): void {
    if (fault === "hangs") return;
    if (fault === "down") return void response.writeHead(503).end();
    if (fault === "redirects") {
      return void response.writeHead(307, { location: `${url}/elsewhere` }).end();
    }
    if (fault === "too-large") {
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end(`{"padding":"${"x".repeat(answerBytes)}"}`);
    }
    const words = redeem(new URLSearchParams(form));
    redemptions.push(words["error"] ?? "");
    const asJson = fault !== "form" && request.headers.accept?.includes("application/json");
    response
      .writeHead(200, {
        "content-type": asJson === true ? "application/json" : "application/x-www-form-urlencoded",
      })
      .end(asJson === true ? JSON.stringify(words) : new URLSearchParams(words).toString());
  }

  function answerApi(request: IncomingMessage, path: string, response: ServerResponse): void {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const login = tokens.get(token);
    const person = people.get(login ?? "");
    const send = (status: number, body: unknown): void =>
      void response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(body));
    if (fault === "api-down") send(502, { message: "Server Error" });
    else if (request.headers["user-agent"] === undefined) send(403, { message: "User-Agent" });
    else if (person === undefined) send(401, { message: "Bad credentials" });
    else if (path === "/api/v3/user") send(200, { id: person.id, login, name: person.name });
    else if (path === "/api/v3/user/emails") send(200, person.emails);
    else send(404, { message: "Not Found" });
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    switch (`${request.method ?? ""} ${pathname}`) {
      case "GET /login/oauth/authorize":
        return authorize(searchParams, response);
      case "GET /login/oauth/abort":
        return goBack(searchParams, response, { error: "access_denied" });
      case "POST /login/oauth/authorize":
        return agree(new URLSearchParams(await text(request)), response);
      case "POST /login/oauth/access_token":
        return answerToken(request, await text(request), response);
      default:
        return answerApi(request, pathname, response);
    }
  }

  server.on("request", (request, response) => void respond(request, response));

  return {
    settings: { ...client, url, apiUrl: `${url}/api/v3` },
    people,
    redemptions,
    behave(next) {
      fault = next;
    },
    close,
  };
}
