import { createHash, randomBytes } from "node:crypto";

import type { TestApi } from "#test/support/api.ts";

/** Pages of the dashboard are not needed: programs and tests call what they call. */
export const emptyDashboard = {
  page: "<!doctype html>",
  signInPage: "<!doctype html>",
  pageLinks: [],
  assets: new Map(),
} as const;

export const redirectUri = "http://127.0.0.1:33418/callback";

export const publicOrigin = "https://engine.test";

/** Sends a request to the public URL to the real port of the API; redirects are not followed. */
export function fetchFrom(api: Pick<TestApi, "url">): typeof fetch {
  return async (url, options) => {
    const target = url instanceof Request ? url.url : String(url);
    return fetch(target.replace(publicOrigin, api.url), { redirect: "manual", ...options });
  };
}

/** Browser of a person: keeps cookies by path, as far as these tests need it. */
export interface Browser {
  readonly get: (url: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** Request of the dashboard's page with the person's access token. */
  readonly app: (
    path: string,
    options?: {
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ) => Promise<Response>;
}

export function openBrowser(api: Pick<TestApi, "url">, token: string): Browser {
  const send = fetchFrom(api);
  const cookies = new Map<string, { readonly pair: string; readonly path: string }>();
  const call = async (url: string, options: RequestInit): Promise<Response> => {
    const { pathname } = new URL(url, publicOrigin);
    const cookie = [...cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ pair }) => pair)
      .join("; ");
    const given = options.headers as Record<string, string>;
    // The proxy in front of the API names the host that the browser has opened.
    const headers = { ...given, cookie, "x-forwarded-host": new URL(publicOrigin).host };
    const response = await send(new URL(url, publicOrigin).href, { ...options, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const [name = ""] = pair.split("=");
      const path = attributes.find((each) => /^path=/i.test(each))?.slice("path=".length) ?? "/";
      cookies.set(name, { pair, path });
    }
    return response;
  };
  return {
    get: async (url, headers = {}) =>
      call(url, { headers: { accept: "text/html,*/*;q=0.1", ...headers } }),
    app: async (path, { body, headers = {} } = {}) =>
      call(path, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${token}`,
          origin: publicOrigin,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** URL at which a client sends a browser to the authorization server; an undefined parameter is left out. */
export function authorizeUrl(parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL("/oauth/authorize", publicOrigin);
  const all = { response_type: "code", redirect_uri: redirectUri, state: "s", ...parameters };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** POST of a form, as clients send it to the token endpoint. */
export async function postForm(
  api: Pick<TestApi, "url">,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(`${api.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as object) } as {
    status: number;
    body: Record<string, unknown>;
  };
}
